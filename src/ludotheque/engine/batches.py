"""Many games stepped at once: compiled code over arrays with one row per game.

Every function works on the games *first* … *last* − 1, so that threads can share the work, and each game has
random sources of its own, so that it does not matter how they share it. An array of no columns is not wanted.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.binding import bind
from ludotheque.engine.bits import popcount
from ludotheque.engine.chance import Source, branch
from ludotheque.engine.compiled import int64, short
from ludotheque.engine.contract import (
    OVER,
    Numbers,
    States,
    Weights,
    hide,
    legal,
    pick,
    play,
    scores,
    tolerates,
    turn,
    winners_given,
)
from ludotheque.engine.kernels import begin_round
from ludotheque.engine.observation import fields_of, observe

CODES = 0  # of the game that this code is bound to
FOR_CHANCE, FOR_CHOICES = 0, 1  # rows of a game's sources
ALL_LEGAL = -1
AT_ONCE = 64  # games
FEW = 1024  # numbers that are zeroed one and all, because finding out which need it would take longer
BY_WIN, BY_GOAL, BY_SCORE = 0, 1, 2  # what a reward is: a share of the win, the goal met, the score


class Games(NamedTuple):
    """What is kept of each game, and what is told of it."""

    states: States
    sources: NDArray[np.uint64]  # (n, 2, WORDS)
    seats: Numbers  # (n,) whose decision it is
    counts: Numbers  # (n,) how many legal moves there are
    legal: Numbers  # (n, MAX_MOVES or 0)
    masks: NDArray[np.bool_]  # (n, CODES or 0)
    tensors: Weights  # (n, size or 0)
    rewards: Weights  # (n, players) of the games that the last step ended; else 0
    scores: Numbers  # (n, players) the same
    terminations: NDArray[np.bool_]  # (n,) whether the last step ended a game


class Room(NamedTuple):
    """What a thread needs besides."""

    start: States  # one record: a game that begins
    hidden: States  # one record
    moves: Numbers
    outcome: NDArray[np.uint8]


@short  # a step of a small game takes little longer than calling it would
def end_game(states: States, game: int, reward: int, points: Numbers, rewards: Weights) -> None:
    """Tell how a game has ended: *points* and *rewards* of its seats."""
    scores(states, game, points)
    best = winners_given(states, game, points)
    shares = max(popcount(np.uint64(best)), 1) if reward == BY_WIN else 1
    for seat in range(len(rewards)):
        won = np.float32((best >> seat) & 1)
        rewards[seat] = points[seat] if reward == BY_SCORE else won / shares


def observe_game(states: States, game: int, seat: int, hidden: States, tensor: Weights) -> None:
    """Write what *seat* sees of a game."""
    for k in range(len(tensor)):
        tensor[k] = 0.0
    hide(states, game, seat, hidden, int64(0))
    observe(hidden, int64(0), seat, tensor)


def begin_games(games: Games, room: Room, root: Source, first: int, last: int) -> None:
    """Begin every game anew, still to be shown; game *k* depends on *root* and *k* alone."""
    for k in range(first, last):
        game = int64(k)
        branch(root, 2 * k, games.sources[k, FOR_CHANCE])
        branch(root, 2 * k + 1, games.sources[k, FOR_CHOICES])
        games.states[k] = room.start[0]
        begin_round(games.states, game, games.sources[k, FOR_CHANCE], room.outcome)
        games.terminations[k] = False
        for seat in range(games.rewards.shape[1]):
            games.rewards[k, seat] = 0.0
            games.scores[k, seat] = 0
        for code in range(games.masks.shape[1]):
            games.masks[k, code] = False


def show_games(games: Games, room: Room, first: int, last: int) -> None:
    """Tell whose decision it is and what it may be, the masks being clear, and what the seat sees."""
    states, seats, counts, masks, listed = games.states, games.seats, games.counts, games.masks, games.legal
    masking, listing = masks.shape[1] > 0, listed.shape[1] > 0
    for k in range(first, last):
        game = int64(k)
        seats[k] = turn(states, game)
        moves = listed[k] if listing else room.moves
        count = legal(states, game, moves)
        counts[k] = count
        if masking:
            for m in range(count):
                masks[k, moves[m]] = True
    if games.tensors.shape[1] > 0:
        for k in range(first, last):
            observe_game(states, int64(k), int64(seats[k]), room.hidden, games.tensors[k])


def clear_masks(games: Games, room: Room, first: int, last: int) -> None:
    """Unmark the legal moves of games that are about to go on."""
    states, masks, moves = games.states, games.masks, room.moves
    if masks.shape[1] > FEW:
        for k in range(first, last):
            for m in range(legal(states, int64(k), moves)):
                masks[k, moves[m]] = False
    else:
        for k in range(first, last):
            for code in range(masks.shape[1]):
                masks[k, code] = False


def first_illegal(games: Games, room: Room, actions: Numbers, first: int, last: int) -> int:
    """The first of the games in which the action is not legal, or ALL_LEGAL."""
    states, masks, listed, moves = games.states, games.masks, games.legal, room.moves
    masking, listing = masks.shape[1] > 0, listed.shape[1] > 0
    for k in range(first, last):
        game, move, allowed = int64(k), int64(actions[k]), False
        if 0 <= move < CODES:
            if masking:
                allowed = masks[k, move]
            elif listing:
                for m in range(games.counts[k]):
                    allowed |= listed[k, m] == move
            else:
                for m in range(legal(states, game, moves)):
                    allowed |= moves[m] == move
            if not allowed:
                allowed = tolerates(states, game, move)
        if not allowed:
            return k
    return ALL_LEGAL


def play_games(games: Games, room: Room, actions: Numbers, reward: int, first: int, last: int) -> None:
    """Play the action of each game; where one ends, tell how, and begin another."""
    states, terminations = games.states, games.terminations
    for k in range(first, last):
        game = int64(k)
        if terminations[k]:
            terminations[k] = False
            for seat in range(games.rewards.shape[1]):
                games.rewards[k, seat] = 0.0
                games.scores[k, seat] = 0
        play(states, game, int64(actions[k]))
        if turn(states, game) < 0:
            begin_round(states, game, games.sources[k, FOR_CHANCE], room.outcome)
            if turn(states, game) == OVER:
                terminations[k] = True
                end_game(states, game, reward, games.scores[k], games.rewards[k])
                states[k] = room.start[0]
                begin_round(states, game, games.sources[k, FOR_CHANCE], room.outcome)


def step_games(games: Games, room: Room, actions: Numbers, reward: int, first: int, last: int) -> None:
    """Play the action of each game, all of them legal, and tell how they stand; a few at a time.

    These few stay in the processor's cache from one to the next of what there is to do.
    """
    for begin in range(first, last, AT_ONCE):
        end = min(begin + AT_ONCE, last)
        clear_masks(games, room, begin, end)
        play_games(games, room, actions, reward, begin, end)
        show_games(games, room, begin, end)


def choose_games(games: Games, room: Room, actions: Numbers, first: int, last: int) -> None:
    """A legal action for each game, each equally likely."""
    states, sources, moves = games.states, games.sources, room.moves
    for k in range(first, last):
        actions[k] = pick(states, int64(k), sources[k, FOR_CHOICES], moves)


FUNCTIONS = (
    *(end_game, begin_round, observe_game, show_games, clear_masks, play_games),
    *(begin_games, first_illegal, step_games, choose_games),
)


@dataclass(frozen=True)
class BatchKernels:
    """What Python calls, see the functions of these names."""

    begin_games: Callable[..., None]
    show_games: Callable[..., None]
    first_illegal: Callable[..., int]
    step_games: Callable[..., None]
    choose_games: Callable[..., None]


def batch_kernels(rules: Any, observation: Any) -> BatchKernels:
    """All of them for one game."""
    constants = {"FIELDS": fields_of(rules.STATE)}
    found = bind(rules, observe, *FUNCTIONS, observation=observation, constants=constants)
    names = ("begin_games", "show_games", "first_illegal", "step_games", "choose_games")
    return BatchKernels(**{name: found[name] for name in names})
