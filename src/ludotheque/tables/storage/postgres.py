"""PostgreSQL, by asyncpg: for many machines, or when a file is not enough."""

from typing import Any

from sqlalchemy import URL, NullPool
from sqlalchemy import Table as SqlTable
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from ludotheque.core.errors import Refusal
from ludotheque.tables.storage.database import Database
from ludotheque.tables.storage.migrating import NEWEST

CONNECTIONS = 10  # of a process, at most
PATIENCE = 10.0  # seconds until a server that says nothing is taken for away


class Postgres(Database):
    """A database of a PostgreSQL server. Whoever runs the server migrates it, not each process by itself."""

    def __init__(self, url: URL) -> None:
        name = url.render_as_string(hide_password=True)
        query = dict(url.query)
        if "sslmode" in query:  # what the world calls it
            query["ssl"] = query.pop("sslmode")
        self._url = url.set(drivername="postgresql+asyncpg", query=query)
        engine = create_async_engine(
            self._url,
            hide_parameters=True,
            pool_size=CONNECTIONS,
            max_overflow=0,
            pool_timeout=PATIENCE,
            connect_args={"timeout": PATIENCE, "command_timeout": PATIENCE},
        )
        super().__init__(name, engine)

    def patient_engine(self) -> AsyncEngine:
        """One whose statements may take as long as they need."""
        return create_async_engine(
            self._url, hide_parameters=True, poolclass=NullPool, connect_args={"timeout": PATIENCE}
        )

    def insert(self, table: SqlTable) -> Any:
        """PostgreSQL's INSERT."""
        return insert(table)

    async def prepare(self) -> None:
        """Refuse a schema that is behind."""
        if await self.revision() != NEWEST:
            raise Refusal(
                f"the tables in {self.name} are not those of this version yet: "
                "run `ludotheque migrate` once, with the same LUDOTHEQUE_DATABASE"
            )
