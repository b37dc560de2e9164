"""Boards drawn as text, rows from north to south, and positions reached by random play."""

import random
from collections.abc import Iterable
from typing import Any

import numpy as np

import ludotheque
from ludotheque.core.state import State
from ludotheque.games.forma.bridges import most_bridges
from ludotheque.games.forma.view import find_bridges

Square = tuple[int, int]


def squares(drawing: str) -> set[Square]:
    """The squares marked # in a drawing."""
    rows = drawing.split()
    return {(x, len(rows) - 1 - y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"}


def rows_of(own: Iterable[Square], size: int) -> np.ndarray:
    rows = np.zeros(size, np.uint32)
    for x, y in own:
        rows[y] |= np.uint32(1 << x)
    return rows


def count(own: Iterable[Square], size: int) -> int:
    """The most bridges, by the compiled function."""
    return _search(own, size)[0]


def effort(own: Iterable[Square], size: int) -> int:
    """How many dead ends the search for the most bridges meets."""
    return _search(own, size)[1]


def _search(own: Iterable[Square], size: int) -> tuple[int, int]:
    labels, dead_ends = np.zeros((2, (size + 1) ** 2), np.int8), np.zeros(1, np.int64)
    return most_bridges(rows_of(own, size), labels, dead_ends), int(dead_ends[0])


def found(own: Iterable[Square], size: int) -> tuple[tuple[Square, ...], ...]:
    """The bridges that a view shows."""
    return find_bridges(rows_of(own, size), size)


def start(*moves: str, **options: Any) -> State:
    """A game after these moves."""
    state = ludotheque.game("forma", **options).new(seed=1)
    for move in moves:
        state.play(move)
    return state


def play(seed: int, plies: int | None = None, **options: Any) -> State:
    """A game after so many random moves; to its end if that is not said."""
    state, rng = ludotheque.game("forma", **options).new(seed=seed), random.Random(seed)
    while not state.over and (plies is None or state.ply < plies):
        state.play(rng.choice(state.moves()))
    return state


def texts(state: State) -> set[str]:
    return {str(move) for move in state.moves()}
