"""Why a move is better than another, in a sentence: a game's own reason, and what the numbers say."""

from ludotheque.core.view import View
from ludotheque.i18n.language import SHARED
from ludotheque.i18n.words import unbroken

_, plural = SHARED.text, SHARED.plural

WORTH_TELLING = 0.5  # points, on average


def reason_of(view: View, better: str, other: str) -> str:
    """What a game itself says of two moves; empty if it says nothing."""
    own = view.game.definition.reasons
    return own.why(view, better, other) if own else ""


def chances_words(view: View, better: float, other: float) -> str:
    """Two chances to win beside each other; where they are equal, what else there is to say."""
    values = {"chance": percent(better), "other": percent(other)}
    if percent(better) <= percent(other):
        return _("comes nearer to the goal") if view.game.shared_goal else ""
    if view.game.shared_goal:
        return _("reaches the goal in {chance} % of imagined games instead of {other} %", **values)
    return _("wins {chance} % of imagined games instead of {other} %", **values)


def points_words(points: float | None) -> str:
    """How many points more a move brings; empty if it is not worth a word."""
    if points is None or points < WORTH_TELLING:
        return ""
    return plural("one point more on average", "{number} points more on average", max(1, round(points)))


def why(view: View, better: str, other: str, chances: tuple[float, float], points: float | None) -> str:
    """Why *better* would have been better than *other*, as a clause; *chances* are those of the two."""
    clauses = [reason_of(view, better, other), chances_words(view, *chances), points_words(points)]
    return unbroken("; ".join(filter(None, clauses)))


def percent(chance: float) -> int:
    """A chance as people say it."""
    return round(100 * chance)


def sentence(clause: str) -> str:
    """A clause as a sentence of its own."""
    return clause[:1].upper() + clause[1:] + "." if clause else ""
