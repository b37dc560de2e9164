"""What a game's folder gives to everybody else: one `Definition`, and the files that are found beside it.

``rules.py`` and ``notation.py`` are all that a game must bring. For each other role there is a default, and
a file of that role's name replaces it. Files are imported when they are first asked for, so that a first list
of moves need not wait for drawings.
"""

import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from ludotheque.core.actions import ActionTable, PlainActions
from ludotheque.core.errors import BrokenGame
from ludotheque.core.move import MoveBook
from ludotheque.core.notation import GameNotation
from ludotheque.core.options import Option, Options, complete
from ludotheque.core.page import CompletedPage, Page
from ludotheque.core.plain import PlainRefusals, PlainViewing
from ludotheque.core.roles import (
    Actions,
    Clairvoyant,
    Features,
    Heuristic,
    Observing,
    Ready,
    Reasons,
    Refusals,
    Text,
    Viewing,
)
from ludotheque.engine import contract
from ludotheque.engine.batches import BatchKernels, batch_kernels
from ludotheque.engine.errors import BrokenContract
from ludotheque.engine.kernels import Kernels, QuickKernels, kernels, quick
from ludotheque.engine.memories import remembering
from ludotheque.engine.memory import Room, room_for
from ludotheque.engine.observation import ObservationKernels, observation_kernels
from ludotheque.engine.worlds import imagining
from ludotheque.i18n.language import Translations

MOST_PLAYERS = 9  # of any game
HIDDEN = -1  # in a field of hands: a card that the viewer may not see
VARIABLE = "DEFINITION"  # what a game's __init__.py calls its definition
# The defaults that live above core: found by name, as games are.
PLAIN_TEXT = "ludotheque.drawing.plain_text"
PLAIN_PAGE = "ludotheque.drawing.plain_page"


@dataclass(frozen=True)
class Board:
    """Which fields of a game's record the default drawings show as a board, and as cards.

    *cells* names an array of (rows, columns), row 0 at the bottom. A value in it shows the piece of a seat,
    or a letter or two, or nothing. *hands* names an array with one card, or one row of cards, for each seat;
    *cards* says what is written on each value, HIDDEN is a card face down, and any other value is not a card.
    *facts* are fields that are told in words below.

    A click on a cell plays the move that belongs there, if notation.py has ``cell_of(code)``, which tells its
    row and column, or None; with *by_column* a click anywhere in the column does. All other moves are
    buttons, and ``label_move(code)`` in notation.py says what stands on them.
    """

    cells: str = ""
    seats: Mapping[int, int] = field(default_factory=dict)  # value -> seat
    signs: Mapping[int, str] = field(default_factory=dict)  # value -> a letter or two
    hands: str = ""
    cards: Mapping[int, str] = field(default_factory=dict)  # value -> a letter or two
    facts: Mapping[str, str] = field(default_factory=dict)  # field -> what it is called
    by_column: bool = False

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields that are shown."""
        return tuple(name for name in (self.cells, self.hands, *self.facts) if name)


@dataclass(frozen=True)
class Daily:
    """A game for one that has the same shuffle for everybody on a day.

    *options* choose it, and *title*, *invitation* and *met* (those who have reached the goal) are what it is
    called, before translation: "The daily fire", "Can you put it out?", "have put it out".
    """

    options: Mapping[str, Any]
    title: str
    invitation: str
    met: str


@dataclass(frozen=True, eq=False)
class Definition:
    """A game as the registry knows it, before any option is chosen."""

    package: str  # the game's folder as Python names it: `__name__` in its __init__.py
    name: str
    title: str
    summary: str  # one sentence
    options: tuple[Option, ...]  # the first is `players`
    credits: str = ""  # who made it, and when
    minutes: int | None = None  # that a game takes among people, about; None if nobody has measured
    revision: int = 1  # the newest of the rules; a record carries its own
    first: Mapping[str, Any] = field(default_factory=dict)  # options that suit a first game
    at_table: Mapping[str, Any] = field(default_factory=dict)  # usual for people, if not for all
    daily: Daily | None = None  # what everybody plays alone on the same shuffle, once a day
    board: Board | None = None  # for the default page
    go_together: Callable[[Options], None] = lambda options: None  # raises BadOption if they do not
    shared_goal: Callable[[Options], bool] = lambda options: False  # all win or all lose
    secret: Callable[[Options], bool] = lambda options: False  # a seat knows what others may not
    # Settings of `search` that proved to be stronger than the usual ones; the level `master` has them.
    mastery: Callable[[Options], Mapping[str, Any]] = lambda options: {}

    def __reduce__(self) -> tuple[Callable[[str], "Definition"], tuple[str]]:
        return _definition_in, (self.package,)

    # The files

    @cached_property
    def folder(self) -> Path:
        """The game's own folder: its learn/, its locale/, its page/."""
        file = import_module(self.package).__file__
        assert file is not None
        return Path(file).parent

    @cached_property
    def rules(self) -> Any:
        """``rules.py``; see engine.contract."""
        rules = self._needed("rules")
        contract.check(rules)
        return rules

    @cached_property
    def notation(self) -> GameNotation:
        """``notation.py``, with defaults for what it leaves out."""
        own: Any = self._needed("notation")
        for name in ("format_move", "parse_move"):
            if not hasattr(own, name):
                raise BrokenContract(f"notation.py has no function {name}")
        return GameNotation(own, self.rules.OUTCOME)

    @cached_property
    def view(self) -> Viewing:
        """``view.py``, or the record's fields as they are."""
        own: Any = self._file("view")
        if own:
            return own  # type: ignore[no-any-return]
        numbers = self.player_numbers
        only = numbers[0] if len(numbers) == 1 else None
        return PlainViewing(self.rules, self.kernels, self.notation.format_move, only)

    @cached_property
    def refusals(self) -> Refusals:
        """``refusals.py``, or a list of what is legal."""
        own: Any = self._file("refusals")
        return own or PlainRefusals(self.rules, self.kernels, self.notation.format_move)

    @cached_property
    def heuristic(self) -> Heuristic | None:
        """``heuristic.py``, if there is one."""
        own: Any = self._file("heuristic")
        if own:
            contract.check_shapes(own, contract.HEURISTIC)
            contract.check_names(own)
        return own  # type: ignore[no-any-return]

    @cached_property
    def observation(self) -> Observing | None:
        """``observation.py``, if there is one."""
        own: Any = self._file("observation")
        if own:
            contract.check_shapes(own, contract.OBSERVATION)
            contract.check_names(own)
        return own  # type: ignore[no-any-return]

    @cached_property
    def features(self) -> Features | None:
        """``features.py``, if there is one."""
        own: Any = self._file("features")
        if own:
            contract.check_features(own)
        return own  # type: ignore[no-any-return]

    @cached_property
    def clairvoyant(self) -> Clairvoyant | None:
        """``clairvoyant.py``, if there is one."""
        own: Any = self._file("clairvoyant")
        return own  # type: ignore[no-any-return]

    @cached_property
    def reasons(self) -> Reasons | None:
        """``reasons.py``, if there is one."""
        own: Any = self._file("reasons")
        return own  # type: ignore[no-any-return]

    @cached_property
    def can_be_ready(self) -> bool:
        """Whether a table can set the board up in the players' place."""
        return find_spec(f"{self.package}.ready") is not None

    @cached_property
    def ready(self) -> Ready | None:
        """``ready.py``, if there is one."""
        own: Any = self._file("ready")
        return own  # type: ignore[no-any-return]

    @cached_property
    def text(self) -> Text:
        """``text.py``, or the default drawing for a terminal."""
        own: Any = self._file("text")
        return own or import_module(PLAIN_TEXT).PlainText(self)  # type: ignore[no-any-return]

    @cached_property
    def page(self) -> Page:
        """``page/``, with the default page for what it leaves out."""
        plain = import_module(PLAIN_PAGE).PlainPage(self)
        page: Any = CompletedPage(self._file("page") or plain, plain)
        return page  # type: ignore[no-any-return]

    @cached_property
    def shuffle_script(self) -> Path | None:
        """``shuffle.js``, if there is one: what the game shuffles, for a browser that checks it by itself."""
        file = self.folder / "shuffle.js"
        return file if file.is_file() else None

    @cached_property
    def puzzles_file(self) -> Path | None:
        """``puzzles.jsonl``, if there is one; see `core.puzzle`."""
        file = self.folder / "puzzles.jsonl"
        return file if file.is_file() else None

    def _file(self, role: str) -> ModuleType | None:
        name = f"{self.package}.{role}"
        return import_module(name) if find_spec(name) else None

    def _needed(self, role: str) -> ModuleType:
        found = self._file(role)
        if found is None:
            raise BrokenContract(f"there is no {role}.py in {self.folder}")
        return found

    # What is made of them

    @cached_property
    def kernels(self) -> Kernels:
        """The contract's functions and the generic ones, bound to this game's rules."""
        return kernels(self.rules)

    @cached_property
    def moves(self) -> MoveBook:
        """The moves of this game by their integer."""
        return MoveBook(self, self.name, self.notation.format_move)

    @cached_property
    def actions(self) -> ActionTable:
        """The same as a few small numbers each, by ``actions.py`` if there is one."""
        own: Any = self._file("actions")
        actions: Actions = own or PlainActions(self.rules.CODES)
        return ActionTable(actions, self.rules.CODES)

    @cached_property
    def observing(self) -> ObservationKernels:
        """What makes a row of numbers of a view; compiled for whoever learns, and for nobody else."""
        return observation_kernels(self.rules, self.observation)

    @cached_property
    def batching(self) -> BatchKernels:
        """What steps many games at once."""
        return batch_kernels(self.rules, self.observation)

    @cached_property
    def remember(self) -> Callable[..., None]:
        """`engine.memories.remember` for this game."""
        return remembering(self.rules)

    @cached_property
    def imagine_worlds(self) -> Callable[..., None]:
        """`engine.worlds.imagine_worlds` for this game."""
        return imagining(self.rules, self.heuristic)

    @cached_property
    def quick(self) -> QuickKernels:
        """Those of them that are called for every move, quick to call from Python."""
        return quick(self.kernels, self.rules)

    @cached_property
    def no_moves(self) -> Room:
        """Room for the moves of any position, to be copied."""
        return room_for(self.rules.MAX_MOVES)

    @cached_property
    def translations(self) -> Translations:
        """The game's own translations."""
        return Translations(self.folder / "locale")

    @property
    def player_numbers(self) -> list[int]:
        """How many can play."""
        return [number for number in range(1, MOST_PLAYERS + 1) if self.options[0].accepts(number)]

    def first_game(self) -> Options:
        """The options for somebody's first game."""
        return complete(self.options, self.first)

    def check(self) -> None:
        """Refuse a game whose files do not offer what they must, with a sentence."""
        try:
            if not self.options or self.options[0].name != "players":
                raise BrokenContract("the first of its options must be players")
            _ = self.rules, self.notation, self.kernels, self.view, self.heuristic
            for name in self.board.fields if self.board else ():
                if name not in self.rules.STATE.names:
                    raise BrokenContract(f"its board speaks of {name}, which is not a field of STATE")
        except Exception as error:  # whatever running somebody's file may bring
            raise broken(self.name, self.package, error) from error


def broken(name: str, package: str, error: Exception) -> BrokenGame:
    """That a game cannot be used, and why: *error* came up when its files were imported."""
    why = str(error)
    if not isinstance(error, BrokenContract | ImportError | SyntaxError):
        last = traceback.extract_tb(error.__traceback__)[-1]
        why = f"{type(error).__name__}: {why} (line {last.lineno} of {Path(last.filename).name})"
    return BrokenGame(f"the game {name} ({package}) cannot be used: {why}")


def _definition_in(package: str) -> Definition:
    found: Definition = getattr(import_module(package), VARIABLE)
    return found
