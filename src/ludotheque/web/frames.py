"""Frames: a table as some may see it at a moment, and what travels from one moment to the next.

A frame never changes. It is put together of what several frames share: groups of facts, columns of the seats,
panels, lines. What changed between two of these is found and encoded once for all who see both, and a message
is these pieces one after the other. api.md, "Watch", says what is sent; live.js takes it in.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import count
from typing import Any, NamedTuple

from msgspec.json import Encoder

from ludotheque.core.page import Layer, Layers, Panel

JsonObject = dict[str, Any]
Edit = tuple[int, int, str]  # where in a text, how many letters to take out there, and what to put in
_encoder = Encoder()
_numbers = count(1)


def _encode(value: object) -> str:
    return _encoder.encode(value).decode()


class Facts(dict[str, Any]):
    """Facts by their names, known by the object that they are: the same ones need not be compared."""

    __hash__ = object.__hash__


class Column(list[JsonObject]):
    """For every seat some facts about it, known by the object that it is."""

    __hash__ = object.__hash__  # type: ignore[assignment]


@dataclass(frozen=True, eq=False, slots=True)
class Lines:
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
        version: int,  # of the table
        facts: Sequence[Facts],  # every frame of a table has groups with the same names
        seats: Sequence[Column],
        panels: Mapping[str, Panel],
        log: Lines,
        chat: Lines,
    ) -> None:
        self.version, self.facts, self.seats, self.panels = version, facts, seats, panels
        self.log, self.chat = log, chat
        self._number = next(_numbers)
        self._messages: dict[int, str] = {}  # what changed since each frame that was asked for

    def state(self) -> JsonObject:
        """All of it, as plain data."""
        return {
            "version": self.version,
            **_joined(self.facts),
            "seats": [_joined(about) for about in zip(*self.seats, strict=True)],
            "panels": {name: plain_panel(panel) for name, panel in self.panels.items()},
            "log": {"from": 0, "entries": self.log.shown()},
            "chat": {"from": 0, "entries": self.chat.shown()},
        }

    def message(self, since: "Frame | None") -> str:
        """What to send to those who have seen the frame *since*, or nothing yet; empty if nothing changed."""
        if since is None:
            return _whole(self)
        number = since._number
        if number not in self._messages:
            self._messages[number] = _difference(since, self)
        return self._messages[number]


@lru_cache(64)  # those who come at the same time; a table at which nothing happens need not remember it
def _whole(frame: Frame) -> str:
    return _encode(frame.state())


def plain_panel(panel: Panel) -> JsonObject:
    """A panel as plain data."""
    return {
        "box": panel.box,
        "heading": panel.heading,
        "ground": panel.ground,
        "order": list(panel.parts),
        "parts": dict(panel.parts),
    }


def _joined(groups: Iterable[JsonObject]) -> JsonObject:
    return {key: value for group in groups for key, value in group.items()}


# What changed, in pieces of a message: members of a JSON object


def _difference(old: Frame, new: Frame) -> str:
    """What changed between two frames, as a message; empty if nothing did."""
    pieces = [
        _facts_news(before, after)
        for before, after in zip(old.facts, new.facts, strict=True)
        if before is not after
    ]
    columns = zip(old.seats, new.seats, strict=True)
    if changed := tuple([pair for pair in columns if pair[0] is not pair[1]]):
        pieces.append(_seats_news(changed))
    if old.panels is not new.panels:
        pieces += _panels_news(old.panels, new.panels)
    if old.log is not new.log:
        pieces.append(_lines_news("log", old.log, new.log))
    if old.chat is not new.chat:
        pieces.append(_lines_news("chat", old.chat, new.chat))
    news = ",".join(filter(None, pieces))
    if not news and old.version == new.version:
        return ""
    return f'{{"from":{old.version},"version":{new.version}{"," if news else ""}{news}}}'


@lru_cache(4096)  # what several see alike is compared and encoded once
def _facts_news(old: Facts, new: Facts) -> str:
    news = _changed(old, new)
    if "extra" in news:
        news["extra"] = _changed_keys(old["extra"], new["extra"])
    return _members(news)


def _changed(old: JsonObject, new: JsonObject) -> JsonObject:
    """The facts that changed; there are as many as before."""
    return {key: value for key, value in new.items() if old[key] != value}


def _changed_keys(old: JsonObject, new: JsonObject) -> JsonObject:
    """The keys whose values changed; None for one that is gone."""
    changed = {key: value for key, value in new.items() if old.get(key, ...) != value}
    if len(old) > len(new) or old.keys() != new.keys():
        changed |= {key: None for key in old if key not in new}
    return changed


def _members(news: JsonObject) -> str:
    """An object without its braces."""
    return _encode(news)[1:-1]


@lru_cache(4096)
def _seats_news(columns: tuple[tuple[Column, Column], ...]) -> str:
    """What changed about the seats, where these columns are not the same as before."""
    seats = [
        {"seat": number, **news}
        for number in range(len(columns[0][0]))
        if (news := _joined(_changed(before[number], after[number]) for before, after in columns))
    ]
    return _members({"seats": seats}) if seats else ""


def _panels_news(old: Mapping[str, Panel], new: Mapping[str, Panel]) -> list[str]:
    changed = [
        f"{_quoted(name)}:{news}"
        for name, panel in new.items()
        if panel is not (before := old.get(name)) and (news := _panel_difference(before, panel))
    ]
    gone = [name for name in old if name not in new]
    return [f'"panels":{{{",".join(changed)}}}' if changed else "", _members({"gone": gone}) if gone else ""]


@cache
def _quoted(name: str) -> str:
    return _encode(name)


@lru_cache(4096)
def _panel_difference(old: Panel | None, new: Panel) -> str:
    """What changed in a panel, encoded; empty if nothing did."""
    if old is None:
        return _encode(plain_panel(new))
    pieces = _parts_news(old.parts, new.parts)
    about = {name: getattr(new, name) for name in _ABOUT if getattr(old, name) != getattr(new, name)}
    if about:
        pieces.append(_members(about))
    return f"{{{','.join(pieces)}}}" if pieces else ""


_ABOUT = ("box", "heading", "ground")


class LayerNews(NamedTuple):
    """What changed in a layer."""

    parts: str  # those that are not as they were: members of an object
    gone: Sequence[str]
    after: Sequence[tuple[str, str]]  # which part each new one follows; "" where it is the first of its layer
    sorted: bool  # whether those that stay have their places


def _parts_news(old: Mapping[str, str], new: Mapping[str, str]) -> list[str]:
    """Which parts changed, are gone and are new, in pieces."""
    before, after = _layers_of(old), _layers_of(new)
    if len(before) != len(after):
        before, after = (old,), (new,)
    changed = {
        k: _layer_news(was, now) if isinstance(was, Layer) and isinstance(now, Layer) else _news(was, now)
        for k, (was, now) in enumerate(zip(before, after, strict=True))
        if was is not now
    }
    parts = ",".join([news.parts for news in changed.values() if news.parts])
    pieces = [f'"parts":{{{parts}}}'] if parts else []
    if not all(news.sorted for news in changed.values()):
        pieces.append(_members({"order": list(new)}))
    elif any(news.gone or news.after for news in changed.values()):
        gone = [key for news in changed.values() for key in news.gone]
        fresh = [
            (key, previous or _top(after[:k])) for k, news in changed.items() for key, previous in news.after
        ]
        pieces.append(_members({"after": fresh, "gone": gone}))
    return pieces


def _layers_of(parts: Mapping[str, str]) -> Sequence[Mapping[str, str]]:
    return parts.layers if isinstance(parts, Layers) else (parts,)


def _top(layers: Sequence[Mapping[str, str]]) -> str:
    """The uppermost part of some layers."""
    return next((next(reversed(list(layer))) for layer in reversed(layers) if layer), "")


def _news(old: Mapping[str, str], new: Mapping[str, str]) -> LayerNews:
    """What changed from one layer to the next."""
    parts = {key: _part_difference(old.get(key), part) for key, part in new.items() if old.get(key) != part}
    was, now = list(old), list(new)
    if was == now:
        return LayerNews(_members(parts), (), (), True)
    places = zip(["", *now], now, strict=False)
    return LayerNews(
        _members(parts),
        gone=[key for key in was if key not in new],
        after=[(key, previous) for previous, key in places if key not in old],
        sorted=[key for key in was if key in new] == [key for key in now if key in old],
    )


_layer_news = lru_cache(16384)(_news)  # several panels have the same layers


@lru_cache(32768)  # who sees another whole may see the same part change, here or at another table
def _part_difference(old: str | None, new: str) -> str | list[Edit]:
    """A part whole, or what to replace in it."""
    if old is None or not _counted_alike(old) or not _counted_alike(new):
        return new
    edits = _edits(old, new)
    return edits if sum([len(text) + 8 for _, _, text in edits]) < len(new) else new


def _edits(old: str, new: str) -> list[Edit]:
    """What to replace to make one markup of another: tag by tag if they have as many, else all in between."""
    before, after = old.split("<"), new.split("<")
    if len(before) != len(after):
        before, after = [old], [new]
    edits, at, seen = [], 0, 0
    for k in [k for k, one in enumerate(before) if one != after[k]]:
        one, other = before[k], after[k]
        at, seen = at + sum(map(len, before[seen:k])) + k - seen, k
        start, end = _alike(one, other)
        edits.append((at + start, len(one) - start - end, other[start : len(other) - end]))
    return edits


def _counted_alike(text: str) -> bool:
    """Whether JavaScript counts its letters as we do: it takes a rare one, such as an emoji, for two."""
    return text.isascii() or len(text.encode("utf-16-le")) == 2 * len(text)


@lru_cache(16384)  # a number of cards, a place in a hand: the same tags change in the same way all the time
def _alike(one: str, other: str) -> tuple[int, int]:
    """How many letters two unlike texts have in common at the beginning, and of the rest at the end.

    As numbers of sixteen bits a letter, the first one lowest: the lowest and the highest bit in which two of
    them differ are found at once, without looking at the letters one by one.
    """
    first = int.from_bytes(one.encode("utf-16-le"), "little")
    second = int.from_bytes(other.encode("utf-16-le"), "little")
    differ, more = first ^ second, len(one) - len(other)
    start = ((differ & -differ).bit_length() - 1) >> 4
    differ = first >> 16 * more ^ second if more >= 0 else second >> -16 * more ^ first
    size = min(len(one), len(other))
    return start, min(size - start, size - (differ.bit_length() + 15 >> 4))


@lru_cache(4096)
def _lines_news(name: str, old: Lines, new: Lines) -> str:
    """The lines after those that stay."""
    same = min(old.length, new.length)
    if old.entries is not new.entries:
        before, after = old.entries, new.entries
        same = next((k for k in range(same) if before[k] != after[k]), same)
    if old.length == same == new.length:
        return ""
    return _members({name: {"from": same, "entries": new.entries[same : new.length]}})
