"""What a seat sees of Fou!, as numbers from about −1 to 1.

Rows of seats begin with the seat that looks and go on to its left; a spectator looks from seat 0, with an
empty hand. A set of cards has a row for each colour and a column for each value from 2 on, as far as this
deck goes. Earlier rounds are told by their totals alone, and earlier tricks of this one by what has been
played.
"""

from typing import Any

import numpy as np

from ludotheque.core.options import Options
from ludotheque.engine.bits import NONE, popcount, spread
from ludotheque.engine.compiled import compiled, inlined, int64
from ludotheque.engine.contract import States, Weights
from ludotheque.engine.planes import Plane
from ludotheque.games.fou.cards import (
    BIT_ONE,
    COLOURS,
    DECKS,
    FEWEST_SEATS,
    LANE,
    LOWEST,
    ONE,
    ONES,
    OPEN,
    discs_of,
    hand_size,
)
from ludotheque.games.fou.imagining import unseen_by
from ludotheque.games.fou.rules import LOST_AT, MOST_PRIZES, TO_PLAY, card_of

KINDS = COLOURS + 1  # of cards: a colour, or a 1
_LOWEST, _LANE_AND_LOWEST = np.uint64(LOWEST), np.uint64(LANE + LOWEST)


def planes(options: Options) -> tuple[Plane, ...]:
    """The parts of an observation, in the order that `observe` writes them."""
    seats: int = options["players"]
    cards = (COLOURS, _columns(seats))
    return (
        Plane("hand", cards, "1 for each coloured card in the hand"),
        Plane("unseen", cards, "1 for each coloured card that is neither in the hand nor played"),
        Plane("played", (seats, *cards), "1 for each coloured card that the seat has played this round"),
        Plane("ones", (2,), "the 1s in the hand, and those unseen, as parts of all 1s"),
        Plane("ones_played", (seats,), "the 1s that the seat has played, as a part of all 1s"),
        Plane(
            "trick_kind", (seats, KINDS), "the colour of the seat's card in this trick; the last: it is a 1"
        ),
        Plane("trick_value", (seats,), "its value, as a part of the highest in the deck; 0 for no card"),
        Plane("led", (COLOURS,), "1 for the colour that was led; none while it is open"),
        Plane("discs", (seats,), "1 for who sits this trick out"),
        Plane("leader", (seats,), "1 for who leads this trick"),
        Plane("winning", (seats,), "1 for who wins the trick as it lies"),
        Plane(
            "losing",
            (seats,),
            "1 for who takes a disc as it lies; nobody while there are no more cards than discs",
        ),
        Plane("turn", (seats,), "1 for whose decision it is"),
        Plane("counts", (seats,), "cards in hand, as a part of those dealt"),
        Plane("voids", (seats, COLOURS), "1 for a colour that the seat has shown not to hold"),
        Plane("last_kind", (seats, KINDS), "as trick_kind, of the previous trick"),
        Plane("last_value", (seats,), "as trick_value, of the previous trick"),
        Plane("last_leader", (seats,), "1 for who led the previous trick"),
        Plane("last_winner", (seats,), "1 for who won it"),
        Plane("last_fools", (seats,), "1 for who took a disc in it"),
        Plane("totals", (seats,), "the total score; −1 ends the game"),
        Plane("prizes", (seats,), "how often the seat has scored +10; 1 ends the game"),
        Plane("rounds", (2,), "1 / the rounds left, or 0 without a number; 1 / (1 + the rounds finished)"),
        Plane("seated", (1,), "1 for a seat, 0 for a spectator"),
    )


def _columns(players: int) -> int:
    """The values from LOWEST to the highest in the deck: green goes furthest (O2)."""
    return int(DECKS[players - FEWEST_SEATS, 0]) - LOWEST + 1


@compiled
def observe(states: States, i: int, seat: int, out: Weights) -> None:
    """Write all planes, in the order of `planes`."""
    s = states[i]
    me, players = int64(max(seat, 0)), int64(s.players)
    columns = int64(DECKS[players - FEWEST_SEATS, 0]) - LOWEST + 1
    hand_0, hand_1, held = NONE, NONE, int64(0)
    if seat >= 0:
        hand_0, hand_1, held = s.hands[me, 0] & ~BIT_ONE, s.hands[me, 1], int64(s.ones[me])
    at = _write_sets(s, me, hand_0, hand_1, columns, out)
    at = _write_ones(s, me, held, out, at)
    at = _write_trick(s.trick, me, players, columns, out, at)
    at = _write_standing(s, me, out, at)
    at = _write_trick(s.last_trick, me, players, columns, out, at)
    at = _write_past(s, me, out, at)
    out[at] = seat >= 0


@inlined
def _after(seat: int, players: int) -> int:
    """The seat to the left; quicker than a remainder."""
    return seat + 1 if seat + 1 < players else 0


@compiled
def _write_sets(s: Any, me: int, hand_0: Any, hand_1: Any, columns: int, out: Weights) -> int:
    """The planes hand, unseen and played; return where the next one begins."""
    at = _write_cards(hand_0, hand_1, columns, out, int64(0))
    unseen_0, unseen_1 = unseen_by(s, hand_0, hand_1)
    at = _write_cards(unseen_0, unseen_1, columns, out, at)
    players, other = int64(s.players), me
    for _ in range(players):
        at = _write_cards(s.played[other, 0] & ~BIT_ONE, s.played[other, 1], columns, out, at)
        other = _after(other, players)
    return at


@inlined
def _write_cards(cards_0: Any, cards_1: Any, columns: int, out: Weights, at: int) -> int:
    """A 1 for each card of a set, a row for each colour; what is written too much the next one mends."""
    spread(cards_0 >> _LOWEST, out, at)
    spread(cards_0 >> _LANE_AND_LOWEST, out, at + columns)
    spread(cards_1 >> _LOWEST, out, at + 2 * columns)
    spread(cards_1 >> _LANE_AND_LOWEST, out, at + 3 * columns)
    return at + COLOURS * columns


@compiled
def _write_ones(s: Any, me: int, held: int, out: Weights, at: int) -> int:
    """The planes ones and ones_played."""
    players: int = int64(s.players)
    other, gone = me, int64(0)
    part = 1.0 / DECKS[players - FEWEST_SEATS, ONES]
    for step in range(players):
        gone += int64(s.ones_played[other])
        out[at + 2 + step] = s.ones_played[other] * part
        other = _after(other, players)
    out[at] = held * part
    out[at + 1] = 1.0 - (gone + held) * part
    return at + 2 + players


@compiled
def _write_trick(trick: Any, me: int, players: int, columns: int, out: Weights, at: int) -> int:
    """The card of each seat in a trick: its kind, then its value."""
    other, part = me, 1.0 / (columns + LOWEST - 1)
    for step in range(players):
        card = card_of(trick, other)
        if card > 0:
            out[at + step * KINDS + (COLOURS if card == ONE else card // LANE)] = 1.0
            out[at + players * KINDS + step] = (card % LANE) * part
        other = _after(other, players)
    return at + players * (KINDS + 1)


@compiled
def _write_standing(s: Any, me: int, out: Weights, at: int) -> int:
    """How the trick stands, and what is known of each seat: led … voids."""
    players: int = int64(s.players)
    if s.led != OPEN:
        out[at + s.led] = 1.0
    at += COLOURS
    playing = s.phase == TO_PLAY
    discs = discs_of(players)
    laid = players - popcount(s.discs) - int64(s.waiting)
    other, part = me, 1.0 / hand_size(players)
    for step in range(players):
        out[at + step] = (s.discs >> other) & 1
        out[at + players + step] = playing and s.leader == other
        out[at + 2 * players + step] = s.highest > 0 and s.highest & 15 == other
        losing = s.worst & 15 == other
        if discs == 2:
            losing |= s.second_worst & 15 == other
        out[at + 3 * players + step] = losing and laid > discs
        out[at + 4 * players + step] = playing and s.seat == other
        out[at + 5 * players + step] = s.counts[other] * part
        for colour in range(COLOURS):
            out[at + 6 * players + step * COLOURS + colour] = (s.voids[other] >> colour) & 1
        other = _after(other, players)
    return at + players * (6 + COLOURS)


@compiled
def _write_past(s: Any, me: int, out: Weights, at: int) -> int:
    """Who did what in the previous trick, and the score sheet: last_leader … rounds."""
    players, other = int64(s.players), me
    for step in range(players):
        if s.last_trick != NONE:
            out[at + step] = s.last_leader == other
            out[at + players + step] = s.last_winner == other
            out[at + 2 * players + step] = (s.last_fools >> other) & 1
        out[at + 3 * players + step] = s.totals[other] / -LOST_AT
        out[at + 4 * players + step] = s.tens[other] / MOST_PRIZES
        other = _after(other, players)
    at += 5 * players
    left = int64(s.rounds) - int64(s.finished)
    out[at] = 1.0 / left if left > 0 else 0.0
    out[at + 1] = 1.0 / (1.0 + s.finished)
    return at + 2
