"""The log of all tables on disk: SQLite in a file, or PostgreSQL; the code above does not know which it has.

schema      the tables, the same for both       database    what both databases have in common
sqlite      a file of our own                   postgres    a server, for many machines
migrating   bringing the schema up to date      migrations  each step of that, in order
writer      one writer with group commit        faults      what can go wrong with a database, in a sentence
keeping     what is kept how long               store       all of it together: `Storage`
places      where the tables are kept           post        who is to be told something, and where
mine        the games of one person             keys        one person on several devices
dailies     who has tried the day's game
judgements  what reviews have found
"""

from ludotheque.tables.storage.faults import StorageFailed
from ludotheque.tables.storage.keeping import Keeping
from ludotheque.tables.storage.keys import Keys, Passkey
from ludotheque.tables.storage.places import (
    chosen_database,
    open_database,
    open_storage,
    opened_storage,
    prepare,
)
from ludotheque.tables.storage.post import Notice, Subscription
from ludotheque.tables.storage.store import Storage
from ludotheque.tables.storage.writer import Conflict

__all__ = [
    "Conflict",
    "Keeping",
    "Keys",
    "Notice",
    "Passkey",
    "Storage",
    "StorageFailed",
    "Subscription",
    "chosen_database",
    "open_database",
    "open_storage",
    "opened_storage",
    "prepare",
]
