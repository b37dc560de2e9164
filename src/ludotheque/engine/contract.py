"""The contract: the few compiled functions that every game's ``rules.py`` defines under these names.

A state is one NumPy record; many states are an array of records; every function takes ``(states, i)``
and works on record *i*. They trust their caller: legality is checked outside (see `core.state`).

The functions here are signatures with an explanation, not code. Generic compiled code (`engine.kernels`,
the search bots) is written against these names and bound to a game's own functions by `bind`. What a game
may leave out has a default of the same name in `engine.defaults` or beside the search.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.chance import Source
from ludotheque.engine.compiled import CACHE_LINE, UNCOMPILED
from ludotheque.engine.errors import BrokenContract

States: TypeAlias = NDArray[Any]  # records of the game's STATE dtype
Numbers: TypeAlias = NDArray[np.int32]  # moves, options, scores
Weights: TypeAlias = NDArray[np.float32]

OVER = -1  # whose turn: nobody's, the game has ended
CHANCE = -2  # whose turn: nobody's, something must be shuffled first
SPECTATOR = -1  # for `hide`: somebody without a seat

# Constants of a game's rules.py:
#   STATE          dtype of a state, made by engine.compiled.layout
#   CODES          a move's integer is 0 … CODES−1
#   MAX_MOVES      no position has more legal moves than this
#   OUTCOME        how many numbers (uint8) tell the outcome of one chance event; 0 for a game without chance
#   MOST_OUTCOMES  with `outcomes` only: no chance event has more outcomes than this


def begin(states: States, i: int, options: Numbers) -> None:
    """Make record *i* the start of a game.

    *options* are encoded in the order the game declares them; the revision of the rules comes last.
    """
    raise NotImplementedError


def turn(states: States, i: int) -> int:
    """The seat whose decision it is, or OVER, or CHANCE."""
    raise NotImplementedError


def shuffle(states: States, i: int, rng: Source, outcome: NDArray[np.uint8]) -> None:
    """Draw the pending chance event's outcome into *outcome*; the state stays as it is."""
    raise NotImplementedError


def deal(states: States, i: int, outcome: NDArray[np.uint8]) -> None:
    """Settle the pending chance event with *outcome*."""
    raise NotImplementedError


def legal(states: States, i: int, out: Numbers) -> int:
    """Write the legal moves into *out*, each once; return how many. 0 unless it is a seat's turn."""
    raise NotImplementedError


def allows(states: States, i: int, move: int) -> bool:
    """Whether `legal` lists *move*.

    Optional, for a game of thousands of moves: with it they are listed only when somebody asks for them.
    """
    raise NotImplementedError


def tolerates(states: States, i: int, move: int) -> bool:
    """Whether *move*, which `legal` does not list, may be made: a mistake that the rules foresee.

    Optional: without it no move is.
    """
    raise NotImplementedError


def pick(states: States, i: int, rng: Source, moves: Numbers) -> int:
    """A legal move, each equally likely; *moves* is room for all. Optional: the default lists them."""
    raise NotImplementedError


def play(states: States, i: int, move: int) -> None:
    """Play a legal (or tolerated) *move*."""
    raise NotImplementedError


def scores(states: States, i: int, out: Numbers) -> None:
    """Write every seat's score as it stands now; where all share one goal, 1 if it is met, else 0."""
    raise NotImplementedError


def winners(states: States, i: int) -> int:
    """The seats that win if the game ends now, as a mask: bit *k* for seat *k*."""
    raise NotImplementedError


def winners_given(states: States, i: int, points: Numbers) -> int:
    """The same where `scores` has just been asked for *points*. Optional: without it `winners` is asked."""
    raise NotImplementedError


def hide(states: States, i: int, seat: int, out: States, j: int) -> None:
    """Write into ``out[j]`` what *seat* (or SPECTATOR) may know of state *i*, and nothing else.

    All of it is written, the blanks too: the record may hold another position before.
    """
    raise NotImplementedError


def imagine(states: States, i: int, seat: int, rng: Source) -> None:
    """Fill the blanks that `hide` left for *seat*, at random, consistently with all that it has seen."""
    raise NotImplementedError


def sees(states: States, i: int, move: int, seat: int) -> bool:
    """Whether *seat* (or SPECTATOR) will see which *move* is played now by another one.

    Optional: without it all moves are made openly, and only their consequences may be hidden.
    """
    raise NotImplementedError


def revealed(states: States, i: int) -> int:
    """How many hidden things have been shown to somebody so far; a move may be undone while it stands."""
    raise NotImplementedError


def outcomes(states: States, i: int, out: NDArray[np.uint8], weights: NDArray[np.float64]) -> int:
    """Write every outcome of the pending chance event, one per row, and its probability; return how many.

    Optional: a shuffle has too many to list.
    """
    raise NotImplementedError


# What bots know of a game beyond its rules: the functions of its heuristic.py, each of them optional.


def weigh(states: States, i: int, moves: Numbers, count: int, weights: Weights) -> None:
    """Write how good each of the first *count* legal *moves* looks to the seat whose decision it is.

    Higher is better, 0 is neither good nor bad, and a difference of 1 is a clear preference. It reads
    only what that seat may know, so that it may be asked of a view.
    """
    raise NotImplementedError


def rewards(states: States, i: int, gains: Weights, wins: Weights) -> None:
    """Write what each seat has reached of what it wants, 0 … 1, at the end or where chance must go on.

    *wins* is its share of the win, or its chance of it; with a shared goal, whether that is met. *gains* is
    what a search strives for: the same, and a little for what makes one win, or loss, better than another.
    """
    raise NotImplementedError


def glance(states: States, i: int, moves: Numbers, count: int, weights: Weights) -> None:
    """As `weigh`, but quick, for the moves of playouts. The default weighs."""
    raise NotImplementedError


def candidates(states: States, i: int, moves: Numbers, weights: Weights) -> int:
    """Write the legal moves worth a search; return how many. The default takes all.

    *weights* is room to weigh them. Which moves are left out depends on what the seat may know alone.
    """
    raise NotImplementedError


def improvise(states: States, i: int, sample: Numbers, moves: Numbers, weights: Weights, rng: Source) -> int:
    """A legal move for a playout: half sensible, and chosen quickly, with some luck.

    The default takes the best looking of a few random ones, by `glance`: as many as fit into *sample*.
    *moves* and *weights* are room to work in. Only what the seat to move may know counts.
    """
    raise NotImplementedError


def plausible(states: States, i: int, seat: int) -> float:
    """How well world *i*, which *seat* has imagined, explains what the others have done so far.

    It is the logarithm of a weight: of two worlds that differ by 1 the better one comes up e times as often.
    By default all worlds that are possible are equally plausible.
    """
    raise NotImplementedError


# A position for learning programs: the one function of a game's observation.py, which is optional.


def observe(states: States, i: int, seat: int, out: Weights) -> None:
    """Write what *seat* (or SPECTATOR) sees of record *i* as numbers into *out*, which is all zeros.

    The record is blanked already, by `hide`. ``planes(options)`` in the same file names the parts of *out*.
    """
    raise NotImplementedError


# What a network is told of a position and of its moves: the functions of a game's features.py, an optional
# file with the first two of them and two constants, FEATURES and MOVE_FEATURES: how many numbers each writes.
# It may have `weigh`, `glance` and `candidates` too: a search with a network's advice takes these instead of
# the heuristic's.


def describe(states: States, i: int, seat: int, out: Weights) -> None:
    """Write what *seat*, whose decision it is, should know of record *i* into *out*, which is all zeros.

    The record is what `unveil` made. Without a features.py a network is told what `observe` writes.
    """
    raise NotImplementedError


def unveil(states: States, i: int, seat: int, out: States, j: int) -> None:
    """Write into ``out[j]`` what `describe` is given of state *i*, a world that somebody has imagined.

    Optional: without it that is what `hide` leaves for *seat*. Where hands decide, only a judge who sees them
    all can tell what a world is worth to each; whoever imagined it may be told so.
    """
    raise NotImplementedError


def describe_move(states: States, i: int, move: int, out: Weights) -> None:
    """Write what tells a legal *move* from others into *out*, whatever that held before.

    It reads only what the seat to move may know. Without a features.py a move is known by its factors.
    """
    raise NotImplementedError


REQUIRED: tuple[Callable[..., Any], ...] = (begin, turn, legal, play, scores, winners)
WITH_CHANCE: tuple[Callable[..., Any], ...] = (shuffle, deal, hide, imagine, revealed)  # where OUTCOME > 0
OPTIONAL: tuple[Callable[..., Any], ...] = (allows, tolerates, pick, sees, outcomes, winners_given)
HEURISTIC: tuple[Callable[..., Any], ...] = (weigh, rewards, glance, candidates, improvise, plausible)
OBSERVATION: tuple[Callable[..., Any], ...] = (observe,)
FEATURES: tuple[Callable[..., Any], ...] = (describe, describe_move)
# What a features.py may have besides.
WITH_FEATURES: tuple[Callable[..., Any], ...] = (unveil, weigh, glance, candidates)
FEATURE_NUMBERS = ("FEATURES", "MOVE_FEATURES")  # constants of a features.py
CONSTANTS = {"STATE": np.dtype, "CODES": int, "MAX_MOVES": int, "OUTCOME": int}
# What the generic functions call each other: those of engine.kernels, and those of the search. A game's own
# function of such a name would be mistaken for one of them.
RESERVED = frozenset(
    (
        *("survey", "advance", "random_game", "random_games", "arrive", "perft", "survey_at", "advance_at"),
        *("advance_unlisted_at", "begin_round"),
        *("believe", "ucb", "has_room", "best_child", "choose_child", "heaviest", "shortlist_new"),
        *("add_child", "add_heaviest", "expand", "descend", "play_out", "stress", "reward", "backpropagate"),
        *("simulate", "lead"),
        *("remember", "imagine_worlds"),
        *("end_game", "observe_game", "show_games", "clear_masks", "play_games"),
        *("begin_games", "first_illegal", "step_games", "choose_games"),
        *("softmax_priors", "most_promising", "descend_guided", "add_value"),
        *("gather_leaves", "settle_leaves", "try_move"),
        *("ask", "keep_tastes", "taste", "advise", "expand_advised", "descend_advised", "blend_values"),
        *("add_totals", "simulate_advised", "play_on"),
    )
)


def check(rules: ModuleType) -> None:
    """Refuse rules that lack a function or a constant, or have one of another shape."""
    _check_constants(rules)
    needed = REQUIRED + WITH_CHANCE if rules.OUTCOME else REQUIRED
    for function in needed:
        if not hasattr(rules, function.__name__):
            because = f" (it has chance: OUTCOME is {rules.OUTCOME})" if function in WITH_CHANCE else ""
            raise BrokenContract(f"rules.py has no function {function.__name__}{because}")
    check_shapes(rules, REQUIRED + WITH_CHANCE + OPTIONAL)
    check_names(rules)
    if hasattr(rules, "outcomes") and not hasattr(rules, "MOST_OUTCOMES"):
        raise BrokenContract("rules.py has outcomes, but no MOST_OUTCOMES: how many there can be")


def check_features(features: Any) -> None:
    """Refuse a features.py that lacks a function or a number, or has a function of another shape."""
    for name in (*(function.__name__ for function in FEATURES), *FEATURE_NUMBERS):
        if not hasattr(features, name):
            raise BrokenContract(f"features.py has no {name}; ludotheque.engine.contract says what it is")
    check_shapes(features, FEATURES + WITH_FEATURES)
    check_names(features)


def _check_constants(rules: ModuleType) -> None:
    for name, kind in CONSTANTS.items():
        if not hasattr(rules, name):
            raise BrokenContract(f"rules.py has no {name}; ludotheque.engine.contract says what it is")
        if not isinstance(getattr(rules, name), kind):
            raise BrokenContract(f"rules.py: {name} is not {'a dtype' if kind is np.dtype else 'a number'}")
    if rules.STATE.names is None or rules.STATE.itemsize % CACHE_LINE:
        raise BrokenContract("rules.py: make STATE by ludotheque.engine.compiled.layout")


def check_shapes(module: Any, functions: tuple[Callable[..., Any], ...]) -> None:
    """Refuse those of *functions* that *module* has, but with other parameters, or not compiled."""
    for function in functions:
        own = getattr(module, function.__name__, None)
        if own is None:
            continue
        if not callable(own) or not (UNCOMPILED or hasattr(own, "py_func")):
            raise BrokenContract(
                f"{_file(module)}: {function.__name__} must be a function with @compiled above it"
            )
        wanted, found = _parameters(function), _parameters(own)
        if len(wanted) != len(found):
            raise BrokenContract(
                f"{_file(module)}: {function.__name__} takes ({', '.join(found)}), not ({', '.join(wanted)})"
            )


def check_names(module: Any) -> None:
    """Refuse functions of a game's own under a name that generic code keeps for itself."""
    for name in sorted(RESERVED):
        own = getattr(module, name, None)
        if callable(own) and getattr(own, "__module__", "") == module.__name__:
            raise BrokenContract(
                f"{_file(module)}: {name} is a name that generic code keeps for itself;"
                " give yours another name"
            )


def _parameters(function: Any) -> tuple[str, ...]:
    plain = getattr(function, "py_func", function)
    code = getattr(plain, "__wrapped__", plain).__code__
    return tuple(code.co_varnames[: code.co_argcount])


def _file(module: Any) -> str:
    return f"{module.__name__.rpartition('.')[2]}.py"
