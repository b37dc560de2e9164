"""Information-set Monte Carlo tree search, compiled, for any game that keeps the contract.

One simulation (Cowling, Powley and Whitehouse, 2012, with a single observer):

    believe        fill in what the searching seat cannot know, as sensible players may hold it
    descend        from the root by the legal moves of *this* world, while the tree has seen them
    expand         add one move that it has not, the best looking first
    play out       to the end, or to where chance must go on (a new deal), by half-sensible random moves
    backpropagate  each seat's reward to the moves that it made

A node stands for a move after the moves above it, whatever is hidden, so that all worlds share what they
teach. Its value is the reward of the seat that made the move; how often it could have been chosen
(`availability`) replaces the parent's visits in the usual formula. Where there are thousands of moves they
are opened progressively: a node visited v times has at most *widening* × √v children.

Worlds that explain what the others did come up more often than those that do not, by the independence
sampler of Metropolis and Hastings: each simulation imagines a new world, and takes it instead of the one
before if a coin, weighted by how much more `plausible` it is, says so.

Nothing here returns to Python until a batch of simulations is done. All that a simulation does is `short`: to
hand the arrays of a workspace from function to function took up to a fifth of its time.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from ludotheque.engine.chance import Source, below
from ludotheque.engine.compiled import int64, layout, short
from ludotheque.engine.contract import (
    Numbers,
    States,
    Weights,
    imagine,
    legal,
    pick,
    play,
    scores,
    turn,
    winners,
)
from ludotheque.engine.rewards import FOR_THE_WIN, win_and_lead
from ludotheque.engine.worlds import plausible

ROOT = 0
CERTAIN = 1 << 30  # as a coin's weight
NO_NODE = 0  # the root is nobody's child
KNOWN, WORLD, BELIEVED = 0, 1, 2  # records: what the seat knows, a world that is played on, how it began
RECORDS = 3
NO_BELIEF = -1e9  # less plausible than any world
MOST_LOGS = 8192
LOGS = np.log(np.arange(MOST_LOGS) + 1.0)  # they are asked for more often than anything else
REACH = 10.0  # points that are a clear lead, where a game's heuristic does not say

NODE = layout(
    [
        ("reward", np.float64),  # sum over visits, of the seat that made the move
        ("wins", np.float64),  # the same of its chance to win
        ("move", np.int32),
        ("parent", np.int32),
        ("first", np.int32),  # child
        ("sibling", np.int32),
        ("visits", np.int32),
        ("availability", np.int32),  # simulations in which the move was legal when its parent was reached
        ("children", np.int32),
        ("choices", np.int32),  # moves worth a search when its children were last compared with them
        ("weight", np.float32),  # how good it looked when it was added
        ("seat", np.int8),  # who made the move
    ]
)


class Settings(NamedTuple):
    """How a search weighs what it knows against what it does not."""

    exploration: float
    bias: float  # how much it counts how good a move looked
    widening: float
    sample_size: int  # random moves of which a playout takes the best looking; 1: any move
    trust: float  # how much it counts that sensible players would not have played so; 0: nothing
    steady: bool  # nothing is hidden or left to chance: a node always has the same moves
    win: float  # how much of a reward the win is, as in `engine.rewards`; the rest is for the lead


class Workspace(NamedTuple):
    """Room to work in."""

    moves: Numbers  # MAX_MOVES
    shortlist: Numbers  # MAX_MOVES
    weights: Weights  # MAX_MOVES
    stamps: Numbers  # one for every move's integer, and a serial number
    gains: Weights  # one for every seat: its reward
    wins: Weights  # and its share of the win, or its chance of it
    belief: Weights  # one: how plausible the world is that is believed


def workspace(rules: Any, players: int) -> Workspace:
    """Room for a game of so many players."""
    most = rules.MAX_MOVES
    return Workspace(
        moves=np.zeros(most, np.int32),
        shortlist=np.zeros(most, np.int32),
        weights=np.zeros(most, np.float32),
        stamps=np.zeros(rules.CODES + 1, np.int32),
        gains=np.zeros(players, np.float32),
        wins=np.zeros(players, np.float32),
        belief=np.full(1, NO_BELIEF, np.float32),
    )


# What a game's heuristic may replace


@short
def weigh(states: States, i: int, moves: Numbers, count: int, weights: Weights) -> None:
    """No move looks better than another."""
    for k in range(count):
        weights[k] = 0.0


def rewards(states: States, i: int, gains: Weights, wins: Weights) -> None:
    """The share of the win, and a little for the lead in points.

    A game that nobody wins is worth as much as one that all share, unless somebody plays alone. That all win
    with a score of 1 is a shared goal that was met.
    """
    players = len(gains)
    points = np.zeros(players, np.int32)
    scores(states, i, points)
    winning, everybody = int64(winners(states, i)), (int64(1) << players) - 1
    win_and_lead(points, winning if winning else everybody, REACH, gains, wins)
    together = winning == everybody and points.min() == 1 and points.max() == 1
    for seat in range(players):
        if together:
            gains[seat], wins[seat] = 1.0, 1.0
        elif winning == 0:
            wins[seat] = 0.0
            if players == 1:
                gains[seat] = 0.0


@short
def glance(states: States, i: int, moves: Numbers, count: int, weights: Weights) -> None:
    """How good each move looks, without haste."""
    weigh(states, i, moves, count, weights)


@short
def candidates(states: States, i: int, moves: Numbers, weights: Weights) -> int:
    """The legal moves, all of them."""
    return legal(states, i, moves)


@short
def improvise(states: States, i: int, sample: Numbers, moves: Numbers, weights: Weights, rng: Source) -> int:
    """The best looking of a *sample* of random moves."""
    size, best = len(sample), 0
    for k in range(size):
        sample[k] = pick(states, i, rng, moves)
    glance(states, i, sample, size, weights)
    for k in range(1, size):
        if weights[k] > weights[best]:
            best = k
    return int64(sample[best])


# The search


@short
def believe(states: States, seat: int, trust: float, work: Workspace, rng: Source) -> None:
    """Imagine a world, and go back to the one believed before if that is, by luck, the more plausible."""
    world = int64(WORLD)
    states[WORLD] = states[KNOWN]
    imagine(states, world, seat, rng)
    now = plausible(states, world, seat)
    gain = trust * (now - work.belief[0])
    if gain >= 0.0 or below(rng, CERTAIN) < CERTAIN * math.exp(gain):
        states[BELIEVED] = states[WORLD]
        work.belief[0] = now
    else:
        states[WORLD] = states[BELIEVED]


@short
def has_room(nodes: Any, node: int, children: int, settings: Settings) -> bool:
    """Whether a node of so many *children* may have one more."""
    return children < settings.widening * math.sqrt(nodes[node].visits + 1.0)


@short
def best_child(nodes: Any, node: int, settings: Settings) -> int:
    """The child to descend to where all are legal; NO_NODE if it is time to add one, or if it has none."""
    children = nodes[node].children
    if children == 0 or (children < nodes[node].choices and has_room(nodes, node, children, settings)):
        return NO_NODE
    best, best_value = NO_NODE, -1.0
    child = int64(nodes[node].first)
    while child != NO_NODE:
        nodes[child].availability += 1
        value = ucb(nodes, child, settings)
        if value > best_value:
            best, best_value = child, value
        child = int64(nodes[child].sibling)
    return best


@short
def choose_child(nodes: Any, node: int, count: int, settings: Settings, work: Workspace) -> int:
    """The child to descend to among those legal in this world, or NO_NODE if it is time to add one.

    Afterwards a legal move that has no child yet is one whose stamp is the newest.
    """
    stamps = work.stamps
    serial = stamps[-1] + 1
    stamps[-1] = serial
    for k in range(count):
        stamps[work.moves[k]] = serial
    children, best, best_value = 0, NO_NODE, -1.0
    child = int64(nodes[node].first)
    while child != NO_NODE:
        n = nodes[child]
        if stamps[n.move] == serial:
            stamps[n.move] = 0
            n.availability += 1
            children += 1
            value = ucb(nodes, child, settings)
            if value > best_value:
                best, best_value = child, value
        child = int64(n.sibling)
    nodes[node].choices = count
    return NO_NODE if children < count and has_room(nodes, node, children, settings) else best


@short
def ucb(nodes: Any, node: int, settings: Settings) -> float:
    """How much a node deserves the next visit: an upper confidence bound, with its looks as a prior."""
    n = nodes[node]
    availability = int64(n.availability)
    log = LOGS[availability] if availability < MOST_LOGS else math.log(availability + 1.0)
    doubt = math.sqrt(log / n.visits)
    prior = n.weight / (1.0 + n.visits)
    return n.reward / n.visits + settings.exploration * doubt + settings.bias * prior


@short
def heaviest(count: int, work: Workspace, rng: Source) -> int:
    """Which of the first *count* moves of the shortlist has the largest weight; of equals any one."""
    best = below(rng, count)
    for k in range(count):
        if work.weights[k] > work.weights[best]:
            best = k
    return best


@short
def shortlist_new(count: int, work: Workspace) -> int:
    """Put those of the legal moves that have no child yet on the shortlist; return how many."""
    fresh = 0
    for k in range(count):
        if work.stamps[work.moves[k]] == work.stamps[-1]:
            work.shortlist[fresh] = work.moves[k]
            fresh += 1
    return fresh


@short
def add_child(nodes: Any, used: int, node: int, move: int, seat: int, weight: float) -> None:
    """Make node *used* the newest child of *node*."""
    n = nodes[used]
    n.move, n.parent, n.seat, n.weight = move, node, seat, weight
    n.first, n.children, n.visits, n.availability, n.reward, n.wins = NO_NODE, 0, 0, 1, 0.0, 0.0
    n.sibling = nodes[node].first
    nodes[node].first = used
    nodes[node].children += 1


@short
def add_heaviest(
    states: States, nodes: Any, used: int, node: int, count: int, work: Workspace, rng: Source
) -> int:
    """Add the best looking of the first *count* moves of the shortlist, as node *used*."""
    best = heaviest(count, work, rng)
    seat = int64(turn(states, int64(WORLD)))
    add_child(nodes, used, node, int64(work.shortlist[best]), seat, work.weights[best])
    return used


@short
def expand(states: States, nodes: Any, used: int, node: int, count: int, work: Workspace, rng: Source) -> int:
    """Add the best looking legal move that *node* has no child for."""
    fresh = shortlist_new(count, work)
    weigh(states, int64(WORLD), work.shortlist, fresh, work.weights)
    return add_heaviest(states, nodes, used, node, fresh, work, rng)


@short
def descend(states: States, nodes: Any, used: int, settings: Settings, work: Workspace, rng: Source) -> int:
    """Play from the root to the first new node, number *used*, or to where nobody decides."""
    world, node = int64(WORLD), int64(ROOT)
    while turn(states, world) >= 0 and node != used:
        child = best_child(nodes, node, settings) if settings.steady else NO_NODE
        if child == NO_NODE:
            count = candidates(states, world, work.moves, work.weights)
            child = choose_child(nodes, node, count, settings, work)
            if child == NO_NODE:
                child = expand(states, nodes, used, node, count, work, rng)
        node = child
        play(states, world, int64(nodes[node].move))
    return node


@short
def play_out(states: States, sample_size: int, work: Workspace, rng: Source) -> None:
    """Play on until nobody decides, by moves that are half sensible; *sample_size* 1: by any."""
    world = int64(WORLD)
    moves, weights = work.moves, work.weights  # numba counts every access
    sample = work.shortlist[:sample_size]
    if sample_size == 1:
        while turn(states, world) >= 0:
            play(states, world, pick(states, world, rng, moves))
    while turn(states, world) >= 0:
        play(states, world, improvise(states, world, sample, moves, weights, rng))


@short
def stress(win: float, gains: Weights, wins: Weights) -> None:
    """Make of the usual rewards those with *win* for the win, and the rest for the lead."""
    if win != FOR_THE_WIN:
        part = (1.0 - win) / (1.0 - FOR_THE_WIN)
        for seat in range(len(gains)):
            gains[seat] = wins[seat] + part * (gains[seat] - wins[seat])


@short
def reward(states: States, settings: Settings, work: Workspace) -> None:
    """What each seat has got, the win and the lead in the proportion that is wanted."""
    rewards(states, int64(WORLD), work.gains, work.wins)
    stress(settings.win, work.gains, work.wins)


@short
def backpropagate(nodes: Any, node: int, work: Workspace) -> None:
    """Add to every move on the way what its seat has got."""
    nodes[ROOT].visits += 1
    while node != ROOT:
        n = nodes[node]
        n.visits += 1
        n.reward += work.gains[n.seat]
        n.wins += work.wins[n.seat]
        node = int64(n.parent)


def simulate(
    states: States,
    nodes: Any,
    used: int,
    seat: int,
    simulations: int,
    settings: Settings,
    work: Workspace,
    rng: Source,
) -> int:
    """Add *simulations* of *seat*'s to the tree of *used* nodes; return how many nodes it has now."""
    for _ in range(simulations):
        believe(states, seat, settings.trust, work, rng)
        node = descend(states, nodes, used, settings, work, rng)
        used = max(used, node + 1)
        play_out(states, settings.sample_size, work, rng)
        reward(states, settings, work)
        backpropagate(nodes, node, work)
    return used


def lead(nodes: Any) -> int:
    """By how many visits the move searched most is ahead of the next."""
    first, second = 0, 0
    child = int64(nodes[ROOT].first)
    while child != NO_NODE:
        visits = int64(nodes[child].visits)
        first, second = max(first, visits), max(second, min(first, visits))
        child = int64(nodes[child].sibling)
    return first - second


# In the order in which they call each other.
FUNCTIONS = (
    weigh,
    rewards,
    plausible,
    glance,
    candidates,
    improvise,
    believe,
    ucb,
    has_room,
    best_child,
    choose_child,
    heaviest,
    shortlist_new,
    add_child,
    add_heaviest,
    expand,
    descend,
    play_out,
    stress,
    reward,
    backpropagate,
    simulate,
    lead,
)
