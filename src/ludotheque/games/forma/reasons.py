"""Why one move of Forma is better than another, from what both earn at once."""

from ludotheque.core.view import View
from ludotheque.core.worlds import data_after
from ludotheque.games.forma import words
from ludotheque.games.forma.language import _, plural
from ludotheque.games.forma.view import FormaView, Seat
from ludotheque.i18n.words import listed

MOST = 2  # reasons at once
LEFT_OVER = "left_over"  # taken off at the end; it follows from the squares


def why(view: View, better: str, other: str, /) -> str:
    """What *better* earns that *other* does not, and what it takes from others."""
    data: FormaView = view.data
    if data.phase != "place":
        return ""
    good: FormaView = data_after(view, better)
    bad: FormaView = data_after(view, other)
    reasons = [*_earned(good.seats[view.seat], bad.seats[view.seat]), *_openings(good, bad)][:MOST]
    return listed(reasons) if reasons else ""


def _earned(good: Seat, bad: Seat) -> list[str]:
    """The ways to score in which the better move earns more, the largest difference first (M10 … M15)."""
    more = {way: good.points[way] - bad.points[way] for way in good.points if way != LEFT_OVER}
    ways = sorted((way for way in more if more[way] > 0), key=lambda way: -more[way])
    return [
        plural(
            "earns one point more at once ({way})",
            "earns {number} points more at once ({way})",
            more[way],
            way=_(words.WAY_NAMES[way]),
        )
        for way in ways
    ]


def _openings(good: FormaView, bad: FormaView) -> list[str]:
    """Squares with one open side are holes for whoever closes it: the next player (M11)."""
    fewer = len(bad.nearly_closed) - len(good.nearly_closed)
    if fewer <= 0:
        return []
    return [
        plural(
            "leaves the others one square fewer to encircle",
            "leaves the others {number} squares fewer to encircle",
            fewer,
        )
    ]
