"""``ludotheque migrate``: the server's database, as this version needs it."""

import asyncio

from ludotheque.cli.arguments import DatabaseAddress
from ludotheque.core.extras import extra


def migrate(*, database: DatabaseAddress = None) -> int:
    """Bring the server's database up to date. A file is copied first; `serve` does that by itself.

    For PostgreSQL it is run once after every update, while no server runs. Nothing is lost by it.
    """
    with extra("web", needed_by="`ludotheque migrate`"):
        from ludotheque.tables.storage import chosen_database, open_database
    place = open_database(chosen_database(database))

    async def once() -> bool:
        try:
            return await place.migrate()
        finally:
            await place.engine.dispose()

    print(f"{place.name}: {'brought up to date' if asyncio.run(once()) else 'is up to date'}")
    return 0
