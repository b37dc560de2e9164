"""What is in the pictures can be seen by everybody: contrast and sizes, measured on the screen.

axe cannot look into SVG. So texts are compared with the pixels behind them, and what one must see with what
would be there without it.
"""

import io
import re
from functools import partial
from itertools import product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Page

from tests.browser.conftest import Visitors
from tests.browser.forma_hand import large_first
from tests.browser.table_page import ME, PHONE, TablePage, bots, first_choice

pytestmark = pytest.mark.slow

TEXT, SIGHT = 4.5, 3.0  # contrast of text, and of what one must see
WINDOWS = [(390, 844, 9.0), (1024, 768, 11.0), (1440, 900, 11.0)]  # and the least px of text in pictures
SHARP = 2  # pixels of the screen for each of the page
NEAR = 4 * SHARP  # pixels around a point of an outline, so that a broad line's edges belong to it
MOST = {"feurio": 4, "fou": 8, "forma": 2}  # players: the fullest tables
MUST_SEE = {  # outlines, and what is taken away to see what would be there without them
    "feurio": {
        ".spot .dashes": ".spot *", ".space:not(.shut)": ".space", ".notch": ".notch, .notch-edge",
        ".tile .face": ".tile *", ".chip:not(.seen)": ".chip",
    },
    "fou": {
        ".stock": ".stock, .face *", ".badge": ".badge", ".rule": ".rule",
    },
    "forma": {
        ".grid": ".grid", ".board": ".board", ".element .face": ".element *", ".mine .face": ".mine *",
        ".tower .face": ".tower *", ".latest": ".latest",
    },
}  # fmt: skip

# Every text that is seen: what it says, how large it is, its colour, what lies behind it if it has a halo.
TEXTS = """() => [...document.querySelectorAll("svg[data-panel] text")].filter((text) => {
  const box = text.getBoundingClientRect();
  const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  const room = at?.closest(".ui-board, .ui-hand, .ui-panel, .ui-seat-panel"); // it is not scrolled away
  const part = at?.closest("[data-key]"); // it is not covered by another
  return box.width && room?.contains(text) && (!part || part.contains(text))
    && text.checkVisibility({ visibilityProperty: true, opacityProperty: true });
}).map((text) => {
  const style = getComputedStyle(text);
  const { a, b } = text.getScreenCTM();
  const { x, y, width, height } = text.getBoundingClientRect();
  const halo = style.paintOrder.startsWith("stroke") && parseFloat(style.strokeWidth) >= 2;
  return {
    says: text.textContent, look: text.getAttribute("class"), panel: text.ownerSVGElement.dataset.panel,
    size: parseFloat(style.fontSize) * Math.hypot(a, b), box: [x, y, width, height],
    fill: style.fill, halo: halo ? style.stroke : "",
  };
})"""

# Points along the outline of everything that a selector finds in a picture, on the screen.
OUTLINES = """(selector) => [...document.querySelectorAll(`svg[data-panel] ${selector}`)].map((shape) => {
  const length = shape.getTotalLength?.() ?? 0;
  const matrix = shape.getScreenCTM();
  return [...Array(24).keys()].map((k) => {
    const { x, y } = shape.getPointAtLength((length * k) / 24).matrixTransform(matrix);
    return [x, y];
  }).filter(([x, y]) => x > 2 && y > 2 && x < innerWidth - 2 && y < innerHeight - 2);
}).filter((points) => points.length)"""

HIDE = """(selector) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`${selector} { visibility: hidden !important; }`);
  document.adoptedStyleSheets = selector ? [sheet] : [];
}"""

Pixels = NDArray[np.float64]


def luminance(colours: Pixels) -> Pixels:
    """Relative luminance, as WCAG defines it, of colours from 0 to 255."""
    parts = colours / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    found: Pixels = linear @ np.array([0.2126, 0.7152, 0.0722])
    return found


def contrast(one: Pixels, other: Pixels) -> Pixels:
    first, second = luminance(one), luminance(other)
    found: Pixels = (np.maximum(first, second) + 0.05) / (np.minimum(first, second) + 0.05)
    return found


def rgb(colour: str) -> Pixels:
    """The parts of a computed colour."""
    return np.array([float(part) for part in re.findall(r"[\d.]+", colour)[:3]])


def screen(page: Page, *, without: str = "") -> Pixels:
    """The page in pixels, without what a selector finds."""
    page.evaluate(HIDE, without)
    drawn = page.screenshot()
    page.evaluate(HIDE, "")
    with Image.open(io.BytesIO(drawn)) as image:
        return np.asarray(image.convert("RGB"), dtype=np.float64)


def behind(pixels: Pixels, box: list[float]) -> Pixels:
    x, y, width, height = (round(value * SHARP) for value in box)
    part: Pixels = pixels[y : y + height, x : x + width].reshape(-1, 3)
    return part


def faint_texts(page: Page) -> list[tuple[str, str, str, float]]:
    """The texts that stand out too little from what is behind them."""
    whole, ground, found = screen(page), screen(page, without="svg[data-panel] text"), set()
    for text in page.evaluate(TEXTS):
        if text["halo"]:
            value = float(contrast(rgb(text["fill"]), rgb(text["halo"])))
        else:  # the pixels in the middle of its strokes
            both = behind(whole, text["box"]), behind(ground, text["box"])
            value = float(np.percentile(contrast(*both), 99.5))
        value = round(value, 2)
        if value < TEXT - 0.1:  # no pixel lies wholly within a thin stroke
            found.add((text["panel"].split(":")[0], text["look"], re.sub(r"\d+", "0", text["says"]), value))
    return sorted(found)


def faint_shapes(page: Page, selectors: dict[str, str]) -> list[tuple[str, float]]:
    """What one must see and hardly does, or not at all."""
    whole, found = screen(page), []
    for selector, without in selectors.items():
        less = screen(page, without=f"svg[data-panel] :is({without})")
        values = [seen(whole, less, points) for points in page.evaluate(OUTLINES, selector)]
        visible = [value for value in values if value > 1.05]  # others are covered
        worst = round(float(np.percentile(visible, 15)), 2) if visible else 1.0
        if worst < SIGHT:
            found.append((selector, worst))
    return found


def seen(whole: Pixels, less: Pixels, points: list[list[float]]) -> float:
    """How much a shape stands out along its outline, where nothing covers it: the best of nearby pixels."""
    values = []
    for x, y in points:
        column, row = round(x * SHARP), round(y * SHARP)
        near = np.s_[max(0, row - NEAR) : row + NEAR, max(0, column - NEAR) : column + NEAR]
        values.append(float(contrast(whole[near], less[near]).max()))
    return float(np.percentile(values, 60))


def middle_of_a_game(page: Page, game: str) -> None:
    """A full table after a few moves."""
    players = MOST[game]
    table = TablePage.open(page, game, options={"players": players}, seats=[ME, *bots(players - 1)])
    table.wait_for_turn()
    for _ in range(5):
        state: dict[str, Any] = table.state()
        move = large_first(state) if game == "forma" else first_choice(state)
        body = {"ply": state["ply"], "move": move}
        table.after(partial(page.request.post, f"/api/tables/{table.id}/moves", data=body))


@pytest.mark.parametrize(("game", "theme"), list(product(MOST, ["light", "dark"])))
def test_everything_stands_out(visit: Visitors, game: str, theme: str) -> None:
    page = visit(color_scheme=theme, device_scale_factor=SHARP, viewport={"width": 1440, "height": 900})
    middle_of_a_game(page, game)
    assert faint_texts(page) == []
    assert faint_shapes(page, MUST_SEE[game]) == []


@pytest.mark.parametrize("game", MOST)
def test_no_text_is_too_small(visit: Visitors, game: str) -> None:
    """On a phone, a laptop and a desktop: one table, looked at in all of them."""
    page = visit(**PHONE)
    middle_of_a_game(page, game)
    for width, height, least in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(300)
        small = {
            (width, text["panel"].split(":")[0], text["look"], round(text["size"], 1))
            for text in page.evaluate(TEXTS)
            if text["size"] < least - 0.05
        }
        assert sorted(small) == []
