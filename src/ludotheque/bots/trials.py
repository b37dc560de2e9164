"""Moves tried out: what follows each of them in the same imagined worlds, or in the true one.

A trial is a search (bots/tree.py) that begins after the move. Simulation *k* of every trial with one seed
begins in the same world, so that luck with the worlds does not tell two moves apart.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.bots.search import SearchBot
from ludotheque.bots.tree import (
    FUNCTIONS,
    KNOWN,
    NODE,
    RECORDS,
    WORLD,
    Settings,
    Workspace,
    backpropagate,
    believe,
    descend,
    play_out,
    rewards,
    workspace,
)
from ludotheque.core.definition import Definition
from ludotheque.core.game import Game
from ludotheque.core.move import Move
from ludotheque.core.view import View
from ludotheque.engine.binding import bind
from ludotheque.engine.chance import WORDS, Seed, Source, branch, source
from ludotheque.engine.compiled import int64
from ludotheque.engine.contract import Numbers, States, Weights, play, scores

NO_MOVE = -1  # nothing is tried: the position itself


def try_move(
    states: States,
    nodes: Any,
    seat: int,
    move: int,
    is_open: bool,
    settings: Settings,
    work: Workspace,
    root: Source,
    wins: Weights,
    gains: Weights,
    points: Numbers,
) -> None:
    """Search on after *move*, a simulation for each row: *wins*, *gains* and *points* of every seat.

    *seat* imagines what it cannot know, unless all *is_open*.
    """
    world, used = int64(WORLD), 1
    rng = np.zeros(WORDS, np.uint64)
    for k in range(len(wins)):
        branch(root, k, rng)
        if is_open:
            states[WORLD] = states[KNOWN]
        else:
            believe(states, seat, settings.trust, work, rng)
        if move != NO_MOVE:
            play(states, world, move)
        node = descend(states, nodes, used, settings, work, rng)
        used = max(used, node + 1)
        play_out(states, settings.sample_size, work, rng)
        rewards(states, world, work.gains, work.wins)
        scores(states, world, points[k])
        backpropagate(nodes, node, work)
        for player in range(len(work.wins)):
            wins[k, player] = work.wins[player]
            gains[k, player] = work.gains[player]


@cache
def bound_trial(definition: Definition) -> Callable[..., None]:
    """`try_move` for a game."""
    found: Callable[..., None] = bind(definition.rules, *FUNCTIONS, try_move, heuristic=definition.heuristic)[
        "try_move"
    ]
    return found


@dataclass(frozen=True, eq=False)
class Trial:
    """What came of a move in many games; rows of two trials with one seed began alike."""

    move: Move | None  # None: nothing was tried, the position itself
    wins: NDArray[np.float32]  # (games, players): each seat's share of the win
    gains: NDArray[np.float32]  # the same of what a search strives for: wins, and how near they were
    points: NDArray[np.int32]  # (games, players): where chance must go on, as they stand then

    def chances(self) -> tuple[float, ...]:
        """Every seat's chance to win."""
        return tuple(self.wins.mean(axis=0, dtype=np.float64).tolist())

    def mean_points(self) -> tuple[float, ...]:
        """The points that every seat has in the end, on average."""
        return tuple(self.points.mean(axis=0).tolist())

    def ahead_of(self, other: "Trial", seat: int) -> tuple[float, float]:
        """By how much this gives a seat the better chance to win, and the standard error of that."""
        return _difference(self.wins[:, seat], other.wins[:, seat])

    def nearer_than(self, other: "Trial", seat: int) -> tuple[float, float]:
        """By how much more of what a search strives for, and the standard error of that."""
        return _difference(self.gains[:, seat], other.gains[:, seat])


def _difference(ours: NDArray[np.float32], theirs: NDArray[np.float32]) -> tuple[float, float]:
    more = ours.astype(np.float64) - theirs
    return float(more.mean()), float(more.std() / np.sqrt(len(more)))


def try_moves(view: View, moves: Sequence[Move], simulations: int, seed: Seed) -> list[Trial]:
    """A trial of each of the *moves* by what the seat of *view* may know."""
    return [trial(view.game, view.states(), view.seat, move, simulations, seed) for move in moves]


def trial(
    game: Game,
    known: States,
    seat: int,
    move: Move | None,
    simulations: int,
    seed: Seed,
    *,
    is_open: bool = False,
) -> Trial:
    """A trial of a move, or of no move, in the position *known*; of all there is to know if it *is_open*."""
    settings = SearchBot(game).settings
    if is_open:
        settings = settings._replace(steady=True)  # it goes up to where chance must go on
    found = Trial(
        move,
        np.zeros((simulations, game.players), np.float32),
        np.zeros((simulations, game.players), np.float32),
        np.zeros((simulations, game.players), np.int32),
    )
    bound_trial(game.definition)(
        *(np.repeat(known, RECORDS), np.zeros(simulations + 2, NODE), seat),
        *(NO_MOVE if move is None else int(move), is_open, settings),
        *(
            workspace(game.definition.rules, game.players),
            source(seed),
            found.wins,
            found.gains,
            found.points,
        ),
    )
    return found
