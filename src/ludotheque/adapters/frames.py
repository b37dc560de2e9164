"""Records as a table: one row per game, or one row per decision.

The columns of a game are those of GAME_COLUMNS; the options follow ``players`` under their own names (a name
that is taken gets ``option_`` before it). Lists go by seat. What a record does not tell is null.
"""

from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias

from ludotheque.core.errors import BadOption, BadRecord, Refusal, quoted
from ludotheque.core.extras import MissingExtra, extra
from ludotheque.core.options import Choice
from ludotheque.core.reading import read_lines, read_record
from ludotheque.core.record import Record
from ludotheque.core.registry import definition
from ludotheque.core.state import State

Row: TypeAlias = dict[str, Any]
ENGINES = ("polars", "pandas")

GAME_COLUMNS = {
    "line": "where the record stands, counted from 1",
    "game": "the game's name",
    "revision": "of its rules",
    "players": "how many; the game's other options follow",
    "plies": "how many decisions",
    "over": "whether the record tells a result",
    "scores": "by seat; null where all share one goal, or while the game goes on",
    "winners": "the seats that won",
    "won": "whether a goal that all share was met; null where there is none",
    "seats": "who sat there: names of bots or people",
    "seed": "as text",
    "number": "of the game in its arena",
    "seating": "which of the arena's bots sat in each seat",
    "seconds": "how long each seat thought",
}
PLY_COLUMNS = {
    "line": "which record",
    "game": "the game's name",
    "players": "how many",
    "ply": "how many moves were played before",
    "seat": "who decided",
    "name": "who sat there, if the record tells",
    "move": "in the game's notation",
    "action": "the move as an integer",
    "legal": "how many moves were legal",
    "score": "of the seat, before the move",
    "final_score": "of the seat, at the end; null while the game goes on",
    "win": "the seat's share of the win at the end; null while the game goes on",
}


def records_frame(
    source: str | Path | Iterable[Record], *, plies: bool = False, engine: str = "polars"
) -> Any:
    """The records of a file (or some records) as a data frame: one row per game; with *plies*, per decision.

    *engine* is ``"polars"`` or ``"pandas"``. One row per decision replays the games, so moves are checked.

    >>> import ludotheque
    >>> frame = ludotheque.records_frame("games.jsonl")  # doctest: +SKIP
    >>> frame.explode("scores").group_by("game").agg(...)  # doctest: +SKIP
    """
    if engine not in ENGINES:
        raise BadOption(f"engine={quoted(engine)}: a frame is made by {' or '.join(ENGINES)}")
    library = _polars() if engine == "polars" else _pandas()
    found = numbered(source)
    if plies:
        return _frame(library, PLY_COLUMNS, [row for place in found for row in _decisions(*place)])
    rows = [_game(*place) for place in found]
    return _frame(library, GAME_COLUMNS, rows)


def numbered(source: str | Path | Iterable[Record]) -> Iterator[tuple[str, int, Record]]:
    """Every record with where it comes from; a bad one is refused with its place."""
    if isinstance(source, str | Path):
        for line, text in read_lines(source):
            try:
                yield str(source), line, read_record(text)
            except BadRecord as error:
                raise Refusal(f"{source}:{line}: {error}") from None
        return
    for number, record in enumerate(source if isinstance(source, Iterable) else [source], start=1):
        if not isinstance(record, Record):
            raise Refusal(f"a frame is made of records, and {quoted(record)} is not one")
        yield "record", number, record


# Rows


def _game(_file: str, line: int, record: Record) -> Row:
    result, more = record.result or {}, record.more
    arena: Any = more.get("arena")
    arena = arena if isinstance(arena, dict) else {}
    seed = more.get("seed")
    row = {
        "line": line,
        "game": record.game.name,
        "revision": more.get("revision", 1),
        "plies": len(record.moves),
        "over": record.result is not None,
        "scores": _list_of(int, result.get("scores")),
        "winners": _list_of(int, result.get("winners")),
        "won": result.get("won"),
        "seats": _list_of(str, more.get("seats")),
        "seed": None if seed is None else str(seed),
        "number": arena.get("number"),
        "seating": _list_of(int, arena.get("seating")),
        "seconds": _list_of(float, arena.get("seconds")),
    }
    return row | {_option_column(name): value for name, value in record.options.items()}


def _list_of(kind: type, value: Any) -> list[Any] | None:
    """A list of that kind, if the record has one: what it carries besides is anybody's."""
    if isinstance(value, list) and all(isinstance(one, kind) for one in value):
        return value
    return None


def _option_column(name: str) -> str:
    """The column of an option."""
    return name if name == "players" or name not in GAME_COLUMNS else f"option_{name}"


def _decisions(file: str, line: int, record: Record) -> Iterator[Row]:
    names = _list_of(str, record.more.get("seats")) or []
    names += [None] * (record.game.players - len(names))
    rows: list[Row] = []
    try:
        for state in record.positions():
            if len(rows) < len(record.moves):
                rows.append(_decision(state, record.moves[len(rows)], names))
    except BadRecord as error:
        raise Refusal(f"{file}:{line}: {error}") from None
    shares = win_shares(state) if state.over else None
    for row in rows:
        row["line"], row["game"], row["players"] = line, record.game.name, record.game.players
        if shares is not None:
            row["final_score"], row["win"] = state.scores[row["seat"]], shares[row["seat"]]
    yield from rows


def _decision(state: State, move: str, names: list[str | None]) -> Row:
    seat = state.seat
    code = state.game.definition.notation.parse_move(move)
    return {
        "ply": state.ply,
        "seat": seat,
        "name": names[seat],
        "move": move,
        "action": code,
        "legal": len(state.moves()),
        "score": state.scores[seat],
    }


def win_shares(state: State) -> list[float]:
    """Every seat's share of the win; a shared goal that was met is a whole win for everybody."""
    winners = state.winners
    each = 1.0 if state.game.shared_goal else 1.0 / max(len(winners), 1)
    return [each if seat in winners else 0.0 for seat in range(state.game.players)]


# Frames


def _polars() -> Any:
    with extra("data", needed_by="records_frame"):
        import polars
    return polars


def _pandas() -> Any:
    try:
        return import_module("pandas")
    except ModuleNotFoundError:
        raise MissingExtra(
            'engine="pandas" needs pandas, which is not installed: pip install pandas'
        ) from None


def _frame(library: Any, known: dict[str, str], rows: list[Row]) -> Any:
    """The rows with their columns in the order that is documented."""
    columns = {name: [row.get(name) for row in rows] for name in _ordered(known, rows)}
    kinds = _kinds(columns)
    for name, kind in kinds.items():
        if kind == "text":
            columns[name] = [None if value is None else str(value) for value in columns[name]]
    if library.__name__ == "polars":
        return library.DataFrame(columns, schema=_polars_types(library, kinds), strict=False)
    return library.DataFrame(
        {name: library.Series(values, dtype=_PANDAS_TYPES[kinds[name]]) for name, values in columns.items()}
    )


def _ordered(known: dict[str, str], rows: list[Row]) -> list[str]:
    others = [name for row in rows for name in row if name not in known]
    names = list(known)
    after = names.index("players") + 1
    return [*names[:after], *dict.fromkeys(others), *names[after:]]


_KINDS = {
    **dict.fromkeys(("line", "revision", "players", "plies", "number", "ply", "seat"), "whole"),
    **dict.fromkeys(("action", "legal", "score", "final_score"), "whole"),
    **dict.fromkeys(("game", "seed", "name", "move"), "text"),
    **dict.fromkeys(("scores", "winners", "seating"), "wholes"),
    **dict.fromkeys(("over", "won"), "truth"),
    "seats": "texts",
    "seconds": "reals",
    "win": "real",
}
# pandas has no type of its own for lists, and those of NumPy none for a number that is not known.
_PANDAS_TYPES = {
    **{"whole": "Int64", "real": "Float64", "truth": "boolean", "text": "string"},
    **dict.fromkeys(("wholes", "reals", "texts"), "object"),
}


def _kinds(columns: dict[str, list[Any]]) -> dict[str, str]:
    """What a column holds: a library sees too little in one of nulls, or of values that differ in kind."""
    games, by_type = set(columns["game"]), {int: "whole", bool: "truth"}
    return {
        name: _KINDS[name] if name in _KINDS else by_type.get(_kind(name, games), "text") for name in columns
    }


def _polars_types(pl: Any, kinds: dict[str, str]) -> dict[str, Any]:
    plain = {"whole": pl.Int64, "real": pl.Float64, "truth": pl.Boolean, "text": pl.String}
    types = plain | {f"{kind}s": pl.List(plain[kind]) for kind in ("whole", "real", "text")}
    return {name: types[kind] for name, kind in kinds.items()}


def _kind(column: str, games: set[str]) -> type:
    """Of which type the values of an option are; text, where games differ."""
    kinds = {
        type(value)
        for game in games
        for option in definition(game).options
        if _option_column(option.name) == column
        for value in (option.values if isinstance(option, Choice) else (0,))
    }
    return kinds.pop() if len(kinds) == 1 else str
