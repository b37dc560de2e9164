"""What bots know of Fou! beyond its rules: which cards look good, what a seat wants, and what a play tells.

The numbers were fitted to the choices of a search with random playouts (2000 simulations, five players), so
that `weigh` is about the logarithm of how often it would play a card. It shuns the disc while the round is
young, leads what few can follow, and gets rid of high cards when somebody has not many left.
"""

import math
from typing import Any, NamedTuple

from ludotheque.engine.bits import NONE, bit, lowest, popcount
from ludotheque.engine.bits import ONE as BIT_0
from ludotheque.engine.compiled import compiled, int64
from ludotheque.engine.contract import Numbers, States, Weights
from ludotheque.engine.rewards import FOR_THE_WIN
from ludotheque.games.fou.cards import LANE, LANES, MOST_HAND, ONE, OPEN, discs_of, hand_size
from ludotheque.games.fou.imagining import unseen_by
from ludotheque.games.fou.rules import (
    ENDED,
    NO_RANK,
    card_of,
    led_with,
    playable_of,
    rank_of,
    ranked,
    winners,
)

SPREAD = 22.0  # points by which totals still change; the larger, the less a lead counts
SCALE = 0.4  # of weights beside logarithms: what search takes for a clear preference


class Trick(NamedTuple):
    """What lies on the table before a seat plays."""

    led: int  # the trick colour, or OPEN
    highest: int  # ranks, as in `rules`: of the card that wins so far
    worst: int  # and of the worst two
    second_worst: int
    waiting: int  # seats still to play, this one too


class Knowledge(NamedTuple):
    """What a seat knows besides."""

    seat: int
    hand_0: Any  # a set of cards
    hand_1: Any
    unseen_0: Any  # neither in the hand nor played
    unseen_1: Any
    players: int
    early: float  # 1 at the start of a round, 0 when somebody has no card left


@compiled
def weigh(states: States, i: int, moves: Numbers, count: int, weights: Weights) -> None:
    """How much a good player likes each card."""
    s = states[i]
    trick = Trick(int64(s.led), int64(s.highest), int64(s.worst), int64(s.second_worst), int64(s.waiting))
    known = _knowledge(s, int64(s.seat), s.hands[s.seat, 0], s.hands[s.seat, 1])
    for k in range(count):
        weights[k] = SCALE * _liking(int64(moves[k]), trick, known)


@compiled
def _knowledge(s: Any, seat: int, hand_0: Any, hand_1: Any) -> Knowledge:
    """What a seat with this hand knows."""
    players = int64(s.players)
    fewest = MOST_HAND
    for other in range(players):
        fewest = min(fewest, int64(s.counts[other]))
    unseen_0, unseen_1 = unseen_by(s, hand_0, hand_1)
    return Knowledge(seat, hand_0, hand_1, unseen_0, unseen_1, players, fewest / MOST_HAND)


@compiled
def _liking(card: int, trick: Trick, known: Knowledge) -> float:
    """The logarithm of how often a good player prefers this card."""
    if card == ONE:
        return _liking_of_a_one(trick, known)
    value, colour = card % LANE, card // LANE
    hand = known.hand_0 if colour < 2 else known.hand_1
    unseen = known.unseen_0 if colour < 2 else known.unseen_1
    lane = LANES[colour, colour >> 1]
    lower = lane & (bit(card & 63) - BIT_0)
    lower_unseen = popcount(unseen & lower)
    tens, late = 0.1 * value, 1.0 - known.early
    if trick.led == OPEN:
        higher_unseen = popcount(unseen & lane) - lower_unseen
        liking = 2.1 * tens * late - (1.1 * lower_unseen + 2.0 * higher_unseen) / known.players
        return liking + 0.4 * popcount(hand & lane) + 0.4 * popcount(hand & lower)
    if colour == trick.led:
        rank = rank_of(card, trick.led, trick.waiting, known.seat)
        liking = tens * (1.5 * late - 0.9 * known.early) + (0.8 if rank > trick.highest else 0.0)
        if rank < _limit(trick, known):  # it would take a disc as it lies (O10)
            liking += 3.6 * tens - 4.6 - 0.2 * min(lower_unseen, 8)
        return liking
    liking = tens * (4.1 * late - 1.9 * known.early) + 0.6 * popcount(hand & lane)
    liking -= 1.2 * lower_unseen / known.players
    rank = rank_of(card, trick.led, trick.waiting, known.seat)
    return liking + (2.1 * tens - 6.7 if rank < _limit(trick, known) else 0.0)


@compiled
def _liking_of_a_one(trick: Trick, known: Knowledge) -> float:
    """A 1 is safe where as many have discarded as there are discs: those cards are worse (O10)."""
    if trick.led == OPEN:
        return -1.7 - 0.4 * known.early
    if rank_of(ONE, trick.led, trick.waiting, known.seat) > _limit(trick, known):
        return 2.1 + 1.4 * known.early
    return 0.15 * (trick.waiting - 1) - 0.6 - 1.7 * known.early


@compiled
def _limit(trick: Trick, known: Knowledge) -> int:
    """A rank below this takes a disc, as the trick lies (O10)."""
    return trick.second_worst if discs_of(known.players) == 2 else trick.worst


@compiled
def plausible(states: States, i: int, seat: int) -> float:
    """How likely the others would have played what they did, to this trick and the previous one."""
    s = states[i]
    total = _explained(s, seat, s.trick, int64(s.leader), int64(s.waiting), NONE)
    in_this_trick = card_of(s.trick, int64(s.last_leader)) > 0
    if hand_size(s.players) > s.counts[s.last_leader] + in_this_trick:  # else it was of the previous round
        total += _explained(s, seat, s.last_trick, int64(s.last_leader), int64(0), s.trick)
    return total


@compiled
def _explained(s: Any, me: int, laid: Any, leader: int, waiting: int, later: Any) -> float:
    """The logarithm of the chance of what the others *laid*, with *waiting* seats to come.

    Their hands were those of now, and what they have played *later*.
    """
    if laid == NONE:
        return 0.0
    for seat in range(s.players):
        waiting += card_of(laid, seat) > 0
    led, highest, worst, second_worst = OPEN, 0, NO_RANK, NO_RANK
    total = 0.0
    for step in range(s.players):
        seat = (leader + step) % int64(s.players)
        card = card_of(laid, seat)
        if card == 0:
            continue
        if seat != me:
            trick = Trick(led, highest, worst, second_worst, waiting)
            total += _log_chance(s, seat, card, card_of(later, seat), trick)
        led = led_with(led, card)
        rank = rank_of(card, led, waiting, seat)
        highest, worst, second_worst = ranked(highest, worst, second_worst, rank)
        waiting -= 1
    return total


@compiled
def _log_chance(s: Any, seat: int, card: int, later: int, trick: Trick) -> float:
    """The logarithm of the chance that a seat plays this card of all that it may (O6, O7)."""
    hand_0, hand_1 = s.hands[seat, 0], s.hands[seat, 1]
    for held in (card, later):
        hand_0 |= bit(held) if 0 < held < 64 else NONE
        hand_1 |= bit(held - 64) if held >= 64 else NONE
    known = _knowledge(s, seat, hand_0, hand_1)
    may_0, may_1 = playable_of(hand_0, hand_1, trick.led)
    total = 0.0
    while may_0 != NONE:
        total += math.exp(_liking(int64(lowest(may_0)), trick, known))
        may_0 &= may_0 - BIT_0
    while may_1 != NONE:
        total += math.exp(_liking(int64(64 + lowest(may_1)), trick, known))
        may_1 &= may_1 - BIT_0
    return _liking(card, trick, known) - math.log(total)


@compiled
def rewards(states: States, i: int, gains: Weights, wins: Weights) -> None:
    """The chance to win the whole game, from the totals as they stand; at its end, the win itself (O17)."""
    s = states[i]
    players = int64(s.players)
    winning = winners(states, i) if s.phase == ENDED else 0
    highest = s.totals[0]
    for seat in range(players):
        highest = max(highest, s.totals[seat])
    total = 0.0
    for seat in range(players):
        gains[seat] = math.exp((s.totals[seat] - highest) / SPREAD)
        total += gains[seat]
    for seat in range(players):
        gains[seat] /= total
        wins[seat] = gains[seat]
        if winning:
            wins[seat] = ((winning >> seat) & 1) / popcount(winning)
            gains[seat] = (1.0 - FOR_THE_WIN) * gains[seat] + FOR_THE_WIN * wins[seat]
