"""Many positions that a seat cannot tell from the true one, with how likely each is by what was played."""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import NDArray

from ludotheque.core.errors import BadOption, quoted
from ludotheque.core.outcomes import Shuffled
from ludotheque.engine.chance import WORDS, Seed, source
from ludotheque.engine.contract import States

if TYPE_CHECKING:
    from ludotheque.core.state import State
    from ludotheque.core.view import View

CHUNK = 250  # worlds that are worth a thread


class Worlds(Sequence["State"]):
    """Positions that a seat thinks possible, drawn evenly, with one record each in ``states``.

    ``weights`` tell what the others' play says of them; they add up to 1, and are equal where a game does not
    say.
    """

    def __init__(
        self, view: "View", states: States, sources: NDArray[np.uint64], beliefs: NDArray[np.float64]
    ):
        likely = np.exp(beliefs - beliefs.max(initial=-np.inf))
        self.game = view.game
        self.states = states
        self.weights: NDArray[np.float64] = likely / likely.sum()
        self._sources = sources
        for part in (states, self.weights, sources):
            part.flags.writeable = False

    def __len__(self) -> int:
        return len(self.states)

    @overload
    def __getitem__(self, index: int) -> "State": ...
    @overload
    def __getitem__(self, index: slice) -> "list[State]": ...
    def __getitem__(self, index: int | slice) -> "State | list[State]":
        if isinstance(index, slice):
            return [self[k] for k in range(*index.indices(len(self)))]
        row = range(len(self))[index]
        chance = Shuffled(self._sources[row].copy())
        return self.game.imagined_state(self.states[row : row + 1], chance)

    def __iter__(self) -> Iterator["State"]:
        return (self[k] for k in range(len(self)))

    def __repr__(self) -> str:
        return f"<{len(self)} worlds of {self.game.name}>"


def data_after(view: "View", move: str) -> Any:
    """What the seat of *view* would see after a move of its own, as data, in a world that it thinks possible.

    Only what follows from what it knows is the same in all of them.
    """
    state = view.imagine(seed=0)
    state.play(move)
    return state.view(view.seat, history=False).data


def imagined_worlds(view: "View", n: int, seed: Seed) -> Worlds:
    """*n* worlds that the seat of *view* thinks possible; world *k* depends on *seed* and *k* alone."""
    if isinstance(n, bool) or not isinstance(n, int | np.integer) or n < 1:
        raise BadOption(f"n={quoted(n)}: how many worlds is a whole number from 1; a seed is given as seed=…")
    definition = view.game.definition
    known, root = view.states(), source(seed)
    try:
        worlds = np.empty(n, definition.rules.STATE)
        sources, beliefs = np.empty((n, WORDS), np.uint64), np.empty(n, np.float64)
    except (MemoryError, ValueError):
        raise BadOption(f"n={n}: so many worlds do not fit into memory") from None

    def imagine(first: int, last: int) -> None:
        part = slice(first, last)
        definition.imagine_worlds(known, view.seat, root, first, worlds[part], sources[part], beliefs[part])

    threads = min(os.cpu_count() or 1, n // CHUNK)
    if threads < 2:
        imagine(0, n)
    else:
        ends = [n * k // threads for k in range(threads + 1)]
        with ThreadPoolExecutor(threads) as pool:
            for _ in pool.map(imagine, ends[:-1], ends[1:]):
                pass
    return Worlds(view, worlds, sources, beliefs)
