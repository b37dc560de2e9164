"""The language Forma speaks: its own catalogue of messages."""

from pathlib import Path

from ludotheque.core.language import Catalogue

CATALOGUE = Catalogue(Path(__file__).parent / "locale")
_ = CATALOGUE.text
plural = CATALOGUE.plural
