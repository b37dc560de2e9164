"""Why one card of Fou! is better than another, from what the player sees."""

from collections.abc import Iterator
from itertools import islice

from ludotheque.core.view import View
from ludotheque.core.worlds import data_after
from ludotheque.games.fou.language import _
from ludotheque.games.fou.rules import COST_OF_A_ONE
from ludotheque.games.fou.view import Card, FouView
from ludotheque.games.fou.words import card_name, colour_name
from ludotheque.i18n.words import listed

MOST = 2  # reasons at once
MUCH = 3  # points that a card costs more than another


def why(view: View, better: str, other: str, /) -> str:
    """What *better* does that *other* does not."""
    reasons = list(islice(_reasons(view, better, other), MOST))
    return listed(reasons) if reasons else ""


def _reasons(view: View, better: Card, other: Card) -> Iterator[str]:
    data: FouView = view.data
    good: FouView = data_after(view, better)
    bad: FouView = data_after(view, other)
    if _is_fool(bad) and not _is_fool(good):
        yield _("is not the worst card as the trick lies")
    if _cost(better) >= _cost(other) + MUCH:
        yield _("gets rid of {card}, which would cost {points} points in the end",
                card=card_name(better), points=_cost(better))  # fmt: skip
    hand, colour = data.seats[view.seat].hand, better[0]
    if better != other and colour.isalpha() and other[0] != colour and _count(hand, colour) == 1:
        yield _("leaves no {colour}, so that the next one led brings a discard", colour=colour_name(colour))
    if _wins(bad) and not _wins(good):
        yield _("does not win the trick as it lies")
    if _cost(other) >= _cost(better) + MUCH and data.trick and not _is_fool(good):
        yield _("keeps {card} for a trick in which it is safe", card=card_name(other))


def _is_fool(after: FouView) -> bool:
    """Whether the viewer's card is among the worst of the trick, as it lies or as it ended (O10)."""
    if after.trick or after.last_trick is None:
        return after.viewer in after.worst
    return after.viewer in after.last_trick.fools


def _wins(after: FouView) -> bool:
    if after.trick or after.last_trick is None:
        return after.winning == after.viewer
    return after.last_trick.winner == after.viewer


def _cost(card: Card) -> int:
    """What a card costs that is still in hand when the round ends (O13)."""
    return int(card[1:]) if card[1:] else COST_OF_A_ONE


def _count(hand: tuple[Card, ...], colour: str) -> int:
    return sum(card[0] == colour for card in hand)
