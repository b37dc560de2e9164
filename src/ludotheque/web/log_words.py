"""The log of a table in words: its moves, and what happened between them."""

from collections.abc import Sequence

from ludotheque.i18n.language import SHARED
from ludotheque.tables.chronicle import PLAYING, PastMove
from ludotheque.tables.events import (
    PERSON,
    CameBack,
    Event,
    Resigned,
    SeatsDrawn,
    SeatTaken,
    StoodIn,
    UndoAnswered,
    Undone,
)
from ludotheque.tables.people import name_of
from ludotheque.tables.table import Table
from ludotheque.web.frames import JsonObject, Lines

_ = SHARED.text


class Log:
    """Moves and what happened between them, in order, in one language; after an undo there is another."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._names = names
        self._entries: list[JsonObject] = []
        self._past: Sequence[PastMove] = ()
        self._notes: Sequence[tuple[int, Event]] = ()

    def goes_on(self, table: Table, names: tuple[str, ...]) -> bool:
        """Whether the table's log begins with all that is in this one, and all are called as they were."""
        moves, notes = len(self._past), len(self._notes)
        return (
            len(table.past) >= moves
            and len(table.notes) >= notes
            and (not moves or table.past[moves - 1] is self._past[-1])
            and (not notes or table.notes[notes - 1] is self._notes[-1])
            and names == self._names
        )

    def lines(self, table: Table) -> Lines:
        """All lines, those of new moves and notes added."""
        if table.past is not self._past or table.notes is not self._notes:
            moves = [(ply, 0, ply) for ply in range(len(self._past) + 1, len(table.past) + 1)]
            notes = [(table.notes[k][0], 1, k) for k in range(len(self._notes), len(table.notes))]
            for ply, is_note, k in sorted(moves + notes):
                if not is_note and table.opened.ready and ply <= table.given:
                    if ply == table.given:
                        self._entries.append({"ply": ply, "seat": -1, "words": _("The board is set up.")})
                    continue
                words = _note(table, table.notes[k][1]) if is_note else _move_words(table, ply)
                seat = -1 if is_note else table.past[ply - 1].seat
                self._entries.append({"ply": ply, "seat": seat, "words": words})
            self._past, self._notes = table.past, table.notes
        return Lines(self._entries, len(self._entries))


def _move_words(table: Table, ply: int) -> str:
    """What the move that led to *ply* did."""
    before, after = table.views[ply - 1].data, table.views[ply].data
    return table.game.definition.page.log_entry(before, str(table.state.history[ply - 1]), after)


def _note(table: Table, note: Event) -> str:
    match note:
        case SeatTaken(who=who, seat=seat) if who.kind == PERSON:
            return _("{name} sits down.", name=who.name)
        case SeatTaken(who=who, seat=seat):
            return _("Seat {seat}: {name}.", seat=seat + 1, name=name_of(who, seat))
        case SeatsDrawn():
            begins = table.name(table.views[0].data.turn)
            return _("The seats were drawn by lot: {name} begins.", name=begins)
        case UndoAnswered(yes=yes):
            return _("An undo was agreed to.") if yes else _("An undo was refused.")
        case Undone(person=person):
            name = next((table.name(seat) for seat in table.seats_of(person)), "")
            return _("{name} takes a move back.", name=name)
        case StoodIn(seat=seat, for_good=True):
            return _("{name}’s time is up; a bot plays on.", name=table.name(seat))
        case StoodIn(seat=seat):
            return _("{name} is away; a bot plays meanwhile.", name=table.name(seat))
        case Resigned(person=person):
            name = next((table.name(seat) for seat in table.seats_of(person)), "")
            return _("{name} resigns; a bot plays on. If all resign, the game is over.", name=name)
        case CameBack(seat=seat):
            return _("{name} is back.", name=table.name(seat))
    raise AssertionError(note)


def remembered(table: Table, lines: Lines) -> Lines:
    """The lines that a table shows: one that does not remember tells the trick on the table and no other."""
    if table.opened.remembers or table.phase != PLAYING:
        return lines
    page, ply = table.game.definition.page, table.ply - 1
    while ply > 0 and page.interlude(table.views[ply].data) is None:
        ply -= 1
    kept = [entry for entry in lines.shown() if entry["seat"] < 0 or entry["ply"] > ply]
    return Lines(kept, len(kept))
