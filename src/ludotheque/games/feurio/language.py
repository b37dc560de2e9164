"""The translations of Feurio!, in ``locale/``."""

from pathlib import Path

from ludotheque.i18n.language import Translations, marked_for_translation

TRANSLATIONS = Translations(Path(__file__).parent / "locale")
_ = TRANSLATIONS.text
plural = TRANSLATIONS.plural

# What the palette calls its colours.
COLOURS = (
    marked_for_translation("Green"),
    marked_for_translation("Blue"),
    marked_for_translation("Yellow"),
    marked_for_translation("Orange"),
)
