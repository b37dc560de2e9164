"""The translations of Feurio!, in ``locale/``."""

from pathlib import Path

from ludotheque.core.language import Catalogue, later

CATALOGUE = Catalogue(Path(__file__).parent / "locale")
_ = CATALOGUE.text
plural = CATALOGUE.plural

# What forms call the options and their values (`Option.label`), and the palette its colours.
LABELS = (
    later("Players"),
    later("Mode"),
    later("Firebreaks"),
    later("Hot"),
    later("Versus"),
    later("Coop"),
    later("Solo"),
    later("Green"),
    later("Blue"),
    later("Yellow"),
    later("Red"),
)
