"""What a letter says: which game, who else plays, how long there is. Nothing of what is on the table."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from msgspec.json import encode

from ludotheque.core.registry import definition
from ludotheque.i18n.language import SHARED, speaking
from ludotheque.tables.people import name_of
from ludotheque.tables.summary import Summary
from ludotheque.web.durations import time_left

_, plural = SHARED.text, SHARED.plural

DAY = 24 * 3600
LONGEST_LIFE = 28 * DAY  # no push service keeps a letter for longer
MY_GAMES = "/mine"  # where all of one's games are


@dataclass(frozen=True)
class Letter:
    """What a browser is to show, and for how many seconds that is news."""

    body: bytes
    life: int


class Outcome(Enum):
    """What became of a letter."""

    SENT = "sent"
    GONE = "gone"  # the browser is there no more
    FAILED = "failed"  # it may work later
    REFUSED = "refused"  # it will never


@dataclass(frozen=True)
class News:
    """What somebody is told: the games in which it is their turn, the latest last; or one that is over."""

    turns: Sequence[Summary]
    over: Summary | None = None


def letter(spoken: str, person: str, news: News, now: float) -> Letter:
    """The news for a person, in a language."""
    latest = news.over or news.turns[-1]
    with speaking(spoken):
        if news.over:
            told = _of_end(news.over, person)
        else:
            told = _of_one(latest, person, now) if len(news.turns) == 1 else _of_many(news.turns)
    life = DAY if latest.due is None else max(0, min(LONGEST_LIFE, int(latest.due - now)))
    return Letter(encode({**told, "count": len(news.turns)}), life)


def _others(summary: Summary, person: str) -> list[str]:
    """The other players, if there are any."""
    names = [name_of(who, k) for k, who in enumerate(summary.seats) if who.person != person]
    return [", ".join(names)] if names else []


def _of_end(summary: Summary, person: str) -> dict[str, str]:
    return {
        "title": _("{game}: the game is over", game=definition(summary.game).title),
        "body": " · ".join(_others(summary, person)),
        "url": f"/t/{summary.id}",
    }


def _of_one(summary: Summary, person: str, now: float) -> dict[str, str]:
    words = _others(summary, person)
    if summary.due is not None and summary.due > now:
        words.append(time_left(summary.due, now))
    title = definition(summary.game).title
    return {
        "title": _("{game}: it is your turn", game=title),
        "body": " · ".join(words),
        "url": f"/t/{summary.id}",
    }


def _of_many(turns: Sequence[Summary]) -> dict[str, str]:
    titles = dict.fromkeys(definition(one.game).title for one in turns)
    return {
        "title": plural("It is your turn in {number} game", "It is your turn in {number} games", len(turns)),
        "body": " · ".join(titles),
        "url": MY_GAMES,
    }
