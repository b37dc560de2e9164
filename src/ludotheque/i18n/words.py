"""Small words that every game's sentences need."""

from collections.abc import Sequence

from ludotheque.i18n.language import SHARED

_ = SHARED.text

NO_BREAK = "\u00a0"  # between a number and what it counts


def listed(items: Sequence[str]) -> str:
    """Items as in a sentence: ``a, b and c``."""
    *most, last = items
    return _("{most} and {last}", most=", ".join(most), last=last) if most else last


def either(items: Sequence[str]) -> str:
    """Items of which one is meant: ``a, b or c``."""
    *most, last = items
    return _("{most} or {last}", most=", ".join(most), last=last) if most else last


def capitalised(phrase: str) -> str:
    """A phrase as a sentence begins: with a capital letter."""
    return phrase[:1].upper() + phrase[1:]


def shortened(name: str, most: int) -> str:
    """A name cut to so many letters: ``Maximil…``."""
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"


def with_minus(number: float) -> str:
    """A number with a true minus sign instead of a hyphen: ``−17``, ``3``."""
    return str(number).replace("-", "−")


def signed(number: int) -> str:
    """A gain or a loss: ``+10``, ``−17``, ``0``."""
    return f"+{number}" if number > 0 else with_minus(number)


def unbroken(sentence: str) -> str:
    """A sentence in which no line ends between a number and its %."""
    return sentence.replace(" %", f"{NO_BREAK}%")
