"""The translations of Feurio!, in ``locale/``."""

from pathlib import Path

from ludotheque.i18n.language import Translations, marked_for_translation

TRANSLATIONS = Translations(Path(__file__).parent / "locale")
_ = TRANSLATIONS.text
plural = TRANSLATIONS.plural

# What forms call the options and their values (`Option.label`), and the palette its colours.
LABELS = (
    marked_for_translation("Players"),
    marked_for_translation("Mode"),
    marked_for_translation("Firebreaks"),
    marked_for_translation("Hot"),
    marked_for_translation("Versus"),
    marked_for_translation("Coop"),
    marked_for_translation("Solo"),
    marked_for_translation("Green"),
    marked_for_translation("Blue"),
    marked_for_translation("Yellow"),
    marked_for_translation("Red"),
)
