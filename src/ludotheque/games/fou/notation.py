"""Cards and deals of Fou! as text: ``G17``, ``R2``, ``Y10``, ``B8``, and ``1`` for any of the 1s."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ludotheque.core.errors import BadRecord, UnreadableMove, quoted
from ludotheque.core.options import Options
from ludotheque.core.roles import Outcome
from ludotheque.games.fou.cards import COLOURS, DECK_CARDS, DECK_SIZE, DECKS, FEWEST_SEATS, LANE, LOWEST, ONE
from ludotheque.games.fou.language import _
from ludotheque.games.fou.rules import OUTCOME

COLOUR_LETTERS = "GRYB"  # green, red, yellow, blue (O1)

CARD_NAMES = {ONE: "1"} | {  # every card of the game, that is of the largest deck (O1)
    LANE * colour + value: f"{COLOUR_LETTERS[colour]}{value}"
    for colour in range(COLOURS)
    for value in range(LOWEST, int(DECKS[-1, colour]) + 1)
}
_CARDS = {name: card for card, name in CARD_NAMES.items()}


def help_text() -> str:
    """How moves are written, for somebody at a terminal."""
    return _(
        """\
G17   play the green 17; R, Y and B are orange, yellow and blue
1     play a 1, which has no colour"""
    )


def format_move(code: int) -> str:
    """The name of a card; the inverse of `parse_move`. Some integers name no card."""
    if code not in CARD_NAMES:
        raise _not_a_card(code)
    return CARD_NAMES[code]


def _not_a_card(given: str | int) -> UnreadableMove:
    ranges = ", ".join(_range(len(DECKS) - 1, colour) for colour in range(COLOURS))
    return UnreadableMove(
        _("{text} is not a card; there are {ranges}, and 1 [O1]", text=quoted(given), ranges=ranges)
    )


def parse_move(text: str) -> int:
    """The card that a text names, or UnreadableMove."""
    if text not in _CARDS:
        raise _not_a_card(text)
    return _CARDS[text]


def read_typed(text: str) -> str:
    """The card that somebody typed: small letters and spaces are fine."""
    card = "".join(text.split()).upper()
    return card if card in _CARDS else text


def _range(row: int, colour: int) -> str:
    letter = COLOUR_LETTERS[colour]
    return f"{letter}{LOWEST}–{letter}{DECKS[row, colour]}"


def deck(players: int) -> Counter[str]:
    """The names of the cards in play, and how many there are of each (O2)."""
    row = players - FEWEST_SEATS
    return Counter(CARD_NAMES[card] for card in DECK_CARDS[row, : DECK_SIZE[row]].tolist())


def unshuffled(options: Options) -> list[int]:
    """The deck before it is shuffled: green, red, yellow, blue, each ascending, then the 1s (O1, O2)."""
    row = options["players"] - FEWEST_SEATS
    cards: list[int] = DECK_CARDS[row, : DECK_SIZE[row]].tolist()
    return sorted(cards, key=lambda card: (card == ONE, card))


def read_setup(options: Options, setup: Mapping[str, Any]) -> list[Outcome]:
    """The deals of a record: for each round, for each seat, its cards (O2, O4)."""
    deals = setup.get("deals")
    if not isinstance(deals, list):
        raise BadRecord('"setup" must hold "deals", a list with a deal for each round')
    return [_read_deal(options["players"], deal, number) for number, deal in enumerate(deals, start=1)]


def _read_deal(players: int, deal: Any, number: int) -> Outcome:
    size = sum(deck(players).values()) // players
    if not isinstance(deal, list) or len(deal) != players:
        raise BadRecord(f"deal {number} must be a list of {players} hands, one per seat")
    for seat, hand in enumerate(deal):
        if not isinstance(hand, list):
            raise BadRecord(f"deal {number}: the hand of seat {seat} must be a list of {size} cards")
        if len(hand) != size:
            why = f"seat {seat} must get {size} cards with {players} players, not {len(hand)} [O2]"
            raise BadRecord(f"deal {number}: {why}")
    names = [card for hand in deal for card in hand]
    _check_cards(players, names, number)
    outcome = np.zeros(OUTCOME, np.uint8)
    outcome[: len(names)] = [_CARDS[name] for name in names]
    return outcome


def _check_cards(players: int, names: list[Any], number: int) -> None:
    """Refuse a card that is not in the deck, or that is dealt too often."""
    right = deck(players)
    for name in names:
        if not isinstance(name, str) or name not in right:
            row = players - FEWEST_SEATS
            ranges = ", ".join(_range(row, colour) for colour in range(COLOURS))
            cards = f"{ranges}, and {right['1']} 1s"
            why = f"{quoted(name)} is not a card of the deck with {players} players: {cards}"
            raise BadRecord(f"deal {number}: {why} [O2]")
    for name, count in Counter(names).items():
        if count > right[name]:
            raise BadRecord(f"deal {number}: {name} is dealt {count} times; the deck has {right[name]} [O2]")


def write_setup(options: Options, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """A record's set-up; the inverse of `read_setup`."""
    players = options["players"]
    size = sum(deck(players).values()) // players
    return {
        "deals": [
            [
                [CARD_NAMES[card] for card in hand.tolist()]
                for hand in outcome[: players * size].reshape(players, size)
            ]
            for outcome in outcomes
        ]
    }
