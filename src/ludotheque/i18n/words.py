"""Small words that every game's sentences need."""

from collections.abc import Sequence

from ludotheque.i18n.language import SHARED

_ = SHARED.text


def listed(items: Sequence[str]) -> str:
    """Items as in a sentence: ``a, b and c``."""
    *most, last = items
    return _("{most} and {last}", most=", ".join(most), last=last) if most else last


def either(items: Sequence[str]) -> str:
    """Items of which one is meant: ``a, b or c``."""
    *most, last = items
    return _("{most} or {last}", most=", ".join(most), last=last) if most else last
