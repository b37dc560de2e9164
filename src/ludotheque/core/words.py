"""Small words that every game's sentences need."""

from collections.abc import Sequence


def listed(items: Sequence[str]) -> str:
    """Items as in a sentence: ``a, b and c``."""
    return " and ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)
