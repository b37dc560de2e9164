"""Who may use a database file: one server alone, or several that have a broker between them.

The system gives a lock back when its process ends, however that happens.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ludotheque.core.errors import Refusal
from ludotheque.tables.storage.places import open_database
from ludotheque.tables.storage.sqlite import MODE, Sqlite

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


@contextmanager
def locked(address: str, *, shared: bool) -> Iterator[None]:
    """Keep other servers away from a file, or, *shared*, those that have no broker; see to nothing else."""
    database = open_database(address)
    if fcntl is None or not isinstance(database, Sqlite):
        yield
        return
    beside = database.file.with_name(database.file.name + "-lock")
    descriptor = _opened(beside)
    try:
        try:
            fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except OSError:
            raise Refusal(
                f"another server keeps its tables in {database.file}; stop it, name another file with"
                " --database, or let both use one broker: LUDOTHEQUE_BROKER=redis://127.0.0.1:6379"
            ) from None
        yield
    finally:
        os.close(descriptor)


def _opened(file: Path) -> int:
    try:
        return os.open(file, os.O_RDWR | os.O_CREAT, MODE)
    except OSError as error:
        raise Refusal(f"cannot keep the tables beside {file}: {error.strerror}") from None
