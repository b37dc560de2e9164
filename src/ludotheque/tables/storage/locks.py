"""Who may use a database file: one server alone, or several that have a broker between them."""

from collections.abc import Iterator
from contextlib import contextmanager

from ludotheque.core.holding import holding
from ludotheque.tables.storage.places import open_database
from ludotheque.tables.storage.sqlite import Sqlite


@contextmanager
def locked(address: str, *, shared: bool) -> Iterator[None]:
    """Keep other servers away from a file, or, *shared*, those that have no broker; see to nothing else."""
    database = open_database(address)
    if not isinstance(database, Sqlite):
        yield
        return
    beside = database.file.with_name(database.file.name + "-lock")
    taken = (
        f"another server keeps its tables in {database.file}; stop it, name another file with"
        " --database, or let both use one broker: LUDOTHEQUE_BROKER=redis://127.0.0.1:6379"
    )
    with holding(beside, shared=shared, otherwise=taken):
        yield
