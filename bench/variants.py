"""The search with one thing changed, for games that tell whether that is better.

    ludotheque arena feurio --players 4 --seed 1 --bot bench/variants.py:Variant:simulations=400,win=1 \\
        --bot search:simulations=400 --bot search:simulations=400 --bot search:simulations=400

win       how much the share of the win counts in the reward; the rest is for the lead (0.8 as it is)
sharp     a power of every seat's expected share, where a game goes on after a round: above 1, the lead of now
          counts for more
paranoid  all others want the searching seat to lose, instead of winning themselves (max^n)
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ludotheque.bots.search import SearchBot
from ludotheque.bots.tree import (
    FUNCTIONS,
    RECORDS,
    WORLD,
    Settings,
    Workspace,
    backpropagate,
    believe,
    descend,
    play_out,
    rewards,
)
from ludotheque.core.definition import Definition
from ludotheque.core.game import Game
from ludotheque.core.view import View
from ludotheque.engine.binding import bind
from ludotheque.engine.chance import Seed, Source
from ludotheque.engine.compiled import int64
from ludotheque.engine.contract import States
from ludotheque.engine.rewards import FOR_THE_WIN


class Twist(NamedTuple):
    """What is changed."""

    win: float
    sharp: float
    paranoid: bool


def twist_rewards(work: Workspace, seat: int, twist: Twist) -> None:
    """Make of the usual rewards those that are wanted."""
    gains, wins = work.gains, work.wins
    players = len(gains)
    total = 0.0
    for player in range(players):
        lead = (gains[player] - FOR_THE_WIN * wins[player]) / (1.0 - FOR_THE_WIN)
        gains[player] = twist.win * wins[player] + (1.0 - twist.win) * lead
        if twist.sharp != 1.0:
            gains[player] = max(gains[player], 0.0) ** twist.sharp
            total += gains[player]
    for player in range(players):
        if twist.sharp != 1.0:
            gains[player] /= total
        if twist.paranoid and player != seat:
            gains[player] = 1.0 - gains[seat]


def simulate_twisted(
    states: States,
    nodes: Any,
    used: int,
    seat: int,
    simulations: int,
    settings: Settings,
    twist: Twist,
    work: Workspace,
    rng: Source,
) -> int:
    """As `simulate` in bots/tree.py."""
    for _ in range(simulations):
        believe(states, seat, settings.trust, work, rng)
        node = descend(states, nodes, used, settings, work, rng)
        used = max(used, node + 1)
        play_out(states, settings.sample_size, work, rng)
        rewards(states, int64(WORLD), work.gains, work.wins)
        twist_rewards(work, seat, twist)
        backpropagate(nodes, node, work)
    return used


@cache
def bound_simulate(definition: Definition) -> Callable[..., int]:
    """`simulate_twisted` for a game."""
    functions = (*FUNCTIONS, twist_rewards, simulate_twisted)
    found: Callable[..., int] = bind(definition.rules, *functions, heuristic=definition.heuristic)[
        "simulate_twisted"
    ]
    return found


class Variant(SearchBot):
    """Takes the settings of `search`, and those above."""

    def __init__(
        self,
        game: Game,
        *,
        win: float = FOR_THE_WIN,
        sharp: float = 1.0,
        paranoid: bool = False,
        seed: Seed | None = None,
        **settings: Any,
    ) -> None:
        super().__init__(game, seed=seed, **settings)
        self._twist = Twist(float(win), float(sharp), paranoid)

    def _simulating(self, view: View, rng: Source) -> Callable[[Any, int, int], int]:
        states, work = np.repeat(view.states(), RECORDS), self._workspace()
        simulate = bound_simulate(self._game.definition)
        return lambda nodes, used, count: simulate(
            states, nodes, used, view.seat, count, self.settings, self._twist, work, rng
        )
