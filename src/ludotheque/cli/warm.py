"""``ludotheque warm``: compile every game's rules now, so that nobody waits for it at the table."""

from collections.abc import Callable, Sequence
from functools import partial

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from ludotheque.bots import bot
from ludotheque.core.foresight import foresee
from ludotheque.core.game import Game
from ludotheque.core.registry import game as make_game
from ludotheque.core.registry import names


def warm() -> int:
    """Compile all games' rules and keep the result on disk."""
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        for name in names():
            task = progress.add_task(name, total=len(ALL))
            compile_by(ALL, name, partial(progress.advance, task))
    return 0


def compile_by(
    steps: Sequence[Callable[[Game], None]], name: str, step_done: Callable[[], object] = lambda: None
) -> None:
    """Compile what these *steps* of a game need, by taking each of them once."""
    for step in steps:
        step(make_game(name))
        step_done()


def _play(game: Game) -> None:
    state = game.new(seed=0)
    state.play(state.moves()[0])
    state.copy()


def _look(game: Game) -> None:
    state = game.new(seed=0)
    view = state.view(state.seat)
    view.moves()
    view.imagine(seed=0)
    view.svg()


def _finish(game: Game) -> None:
    state = game.new(seed=0)
    while not state.over:
        state.play(state.moves()[-1])
    state.view().svg()
    _ = state.result, state.revealed, state.record()


def _simulate(game: Game) -> None:
    game.playouts(1, seed=0)


def _think(game: Game) -> None:
    state = game.new(seed=0)
    while len(state.moves()) == 1:
        state.play(state.moves()[0])
    for name, settings in _QUICKLY.items():
        bot(name, game, seed=0, **settings).choose(state.view(state.seat))


def _foresee(game: Game) -> None:
    """Only where a number of players shares a goal that a clairvoyant could meet."""
    if game.definition.clairvoyant is not None:
        games = (make_game(game.name, players=number) for number in game.definition.player_numbers)
        foresee(next(one for one in games if one.shared_goal).new(seed=0), effort=1)


_QUICKLY: dict[str, dict[str, int]] = {"random": {}, "greedy": {}, "search": {"simulations": 1}}
RULES: tuple[Callable[[Game], None], ...] = (_play, _look, _finish, _simulate)
BOTS: tuple[Callable[[Game], None], ...] = (_think,)
ALL = (*RULES, *BOTS, _foresee)
