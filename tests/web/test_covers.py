"""The pictures on the home page are what the rules draw, and are shown without the rules."""

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ludotheque.core.registry import definition, names
from ludotheque.i18n.language import languages
from ludotheque.web.covers import cover, drawn_cover
from tests.web.covers import covers

WITH_COVER = [name for name in names() if (definition(name).folder / "learn").is_dir()]
WITHOUT = sorted(set(names()) - set(WITH_COVER))


@pytest.mark.parametrize("game", WITH_COVER)
def test_covers_are_what_the_rules_draw(game: str) -> None:
    drawn = covers(game)
    there = set((definition(game).folder / "learn").glob("cover*.svg"))
    assert there == set(drawn), "python -m tests.web.covers draws them anew"
    for file, svg in drawn.items():
        assert file.read_text(encoding="utf-8") == svg, "python -m tests.web.covers draws them anew"


@pytest.mark.parametrize("game", WITH_COVER)
def test_every_language_has_a_cover(game: str) -> None:
    assert all(cover(game, language).startswith("<svg") for language in [*languages(), "xx"])


@pytest.mark.parametrize("game", WITHOUT)
def test_a_game_without_a_cover_has_its_board_drawn(game: str) -> None:
    assert cover(game, "en") == ""
    assert ElementTree.fromstring(drawn_cover(game, "en")).tag.endswith("svg")


HOME = """
from ludotheque.core.registry import names
from ludotheque.web.routes.api import game_words
from ludotheque.web.covers import cover
from ludotheque.web.routes.pages import game_css
for name in names():
    assert game_words(name) and cover(name, "en") is not None and game_css(name)
"""


@pytest.mark.slow
def test_the_home_page_compiles_nothing(tmp_path: Path) -> None:
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    subprocess.run([sys.executable, "-c", HOME], env=environment, check=True)
    assert not [file for file in tmp_path.rglob("*") if file.is_file()]
