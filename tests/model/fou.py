"""Fou!, a slow and literal reference model of the numbered rules O1 to O17.

Cards are written as in the game records: "G17", "R2", "Y10", "B8", or "1" for a card of value 1.
Seats count from 0 and clockwise is ascending, so the seat on the left of s is s + 1.
"""

from typing import Any

Play = tuple[int, str]  # (seat, card)

# O2: players -> highest card of each colour (the lowest is always 2).
HIGHEST: dict[int, dict[str, int]] = {
    4: {"G": 17, "R": 13, "Y": 10, "B": 8},
    5: {"G": 20, "R": 16, "Y": 14, "B": 10},
    6: {"G": 23, "R": 19, "Y": 17, "B": 13},
    7: {"G": 26, "R": 22, "Y": 20, "B": 14},
    8: {"G": 27, "R": 23, "Y": 21, "B": 15},
}
ONES: dict[int, int] = {4: 4, 5: 4, 6: 4, 7: 6, 8: 6}  # O2: players -> cards of value 1
DISCS: dict[int, int] = {4: 1, 5: 1, 6: 1, 7: 2, 8: 2}  # O3: players -> Fool discs


def deck(players: int) -> list[str]:
    """O2: the names of all cards in play with this many players."""
    cards: list[str] = []
    for letter, highest in HIGHEST[players].items():
        cards.extend(f"{letter}{number}" for number in range(2, highest + 1))
    return cards + ["1"] * ONES[players]


def colour(card: str) -> str | None:
    """O1: the colour's letter; a 1 has none."""
    return None if card == "1" else card[0]


def value(card: str) -> int:
    """O1: the number on the card."""
    return 1 if card == "1" else int(card[1:])


def cost(card: str) -> int:
    """O13: what a card left in hand costs: its value, and 5 for a 1."""
    return 5 if card == "1" else value(card)


def trick_colour(trick: list[Play]) -> str | None:
    """O6, O8: the colour of the first card that has one; None while it is open."""
    for _, card in trick:
        if colour(card) is not None:
            return colour(card)
    return None


def legal_cards(hand: list[str], trick: list[Play]) -> set[str]:
    """O5 to O8: the different cards that may be played from this hand to this trick."""
    wanted = trick_colour(trick)
    if wanted is None:  # O5: the leader plays any card. O8: the colour is still open.
        return set(hand)
    if not any(colour(card) == wanted for card in hand):  # O6: holds none, a 1 is not "holding"
        return set(hand)
    return {card for card in hand if colour(card) == wanted or card == "1"}  # O6, O7


def trick_winner(trick: list[Play]) -> int:
    """O9: the seat with the highest card of the trick colour; the leader if all are 1s."""
    wanted = trick_colour(trick)
    if wanted is None:
        return trick[0][0]
    coloured = [(value(card), seat) for seat, card in trick if colour(card) == wanted]
    return max(coloured)[1]


def worst_play(plays: list[Play], wanted: str | None) -> Play:
    """O10: the worst of these plays, in the order played, when `wanted` is the trick colour.

    The lowest discard if there is one, else the lowest card of the trick colour, where 1s belong
    (O7); among equals the one played last. If all are 1s that is the last to play (O9).
    """
    discards = [play for play in plays if colour(play[1]) not in (None, wanted)]
    candidates = discards if discards else plays
    lowest = min(value(card) for _, card in candidates)
    return [play for play in candidates if value(play[1]) == lowest][-1]


def trick_fools(trick: list[Play], discs: int) -> list[int]:
    """O10: the seats that take a disc, the worst first; the colour stays the whole trick's."""
    wanted = trick_colour(trick)
    rest = list(trick)
    fools = []
    for _ in range(discs):
        worst = worst_play(rest, wanted)
        fools.append(worst[0])
        rest.remove(worst)  # set it aside
    return fools


def hand_score(hand: list[str], took_disc: bool) -> int:
    """O13, O14: what a hand scores when the round has ended."""
    if hand:
        return -sum(cost(card) for card in hand)
    return 0 if took_disc else 10


class Model:
    """A game of Fou! from its options and its deals.

    hands         the cards each seat holds, in the order dealt
    trick         the plays (seat, card) of the current trick so far, in order
    trick_seats   the seats that play in the current trick, in order (O5)
    discs         the seats that hold a disc, and so sit out the current trick
    last_trick    the plays of the last finished trick, [] before the first
    last_winner, last_fools   its winner, and those who took its discs, the worst first
    round_number  rounds finished
    first         who leads the first trick of this round (O4, O15)
    totals        the totals by seat, net of plus points (O16)
    tens          how often each seat has scored +10 (O16)
    round_scores  for each round finished, the scores by seat
    """

    def __init__(self, options: dict[str, Any], setup: dict[str, Any]) -> None:
        """Deal the first round; seat 0 leads it (O4)."""
        self.players: int = options["players"]
        self.rounds: int | None = options["rounds"]
        self.deals: list[list[list[str]]] = setup["deals"]
        self.totals = [0] * self.players
        self.tens = [0] * self.players
        self.round_scores: list[list[int]] = []
        self.round_number = 0
        self.hands: list[list[str]] = []
        self.discs: set[int] = set()
        self.last_trick: list[Play] = []
        self.last_winner: int | None = None
        self.last_fools: list[int] = []
        self._begin_round(0)

    @property
    def over(self) -> bool:
        """O16, or the number of rounds that the options ask for has been played.

        Totals and tens change only at the end of a round, so this may be asked at any time.
        """
        ended = min(self.totals) <= -80 or max(self.tens) >= 6
        return ended or self.round_number == self.rounds

    @property
    def seat(self) -> int:
        """O5: whose decision it is; means nothing once the game is over."""
        return self.trick_seats[len(self.trick)]

    def moves(self) -> list[str]:
        """Every legal card of the seat to play, each once, sorted by code point."""
        if self.over:
            return []
        return sorted(legal_cards(self.hands[self.seat], self.trick))

    def play(self, move: str) -> None:
        """Play one card; IndexError if a new round begins that has no deal."""
        assert move in self.moves(), f"{move!r} is not among {self.moves()}"
        seat = self.seat
        self.hands[seat].remove(move)
        self.trick.append((seat, move))
        if len(self.trick) == len(self.trick_seats):
            self._end_trick()

    def result(self) -> dict[str, Any]:
        """O17: the totals, and the seats that share the highest; only when the game is over."""
        assert self.over, "the game goes on"
        best = max(self.totals)
        winners = [seat for seat in range(self.players) if self.totals[seat] == best]
        return {"scores": list(self.totals), "winners": winners}

    def _clockwise_from(self, start: int) -> list[int]:
        """All seats in clockwise order, beginning with this one."""
        return [(start + step) % self.players for step in range(self.players)]

    def _begin_round(self, first: int) -> None:
        """O4: deal; O11: discs do not carry over, everybody plays in the first trick."""
        self.first = first
        self.hands = [list(hand) for hand in self.deals[self.round_number]]
        self.discs = set()
        self._begin_trick(first)

    def _begin_trick(self, leader: int) -> None:
        """O5: clockwise from the leader, without those who hold a disc."""
        self.trick: list[Play] = []
        self.trick_seats = [s for s in self._clockwise_from(leader) if s not in self.discs]

    def _end_trick(self) -> None:
        """O9 to O11: find winner and Fools, hand out the discs, go on or end the round."""
        self.last_trick = self.trick
        self.last_winner = trick_winner(self.trick)
        self.last_fools = trick_fools(self.trick, DISCS[self.players])
        self.discs = set(self.last_fools)
        self._begin_trick(self.last_winner)
        if any(not hand for hand in self.hands):  # O11
            self._end_round()

    def _end_round(self) -> None:
        """O13 to O16: score the round, then begin the next one unless the game is over."""
        scores = [hand_score(self.hands[s], s in self.discs) for s in range(self.players)]
        for seat, score in enumerate(scores):
            self.totals[seat] += score
            self.tens[seat] += 1 if score == 10 else 0
        self.round_scores.append(scores)
        self.round_number += 1
        if not self.over:
            self._begin_round(self._next_first())

    def _next_first(self) -> int:
        """O15: the lowest total; of those tied the first met from the previous first's left."""
        lowest = min(self.totals)
        for seat in self._clockwise_from(self.first + 1):
            if self.totals[seat] == lowest:
                return seat
        raise AssertionError("some seat has the lowest total")
