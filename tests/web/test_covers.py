"""The pictures on the home page are what the rules draw, and are shown without the rules."""

import html
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import httpx
import pytest

from ludotheque.core.registry import definition, names
from ludotheque.i18n.language import languages
from ludotheque.web.covers import cover, drawn_cover
from tests.web.covers import covers
from tests.web.server import Server

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


@pytest.mark.slow
def test_the_home_page_shows_pictures_of_their_own(server: Server) -> None:
    with httpx.Client(base_url=server.url, headers={"accept-language": "fr"}, timeout=60) as visitor:
        found = re.findall(r'<img data-themed src="([^"]+)"', visitor.get("/").text)
        assert len(found) >= len(WITH_COVER)
        today = visitor.get("/api/puzzles").json()["day"]
        found.append(f"/puzzle/connect_four/{today}/board.svg?language=fr&theme=auto")
        for address in map(html.unescape, found):
            answer = visitor.get(address)
            assert answer.headers["content-type"].startswith("image/svg+xml")
            assert "max-age" in answer.headers["cache-control"] and "language=fr" in address
            svg = ElementTree.fromstring(answer.text)
            assert svg[0].tag.endswith("style") and "auto" in svg.attrib["class"].split()
        wrong = (
            "/games/nosuch/cover.svg?language=en&theme=auto",
            "/games/fou/cover.svg?language=../fr&theme=auto",
        )
        assert [visitor.get(address).status_code for address in wrong] == [404, 404]


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
