"""Run every game's benchmarks and print the table."""

import sys
from collections.abc import Iterator
from importlib import import_module

from rich.console import Console
from rich.table import Table

from bench.common import start_rows
from bench.measure import Row
from ludotheque.core.catalogue import names


def rows(name: str) -> Iterator[Row]:
    """The figures of one game: its own (``bench/NAME.py``), and those of every game."""
    yield from import_module(f"bench.{name}").rows()
    yield from start_rows(name)


def main() -> None:
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 140)
    for name in sys.argv[1:] or names():
        table = Table("what", "ours", "", "beside", "theirs", "ratio", "wanted", title=name)
        for column in (1, 4, 5):
            table.columns[column].justify = "right"
        with console.status(f"measuring {name} …"):
            for row in rows(name):
                theirs = (
                    ""
                    if row.theirs is None
                    else f"{row.theirs:,.3g}"
                    if row.theirs < 100
                    else f"{row.theirs:,.0f}"
                )
                ours = f"{row.ours:,.3g}" if row.ours < 100 else f"{row.ours:,.0f}"
                table.add_row(row.what, ours, row.unit, row.peer, theirs, row.ratio, row.want)
        console.print(table)


main()
