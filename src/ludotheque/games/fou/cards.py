"""The cards of Fou!: their numbers, the decks, and sets of cards. `rules` explains the numbering."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.bits import NONE, lowest, popcount
from ludotheque.engine.bits import ONE as BIT_0
from ludotheque.engine.compiled import compiled, inlined, int64

COLOURS = 4  # green, red, yellow, blue (O1)
LANE = 32  # room for the values of a colour in a mask
WORDS = 2  # in a set of cards
ONE = 1  # the card of value 1, without a colour (O1)
LOWEST = 2  # the lowest card of every colour (O1)

FEWEST_SEATS, MOST_SEATS = 4, 8
DECKS = np.array(  # O2 and O3, the one table to correct; a row for 4, 5, 6, 7, 8 players
    [  # highest green, red, yellow, blue; 1s; discs
        [17, 13, 10, 8, 4, 1],
        [20, 16, 14, 10, 4, 1],
        [23, 19, 17, 13, 4, 1],
        [26, 22, 20, 14, 6, 2],
        [27, 23, 21, 15, 6, 2],
    ],
    np.int64,
)
ONES, DISCS = 4, 5  # columns of DECKS
MOST_CARDS = 88  # (O1)
MOST_HAND = 12  # (O2)
OPEN = COLOURS  # the trick colour while nobody has played a coloured card (O8)


def _deck(players: int) -> list[int]:
    """All cards in play (O2)."""
    *highest, ones, _ = DECKS[players - FEWEST_SEATS].tolist()
    cards = [LANE * c + value for c in range(COLOURS) for value in range(LOWEST, highest[c] + 1)]
    return cards + [ONE] * ones


def _sizes() -> NDArray[np.int64]:
    return np.array([len(_deck(players)) for players in range(FEWEST_SEATS, MOST_SEATS + 1)])


def _cards() -> NDArray[np.uint8]:
    cards = np.zeros((len(DECKS), MOST_CARDS), np.uint8)
    for row, size in enumerate(DECK_SIZE):
        cards[row, :size] = _deck(FEWEST_SEATS + row)
    return cards


def _sets() -> NDArray[np.uint64]:
    """The coloured cards of each deck as a set."""
    sets = np.zeros((len(DECKS), WORDS), np.uint64)
    for row, size in enumerate(DECK_SIZE):
        for card in DECK_CARDS[row, :size].tolist():
            if card != ONE:
                sets[row, card // 64] |= np.uint64(1 << card % 64)
    return sets


def _lanes() -> NDArray[np.uint64]:
    """The cards of each colour as a set; of no colour while it is OPEN."""
    lanes = np.zeros((COLOURS + 1, WORDS), np.uint64)
    for colour in range(COLOURS):
        lanes[colour, colour // 2] = (2**LANE - 2**LOWEST) << (LANE * (colour % 2))
    return lanes


def _digits() -> NDArray[np.uint64]:
    """For each binary digit of a value the cards that have it, the same in both words."""
    values = range(2 * LANE)
    return np.array([sum(1 << v for v in values if v >> k & 1) for k in range(5)], np.uint64)


DECK_SIZE = _sizes()  # by row of DECKS: 48, 60, 72, 84, 88
DECK_CARDS = _cards()
DECK_SETS = _sets()
LANES = _lanes()
DIGITS = _digits()
BIT_ONE = np.uint64(1 << ONE)


@compiled
def hand_size(players: int) -> int:
    """How many cards each seat is dealt: 12, with eight players 11 (O2)."""
    return int(DECK_SIZE[players - FEWEST_SEATS]) // players


@compiled
def discs_of(players: int) -> int:
    """How many discs there are, and so Fools in a trick: one, with seven or eight players two (O3)."""
    return int(DECKS[players - FEWEST_SEATS, DISCS])


@inlined
def list_set(cards_0: Any, cards_1: Any, out: NDArray[Any], first: int) -> int:
    """Write the cards of a set into *out* from *first* on, ascending; return where they end."""
    k: int = int64(first)
    while cards_0 != NONE:
        out[k] = lowest(cards_0)
        cards_0 &= cards_0 - BIT_0
        k += 1
    while cards_1 != NONE:
        out[k] = 64 + lowest(cards_1)
        cards_1 &= cards_1 - BIT_0
        k += 1
    return k


@inlined
def take_up(s: Any, seat: int, cards: NDArray[np.uint8]) -> None:
    """Make *cards* the hand of a seat; without branches, so that the compiler can vectorise it."""
    hand_0, hand_1 = NONE, NONE
    for k in range(len(cards)):
        card = np.uint64(cards[k])
        mask = BIT_0 << (card & np.uint64(63))
        if_word_1 = mask & (NONE - (card >> np.uint64(6)))
        hand_0 |= mask ^ if_word_1
        hand_1 |= if_word_1
    s.hands[seat, 0], s.hands[seat, 1] = hand_0, hand_1
    s.counts[seat] = len(cards)
    s.ones[seat] = len(cards) - popcount(hand_0 & ~BIT_ONE) - popcount(hand_1)  # 1s are all alike
