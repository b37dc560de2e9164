import re
from typing import Any
from xml.etree import ElementTree

import pytest

from ludotheque.games.forma import words
from ludotheque.games.forma.page import art
from ludotheque.games.forma.page.picture import picture
from tests.games.forma.boards import play, start

SVG = "{http://www.w3.org/2000/svg}"
KINDS = [{"players": 2}, {"players": 2, "by_eye": True}, {"players": 4, "touch": "corners"}]


def parts(svg: Any) -> Any:
    """The keyed parts of a picture, each as its bytes; no key twice."""
    found = [element for element in ElementTree.fromstring(svg).iter() if "data-key" in element.attrib]
    keys = [element.attrib["data-key"] for element in found]
    assert len(set(keys)) == len(keys)
    return {key: ElementTree.tostring(element) for key, element in zip(keys, found, strict=True)}


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("plies", [0, 4, 40, None])
def test_every_table_is_drawn_with_all_its_parts(kind: Any, plies: Any) -> None:
    data = play(1, plies, **kind).view(0).data
    keys = set(parts(picture(data)))
    last = f"last:{words.name(data.last_squares[0])}" if data.last_squares else "last"
    wanted = {"prompt", last} | {f"piece:{k}" for k in range(len(data.pieces))}
    wanted |= {f"{part}:{k}" for k in range(kind["players"]) for part in ("seat", "bridges")}
    wanted |= {f"obstacle:{words.name(square)}" for square in data.obstacles}
    wanted |= {f"hole:{words.name(square)}" for square in data.holes}
    assert keys == wanted | ({"tower"} if data.tower else set())


def test_a_piece_stays_the_same_as_the_board_fills() -> None:
    state = play(3, 12, players=4)
    before = parts(picture(state.view().data))
    while not state.over:
        state.play(state.moves()[0])
    after = parts(picture(state.view().data))
    pieces = {key: part for key, part in before.items() if key.startswith("piece:")}
    assert pieces
    assert pieces.items() <= after.items()


def test_an_element_is_one_outline_not_loose_squares() -> None:
    around = art.around(((0, 0), (0, 1), (1, 0)), 10, 0)
    assert around == [(0, 0), (10, 0), (10, 10), (20, 10), (20, 20), (0, 20)]


@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_themes(theme: Any) -> None:
    svg = picture(play(1, 9, players=2).view().data, theme=theme)
    assert theme in ElementTree.fromstring(svg).attrib["class"].split()


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_a_picture_needs_nothing_from_outside(kind: Any) -> None:
    svg = picture(play(6, **kind).view().data)
    assert svg.count("http") == 1  # the namespace
    assert not re.search(r"url\(|href|<script|@import|\bon\w+=| id=", svg)


def test_style_touches_nothing_but_its_own_pictures() -> None:
    style = str(ElementTree.fromstring(picture(start().view().data)).findtext(f"{SVG}style"))
    flat = re.sub(r"@keyframes \S+\{50%\{[^}]*\}\}|@media [^{]*\{", "", style)
    selectors = [one for rule in re.findall(r"([^{}]+)\{", flat) for one in rule.split(",")]
    assert selectors
    assert all(one.startswith(".ludotheque") for one in selectors)


def test_the_picture_explains_itself_in_words() -> None:
    data = start("obstacle a1", "tower b3", "c3+c4+d4", "a2", players=4).view(2).data
    root = ElementTree.fromstring(picture(data))
    told = str(root.findtext(f"{SVG}desc"))
    assert "You place an element on empty squares." in told
    assert "V3 of Green (seat 0): c3+c4+d4." in told
    assert "a1: an obstacle, one side by Blue (seat 1)." in told
    assert "b3: the tower." in told


def test_prompts() -> None:
    assert words.prompt(start(players=2).view(0).data).startswith("Set-up: You put an obstacle (25 left)")
    assert "Blue (seat 1) places" in words.prompt(start("tower b2", "c3").view(0).data)
    assert "is lost" in words.prompt(start("tower b2", "misfit I1", by_eye=True).view(0).data)
    former = start("tower b2", "misfit I1", by_eye=True, revision=1)
    assert "after a misfit" in words.prompt(former.view(0).data)
    assert "wins with" in words.prompt(play(1, players=4).view(-1).data)
    state = play(1, players=2)
    assert re.match(r"The game is over: .* win(s)? with -?\d+ points\.", words.prompt(state.view(0).data))


def test_a_bridge_glows_along_its_squares() -> None:
    state = play(1, players=2)
    state._states["own"][0][0][:] = 1 << 5
    glow = parts(picture(state.view().data))["bridges:0"].decode()
    assert glow.count('class="glow') == 1
    assert "M212 670.5L212 62.5" in glow
