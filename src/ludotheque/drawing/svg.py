"""What every game's picture is made with: the document, its two themes, seat shapes, keyed parts.

A picture is one SVG document without scripts, outside references or ids, so that any number of them
can share a page. Looks are in CSS under the root class; a part that can change carries a ``data-key``,
which names the same thing for as long as the game lasts.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from xml.sax.saxutils import escape

from ludotheque.core.errors import Refusal, quoted
from ludotheque.drawing.palette import COLOURS, DARK, LIGHT
from ludotheque.drawing.shapes import inlined

THEMES = ("auto", "light", "dark")
ROOT = "ludotheque"  # the class all rules of style stand under
FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif'

# Each shape around (0, 0), about as large to the eye as a circle of radius 1.
_OUTLINES = {
    "circle": ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)),
    "square": ((-0.88, -0.88), (0.88, -0.88), (0.88, 0.88), (-0.88, 0.88)),
    "triangle": ((0.0, -1.12), (1.14, 0.84), (-1.14, 0.84)),
    "diamond": ((0.0, -1.2), (1.1, 0.0), (0.0, 1.2), (-1.1, 0.0)),
}


def document(
    game: str, body: str, *, size: tuple[int, int], title: str, desc: str, css: str, theme: str
) -> str:
    """A whole picture of *game*; *css* is its own style, under ``.ludotheque.<game>``."""
    if theme not in THEMES:
        raise Refusal(f"no theme {quoted(theme)}; themes are {', '.join(THEMES)}")
    width, height = size
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{ROOT} {game} {theme}" role="img"'
        f' viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f"<title>{escape(title)}</title><desc>{escape(desc)}</desc>"
        f"<style>{BASE_CSS}{css}</style>"
        f'<rect class="paper" width="{width}" height="{height}" rx="8"/>{inlined(body)}</svg>\n'
    )


def stylesheet(path: Path) -> str:
    """A file of CSS as every picture carries it: without comments, and with no more space than it needs."""
    css = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    css = re.sub(r"\s+", " ", css).strip()
    # before a colon a space can mean something: "a :hover" is not "a:hover"
    return re.sub(r" ?([{};,]) ?|(:) ", r"\1\2", css).replace(";}", "}")


def keyed(
    key: str, content: str, *, at: tuple[float, float] | None = None, css: str = "", hint: str = ""
) -> str:
    """A part that can change, under its key; *hint* is what a pointer resting on it is told."""
    place = f' transform="translate({number(at[0])} {number(at[1])})"' if at else ""
    look = f' class="{css}"' if css else ""
    told = f"<title>{escape(hint)}</title>" if hint else ""
    return f'<g data-key="{key}"{look}{place}>{told}{content}</g>'


def text(x: float, y: float, words: object, css: str) -> str:
    """A line of text."""
    return f'<text class="{css}" x="{number(x)}" y="{number(y)}">{escape(str(words))}</text>'


@lru_cache(16384)
def number(value: float) -> str:
    """A coordinate, as short as a tenth of a unit allows."""
    short = f"{value:.1f}".removesuffix(".0")
    return "0" if short == "-0" else short


def closed(points: Iterable[tuple[float, float]], radius: float = 0.0) -> str:
    """Path data of a polygon whose corners are rounded by *radius*."""
    corners = list(points)
    path = []
    for k, corner in enumerate(corners):
        before = _towards(corner, corners[k - 1], radius)
        after = _towards(corner, corners[(k + 1) % len(corners)], radius)
        path.append(f"{_pair(before)}Q{_pair(corner)} {_pair(after)}" if radius else _pair(corner))
    return f"M{'L'.join(path)}Z"


def _towards(start: tuple[float, float], end: tuple[float, float], step: float) -> tuple[float, float]:
    across, down = end[0] - start[0], end[1] - start[1]
    length = (across * across + down * down) ** 0.5
    return start[0] + across * step / length, start[1] + down * step / length


def _pair(point: tuple[float, float]) -> str:
    return f"{number(point[0])} {number(point[1])}"


@cache
def outline(letter: str, size: float) -> str:
    """Path data of a seat colour's shape around (0, 0)."""
    shape = COLOURS[letter].shape
    if shape == "circle":
        r = number(size)
        return f"M-{r} 0a{r} {r} 0 1 1 {number(2 * size)} 0a{r} {r} 0 1 1 -{number(2 * size)} 0Z"
    return closed(((x * size, y * size) for x, y in _OUTLINES[shape]), size * 0.22)


@lru_cache(4096)  # pieces stand on few places
def piece(letter: str, x: float, y: float, size: float) -> str:
    """A wooden piece of a seat colour, standing on the table: its side, its top and a glint."""
    return (
        f'<g class="piece {letter}" transform="translate({number(x)} {number(y)})">{_piece(letter, size)}</g>'
    )


def _piece(letter: str, size: float) -> str:
    side, lift = number(size * 0.22), number(-size * 0.12)
    return (
        f'<path class="side" transform="translate(0 {side})" d="{outline(letter, size)}"/>'
        f'<path class="top" d="{outline(letter, size)}"/>'
        f'<path class="glint" transform="translate(0 {lift})" d="{outline(letter, size * 0.55)}"/>'
    )


def mark(letter: str, x: float, y: float, size: float, css: str = "mark") -> str:
    """A seat colour's shape, flat: beside a name, or as the place where a piece was."""
    return (
        f'<path class="{css} {letter}" transform="translate({number(x)} {number(y)})"'
        f' d="{outline(letter, size)}"/>'
    )


def _variables(values: Mapping[str, str]) -> str:
    return "".join(f"--{name}:{value};" for name, value in values.items())


def _base_css() -> str:
    root = f".{ROOT}"
    seats = "".join(f"{root} .{c.letter}{{--seat:{c.fill};--seat-edge:{c.edge}}}" for c in COLOURS.values())
    return (
        f"{root}{{{_variables(LIGHT)}font-family:{FONT};font-variant-numeric:tabular-nums lining-nums}}"
        f"{root}.dark{{{_variables(DARK)}}}"
        f"@media (prefers-color-scheme:dark){{{root}.auto{{{_variables(DARK)}}}}}"
        f"{seats}"
        f"{root} .paper{{fill:var(--paper)}}"
        f"{root} text{{fill:var(--ink)}}"
        f"{root} .piece .side{{fill:var(--seat-edge)}}"
        f"{root} .piece .top{{fill:var(--seat);stroke:var(--seat-edge);stroke-width:1}}"
        f"{root} .piece .glint{{fill:#fff;fill-opacity:.24}}"
        f"{root} .mark{{fill:var(--seat);stroke:var(--seat-edge);stroke-width:1}}"
        f"{root} .gone{{fill:none;stroke:var(--quiet);stroke-opacity:.45;stroke-width:1}}"
    )


BASE_CSS = _base_css()
