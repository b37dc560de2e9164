"""Positions to draw, reached by random play."""

import random

import ludotheque
from ludotheque.core.state import State

KINDS = (
    {"players": 1},
    {"players": 2},
    {"players": 2, "firebreaks": True},
    {"players": 3, "firebreaks": True},
    {"players": 3, "mode": "coop"},
    {"players": 4, "hot": True},
    {"players": 4, "mode": "coop"},
)


def name(kind: dict[str, object]) -> str:
    return "-".join(f"{key}={value}" for key, value in kind.items())


def play(seed: int, plies: int | None = None, **options: object) -> State:
    """A game after so many random moves; to its end if that is not said."""
    state, rng = ludotheque.game("feurio", **options).new(seed=seed), random.Random(seed)
    while not state.over and (plies is None or state.ply < plies):
        state.play(rng.choice(state.moves()))
    return state


def with_firebreak() -> State:
    """Three seats; the last move of seat 0 was a firebreak, and seat 1 has a tile in hand."""
    state = ludotheque.game("feurio", players=3, firebreaks=True).new(seed=5)
    state.play(next(move for move in state.moves() if str(move).startswith("break")))
    return state
