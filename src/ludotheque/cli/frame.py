"""``ludotheque frame``: records as a table, for data frames and spreadsheets."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from ludotheque.adapters.frames import records_frame
from ludotheque.cli.arguments import File
from ludotheque.core.errors import BadOption, Refusal, quoted
from ludotheque.core.extras import extra


def frame(
    file: File,
    /,
    *,
    plies: bool = False,
    out: Annotated[Path | None, Parameter(help="Write the table here: .parquet, .csv or .ndjson.")] = None,
) -> int:
    """Make a table of records: one row per game, or one row per decision.

    It needs the extra `data`: pip install 'ludotheque[data]'.

    Parameters
    ----------
    plies
        One row per decision instead; the games are replayed.
    """
    if out is not None and out.suffix not in _WRITERS:
        raise BadOption(f"{quoted(str(out))}: a table is written as {', '.join(_WRITERS)}; end its name so")
    with extra("data", needed_by="`ludotheque frame`"):
        import polars
    table = records_frame(file, plies=plies)
    if out is None:
        with polars.Config(tbl_cols=-1, tbl_width_chars=200):
            print(table)
        return 0
    try:
        _WRITERS[out.suffix](table, out)
    except OSError as error:
        raise Refusal(f"cannot write {out}: {error.strerror or error}") from None
    print(f"{len(table)} rows in {out}")
    return 0


def _csv(table: Any, path: Path) -> None:
    """Lists as JSON: a cell of CSV holds one thing."""
    import polars as pl

    def plain(column: str) -> Any:
        kind = table.schema[column].inner
        inside = pl.col(column).list.eval(_quoted(pl, kind)).list.join(", ")
        return pl.when(pl.col(column).is_not_null()).then(pl.format("[{}]", inside)).alias(column)

    lists = [name for name, kind in table.schema.items() if kind == pl.List]
    table.with_columns([plain(name) for name in lists]).write_csv(path)


def _quoted(pl: Any, kind: Any) -> Any:
    return pl.format('"{}"', pl.element()) if kind == pl.String else pl.element().cast(pl.String)


_WRITERS: dict[str, Callable[[Any, Path], None]] = {
    ".parquet": lambda table, path: table.write_parquet(path),
    ".csv": _csv,
    ".ndjson": lambda table, path: table.write_ndjson(path),
}
