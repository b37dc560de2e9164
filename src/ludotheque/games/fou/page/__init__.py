"""What the table of Fou! in the browser needs: panels, choices, and sentences. See `core.page.Page`."""

from typing import Any

from ludotheque.core.page import Choice, Line
from ludotheque.core.view import View
from ludotheque.games.fou import notation, rules, words
from ludotheque.games.fou.language import _
from ludotheque.games.fou.page import hand
from ludotheque.games.fou.page.board import card_key
from ludotheque.games.fou.page.coach import coach
from ludotheque.games.fou.page.illustrations import illustrations
from ludotheque.games.fou.page.panels import panels
from ludotheque.games.fou.page.picture import draw as picture
from ludotheque.games.fou.page.style import PAGE_CSS as CSS
from ludotheque.games.fou.view import FouView, Trick, describe
from ludotheque.games.fou.words import prompt

__all__ = ["CSS", "SCRIPT", "coach", "illustrations", "panels", "picture", "prompt"]

SCRIPT = ""  # a click on a card plays it


def choices(view: View) -> list[Choice]:
    """The cards the viewer may play, each at its place in the hand; equal 1s are offered once."""
    data: FouView = view.data
    found: dict[str, Choice] = {}
    for key, card in zip(
        hand.keys(data), data.seats[data.viewer].hand if data.viewer >= 0 else (), strict=True
    ):
        if card in data.playable and card not in found:
            found[card] = Choice(card, words.card_label(card), key)
    return list(found.values())


def label(data: FouView, move: str) -> str:
    """A card in words: ``Green 17``."""
    return words.card_label(move)


# What happened


def touched(data: FouView, move: str) -> list[str]:
    """The card played last, where it lies."""
    plays = data.trick or (data.last_trick.plays if data.last_trick else ())
    return [card_key(data, play.card, play.seat) for play in plays[-1:]]


def marks(data: FouView, seat: int) -> str:
    """Nothing: the colours belong to the cards."""
    return ""


def log_entry(before: FouView, move: str, after: FouView) -> str:
    """Who played which card; at the end of a trick its winner and Fools, at the end of a round the scores."""
    sentences = [_played(before, move)]
    if not after.trick and after.last_trick:
        sentences.append(words.trick_words(after, after.last_trick))
    if _finished(after) > _finished(before):
        sentences.append(_scored(after))
    return " ".join(sentences)


def _played(before: FouView, card: str) -> str:
    who, name = words.someone(before.turn), words.card_name(card)
    if not before.trick:
        return _("{who} leads {card}.", who=who, card=name)
    if before.colour and card[0] not in (before.colour, "1"):
        return _("{who} discards {card}.", who=who, card=name)
    return _("{who} plays {card}.", who=who, card=name)


def _finished(data: FouView) -> int:
    """How many rounds are finished."""
    return data.sheet_from + len(data.sheet) - 1


def _scored(data: FouView) -> str:
    scores = ", ".join(
        f"{words.someone(seat)} {words.signed(score)}" for seat, score in enumerate(data.sheet[-1])
    )
    return _("Round {number} ends: {scores}.", number=_finished(data), scores=scores)


def scores(data: FouView) -> list[int]:
    """The totals."""
    return [seat.total for seat in data.seats]


def breakdown(data: FouView) -> list[Line]:
    """What each seat scored in each round; the rounds before those on the sheet are added up."""
    return [line for seat in range(len(data.seats)) for line in _rounds(data, seat)]


def _rounds(data: FouView, seat: int) -> list[Line]:
    column = [row[seat] for row in data.sheet]
    lines = [
        Line(seat, _round_words(number, score), score)
        for number, score in enumerate(column, start=data.sheet_from)
    ]
    if data.sheet_from > 1:
        earlier = data.seats[seat].total - sum(column)
        lines.insert(0, Line(seat, _("Rounds 1 to {last}", last=data.sheet_from - 1), earlier))
    return lines


def _round_words(number: int, score: int) -> str:
    """What a round brought (O13, O14): cards left always cost something, so 0 is a Fool who went out."""
    if score > 0:
        return _("Round {number}: no cards left", number=number)
    if score == 0:
        return _("Round {number}: no cards left, but the Fool of the last trick", number=number)
    return _("Round {number}: cards left in hand", number=number)


# Before a move


def preview(view: View, move: str) -> str:
    """What a card would do in the trick; of what others hold nothing is known here, and nothing told."""
    data: FouView = view.data
    if move not in data.playable:
        return ""
    states = view.states()
    rules.play(states, 0, notation.parse_move(move))
    after = describe(states, 0, view.seat)
    last = len(data.trick) + 1 + sum(seat.fool for seat in data.seats) == len(data.seats)
    sentences = [_settled(after.last_trick, view.seat) if last and after.last_trick else _so_far(after)]
    if data.seats[view.seat].cards == 1:
        sentences.append(_("It is your last card: the round ends with this trick."))
    return " ".join(filter(None, sentences))


def _settled(trick: Trick, seat: int) -> str:
    if seat in trick.fools:
        return _("You become the Fool and sit out the next trick.")
    return _("You win the trick.") if seat == trick.winner else _("You neither win nor become the Fool.")


def _so_far(after: FouView) -> str:
    if after.viewer in after.worst:
        return _("The worst card so far: you would be the Fool.")
    return _("The best card so far.") if after.viewer == after.winning else ""


def extra(view: View) -> dict[str, Any]:
    """Nothing: there is no script."""
    return {}
