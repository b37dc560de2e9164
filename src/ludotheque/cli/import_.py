"""``ludotheque import``: finished games, from records into a server's database."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import Progress

from ludotheque.cli.arguments import DatabaseAddress, File, every_record, placed
from ludotheque.core.errors import BadRecord, Refusal
from ludotheque.core.extras import extra
from ludotheque.core.record import Record

if TYPE_CHECKING:
    from ludotheque.tables.storage import Storage

AT_ONCE = 50  # records that are stored in one group
NEW, KNOWN, BAD = "new", "known", "bad"


def import_(file: File, /, *, database: DatabaseAddress = None) -> int:
    """Store the finished games of a file of records. Games that are there already stay as they are.

    A record that is not right is told as FILE:LINE: reason, and the others go in. The server may be running.
    """
    with extra("web", needed_by="`ludotheque import`"):
        from ludotheque.tables.storage import opened_storage
    terminal = Console(stderr=True)

    async def run() -> Counter[str]:
        counts: Counter[str] = Counter()
        async with opened_storage(database) as storage:
            with Progress(console=terminal, disable=not terminal.is_terminal) as progress:
                task = progress.add_task("reading", total=None)
                records = every_record(file)
                while some := list(islice(records, AT_ONCE)):
                    for line, result in await _kept(storage, iter(some)):
                        if isinstance(result, Refusal):
                            print(placed(file, line, result))
                        counts[BAD if isinstance(result, Refusal) else NEW if result else KNOWN] += 1
                        progress.advance(task)
        return counts

    counts = asyncio.run(run())
    print(f"{counts[NEW]} records imported, {counts[KNOWN]} were there already")
    return int(counts[BAD] > 0)


async def _kept(
    storage: "Storage", records: Iterator[tuple[int, Record | BadRecord]]
) -> list[tuple[int, bool | Refusal]]:
    """Store some; for each whether it is new, or why it is refused."""

    async def one(line: int, record: Record | BadRecord) -> tuple[int, bool | Refusal]:
        from ludotheque.tables.archive import keep
        from ludotheque.tables.storage import StorageFailed

        if isinstance(record, BadRecord):
            return line, record
        try:
            return line, (await keep(storage, record)).is_new
        except StorageFailed:
            raise
        except Refusal as refusal:
            return line, refusal

    return await asyncio.gather(*(one(line, record) for line, record in records))
