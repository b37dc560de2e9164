"""Puzzles: positions in which one move is far better than every other, each a record that stops there.

A game's puzzles lie in its folder, ``puzzles.jsonl``, one record per line; `ludotheque puzzles` finds them.
A record tells what is hidden too: whoever shows a puzzle shows the view of its seat.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from types import MappingProxyType
from typing import Any

from ludotheque.core.definition import Definition
from ludotheque.core.errors import BadRecord, quoted
from ludotheque.core.reading import read_records
from ludotheque.core.record import Record
from ludotheque.core.state import State

PUZZLE = "puzzle"  # where a record tells it


@dataclass(frozen=True)
class Puzzle:
    """A position, whose move it is, the best move, and how often each move wins: those that were searched."""

    record: Record
    seat: int
    solution: str
    chances: Mapping[str, float]

    @cached_property
    def state(self) -> State:
        """The position, with everything hidden in it."""
        return self.record.replay()

    @property
    def best_chance(self) -> float:
        """How often the solution wins."""
        return self.chances[self.solution]

    @property
    def next_best(self) -> str | None:
        """The best of all other moves that were searched, if there is one."""
        others = (move for move in self.chances if move != self.solution)
        return max(others, key=self.chances.__getitem__, default=None)

    @property
    def next_chance(self) -> float:
        """How often that one wins."""
        return 0.0 if self.next_best is None else self.chances[self.next_best]


def puzzle_of(record: Record) -> Puzzle:
    """The puzzle that a record tells, or BadRecord."""
    told = record.more.get(PUZZLE)
    if not isinstance(told, dict):
        raise BadRecord(f'"{PUZZLE}" is missing: this record is a game, and not a puzzle')
    seat, solution, chances = told.get("seat"), told.get("solution"), told.get("chances")
    if not isinstance(seat, int) or not 0 <= seat < record.game.players:
        raise BadRecord(f"the puzzle's seat is 0 to {record.game.players - 1}, not {quoted(seat)}")
    if not isinstance(chances, dict) or not all(map(_is_chance, chances.values())):
        raise BadRecord("the puzzle's chances must be an object with a number from 0 to 1 for each move")
    if not isinstance(solution, str) or solution not in chances:
        raise BadRecord(f"the puzzle's solution must be a move of its chances, not {quoted(solution)}")
    return Puzzle(record, seat, solution, MappingProxyType(chances))


def _is_chance(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


@cache
def puzzles_of(definition: Definition) -> tuple[Puzzle, ...]:
    """The puzzles that a game brings along; none if nobody has looked for any."""
    file = definition.puzzles_file
    return tuple(puzzle_of(record) for record in read_records(file)) if file else ()
