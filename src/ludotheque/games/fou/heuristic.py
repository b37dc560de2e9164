"""What bots know of Fou! beyond its rules: which cards look good, and what a seat wants."""

import math
from typing import Any

from ludotheque.core.bits import popcount
from ludotheque.core.compiled import compiled, int64
from ludotheque.core.contract import Numbers, States, Weights
from ludotheque.games.fou.cards import LANE, ONE, OPEN
from ludotheque.games.fou.rules import ENDED, FOLLOWS, winners

SPREAD = 22.0  # points by which totals still change; the larger, the less a lead counts


@compiled
def weigh(states: States, i: int, moves: Numbers, count: int, weights: Weights) -> None:
    """High cards first: they cost most in hand and seldom make a Fool. A 1 goes when it is safe."""
    s = states[i]
    for k in range(count):
        card = int64(moves[k])
        weights[k] = _one(s) if card == ONE else 0.08 * (card % LANE) + _place(s, card)


@compiled
def _one(s: Any) -> float:
    """A 1 is safe where somebody has discarded: that card is worse (O10)."""
    if s.asked == OPEN:
        return -0.5
    return 2.5 if s.worst < FOLLOWS << 8 else -0.5


@compiled
def _place(s: Any, card: int) -> float:
    """Whether the card would be the worst so far (O10); discarding is the more dangerous."""
    if s.asked == OPEN:
        return 0.0
    value = card % LANE + (FOLLOWS if card // LANE == s.asked else 0)
    return -0.8 if value << 8 < s.worst else 0.2


@compiled
def rewards(states: States, i: int, out: Weights) -> None:
    """The chance to win the whole game, from the totals as they stand; at its end, the win itself (O17)."""
    s = states[i]
    players = int64(s.players)
    winning = winners(states, i) if s.phase == ENDED else 0
    highest = s.totals[0]
    for seat in range(players):
        highest = max(highest, s.totals[seat])
    total = 0.0
    for seat in range(players):
        out[seat] = math.exp((s.totals[seat] - highest) / SPREAD)
        total += out[seat]
    for seat in range(players):
        out[seat] /= total
        if winning:
            out[seat] = 0.2 * out[seat] + 0.8 * ((winning >> seat) & 1) / popcount(winning)
