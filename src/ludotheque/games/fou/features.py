"""What a network is told of Fou!: how each hand stands against all others, not which cards it holds.

A network judges worlds that the search imagines, with every hand open (`unveil`), as a playout would play
them: whoever has yet to play sees its own hand alone, and so could not judge what the others' are worth. What
it is told of moves is what their player may know.

Of a world it is told, each number from about −1 to 1:

    table   the trick so far, how long the round may last (O11) and the game (O16)
    seats   a block for each, the mover's first and then on to the left: what its hand may cost (O13), how
            its cards stand within their colours (O9, O10), and what it has done, or can do, in this trick

Colours differ in nothing but their cards (O2), so that none is told by its name: all numbers are about the
trick colour, or sums over all colours.
"""

from typing import Any

import numpy as np

from ludotheque.engine.bits import NONE, bit, lowest, popcount
from ludotheque.engine.bits import ONE as BIT_0
from ludotheque.engine.compiled import compiled, inlined, int64
from ludotheque.engine.contract import States, Weights
from ludotheque.games.fou.cards import (
    BIT_ONE,
    COLOURS,
    DIGITS,
    LANE,
    LANES,
    LOWEST,
    MOST_HAND,
    MOST_SEATS,
    ONE,
    OPEN,
    discs_of,
)
from ludotheque.games.fou.imagining import unseen_by
from ludotheque.games.fou.rules import (
    COST_OF_A_ONE,
    FOLLOWS,
    LOST_AT,
    MOST_PRIZES,
    NO_RANK,
    card_of,
    discards,
    led_with,
    playable_of,
    rank_of,
)

VALUE = 20.0  # of a card, that counts as 1
COST = 64.0  # of a hand
FEW = 4.0  # cards, colours or seats
TABLE = 12
HAND, TRICK = 15, 13
SEAT = HAND + TRICK
FEATURES = TABLE + MOST_SEATS * SEAT
MOVE_FEATURES = 24
COLUMN = np.uint64(1 | 1 << LANE)  # the cards of one value in a word, once shifted


@compiled
def unveil(states: States, i: int, seat: int, out: States, j: int) -> None:
    """The world as it is imagined: every hand lies open to whoever judges it."""
    out[j] = states[i]


# A world


@compiled
def describe(states: States, i: int, seat: int, out: Weights) -> None:
    """The table, and then all seats, the mover's first."""
    s = states[i]
    players, fewest = int64(s.players), int64(MOST_HAND)
    held_0, held_1 = NONE, NONE
    for other in range(players):
        fewest = min(fewest, int64(s.counts[other]))
        held_0 |= s.hands[other, 0] & ~BIT_ONE
        held_1 |= s.hands[other, 1]
    _describe_table(s, fewest, held_0, held_1, out)
    blocks = out[TABLE:].reshape(MOST_SEATS, SEAT)
    for step in range(players):
        other = (seat + step) % players
        _describe_hand(s, other, fewest, held_0, held_1, blocks[step])
        _describe_part(s, other, blocks[step, HAND:])


@inlined
def _limit(s: Any) -> int:
    """A rank below this takes a disc, as the trick lies (O10)."""
    limit: int = int64(s.second_worst) if discs_of(int64(s.players)) == 2 else int64(s.worst)
    return limit


@inlined
def _value_in(rank: int) -> float:
    """The value of the card that has this rank in the trick."""
    return ((rank >> 8) % FOLLOWS) / VALUE


@compiled
def _describe_table(s: Any, fewest: int, held_0: Any, held_1: Any, out: Weights) -> None:
    """The trick as it lies, and how soon the round (O11) and the game (O16) may end."""
    out[0], out[1] = s.led == OPEN, s.waiting / FEW
    if s.led != OPEN:
        out[2] = popcount(held_0 & LANES[s.led, 0] | held_1 & LANES[s.led, 1]) / VALUE
    if s.worst != NO_RANK:
        out[3], out[4] = _value_in(int64(s.highest)), _value_in(int64(s.worst))
        out[5] = s.worst >> 8 < FOLLOWS  # a discard is worse than all that follows (O10)
    out[6], out[7] = fewest / MOST_HAND, fewest == 1
    most, least = int64(0), int64(0)
    for seat in range(int64(s.players)):
        most = max(most, int64(s.tens[seat]))
        least = min(least, int64(s.totals[seat]))
    out[8], out[9] = most / MOST_PRIZES, least / LOST_AT
    if s.rounds > 0:
        out[10], out[11] = 1.0, 1.0 / (s.rounds - s.finished)


@compiled
def _describe_hand(s: Any, seat: int, fewest: int, held_0: Any, held_1: Any, out: Weights) -> None:
    """What a hand may cost at the end (O13), and how its cards stand within their colours."""
    count, ones = int64(s.counts[seat]), int64(s.ones[seat])
    hand_0, hand_1 = s.hands[seat, 0] & ~BIT_ONE, s.hands[seat, 1]
    gap = count - fewest
    cost = _cost(hand_0, hand_1) + COST_OF_A_ONE * ones
    least, more = _cheapest(hand_0, hand_1, ones, gap)
    out[0], out[1], out[2] = count / MOST_HAND, gap / FEW, gap == 0
    out[3], out[4], out[5] = cost / COST, least / COST, more / COST
    out[6], out[7] = ones / FEW, s.tens[seat] / MOST_PRIZES
    if count > 0:
        out[8] = cost / (count * VALUE)
        _describe_ranks(hand_0, hand_1, held_0, held_1, out[9:])


@inlined
def _cost(hand_0: Any, hand_1: Any) -> int:
    """The sum of the values of a set of cards (O13)."""
    cost: int = int64(0)
    for k in range(len(DIGITS)):
        cost += (popcount(hand_0 & DIGITS[k]) + popcount(hand_1 & DIGITS[k])) << k
    return cost


@inlined
def _cheapest(hand_0: Any, hand_1: Any, ones: int, gap: int) -> tuple[int, int]:
    """What the *gap* cheapest cards cost, and those with one more: what is left if all goes well."""
    cost, taken = int64(0), int64(0)
    for value in range(LOWEST, LANE):
        column = COLUMN << np.uint64(value)
        here = int64(popcount(hand_0 & column) + popcount(hand_1 & column))
        here += ones if value == COST_OF_A_ONE else 0
        if taken + here > gap:
            cost += (gap - taken) * value
            return cost, cost + value
        cost += here * value
        taken += here
    return cost, cost


@compiled
def _describe_ranks(hand_0: Any, hand_1: Any, held_0: Any, held_1: Any, out: Weights) -> None:
    """How a hand stands among all cards that are *held*: what wins if it is led, what is worst (O9, O10)."""
    voids, singles, winners, losers, top, bottom = 0, 0, 0, 0, 0.0, 0.0
    for colour in range(COLOURS):
        lane = LANES[colour, colour >> 1]
        own = (hand_0 if colour < 2 else hand_1) & lane
        theirs = (held_0 if colour < 2 else held_1) & lane & ~own
        others = popcount(theirs)
        if own == NONE:
            voids += others > 0  # where this colour is led it must discard (O6)
        elif others == 0:
            winners += popcount(own)
        else:
            singles += popcount(own) == 1
            winners += popcount(own & ~_up_to_highest(theirs))
            losers += popcount(own & _below_lowest(theirs))
            top += popcount(theirs & _up_to_highest(own)) / others
            bottom += popcount(theirs & _below_lowest(own)) / others
    out[0], out[1], out[2], out[3] = voids / FEW, singles / FEW, winners / FEW, losers / FEW
    out[4], out[5] = top / FEW, bottom / FEW


@inlined
def _up_to_highest(cards: Any) -> Any:
    """The highest of some cards of a colour, and all places below it."""
    for shift in (1, 2, 4, 8, 16):
        cards |= cards >> np.uint64(shift)
    return cards


@inlined
def _below_lowest(cards: Any) -> Any:
    """All places below the lowest of some cards."""
    return bit(lowest(cards)) - BIT_0


@compiled
def _describe_part(s: Any, seat: int, out: Weights) -> None:
    """What a seat has done in this trick, or can still do (O5-O10)."""
    if (s.discs >> seat) & 1:
        out[0] = 1.0
        return
    out[1] = s.leader == seat
    card = card_of(s.trick, seat)
    if card > 0:
        out[2], out[3] = 1.0, (card % LANE) / VALUE
        out[4] = s.led != OPEN and discards(card, int64(s.led))
        out[5] = s.highest & 15 == seat
        out[6] = _takes_a_disc(s, seat)
        return
    out[7] = 1.0
    if s.led != OPEN:
        _describe_prospects(s, seat, out[8:])


@inlined
def _takes_a_disc(s: Any, seat: int) -> bool:
    """Whether a seat's card is among the worst, as the trick lies (O10)."""
    taking: bool = s.worst & 15 == seat
    if discs_of(int64(s.players)) == 2:
        taking |= s.second_worst & 15 == seat
    return taking


@compiled
def _describe_prospects(s: Any, seat: int, out: Weights) -> None:
    """Whether a seat that is still to play can follow, win, and stay clear of the disc."""
    led, hand_0, hand_1 = int64(s.led), s.hands[seat, 0], s.hands[seat, 1]
    follows = (hand_0 if led < 2 else hand_1) & LANES[led, led >> 1]
    may_0, may_1 = playable_of(hand_0, hand_1, led)
    best, worst = _ranks(s, seat, may_0, may_1)
    out[0], out[1] = popcount(follows) / FEW, follows == NONE
    out[2], out[3], out[4] = best > s.highest, best > _limit(s), worst > _limit(s)


@inlined
def _ranks(s: Any, seat: int, cards_0: Any, cards_1: Any) -> tuple[int, int]:
    """The highest and the lowest rank that a seat's playable cards can have in this trick."""
    best, worst = int64(0), int64(NO_RANK)
    while cards_0 != NONE:
        rank = int64(rank_of(int64(lowest(cards_0)), int64(s.led), int64(s.waiting), seat))
        best, worst = max(best, rank), min(worst, rank)
        cards_0 &= cards_0 - BIT_0
    while cards_1 != NONE:
        rank = int64(rank_of(int64(64 + lowest(cards_1)), int64(s.led), int64(s.waiting), seat))
        best, worst = max(best, rank), min(worst, rank)
        cards_1 &= cards_1 - BIT_0
    return best, worst


# A move


@compiled
def describe_move(states: States, i: int, move: int, out: Weights) -> None:
    """How a card would stand in the trick, and among what its player holds and has not seen."""
    s = states[i]
    seat, led = int64(s.seat), int64(led_with(int64(s.led), move))
    rank = int64(rank_of(move, led, int64(s.waiting), seat))
    leads, value = s.led == OPEN, (move % LANE) / VALUE
    out[:] = 0.0
    out[0] = rank > s.highest
    takes = rank < _limit(s)
    if move == ONE:
        out[1], out[2], out[3], out[4] = 1.0, leads, takes, s.waiting / FEW
        return
    if s.waiting + popcount(s.discs) < s.players:  # it is not the first card
        out[5], out[6] = takes, takes * value
    discarded = not leads and discards(move, led)
    kind = 7 if leads else (9 if discarded else 8)
    out[kind], out[kind + 3] = 1.0, value
    _describe_colour(s, seat, move, leads, discarded, out[13:])


@compiled
def _describe_colour(s: Any, seat: int, card: int, leads: bool, discarded: bool, out: Weights) -> None:
    """A card among those of its colour, in the hand and unseen, and who has shown to be void (O6)."""
    colour = card // LANE
    lane = LANES[colour, colour >> 1]
    hand_0, hand_1 = s.hands[seat, 0], s.hands[seat, 1]
    unseen_0, unseen_1 = unseen_by(s, hand_0, hand_1)
    own, unseen = (hand_0 if colour < 2 else hand_1) & lane, (unseen_0 if colour < 2 else unseen_1) & lane
    below = bit(card & 63) - BIT_0
    lower, unseen_lower = popcount(own & below), popcount(unseen & below)
    held, unseen_higher = popcount(own), popcount(unseen) - unseen_lower
    out[0], out[1], out[2] = lower / FEW, (held - 1 - lower) / FEW, held == 1
    out[3], out[4] = unseen_lower / (2 * FEW), unseen_higher / (2 * FEW)
    if leads:
        out[5], out[6], out[7] = held / FEW, unseen_lower / (2 * FEW), unseen_higher / (2 * FEW)
        out[8] = _void_in(s, colour) / FEW
    elif discarded:
        out[9], out[10] = held / FEW, unseen_lower / (2 * FEW)


@inlined
def _void_in(s: Any, colour: int) -> int:
    """How many seats that play in this trick have shown to be void in a colour."""
    count: int = int64(0)
    for seat in range(int64(s.players)):
        count += (s.voids[seat] >> colour) & ~(s.discs >> seat) & 1
    return count
