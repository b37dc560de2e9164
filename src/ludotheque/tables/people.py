"""Who can have a seat, and what they are called."""

from collections.abc import Iterable
from itertools import count

from ludotheque.bots.levels import LEVELS
from ludotheque.core.errors import quoted
from ludotheque.core.fair_shuffle import CONTRIBUTION
from ludotheque.i18n.language import SHARED, marked_for_translation
from ludotheque.tables.errors import TableRefusal
from ludotheque.tables.events import BOT, FRIEND, PERSON, Occupant
from ludotheque.tables.letters import appearance, has_blanks, has_loose_marks, is_seen

_ = SHARED.text

LONGEST_NAME = 24
NOVICE = "novice"  # the level for those who learn
STAND_IN = "regular"  # the level that plays for somebody who has gone
BOT_NAMES = ("Nina", "Otto", "Lena", "Hugo", "Rosa", "Timo", "Olga", "Karl")
LEVEL_NAMES = {
    "novice": marked_for_translation("Novice"),
    "regular": marked_for_translation("Regular"),
    "expert": marked_for_translation("Expert"),
    "master": marked_for_translation("Master"),
}
LEVEL_PHRASES = {
    "novice": marked_for_translation("Still learning: good for a first game."),
    "regular": marked_for_translation("Plays well, and quickly."),
    "expert": marked_for_translation("Thinks for a moment, and plays very well."),
    "master": marked_for_translation(
        "An expert, with what it has learnt from its own games where that helps."
    ),
}


def name_of(who: Occupant, seat: int) -> str:
    """What the player in a seat is called, in the language spoken now."""
    if who.kind == PERSON:
        return who.name
    if who.kind == BOT:
        return who.name or BOT_NAMES[seat]  # tables of before named bots by their seats
    return _("a friend") if who.kind == FRIEND else _("open seat")


def good_name(name: str) -> str:
    """A person's name, without needless spaces; refused if it is empty or too long."""
    short = " ".join(name.split())
    if not short:
        raise TableRefusal("name", _("a name is all we need, and this one is empty"))
    if len(short) > LONGEST_NAME:
        why = _(
            "a name has at most {most} characters; this has {length}", most=LONGEST_NAME, length=len(short)
        )
        raise TableRefusal("name", why)
    if not short.isprintable() or has_blanks(short) or not is_seen(short):
        raise TableRefusal("name", _("a name is made of letters, digits and other visible characters"))
    if has_loose_marks(short):
        raise TableRefusal("name", _("in a name, accents stand on letters, at most two on each"))
    return short


def distinct_name(name: str, taken: Iterable[str]) -> str:
    """The name, with a number if somebody is called so already: nobody at a table is mistaken for another."""
    known = {appearance(one) for one in taken}
    if appearance(name) not in known:
        return name
    numbered = (f"{name[: LONGEST_NAME - 4].rstrip()} {number}" for number in count(2))
    return next(one for one in numbered if appearance(one) not in known)


def bot_name(taken: Iterable[str], seat: int) -> str:
    """What a bot that sits down is called: nobody at the table is called so yet."""
    known = {appearance(one) for one in taken}
    names = (*BOT_NAMES[seat:], *BOT_NAMES[:seat])
    return next((one for one in names if appearance(one) not in known), distinct_name(names[0], known))


def good_contribution(contribution: str) -> str:
    """What somebody contributes to the shuffles."""
    if not CONTRIBUTION.fullmatch(contribution):
        why = _("a contribution is 1 to 64 of A–Z a–z 0–9 _ -, not {given}", given=quoted(contribution))
        raise TableRefusal("contribution", why)
    return contribution


def good_level(level: str) -> str:
    """A level of bots that exists."""
    if level not in LEVELS:
        raise TableRefusal(
            "level", _("no level {level}; there are {levels}", level=quoted(level), levels=", ".join(LEVELS))
        )
    return level
