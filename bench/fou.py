"""Fou! beside OpenSpiel's hearts, also tricks with hidden hands, and beside the same round in plain C."""

import random
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np

import ludotheque
from bench import openspiel
from bench.common import loop_rate, playout_rates
from bench.measure import TRIES, Row, best_seconds
from ludotheque.core.game import Game
from ludotheque.engine.chance import Source, source
from ludotheque.engine.compiled import compiled
from ludotheque.engine.contract import States
from ludotheque.games.fou import rules

PEER = "OpenSpiel hearts"
PLAIN_C = Path(__file__).with_suffix(".c")
IMAGINED = 20_000
MIDDLE = 26  # plies; a round of five has about 53


def rows() -> Iterator[Row]:
    """Random play, compiled and through Python; imagining the hidden hands."""
    game = ludotheque.game("fou", players=5, rounds=1)
    rollouts = openspiel.rollout_rate("hearts")
    one, two = playout_rates(game, 100_000, 1, 2)
    yield Row("random rounds, compiled, 1 thread", one, "decisions/s", f"{PEER}, C++", rollouts, "5 ×")
    if shutil.which("cc"):
        yield Row("the same", one, "decisions/s", "plain C, cc -O3", plain_c_rate(), "0.6 ×")
    yield Row("the same on 2 threads", two, "decisions/s", "on 1 thread", one, "1.8 ×")
    python = openspiel.python_rate("hearts")
    yield Row(
        "random rounds from Python", loop_rate(game, 500), "decisions/s", f"{PEER}, Python", python, "0.8 ×"
    )
    for players in (5, 8):
        seconds = imagine_seconds(ludotheque.game("fou", players=players, rounds=1))
        yield Row(f"imagine in mid-round, {players} players", seconds * 1e6, "µs", want="< 3 µs")


def plain_c_rate() -> float:
    """Decisions a second of bench/fou.c; it measures itself."""
    with tempfile.TemporaryDirectory() as folder:
        program = str(Path(folder) / "fou")
        subprocess.run(["cc", "-O3", "-march=native", "-o", program, str(PLAIN_C)], check=True)
        runs = [subprocess.run([program, "300000"], check=True, capture_output=True) for _ in range(TRIES)]
        return max(float(run.stdout.split()[0]) for run in runs)


@compiled
def _imagine_often(view: States, room: States, seat: int, rng: Source, times: int) -> None:
    for _ in range(times):
        room[0] = view[0]
        rules.imagine(room, 0, seat, rng)


def imagine_seconds(game: Game) -> float:
    """How long a seat takes to imagine the other hands, the mean over positions around mid-round."""
    state, choice = game.new(seed=1), random.Random(1)
    while state.ply < MIDDLE * game.players // 5:
        state.play(choice.choice(state.moves()))
    total = 0.0
    for _ in range(game.players):
        view = state.view(state.seat).states()
        work = partial(_imagine_often, view, np.zeros_like(view), state.seat, source(1))
        work(1)
        total += best_seconds(partial(work, IMAGINED)) / IMAGINED
        state.play(choice.choice(state.moves()))
    return total / game.players
