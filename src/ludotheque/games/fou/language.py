"""The sentences of Fou! in the language of whoever reads them."""

from pathlib import Path

from ludotheque.i18n.language import Translations

TRANSLATIONS = Translations(Path(__file__).parent / "locale")
_ = TRANSLATIONS.text
plural = TRANSLATIONS.plural
