"""Frames: a table as some may see it at a moment, and what travels from one moment to the next.

A frame never changes. Everybody who may see the same has the same frame, and what changed since the frame
before is found and encoded once for all of them. api.md, "Watch", says what is sent; live.js takes it in.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import count
from typing import Any, NamedTuple

from msgspec.json import Encoder

from ludotheque.core.page import Panel

JsonObject = dict[str, Any]
Edit = tuple[int, int, str]  # where in a text, how many letters to take out there, and what to put in
_encode = Encoder().encode
_numbers = count(1)


class Lines(NamedTuple):
    """The first *length* of some entries. The list may grow, for later frames; its beginning stays."""

    entries: list[JsonObject]
    length: int

    def shown(self) -> list[JsonObject]:
        """These entries."""
        return self.entries[: self.length]


class Frame:
    """What some may see of a table at a moment."""

    def __init__(
        self,
        facts: JsonObject,  # among them the table's version
        seats: Sequence[JsonObject],
        panels: Mapping[str, Panel],
        log: Lines,
        chat: Lines,
    ) -> None:
        self.facts, self.seats, self.panels, self.log, self.chat = facts, seats, panels, log, chat
        self._number = next(_numbers)
        self._encoded: dict[int, str] = {}  # what changed since each frame that was asked for; 0: all of it

    def state(self) -> JsonObject:
        """All of it, as plain data."""
        return {
            **self.facts,
            "seats": self.seats,
            "panels": {name: plain_panel(panel) for name, panel in self.panels.items()},
            "log": {"from": 0, "entries": self.log.shown()},
            "chat": {"from": 0, "entries": self.chat.shown()},
        }

    def message(self, since: "Frame | None") -> str:
        """What to send to those who have seen the frame *since*, or nothing yet; empty if nothing changed."""
        number = since._number if since else 0
        if number not in self._encoded:
            news = difference(since, self) if since else self.state()
            self._encoded[number] = _encode(news).decode() if news else ""
        return self._encoded[number]


def plain_panel(panel: Panel) -> JsonObject:
    """A panel as plain data."""
    return {
        "box": panel.box,
        "heading": panel.heading,
        "ground": panel.ground,
        "order": list(panel.parts),
        "parts": dict(panel.parts),
    }


def difference(old: Frame, new: Frame) -> JsonObject:
    """What changed between two frames; empty if nothing did."""
    news = {key: value for key, value in new.facts.items() if old.facts[key] != value}
    if "extra" in news:
        news["extra"] = _changed_keys(old.facts["extra"], new.facts["extra"])
    if old.seats is not new.seats:
        seats = [_changed_keys(one, other) for one, other in zip(old.seats, new.seats, strict=True)]
        if any(seats):
            news["seats"] = [{"seat": number, **seat} for number, seat in enumerate(seats) if seat]
    if old.panels is not new.panels:
        panels = {
            name: _panel_difference(old.panels.get(name), panel)
            for name, panel in new.panels.items()
            if panel is not old.panels.get(name)
        }
        if any(panels.values()):
            news["panels"] = {name: panel for name, panel in panels.items() if panel}
        if gone := [name for name in old.panels if name not in new.panels]:
            news["gone"] = gone
    for name, before, after in (("log", old.log, new.log), ("chat", old.chat, new.chat)):
        if lines := _lines_difference(before, after):
            news[name] = lines
    return {"from": old.facts["version"], "version": new.facts["version"], **news} if news else {}


def _changed_keys(old: JsonObject, new: JsonObject) -> JsonObject:
    """The keys whose values changed; None for one that is gone."""
    changed = {key: value for key, value in new.items() if old.get(key, ...) != value}
    if len(old) > len(new) or old.keys() != new.keys():
        changed |= dict.fromkeys(old.keys() - new.keys())
    return changed


def _panel_difference(old: Panel | None, new: Panel) -> JsonObject:
    if old is None:
        return plain_panel(new)
    before, after, news = old.parts, new.parts, JsonObject()
    parts = {
        key: _part_difference(before.get(key), part) for key, part in after.items() if before.get(key) != part
    }
    if parts:
        news["parts"] = parts
    if list(before) != list(after):
        news |= _order_difference(list(before), list(after))
    if old.box != new.box:
        news["box"] = new.box
    if old.heading != new.heading:
        news["heading"] = new.heading
    if old.ground is not new.ground and old.ground != new.ground:
        news["ground"] = new.ground
    return news


def _order_difference(old: list[str], new: list[str]) -> JsonObject:
    """Which parts are gone, and which part each new one follows; all keys if parts changed places."""
    was, now = set(old), set(new)
    if [key for key in old if key in now] != [key for key in new if key in was]:
        return {"order": new}
    places = zip(["", *new], new, strict=False)
    news: JsonObject = {"after": [[key, previous] for previous, key in places if key not in was]}
    return {**news, "gone": [key for key in old if key not in now]}


@lru_cache(4096)  # who sees another whole may see the same part change
def _part_difference(old: str | None, new: str) -> str | list[Edit]:
    """A part whole, or what to replace in it."""
    if old is None or not _counted_alike(old) or not _counted_alike(new):
        return new
    edits = list(_edits(old, new))
    return edits if sum(len(text) + 8 for _, _, text in edits) < len(new) else new


def _edits(old: str, new: str) -> Iterator[Edit]:
    """What to replace to make one markup of another: tag by tag if they have as many, else all in between."""
    before, after, at = old.split("<"), new.split("<"), 0
    if len(before) != len(after):
        before, after = [old], [new]
    for one, other in zip(before, after, strict=True):
        if one != other:
            start = _alike(one, other)
            end = _alike(one[start:][::-1], other[start:][::-1])
            yield at + start, len(one) - start - end, other[start : len(other) - end]
        at += len(one) + 1


def _counted_alike(text: str) -> bool:
    """Whether JavaScript counts its letters as we do: it takes a rare one, such as an emoji, for two."""
    return text.isascii() or len(text.encode("utf-16-le")) == 2 * len(text)


def _alike(one: str, other: str) -> int:
    """How many letters two texts have in common at the beginning."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _lines_difference(old: Lines, new: Lines) -> JsonObject:
    """The lines after those that stay."""
    same = min(old.length, new.length)
    if old.entries is not new.entries:
        before, after = old.entries, new.entries
        same = next((k for k in range(same) if before[k] != after[k]), same)
    if old.length == same == new.length:
        return {}
    return {"from": same, "entries": new.entries[same : new.length]}
