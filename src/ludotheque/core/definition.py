"""What a game's folder gives to everybody else: one `Definition`, made of its few modules."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ludotheque.core.errors import IllegalMove
from ludotheque.core.move import MoveBook
from ludotheque.core.options import Option, Options, complete
from ludotheque.core.page import Page
from ludotheque.engine.chance import Source
from ludotheque.engine.compiled import direct
from ludotheque.engine.contract import Numbers, States
from ludotheque.engine.kernels import Kernels, kernels
from ludotheque.i18n.language import Translations

MOST_PLAYERS = 9  # of any game

Outcome: TypeAlias = NDArray[np.uint8]


class Later:
    """A module that is imported when it is first used, so that a first list of moves need not wait."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        return getattr(import_module(self._name), attribute)


class Notation(Protocol):
    """``notation.py``: moves and chance outcomes to text and back; one spelling for each move."""

    HELP: str  # how moves are written, for somebody at a terminal

    def format_move(self, code: int, /) -> str:
        """The text of a move."""

    def parse_move(self, text: str, /) -> int:
        """The move of a text, or UnreadableMove."""

    def read_setup(self, options: Options, setup: Mapping[str, Any], /) -> list[Outcome]:
        """The outcomes of chance that a record's ``setup`` tells, checked, or BadRecord."""

    def write_setup(self, options: Options, outcomes: Sequence[Outcome], /) -> dict[str, Any]:
        """A record's ``setup`` that tells these outcomes; the inverse of `read_setup`."""


class Refusals(Protocol):
    """``refusals.py``: why a move is not legal."""

    def refusal(self, states: States, i: int, code: int, /) -> IllegalMove:
        """The reason, with the rule's number, why this readable move is not legal now."""


class Viewing(Protocol):
    """``view.py``: what a seat may know, as plain data."""

    def describe(self, states: States, i: int, seat: int, /) -> Any:
        """A frozen dataclass of plain values, made of a state that `contract.hide` has blanked."""


class Picture(Protocol):
    """``picture.py``: the table as SVG."""

    def draw(self, data: Any, /, *, theme: str = "auto") -> str:
        """An SVG document that shows what `Viewing.describe` told; theme auto, light or dark."""


class Text(Protocol):
    """``text.py``: the table for a terminal."""

    def draw(self, data: Any, /) -> Any:
        """A rich renderable that shows what `Viewing.describe` told."""

    def prompt(self, data: Any, /) -> str:
        """One line that says what to do now: "You drew a 4. Lay it on the hottest spot, 2,0."."""


class Clairvoyant(Protocol):
    """``clairvoyant.py``, if there is one: what somebody could reach who knew all that is hidden."""

    def foresee(self, states: States, rng: Source, effort: int, /) -> tuple[bool | None, list[int]]:
        """Whether the game that begins at ``states[0]``, chance settled, can be won by all together.

        True with the moves that win; False only if it is proven; None if *effort* was not enough.
        """


@dataclass(frozen=True)
class Definition:
    """A game as the registry knows it, before any option is chosen."""

    name: str
    title: str
    summary: str  # one sentence
    minutes: int  # that a game takes among people, about
    folder: Path  # the game's own: its learn/, its locale/, its script
    revision: int  # of the rules; a record carries it
    options: tuple[Option, ...]  # the first is `players`
    rules: ModuleType  # see core.contract
    heuristic: Any  # a module or a Later; see core.contract
    notation: Notation
    refusals: Refusals
    view: Viewing
    picture: Picture
    text: Text
    page: Page
    go_together: Callable[[Options], None] = lambda options: None  # raises BadOption if they do not
    first: Mapping[str, Any] = field(default_factory=dict, hash=False)  # options that suit a first game
    at_table: Mapping[str, Any] = field(default_factory=dict, hash=False)  # usual for people, if not for all
    shared_goal: Callable[[Options], bool] = lambda options: False  # all win or all lose
    secret: Callable[[Options], bool] = lambda options: False  # a seat knows what others may not
    clairvoyant: Clairvoyant | None = None
    moves: MoveBook = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "moves", MoveBook(self.name, self.notation.format_move))

    def read_typed(self, text: str) -> str:
        """The notation of what a person typed; a game's ``notation.read_typed``, if any, is less strict."""
        read: Callable[[str], str] = getattr(self.notation, "read_typed", str)
        return read(text)

    @property
    def player_numbers(self) -> list[int]:
        """How many can play."""
        return [number for number in range(1, MOST_PLAYERS + 1) if self.options[0].accepts(number)]

    def first_game(self) -> Options:
        """The options for somebody's first game."""
        return complete(self.options, self.first)

    @cached_property
    def translations(self) -> Translations:
        """The game's own translations."""
        return Translations(self.folder / "locale")

    @cached_property
    def kernels(self) -> Kernels:
        """The generic compiled functions, bound to this game's rules."""
        return kernels(self.rules)

    @cached_property
    def advance(self) -> Callable[[States, int, int, Numbers, int], int]:
        """`kernels.advance`, quick to call from Python; see `compiled.direct` for the price."""
        no_states, no_moves = np.zeros(1, self.rules.STATE), np.zeros(1, np.int32)
        return direct(self.kernels.advance, no_states, 0, -1, no_moves, 0)
