"""What is measured of every game alike."""

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial

from bench.measure import Row, best_rate, best_rates, best_seconds
from ludotheque.core.game import Game
from ludotheque.core.registry import definition
from ludotheque.core.registry import game as make_game

# numba takes a third of a second to load these where they are installed; who plays does not have them.
_AS_A_PLAYER = "import sys; sys.modules['scipy'] = sys.modules['coverage'] = None\n"
# The start alone: a process that ends in the usual way tidies up for a third of a second more.
_AND_NO_MORE = "\nimport os; os._exit(0)"
_FIRST_MOVES = (
    _AS_A_PLAYER + "import ludotheque; ludotheque.game('{name}').new(seed=1).moves()" + _AND_NO_MORE
)
COPIES = 2_000
_COMPILE = "from ludotheque.workers.warming import compile_game; compile_game('{name}', '{what}')"


def playout_rates(game: Game, games: int, *threads: int) -> list[float]:
    """Decisions a second of compiled random games, on each of these numbers of threads."""
    game.playouts(10, seed=1)

    def work(number: int) -> float:
        return int(game.playouts(games, seed=1, threads=number).decisions.sum())

    return best_rates(*(partial(work, number) for number in threads))


def loop_rate(game: Game, games: int) -> float:
    """Decisions a second of a Python loop over ``moves()`` and ``play()``."""
    choice = random.Random(1)

    def work() -> float:
        decisions = 0
        for seed in range(games):
            state = game.new(seed=seed)
            while not state.over:
                state.play(choice.choice(state.moves()))
                decisions += 1
        return decisions

    return best_rate(work)


def view_seconds(game: Game) -> float:
    """How long ``view.data`` takes: the mean over a random game, as seats and spectators see it."""
    choice, state = random.Random(1), game.new(seed=1)
    views = [state.view(), state.view(state.seat)]
    while not state.over:
        state.play(choice.choice(state.moves()))
        views += [state.view(), state.view(max(state.seat, 0))]
    describe = game.definition.view.describe  # view.data keeps what it has told once

    def work() -> float:
        for view in views:
            describe(view.states(), 0, view.seat)
        return len(views)

    return 1 / best_rate(work)


def copy_seconds(game: Game) -> float:
    """How long ``state.copy()`` takes, after a few moves."""
    state = game.new(seed=1)
    while not state.over and state.ply < 20:
        state.play(state.moves()[0])

    def work() -> float:
        for _ in range(COPIES):
            state.copy()
        return COPIES

    return 1 / best_rate(work)


def value_rows(name: str) -> Iterator[Row]:
    """What a Python user's values cost, with as many players as there can be."""
    game = make_game(name, players=max(definition(name).player_numbers))
    yield Row("view.data", view_seconds(game) * 1e6, "µs", want="< 100 µs")
    yield Row("state.copy()", copy_seconds(game) * 1e6, "µs", want="< 6 µs")


def start_rows(name: str) -> Iterator[Row]:
    """How long a newcomer waits: kernels compiled cold, and a warm start to the first list of moves."""
    warm = best_seconds(lambda: _run(_FIRST_MOVES.format(name=name)))
    yield Row("warm start to the first moves", warm, "s", want="< 1 s")
    with tempfile.TemporaryDirectory() as empty:
        for what, want in (("rules", "< 10 s"), ("bots", "")):
            begin = time.perf_counter()
            _run(_COMPILE.format(name=name, what=what), NUMBA_CACHE_DIR=empty)
            yield Row(f"cold compile: {what}", time.perf_counter() - begin, "s", want=want)


def _run(code: str, **environment: str) -> None:
    subprocess.run([sys.executable, "-c", code], check=True, env=os.environ | environment)
