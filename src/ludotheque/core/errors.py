"""Refusals: what a person or a file got wrong, in one sentence that says what would be right.

Each class has a stable ``code`` for programs. Our own bugs are never one of these.
"""

import json
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

from ludotheque.i18n.language import SHARED

_ = SHARED.text


def quoted(value: Any) -> str:
    """Something a person or a file gave, as it may stand in a sentence: short, and all on one line."""
    text = json.dumps(value, ensure_ascii=False)
    if not text.isprintable():
        text = json.dumps(value)
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

    code = "refused"
    status = 400  # for the web


class UnknownGame(Refusal):
    """No game of that name is in the registry."""

    code = "game/unknown"
    status = 404


class BadOption(Refusal):
    """An option or its value does not exist, is missing, or does not go with the others."""

    code = "game/option"


class UnknownBot(Refusal):
    """No bot of that name, or a setting that it does not have."""

    code = "bot/unknown"


class UnreadableMove(Refusal):
    """The text is no move of this game, in any position."""

    code = "move/unreadable"


class IllegalMove(Refusal):
    """The move is not allowed in this position."""

    code = "move/illegal"

    def __init__(self, move: str, *, why: str, rule: str = "") -> None:
        super().__init__(f"{move}: {why} [{rule}]" if rule else f"{move}: {why}")


class BadRecord(Refusal):
    """A record that cannot be read or replayed, with the ply at which it goes wrong."""

    code = "record/bad"

    def __init__(self, why: str, *, ply: int = 0) -> None:
        super().__init__(f"ply {ply}: {why}")
        self.ply = ply
