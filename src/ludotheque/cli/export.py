"""``ludotheque export``: every finished game of a server, as records."""

import asyncio
import sys
from collections import Counter
from pathlib import Path
from typing import Annotated

from rich.console import Console
from rich.progress import Progress

from ludotheque.cli.arguments import PATH, DatabaseAddress
from ludotheque.cli.streams import writing_records
from ludotheque.core.errors import Refusal
from ludotheque.core.extras import extra

GOOD, BAD, LEFT_OUT = "good", "bad", "left out"


def export(file: Annotated[Path, PATH], /, *, database: DatabaseAddress = None) -> int:
    """Write every finished game of the server, one record per line. The server may run meanwhile.

    Games that were given up are left out; a table that cannot be read is told, and the others go out.

    Parameters
    ----------
    file
        The file to write; - is standard output.
    """
    with extra("web", needed_by="`ludotheque export`"):
        from ludotheque.tables.archive import GivenUp, exported
        from ludotheque.tables.storage import opened_storage
    terminal = Console(stderr=True)

    async def run() -> Counter[str]:
        counts: Counter[str] = Counter()
        async with opened_storage(database, to_read=True) as storage:
            ids = await storage.finished()
            with (
                writing_records(file) as out,
                Progress(console=terminal, disable=not terminal.is_terminal) as progress,
            ):
                task = progress.add_task("writing", total=len(ids))
                async for id, record in exported(storage, ids):
                    if isinstance(record, GivenUp):
                        counts[LEFT_OUT] += 1
                    elif isinstance(record, Refusal):
                        print(f"table {id}: {record}", file=sys.stderr)
                        counts[BAD] += 1
                    else:
                        print(record.to_json(), file=out)
                        counts[GOOD] += 1
                    progress.advance(task)
        return counts

    counts = asyncio.run(run())
    left_out = f"; {counts[LEFT_OUT]} left out, given up by their players" if counts[LEFT_OUT] else ""
    print(f"{counts[GOOD]} records written{left_out}", file=sys.stderr)
    return int(counts[BAD] > 0)
