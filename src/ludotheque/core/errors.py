"""Refusals: what a person or a file got wrong, in one sentence that says what would be right.

Each class has a stable ``code`` for programs and the HTTP ``status`` of such an answer; what a sentence tells
is there as data too. They survive pickling. Our own bugs are never one of these.
"""

import json
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import Any, ClassVar

from ludotheque.i18n.language import SHARED

_ = SHARED.text


def quoted(value: Any) -> str:
    """Something a person or a file gave, as it may stand in a sentence: short, and all on one line."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except RecursionError:  # lists within lists, too deep to be written
        return "…"
    except (TypeError, ValueError):
        text = repr(value)
    if not text.isprintable():
        text = json.dumps(text) if not isinstance(value, str) else json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "…"


def suggestion(name: str, names: Iterable[str]) -> str:
    """What somebody who wrote *name* could have meant."""
    known = sorted(names)
    close = get_close_matches(name, known, n=1)
    if close:
        return _('did you mean "{name}"?', name=close[0])
    return _("there are {names}", names=", ".join(known))


class Refusal(ValueError):
    """Something the caller asked for cannot be done; the message says why and what would be right."""

    code: str = "refused"
    status: ClassVar[int] = 400

    def __reduce__(self) -> tuple[Callable[..., "Refusal"], tuple[Any, ...]]:
        return _restored, (type(self), self.args, self.__dict__)


def _restored(kind: type[Refusal], args: tuple[Any, ...], data: dict[str, Any]) -> Refusal:
    refusal = kind.__new__(kind, *args)
    refusal.args = args
    refusal.__dict__.update(data)
    return refusal


class UnknownGame(Refusal):
    """No game of that name is in the registry."""

    code = "game/unknown"
    status = 404


class BrokenGame(Refusal):
    """A game that was found cannot be used: its files do not offer what a game must."""

    code = "game/broken"
    status = 500


class BadOption(Refusal):
    """An option or its value does not exist, is missing, or does not go with the others."""

    code = "game/option"


class UnknownBot(Refusal):
    """No bot of that name, or a setting that it does not have."""

    code = "bot/unknown"


class UnreadableMove(Refusal):
    """The text is not a move of this game, in any position."""

    code = "move/unreadable"


class IllegalMove(Refusal):
    """The move is not allowed in this position: *why*, by which numbered *rule* (empty if none)."""

    code = "move/illegal"

    def __init__(self, move: str, *, why: str, rule: str = "") -> None:
        super().__init__(f"{move}: {why} [{rule}]" if rule else f"{move}: {why}")
        self.move = move
        self.why = why
        self.rule = rule


class BadRecord(Refusal):
    """A record that cannot be read or replayed: *why*, and the *ply* at which it goes wrong."""

    code = "record/bad"

    def __init__(self, why: str, *, ply: int = 0) -> None:
        super().__init__(f"ply {ply}: {why}")
        self.why = why
        self.ply = ply


class BadBytes(Refusal):
    """Saved bytes that are not a state or a view of this game, or of another revision of its rules."""

    code = "bytes/bad"
