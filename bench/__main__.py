"""Run every game's benchmarks and print the table."""

import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec

from rich.console import Console
from rich.table import Table

from bench.common import start_rows, value_rows
from bench.measure import Row
from ludotheque.core.registry import names

AFTER = ("search", "reviews", "network", "batch", "environments", "web", "stored")  # measured after the games


def rows(name: str) -> Iterator[Row]:
    """The figures of ``bench/NAME.py``, and of a game those that are measured of every game."""
    yield from import_module(f"bench.{name}").rows()
    if name in names():
        yield from value_rows(name)
        yield from start_rows(name)


def figure(value: float | None) -> str:
    """Three digits, or whole thousands."""
    if value is None:
        return ""
    return f"{value:,.3g}" if value < 100 else f"{value:,.0f}"


def main() -> None:
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 140)
    games = [name for name in names() if find_spec(f"bench.{name}")]  # an example may have none
    for name in sys.argv[1:] or [*games, *AFTER]:
        table = Table("what", "ours", "", "beside", "theirs", "ratio", "wanted", title=name)
        for column in (1, 4, 5):
            table.columns[column].justify = "right"
        with console.status(f"measuring {name} …"):
            for row in rows(name):
                ours, theirs = figure(row.ours), figure(row.theirs)
                table.add_row(row.what, ours, row.unit, row.peer, theirs, row.ratio, row.want)
        console.print(table)


main()
