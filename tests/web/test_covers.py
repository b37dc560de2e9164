"""The pictures on the home page are what the rules draw."""

import pytest

from ludotheque.core.registry import definition, names
from ludotheque.i18n.language import languages
from ludotheque.web.routes.pages import cover
from tests.web.covers import covers


@pytest.mark.parametrize("game", names())
def test_covers_are_what_the_rules_draw(game: str) -> None:
    drawn = covers(game)
    there = set((definition(game).folder / "learn").glob("cover*.svg"))
    assert there == set(drawn), "python -m tests.web.covers draws them anew"
    for file, svg in drawn.items():
        assert file.read_text(encoding="utf-8") == svg, "python -m tests.web.covers draws them anew"


@pytest.mark.parametrize("game", names())
def test_every_language_has_a_cover(game: str) -> None:
    assert all(cover(game, language).startswith("<svg") for language in [*languages(), "xx"])
