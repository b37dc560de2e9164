"""The search of bots/tree.py with a network's help, compiled, for any game.

Two things are other. A move that is added looks as good as the heuristic says *and* the network thinks, which
has seen the position above it. And what a simulation brings is partly what the network thinks of the new
position and partly how a playout from there ends: *blend* is the network's part. The network is asked within
the simulation, at each new position once: nothing returns to Python, and no visit is made blindly.
"""

from typing import Any, NamedTuple

import numpy as np

from ludotheque.bots.network import POINTS, Layers, Thoughts, think
from ludotheque.bots.tree import FUNCTIONS as PLAIN_FUNCTIONS
from ludotheque.bots.tree import (
    NO_NODE,
    ROOT,
    WORLD,
    Settings,
    Workspace,
    add_heaviest,
    backpropagate,
    believe,
    best_child,
    candidates,
    choose_child,
    play_out,
    reward,
    shortlist_new,
    weigh,
)
from ludotheque.engine.chance import Source
from ludotheque.engine.compiled import int64, short
from ludotheque.engine.contract import Numbers, States, Weights, hide, play, scores, turn
from ludotheque.engine.observation import observe


class Adviser(NamedTuple):
    """The network, and room for it to work in."""

    layers: Layers
    thoughts: Thoughts
    tastes: Numbers  # (CODES, factors): which of the network's tastes a move's is the sum of
    traits: Weights  # room for a game's own numbers of a move, if it has them: then they weigh its tastes
    held: Weights  # (nodes, columns): the tastes at each node
    shown: States  # one record: what the network is told of
    points: Numbers
    totals: Weights  # what each seat has got in all simulations together, and then of the win alone


# What a game's features may replace


@short
def describe(states: States, i: int, seat: int, out: Weights) -> None:
    """All that *seat* sees."""
    observe(states, i, seat, out)


@short
def unveil(states: States, i: int, seat: int, out: States, j: int) -> None:
    """What *seat* may know, and nothing else."""
    hide(states, i, seat, out, j)


@short
def describe_move(states: States, i: int, move: int, out: Weights) -> None:
    """Nothing: a move is known by its factors."""


# The search


@short
def ask(states: States, i: int, seat: int, adviser: Adviser) -> None:
    """Let the network think of a world in which *seat* is to move."""
    inputs, points, players = adviser.thoughts.inputs, adviser.points, len(adviser.points)
    size = len(inputs) - 2 * players
    for k in range(size):
        inputs[k] = 0.0
    unveil(states, i, seat, adviser.shown, int64(0))
    describe(adviser.shown, int64(0), seat, inputs[:size])
    scores(adviser.shown, int64(0), points)
    for step in range(players):
        inputs[size + step] = points[step] * POINTS
        inputs[size + players + step] = points[(seat + step) % players] * POINTS
    think(adviser.layers, adviser.thoughts, int64(players), seat)


@short
def keep_tastes(node: int, adviser: Adviser) -> None:
    """Remember what the network thinks of the moves at a node."""
    first = 4 * len(adviser.points)
    for k in range(adviser.held.shape[1]):
        adviser.held[node, k] = adviser.thoughts.answers[first + k]


@short
def taste(states: States, i: int, move: int, node: int, adviser: Adviser) -> float:
    """What the network thinks of a move at a node: the sum of its factors' tastes, or of its traits'."""
    tastes, traits, held = adviser.tastes, adviser.traits, adviser.held
    liked: Any = np.float32(0.0)
    if len(traits) > 0:
        describe_move(states, i, move, traits)
        for k in range(len(traits)):
            liked += held[node, k] * traits[k]
    else:
        for f in range(tastes.shape[1]):
            liked += held[node, tastes[move, f]]
    return liked


@short
def advise(states: States, node: int, moves: Numbers, count: int, weights: Weights, adviser: Adviser) -> None:
    """Add to how good moves look what the network thinks of them."""
    for k in range(count):
        weights[k] += taste(states, int64(WORLD), int64(moves[k]), node, adviser)


@short
def expand_advised(
    states: States,
    nodes: Any,
    used: int,
    node: int,
    count: int,
    adviser: Adviser,
    work: Workspace,
    rng: Source,
) -> int:
    """As `tree.expand`, with the network's advice."""
    fresh = shortlist_new(count, work)
    weigh(states, int64(WORLD), work.shortlist, fresh, work.weights)
    advise(states, node, work.shortlist, fresh, work.weights, adviser)
    return add_heaviest(states, nodes, used, node, fresh, work, rng)


@short
def descend_advised(
    states: States,
    nodes: Any,
    used: int,
    settings: Settings,
    adviser: Adviser,
    work: Workspace,
    rng: Source,
) -> int:
    """As `tree.descend`, with the network's advice.

    (A function for what both loops share was tried: every search took 5 % longer.)
    """
    world, node = int64(WORLD), int64(ROOT)
    while turn(states, world) >= 0 and node != used:
        child = best_child(nodes, node, settings) if settings.steady else NO_NODE
        if child == NO_NODE:
            count = candidates(states, world, work.moves, work.weights)
            child = choose_child(nodes, node, count, settings, work)
            if child == NO_NODE:
                child = expand_advised(states, nodes, used, node, count, adviser, work, rng)
        node = child
        play(states, world, int64(nodes[node].move))
    return node


@short
def blend_values(blend: float, answers: Weights, work: Workspace) -> None:
    """Let the network's values of a position be part of what was got."""
    players = len(work.gains)
    for seat in range(players):
        work.gains[seat] += blend * (answers[seat] - work.gains[seat])
        work.wins[seat] += blend * (answers[players + seat] - work.wins[seat])


@short
def add_totals(totals: Weights, work: Workspace) -> None:
    """Sum up what was got."""
    players = len(work.gains)
    for seat in range(players):
        totals[seat] += work.gains[seat]
        totals[players + seat] += work.wins[seat]


def simulate_advised(
    states: States,
    nodes: Any,
    used: int,
    seat: int,
    simulations: int,
    settings: Settings,
    blend: float,
    adviser: Adviser,
    work: Workspace,
    rng: Source,
) -> int:
    """As `tree.simulate`, with the network's advice."""
    world = int64(WORLD)
    for _ in range(simulations):
        believe(states, seat, settings.trust, work, rng)
        if used == 1 and nodes[ROOT].visits == 0:
            ask(states, world, seat, adviser)
            keep_tastes(int64(ROOT), adviser)
        node = descend_advised(states, nodes, used, settings, adviser, work, rng)
        whose = int64(turn(states, world))
        if whose >= 0:
            ask(states, world, whose, adviser)
            keep_tastes(node, adviser)
        if whose < 0 or blend < 1.0:
            play_out(states, settings.sample_size, work, rng)
            reward(states, settings, work)
        if whose >= 0:
            blend_values(blend, adviser.thoughts.answers, work)
        add_totals(adviser.totals, work)
        backpropagate(nodes, node, work)
        used = max(used, node + 1)
    return used


# In the order in which they call each other.
OWN_FUNCTIONS = (
    *(ask, keep_tastes, taste, advise, expand_advised, descend_advised, blend_values),
    *(add_totals, simulate_advised),
)
FUNCTIONS = (*PLAIN_FUNCTIONS, observe, describe, unveil, describe_move, *OWN_FUNCTIONS)
