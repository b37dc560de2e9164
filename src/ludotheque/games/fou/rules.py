"""Fou!, the compiled rules: a trick-taking game for 4 to 8 players.

Rules      docs/rules/fou.md; "O10" in a comment is a rule of that page, with its rulings.
Decided    O2: which cards stay in the deck (DECKS in cards.py). O4: seat 0 leads first. O11: discs do not
           carry over into the next round. O12: what has been played, and by whom, is public (`played`).
           O15: ties are settled from the seat on the previous first player's left.

Cards      card = 32 * colour + value, the colours being green, red, yellow, blue = 0, 1, 2, 3.
           The 1s have no colour and are all alike: the card 1 (ONE) stands for each of them.
           A set of cards is a pair of 64-bit masks: card c is bit c % 64 of word c // 64.

               word 0   bits  0-31  green, and bit 1: a 1     bits 32-63  red
               word 1   bits  0-31  yellow                    bits 32-63  blue

Moves      the card played.

Chance     a deal, at the start of each round: the cards of seat 0, then those of seat 1, and so on.

State      one record, STATE below. `hands` and `ones` hold all the secrets: all else is public.
           A card in the trick has a rank, one number that settles both who wins (O9) and who is the
           Fool (O10): the highest rank wins, the lowest is worst.

               rank = 256 * (value + 32 unless discarded) + 16 * seats still to play, this one too + seat

           A 1 counts as the trick colour and as its lowest card (O7). Of equals the later one is lower.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.bits import NONE, bit, lowest, nth, popcount
from ludotheque.engine.chance import Source, below, draw_last
from ludotheque.engine.compiled import compiled, inlined, int64, layout
from ludotheque.engine.contract import CHANCE, OVER, Numbers, States
from ludotheque.games.fou.cards import (
    BIT_ONE,
    COLOURS,
    DECK_CARDS,
    DECK_SIZE,
    DIGITS,
    FEWEST_SEATS,
    LANE,
    LANES,
    MOST_CARDS,
    MOST_HAND,
    MOST_SEATS,
    ONE,
    OPEN,
    WORDS,
    discs_of,
    hand_size,
    list_set,
    take_up,
)
from ludotheque.games.fou.imagining import deal_unseen

COST_OF_A_ONE = 5  # (O13)
PRIZE = 10  # for going out (O14)
LOST_AT = -80  # a total that ends the game (O16)
MOST_PRIZES = 6  # that end the game (O16)
SHEET = 24  # rounds kept on the score sheet, of a longer game the latest; random ones have 3 to 19

TO_DEAL, TO_PLAY, ENDED = 0, 1, 2  # phase
CODES = COLOURS * LANE  # moves' integers are below this
MAX_MOVES = MOST_HAND
OUTCOME = MOST_CARDS

FOLLOWS = 32  # what the trick colour is worth above a discard, in a rank
NO_RANK = 32767

STATE = layout(
    [
        ("hands", np.uint64, (MOST_SEATS, WORDS)),  # secret; a seat's bit ONE is set if it holds any 1
        ("played", np.uint64, (MOST_SEATS, WORDS)),  # what each seat has played this round (O12)
        ("trick", np.uint64),  # byte k: the card that seat k has played to this trick; 0 for none
        ("last_trick", np.uint64),  # the same of the previous trick; 0 before the first
        ("finished", np.int32),  # rounds finished
        ("rounds", np.int32),  # after which the game stops; 0: only by O16
        ("sheet", np.int16, (SHEET, MOST_SEATS)),  # row r % SHEET: what each seat scored in round r
        ("totals", np.int16, MOST_SEATS),
        ("highest", np.int16),  # rank of the card that wins so far (O9)
        ("worst", np.int16),  # rank of the worst card so far, and of the second worst (O10)
        ("second_worst", np.int16),
        ("tens", np.int8, MOST_SEATS),  # how often a seat has scored +10 (O16)
        ("ones", np.int8, MOST_SEATS),  # secret; the 1s in a hand
        ("ones_played", np.int8, MOST_SEATS),
        ("counts", np.int8, MOST_SEATS),  # cards in hand (O12)
        ("voids", np.uint8, MOST_SEATS),  # bit c: the seat has shown that it is void in colour c (O6)
        ("discs", np.uint8),  # bit k: seat k sits this trick out (O5)
        ("emptied", np.uint8),  # bit k: seat k has run out of cards (O11)
        ("led", np.int8),  # the trick colour, or OPEN
        ("waiting", np.int8),  # seats still to play to this trick
        ("leader", np.int8),  # of this trick
        ("last_leader", np.int8),  # of the previous trick
        ("last_winner", np.int8),
        ("last_fools", np.uint8),  # who took a disc in it
        ("first", np.int8),  # leader of the round's first trick (O4, O15)
        ("seat", np.int8),  # whose decision it is
        ("phase", np.int8),
        ("players", np.int8),
    ]
)


@compiled
def begin(states: States, i: int, options: Numbers) -> None:
    """An empty score sheet; seat 0 will lead (O4)."""
    s = states[i]
    s.players, s.rounds = options[0], options[1]
    for seat in range(MOST_SEATS):
        s.totals[seat] = 0
        s.tens[seat] = 0
        for row in range(SHEET):
            s.sheet[row, seat] = 0
    s.last_trick = NONE
    s.last_leader, s.last_winner, s.last_fools = 0, 0, 0
    s.finished, s.first = 0, 0
    s.phase = TO_DEAL
    _clear_round(s)


@compiled
def _clear_round(s: Any) -> None:
    """Take all cards and discs back."""
    for seat in range(MOST_SEATS):
        for word in range(WORDS):
            s.hands[seat, word] = NONE
            s.played[seat, word] = NONE
        s.ones[seat] = 0
        s.ones_played[seat] = 0
        s.counts[seat] = 0
        s.voids[seat] = 0
    s.emptied = 0
    s.discs = 0  # everybody plays in the first trick (O11)
    _begin_trick(s, s.first)


@inlined
def turn(states: States, i: int) -> int:
    """The seat to play a card, OVER, or CHANCE before a round is dealt."""
    s = states[i]
    if s.phase == TO_PLAY:
        return int(s.seat)
    return CHANCE if s.phase == TO_DEAL else OVER


@compiled
def shuffle(states: States, i: int, rng: Source, outcome: NDArray[np.uint8]) -> None:
    """All cards of the deck in a random order (O2, O4)."""
    row = int(states[i].players) - FEWEST_SEATS
    size = DECK_SIZE[row]
    for k in range(size):
        outcome[k] = DECK_CARDS[row, k]
    draw_last(outcome, size, hand_size(states[i].players), rng)  # what is left makes a hand too


@compiled
def deal(states: States, i: int, outcome: NDArray[np.uint8]) -> None:
    """Give every seat its cards, and the lead to the round's first player (O4)."""
    s = states[i]
    _clear_round(s)
    size = hand_size(s.players)
    for seat in range(s.players):
        first = seat * size
        take_up(s, seat, outcome[first : first + size])
    s.phase = TO_PLAY


@inlined
def _begin_trick(s: Any, leader: int) -> None:
    """An empty trick; whoever holds a disc sits out (O5)."""
    s.leader, s.seat = leader, leader
    s.trick = NONE
    s.led = OPEN
    s.waiting = s.players - popcount(s.discs)
    s.highest, s.worst, s.second_worst = 0, NO_RANK, NO_RANK


@inlined
def playable(s: Any) -> tuple[Any, Any]:
    """The cards that the seat to play may play, as a set (O5-O8)."""
    seat = np.uint8(s.seat)  # no sign: no look for a negative index
    return playable_of(s.hands[seat, 0], s.hands[seat, 1], np.uint8(s.led))


@inlined
def playable_of(hand_0: Any, hand_1: Any, led: Any) -> tuple[Any, Any]:
    """The cards of a hand that may be played when a colour was *led*, or none was: OPEN."""
    follow_0, follow_1 = hand_0 & LANES[led, 0], hand_1 & LANES[led, 1]
    if follow_0 | follow_1 == NONE:  # void in the colour (O6), or none was led (O5, O8)
        return hand_0, hand_1
    return follow_0 | (hand_0 & BIT_ONE), follow_1  # O6, O7


@compiled
def legal(states: States, i: int, out: Numbers) -> int:
    """List the cards that may be played, each different one once."""
    s = states[i]
    if s.phase != TO_PLAY:
        return 0
    cards_0, cards_1 = playable(s)
    return list_set(cards_0, cards_1, out, 0)


@inlined
def pick(states: States, i: int, rng: Source, moves: Numbers) -> int:
    """A playable card, each different one equally likely, found without listing them."""
    cards_0, cards_1 = playable(states[i])
    in_0 = popcount(cards_0)
    k = below(rng, in_0 + popcount(cards_1))
    second = k >= in_0
    return 64 * second + nth(cards_1 if second else cards_0, k - in_0 * second)


@inlined
def play(states: States, i: int, move: int) -> None:
    """Play a card to the trick; the last one settles it (O5)."""
    s = states[i]
    seat = int(s.seat)
    _lay_down(s, seat, move)
    _stand(s, seat, move)
    s.waiting -= 1
    if s.waiting == 0:
        _end_trick(s)
    else:
        s.seat = _next_to_play(s, seat)


@inlined
def _lay_down(s: Any, seat: int, card: int) -> None:
    """Move the card from the hand to the table."""
    word, mask = card >> 6, bit(card & 63)
    is_one = card == ONE
    s.trick |= np.uint64(card) << np.uint64(8 * seat)
    s.played[seat, word] |= mask
    s.ones_played[seat] += is_one
    ones = s.ones[seat] - is_one
    s.ones[seat] = ones
    s.hands[seat, word] &= ~(NONE if is_one and ones > 0 else mask)
    count = s.counts[seat] - 1
    s.counts[seat] = count
    s.emptied |= (count == 0) << seat


@inlined
def _stand(s: Any, seat: int, card: int) -> None:
    """See how the trick stands with the card, and what it shows of the hand (O6-O10)."""
    led = led_with(s.led, card)
    s.led = led
    s.voids[seat] |= discards(card, led) << led
    rank = rank_of(card, led, int(s.waiting), seat)
    s.highest, s.worst, s.second_worst = ranked(s.highest, s.worst, s.second_worst, rank)


@inlined
def led_with(led: int, card: int) -> int:
    """The trick colour once the card is played: the first coloured card leads it (O6, O8)."""
    return card >> 5 if led == OPEN and card != ONE else led


@inlined
def discards(card: int, led: int) -> bool:
    """Whether the card is a discard in a trick of this colour (O6); a 1 never is (O7)."""
    return card >> 5 != led and card != ONE


@inlined
def rank_of(card: int, led: int, waiting: int, seat: int) -> int:
    """The rank of a seat's card, its colour already *led*, with *waiting* seats to play, this one too."""
    value = (card & 31) + (0 if discards(card, led) else FOLLOWS)
    return (value << 8) + (waiting << 4) + seat


@inlined
def ranked(highest: int, worst: int, second_worst: int, rank: int) -> tuple[int, int, int]:
    """The highest rank and the worst two, with one more among them (O9, O10)."""
    return max(highest, rank), min(worst, rank), min(second_worst, max(worst, rank))


@inlined
def card_of(trick: Any, seat: int) -> int:
    """The card that a seat has played to a trick; 0 for none."""
    card: int = int64((trick >> np.uint64(8 * seat)) & np.uint64(255))
    return card


@inlined
def _next_to_play(s: Any, seat: int) -> int:
    """The next seat clockwise that holds no disc (O5)."""
    playing = ((1 << s.players) - 1) & ~s.discs
    further = playing & (-2 << seat)
    return lowest(np.uint64(further if further else playing))


@inlined
def _end_trick(s: Any) -> None:
    """Hand out the discs (O10); the winner leads on (O9), unless the round is over (O11)."""
    winner = s.highest & 15
    s.discs = 1 << (s.worst & 15)
    if discs_of(s.players) == 2:
        s.discs |= 1 << (s.second_worst & 15)
    s.last_trick, s.last_leader = s.trick, s.leader
    s.last_winner, s.last_fools = winner, s.discs
    _begin_trick(s, winner)
    if s.emptied != 0:
        _end_round(s)


@compiled
def _end_round(s: Any) -> None:
    """Score the round (O13, O14), and see whether it was the last (O16)."""
    last = False
    for seat in range(s.players):
        score = _round_score(s, seat)
        s.sheet[s.finished % SHEET, seat] = score
        s.totals[seat] += score
        s.tens[seat] += score == PRIZE
        last |= s.totals[seat] <= LOST_AT or s.tens[seat] >= MOST_PRIZES
    s.finished += 1
    if last or s.finished == s.rounds:
        s.phase = ENDED
    else:
        s.phase = TO_DEAL
        s.first = _next_first(s)


@compiled
def _round_score(s: Any, seat: int) -> int:
    """What a seat scores at the end of a round (O13, O14)."""
    if s.counts[seat] == 0:
        return 0 if (s.discs >> seat) & 1 else PRIZE
    hand_0, hand_1 = s.hands[seat, 0] & ~BIT_ONE, s.hands[seat, 1]
    cost = COST_OF_A_ONE * int(s.ones[seat])
    for k in range(len(DIGITS)):
        cost += (popcount(hand_0 & DIGITS[k]) + popcount(hand_1 & DIGITS[k])) << k
    return -cost


@compiled
def _next_first(s: Any) -> int:
    """Who leads the next round: the lowest total; of equals the next from the first player's left (O15)."""
    best = int(s.first)
    for step in range(int(s.players) - 1, 0, -1):
        seat = (int(s.first) + step) % int(s.players)
        if s.totals[seat] <= s.totals[best]:
            best = seat
    return best


@compiled
def scores(states: States, i: int, out: Numbers) -> None:
    """The totals, net of plus points (O16)."""
    s = states[i]
    for seat in range(s.players):
        out[seat] = s.totals[seat]


@compiled
def winners(states: States, i: int) -> int:
    """The highest total; equal totals share the win (O17)."""
    s = states[i]
    best, mask = s.totals[0], 0
    for seat in range(s.players):
        if s.totals[seat] > best:
            best, mask = s.totals[seat], 0
        if s.totals[seat] == best:
            mask |= 1 << seat
    return mask


@compiled
def hide(states: States, i: int, seat: int, out: States, j: int) -> None:
    """Blank the other hands (O12); at the end of a round all lie open, to be counted (O13)."""
    out[j] = states[i]
    s = out[j]
    if s.phase != TO_PLAY:
        return
    for other in range(s.players):
        if other != seat:
            s.ones[other] = 0
            for word in range(WORDS):
                s.hands[other, word] = NONE


@compiled
def imagine(states: States, i: int, seat: int, rng: Source) -> None:
    """Deal the unseen cards to the other hands: as many as each holds, no colour it has shown not to hold.

    Colours that somebody has shown not to hold are dealt first, the one with the least room first, card by
    card, each to a free place that leaves room for all the rest, and rather to one that colours still to
    come do not want; then the other cards, shuffled, fill what is left. So it cannot fail, and every
    consistent deal can come up. With one such colour, or if of any two all seats that may hold the one may
    hold the other, all deals are equally likely. Otherwise they are nearly so (a few per cent off in all):
    as many random exchanges as there were such cards, which favour no deal, even out what is left.
    """
    s = states[i]
    if s.phase == TO_PLAY:  # else all hands lie open
        deal_unseen(s, seat, rng)


@compiled
def revealed(states: States, i: int) -> int:
    """Cards shown to a hand or to the table; a finished round counts as if all had been played."""
    s = states[i]
    cards = int(DECK_SIZE[s.players - FEWEST_SEATS])
    before = 2 * cards * int(s.finished)
    if s.phase != TO_PLAY:
        return before
    held = 0
    for seat in range(s.players):
        held += int(s.counts[seat])
    return before + cards + (cards - held)
