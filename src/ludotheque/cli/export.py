"""``ludotheque export``: every finished game of a server, as records."""

import asyncio
import sys
from pathlib import Path
from typing import Annotated

from rich.console import Console
from rich.progress import Progress

from ludotheque.cli.arguments import PATH, DatabaseAddress
from ludotheque.cli.streams import writing_records
from ludotheque.core.errors import Refusal
from ludotheque.core.extras import extra


def export(file: Annotated[Path, PATH], /, *, database: DatabaseAddress = None) -> int:
    """Write every finished game of the server, one record per line. The server may run meanwhile.

    Parameters
    ----------
    file
        The file to write; - is standard output.
    """
    with extra("web", needed_by="`ludotheque export`"):
        from ludotheque.tables.archive import exported
        from ludotheque.tables.storage import opened_storage
    terminal = Console(stderr=True)

    async def run() -> tuple[int, int]:
        good, bad = 0, 0
        async with opened_storage(database, to_read=True) as storage:
            ids = await storage.finished()
            with (
                writing_records(file) as out,
                Progress(console=terminal, disable=not terminal.is_terminal) as progress,
            ):
                task = progress.add_task("writing", total=len(ids))
                async for id, record in exported(storage, ids):
                    if isinstance(record, Refusal):
                        print(f"table {id}: {record}", file=sys.stderr)
                        bad += 1
                    else:
                        print(record.to_json(), file=out)
                        good += 1
                    progress.advance(task)
        return good, bad

    good, bad = asyncio.run(run())
    print(f"{good} records written", file=sys.stderr)
    return int(bad > 0)
