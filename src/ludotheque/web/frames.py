"""Frames: a table as some may see it at a moment, and what travels from one moment to the next.

A frame never changes. Everybody who may see the same has the same frame, and what changed since the frame
before is found and encoded once for all of them. api.md, "Watch", says what is sent; live.js takes it in.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from hashlib import blake2b
from itertools import count
from typing import Any, NamedTuple

from msgspec import Raw
from msgspec.json import Encoder

from ludotheque.core.page import Layer, Layers, Panel
from ludotheque.drawing.fan import Fan

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


Facts = Sequence[JsonObject]  # in groups; one that is the same object as before need not be compared
Column = list[JsonObject]  # some facts about each seat, one after the other; the same holds for it


class Shared:
    """What all who speak a language may see alike of a table at a moment: one object for all of them.

    What was found out about it for one of them is there for the others, for as long as it is: whoever has
    moved looks somewhat later than those who wait, and by then many other tables have been looked at.
    """

    __slots__ = ("chat", "facts", "log", "news", "number", "redrawn", "seats")

    def __init__(self, facts: Facts, seats: Sequence[Column], log: Lines, chat: Lines) -> None:
        self.facts, self.seats, self.log, self.chat = facts, seats, log, chat
        self.number = next(_numbers)
        self.news: dict[int, SharedNews] = {}  # since what was shared before, by its number
        self.redrawn: dict[tuple[Panel | None, Panel], Raw | None] = {}  # what changed from panel to panel


class Frame:
    """What some may see of a table at a moment: what they share with others, and what is theirs."""

    def __init__(
        self,
        version: int,  # of the table
        shared: Shared,
        facts: Facts,
        seats: Sequence[Column],
        panels: Mapping[str, Panel],
    ) -> None:
        self.version, self.shared, self.facts, self.seats, self.panels = version, shared, facts, seats, panels
        self._number = next(_numbers)
        self._encoded: dict[int, bytes] = {}  # what changed since each frame that was asked for

    def state(self) -> JsonObject:
        """All of it, as plain data."""
        return {
            "version": self.version,
            **_joined((*self.shared.facts, *self.facts)),
            "seats": [_joined(about) for about in zip(*self.shared.seats, *self.seats, strict=True)],
            "panels": self._plain_panels(),
            "drawn": self.drawn,
            "log": {"from": 0, "entries": self.shared.log.shown()},
            "chat": {"from": 0, "entries": self.shared.chat.shown()},
        }

    def _plain_panels(self) -> JsonObject:
        return {name: plain_panel(panel) for name, panel in self.panels.items()}

    @cached_property
    def drawn(self) -> str:
        """Tells these panels from any others: whoever has them need not be sent them."""
        return blake2b(_encode(self._plain_panels()), digest_size=8).hexdigest()

    def whole(self, drawn: str = "") -> bytes:
        """All of it as a message; without the panels for those who have the ones that *drawn* tells of."""
        return _whole(self, drawn != self.drawn)

    def message(self, since: "Frame") -> bytes:
        """What to send to those who have seen the frame *since*; empty if nothing changed."""
        number = since._number
        if number not in self._encoded:
            news = difference(since, self)
            self._encoded[number] = _encode(news) if news else b""
        return self._encoded[number]


@lru_cache(64)  # those who come at the same time; a table at which nothing happens need not remember it
def _whole(frame: Frame, with_panels: bool) -> bytes:
    state = frame.state()
    if not with_panels:
        del state["panels"]
    return _encode(state)


def plain_panel(panel: Panel) -> JsonObject:
    """A panel as plain data; parts of a hand have slots, and with them is told what fills these."""
    parts = _as_told(panel.parts)
    plain = {
        "box": panel.box,
        "heading": panel.heading,
        "ground": panel.ground,
        "order": list(parts),
        "parts": dict(parts),
    }
    return plain | {"fan": panel.parts.told()} if type(panel.parts) is Fan else plain


def _as_told(parts: Mapping[str, str]) -> Mapping[str, str]:
    return parts.cards if type(parts) is Fan else parts


def difference(old: Frame, new: Frame) -> JsonObject:
    """What changed between two frames; empty if nothing did."""
    told = _shared_news(old.shared, new.shared)
    news: JsonObject = {"from": old.version, "version": new.version, **told.facts}
    _tell_facts(old.facts, new.facts, news)
    if "extra" in news:
        news["extra"] = _changed_keys(_joined(old.facts)["extra"], news["extra"])
    own = _seats_news(old.seats, new.seats)
    if own or told.seats:
        news["seats"] = _seats_told(told.seats, own)
    if old.panels is not new.panels:
        news |= _panels_difference(old.panels, new.panels, new.shared.redrawn)
    news |= told.lines
    return news if len(news) > 2 or old.version != new.version else {}


SeatsNews = Mapping[int, JsonObject]  # what changed, by seat


class SharedNews(NamedTuple):
    """What changed in what many see alike."""

    facts: JsonObject
    seats: SeatsNews
    lines: JsonObject  # of the log and the chat


def _shared_news(old: Shared, new: Shared) -> SharedNews:
    if old.number not in new.news:
        facts: JsonObject = {}
        _tell_facts(old.facts, new.facts, facts)
        log, chat = _lines_difference(old.log, new.log), _lines_difference(old.chat, new.chat)
        lines = {name: lines for name, lines in (("log", log), ("chat", chat)) if lines}
        new.news[old.number] = SharedNews(facts, _seats_news(old.seats, new.seats), lines)
    return new.news[old.number]


def _joined(groups: Iterable[JsonObject]) -> JsonObject:
    return {key: value for group in groups for key, value in group.items()}


def _tell_facts(old: Facts, new: Facts, news: JsonObject) -> None:
    """Add the facts that changed to the *news*."""
    for group, facts in zip(old, new, strict=True):
        if group is not facts:
            news |= _changed(group, facts)


def _changed(old: JsonObject, new: JsonObject) -> JsonObject:
    """The facts that changed; there are as many as before."""
    return {key: value for key, value in new.items() if old[key] != value}


def _seats_news(old: Sequence[Column], new: Sequence[Column]) -> SeatsNews:
    news: dict[int, JsonObject] = {}
    for before, after in zip(old, new, strict=True):
        if before is not after:
            for seat, (was, now) in enumerate(zip(before, after, strict=True)):
                if was != now:
                    news[seat] = news.get(seat, {}) | _changed(was, now)
    return news


def _seats_told(shared: SeatsNews, own: SeatsNews) -> list[JsonObject]:
    return [{"seat": seat, **shared.get(seat, {}), **own.get(seat, {})} for seat in sorted({*shared, *own})]


def _changed_keys(old: JsonObject, new: JsonObject) -> JsonObject:
    """The keys whose values changed; None for one that is gone."""
    changed = {key: value for key, value in new.items() if old.get(key, ...) != value}
    if len(old) > len(new) or old.keys() != new.keys():
        changed |= {key: None for key in old if key not in new}
    return changed


def _panels_difference(
    old: Mapping[str, Panel], new: Mapping[str, Panel], known: dict[tuple[Panel | None, Panel], Raw | None]
) -> JsonObject:
    """What changed in the panels; what is *known* of some of them already, others have been told."""
    changed = {}
    for name, panel in new.items():
        before = old.get(name)
        if panel is before:
            continue
        pair = before, panel
        if pair not in known:
            known[pair] = _panel_difference(before, panel)
        if told := known[pair]:
            changed[name] = told
    news: JsonObject = {"panels": changed} if changed else {}
    if old.keys() != new.keys() and (gone := [name for name in old if name not in new]):
        news["gone"] = gone
    return news


def _panel_difference(old: Panel | None, new: Panel) -> Raw | None:
    """What changed in a panel, encoded; None if nothing did."""
    news = _panel_news(old, new) if old else plain_panel(new)
    return Raw(_encode(news)) if news else None


def _panel_news(old: Panel, new: Panel) -> JsonObject:
    news = _parts_news(_as_told(old.parts), _as_told(new.parts))
    if Fan in (type(old.parts), type(new.parts)):
        news |= _fan_news(old.parts, new.parts)
    if old.box != new.box:
        news["box"] = new.box
    if old.heading != new.heading:
        news["heading"] = new.heading
    if old.ground is not new.ground and old.ground != new.ground:
        news["ground"] = new.ground
    return news


def _fan_news(old: Mapping[str, str], new: Mapping[str, str]) -> JsonObject:
    """What changed in what fills the slots of a hand; null where its cards have none any more."""
    was, now = (parts.told() if type(parts) is Fan else None for parts in (old, new))
    if was is None or now is None:
        return {"fan": now} if was is not now else {}
    changed = _changed(was, now)
    return {"fan": changed} if changed else {}


class LayerNews(NamedTuple):
    """What changed in a layer."""

    parts: Mapping[str, str | Raw]  # those that are not as they were: whole, or what to replace in them
    moves: "Moves | None" = None  # where its parts are not the same as before, or have other places


class Moves(NamedTuple):
    """Which parts of a layer come and go."""

    gone: Sequence[str]
    after: Sequence[tuple[str, str]]  # which part each new one follows; "" where it is the first of its layer
    sorted: bool  # whether those that stay have their places


def _parts_news(old: Mapping[str, str], new: Mapping[str, str]) -> JsonObject:
    """Which parts changed, are gone and are new, layer by layer; all at once where that cannot be told."""
    if old is new:
        return {}
    if not (type(old) is type(new) is Layers and len(old.layers) == len(new.layers)):
        return _put_together([(0, _layer_news(old, new))], [new])
    pairs = enumerate(zip(old.layers, new.layers, strict=True))
    changed = [(k, _known_layer_news(was, now)) for k, (was, now) in pairs if was is not now]
    return _put_together(changed, new.layers) if changed else {}


def _known_layer_news(old: Layer, new: Layer) -> LayerNews:
    """What changed from one layer to the next, which may tell by itself what was drawn anew."""
    if new.since == old.number:
        return LayerNews({key: _part_difference(old[key], new[key]) for key in new.anew})
    return _layer_news(old, new)


def _put_together(
    changed: Sequence[tuple[int, LayerNews]], layers: Sequence[Mapping[str, str]]
) -> JsonObject:
    """The news of all parts of a panel; of the *layers* those are told by number that *changed*."""
    parts: Mapping[str, str | Raw] = {}
    for _k, layer in changed:
        parts = {**parts, **layer.parts} if parts else layer.parts
    news: JsonObject = {"parts": parts} if parts else {}
    moved = [(k, layer.moves) for k, layer in changed if layer.moves]
    if not moved:
        return news
    if all(moves.sorted for _k, moves in moved):
        news["after"] = [
            (key, previous or _top(layers[:k])) for k, moves in moved for key, previous in moves.after
        ]
        news["gone"] = [key for _k, moves in moved for key in moves.gone]
    else:
        news["order"] = [key for layer in layers for key in layer]
    return news


def _top(layers: Sequence[Mapping[str, str]]) -> str:
    """The uppermost part of some layers."""
    return next((list(layer)[-1] for layer in reversed(layers) if layer), "")


def _layer_news(old: Mapping[str, str], new: Mapping[str, str]) -> LayerNews:
    """What changed from one layer to the next."""
    was, now = list(old), list(new)
    if was == now:
        pairs = zip(now, old.values(), new.values(), strict=True)
        return LayerNews({key: _part_difference(one, part) for key, one, part in pairs if one != part})
    parts = {
        key: _part_difference(before, part) for key, part in new.items() if (before := old.get(key)) != part
    }
    return LayerNews(parts, _moves(was, now))


def _moves(was: list[str], now: list[str]) -> Moves:
    places = list(zip(now, ["", *now], strict=False))  # each with the part before it
    if now[: len(was)] == was:  # more on top, as when a card is played
        return Moves((), places[len(was) :], sorted=True)
    before, after = set(was), set(now)
    return Moves(
        gone=[key for key in was if key not in after],
        after=[place for place in places if place[0] not in before],
        sorted=[key for key in was if key in after] == [key for key in now if key in before],
    )


@lru_cache(32768)  # who sees another whole may see the same part change, here or at another table
def _part_difference(old: str | None, new: str) -> str | Raw:
    """A part whole, or the edits that make it of the old one, encoded."""
    if old is None or not _counted_alike(old) or not _counted_alike(new):
        return new
    edits = _encode(_edits(old, new))
    return Raw(edits) if len(edits) < len(new) else new


def _counted_alike(text: str) -> bool:
    """Whether JavaScript counts its letters as we do: it takes a rare one, such as an emoji, for two."""
    return text.isascii() or len(text.encode("utf-16-le")) == 2 * len(text)


def _edits(old: str, new: str) -> list[Edit]:
    """What to replace to make one markup of another: tag by tag if they have as many, else all in between."""
    before, after = old.split("<"), new.split("<")
    if len(before) != len(after):
        before, after = [old], [new]
    edits, at = [], 0
    for one, other in zip(before, after, strict=True):
        if one != other:
            start, end = _alike(one, other)
            edits.append((at + start, len(one) - start - end, other[start : len(other) - end]))
        at += len(one) + 1
    return edits


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


def _lines_difference(old: Lines, new: Lines) -> JsonObject:
    """The lines after those that stay."""
    same = min(old.length, new.length)
    if old.entries is not new.entries:
        before, after = old.entries, new.entries
        same = next((k for k in range(same) if before[k] != after[k]), same)
    if old.length == same == new.length:
        return {}
    return {"from": same, "entries": new.entries[same : new.length]}
