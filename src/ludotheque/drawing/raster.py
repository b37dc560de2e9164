"""A picture's SVG as a PNG, or as pixels for programs that look.

resvg draws SVG without a browser, but knows no CSS variables, with which our pictures are coloured. So each
element gets its style written into it first, as a browser would work it out: classes and tags, one inside
the other, are all the selectors that matter for a still picture.
"""

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray

from ludotheque.core.extras import extra
from ludotheque.drawing.palette import LIGHT

_NAMESPACE = "http://www.w3.org/2000/svg"
_FONT = "DejaVu Sans"  # where a system has no sans-serif of its own
_MEDIA = re.compile(r"@[a-z-]+[^{]*\{(?:[^{}]*\{[^{}]*\})*\}")
_RULE = re.compile(r"([^{}]*)\{([^{}]*)\}")
_VARIABLE = re.compile(r"var\((--[\w-]+)(?:,((?:[^()]|\([^()]*\))*))?\)")
ElementTree.register_namespace("", _NAMESPACE)


@dataclass(frozen=True)
class _Step:
    """A part of a selector: an element of that tag, if any, with all of these classes."""

    tag: str
    classes: frozenset[str]

    def fits(self, tag: str, classes: frozenset[str]) -> bool:
        """Whether an element is meant."""
        return self.classes <= classes and self.tag in ("", tag)


@dataclass(frozen=True)
class _Rule:
    """A rule of style: where it holds, and what it says."""

    steps: tuple[_Step, ...]
    declarations: tuple[tuple[str, str], ...]
    weight: tuple[int, int]  # its specificity: classes, tags


def pixels(svg: str) -> NDArray[np.uint8]:
    """The picture as an array of (height, width, 3)."""
    with extra("rl", needed_by="a picture as pixels"):
        from PIL import Image
    with Image.open(io.BytesIO(png(svg))) as image:
        return np.asarray(image.convert("RGB"))


def png(svg: str, size: tuple[int, int] | None = None) -> bytes:
    """The picture as a file; in the middle of a sheet of paper if a *size* in pixels is wanted."""
    with extra("rl", needed_by="a picture as pixels"):
        from resvg_py import svg_to_bytes
    paper = LIGHT["paper"]  # behind the rounded corners
    sheet = styled(svg) if size is None else _on_paper(styled(svg), size)
    return bytes(svg_to_bytes(svg_string=sheet, background=paper, sans_serif_family=_FONT, font_family=_FONT))


def _on_paper(svg: str, size: tuple[int, int]) -> str:
    """A sheet of that size with the picture as large as it can be."""
    root = ElementTree.fromstring(svg)
    root.attrib |= {"width": str(size[0]), "height": str(size[1]), "preserveAspectRatio": "xMidYMid meet"}
    return ElementTree.tostring(root, encoding="unicode")


def styled(svg: str) -> str:
    """The same picture with the style of each element written into it."""
    root = ElementTree.fromstring(svg)
    rules: list[_Rule] = []
    for parent in root.iter():
        for sheet in [child for child in parent if _tag(child) == "style"]:
            rules += _rules(sheet.text or "")
            parent.remove(sheet)
    rules.sort(key=lambda rule: rule.weight)  # stable: of equal weight the later one wins
    _dress(root, rules, [], {})
    return ElementTree.tostring(root, encoding="unicode")


def _rules(css: str) -> Iterator[_Rule]:
    for selectors, body in _RULE.findall(_MEDIA.sub("", css)):
        pairs = (line.partition(":") for line in body.split(";") if ":" in line)
        declarations = tuple((name.strip(), value.strip()) for name, _, value in pairs)
        for selector in selectors.split(","):
            if not re.search(r"[:>~+*\[]", selector):  # what a pointer does, and what we do not use
                steps = tuple(_step(part) for part in selector.split())
                weight = sum(len(step.classes) for step in steps), sum(bool(step.tag) for step in steps)
                yield _Rule(steps, declarations, weight)


def _step(part: str) -> _Step:
    tag, *classes = part.split(".")
    return _Step(tag, frozenset(classes))


def _dress(
    element: Any, rules: list[_Rule], above: list[tuple[str, frozenset[str]]], known: dict[str, str]
) -> None:
    """Write the style of an element and of all inside it; *known* are the variables that hold there."""
    path = [*above, (_tag(element), frozenset(element.get("class", "").split()))]
    style: dict[str, str] = {}
    for rule in rules:
        if _holds(rule.steps, path):
            style |= dict(rule.declarations)
    own = (part.partition(":") for part in element.get("style", "").split(";") if ":" in part)
    style |= {name.strip(): value.strip() for name, _, value in own}
    known = known | {name: value for name, value in style.items() if name.startswith("--")}
    plain = {name: _resolved(value, known) for name, value in style.items() if not name.startswith("--")}
    if plain:
        element.set("style", ";".join(f"{name}:{value}" for name, value in plain.items()))
    for child in element:
        _dress(child, rules, path, known)


def _holds(steps: tuple[_Step, ...], path: list[tuple[str, frozenset[str]]]) -> bool:
    """Whether a selector means the last element of a path, the others in order above it."""
    if not steps[-1].fits(*path[-1]):
        return False
    left = len(steps) - 2
    for place in reversed(path[:-1]):
        if left >= 0 and steps[left].fits(*place):
            left -= 1
    return left < 0


def _resolved(value: str, known: dict[str, str]) -> str:
    while "var(" in value:
        after = _VARIABLE.sub(lambda found: known.get(found[1], found[2] or "none"), value)
        if after == value:
            break
        value = after
    return value


def _tag(element: Any) -> str:
    return str(element.tag).rpartition("}")[2]
