"""The servers that `bench.load` loads, and what their processes take."""

import asyncio
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from tests.servers import Postgres, Valkey
from tests.web.server import UNLIMITED, Server, afresh, serving

PATIENCE = 20.0  # seconds that a server has to come to rest
TICKS = 100  # of the CPU's clock in a second, as Linux counts them for programs
Start = Callable[[], AbstractContextManager[Server]]  # starts a server with a database of its own


@contextmanager
def on_sqlite(folder: Path) -> Iterator[Start]:
    """Servers of one process with a file."""
    numbers = iter(range(1000))
    yield lambda: serving(folder / f"{next(numbers)}.sqlite", settings=UNLIMITED, start=afresh)


@contextmanager
def on_postgres(folder: Path) -> Iterator[Start]:
    """Servers of two processes with PostgreSQL, which writes to disk what it says it has, and Valkey."""
    with Postgres.running(durable=True) as postgres, Valkey.running() as valkey:

        def start() -> AbstractContextManager[Server]:
            address = postgres.new_database()
            subprocess.run(
                [sys.executable, "-m", "ludotheque", "migrate", "--database", address],
                check=True,
                stdout=subprocess.DEVNULL,
            )
            settings = {**UNLIMITED, "LUDOTHEQUE_DATABASE": address, "LUDOTHEQUE_BROKER": valkey.url}
            return serving(folder / "postgres.sqlite", "--workers", "2", settings=settings, start=afresh)

        yield start


def _tree(process: int) -> list[int]:
    """A process and all that it started."""
    return [process, *(one for child in _children(process) for one in _tree(child))]


def _children(process: int) -> list[int]:
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


def cpu_of(server: Server) -> float:
    """CPU seconds that the server's processes have used."""
    total = 0
    for process in _tree(server.process.pid):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        total += int(fields[11]) + int(fields[12])
    return total / TICKS


def memory_of(server: Server) -> float:
    """Megabytes of all its processes; no bot plays here, so that none is a bot's."""
    return sum(map(_resident, _tree(server.process.pid))) / 1000


def _resident(process: int) -> int:
    status = Path(f"/proc/{process}/status").read_text()
    return next(int(row.split()[1]) for row in status.splitlines() if row.startswith("VmRSS"))


async def at_rest(server: Server) -> None:
    """Return when the server has loaded what it loads behind the first page, and does nothing any more.

    Where others use the machine too, that may never be seen: then it is measured as it is.
    """
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        before = cpu_of(server)
        await asyncio.sleep(1)
        if cpu_of(server) - before < 0.1:
            return
