"""A table as one person may see it, as plain data: the `state` of the API (api.md).

It is made of views and of nothing else, so that what is hidden cannot get in.
"""

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any
from weakref import WeakKeyDictionary

from ludotheque.core.definition import Definition
from ludotheque.core.errors import Refusal
from ludotheque.core.fair_shuffle import SCHEME
from ludotheque.core.game import Game
from ludotheque.core.options import complete
from ludotheque.core.page import Panel
from ludotheque.core.registry import game as make_game
from ludotheque.core.view import View
from ludotheque.engine.contract import SPECTATOR
from ludotheque.i18n.language import SHARED, language, speaking
from ludotheque.tables.events import (
    FRIEND,
    PERSON,
    CameBack,
    Event,
    Said,
    SeatTaken,
    StoodIn,
    UndoAnswered,
    Undone,
)
from ludotheque.tables.people import LEVEL_NAMES, name_of
from ludotheque.tables.service import Hint, Room
from ludotheque.tables.summary import NOBODY, Summary
from ludotheque.tables.table import OVER, PLAYING, SEATING, PastMove, Table
from ludotheque.tables.thinking import Thought
from ludotheque.web.chart import score_chart
from ludotheque.web.frames import Frame, JsonObject, Lines, plain_panel

_, plural = SHARED.text, SHARED.plural

CLOCK_STEPS = 4  # in a second: those who come within a step may see the same clocks
WATCHER = "watcher"  # stands for everybody who has neither a seat nor opened the table: they see the same
MOST_FRAMES = 100  # kept of a table as it is


@dataclass(frozen=True)
class Viewer:
    """Somebody who looks at a table, and the seat through which they would like to look."""

    person: str
    name: str
    seat: int | None = None


def viewpoint(table: Table, viewer: Viewer) -> tuple[int, int | None]:
    """The seat whose view a person gets, and the seat whose turn it is to lift the curtain.

    Several people at one screen have several seats: where hands are hidden, nobody's are shown until the
    one whose turn it is asks for them.
    """
    mine = table.seats_of(viewer.person)
    if not mine or table.phase == SEATING:
        return SPECTATOR, None
    if table.phase == OVER:
        return (viewer.seat if viewer.seat in mine else mine[0]), None
    turn = table.state.seat
    if len(mine) == 1:
        return mine[0], None
    if not table.game.definition.secret(table.game.options):
        return (turn if turn in mine else mine[0]), None
    if turn not in mine:
        return SPECTATOR, None
    return (turn, None) if viewer.seat == turn else (SPECTATOR, turn)


def show(room: Room, viewer: Viewer, now: float, root: str = "", *, awake: bool = True) -> JsonObject:
    """The whole state of a table for somebody.

    *root* begins the links to invite friends with; *awake* says whether bots can move at once.
    """
    return {**frame_of(room, viewer, now, root, awake=awake).state(), "name": viewer.name}


def frame_of(room: Room, viewer: Viewer, now: float, root: str = "", *, awake: bool = True) -> Frame:
    """What somebody may see of a table now: the same frame for all who may see the same."""
    return _sketches.setdefault(room, Sketches()).frame(room, viewer, now, root, awake)


class Sketches:
    """What has been drawn of a table as it is: nothing is drawn twice for those who may see the same."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self._frames: dict[Any, Frame] = {}
        self._views: dict[int, View] = {}
        self._positions: dict[tuple[int, str], JsonObject] = {}
        self._panels: dict[tuple[int, str], Mapping[str, Panel]] = {}
        self._abouts: dict[tuple[str, str], JsonObject] = {}
        self._alive: Any = None
        self._logs: dict[str, Log] = {}
        self._chat = Lines([], 0)
        self._said: object = None

    def frame(self, room: Room, viewer: Viewer, now: float, root: str, awake: bool) -> Frame:
        """The frame for somebody; *now* counts where a clock runs."""
        table = room.table
        self._look_at(table)
        here, people = room.here(), table.people()
        alive, present = _alive(room, here, awake), here & people
        if (alive, present) != self._alive:
            self._frames.clear()
            self._alive = (alive, present)
        seat, curtain = viewpoint(table, viewer)
        host = viewer.person == table.host
        person = viewer.person if host or viewer.person in people else WATCHER
        moment = 0 if table.opened.clock.kind == "none" else int(now * CLOCK_STEPS)
        key = (language(), person, seat, curtain, root if host else "", moment)
        if key not in self._frames:
            if len(self._frames) >= MOST_FRAMES:
                self._frames.clear()
            with speaking(language(), table.names()):
                self._frames[key] = self._drawn(room, Viewer(person, "", seat), curtain, present, now, root)
        return self._frames[key]

    def _look_at(self, table: Table) -> None:
        if table is not self._table:
            self._table = table
            for drawn in (self._frames, self._views, self._positions, self._panels):
                drawn.clear()

    def _drawn(
        self, room: Room, viewer: Viewer, curtain: int | None, present: set[str], now: float, root: str
    ) -> Frame:
        table, seat = room.table, viewer.seat
        assert seat is not None
        if seat not in self._views:
            self._views[seat] = table.state.view(seat)
        view, spoken = self._views[seat], (seat, language())
        if spoken not in self._positions:
            self._panels[spoken] = table.game.definition.page.panels(view.data)
            self._positions[spoken] = {
                **self._about(table),
                **_position(table, view, table.ply),
                "extra": table.game.definition.page.extra(view),
                "coach": _coach(table, view),
                "result": _result(table, view) if table.phase == OVER else None,
                "rematch": table.rematch or None,
                "fairness": show_fairness(table),
            }
        to_act = _to_act(table, viewer, seat)
        facts = {
            **self._positions[spoken],
            **self._alive[0],
            "version": table.version,
            "me": _me(table, viewer, seat),
            "curtain": curtain,
            "to_act": to_act,
            "choices": _choices(view) if to_act else [],
            "undo": _undo(table, viewer.person),
        }
        seats = _seats(table, viewer, view, present, now, root)
        return Frame(facts, seats, self._panels[spoken], self._log(table), self._talk(table))

    def _about(self, table: Table) -> JsonObject:
        """What stays as it is for long."""
        key = (language(), table.phase)
        if key not in self._abouts:
            self._abouts[key] = _about(table)
        return self._abouts[key]

    def _log(self, table: Table) -> Lines:
        """The log in the language spoken now; most of it stays as it was."""
        log = self._logs.get(language())
        if log is None or not log.goes_on(table):
            log = self._logs[language()] = Log(table)
        return log.lines(table)

    def _talk(self, table: Table) -> Lines:
        if table.said is not self._said:
            entries = [_line_said(table, said) for said in table.said]
            self._chat, self._said = Lines(entries, len(entries)), table.said
        return self._chat


_sketches: WeakKeyDictionary[Room, Sketches] = WeakKeyDictionary()


def _alive(room: Room, here: set[str], awake: bool) -> JsonObject:
    """What no event tells: who looks, and what bots do."""
    table = room.table
    return {
        "waking": not awake and table.phase == PLAYING and table.seats[table.state.seat].by_bot,
        "waiting": _waiting(room),
        "watching": len(here - table.people()),
    }


def _waiting(room: Room) -> int | None:
    """Seconds until the bot begins to think, if it has to wait for others: roughly, nobody counts them."""
    return None if room.bot_waits is None else max(1, math.ceil(room.bot_waits / 5)) * 5


def show_past(table: Table, ply: int, seat: int) -> JsonObject:
    """A finished game as it was after *ply* moves, through any seat."""
    with speaking(language(), table.names()):
        view = table.state_at(ply).view(seat)
        page = table.game.definition.page
        panels = {name: plain_panel(panel) for name, panel in page.panels(view.data).items()}
        position = _position(table, view, ply)
        return {**position, "panels": panels, "as": seat, "scores": page.scores(view.data)}


def _about(table: Table) -> JsonObject:
    definition = table.game.definition
    return {
        "table": table.id,
        "game": definition.name,
        "title": definition.title,
        "options": table.game.options,
        "option_words": option_words(table.game),
        "phase": table.phase,
        "guided": table.opened.guided,
        "listed": table.opened.listed,
        "clock": {"kind": table.opened.clock.kind, "seconds": table.opened.clock.seconds},
        "watchers_talk": table.watchers_talk,
        "hot_seat": table.hot_seat,
    }


def show_fairness(table: Table) -> JsonObject | None:
    """What everybody may know about the shuffles: all but the secret, and that too when the game is over."""
    if not table.commitment:
        return None
    known: JsonObject = {
        "scheme": SCHEME,
        "table": table.id,
        "commitment": table.commitment,
        "contributions": [one or "" for one in table.contributions],
        "awaited": [seat for seat, one in enumerate(table.contributions) if one is None and not table.begun],
    }
    return known | {"secret": table.opened.secret} if table.phase == OVER else known


def option_words(game: Game) -> list[str]:
    """What was chosen about the game if it is not the usual, in a few words each."""
    definition, chosen = game.definition, game.options
    usual = complete(definition.options, {"players": game.players})
    words = [plural("{number} player", "{number} players", game.players)]
    for option in definition.options[1:]:
        value, label = chosen[option.name], definition.translations.text(option.label)
        if value is True:
            words.append(label)
        elif value != usual[option.name]:
            shown = definition.translations.text(value.capitalize()) if isinstance(value, str) else value
            words.append(_("{label}: {value}", label=label, value=shown))
    return words


def _position(table: Table, view: View, ply: int) -> JsonObject:
    page, data = table.game.definition.page, view.data
    last = [str(move) for move in table.state.history[ply - 1 : ply]]
    return {
        "ply": ply,
        "turn": max(NOBODY, data.turn),
        "prompt": _prompt(table, data, ply),
        "last": [key for move in last for key in page.touched(data, move)],
    }


def _prompt(table: Table, data: Any, ply: int) -> str:
    if table.phase == SEATING and ply == table.ply:
        return (
            _("All are here: the game begins in a moment.")
            if table.full
            else _("The game begins when all seats are taken.")
        )
    return table.game.definition.page.prompt(data)


def _me(table: Table, viewer: Viewer, seat: int) -> JsonObject:
    mine = table.seats_of(viewer.person)
    return {"seats": mine, "host": viewer.person == table.host, "as": seat}


def _to_act(table: Table, viewer: Viewer, seat: int) -> bool:
    if table.phase != PLAYING or seat != table.state.seat:
        return False
    return seat in table.seats_of(viewer.person) and not table.seats[seat].by_bot


def _choices(view: View) -> list[JsonObject]:
    return [asdict(choice) for choice in view.game.definition.page.choices(view)]


def _seats(
    table: Table, viewer: Viewer, view: View, present: set[str], now: float, root: str
) -> list[JsonObject]:
    page, data, phase, turn = table.game.definition.page, view.data, table.phase, table.state.seat
    scores, winners = page.scores(data), table.state.winners
    return [
        {
            "seat": number,
            "name": table.name(number),
            "kind": seat.who.kind,
            "level": _(LEVEL_NAMES[seat.who.level]) if seat.who.level else None,
            "mine": seat.who.kind == PERSON and seat.who.person == viewer.person,
            "here": seat.who.kind != PERSON or seat.who.person in present,
            "stand_in": seat.stood_in,
            "score": scores[number] if scores and phase != SEATING else None,
            "turn": phase == PLAYING and number == turn,
            "winner": number in winners,
            "clock": table.time_left(number, now),
            "marks": page.marks(data, number),
            "invite": _invitation(table, viewer, number, root),
        }
        for number, seat in enumerate(table.seats)
    ]


def _invitation(table: Table, viewer: Viewer, seat: int, root: str) -> str | None:
    who = table.seats[seat].who
    if who.kind != FRIEND or viewer.person != table.host:
        return None
    return f"{root}/t/{table.id}?key={who.key}"


def _line_said(table: Table, said: Said) -> JsonObject:
    return {"name": said.name, "seat": next(iter(table.seats_of(said.person)), -1), "text": said.text}


def _undo(table: Table, person: str) -> JsonObject:
    question = table.question
    asked = None
    if question:
        name = next((table.name(seat) for seat in table.seats_of(question.person)), "")
        asked = {"name": name, "mine": question.person == person, "of_me": person in question.waiting}
    return {"allowed": table.undo_ply(person) is not None and question is None, "asked": asked}


def _coach(table: Table, view: View) -> JsonObject | None:
    if not table.opened.guided or view.seat == SPECTATOR or view.data.turn not in (view.seat, -1):
        return None
    advice = table.game.definition.page.coach(view.data)
    return {"topic": advice[0], "text": advice[1]} if advice else None


def _result(table: Table, view: View) -> JsonObject:
    definition = table.game.definition
    return {
        "words": definition.page.prompt(view.data),
        "winners": table.state.winners,
        "lines": [asdict(line) for line in definition.page.breakdown(view.data)],
        "chart": score_chart(table),
        "plies": table.ply,
    }


def shapes_of(definition: Definition) -> Mapping[str, str]:
    """The shapes that a game's parts refer to (drawing/shapes.py); a page without any need not say so."""
    return getattr(definition.page, "SHAPES", {})


# The log in words


class Log:
    """Moves and what happened between them, in order, in one language; after an undo there is another."""

    def __init__(self, table: Table) -> None:
        self._names = table.names()
        self._entries: list[JsonObject] = []
        self._past: Sequence[PastMove] = ()
        self._notes: Sequence[tuple[int, Event]] = ()

    def goes_on(self, table: Table) -> bool:
        """Whether the table's log begins with all that is in this one."""
        moves, notes = len(self._past), len(self._notes)
        return (
            len(table.past) >= moves
            and len(table.notes) >= notes
            and (not moves or table.past[moves - 1] is self._past[-1])
            and (not notes or table.notes[notes - 1] is self._notes[-1])
            and table.names() == self._names
        )

    def lines(self, table: Table) -> Lines:
        """All lines, those of new moves and notes added."""
        if table.past is not self._past or table.notes is not self._notes:
            moves = [(ply, 0, ply) for ply in range(len(self._past) + 1, len(table.past) + 1)]
            notes = [(table.notes[k][0], 1, k) for k in range(len(self._notes), len(table.notes))]
            for ply, is_note, k in sorted(moves + notes):
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
        case SeatTaken(seat=seat):
            return _("Seat {seat}: {name}.", seat=seat + 1, name=table.name(seat))
        case UndoAnswered(yes=yes):
            return _("An undo was agreed to.") if yes else _("An undo was refused.")
        case Undone(person=person):
            name = next((table.name(seat) for seat in table.seats_of(person)), "")
            return _("{name} takes a move back.", name=name)
        case StoodIn(seat=seat, for_good=True):
            return _("{name}’s time is up; a bot plays on.", name=table.name(seat))
        case StoodIn(seat=seat):
            return _("{name} is away; a bot plays meanwhile.", name=table.name(seat))
        case CameBack(seat=seat):
            return _("{name} is back.", name=table.name(seat))
    raise AssertionError(note)


# Lists, and advice


def list_entries(summaries: Sequence[Summary], person: str) -> list[JsonObject]:
    """Tables in a list of tables; one of a game that is not here any more is left out, and harms no other."""
    entries = []
    for summary in summaries:
        with suppress(Refusal):
            entries.append(_list_entry(summary, person))
    return entries


def _list_entry(summary: Summary, person: str) -> JsonObject:
    game = make_game(summary.game, **summary.options)
    return {
        "id": summary.id,
        "game": game.name,
        "title": game.definition.title,
        "phase": summary.phase,
        "seats": [{"name": name_of(who, seat), "kind": who.kind} for seat, who in enumerate(summary.seats)],
        "options": game.options,
        "option_words": option_words(game),
        "my_turn": summary.turn in summary.seats_of(person),
    }


def show_hint(hint: Hint) -> JsonObject:
    """What the expert would do, and why; it names the moves of the position it thought about."""
    with speaking(language(), hint.table.names()):
        best, *others = [_advice(hint.view, thought) for thought in hint.thoughts]
    return {"ply": hint.table.ply, **best, "others": others}


def _advice(view: View, thought: Thought) -> JsonObject:
    page = view.game.definition.page
    at = next((choice.at for choice in page.choices(view) if choice.move == thought.move), "")
    chance, games = round(100 * thought.win_chance), thought.games
    if view.game.shared_goal:
        words = _("reaches the goal in {chance} % of {games} imagined games", chance=chance, games=games)
    else:
        words = _("wins {chance} % of {games} imagined games", chance=chance, games=games)
    return {"move": thought.move, "label": page.label(view.data, thought.move), "at": at, "words": words}
