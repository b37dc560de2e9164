"""Why one card of Fou! is better than another, from what the player sees."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from ludotheque.core.view import View
from ludotheque.core.worlds import data_after
from ludotheque.games.fou.language import _, plural
from ludotheque.games.fou.rules import COST_OF_A_ONE
from ludotheque.games.fou.view import Card, FouView
from ludotheque.games.fou.words import card_name, colour_name
from ludotheque.i18n.words import listed

MOST = 2  # reasons at once
MUCH = 3  # points that a card costs more than another
A_ONE: Card = "1"


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
    yield from _with_a_one(data, better, other)
    yield from _lead(data, better, other)
    yield from _undercut(data, better, other)
    if _wins(bad) and not _wins(good):
        yield _("does not win the trick as it lies")
    if _cost(other) >= _cost(better) + MUCH and other != A_ONE and data.trick:
        if not _is_fool(good):
            yield _("keeps {card} for a trick in which it is safe", card=card_name(other))
        elif _is_fool(bad):
            yield _("is the worst card either way as the trick lies, and keeps {card} for a safer one",
                    card=card_name(other))  # fmt: skip
    less = _cost(better) - _cost(other)
    if 0 < less < MUCH:
        yield plural("leaves cards worth one point less in hand",
                     "leaves cards worth {number} points less in hand", less)  # fmt: skip


def _with_a_one(data: FouView, better: Card, other: Card) -> Iterator[str]:
    """A 1 is never a discard, and worse than all but discards (O7, O10)."""
    safe = _discards(data) >= data.discs
    if other == A_ONE != better and not safe:
        yield _("keeps a 1 for a trick with discards")
    elif better == A_ONE and data.led is not None and data.discards(other):
        yield _("is no discard, as a 1 counts as {colour}", colour=colour_name(data.led))
    elif better == A_ONE != other and safe:
        yield _("plays the 1 while discards lie that are worse")


def _discards(data: FouView) -> int:
    """How many cards of the trick are discards."""
    return sum(data.discards(play.card) for play in data.trick)


def _lead(data: FouView, better: Card, other: Card) -> Iterator[str]:
    """Whoever decides the colour does well to choose one that others lack: a discard is worse (O8, O10)."""
    colour, instead = better[0], other[0]
    if data.led is not None or not colour.isalpha() or not instead.isalpha():
        return
    held, of_the_other = (len(_others_hold(data, letter)) for letter in (colour, instead))
    if held == 0 < of_the_other:
        yield _("leads {colour}, which nobody else holds", colour=colour_name(colour))
    elif held < of_the_other:
        values = {"colour": colour_name(colour), "other": colour_name(instead)}
        yield _("leads {colour}, of which the others hold fewer cards than of {other}", **values)


def _undercut(data: FouView, better: Card, other: Card) -> Iterator[str]:
    """Of two cards of the trick colour, one below which others have more to play (O10)."""
    colour = better[0]
    if data.waiting < 2 or colour != other[0] or not colour.isalpha() or data.led not in (None, colour):
        return
    held = _others_hold(data, colour)
    lower, below = (sum(_cost(one) < _cost(card) for one in held) for card in (better, other))
    if lower > below:
        yield plural(
            "has one card more below it in the others’ hands",
            "has {number} cards more below it in the others’ hands",
            lower - below,
        )


def _others_hold(data: FouView, colour: str) -> list[Card]:
    """The cards of a colour that the others still have in hand (O12)."""
    seen = Counter(data.seats[data.viewer].hand)
    for seat in data.seats:
        seen.update(seat.played)
    return [card for card in data.deck if card[0] == colour and not seen[card]]


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
