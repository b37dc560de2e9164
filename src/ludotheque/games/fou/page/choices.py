"""What the viewer may play, as the page offers it: cards to click, their names, what each would do."""

from ludotheque.core.page import Choice
from ludotheque.core.view import View
from ludotheque.games.fou import notation, rules, words
from ludotheque.games.fou.language import _, plural
from ludotheque.games.fou.page.panels import hand_keys
from ludotheque.games.fou.view import FouView, Trick, describe


def choices(view: View) -> list[Choice]:
    """The cards the viewer may play, each at its place in the hand: equal 1s are one move at each."""
    data: FouView = view.data
    held = data.seats[data.viewer].hand if data.viewer >= 0 else ()
    return [
        Choice(card, words.card_label(card), key)
        for key, card in zip(hand_keys(data), held, strict=True)
        if card in data.playable
    ]


def label(data: FouView, move: str) -> str:
    """A card in words: ``Green 17``."""
    return words.card_label(move)


def preview(view: View, move: str) -> str:
    """What a card would do in the trick; of what others hold nothing is known here, and nothing told."""
    data: FouView = view.data
    if move not in data.playable:
        return ""
    states = view.states()
    rules.play(states, 0, notation.parse_move(move))
    after = describe(states, 0, view.seat)
    last = data.waiting == 1
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
        return plural(
            "The worst card so far: you would be the Fool.",
            "One of the two worst cards so far: you would be a Fool.",
            after.discs,
        )
    return _("The best card so far.") if after.viewer == after.winning else ""


def attempt(data: FouView, part: str) -> str:
    """A card in the viewer's hand, by its key."""
    held = data.seats[data.viewer].hand if data.viewer >= 0 else ()
    return dict(zip(hand_keys(data), held, strict=True)).get(part, "")
