"""The sentences of Fou! in the language of whoever reads them."""

from pathlib import Path

from ludotheque.core.language import Catalogue

CATALOGUE = Catalogue(Path(__file__).parent / "locale")
_ = CATALOGUE.text
plural = CATALOGUE.plural
