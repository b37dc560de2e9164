import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest

from ludotheque.core.errors import Refusal
from ludotheque.games.feurio import words
from ludotheque.games.feurio.page import art
from ludotheque.games.feurio.page.picture import FOREST, picture
from ludotheque.games.feurio.view import FeurioView
from tests.games.feurio.tables import every_kind, play, with_firebreak

SVG = "{http://www.w3.org/2000/svg}"


def parts(svg: str) -> dict[str, bytes]:
    """The keyed parts of a picture, each as its bytes; no key twice."""
    found = [element for element in ElementTree.fromstring(svg).iter() if "data-key" in element.attrib]
    keys = [element.attrib["data-key"] for element in found]
    assert len(set(keys)) == len(keys)
    return {key: ElementTree.tostring(element) for key, element in zip(keys, found, strict=True)}


def places(svg: str) -> dict[str, str | None]:
    """Where the parts that never leave are."""
    found = ElementTree.fromstring(svg).iter()
    keyed = {element.attrib["data-key"]: element for element in found if "data-key" in element.attrib}
    return {key: part.get("transform") for key, part in keyed.items() if not key.startswith("spot:")}


def text_of(element: ElementTree.Element, tag: str) -> str:
    """The text of an element's child."""
    child = element.find(f"{SVG}{tag}")
    assert child is not None
    return child.text or ""


def cells(prefix: str, keys: Iterable[str]) -> set[str]:
    return {key.removeprefix(prefix) for key in keys if key.startswith(prefix)}


@every_kind
@pytest.mark.parametrize("plies", [0, 11, 40, None])
def test_every_table_is_drawn_with_all_its_parts(kind: dict[str, Any], plies: int | None) -> None:
    state = play(1, plies, **kind)
    for seat in range(-1, kind["players"]):
        data = state.view(seat).data
        keys = parts(picture(data))
        assert cells("tile:", keys) == {words.place(tile.cell) for tile in data.tiles}
        assert cells("spot:", keys) == {words.place(cell) for cell in data.hottest}
        assert cells("seat:", keys) == {str(seat) for seat in range(kind["players"])}
        assert cells("goal:", keys) == (set() if data.mode == "versus" else set("GBYR"))
        assert {"prompt", "areas:G", "areas:R", "stack", "hand"} <= set(keys)


@every_kind
def test_every_man_stands_on_his_tile(kind: dict[str, Any]) -> None:
    data = play(2, **kind).view().data
    drawn = parts(picture(data))
    for tile in data.tiles:
        men = re.findall(rb'class="piece (\w)"', drawn[f"tile:{words.place(tile.cell)}"])
        assert b"".join(men).decode() == tile.men


def test_only_its_owner_sees_what_a_firebreak_hides() -> None:  # F23
    state = with_firebreak()
    for seat in (-1, 0, 1, 2):
        data = state.view(seat).data
        (tile,) = (tile for tile in data.tiles if tile.is_firebreak)
        svg = picture(data)
        part = parts(svg)[f"tile:{words.place(tile.cell)}"]
        assert (b"known" in part) == ("You know it is" in svg) == (seat == 0)
        if seat == 0:
            assert f">{tile.value}</" in part.decode()


@pytest.mark.parametrize("seat", [-1, 0, 1, 2])
def test_no_byte_tells_what_a_seat_cannot_know(seat: int) -> None:
    state = play(4, 30, players=3, firebreaks=True)
    view = state.view(seat)
    others = [view.imagine(seed=seed) for seed in range(8)]
    assert len({picture(other.view((seat + 1) % 3).data) for other in others}) > 1
    assert {picture(other.view(seat).data) for other in others} == {picture(view.data)}


def test_a_hidden_draw_lies_face_down() -> None:
    state = with_firebreak()
    assert state.seat == 1
    hands = {seat: parts(picture(state.view(seat).data))["hand"] for seat in (-1, 0, 1, 2)}
    assert {seat for seat, hand in hands.items() if b"tile back" not in hand} == {1}


@every_kind
def test_keys_stay_and_tiles_stay_where_they_are_as_the_forest_grows(kind: dict[str, Any]) -> None:
    state = play(3, 4, **kind)
    before = places(picture(state.view().data))
    while not state.over:
        state.play(state.moves()[0])
        after = places(picture(state.view().data))
        lasting = {key: place for key, place in before.items() if key != "hand"}
        assert lasting.items() <= after.items()
        before = after


def test_a_pass_changes_only_what_it_must() -> None:
    state = play(3, 21, players=4)
    assert state.view().data.phase == "men"
    before = parts(picture(state.view().data))
    state.play("pass")
    after = parts(picture(state.view().data))
    changed = {key for key in before if before[key] != after.get(key)}
    assert {key.partition(":")[0] for key in changed} <= {"prompt", "seat", "hand", "stack"}
    assert len([key for key in changed if key.startswith("seat:")]) == 2


@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_themes(theme: str) -> None:
    svg = picture(play(1, 9, players=2).view().data, theme=theme)
    assert theme in ElementTree.fromstring(svg).attrib["class"].split()


def test_an_unknown_theme_is_refused() -> None:
    with pytest.raises(Refusal, match="auto, light, dark"):
        picture(play(1, 9, players=2).view().data, theme="sepia")


@every_kind
def test_a_picture_needs_nothing_from_outside(kind: dict[str, Any]) -> None:
    svg = picture(play(6, **kind).view().data)
    assert svg.count("http") == 1  # the namespace
    assert not re.search(r"url\(|href|<script|@import|\bon\w+=| id=", svg)


def test_style_touches_nothing_but_its_own_pictures() -> None:
    svg = picture(play(1, 9, players=2).view().data)
    style = text_of(ElementTree.fromstring(svg), "style")
    flat = re.sub(r"@keyframes feurio-\w+\{[^}]*\}\}|@media [^{]*\{", "", style)
    selectors = [one for rule in re.findall(r"([^{}]+)\{", flat) for one in rule.split(",")]
    assert selectors
    assert all(one.startswith(".ludotheque") for one in selectors)


def test_the_picture_explains_itself_in_words() -> None:
    state = play(1, 12, players=4)
    root = ElementTree.fromstring(picture(state.view(state.seat).data))
    assert root.attrib["role"] == "img"
    assert text_of(root, "title") == "Feurio!"
    assert "You" in text_of(root, "desc")
    tile = root.find(f".//{SVG}g[@data-key='tile:0,0']")
    assert tile is not None
    assert re.match(r"A \d with (one|two|three) spaces?, .*; .* free sides?\.", text_of(tile, "title"))


def corners(data: FeurioView) -> tuple[float, float, float, float]:
    """Where the middles of tiles lie, in the picture's own units: left, top, right, bottom."""
    ((x, y, size),) = re.findall(r"translate\((\S+) (\S+)\) scale\((\S+)\)", picture(data))
    x0, y0, scale = float(x), float(y), float(size)
    middles = [art.centre(tile.cell) for tile in data.tiles]
    xs, ys = [x0 + scale * x for x, _ in middles], [y0 + scale * y for _, y in middles]
    return min(xs), min(ys), max(xs), max(ys)


@pytest.mark.parametrize("step", [(1, 0), (0, 1), (1, -1), (-1, 0)])
@pytest.mark.parametrize("tiles", [1, 2, 36])
def test_a_forest_of_any_extent_fits(step: tuple[int, int], tiles: int) -> None:
    data = play(1, players=2).view().data
    q, r = step
    line = tuple(replace(tile, cell=(k * q, k * r)) for k, tile in enumerate(data.tiles[:tiles]))
    x0, y0, x1, y1 = corners(replace(data, tiles=line, areas=()))
    left, top, width, height = FOREST
    assert left < x0 <= x1 < left + width
    assert top < y0 <= y1 < top + height


def test_the_end_names_the_winners() -> None:
    data = play(1, players=2).view().data
    svg = picture(data)
    winning = {key for key, part in parts(svg).items() if key.startswith("seat:") and b"star" in part}
    assert winning == {f"seat:{seat}" for seat in data.winners}
    assert words.outcome(data) in svg


def test_a_shared_win_and_a_goal_met_are_said() -> None:
    data = play(1, players=4).view().data
    assert "share the win" in words.prompt(replace(data, winners=(0, 2)))
    assert "won" in words.prompt(replace(data, mode="coop", winners=(0, 1, 2, 3)))
    assert "lost" in words.prompt(replace(data, mode="coop", winners=()))


def test_the_terminal_has_the_colours_of_the_picture() -> None:
    for value, (face, digit) in art.HEAT.items():
        (rule,) = re.findall(rf"\.v{value}{{(.*?)}}", art.CSS)
        assert f"--face:{face};" in rule
        assert f"--digit:{digit};" in rule
