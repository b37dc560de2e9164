"""Positions to draw, reached by random play."""

import random
from typing import Any

import pytest

import ludotheque
from ludotheque.core.state import State
from ludotheque.games.feurio.view import FeurioView

NAMES = ("Ada", "Bo", "Cy", "Dee")
KINDS: tuple[dict[str, Any], ...] = (
    {"players": 1},
    {"players": 2},
    {"players": 2, "firebreaks": True},
    {"players": 3, "firebreaks": True},
    {"players": 3, "mode": "coop"},
    {"players": 4, "hot": True},
    {"players": 4, "mode": "coop"},
)


def name(kind: dict[str, Any]) -> str:
    return "-".join(f"{key}={value}" for key, value in kind.items())


every_kind = pytest.mark.parametrize("kind", KINDS, ids=name)
versus = pytest.mark.parametrize(
    "kind", [kind for kind in KINDS if kind["players"] > 1 and "mode" not in kind], ids=name
)


def play(seed: int, plies: int | None = None, **options: Any) -> State:
    """A game after so many random moves; to its end if that is not said."""
    state, rng = ludotheque.game("feurio", **options).new(seed=seed), random.Random(seed)
    while not state.over and (plies is None or state.ply < plies):
        state.play(rng.choice(state.moves()))
    return state


def walk(seed: int, **kind: Any) -> list[FeurioView]:
    """The views of whoever is to decide, through a random game, and of the first seat at its end."""
    state = play(seed, 0, **kind)
    seen = []
    choose = random.Random(seed).choice
    while not state.over:
        seen.append(state.view(state.seat).data)
        state.play(choose(state.moves()))
    return [*seen, state.view(0).data]


def with_firebreak() -> State:
    """Three seats; the last move of seat 0 was a firebreak, and seat 1 has a tile in hand."""
    state = ludotheque.game("feurio", players=3, firebreaks=True).new(seed=5)
    state.play(next(move for move in state.moves() if str(move).startswith("break")))
    return state
