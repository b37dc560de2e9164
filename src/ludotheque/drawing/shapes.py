"""Shapes: what many parts show alike, a card or a tile.

A part refers to a shape, ``<use href="#fou:G17"/>``, so that the shape need travel only once; the page in the
browser and every document put the shape itself in its place. So no document has ids, and any number of them
can share a page (svg.py). A shape may refer to others.
"""

import re
from collections.abc import Mapping

_REFERENCE = re.compile(r'<use href="#([^"]+)"/>')
_known: dict[str, str] = {}  # of all games: name -> markup, with all references inlined


class Shapes:
    """The shapes of a game, by their names; they begin with the game's."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._markup: dict[str, str] = {}

    def add(self, name: str, markup: str) -> str:
        """Keep a shape, and give a reference to it. All are added when the game's page is imported."""
        known = f"{self._game}:{name}"
        assert self._markup.get(known, markup) == markup, f"{known} is two shapes"
        self._markup[known] = markup
        _known[known] = inlined(markup)
        return f'<use href="#{known}"/>'

    @property
    def markup(self) -> Mapping[str, str]:
        """Each shape, as it is sent: with references to others."""
        return self._markup


def inlined(markup: str) -> str:
    """Markup with the shapes themselves in the place of references to them."""
    return _REFERENCE.sub(lambda found: _known[found[1]], markup) if "<use" in markup else markup
