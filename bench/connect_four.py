"""Connect Four, the example of a game in two files, beside the same game in OpenSpiel's C++."""

from collections.abc import Iterator

import ludotheque
from bench import openspiel
from bench.common import loop_rate, playout_rates
from bench.measure import Row, best_rate
from ludotheque.core.counting import perft

PEER = "OpenSpiel connect_four"
DEPTH = 8


def rows() -> Iterator[Row]:
    """Random play, compiled and through Python; counting lines of play."""
    game = ludotheque.game("connect_four")
    rollouts = openspiel.rollout_rate("connect_four")
    (one,) = playout_rates(game, 100_000, 1)
    yield Row("random games, compiled, 1 thread", one, "decisions/s", f"{PEER}, C++", rollouts, "3 ×")
    python = openspiel.python_rate("connect_four")
    yield Row("random games from Python", loop_rate(game, 300), "decisions/s", f"{PEER}, Python", python)
    perft(game, 1, 0)
    counted = best_rate(lambda: perft(game, DEPTH, 0))
    yield Row(f"perft to depth {DEPTH}", counted, "lines/s")
