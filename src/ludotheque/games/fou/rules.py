"""Fou!, the compiled rules: a trick-taking game for 4 to 8 players.

Rules      docs/rules/fou.md; "O10" in a comment is a rule of that page, with its rulings.
Decided    O2: which cards stay in the deck (DECKS). O4: seat 0 leads first. O11: discs do not carry over
           into the next round. O15: ties are settled from the seat on the previous first player's left.

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

from ludotheque.core.bits import NONE, ONE as BIT_0, bit, lowest, popcount
from ludotheque.core.chance import Source, below, shuffle_first
from ludotheque.core.compiled import compiled, inlined, layout
from ludotheque.core.contract import CHANCE, OVER, Numbers, States

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

COST_OF_A_ONE = 5  # (O13)
PRIZE = 10  # for going out (O14)
LOST_AT = -80  # a total that ends the game (O16)
MOST_PRIZES = 6  # that end the game (O16)
SHEET = 16  # rounds kept on the score sheet; of a longer game the latest

OPEN = COLOURS  # the trick colour while nobody has played a coloured card (O8)
TO_DEAL, TO_PLAY, ENDED = 0, 1, 2  # phase
MAX_MOVES = MOST_HAND
OUTCOME = MOST_CARDS

FOLLOWS = 32  # what the trick colour is worth above a discard, in a rank
NO_RANK = 32767
SUBSETS = 1 << COLOURS  # of the colours


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


DECK_SIZE = _sizes()  # by row of DECKS: 48, 60, 72, 84, 88
DECK_CARDS = _cards()
DECK_SETS = _sets()
LANES = _lanes()
BIT_ONE = np.uint64(1 << ONE)

STATE = layout(
    [
        ("hands", np.uint64, (MOST_SEATS, WORDS)),  # secret; a seat's bit ONE is set if it holds any 1
        ("played", np.uint64, (MOST_SEATS, WORDS)),  # what each seat has played this round (O12)
        ("trick", np.uint64),  # byte k: the card that seat k has played to this trick; 0 for none
        ("last_trick", np.uint64),  # the same of the trick before; 0 before the first
        ("round", np.int32),  # rounds finished
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
        ("voids", np.uint8, MOST_SEATS),  # bit c: the seat has discarded when colour c was asked (O6)
        ("discs", np.uint8),  # bit k: seat k sits this trick out (O5)
        ("emptied", np.uint8),  # bit k: seat k has run out of cards (O11)
        ("asked", np.int8),  # the trick colour, or OPEN
        ("waiting", np.int8),  # seats still to play to this trick
        ("leader", np.int8),  # of this trick
        ("last_leader", np.int8),  # of the trick before
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
    s.round, s.first = 0, 0
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
        return s.seat
    return CHANCE if s.phase == TO_DEAL else OVER


@compiled
def shuffle(states: States, i: int, rng: Source, outcome: NDArray[np.uint8]) -> None:
    """All cards of the deck in a random order (O2, O4)."""
    row = int(states[i].players) - FEWEST_SEATS
    size = DECK_SIZE[row]
    for k in range(size):
        outcome[k] = DECK_CARDS[row, k]
    for last in range(size - 1, hand_size(states[i].players) - 1, -1):  # what is left makes a random hand
        other = below(rng, last + 1)
        outcome[last], outcome[other] = outcome[other], outcome[last]


@compiled
def deal(states: States, i: int, outcome: NDArray[np.uint8]) -> None:
    """Give every seat its cards, and the lead to the round's first player (O4)."""
    s = states[i]
    _clear_round(s)
    size = hand_size(s.players)
    for seat in range(s.players):
        first = seat * size
        _take_up(s, seat, outcome[first : first + size])
    s.phase = TO_PLAY


@inlined
def _take_up(s: Any, seat: int, cards: NDArray[np.uint8]) -> None:
    """Make *cards* the hand of a seat; without branches, so that the compiler can vectorise it."""
    hand_0, hand_1, ones = NONE, NONE, 0
    for k in range(len(cards)):
        card = np.uint64(cards[k])
        mask = BIT_0 << (card & np.uint64(63))
        if_word_1 = mask & (NONE - (card >> np.uint64(6)))
        hand_0 |= mask ^ if_word_1
        hand_1 |= if_word_1
        ones += cards[k] == ONE
    s.hands[seat, 0], s.hands[seat, 1] = hand_0, hand_1
    s.ones[seat], s.counts[seat] = ones, len(cards)


@compiled
def hand_size(players: int) -> int:
    """How many cards each seat is dealt: 12, with eight players 11 (O2)."""
    return DECK_SIZE[players - FEWEST_SEATS] // players


@inlined
def _begin_trick(s: Any, leader: int) -> None:
    """An empty trick; whoever holds a disc sits out (O5)."""
    s.leader, s.seat = leader, leader
    s.trick = NONE
    s.asked = OPEN
    s.waiting = s.players - popcount(s.discs)
    s.highest, s.worst, s.second_worst = 0, NO_RANK, NO_RANK


@inlined
def playable(s: Any) -> tuple[Any, Any]:
    """The cards that the seat to play may play, as a set (O5-O8)."""
    hand_0, hand_1 = s.hands[s.seat, 0], s.hands[s.seat, 1]
    follow_0, follow_1 = hand_0 & LANES[s.asked, 0], hand_1 & LANES[s.asked, 1]
    if follow_0 | follow_1 == NONE:  # holds none of the colour (O6), or no colour is asked (O5, O8)
        return hand_0, hand_1
    return follow_0 | (hand_0 & BIT_ONE), follow_1  # O6, O7


@compiled
def legal(states: States, i: int, out: Numbers) -> int:
    """List the cards that may be played, each different one once."""
    s = states[i]
    if s.phase != TO_PLAY:
        return 0
    cards_0, cards_1 = playable(s)
    count = 0
    while cards_0 != NONE:
        out[count] = lowest(cards_0)
        cards_0 &= cards_0 - BIT_0
        count += 1
    while cards_1 != NONE:
        out[count] = 64 + lowest(cards_1)
        cards_1 &= cards_1 - BIT_0
        count += 1
    return count


@inlined
def pick(states: States, i: int, rng: Source, moves: Numbers) -> int:
    """A playable card, each different one equally likely, found without listing them."""
    cards_0, cards_1 = playable(states[i])
    in_0 = popcount(cards_0)
    k = below(rng, in_0 + popcount(cards_1))
    second = k >= in_0
    return 64 * second + _nth(cards_1 if second else cards_0, k - in_0 * second)


@inlined
def _nth(mask: Any, n: int) -> int:
    """The number of the bit of *mask* that has *n* (below 16) set bits below it.

    No branch depends on *n*: the processor would guess wrong half the time, which costs more than this.
    """
    for power in (8, 4, 2, 1):
        fewer = mask
        for _ in range(power):
            fewer &= fewer - BIT_0
        mask = fewer if n & power else mask
    return lowest(mask)


@compiled
def tolerates(states: States, i: int, move: int) -> bool:
    """No: Fou! knows no mistakes, only legal moves."""
    return False


@inlined
def play(states: States, i: int, move: int) -> None:
    """Play a card to the trick; the last one settles it (O5)."""
    s = states[i]
    seat = int(s.seat)
    _lay_down(s, seat, move)
    _rank(s, seat, move)
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
def _rank(s: Any, seat: int, card: int) -> None:
    """See what the card is worth in this trick, and what it shows of the hand (O6-O10)."""
    colour, is_one = card >> 5, card == ONE
    if s.asked == OPEN and not is_one:
        s.asked = colour  # O6, O8
    discarded = colour != s.asked and not is_one  # O7
    s.voids[seat] |= discarded << s.asked
    value = (card & 31) + (0 if discarded else FOLLOWS)
    rank = (value << 8) + (int(s.waiting) << 4) + seat
    s.highest = max(s.highest, rank)
    s.second_worst = min(s.second_worst, max(s.worst, rank))
    s.worst = min(s.worst, rank)


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
    if DECKS[s.players - FEWEST_SEATS, DISCS] == 2:
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
        s.sheet[s.round % SHEET, seat] = score
        s.totals[seat] += score
        s.tens[seat] += score == PRIZE
        last |= s.totals[seat] <= LOST_AT or s.tens[seat] >= MOST_PRIZES
    s.round += 1
    if last or s.round == s.rounds:
        s.phase = ENDED
    else:
        s.phase = TO_DEAL
        s.first = _next_first(s)


@compiled
def _round_score(s: Any, seat: int) -> int:
    """What a seat scores at the end of a round (O13, O14)."""
    if s.counts[seat] == 0:
        return 0 if (s.discs >> seat) & 1 else PRIZE
    cost = COST_OF_A_ONE * int(s.ones[seat])
    for word in range(WORDS):
        cards = s.hands[seat, word]
        if word == 0:
            cards &= ~BIT_ONE
        while cards != NONE:
            cost += lowest(cards) % LANE
            cards &= cards - BIT_0
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
    """Deal the unseen cards to the other hands, as many as each holds and no colour it has shown not to hold.

    Colours that somebody has shown not to hold are dealt first, the one with the least room first, card
    by card, each to a free place that leaves room for all the rest (`_takers`); then the other
    cards, shuffled, fill what is left. So it cannot fail, and every consistent deal can come up. If for any
    two such colours the seats that may hold one are among those that may hold the other, or all differ,
    all deals are equally likely. Otherwise some would be a little likelier than others; as many random
    exchanges as there were such cards, which favour no deal, make up for most of that.
    """
    s = states[i]
    if s.phase != TO_PLAY:
        return
    unseen_0, unseen_1, ones = _unseen(s, seat)
    cards = np.empty(MOST_CARDS, np.uint8)
    owners = np.empty(MOST_CARDS, np.uint8)
    room = np.zeros(MOST_SEATS, np.int64)
    shown = 0  # the colours that some seat with hidden cards does not hold
    for other in range(s.players):
        if other != seat:
            room[other] = s.counts[other]
            if room[other] > 0:
                shown |= int(s.voids[other])
    placed = _deal_shown(s, unseen_0, unseen_1, shown, room, cards, owners, rng)
    total = _deal_rest(s, unseen_0, unseen_1, ones, shown, room, cards, owners, placed, rng)
    for _ in range(placed):
        _exchange(s, cards, owners, below(rng, placed), below(rng, total))
    for k in range(total):
        _give(s, int(owners[k]), int(cards[k]))


@compiled
def _unseen(s: Any, seat: int) -> tuple[Any, Any, int]:
    """The cards that *seat* neither holds nor has seen played: a set without the 1s, and how many 1s."""
    row = int(s.players) - FEWEST_SEATS
    seen_0, seen_1, ones = NONE, NONE, DECKS[row, ONES]
    for other in range(s.players):
        seen_0 |= s.played[other, 0]
        seen_1 |= s.played[other, 1]
        ones -= s.ones_played[other]
    if seat >= 0:
        seen_0 |= s.hands[seat, 0]
        seen_1 |= s.hands[seat, 1]
        ones -= s.ones[seat]
    return DECK_SETS[row, 0] & ~seen_0, DECK_SETS[row, 1] & ~seen_1, ones


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
    if shown == 0:
        return 0
    slack = _slack(s, unseen_0, unseen_1, room)
    placed = 0
    while shown != 0:
        colour = _tightest(s, shown, room)
        shown ^= 1 << colour
        left = (unseen_0 if colour < 2 else unseen_1) & LANES[colour, colour >> 1]
        takers = _takers(s, colour, slack)
        while left != NONE:
            taker = _draw_place(room, takers, rng)
            cards[placed] = 64 * (colour >> 1) + lowest(left)
            owners[placed] = taker
            left &= left - BIT_0
            placed += 1
            room[taker] -= 1
            if _tighten(slack, colour, int(s.voids[taker])):
                takers = _takers(s, colour, slack)
    return placed


@compiled
def _slack(s: Any, unseen_0: Any, unseen_1: Any, room: NDArray[np.int64]) -> NDArray[np.int64]:
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
                unseen = unseen_0 if colour < 2 else unseen_1
                slack[colours] -= popcount(unseen & LANES[colour, colour >> 1])
    return slack


@compiled
def _tightest(s: Any, shown: int, room: NDArray[np.int64]) -> int:
    """The colour among those *shown* that has the least room."""
    best, least = 0, MOST_CARDS + 1
    for colour in range(COLOURS):
        if shown >> colour & 1:
            places = 0
            for seat in range(s.players):
                if not s.voids[seat] >> colour & 1:
                    places += room[seat]
            if places < least:
                best, least = colour, places
    return best


@compiled
def _takers(s: Any, colour: int, slack: NDArray[np.int64]) -> int:
    """The seats that may take a card of *colour* and leave room for all other cards, as a mask."""
    takers = 0
    for seat in range(s.players):
        void = int(s.voids[seat])
        may = not void >> colour & 1
        for colours in range(1, SUBSETS):
            needed = slack[colours] == 0 and void & colours != colours  # the place is needed for them
            if needed and not colours >> colour & 1:
                may = False
        if may:
            takers |= 1 << seat
    return takers


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
def _draw_place(room: NDArray[np.int64], takers: int, rng: Source) -> int:
    """The seat of a random free place among the seats *takers*."""
    places = 0
    for seat in range(MOST_SEATS):
        if takers >> seat & 1:
            places += room[seat]
    place = below(rng, places)
    for seat in range(MOST_SEATS):
        if takers >> seat & 1:
            place -= room[seat]
            if place < 0:
                return seat
    return -1


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
    rest = cards[placed:]
    count = _write_cards(unseen_0, unseen_1, ones, rest)
    shuffle_first(rest, count, rng)
    k = placed
    for seat in range(s.players):
        for _ in range(room[seat]):
            owners[k] = seat
            k += 1
    return k


@compiled
def _write_cards(set_0: Any, set_1: Any, ones: int, out: NDArray[np.uint8]) -> int:
    """Write a set of cards and a number of 1s into *out*; return how many."""
    count = 0
    for _ in range(ones):
        out[count] = ONE
        count += 1
    for word in range(WORDS):
        left = set_0 if word == 0 else set_1
        while left != NONE:
            out[count] = 64 * word + lowest(left)
            left &= left - BIT_0
            count += 1
    return count


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


@compiled
def revealed(states: States, i: int) -> int:
    """Cards shown to a hand or to the table; a finished round counts as if all had been played."""
    s = states[i]
    cards = int(DECK_SIZE[s.players - FEWEST_SEATS])
    before = 2 * cards * int(s.round)
    if s.phase != TO_PLAY:
        return before
    held = 0
    for seat in range(s.players):
        held += s.counts[seat]
    return before + cards + (cards - held)
