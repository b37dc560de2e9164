"""The language Forma speaks: its own catalogue of messages."""

from pathlib import Path

from ludotheque.i18n.language import Translations

TRANSLATIONS = Translations(Path(__file__).parent / "locale")
_ = TRANSLATIONS.text
plural = TRANSLATIONS.plural
