"""Records: a whole game as one JSON object that any program can replay and check (docs/records.md)."""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ludotheque.core.errors import BadRecord, Refusal, quoted
from ludotheque.core.game import Game
from ludotheque.core.options import Options, exact
from ludotheque.core.registry import definition
from ludotheque.core.state import State

FORMAT = "ludotheque/1"
STANDARD = "-"  # standard input or output
_KNOWN = ("format", "game", "options", "setup", "moves", "result")


@dataclass(frozen=True)
class Record:
    """A finished or running game. ``more`` holds what a record may carry besides."""

    game: str
    options: Options
    setup: dict[str, Any]
    moves: list[str]
    result: dict[str, Any] | None = None
    more: dict[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """The record as a JSON object."""
        known: dict[str, Any] = {
            "format": FORMAT,
            "game": self.game,
            "options": self.options,
            "setup": self.setup,
            "moves": self.moves,
        }
        if self.result is not None:
            known["result"] = self.result
        return known | self.more

    def to_json(self) -> str:
        """The record as one line."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> "Record":
        """Read one record; its shape is checked here, its moves by `replay` and `check`."""
        try:
            fields = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise BadRecord(f"this is no JSON object: {error}") from None
        if not isinstance(fields, dict):
            raise BadRecord(f"a record is a JSON object, not {_kind(fields)}")
        if fields.get("format") != FORMAT:
            raise BadRecord(f'"format" must be "{FORMAT}", not {quoted(fields.get("format"))}')
        return cls(
            game=_field(fields, "game", str),
            options=_field(fields, "options", dict),
            setup=_field(fields, "setup", dict),
            moves=_moves(fields),
            result=_field(fields, "result", dict) if "result" in fields else None,
            more={name: value for name, value in fields.items() if name not in _KNOWN},
        )

    def start(self) -> State:
        """The position before the first move."""
        try:
            found = definition(self.game)
            game = Game(found, exact(found.options, self.options))
        except Refusal as error:
            raise BadRecord(str(error)) from None
        return game.replay(found.notation.read_setup(game.options, self.setup))

    def positions(self) -> Iterator[State]:
        """The position before the first move and after each; it is one state that goes on."""
        state = self.start()
        yield state
        for ply, move in enumerate(self.moves):
            try:
                state.play(move)
            except BadRecord as error:  # chance has no outcome: told without a ply
                raise BadRecord(str(error).partition(": ")[2], ply=ply + 1) from None
            except Refusal as error:
                raise BadRecord(str(error), ply=ply) from None
            yield state

    def replay(self, ply: int | None = None) -> State:
        """The position after *ply* moves, or after all of them."""
        last = len(self.moves)
        if ply is not None and not 0 <= ply <= last:
            raise Refusal(f"the record has no ply {ply}; it has 0 to {last}")
        for played, state in enumerate(self.positions()):  # noqa: B007
            if played == ply:
                break
        return state

    def check(self) -> State:
        """Replay the whole record and compare its result; return the last position."""
        state = self.replay()
        if self.result is not None:
            self._check_result(state)
        return state

    def _check_result(self, state: State) -> None:
        ply = len(self.moves)
        if state.result is None:
            raise BadRecord("the record has a result, but the game is not over", ply=ply)
        for name, true in state.result.items():
            told = self.result.get(name) if self.result else None
            if json.dumps(told) != json.dumps(true):
                why = f"the result's {name} must be {quoted(true)}, not {quoted(told)}"
                raise BadRecord(why, ply=ply)


def _field(fields: dict[str, Any], name: str, kind: type) -> Any:
    if name not in fields:
        raise BadRecord(f'"{name}" is missing')
    if not isinstance(fields[name], kind):
        raise BadRecord(f'"{name}" must be {_kind(kind())}, not {_kind(fields[name])}')
    return fields[name]


def _moves(fields: dict[str, Any]) -> list[str]:
    moves: list[str] = _field(fields, "moves", list)
    for ply, move in enumerate(moves):
        if not isinstance(move, str):
            raise BadRecord(f"a move must be a text, not {_kind(move)}", ply=ply)
    return moves


def _kind(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    kinds = {dict: "an object", list: "a list", str: "a text", int: "a number", float: "a number"}
    return kinds[type(value)]


def read_lines(path: str | Path) -> Iterator[tuple[int, str]]:
    """The lines of a file of records with their numbers, blank ones left out; ``-`` is standard input."""
    lines = sys.stdin.buffer if str(path) == STANDARD else _open(Path(path))
    with lines:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                yield number, line.decode(errors="replace")


def _open(path: Path) -> Any:
    try:
        return path.open("rb")
    except OSError as error:
        raise Refusal(f"cannot read {path}: {error.strerror}") from None


def read_records(path: str | Path) -> Iterator[Record]:
    """The records of a file, one a line; a bad line is refused with its number."""
    for number, line in read_lines(path):
        try:
            yield Record.from_json(line)
        except BadRecord as error:
            raise Refusal(f"{path}:{number}: {error}") from None
