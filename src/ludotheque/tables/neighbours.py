"""The other processes of the house: what they tell goes to whoever it concerns, and they hear of us."""

from collections.abc import Iterable
from typing import Protocol

from ludotheque.tables.broker.notes import Acted, Alive, Asks, Broker, Changed, Goodbye, Help, Note, Used
from ludotheque.tables.presence import Presence
from ludotheque.tables.thinking import Thinkers
from ludotheque.tables.timekeeping import Timekeeper


class House(Protocol):
    """All tables of this process."""

    def people_changed(self, tables: Iterable[str]) -> None:
        """Somebody came to these tables, or went, through another process."""

    def table_changed(self, note: Changed) -> None:
        """Another process has written events."""

    def somebody_acted(self, table: str, person: str) -> None:
        """A program asked another process for something at a table."""

    def help_with(self, table: str) -> None:
        """Another process has too much to do to attend to a table soon."""

    def look_at_all_again(self) -> None:
        """Anything may have been missed."""


class Neighbours:
    """Listens to the other processes."""

    def __init__(
        self, house: House, broker: Broker, presence: Presence, time: Timekeeper, thinkers: Thinkers
    ) -> None:
        self._house = house
        self._broker = broker
        self._presence = presence
        self._time = time
        self._thinkers = thinkers
        thinkers.on_used = lambda person, seconds, hint: broker.tell(Used(person, seconds, hint))

    def heard(self, process: str, note: Note) -> None:
        """Another process told something."""
        self._house.people_changed(self._presence.hear(process, note))
        match note:
            case Changed():
                self._house.table_changed(note)
            case Acted(table=table, person=person):
                self._house.somebody_acted(table, person)
            case Alive(now=now, age=age, wait=wait, hints=hints):
                self._time.meet(process, now, age)
                self._thinkers.colleagues.hear(process, wait, hints)
            case Used(person=person, seconds=seconds, hint=hint):
                self._thinkers.hear_used(person, seconds, hint)
            case Help(process=helper, table=table) if helper == self._broker.process:
                self._house.help_with(table)
            case Asks():
                self._tell_everybody()
            case Goodbye():
                self._part(process)

    def missed(self) -> None:
        """Something may have been missed: look again, and ask who looks."""
        self._house.look_at_all_again()
        self._broker.tell(Asks())
        self._tell_everybody()

    def look_after(self) -> None:
        """Say that we live and how busy we are; whoever says nothing any more is dead."""
        if not self._broker.shared:
            return
        thinkers = self._thinkers
        self._broker.tell(Alive(self._time.now(), self._time.age, thinkers.wait, thinkers.hints_asked))
        if not self._broker.hears:
            self._presence.bear_with_all()
        for process in self._presence.silent():
            self._house.people_changed(self._presence.forget(process))
            self._part(process)

    def _part(self, process: str) -> None:
        self._time.part(process)
        self._thinkers.colleagues.forget(process)

    def _tell_everybody(self) -> None:
        for note in self._presence.everybody():
            self._broker.tell(note)
