"""Many games played on at random from one position, compiled, on all cores."""

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.core.errors import BadOption
from ludotheque.engine.chance import Seed, Source, source
from ludotheque.engine.contract import Numbers, States

_CHUNK = 1_000  # games a thread plays before it asks for more


@dataclass(frozen=True, eq=False)
class Playouts:
    """The results of many random games."""

    scores: Numbers  # (n, players)
    winners: NDArray[np.bool_]  # (n, players): who won
    decisions: NDArray[np.int32]  # (n,)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Playouts):
            return NotImplemented
        mine = (self.scores, self.winners, self.decisions)
        theirs = (other.scores, other.winners, other.decisions)
        return all(map(np.array_equal, mine, theirs))

    def __hash__(self) -> int:
        return hash((self.scores.tobytes(), self.winners.tobytes(), self.decisions.tobytes()))


def play_out(
    definition: Any, start: States, players: int, n: int, seed: Seed, threads: int | None
) -> Playouts:
    """Play *n* random games from *start*; game *k* depends on it, on *seed* and on *k* alone."""
    if n < 0:
        raise BadOption(f"n={n}: the number of games is a whole number from 0")
    root = source(seed)
    try:
        results = Playouts(
            np.zeros((n, players), np.int32), np.zeros((n, players), np.bool_), np.zeros(n, np.int32)
        )
    except (MemoryError, ValueError):
        raise BadOption(f"n={n}: so many games do not fit into memory") from None

    def play(first: int) -> None:
        _play_chunk(definition, start, root, first, min(first + _CHUNK, n), results)

    if threads == 1 or n <= _CHUNK:  # to start a thread takes longer than many a game
        for first in range(0, n, _CHUNK):
            play(first)
        return results
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        for _ in pool.map(play, range(0, n, _CHUNK)):
            pass
    return results


def _play_chunk(definition: Any, start: States, root: Source, first: int, last: int, to: Playouts) -> None:
    rules = definition.rules
    definition.kernels.random_games(
        np.repeat(start, 2),
        root,
        first,
        np.zeros(rules.MAX_MOVES, np.int32),
        np.zeros(rules.OUTCOME, np.uint8),
        to.scores[first:last],
        to.winners[first:last],
        to.decisions[first:last],
    )
