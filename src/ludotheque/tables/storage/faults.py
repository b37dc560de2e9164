"""What can go wrong with a database while the server runs. Moves are refused then, and nothing is lost.

Whoever runs the server finds the reason in the log, in one line; players are told what it means to them.
"""

import sqlite3
from enum import Enum

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from ludotheque.core.errors import Refusal
from ludotheque.i18n.language import SHARED, marked_for_translation

_ = SHARED.text


class Fault(Enum):
    """What is the matter, as players are told."""

    FULL = marked_for_translation(
        "the server's disk is full, so that this could not be kept; try again later"
    )
    READ_ONLY = marked_for_translation(
        "the server may not write to its database now, so that this could not be kept; try again later"
    )
    AWAY = marked_for_translation("the server cannot reach its database now; try again in a moment")
    DAMAGED = marked_for_translation(
        "the server's database is missing or damaged; whoever runs the server must see to it"
    )


_PERHAPS_KEPT = marked_for_translation(
    "the server's database is missing or damaged; "
    "this may have been kept all the same: look again before you repeat it"
)


class StorageFailed(Refusal):
    """The database did not do what was asked; nothing that was acknowledged is lost."""

    code = "storage/failed"
    status = 503
    retry_after = 2  # seconds

    def __init__(self, fault: Fault, *, perhaps_kept: bool = False) -> None:
        super().__init__(_(_PERHAPS_KEPT if perhaps_kept else fault.value))
        self.fault = fault
        self.in_doubt = perhaps_kept or fault is Fault.AWAY  # it may be there when the database is back


class DatabaseFault(Exception):
    """A fault, and the reason for it: for the log, not for players."""

    def __init__(self, fault: Fault, reason: str, *, malformed: bool = False) -> None:
        super().__init__(reason)
        self.fault = fault
        self.reason = reason
        self.malformed = malformed  # SQLite has met something in a file that it cannot have written
        self.committed = False  # it was found only after what was written had been committed


_SQLITE = {
    "SQLITE_FULL": Fault.FULL,
    "SQLITE_READONLY": Fault.READ_ONLY,
    "SQLITE_PERM": Fault.READ_ONLY,
    "SQLITE_CORRUPT": Fault.DAMAGED,
    "SQLITE_NOTADB": Fault.DAMAGED,
    "SQLITE_CANTOPEN": Fault.AWAY,
    "SQLITE_IOERR": Fault.AWAY,
    "SQLITE_BUSY": Fault.AWAY,
    "SQLITE_LOCKED": Fault.AWAY,
    "SQLITE_PROTOCOL": Fault.AWAY,
}
_POSTGRES = {  # by the first characters of the SQLSTATE, the longest first
    "53100": Fault.FULL,  # disk_full
    "25006": Fault.READ_ONLY,  # read_only_sql_transaction, as on a standby
    "42501": Fault.READ_ONLY,  # insufficient_privilege
    "XX001": Fault.DAMAGED,  # data_corrupted
    "XX002": Fault.DAMAGED,  # index_corrupted
    "3D000": Fault.DAMAGED,  # the database is not there
    "42P01": Fault.DAMAGED,  # a table is not there
    "08": Fault.AWAY,  # connection exceptions
    "28": Fault.AWAY,  # wrong password
    "40": Fault.AWAY,  # rolled back: a deadlock, the server changes roles
    "53": Fault.AWAY,  # too many connections, out of memory
    "55": Fault.AWAY,  # locked
    "57": Fault.AWAY,  # shut down, starting up, cancelled
    "58": Fault.AWAY,  # its disk cannot be read
}


def fault_of(error: BaseException) -> DatabaseFault | None:
    """The database's fault that an exception tells of; None if it is a bug of ours."""
    if isinstance(error, DatabaseFault):
        return error
    cause = (error.orig or error) if isinstance(error, DBAPIError) else error
    fault = _sqlite_fault(cause) if isinstance(cause, sqlite3.Error) else _server_fault(error, cause)
    malformed = isinstance(cause, sqlite3.Error) and fault is Fault.DAMAGED
    return DatabaseFault(fault, _reason(cause), malformed=malformed) if fault else None


def _reason(cause: BaseException) -> str:
    """What a driver says, without its class and on one line."""
    text = str(cause).partition("\n")[0]
    kind, colon, rest = text.partition(">: ")
    said = rest if colon and kind.startswith("<class ") else text
    return said or type(cause).__name__


def _sqlite_fault(cause: sqlite3.Error) -> Fault | None:
    name = getattr(cause, "sqlite_errorname", None) or ""
    for known, fault in _SQLITE.items():
        if name.startswith(known):
            return fault
    if isinstance(cause, sqlite3.DatabaseError) and "malformed" in str(cause):
        return Fault.DAMAGED
    return Fault.AWAY if isinstance(cause, sqlite3.OperationalError) and not name else None


def _server_fault(error: BaseException, cause: BaseException) -> Fault | None:
    state = str(getattr(cause, "sqlstate", None) or getattr(cause, "pgcode", None) or "")
    for begin, fault in _POSTGRES.items():
        if state.startswith(begin):
            return fault
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return Fault.AWAY
    away = (OSError, TimeoutError, PoolTimeout, InterfaceError, OperationalError)
    if isinstance(error, away) or (not isinstance(error, SQLAlchemyError) and _lost(cause)):
        return Fault.AWAY
    return None


def _lost(cause: BaseException) -> bool:
    """Whether asyncpg, asked without SQLAlchemy around it, says that there is no connection."""
    names = {kind.__name__ for kind in type(cause).__mro__}
    return bool(names & {"PostgresConnectionError", "InterfaceError", "ConnectionDoesNotExistError"})
