"""Feurio! beside OpenSpiel's havannah, also hexagons and also no board of fixed use."""

from collections.abc import Iterator

import ludotheque
from bench import openspiel
from bench.common import loop_rate, playout_rates
from bench.measure import Row

PEER = "OpenSpiel havannah"


def rows() -> Iterator[Row]:
    """Random play, compiled and through Python."""
    game = ludotheque.game("feurio", players=4)
    rollouts = openspiel.rollout_rate("havannah")
    one, two = playout_rates(game, 20_000, 1, 2)
    yield Row("random games, compiled, 1 thread", one, "decisions/s", f"{PEER}, C++", rollouts, "4 ×, aim 5")
    yield Row("the same on 2 threads", two, "decisions/s", "on 1 thread", one, "1.8 ×")
    python = openspiel.python_rate("havannah")
    yield Row(
        "random games from Python", loop_rate(game, 300), "decisions/s", f"{PEER}, Python", python, "1 ×"
    )
