"""Days as people say them."""

from datetime import date

from babel.dates import format_skeleton

from ludotheque.i18n.language import language
from ludotheque.i18n.words import NO_BREAK

_DAY_FIRST = {"en": "en_GB"}  # Babel's own English is that of the United States


def day_words(day: date) -> str:
    """A day of a year that everybody knows: ``17 November``, ``17. November``."""
    spoken = language()
    words = format_skeleton("MMMMd", day, locale=_DAY_FIRST.get(spoken, spoken))
    return words.replace(" ", NO_BREAK)
