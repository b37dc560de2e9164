"""Who looks at which table: through this process, as its sockets say, and through others, as they tell.

A process that is silent for long is dead, and nobody looks through it any more.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from ludotheque.tables.broker.notes import Everybody, Goodbye, Looks, Note

SILENCE = 5.0  # seconds after which a process is taken for dead
_AT_ONCE = 500  # tables in one note


class Presence:
    """All people who look at tables."""

    def __init__(self, tell: Callable[[Note], None]) -> None:
        self._tell = tell
        self._here: dict[str, Counter[str]] = {}  # table: people, and how many sockets each has
        self._elsewhere: dict[str, dict[str, set[str]]] = {}  # process: table: people
        self._heard: dict[str, float] = {}  # from each process, last

    def arrive(self, table: str, person: str) -> None:
        """Somebody looks, through one socket more."""
        sockets = self._here.setdefault(table, Counter())
        sockets[person] += 1
        if sockets[person] == 1:
            self._tell(Looks(table, person, True))

    def depart(self, table: str, person: str) -> None:
        """One of the person's sockets is closed."""
        sockets = self._here[table]
        sockets[person] -= 1
        if not sockets[person]:
            del sockets[person]
            self._tell(Looks(table, person, False))
        if not sockets:
            del self._here[table]

    def is_looking(self, table: str, person: str) -> bool:
        """Whether somebody looks at a table, through this process or another."""
        return person in self._here.get(table, ()) or person in self.elsewhere(table)

    def elsewhere(self, table: str) -> frozenset[str]:
        """Who looks at a table through other processes."""
        return frozenset().union(*(tables.get(table, ()) for tables in self._elsewhere.values()))

    # What others tell

    def hear(self, process: str, note: Note) -> Iterable[str]:
        """Remember it; the tables at which somebody has come or gone."""
        self._heard[process] = time.monotonic()
        tables = self._elsewhere.setdefault(process, {})
        match note:
            case Looks(table=table, person=person, here=True):
                tables.setdefault(table, set()).add(person)
                return [table]
            case Looks(table=table, person=person):
                tables.get(table, set()).discard(person)
                return [table]
            case Everybody(tables=told, more=more):
                before = set() if more else set(tables)
                if not more:
                    tables.clear()
                tables.update((table, set(people)) for table, people in told.items())
                return before | set(told)
            case Goodbye():
                return self.forget(process)
        return []

    def silent(self) -> list[str]:
        """The processes that say nothing any more."""
        now = time.monotonic()
        return [process for process, heard in self._heard.items() if now - heard > SILENCE]

    def bear_with_all(self) -> None:
        """Nobody could be heard for a while: their silence says nothing."""
        self._heard = dict.fromkeys(self._heard, time.monotonic())

    def forget(self, process: str) -> list[str]:
        """A process has ended; the tables that somebody looked at through it."""
        self._heard.pop(process, None)
        return list(self._elsewhere.pop(process, {}))

    def everybody(self) -> Iterator[Everybody]:
        """All who look through this process, in a few notes."""
        left = iter(self._here.items())
        more = False
        while (part := _people_of(islice(left, _AT_ONCE))) or not more:
            yield Everybody(part, more)
            more = True


def _people_of(tables: Iterable[tuple[str, Counter[str]]]) -> dict[str, list[str]]:
    return {table: list(people) for table, people in tables}
