"""What a game gives to its table in the browser: pictures in panels, choices to click, words.

The page knows no rules. It shows the panels, lets a player click the parts that have a choice, and asks
for the sentences; a game whose moves cannot be made by clicking parts (Forma's elements are picked up and
turned) brings an ES module of its own, its ``SCRIPT``.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ludotheque.core.lesson import Lesson

if TYPE_CHECKING:
    from ludotheque.core.view import View


_numbers = count(1)


class Layer(dict[str, str]):
    """Some parts, lowest first. A layer can tell which of its parts are not as they were in another one."""

    __slots__ = ("anew", "number", "since")

    def __init__(self, parts: Mapping[str, str] | Iterable[tuple[str, str]] = ()) -> None:
        super().__init__(parts)
        self.number = next(_numbers)
        self.since = 0  # the number of a layer that has the same parts but for those drawn *anew*
        self.anew: Sequence[str] = ()

    def redrawn(self, parts: Iterable[tuple[str, str]]) -> "Layer":
        """The same layer with some of its parts drawn anew: nobody need compare the others."""
        anew = {key: part for key, part in parts if self[key] != part}
        if not anew:
            return self
        layer = Layer(self)
        layer.update(anew)
        layer.since, layer.anew = self.number, tuple(anew)
        return layer


class Layers(Mapping[str, str]):
    """Parts in layers, the lowest first. A layer that is the same object as before need not be compared."""

    def __init__(self, layers: Iterable[Layer]) -> None:
        self.layers = tuple(layers)

    @cached_property
    def _parts(self) -> dict[str, str]:
        return {key: part for layer in self.layers for key, part in layer.items()}

    def __getitem__(self, key: str) -> str:
        return self._parts[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._parts)

    def __len__(self) -> int:
        return len(self._parts)


@dataclass(frozen=True)
class Panel:
    """A picture on its own, made of keyed parts (`svg.keyed`), so that only what changed need travel.

    ``board`` is shown large, ``hand`` under it, ``seat:0`` within the lines of a player, any other at the
    side under its heading.
    """

    box: tuple[float, float, float, float]  # the viewBox: left, top, width, height
    parts: Mapping[str, str]  # key -> one <g data-key="…">, lowest first
    heading: str = ""
    ground: str = ""  # under all parts; the same for the whole game

    __hash__ = object.__hash__  # what follows from a panel is kept by the object that it is


class Drawn(NamedTuple):
    """What was drawn of a position."""

    data: Any  # what `Viewing.describe` told of it
    panels: Mapping[str, Panel]


class Choice(NamedTuple):
    """A legal move as it is offered: click the part *at*, or a button where that is empty.

    Where a part has several choices, a click opens a small menu of their labels. A move that can be made at
    several equal parts is offered at each of them.
    """

    move: str  # its notation
    label: str  # in words: "Two green men"
    at: str = ""


@dataclass(frozen=True)
class Line:
    """One line of how a result came about: an area, a bridge, a round."""

    seat: int  # whose it is; −1: everybody's
    words: str
    points: int | None = None


@dataclass(frozen=True)
class Interlude:
    """A moment to look at before the game is seen going on: a finished ``trick``, or a ``round``.

    A trick stays on the board for a while. A round ends with a summary: *lines*, one per seat with the points
    of the round, and perhaps the picture of a panel.
    """

    kind: str
    key: str  # another one for every such moment of a game
    title: str = ""
    lines: tuple[Line, ...] = ()
    panel: str = ""


class OwnPage(Protocol):
    """``page/``: what a game's own page offers at least. *data* is what `Viewing.describe` told."""

    CSS: str  # the pictures' style, under ``.ludotheque.<game>``
    # It may have SHAPES too: what its parts refer to, by name (drawing/shapes.py).
    SCRIPT: str  # an ES module's path in the game's folder; empty if clicks on parts are enough

    def panels(self, data: Any, /) -> dict[str, Panel]:
        """The table, in panels."""

    # It may have redrawn(data, before: Drawn) too: the same panels, where most of what was drawn of another
    # position, for the same eyes, in the same words, can stay as it is; `Layer.redrawn` says which can.

    def choices(self, view: "View", /) -> list[Choice]:
        """The legal moves of the viewer, best order for a list; the SCRIPT may offer more."""

    def label(self, data: Any, move: str, /) -> str:
        """A move in words, short: for a hint, a button, a screen reader."""

    def prompt(self, data: Any, /) -> str:
        """One line above the board that says what to do now, or how the game has ended."""

    def picture(self, data: Any, /, *, theme: str = "auto") -> str:
        """The whole table as one SVG document, for notebooks and docs; theme auto, light or dark."""

    def log_entry(self, before: Any, move: str, after: Any, /) -> str:
        """What happened by a move, a sentence or two for the log, between two spectator's views."""

    def touched(self, data: Any, move: str, /) -> list[str]:
        """The keys of the parts that show a move just made; a table tells all what it tells a spectator."""

    def marks(self, data: Any, seat: int, /) -> str:
        """The letters of a seat's colours (drawing.palette); empty where seats have none."""

    def scores(self, data: Any, /) -> list[int] | None:
        """The points as they stand, seat by seat; None where all share a goal."""

    def holds(self, data: Any, seat: int, /) -> str:
        """What a seat has left, in two words: ``9 men``; empty if there is nothing to tell."""

    def attempt(self, data: Any, part: str, /) -> str:
        """The move that a click on a part would mean if it were legal; empty if none, so that nobody asks."""

    def breakdown(self, data: Any, /) -> list[Line]:
        """How the points, or the goal, came about."""

    def extra(self, view: "View", /) -> dict[str, Any]:
        """Plain data for the SCRIPT; empty without one."""

    def preview(self, view: "View", move: str, /) -> str:
        """What a move would bring at once, in a few words; empty if that is not to be told."""

    def coach(self, data: Any, /) -> tuple[str, str] | None:
        """For a first game: a topic (a short key) and what a newcomer should know about it now."""

    def illustrations(self) -> dict[str, str]:
        """SVG documents for the pages of rules, by name: ``![…](picture:name)`` in learn/en.md."""


class Page(OwnPage, Protocol):
    """What the table in the browser needs; what a game's own page leaves out has a default."""

    LESSON: Lesson | None  # for somebody's first minutes
    PAST_PANELS: tuple[str, ...]  # that tell what was played before, which a table may choose not to show
    SEATS_ALIKE: bool  # whether all see the same of each seat, though they know different things

    def redrawn(self, data: Any, before: Drawn, /) -> Mapping[str, Panel]:
        """The panels of a position; what was drawn *before* of another one is taken where it is the same."""

    def told_apart(self, data: Any, moves: Sequence[str], /) -> list[str]:
        """Moves that `label` calls the same, each in words that say where it goes; else its notation."""

    def placed(self, data: Any, move: str, /) -> list[str]:
        """The keys of the parts of the board that a move just made has put there, to show one beforehand."""

    def beside_scores(self, data: Any, /) -> list[str]:
        """A few words beside each seat's points, such as what is still to be subtracted; empty for none."""

    def tally(self, data: Any, /) -> list[dict[str, int]]:
        """Each seat's points by where they came from ("bridges", "round 3"), to tell what made the
        difference; empty where that cannot be told."""

    def interlude(self, data: Any, /) -> Interlude | None:
        """What has just ended, if somebody should have a look at it before the game goes on.

        A table tells all what it tells a spectator.
        """


class CompletedPage:
    """A game's own page; what it leaves out is the default page's."""

    def __init__(self, own: Any, plain: Any) -> None:
        self._own, self._plain = own, plain

    def redrawn(self, data: Any, before: Drawn) -> Mapping[str, Panel]:
        """The panels, of which what was drawn *before* may be a part; else drawn from the beginning."""
        redrawn = getattr(self._own, "redrawn", None)
        panels: Mapping[str, Panel] = redrawn(data, before) if redrawn else self.panels(data)
        return panels

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._own if hasattr(self._own, name) else self._plain, name)
        setattr(self, name, found)  # the next time it is there at once
        return found
