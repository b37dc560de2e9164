"""Compiled code that serves every game, written against the contract and bound to each game's rules."""

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.chance import WORDS, Source, below, branch
from ludotheque.engine.compiled import int64
from ludotheque.engine.contract import (
    CHANCE,
    OVER,
    Numbers,
    States,
    begin,
    bind,
    deal,
    legal,
    play,
    scores,
    shuffle,
    tolerates,
    turn,
)

REFUSED = -1
SEATS = 256  # `survey` packs the turn and the number of moves into one number


def survey(states: States, i: int, moves: Numbers) -> int:
    """List the legal moves into *moves*; return their number and whose turn it is, packed (`unpack`)."""
    return legal(states, i, moves) * SEATS + turn(states, i) - CHANCE


def unpack(packed: int) -> tuple[int, int]:
    """The number of legal moves and whose turn it is."""
    count, seat = divmod(packed, SEATS)
    return count, seat + CHANCE


def advance(states: States, i: int, move: int, moves: Numbers, count: int) -> int:
    """Play *move* if it is among the first *count* of *moves*, or tolerated, and `survey`; else REFUSED."""
    listed = False
    for k in range(count):
        listed |= moves[k] == move
    if not listed and not tolerates(states, i, move):
        return REFUSED
    play(states, i, move)
    return survey(states, i, moves)


def pick(states: States, i: int, rng: Source, moves: Numbers) -> int:
    """A legal move, each equally likely, found by listing them all into *moves*."""
    return int64(moves[below(rng, legal(states, i, moves))])


def random_game(states: States, i: int, rng: Source, moves: Numbers, outcome: NDArray[np.uint8]) -> int:
    """Play record *i* to its end, every decision uniformly at random; return the number of decisions."""
    decisions = 0
    while True:
        seat = turn(states, i)
        if seat == OVER:
            return decisions
        if seat == CHANCE:
            shuffle(states, i, rng, outcome)
            deal(states, i, outcome)
        else:
            play(states, i, pick(states, i, rng, moves))
            decisions += 1


def random_games(
    states: States,
    i: int,
    options: Numbers,
    root: Source,
    first: int,
    moves: Numbers,
    outcome: NDArray[np.uint8],
    results: Numbers,
    decisions: Numbers,
) -> None:
    """Play games number *first*, *first* + 1, … from their start, one for each row of *results*.

    Record *i* is where they are played. Game *k* depends on *root* and *k* alone.
    """
    rng = np.empty(WORDS, np.uint64)
    for k in range(len(results)):
        branch(root, first + k, rng)
        begin(states, i, options)
        decisions[k] = random_game(states, i, rng, moves, outcome)
        scores(states, i, results[k])


@dataclass(frozen=True)
class Kernels:
    """The generic functions, bound to one game."""

    survey: Callable[..., Any]
    advance: Callable[..., Any]
    pick: Callable[..., Any]
    random_game: Callable[..., Any]
    random_games: Callable[..., Any]


def kernels(rules: ModuleType) -> Kernels:
    """The generic functions bound to *rules*."""
    return Kernels(*bind(rules, survey, advance, pick, random_game, random_games))
