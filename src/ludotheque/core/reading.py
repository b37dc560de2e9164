"""Reading records: one JSON object per line, its shape checked here, its moves by `Record.check`."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ludotheque.core.errors import BadRecord, Refusal, UnknownGame, quoted
from ludotheque.core.game import recorded_game
from ludotheque.core.record import FORMAT, Record
from ludotheque.core.registry import definition

STANDARD = "-"  # standard input or output
_KNOWN = ("format", "game", "options", "setup", "moves", "result")


def read_record(text: str) -> Record:
    """The record that a text holds, or BadRecord."""
    try:
        fields = json.loads(text)
    except RecursionError:
        raise BadRecord("this is not a JSON object: lists or objects lie too deep in each other") from None
    except ValueError as error:
        raise BadRecord(f"this is not a JSON object: {error}") from None
    if not isinstance(fields, dict):
        raise BadRecord(f"a record is a JSON object, not {_kind(fields)}")
    if fields.get("format") != FORMAT:
        raise BadRecord(f'"format" must be "{FORMAT}", not {quoted(fields.get("format"))}')
    record = record_of(fields)
    _check_characters(fields)
    return record


def _check_characters(fields: dict[str, Any]) -> None:
    """Refuse half a character (a lone surrogate), which JSON can tell and no file or database can hold."""
    try:
        json.dumps(fields, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        half = quoted(error.object[error.start])
        raise BadRecord(f"a text has half a character, {half}, without its other half") from None


def record_of(fields: dict[str, Any]) -> Record:
    """The record in a JSON object that is read already."""
    name, options = _field(fields, "game", str), _field(fields, "options", dict)
    setup, moves = _field(fields, "setup", dict), _moves(fields)
    result = _field(fields, "result", dict) if "result" in fields else None
    try:
        found = definition(name)
    except UnknownGame as error:
        raise BadRecord(str(error)) from None
    more = {name: value for name, value in fields.items() if name not in _KNOWN}
    game = recorded_game(found, options, fields.get("revision", 1))
    unknown = {name: value for name, value in options.items() if name not in game.options}
    return Record(game, setup, moves, result, more, unknown)


def _field(fields: dict[str, Any], name: str, kind: type) -> Any:
    if name not in fields:
        raise BadRecord(f'"{name}" is missing')
    if not isinstance(fields[name], kind):
        raise BadRecord(f'"{name}" must be {_kind(kind())}, not {_kind(fields[name])}')
    return fields[name]


def _moves(fields: dict[str, Any]) -> tuple[str, ...]:
    moves: list[str] = _field(fields, "moves", list)
    for ply, move in enumerate(moves):
        if not isinstance(move, str):
            raise BadRecord(f"a move must be a text, not {_kind(move)}", ply=ply)
    return tuple(moves)


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
    """The records of a file, one per line; a bad line is refused with its number."""
    for number, line in read_lines(path):
        try:
            yield read_record(line)
        except BadRecord as error:
            raise Refusal(f"{path}:{number}: {error}") from None
