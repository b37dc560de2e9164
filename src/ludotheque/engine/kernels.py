"""Compiled code that serves every game, written against the contract and bound to each game's rules."""

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.binding import bind
from ludotheque.engine.chance import WORDS, Source, branch
from ludotheque.engine.compiled import direct, int64
from ludotheque.engine.contract import (
    CHANCE,
    OVER,
    Numbers,
    States,
    allows,
    deal,
    legal,
    pick,
    play,
    scores,
    shuffle,
    tolerates,
    turn,
    winners_given,
)
from ludotheque.engine.memory import COUNT, DESK, RECORD, ROOM, Place, array_at, place_of

REFUSED = -3  # is neither OVER nor CHANCE
UNLISTED = 1 << 24  # as a number of legal moves: nobody has asked for them yet
SEAT_BITS = 8
SEAT_MASK = (1 << SEAT_BITS) - 1
STATE: Any = None  # of the game that this code is bound to, as the functions of the contract are
MAX_MOVES = 0  # the same


def survey(states: States, i: int, moves: Numbers) -> int:
    """List the legal moves into *moves*; return their number and whose turn it is, packed (`unpack`)."""
    seat = turn(states, i)
    return (legal(states, i, moves) << SEAT_BITS) | seat if seat >= 0 else seat


def unpack(packed: int) -> tuple[int, int]:
    """The number of legal moves and whose turn it is; OVER and CHANCE stand for themselves."""
    return (packed >> SEAT_BITS, packed & SEAT_MASK) if packed >= 0 else (0, packed)


def advance(states: States, i: int, move: int, moves: Numbers, count: int) -> int:
    """Play *move* if it is among the first *count* of *moves*, or tolerated, and `survey`; else REFUSED."""
    listed = False
    for k in range(count):
        listed |= moves[k] == move
    if not listed and not tolerates(states, i, move):
        return REFUSED
    play(states, i, move)
    return survey(states, i, moves)


def survey_at(place: Place) -> int:
    """`survey` the record of the desk at a place (see `engine.memory`)."""
    desk = array_at(place, DESK, np.int64)
    states, moves = array_at(desk[RECORD], 1, STATE), array_at(desk[ROOM], MAX_MOVES, np.int32)
    packed = survey(states, int64(0), moves)
    desk[COUNT] = max(packed >> SEAT_BITS, 0)
    return packed


def advance_at(place: Place, move: int) -> int:
    """`advance` the record of the desk at a place."""
    desk = array_at(place, DESK, np.int64)
    states, moves = array_at(desk[RECORD], 1, STATE), array_at(desk[ROOM], MAX_MOVES, np.int32)
    code = int64(move)  # uncompiled it is a Move, which equals no number
    packed = advance(states, int64(0), code, moves, desk[COUNT])
    if packed != REFUSED:
        desk[COUNT] = max(packed >> SEAT_BITS, 0)
    return packed


def advance_unlisted_at(place: Place, move: int) -> int:
    """The same without the list, for a game that says what it `allows`: UNLISTED moves, and whose turn."""
    states, code = array_at(array_at(place, DESK, np.int64)[RECORD], 1, STATE), int64(move)
    if not allows(states, int64(0), code) and not tolerates(states, int64(0), code):
        return REFUSED
    play(states, int64(0), code)
    seat = turn(states, int64(0))
    return (UNLISTED << SEAT_BITS) | seat if seat >= 0 else seat


def begin_round(states: States, i: int, rng: Source, outcome: NDArray[np.uint8]) -> None:
    """Let chance decide what it must."""
    while turn(states, i) == CHANCE:
        shuffle(states, i, rng, outcome)
        deal(states, i, outcome)


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
    root: Source,
    first: int,
    moves: Numbers,
    outcome: NDArray[np.uint8],
    results: Numbers,
    won: NDArray[np.bool_],
    decisions: Numbers,
) -> None:
    """Play games number *first*, *first* + 1, … one for each row of *results*, all from the state 0.

    Record 1 is where they are played. Game *k* depends on *root*, *k* and that state alone.
    """
    rng = np.empty(WORDS, np.uint64)
    game = int64(1)
    for k in range(len(results)):
        branch(root, first + k, rng)
        states[1] = states[0]
        decisions[k] = random_game(states, game, rng, moves, outcome)
        scores(states, game, results[k])
        best = winners_given(states, game, results[k])
        for seat in range(results.shape[1]):
            won[k, seat] = (best >> seat) & 1 == 1


def arrive(
    states: States,
    level: int,
    sources: NDArray[np.uint64],
    moves: NDArray[np.int32],
    outcome: NDArray[np.uint8],
    counts: Numbers,
) -> None:
    """Let chance decide what it must at this *level* of `perft`, and list the moves."""
    begin_round(states, level, sources[level], outcome)
    counts[level] = legal(states, level, moves[level])


def perft(
    states: States,
    sources: NDArray[np.uint64],
    moves: NDArray[np.int32],
    outcome: NDArray[np.uint8],
    counts: Numbers,
    depth: int,
) -> int:
    """How many ways there are to play *depth* moves from record 0; a game that is over counts no further.

    Each level of the search has its record, its row of *moves*, and its row of *sources*: every line of play
    goes on with the chance that its own beginning has left it, as a copied state does. The last level is
    counted, not played.
    """
    total, level = 0, int64(0)
    nexts = np.zeros(depth, np.int32)
    arrive(states, level, sources, moves, outcome, counts)
    if depth == 1:
        return int64(counts[0])
    while level >= 0:
        if nexts[level] == counts[level]:
            level -= 1
            continue
        deeper = level + 1
        states[deeper] = states[level]
        for word in range(WORDS):
            sources[deeper, word] = sources[level, word]
        play(states, deeper, int64(moves[level, nexts[level]]))
        nexts[level] += 1
        arrive(states, deeper, sources, moves, outcome, counts)
        if deeper == depth - 1:
            total += counts[deeper]
        else:
            level = deeper
            nexts[level] = 0
    return total


@dataclass(frozen=True)
class Kernels:
    """What the contract asks for, with the defaults where a game has none, and the generic functions."""

    begin: Callable[..., Any]
    turn: Callable[..., Any]
    shuffle: Callable[..., Any]
    deal: Callable[..., Any]
    legal: Callable[..., Any]
    allows: Callable[..., Any]
    tolerates: Callable[..., Any]
    pick: Callable[..., Any]
    play: Callable[..., Any]
    scores: Callable[..., Any]
    winners: Callable[..., Any]
    winners_given: Callable[..., Any]
    hide: Callable[..., Any]
    imagine: Callable[..., Any]
    sees: Callable[..., Any]
    revealed: Callable[..., Any]
    outcomes: Callable[..., Any]
    survey: Callable[..., Any]
    advance: Callable[..., Any]
    survey_at: Callable[..., Any]
    advance_at: Callable[..., Any]
    advance_unlisted_at: Callable[..., Any]
    begin_round: Callable[..., Any]
    random_game: Callable[..., Any]
    random_games: Callable[..., Any]
    arrive: Callable[..., Any]
    perft: Callable[..., Any]


FUNCTIONS = (survey, advance, begin_round, random_game, random_games, arrive, perft)
BRIEF = (survey_at, advance_at, advance_unlisted_at)


def kernels(rules: ModuleType) -> Kernels:
    """All of them for one game."""
    return Kernels(**bind(rules, *FUNCTIONS, brief=BRIEF))


@dataclass(frozen=True)
class QuickKernels:
    """What Python calls for every game or every move, without numba's look at the arguments.

    See `compiled.direct` for the price, and `engine.memory` for places.
    """

    shuffle: Callable[[States, int, Source, NDArray[np.uint8]], None]
    deal: Callable[[States, int, NDArray[np.uint8]], None]
    hide: Callable[[States, int, int, States, int], None]
    winners: Callable[[States, int], int]
    place_of: Callable[[States], Place]
    survey: Callable[[Place], int]
    advance: Callable[[Place, int], int]


def quick(found: Kernels, rules: Any) -> QuickKernels:
    """The same for the game of these *rules*."""
    states, outcome = np.zeros(1, rules.STATE), np.zeros(1, np.uint8)
    advance = found.advance_unlisted_at if hasattr(rules, "allows") else found.advance_at
    return QuickKernels(
        shuffle=direct(found.shuffle, states, 0, np.zeros(WORDS, np.uint64), outcome),
        deal=direct(found.deal, states, 0, outcome),
        hide=direct(found.hide, states, 0, 0, states, 0),
        winners=direct(found.winners, states, 0),
        place_of=direct(place_of, states),
        survey=direct(found.survey_at, 0),
        advance=direct(advance, 0, 0),
    )
