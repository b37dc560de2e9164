"""Why a card of Fou! may not be played, in a sentence with the rule's number."""

from ludotheque.core.contract import States
from ludotheque.core.errors import IllegalMove
from ludotheque.games.fou.notation import COLOUR_LETTERS, format_move
from ludotheque.games.fou.view import FouView, describe

COLOUR_NAMES = dict(zip(COLOUR_LETTERS, ("green", "red", "yellow", "blue"), strict=True))


def refusal(states: States, i: int, code: int) -> IllegalMove:
    """The reason why this card may not be played now."""
    view = describe(states, i, int(states[i]["seat"]))
    card = format_move(code)
    why, rule = _reason(view, card)
    return IllegalMove(card, why=why, rule=rule)


def _reason(view: FouView, card: str) -> tuple[str, str]:
    if card not in view.deck:
        return f"this card is not in the deck with {len(view.seats)} players", "O2"
    if card not in view.seats[view.turn].hand:
        return f"seat {view.turn} does not hold it", "O5"
    asked = COLOUR_NAMES[view.colour or "G"]  # a card in hand is only ever refused when a colour is asked
    return f"{asked} is asked and seat {view.turn} holds it: play {' or '.join(view.playable)}", "O6"
