"""Cards in a hand, fanned along an arc: alike but for where each lies and how it looks.

A card that leaves a hand moves all others, and a turn that comes lifts them: were they sent as they are
drawn, each would be drawn, compared and sent again. So each is sent once, with slots, and with it the little
that fills them; the page fans them by itself (`web/static/fan.js`), other pictures are put together here.
"""

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from ludotheque.drawing.svg import number

_SLOT = re.compile(r"\{(\w+)\}")
TURN = "{turn}"  # a slot in the drawing of a card: a transform that turns it


class Arc(NamedTuple):
    """Along what cards are fanned."""

    x: float  # the place of the middle card
    y: float
    radius: float
    step: float  # from card to card at most
    spread: float  # from the first card to the last at most
    lift: float  # of a lifted card, away from the centre


class Look(NamedTuple):
    """How some cards of a hand look, and what is said of each before and after its name."""

    css: str  # the class of the part
    card: str  # the class of the card in it
    before: str
    after: str


class Fan(Mapping[str, str]):
    """The parts of a hand by their keys, from left to right, drawn whole where somebody looks at them."""

    def __init__(
        self, arc: Arc, cards: Mapping[str, str], lifted: Iterable[str], looks: Iterable[Look]
    ) -> None:
        self.arc = arc
        self.cards = cards  # each with slots (`held`)
        self.lifted = tuple(lifted)  # the keys of some
        self.looks = tuple(looks)  # of those that are not lifted, and of those that are

    @cached_property
    def _parts(self) -> dict[str, str]:
        return {key: self._filled(k, key, card) for k, (key, card) in enumerate(self.cards.items())}

    def _filled(self, k: int, key: str, card: str) -> str:
        lifted = key in self.lifted
        place, turn = _place(self.arc, k, len(self.cards), lifted)
        slots = {**self.looks[lifted]._asdict(), "place": place, "turn": turn}
        return _SLOT.sub(lambda slot: slots[slot[1]], card)

    def __getitem__(self, key: str) -> str:
        return self._parts[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    def told(self) -> dict[str, Any]:
        """What fills the slots, as plain data."""
        return {"arc": self.arc, "lifted": self.lifted, "looks": self.looks}


def fanned(panel: Mapping[str, Any]) -> Mapping[str, str]:
    """The parts of a panel that is plain data, as they are shown."""
    parts: Mapping[str, str] = panel["parts"]
    if "fan" not in panel:
        return parts
    fan = panel["fan"]
    cards = {key: parts[key] for key in panel["order"]}
    return Fan(Arc(*fan["arc"]), cards, fan["lifted"], [Look(*look) for look in fan["looks"]])


def held(key: str, name: str, card: str) -> str:
    """A part with slots: a card in a hand, and what it is called; neither has braces of its own."""
    return (
        f'<g data-key="{key}" class="{{css}}" transform="translate({{place}})">'
        f'<title>{{before}}{escape(name)}{{after}}</title><g class="{{card}}">{card}</g></g>'
    )


def look(css: str, card: str, sentence: str) -> Look:
    """A look with what is said of each card, in which ``{card}`` stands for its name."""
    before, _, after = escape(sentence).partition("{card}")
    return Look(css, card, before, after)


@lru_cache(1024)
def _place(arc: Arc, k: int, cards: int, lifted: bool) -> tuple[str, str]:
    """The place of a card of some in a fan, and what turns it."""
    step = min(arc.step, arc.spread / max(cards - 1, 1))
    turn = (k - (cards - 1) / 2) * step / arc.radius
    away = arc.radius + (arc.lift if lifted else 0)
    x, y = arc.x + away * math.sin(turn), arc.y + arc.radius - away * math.cos(turn)
    return f"{number(x)} {number(y)}", f"rotate({number(math.degrees(turn))})"
