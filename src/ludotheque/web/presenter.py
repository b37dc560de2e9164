"""A table as one person may see it, as plain data: the `state` of the API (api.md).

It is made of views and of nothing else, so that what is hidden cannot get in.
"""

import math
from collections.abc import Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from itertools import repeat
from typing import Any
from weakref import WeakKeyDictionary

from ludotheque.core.definition import Definition
from ludotheque.core.errors import Refusal
from ludotheque.core.fair_shuffle import SCHEME
from ludotheque.core.fairness import is_claimed, read_proof, things_shuffled
from ludotheque.core.game import Game
from ludotheque.core.options import complete
from ludotheque.core.page import Drawn, Panel
from ludotheque.core.registry import game as make_game
from ludotheque.core.view import View
from ludotheque.engine.contract import SPECTATOR
from ludotheque.i18n.language import SHARED, language, speaking
from ludotheque.i18n.words import unbroken
from ludotheque.reviews.words import percent, reason_of, why
from ludotheque.tables.chronicle import OVER, PLAYING, SEATING
from ludotheque.tables.events import (
    FRIEND,
    PERSON,
    Said,
)
from ludotheque.tables.people import LEVEL_NAMES, name_of
from ludotheque.tables.service import Hint, Room
from ludotheque.tables.summary import NOBODY, Summary
from ludotheque.tables.table import Table
from ludotheque.tables.thinking import Thought
from ludotheque.web.chart import score_chart
from ludotheque.web.ending import ending_words
from ludotheque.web.frames import Column, Frame, JsonObject, Lines, Shared, plain_panel
from ludotheque.web.labels import labels
from ludotheque.web.log_words import Log, remembered
from ludotheque.web.moments import interlude_of, laid_of, lesson_of
from ludotheque.web.pointing import pointed

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
    pictures: bool = True  # a program that plays by the rules does without


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
    sketches = _sketches.get(room)
    if sketches is None:
        sketches = _sketches[room] = Sketches()
    return sketches.frame(room, viewer, now, root, awake)


class Sketches:
    """What has been drawn of a table as it is: nothing is drawn twice for those who may see the same."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self._seats_differ = True  # from viewer to viewer
        self._frames: dict[Any, Frame] = {}
        self._shared: dict[str, Shared] = {}
        self._views: dict[int, View] = {}
        self._seen: dict[tuple[int, str], JsonObject] = {}
        self._panels: dict[tuple[int, str], Mapping[str, Panel]] = {}
        self._seats: dict[tuple[int, str], Column] = {}
        self._of_the_moment: Sequence[dict[Any, Any]] = [
            *(self._frames, self._shared, self._views, self._seen, self._panels, self._seats)
        ]
        self._of_presence: Sequence[dict[Any, Any]] = [self._frames, self._shared, self._seats]
        self._names: dict[str, tuple[str, ...]] = {}
        self._places: dict[tuple[str, str], Column] = {}
        self._waiting: dict[tuple[str, int, int | None], JsonObject] = {}
        self._drawn_before: dict[tuple[int, str], Drawn] = {}
        self._of_the_seats: Sequence[dict[Any, Any]] = [
            *(self._names, self._places, self._waiting, self._drawn_before)
        ]
        self._abouts: dict[tuple[str, str, bool, bool], JsonObject] = {}
        self._moment: JsonObject = {}
        self._alive: JsonObject = {}
        self._present: frozenset[str] = frozenset()
        self._noticed: tuple[object, ...] | None = None  # what the two follow from, besides the table
        self._logs: dict[str, Log] = {}
        self._chat = Lines([], 0)
        self._said: object = None

    def frame(self, room: Room, viewer: Viewer, now: float, root: str, awake: bool) -> Frame:
        """The frame for somebody; *now* counts where a clock runs."""
        table = room.table
        self._look_at(table)
        self._notice(room, table, awake)
        people = table.people()
        spoken, person, host = language(), viewer.person, viewer.person == table.host
        seat, curtain = viewpoint(table, viewer)
        person = person if host or person in people else WATCHER
        moment = 0 if table.opened.clock.kind == "none" else int(now * CLOCK_STEPS)
        root = root if host else ""
        key = (spoken, person, seat, curtain, root, moment, viewer.pictures)
        if key not in self._frames:
            if len(self._frames) >= MOST_FRAMES:
                self._frames.clear()
            with speaking(spoken, self._called(table, spoken)):
                alike = Viewer(person, "", seat, viewer.pictures)
                self._frames[key] = self._drawn(table, alike, spoken, curtain, now, root)
        return self._frames[key]

    def _look_at(self, table: Table) -> None:
        if table is self._table:
            return
        _forget(self._of_the_moment)
        self._noticed = None
        if self._table is None or table.seats is not self._table.seats:
            _forget(self._of_the_seats)
        definition = table.game.definition
        self._table = table
        self._seats_differ = definition.secret(table.game.options) and not definition.page.SEATS_ALIKE
        self._moment = {"ply": table.ply, "rematch": table.rematch or None, "fairness": show_fairness(table)}

    def _notice(self, room: Room, table: Table, awake: bool) -> None:
        """Find out who is here and what bots do, if that may be another than before."""
        seen = (room.here(), room.bot_waits, room.unsaved, awake)
        if seen == self._noticed:
            return
        self._noticed, here = seen, seen[0]
        alive, present = _alive(room, here, awake), table.people() & here
        if alive != self._alive or present != self._present:
            _forget(self._of_presence)
            self._alive, self._present = alive, present

    def _called(self, table: Table, spoken: str) -> tuple[str, ...]:
        """What the players are called in the language spoken now."""
        if spoken not in self._names:
            self._names[spoken] = tuple(table.names())
        return self._names[spoken]

    def _drawn(
        self, table: Table, viewer: Viewer, spoken: str, curtain: int | None, now: float, root: str
    ) -> Frame:
        seat = viewer.seat
        assert seat is not None
        if spoken not in self._shared:
            self._shared[spoken] = self._seen_by_all(table, spoken)
        view, looking = self._view(table, seat), (seat, spoken)
        if looking not in self._seen:
            self._seen[looking] = _seen(table, view)
        panels = self._panels_of(table, view, looking) if viewer.pictures else {}
        facts = (self._seen[looking], self._of_viewer(table, viewer, view, curtain))
        seats = [self._places_of(table, viewer, root), _clocks(table, now)]
        if self._seats_differ:
            seats.insert(0, self._seats_seen(table, view, spoken))
        return Frame(table.version, self._shared[spoken], facts, seats, panels)

    def _seen_by_all(self, table: Table, spoken: str) -> Shared:
        """What all who speak a language see alike; the seats too, where nothing of them is hidden."""
        view = self._view(table, SPECTATOR)
        facts = (self._about(table, spoken), self._moment, self._alive, _position(table, view))
        seats = () if self._seats_differ else (_seats(table, view.data, self._present),)
        return Shared(facts, seats, self._log(table, spoken), self._talk(table))

    def _view(self, table: Table, seat: int) -> View:
        """What a seat may know; a spectator's view the table has already."""
        if seat not in self._views:
            self._views[seat] = (
                table.views[-1] if seat == SPECTATOR else table.state.view(seat, history=False)
            )
        return self._views[seat]

    def _panels_of(self, table: Table, view: View, looking: tuple[int, str]) -> Mapping[str, Panel]:
        """All panels for a seat in a language; what a position has in common with the last one stays."""
        if looking not in self._panels:
            page, before = table.game.definition.page, self._drawn_before.get(looking)
            panels = page.redrawn(view.data, before) if before else page.panels(view.data)
            self._drawn_before[looking] = Drawn(view.data, panels)
            self._panels[looking] = _shown_panels(table, panels)
        return self._panels[looking]

    def _about(self, table: Table, spoken: str) -> JsonObject:
        """What stays as it is for long."""
        key = (spoken, table.phase, table.watchers_talk, table.hot_seat)
        if key not in self._abouts:
            self._abouts[key] = _about(table)
        return self._abouts[key]

    def _seats_seen(self, table: Table, view: View, spoken: str) -> Column:
        """The seats as one of them sees them."""
        key = (view.seat, spoken)
        if key not in self._seats:
            self._seats[key] = _seats(table, view.data, self._present)
        return self._seats[key]

    def _places_of(self, table: Table, viewer: Viewer, root: str) -> Column:
        """What of the seats is not the same for everybody; it stays until somebody sits down or gets up."""
        key = (viewer.person, root)
        if key not in self._places:
            if len(self._places) >= MOST_FRAMES:
                self._places.clear()
            self._places[key] = [_place(table, viewer, seat, root) for seat in range(len(table.seats))]
        return self._places[key]

    def _of_viewer(self, table: Table, viewer: Viewer, view: View, curtain: int | None) -> JsonObject:
        """What one person is and may do; for those who wait it stays as it is."""
        to_act, undo = _to_act(table, viewer, view.seat), _undo(table, viewer.person)
        if to_act or undo != _NO_UNDO:
            return _of_viewer(table, viewer, view, curtain, to_act, undo)
        key = (viewer.person, view.seat, curtain)
        if key not in self._waiting:
            if len(self._waiting) >= MOST_FRAMES:
                self._waiting.clear()
            self._waiting[key] = _of_viewer(table, viewer, view, curtain, to_act, undo)
        return self._waiting[key]

    def _log(self, table: Table, spoken: str) -> Lines:
        """The log in the language spoken now; most of it stays as it was."""
        log, names = self._logs.get(spoken), self._called(table, spoken)
        if log is None or not log.goes_on(table, names):
            log = self._logs[spoken] = Log(names)
        return remembered(table, log.lines(table))

    def _talk(self, table: Table) -> Lines:
        if table.said is not self._said:
            entries = [_line_said(table, said) for said in table.said]
            self._chat, self._said = Lines(entries, len(entries)), table.said
        return self._chat


_sketches: WeakKeyDictionary[Room, Sketches] = WeakKeyDictionary()


def _forget(drawn: Sequence[dict[Any, Any]]) -> None:
    for one in drawn:
        one.clear()


def _alive(room: Room, here: Set[str], awake: bool) -> JsonObject:
    """What no event tells: who looks, and what bots do."""
    table = room.table
    return {
        "waking": not awake and table.phase == PLAYING and table.seats[table.state.seat].by_bot,
        "waiting": _waiting(room),
        "unsaved": room.unsaved,
        "watching": len(here - table.people()),
    }


def _position(table: Table, view: View) -> JsonObject:
    """What everybody sees of a position."""
    return {
        "turn": _turn(view),
        "last": _last(table, view, table.ply),
        "laid": laid_of(table, view),
        "interlude": interlude_of(table, view),
    }


def _seen(table: Table, view: View) -> JsonObject:
    """What is seen of a position through one seat."""
    return {
        "prompt": _prompt(table, view.data, table.ply),
        "extra": table.game.definition.page.extra(view),
        "coach": _coach(table, view),
        "lesson": lesson_of(table, view),
        "result": _result(table, view) if table.phase == OVER else None,
    }


def _of_viewer(
    table: Table, viewer: Viewer, view: View, curtain: int | None, to_act: bool, undo: JsonObject
) -> JsonObject:
    """What one person is and may do."""
    return {
        "me": _me(table, viewer, view.seat),
        "curtain": curtain,
        "to_act": to_act,
        "choices": _choices(table, view) if to_act else [],
        "forced": str(view.forced) if to_act and view.forced else None,
        "undo": undo,
    }


_NO_CLOCK: JsonObject = {"clock": None}


def _clocks(table: Table, now: float) -> Column:
    """How long each seat may still think."""
    if table.opened.clock.kind == "none":
        return _no_clocks(len(table.seats))
    return [{"clock": table.time_left(seat, now)} for seat in range(len(table.seats))]


@cache
def _no_clocks(seats: int) -> Column:
    return [_NO_CLOCK] * seats


def _waiting(room: Room) -> int | None:
    """Seconds until the bot begins to think, if it has to wait for others: roughly, nobody counts them."""
    return None if room.bot_waits is None else max(1, math.ceil(room.bot_waits / 5)) * 5


def show_past(table: Table, ply: int, seat: int) -> JsonObject:
    """A finished game as it was after *ply* moves, through any seat."""
    with speaking(language(), table.names()):
        view = table.state_at(ply).view(seat)
        page = table.game.definition.page
        panels = {name: plain_panel(panel) for name, panel in page.panels(view.data).items()}
        position = {
            "ply": ply,
            "turn": _turn(view),
            "prompt": _prompt(table, view.data, ply),
            "last": _last(table, view, ply),
        }
        points = {"scores": page.scores(view.data), "beside_scores": page.beside_scores(view.data)}
        return {**position, "panels": panels, "as": seat, **points}


def _about(table: Table) -> JsonObject:
    definition = table.game.definition
    return {
        "table": table.id,
        "game": definition.name,
        "title": definition.title,
        "options": table.game.options,
        "option_words": [*option_words(table.game), *_daily_words(table)],
        "phase": table.phase,
        "guided": table.opened.guided,
        "remembers": table.opened.remembers,
        "listed": table.opened.listed,
        "clock": _clock(table),
        "watchers_talk": table.watchers_talk,
        "hot_seat": table.hot_seat,
    }


def _daily_words(table: Table) -> list[str]:
    """That everybody has this shuffle today, and the day."""
    definition, day = table.game.definition, table.opened.daily
    return (
        [f"{definition.translations.text(definition.daily.title)} {day}"] if definition.daily and day else []
    )


def _clock(table: Table) -> JsonObject:
    control = table.opened.clock
    return {
        "kind": control.kind,
        "seconds": control.seconds,
        "increment": control.increment,
        "by_post": control.by_post,
    }


def show_fairness(table: Table) -> JsonObject | None:
    """What everybody may know about the shuffles: all but the secret, and that too when the game is over."""
    if table.opened.imported is not None:
        return _fairness_told(table)
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


def _fairness_told(table: Table) -> JsonObject | None:
    """What the record of a game played elsewhere tells about its shuffles, and what the game shuffles."""
    record = table.record() if table.phase == OVER else None
    if record is None or not is_claimed(record):
        return None
    try:
        known = read_proof(record).to_dict()
    except Refusal:
        return None
    return known | {"awaited": [], "things": things_shuffled(table.game)}


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


def _turn(view: View) -> int:
    turn: int = view.data.turn
    return max(NOBODY, turn)


def _last(table: Table, view: View, ply: int) -> list[str]:
    """The parts that show the move that led to *ply*."""
    past = table.state.history[ply - 1 : ply]
    return [key for move in past for key in table.game.definition.page.touched(view.data, str(move))]


def _prompt(table: Table, data: Any, ply: int) -> str:
    if table.phase == SEATING and ply == table.ply:
        return (
            _("All are here: the game begins in a moment.")
            if table.full
            else _("The game begins when all seats are taken.")
        )
    if table.given_up and ply == table.ply:
        return _("The game was given up.")
    return table.game.definition.page.prompt(data)


def _me(table: Table, viewer: Viewer, seat: int) -> JsonObject:
    mine = table.seats_of(viewer.person)
    return {"seats": mine, "host": viewer.person == table.host, "as": seat}


def _to_act(table: Table, viewer: Viewer, seat: int) -> bool:
    if table.phase != PLAYING or seat != table.state.seat:
        return False
    return seat in table.seats_of(viewer.person) and not table.seats[seat].by_bot


def _choices(table: Table, view: View) -> list[JsonObject]:
    """What one may do; in a lesson what it waits for."""
    step = table.lesson.awaited(table.ply - table.given) if table.lesson else None
    choices = view.game.definition.page.choices(view)
    return [
        {"move": choice.move, "label": choice.label, "at": choice.at}
        for choice in choices
        if step is None or step.accepts(choice.move)
    ]


def _shown_panels(table: Table, panels: Mapping[str, Panel]) -> Mapping[str, Panel]:
    """All panels; where the table does not remember, none that tells what has been played."""
    if table.opened.remembers or table.phase == OVER:
        return panels
    past = table.game.definition.page.PAST_PANELS
    return {name: panel for name, panel in panels.items() if name not in past}


def _seats(table: Table, data: Any, present: frozenset[str]) -> Column:
    """What is told of each seat to those who know *data*."""
    page, phase, turn, winners = (
        table.game.definition.page,
        table.phase,
        table.state.seat,
        table.state.winners,
    )
    scores, beside = page.scores(data) or (), page.beside_scores(data) or ()
    return [
        {
            "seat": number,
            "name": table.name(number),
            "kind": seat.who.kind,
            "level": _(LEVEL_NAMES[seat.who.level]) if seat.who.level else None,
            "here": seat.who.kind != PERSON or seat.who.person in present,
            "stand_in": seat.stood_in,
            "holds": page.holds(data, number) if phase != SEATING else "",
            "resigned": seat.resigned,
            "score": scores[number] if scores and phase != SEATING else None,
            "beside_score": beside[number] if beside and phase != SEATING else "",
            "turn": phase == PLAYING and number == turn,
            "winner": number in winners,
            "marks": page.marks(data, number),
        }
        for number, seat in enumerate(table.seats)
    ]


def _place(table: Table, viewer: Viewer, seat: int, root: str) -> JsonObject:
    """What of a seat is not the same for everybody."""
    who = table.seats[seat].who
    mine = who.kind == PERSON and who.person == viewer.person
    return {"mine": mine, "invite": _invitation(table, viewer, seat, root)}


def _invitation(table: Table, viewer: Viewer, seat: int, root: str) -> str | None:
    who = table.seats[seat].who
    if who.kind != FRIEND or viewer.person != table.host:
        return None
    return f"{root}/t/{table.id}?key={who.key}"


def _line_said(table: Table, said: Said) -> JsonObject:
    seat = next(iter(table.seats_of(said.person)), -1)
    return {"name": said.name, "seat": seat, "text": said.text, "at": said.at}


_NO_UNDO: JsonObject = {"allowed": False, "asked": None}


def _undo(table: Table, person: str) -> JsonObject:
    question = table.question
    asked = None
    if question:
        name = next((table.name(seat) for seat in table.seats_of(question.person)), "")
        asked = {"name": name, "mine": question.person == person, "of_me": person in question.waiting}
    return {"allowed": table.undo_ply(person) is not None and question is None, "asked": asked}


def _coach(table: Table, view: View) -> JsonObject | None:
    if (
        table.lesson
        or not table.opened.guided
        or view.seat == SPECTATOR
        or view.data.turn not in (view.seat, -1)
    ):
        return None
    advice = table.game.definition.page.coach(view.data)
    return {"topic": advice[0], "text": advice[1]} if advice else None


def _result(table: Table, view: View) -> JsonObject:
    definition = table.game.definition
    words, difference = ending_words(table, view.data)
    return {
        "words": _prompt(table, view.data, table.ply) if table.given_up else words,
        "difference": difference,
        "winners": table.state.winners,
        "lines": [asdict(line) for line in definition.page.breakdown(view.data)] if table.state.over else [],
        "given_up": table.given_up,
        "chart": score_chart(table),
        "plies": table.ply,
    }


def shapes_of(definition: Definition) -> Mapping[str, str]:
    """The shapes that a game's parts refer to (drawing/shapes.py); a page without any need not say so."""
    return getattr(definition.page, "SHAPES", {})


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
        "deadline": summary.deadline,
    }


def show_hint(hint: Hint) -> JsonObject:
    """What the expert would do, and why; it names the moves of the position it thought about."""
    with speaking(language(), hint.table.names()):
        named = labels(hint.view, [thought.move for thought in hint.thoughts])
        best, *others = map(_advice, repeat(hint.view), hint.thoughts, named)
        best["words"] = _why_best(hint, best["words"])
        return {"ply": hint.table.ply, **best, **pointed(hint.view, best["move"]), "others": others}


def _why_best(hint: Hint, alone: str) -> str:
    """Why the best move is better than the next, in the words of a review; *alone* says how good it is."""
    if len(hint.thoughts) < 2:
        return alone
    best, other = hint.thoughts[:2]
    if percent(best.win_chance) > percent(other.win_chance):
        return why(hint.view, best.move, other.move, (best.win_chance, other.win_chance), None)
    return "; ".join(filter(None, (reason_of(hint.view, best.move, other.move), alone)))


def _advice(view: View, thought: Thought, label: str) -> JsonObject:
    chance, games = percent(thought.win_chance), thought.games
    if view.game.shared_goal:
        words = _("reaches the goal in {chance} % of {games} imagined games", chance=chance, games=games)
    else:
        words = _("wins {chance} % of {games} imagined games", chance=chance, games=games)
    return {"move": thought.move, "label": label, "words": unbroken(words)}
