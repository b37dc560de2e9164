"""Information-set tree search with an evaluator instead of playouts, compiled, for any game.

One simulation:

    believe   as in bots/tree.py: a world that the searching seat thinks possible
    descend   from the root by PUCT (Silver and others, 2017) among the legal moves of *this* world, down to a
              position that nobody has judged yet, or to where nobody decides
    observe   what the seat to move there sees, as a row for the evaluator
    settle    when it has answered: the priors stay with the position, each seat's value goes to its moves

Many descents are made before the evaluator is asked once. Until it has answered, each counts as a visit that
brought nothing (a virtual loss), so that the next ones go elsewhere. Where chance must go on, in a new deal,
the tree ends: each visit deals anew, and the evaluator judges that deal.

Moves that hidden cards make possible differ from world to world, so that a position keeps the evaluator's
whole row of logits, the mean of all it was asked for, and takes the softmax over what is legal at each visit.
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludotheque.bots.tree import FUNCTIONS as PLAIN_FUNCTIONS
from ludotheque.bots.tree import NO_NODE, ROOT, WORLD, Workspace, add_child, believe
from ludotheque.engine.batches import end_game, observe_game
from ludotheque.engine.chance import Source
from ludotheque.engine.compiled import int64
from ludotheque.engine.contract import OVER, Numbers, States, Weights, legal, play, turn
from ludotheque.engine.kernels import begin_round
from ludotheque.engine.observation import observe


class GuidedSettings(NamedTuple):
    """How a search weighs what it was told against what it has seen."""

    exploration: float
    trust: float  # as in `tree.Settings`
    reward: int  # what the end of a game is worth, as `engine.batches` says


class Judged(NamedTuple):
    """What the evaluator said of each node."""

    logits: Weights  # (nodes, columns)
    values: Weights  # (nodes,) of the seat to move
    answers: Numbers  # (nodes,) how often it was asked


class Leaves(NamedTuple):
    """What it is to be asked next."""

    nodes: Numbers
    seats: Numbers
    tensors: Weights  # (most, size)


class Scratch(NamedTuple):
    """Room to work in, besides a `tree.Workspace`."""

    columns: Numbers  # (CODES, factors): which logits a move's is the sum of
    hidden: States  # one record
    points: Numbers
    outcome: NDArray[np.uint8]


def softmax_priors(logits: Weights, columns: Numbers, moves: Numbers, count: int, weights: Weights) -> None:
    """How likely each of the first *count* moves is."""
    highest = np.float32(-np.inf)
    for k in range(count):
        logit = np.float32(0.0)
        for f in range(columns.shape[1]):
            logit += logits[columns[moves[k], f]]
        weights[k] = logit
        highest = max(highest, logit)
    total = 0.0
    for k in range(count):
        weights[k] = math.exp(weights[k] - highest)
        total += weights[k]
    for k in range(count):
        weights[k] = weights[k] / total


def most_promising(
    nodes: Any, node: int, urgency: float, count: int, exploration: float, work: Workspace
) -> int:
    """Which of the legal moves to follow. One that has no node yet is thought worth *urgency*.

    Afterwards the stamp of that move is its node, or NO_NODE; all others are clear.
    """
    stamps, moves = work.stamps, work.moves
    child = int64(nodes[node].first)
    while child != NO_NODE:
        stamps[nodes[child].move] = child
        child = int64(nodes[child].sibling)
    best, best_value = 0, -1.0
    for k in range(count):
        value, seen, available = urgency, 0, int64(nodes[node].visits)
        child = int64(stamps[moves[k]])
        if child != NO_NODE:
            n = nodes[child]
            n.availability += 1
            value, seen, available = n.reward / n.visits, int64(n.visits), int64(n.availability)
        value += exploration * work.weights[k] * math.sqrt(available + 1.0) / (1.0 + seen)
        if value > best_value:
            best, best_value = k, value
    kept = stamps[moves[best]]
    child = int64(nodes[node].first)
    while child != NO_NODE:
        stamps[nodes[child].move] = NO_NODE
        child = int64(nodes[child].sibling)
    stamps[moves[best]] = kept
    return best


def descend_guided(
    states: States,
    nodes: Any,
    used: int,
    judged: Judged,
    settings: GuidedSettings,
    work: Workspace,
    columns: Numbers,
) -> int:
    """Play to the first node that nobody has judged, perhaps a new one, number *used*; count all visits."""
    world, node = int64(WORLD), int64(ROOT)
    nodes[node].visits += 1
    while turn(states, world) >= 0 and judged.answers[node] > 0:
        count = legal(states, world, work.moves)
        softmax_priors(judged.logits[node], columns, work.moves, count, work.weights)
        best = most_promising(nodes, node, judged.values[node], count, settings.exploration, work)
        move = int64(work.moves[best])
        child = int64(work.stamps[move])
        work.stamps[move] = NO_NODE
        if child == NO_NODE:
            child = int64(used)
            add_child(nodes, child, node, move, int64(turn(states, world)), work.weights[best])
        node = child
        nodes[node].visits += 1
        play(states, world, move)
    return node


def add_value(nodes: Any, node: int, gains: Weights) -> None:
    """Give every move on the way what its seat has got."""
    while node != ROOT:
        n = nodes[node]
        n.reward += gains[n.seat]
        n.wins += gains[n.seat]
        node = int64(n.parent)


def gather_leaves(
    states: States,
    nodes: Any,
    used: int,
    seat: int,
    wanted: int,
    settings: GuidedSettings,
    judged: Judged,
    leaves: Leaves,
    work: Workspace,
    scratch: Scratch,
    rng: Source,
) -> tuple[int, int]:
    """Descend *wanted* times; how many nodes there are now, and how many leaves are to be judged.

    A game that has ended needs no judgement.
    """
    world, found = int64(WORLD), 0
    for _ in range(wanted):
        believe(states, seat, settings.trust, work, rng)
        node = descend_guided(states, nodes, used, judged, settings, work, scratch.columns)
        used = max(used, node + 1)
        begin_round(states, world, rng, scratch.outcome)
        whose = turn(states, world)
        if whose == OVER:
            end_game(states, world, settings.reward, scratch.points, work.gains)
            add_value(nodes, node, work.gains)
        else:
            leaves.nodes[found], leaves.seats[found] = node, whose
            observe_game(states, world, int64(whose), scratch.hidden, leaves.tensors[found])
            found += 1
    return used, found


def settle_leaves(
    nodes: Any, judged: Judged, leaves: Leaves, count: int, priors: Weights, values: Weights, gains: Weights
) -> None:
    """Take what the evaluator said of the first *count* leaves; values begin with the seat to move."""
    players = len(gains)
    for k in range(count):
        node, seat = int64(leaves.nodes[k]), int64(leaves.seats[k])
        judged.answers[node] += 1
        part = np.float32(1.0 / judged.answers[node])
        for column in range(priors.shape[1]):
            judged.logits[node, column] += (priors[k, column] - judged.logits[node, column]) * part
        judged.values[node] += (values[k, 0] - judged.values[node]) * part
        for step in range(players):
            gains[(seat + step) % players] = values[k, step]
        add_value(nodes, node, gains)


# In the order in which they call each other.
OWN_FUNCTIONS = (
    *(softmax_priors, most_promising, descend_guided, add_value),
    *(gather_leaves, settle_leaves),
)
FUNCTIONS = (*PLAIN_FUNCTIONS, end_game, begin_round, observe, observe_game, *OWN_FUNCTIONS)
