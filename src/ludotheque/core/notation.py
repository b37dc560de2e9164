"""A game's notation with the defaults for what its ``notation.py`` leaves out."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ludotheque.core.errors import BadRecord, Refusal
from ludotheque.core.options import Options
from ludotheque.core.roles import Notation, Outcome


class GameNotation:
    """All that a game's notation can be asked for, from its own module or by default."""

    def __init__(self, own: Notation, outcome: int) -> None:
        self._outcome = outcome  # how many numbers tell one
        self.format_move = own.format_move
        self.parse_move = own.parse_move
        self.help_text: Callable[[], str] = getattr(own, "help_text", self._help_text)
        self.label_move: Callable[[int], str] = getattr(own, "label_move", self.format_move)
        self.cell_of: Callable[[int], tuple[int, int] | None] = getattr(own, "cell_of", self._nowhere)
        self.read_typed: Callable[[str], str] = getattr(own, "read_typed", str)
        self.read_setup: Callable[[Options, Mapping[str, Any]], list[Outcome]]
        self.read_setup = getattr(own, "read_setup", self._read_setup)
        self.write_setup: Callable[[Options, Sequence[Outcome]], dict[str, Any]]
        self.write_setup = getattr(own, "write_setup", self._write_setup)
        self.unshuffled: Callable[[Options], list[int]] = getattr(own, "unshuffled", self._unshuffled)
        self.says_what_it_shuffles = hasattr(own, "unshuffled")

    @staticmethod
    def _nowhere(code: int) -> None:
        """No move belongs to a cell of the board."""

    @staticmethod
    def _help_text() -> str:
        return "Write a move as the list of moves shows it."

    @staticmethod
    def _unshuffled(options: Options) -> list[int]:
        raise Refusal("this game does not say what it shuffles, so that its shuffles cannot be proven")

    def _write_setup(self, options: Options, outcomes: Sequence[Outcome]) -> dict[str, Any]:
        return {"chance": [outcome.tolist() for outcome in outcomes]} if self._outcome else {}

    def _read_setup(self, options: Options, setup: Mapping[str, Any]) -> list[Outcome]:
        if not self._outcome:
            return []
        events = setup.get("chance")
        if not isinstance(events, list) or not all(map(self._is_outcome, events)):
            raise BadRecord(
                f'"setup" must hold "chance", a list of outcomes, each of {self._outcome} whole numbers'
            )
        return [np.array(event, np.uint8) for event in events]

    def _is_outcome(self, event: Any) -> bool:
        if not isinstance(event, list) or len(event) != self._outcome:
            return False
        return all(type(number) is int and 0 <= number < 256 for number in event)
