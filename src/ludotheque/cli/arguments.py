"""What several commands take alike: a game with its options, and a place in a file of records."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, Any, TypeAlias

from cyclopts import Parameter
from cyclopts.validators import Number

from ludotheque.core.errors import BadOption, BadRecord, Refusal
from ludotheque.core.game import Game
from ludotheque.core.reading import STANDARD, read_lines, read_record
from ludotheque.core.record import Record
from ludotheque.core.registry import definition
from ludotheque.core.registry import game as make_game
from ludotheque.core.state import State
from ludotheque.engine.chance import fresh_seed


def _no_option(_: object, value: object) -> None:
    """Let ``-`` through as a file and nothing else that looks like an option."""
    if str(value) != STANDARD and str(value).startswith("-"):
        raise ValueError(f"unknown option {value}")


Positive: TypeAlias = Annotated[int, Parameter(validator=Number(gte=1))]
PATH = Parameter(allow_leading_hyphen=True, validator=_no_option)

GameName: TypeAlias = Annotated[str, Parameter(help="Which game; `ludotheque games` lists them.")]
Players: TypeAlias = Annotated[int | None, Parameter(help="How many players.")]
Settings: TypeAlias = Annotated[
    tuple[str, ...],
    Parameter(name="--set", help="An option as key=value; may be repeated. `ludotheque games` lists them."),
]
Bots: TypeAlias = Annotated[
    tuple[str, ...],
    Parameter(name="--bot", help="One bot for all seats, or one for each. `ludotheque bots` lists them."),
]
Seed: TypeAlias = Annotated[str | None, Parameter(help="Equal seeds give equal games.")]
File: TypeAlias = Annotated[
    str, PATH, Parameter(help="A file of records, one per line; - is standard input.")
]
DatabaseAddress: TypeAlias = Annotated[
    str | None,
    Parameter(
        name="--database",
        help="Where the tables are kept: a file's path, sqlite:///path or postgresql://user@host/name; "
        "if left out, what LUDOTHEQUE_DATABASE says, or a file in your data folder.",
    ),
]
Line: TypeAlias = Annotated[int, Parameter(help="Which record, counted from 1.")]
Ply: TypeAlias = Annotated[int | None, Parameter(help="After how many moves; if left out, after all.")]


def chosen_game(name: str, players: int | None, settings: Sequence[str]) -> Game:
    """The game that a command line asks for."""
    options = {option.name: option for option in definition(name).options}
    chosen: dict[str, Any] = {} if players is None else {"players": players}
    for setting in settings:
        key, equals, text = setting.partition("=")
        if not equals:
            raise BadOption(f'--set {setting}: write it as "key=value"')
        if key == "players" and players is not None:
            raise BadOption(f"--set {setting}: the number of players is given by --players already")
        chosen[key] = options[key].parse(text) if key in options else text
    return make_game(name, **chosen)


def chosen_seed(seed: str | None) -> str:
    """The seed that a command line asks for, or one that nobody can guess."""
    return str(fresh_seed()) if seed is None else seed


def at(file: str, line: int, ply: int | None) -> State:
    """The position after *ply* moves of the record on *line* of *file*."""
    record = record_on(file, line)
    with placing(file, line):
        return record.replay(ply)


def record_on(file: str, line: int) -> Record:
    """The record on *line* of *file*."""
    last = 0
    for number, text in read_lines(file):
        last = number
        if number == line:
            with placing(file, line):
                return read_record(text)
    there = f"its last is on line {last}" if last else "it has none"
    raise Refusal(f"{file} has no record on line {line}; {there}")


@contextmanager
def placing(file: str, line: int) -> Iterator[None]:
    """Say of a refusal which record it is about."""
    try:
        yield
    except Refusal as error:
        raise Refusal(placed(file, line, error)) from None


def placed(file: str, line: int, error: Refusal) -> str:
    """What is wrong with a record, and where."""
    return f"{file}:{line}: {error}"


def every_record(file: str) -> Iterator[tuple[int, Record | BadRecord]]:
    """Every record of a file with its line, or what is wrong with it."""
    for number, text in read_lines(file):
        try:
            yield number, read_record(text)
        except BadRecord as error:
            yield number, error
