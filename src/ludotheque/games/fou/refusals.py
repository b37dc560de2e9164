"""Why a card of Fou! may not be played, in a sentence with the rule's number."""

from ludotheque.core.errors import IllegalMove
from ludotheque.engine.contract import States
from ludotheque.games.fou.language import _
from ludotheque.games.fou.notation import format_move
from ludotheque.games.fou.view import FouView, describe
from ludotheque.games.fou.words import card_name, colour_name, within
from ludotheque.i18n.language import called
from ludotheque.i18n.words import either


def refusal(states: States, i: int, code: int) -> IllegalMove:
    """The reason why this card may not be played now."""
    view = describe(states, i, int(states[i]["seat"]))
    card = format_move(code)
    why, rule = _reason(view, card)
    return IllegalMove(card, why=why, rule=rule)


def _reason(view: FouView, card: str) -> tuple[str, str]:
    who = within(view.turn)
    if card not in view.deck:
        return _("this card is not in the deck with {players} players", players=len(view.seats)), "O2"
    if card not in view.seats[view.turn].hand:
        return _("{who} does not hold it", who=who), "O5"
    led = colour_name(view.led or "G")  # a card in hand is only ever refused when a colour was led
    return _must_follow(view, led, who), "O6"


def _must_follow(view: FouView, led: str, who: str) -> str:
    """Somebody with a name sees cards, and is told in words; programs know how cards are written."""
    if called(view.turn):
        cards = either([card_name(card) for card in view.playable])
        return _("{colour} was led and you can follow suit: play {cards}", colour=led, cards=cards)
    cards = either(view.playable)
    return _("{colour} was led and {who} can follow suit: play {cards}", colour=led, who=who, cards=cards)
