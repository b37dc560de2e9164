"""What the other hands of Fou! may hold: unseen cards dealt at random, as far as the play allows."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.bits import NONE, bit, lowest, popcount
from ludotheque.engine.bits import ONE as BIT_0
from ludotheque.engine.chance import Source, below, draw_last
from ludotheque.engine.compiled import compiled, inlined, int64
from ludotheque.games.fou.cards import (
    COLOURS,
    DECK_SETS,
    DECKS,
    FEWEST_SEATS,
    LANES,
    MOST_CARDS,
    MOST_SEATS,
    ONE,
    ONES,
    list_set,
    take_up,
)

SUBSETS = 1 << COLOURS  # of the colours
WEIGHT = 1 << 16  # of a place that no other colour wants


@compiled
def deal_unseen(s: Any, seat: int, rng: Source) -> None:
    """Fill the hands that *seat* does not see, at random; `rules.imagine` says how it samples."""
    unseen_0, unseen_1, ones = _unseen(s, seat)
    cards = np.empty(MOST_CARDS, np.uint8)
    shown = _shown(s, seat)
    if shown == 0:
        _deal_freely(s, seat, unseen_0, unseen_1, ones, cards, rng)
        return
    owners = np.empty(MOST_CARDS, np.uint8)
    room = np.zeros(MOST_SEATS, np.int64)
    for other in range(s.players):
        room[other] = s.counts[other] if other != seat else 0
    placed = _deal_shown(s, unseen_0, unseen_1, shown, room, cards, owners, rng)
    total = _deal_rest(s, unseen_0, unseen_1, ones, shown, room, cards, owners, placed, rng)
    for _ in range(placed):
        _exchange(s, cards, owners, below(rng, placed), below(rng, total))
    for k in range(total):
        _give(s, int(owners[k]), int(cards[k]))


@inlined
def _shown(s: Any, seat: int) -> int:
    """The colours that some other seat with cards does not hold, as it has shown."""
    shown = 0
    for other in range(s.players):
        if other != seat and s.counts[other] > 0:
            shown |= int(s.voids[other])
    return shown


@compiled
def _unseen(s: Any, seat: int) -> tuple[Any, Any, int]:
    """The cards that *seat* neither holds nor has seen played: a set without the 1s, and how many 1s."""
    hand_0, hand_1, ones = NONE, NONE, DECKS[int(s.players) - FEWEST_SEATS, ONES]
    for other in range(s.players):
        ones -= s.ones_played[other]
    if seat >= 0:
        hand_0, hand_1 = s.hands[seat, 0], s.hands[seat, 1]
        ones -= s.ones[seat]
    unseen_0, unseen_1 = unseen_by(s, hand_0, hand_1)
    return unseen_0, unseen_1, ones


@inlined
def unseen_by(s: Any, hand_0: Any, hand_1: Any) -> tuple[Any, Any]:
    """The coloured cards that are neither in this hand nor played."""
    row = int(s.players) - FEWEST_SEATS
    for other in range(s.players):
        hand_0 |= s.played[other, 0]
        hand_1 |= s.played[other, 1]
    return DECK_SETS[row, 0] & ~hand_0, DECK_SETS[row, 1] & ~hand_1


@compiled
def _deal_freely(
    s: Any, seat: int, unseen_0: Any, unseen_1: Any, ones: int, cards: NDArray[np.uint8], rng: Source
) -> None:
    """Deal all unseen cards where everybody may hold any."""
    total = _list_cards(unseen_0, unseen_1, ones, cards, 0)
    draw_last(cards, total, 1, rng)
    first = 0
    for other in range(s.players):
        if other != seat:
            last = first + int64(s.counts[other])
            take_up(s, other, cards[first:last])
            first = last


@inlined
def _list_cards(unseen_0: Any, unseen_1: Any, ones: int, cards: NDArray[np.uint8], first: int) -> int:
    """Write the cards of a set, and so many 1s, into *cards* from *first* on; return where they end."""
    k = list_set(unseen_0, unseen_1, cards, first)
    for _ in range(ones):
        cards[k] = ONE
        k += 1
    return k


@compiled
def _deal_shown(
    s: Any,
    unseen_0: Any,
    unseen_1: Any,
    shown: int,
    room: NDArray[np.int64],
    cards: NDArray[np.uint8],
    owners: NDArray[np.uint8],
    rng: Source,
) -> int:
    """Deal the unseen cards of the colours *shown*; return how many there were."""
    needs = np.empty(COLOURS, np.int64)
    for colour in range(COLOURS):
        needs[colour] = popcount((unseen_0 if colour < 2 else unseen_1) & LANES[colour, colour >> 1])
        if needs[colour] == 0:
            shown &= ~(1 << colour)
    slack = _slack(s, needs, room)
    weights = np.zeros(MOST_SEATS, np.int64)
    placed = 0
    while shown != 0:
        colour = _tightest(shown, needs, slack)
        shown ^= 1 << colour
        left = (unseen_0 if colour < 2 else unseen_1) & LANES[colour, colour >> 1]
        _weigh(s, colour, shown, needs, slack, weights)
        while left != NONE:
            taker = _draw_place(room, weights, rng)
            cards[placed] = 64 * (colour >> 1) + lowest(left)
            owners[placed] = taker
            left &= left - BIT_0
            placed += 1
            room[taker] -= 1
            if _tighten(slack, colour, int(s.voids[taker])):
                _weigh(s, colour, shown, needs, slack, weights)
    return placed


@compiled
def _slack(s: Any, needs: NDArray[np.int64], room: NDArray[np.int64]) -> NDArray[np.int64]:
    """For every set of colours: room in the hands that may hold any of them, less the cards of them.

    A deal can be completed as long as no slack is negative (Hall's theorem).
    """
    slack = np.zeros(SUBSETS, np.int64)
    for colours in range(1, SUBSETS):
        for seat in range(s.players):
            if s.voids[seat] & colours != colours:
                slack[colours] += room[seat]
        for colour in range(COLOURS):
            if colours >> colour & 1:
                slack[colours] -= needs[colour]
    return slack


@compiled
def _tightest(shown: int, needs: NDArray[np.int64], slack: NDArray[np.int64]) -> int:
    """The colour among those *shown* that has the least room."""
    best, least = 0, MOST_CARDS + 1
    for colour in range(COLOURS):
        places = slack[1 << colour] + needs[colour]
        if shown >> colour & 1 and places < least:
            best, least = colour, places
    return best


@compiled
def _weigh(
    s: Any,
    colour: int,
    later: int,
    needs: NDArray[np.int64],
    slack: NDArray[np.int64],
    weights: NDArray[np.int64],
) -> None:
    """How likely a free place of each seat takes the next card of *colour*.

    Never if the place is needed for other cards; less so, the more the colours to deal *later* want it.
    """
    for seat in range(s.players):
        void = int(s.voids[seat])
        weight = WEIGHT
        for other in range(COLOURS):
            if later >> other & 1 and not void >> other & 1:
                weight = max(1, weight * slack[1 << other] // (slack[1 << other] + needs[other]))
        weights[seat] = 0 if void >> colour & 1 else weight
        for colours in range(1, SUBSETS):
            if slack[colours] == 0 and void & colours != colours and not colours >> colour & 1:
                weights[seat] = 0


@compiled
def _tighten(slack: NDArray[np.int64], colour: int, void: int) -> bool:
    """Take a place for *colour* from a seat without the colours *void*; tell if some others get tight."""
    tight = False
    for colours in range(1, SUBSETS):
        if not colours >> colour & 1 and void & colours != colours:
            slack[colours] -= 1
            tight |= slack[colours] == 0
    return tight


@compiled
def _draw_place(room: NDArray[np.int64], weights: NDArray[np.int64], rng: Source) -> int:
    """The seat of a random free place, by the weights of the seats."""
    total = 0
    for seat in range(MOST_SEATS):
        total += room[seat] * weights[seat]
    place = below(rng, total)
    seat = 0
    while place >= room[seat] * weights[seat]:
        place -= room[seat] * weights[seat]
        seat += 1
    return seat


@compiled
def _deal_rest(
    s: Any,
    unseen_0: Any,
    unseen_1: Any,
    ones: int,
    shown: int,
    room: NDArray[np.int64],
    cards: NDArray[np.uint8],
    owners: NDArray[np.uint8],
    placed: int,
    rng: Source,
) -> int:
    """Deal the 1s and the colours not *shown* to the places left; return how many cards are dealt in all."""
    for colour in range(COLOURS):
        if shown >> colour & 1:
            unseen_0 &= ~LANES[colour, 0]
            unseen_1 &= ~LANES[colour, 1]
    total = placed
    for seat in range(s.players):
        for _ in range(room[seat]):
            owners[total] = seat
            total += 1
    draw_last(owners[placed:total], total - placed, 1, rng)
    return _list_cards(unseen_0, unseen_1, ones, cards, placed)


@compiled
def _may_hold(s: Any, seat: int, card: int) -> bool:
    """Whether the seat has not shown that it cannot hold the card."""
    return card == ONE or not s.voids[seat] >> (card >> 5) & 1


@compiled
def _exchange(s: Any, cards: NDArray[np.uint8], owners: NDArray[np.uint8], a: int, b: int) -> None:
    """Let two cards change hands, if both hands may hold them."""
    if _may_hold(s, int(owners[b]), int(cards[a])) and _may_hold(s, int(owners[a]), int(cards[b])):
        owners[a], owners[b] = owners[b], owners[a]


@compiled
def _give(s: Any, seat: int, card: int) -> None:
    """Add a card to a hand."""
    s.hands[seat, card >> 6] |= bit(card & 63)
    s.ones[seat] += card == ONE
