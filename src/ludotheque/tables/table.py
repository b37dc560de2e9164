"""A table: a game, who has its seats, and what happened. It is made of its events and of nothing else.

Methods named after an act (`sit`, `move`, `ask_undo` …) check it and return the event that says so, or
refuse; `after` gives the table as it is with an event more. Whoever holds the table stores the event in
between (service.py). No method looks at a clock on the wall or at a random source that counts: moments are
arguments, and what chance decided is in the events. So equal events make equal tables, to the byte.
"""

import hmac
import time
from collections.abc import Iterable, Sequence, Set
from copy import copy
from dataclasses import astuple, dataclass, replace
from random import Random
from typing import Any

from msgspec.json import encode as encode_json

from ludotheque.core.errors import BadRecord
from ludotheque.core.fair_shuffle import committed
from ludotheque.core.fairness import Proof, can_be_proven, fair_chance
from ludotheque.core.game import Game
from ludotheque.core.lesson import Lesson
from ludotheque.core.move import Move
from ludotheque.core.options import exact
from ludotheque.core.outcomes import Continued, Proven, Shuffled
from ludotheque.core.record import Record
from ludotheque.core.registry import definition
from ludotheque.core.roles import Outcome
from ludotheque.core.state import State
from ludotheque.core.view import View
from ludotheque.engine.chance import fresh_seed, source
from ludotheque.i18n.language import SHARED, language, speaking
from ludotheque.tables.clock import GameClock
from ludotheque.tables.errors import NotAllowed, NotNow, TableRefusal
from ludotheque.tables.events import (
    BOT,
    FRIEND,
    OPEN,
    PERSON,
    Begun,
    CameBack,
    Contributed,
    Event,
    HouseRules,
    Moved,
    Occupant,
    Opened,
    Rematched,
    Resigned,
    Said,
    SeatsDrawn,
    SeatTaken,
    StoodIn,
    UndoAnswered,
    UndoAsked,
    Undone,
)
from ludotheque.tables.lot import draw
from ludotheque.tables.people import (
    bot_name,
    distinct_name,
    good_contribution,
    good_level,
    good_name,
    name_of,
)

_ = SHARED.text

LONGEST_TEXT = 500
SEATING, PLAYING, OVER = "seating", "playing", "over"  # phases


@dataclass(frozen=True)
class Seat:
    """A seat: whose it is, and whether a bot decides there in their place."""

    who: Occupant
    stood_in: bool = False  # a bot plays for the person
    for_good: bool = False  # because their time is up, or they have resigned
    resigned: bool = False

    @property
    def by_bot(self) -> bool:
        """Whether a bot decides here now."""
        return self.who.kind == BOT or self.stood_in


@dataclass(frozen=True)
class PastMove:
    """A move in the past: who made it, and how much was revealed before it."""

    seat: int
    person: str
    revealed: int
    by_itself: bool = False  # it was forced, and nobody chose it


@dataclass(frozen=True)
class UndoQuestion:
    """Somebody asked to undo; *waiting* have not answered yet."""

    person: str
    ply: int
    waiting: frozenset[str]


class Table:
    """One table. It never changes: `after` gives another."""

    def __init__(self, id: str, opened: Opened) -> None:
        self.id = id
        self.opened = opened
        found = definition(opened.game)
        self.game = Game(found, exact(found.options, opened.options), opened.revision)
        self.seats = [Seat(who) for who in opened.seats]
        self.contributions: list[str | None] = [  # to the shuffles, by seat; None: still awaited
            None if seat in opened.awaited else "" for seat in range(len(opened.seats))
        ]
        self.commitment = committed(bytes.fromhex(opened.secret)) if opened.secret else ""  # for everybody
        self.watchers_talk = True
        self.hot_seat = opened.hot_seat  # one person may take several seats
        self.version = 1  # counts the events
        self.position = 1  # the version at which the present position came about
        self.touched = opened.at  # when the last event happened
        self.full_since = opened.at  # when the last free seat was taken
        self.said: list[Said] = []
        self.notes: list[tuple[int, Event]] = []  # what to tell between moves: (ply, event)
        self.question: UndoQuestion | None = None
        self.rematch = ""
        self.clock = GameClock(opened.clock, (0.0,) * len(opened.seats), (0,) * len(opened.seats))
        self.begun = False
        self.full = False  # whether all seats are taken
        self.phase = SEATING  # whether people still take their seats, play, or have finished
        self.ended: float | None = None  # when the game was over; people may talk on
        self.drawn: tuple[int, ...] = ()  # the places in which the players of the seats had waited
        self._outcomes: list[Outcome] = []  # what chance has decided, in order
        self.state = self.game.root()  # before the game begins, nothing is dealt
        self.past: list[PastMove] = []
        self.views: list[View] = [self.state.view()]  # a spectator's, at every ply
        self.given = 0  # plies that nobody here played: they cannot be taken back
        if opened.setup is not None:
            self._begin(opened.setup, opened.moves)
        self._settle(opened.at)

    # The past

    def _begin(self, setup: dict[str, Any], moves: Sequence[str]) -> None:
        """The game begins, with what chance decided, and with *moves* that have been played already."""
        self.begun = True
        self._outcomes = self._read(setup)
        self.state = self._replayed(())
        self.views = [self.state.view()]
        for move in moves:
            self._play(move, "")
        self.given = len(moves)

    def _replayed(self, moves: Iterable[Move]) -> State:
        """The game after these moves. A copy may draw what chance has not decided yet, to try a move."""
        state = self.game.start(Continued(self._outcomes, self._chance(len(self._outcomes))))
        for move in moves:
            state.play(move)
        return state

    def _chance(self, event: int) -> Shuffled | Proven:
        """What decides from chance event number *event* on."""
        proof = self.proof
        if proof and can_be_proven(self.game):
            return fair_chance(self.game, proof.key(), event)
        if self.opened.shuffle:
            return Shuffled(source(f"{self.opened.shuffle}/{event}"))
        return Shuffled(source(fresh_seed()))

    def _read(self, setup: dict[str, Any]) -> list[Outcome]:
        return self.game.definition.notation.read_setup(self.game.options, setup)

    def _play(self, move: str | Move, person: str, by_itself: bool = False) -> None:
        self.past = [*self.past, PastMove(self.state.seat, person, self.state.revealed, by_itself)]
        self.state = self.state.copy()
        self.state.play(move)
        if len(self.state.outcomes) > len(self._outcomes):
            raise BadRecord("chance decides here, and no event tells its outcome", ply=self.ply)
        self.views = [*self.views, self.state.view()]

    def after(self, events: Iterable[Event]) -> "Table":
        """The table as it is when these events have happened too."""
        table = copy(self)
        for event in events:
            table._apply(event)
        return table

    def _apply(self, event: Event) -> None:
        self.version += 1
        self.touched = event.at
        match event:
            case Moved():
                self._move_on(event)
            case Undone(ply=ply):
                self._go_back(ply, event.at)
            case UndoAsked(person=person, ply=ply, of=of):
                self.question = UndoQuestion(person, ply, frozenset(of))
            case UndoAnswered(person=person, yes=yes):
                self._answer(person, yes)
            case SeatTaken(seat=seat, who=who, contribution=contribution):
                self._set_seat(seat, Seat(who))
                self._contribute([seat], contribution)
                self.full_since = event.at
            case Contributed(seats=seats, contribution=contribution):
                self._contribute(seats, contribution)
            case SeatsDrawn(order=order):
                self._draw_seats(order)
            case Begun(setup=setup, moves=moves):
                self.position = self.version
                self._begin(setup, moves)
            case HouseRules(watchers_talk=watchers_talk, hot_seat=hot_seat):
                self.watchers_talk, self.hot_seat = watchers_talk, hot_seat
            case StoodIn(seat=seat, for_good=for_good):
                self._set_seat(seat, replace(self.seats[seat], stood_in=True, for_good=for_good))
            case Resigned(seats=seats):
                for seat in seats:
                    gone = replace(self.seats[seat], stood_in=True, for_good=True, resigned=True)
                    self._set_seat(seat, gone)
            case CameBack(seat=seat):
                self._set_seat(seat, replace(self.seats[seat], stood_in=False))
            case Said():
                self.said = [*self.said, event]
            case Rematched(table=table):
                self.rematch = table
        if isinstance(event, SeatTaken | SeatsDrawn | UndoAnswered | Undone | StoodIn | Resigned | CameBack):
            self.notes = [*self.notes, (self.ply, event)]
        self._settle(event.at)

    def _set_seat(self, number: int, seat: Seat) -> None:
        self.seats = [*self.seats[:number], seat, *self.seats[number + 1 :]]

    def _draw_seats(self, order: Sequence[int]) -> None:
        self.drawn = tuple(order)
        self.seats = [self.seats[place] for place in order]
        self.contributions = [self.contributions[place] for place in order]

    def _contribute(self, seats: Iterable[int], contribution: str) -> None:
        self.contributions = list(self.contributions)
        for seat in seats:
            self.contributions[seat] = contribution

    def _move_on(self, event: Moved) -> None:
        seat = self.state.seat
        self.position = self.version
        self.question = None
        if event.setup:
            self._outcomes = self._read(event.setup)
            self.state = self._replayed(self.state.history)
        self._play(event.move, event.person, event.by_itself)
        self._end_turn(seat, event.at)

    def _answer(self, person: str, yes: bool) -> None:
        if self.question and yes:
            self.question = replace(self.question, waiting=self.question.waiting - {person})
        else:
            self.question = None

    def _go_back(self, ply: int, at: float) -> None:
        seat = self.state.seat
        self.position = self.version
        self.question = None
        self.state = self._replayed(self.state.history[:ply])
        self.past, self.views = self.past[:ply], self.views[: ply + 1]
        self.notes = [(min(at_ply, ply), note) for at_ply, note in self.notes]
        self._end_turn(seat, at)

    def _end_turn(self, seat: int, at: float) -> None:
        self.clock = self.clock.end_turn(seat, at, (move.seat for move in self.past if move.person))

    def _settle(self, at: float) -> None:
        """What follows from all that has happened; it is asked for often."""
        self.full = not any(seat.who.kind in (FRIEND, OPEN) for seat in self.seats)
        over = self.state.over or self.given_up
        self.phase = SEATING if not self.begun or not self.full else OVER if over else PLAYING
        if self.ended is None and self.phase == OVER:
            self.ended = at
        self._people = frozenset(seat.who.person for seat in self.seats if seat.who.kind == PERSON)
        thinking = self.phase == PLAYING and not self.seats[self.state.seat].by_bot
        self.clock = self.clock.run(at) if thinking else self.clock.stop(at)

    def snapshot(self) -> bytes:
        """Everything that this table is, as bytes: equal for equal events."""
        return encode_json(
            {
                "id": self.id,
                "opened": self.opened,
                "version": self.version,
                "position": self.position,
                "touched": self.touched,
                "seats": self.seats,
                "clock": self.clock,
                "said": self.said,
                "notes": self.notes,
                "question": self.question and [*astuple(self.question)[:2], *sorted(self.question.waiting)],
                "rematch": self.rematch,
                "contributions": self.contributions,
                "drawn": self.drawn,
                "ended": self.ended,
                "house rules": [self.watchers_talk, self.hot_seat],
                "full since": self.full_since,
                "begun": self.begun,
                "outcomes": [outcome.tobytes() for outcome in self._outcomes],
                "state": self.state.states().tobytes(),
                "moves": [str(move) for move in self.state.history],
                "past": self.past,
                "views": [bytes(view) for view in self.views],
            }
        )  # fmt: skip

    # The present

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self.past)

    @property
    def given_up(self) -> bool:
        """Whether all people have gone for good, one of them by resigning: then nobody plays on."""
        people = [seat for seat in self.seats if seat.who.kind == PERSON]
        return any(seat.resigned for seat in people) and all(seat.for_good for seat in people)

    @property
    def ready(self) -> bool:
        """Whether the game can begin: all sit, and everybody who wants to has contributed."""
        return self.full and not self.begun and None not in self.contributions

    @property
    def host(self) -> str:
        """The person who opened the table."""
        return self.opened.host

    @property
    def proof(self) -> Proof | None:
        """What the shuffles follow from, if that can be proven. Not for players' eyes before the end."""
        if not self.opened.secret:
            return None
        given = tuple(one or "" for one in self.contributions)
        return Proof(self.id, self.commitment, self.opened.secret, given, self.drawn)

    @property
    def goes_on_unseen(self) -> bool:
        """Whether stand-ins play even if nobody looks: by post, while somebody plays who is told of it."""
        by_post = self.opened.clock.by_post
        return by_post and any(seat.who.kind == PERSON and not seat.stood_in for seat in self.seats)

    def seats_of(self, person: str) -> list[int]:
        """The seats that a person has."""
        return [k for k, seat in enumerate(self.seats) if seat.who.person == person]

    def people(self) -> frozenset[str]:
        """Everybody who has a seat here."""
        return self._people

    def state_at(self, ply: int) -> State:
        """The game as it was after *ply* moves."""
        if not 0 <= ply <= self.ply:
            raise TableRefusal(
                "ply", _("there is no move {ply}; the game has {last}", ply=ply, last=self.ply)
            )
        return self.state if ply == self.ply else self._replayed(self.state.history[:ply])

    def record(self) -> Record:
        """The game as a record; while it goes on that would give everything away."""
        if self.phase != OVER:
            raise NotNow(
                "running", _("the record would give everything away; you can have it when the game is over")
            )
        if self.opened.imported is not None:
            return replace(self.state.record(), **self.opened.imported)
        seats = [{"name": seat.who.level or seat.who.name, "kind": seat.who.kind} for seat in self.seats]
        started = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self.opened.at))
        more = {"fairness": self.proof.to_dict()} if self.proof else {}
        return self.state.record(seats=seats, started=started, **more)

    def time_left(self, seat: int, now: float) -> float | None:
        """Seconds that a seat may still think; None without a clock."""
        if self.seats[seat].who.kind == BOT:
            return None
        return self.clock.left(seat, now, to_move=self.phase == PLAYING and seat == self.state.seat)

    # Acts: each checks, and returns what happens by it

    def sit(
        self, now: float, person: str, name: str, seat: int, key: str = "", contribution: str = ""
    ) -> Sequence[Event]:
        """Somebody takes a free seat, a friend's with its key, and may contribute to the shuffles."""
        free = self._free(seat)
        invited = hmac.compare_digest(key.encode(), free.who.key.encode())
        if free.who.kind == FRIEND and not invited and person != self.host:
            raise NotAllowed("invited", _("seat {seat} is kept for a friend with its link", seat=seat + 1))
        if self.seats_of(person) and not self.hot_seat:
            why = _("you have a seat here; the host can open the table for several players at one screen")
            raise NotAllowed("one-seat", why)
        who = Occupant(PERSON, person=person, name=distinct_name(good_name(name), self.names()))
        given = good_contribution(contribution) if contribution and self.commitment else ""
        return self._then_begins(now, [SeatTaken(now, seat=seat, who=who, contribution=given)])

    def seat_bot(self, now: float, person: str, seat: int, level: str) -> Sequence[Event]:
        """The host puts a bot into a free seat."""
        self._only_host(person)
        self._free(seat)
        who = Occupant(BOT, level=good_level(level), name=bot_name(self.names(), seat))
        return self._then_begins(now, [SeatTaken(now, seat=seat, who=who)])

    def contribute(
        self, now: float, person: str, contribution: str, seat: int | None = None
    ) -> Sequence[Event]:
        """Somebody contributes to the shuffles, once for each seat of theirs, before the game begins."""
        mine = self.seats_of(person) if seat is None else [self._own(person, seat)]
        if not mine:
            raise TableRefusal("seat", _("you have no seat at this table"))
        given = good_contribution(contribution)
        waiting = tuple(k for k in mine if not self.contributions[k])
        if self.begun or not self.commitment or not waiting:
            raise NotNow("contributed", _("the shuffles need nothing from you any more"))
        return self._then_begins(now, [Contributed(now, seats=waiting, contribution=given)])

    def begin(self, now: float) -> Sequence[Event]:
        """The game begins, if all sit; whoever has not contributed by now contributes nothing.

        Seats are drawn first: what is dealt follows from who sits where.
        """
        if self.begun or not self.full:
            return []
        lot = [SeatsDrawn(now, order=draw(len(self.seats), self.proof))] if self.opened.lot else []
        state = self.game.start(self.after(lot)._chance(0))
        return [*lot, Begun(now, setup=state.setup, moves=self._ready_made(state))]

    def _ready_made(self, start: State) -> tuple[str, ...]:
        """The moves that set the board up, where the table does that and the game knows how."""
        ready = self.game.definition.ready
        if not self.opened.ready or ready is None:
            return ()
        return tuple(ready.set_up(start.copy(), Random(fresh_seed())))

    def _then_begins(self, now: float, events: Sequence[Event]) -> Sequence[Event]:
        """The events, and the game's beginning if nothing else stands in its way."""
        after = self.after(events)
        return [*events, *after.begin(now)] if after.ready else events

    def set_rules(
        self, now: float, person: str, watchers_talk: bool | None = None, hot_seat: bool | None = None
    ) -> HouseRules:
        """The host says whether watchers may talk, and whether one person may take several seats."""
        self._only_host(person)
        return HouseRules(
            now,
            watchers_talk=self.watchers_talk if watchers_talk is None else watchers_talk,
            hot_seat=self.hot_seat if hot_seat is None else hot_seat,
        )

    def leave(self, now: float, person: str, seat: int | None = None) -> Sequence[Event]:
        """Somebody gets up: before the game the seat is open again, in it a bot plays on for them."""
        seats = self.seats_of(person) if seat is None else [self._own(person, seat)]
        if not seats:
            raise TableRefusal("seat", _("you have no seat at this table"))
        if self.phase == SEATING:
            return [SeatTaken(now, seat=k, who=Occupant(OPEN)) for k in seats]
        if self.phase == OVER:
            return []
        return [StoodIn(now, seat=k) for k in seats if not self.seats[k].stood_in]

    def stand_in(self, now: float, position: int, *, for_good: bool = False) -> StoodIn | None:
        """A bot takes over from whoever should move, unless the game has moved on since *position*."""
        if self.phase != PLAYING or position != self.position or self.seats[self.state.seat].stood_in:
            return None
        return StoodIn(now, seat=self.state.seat, for_good=for_good)

    def resign(self, now: float, person: str) -> Resigned:
        """Somebody gives up, in all their seats; when all people have, the game is over."""
        self._playing()
        seats = [k for k in self.seats_of(person) if not self.seats[k].for_good]
        if not seats:
            raise TableRefusal("seat", _("you have no seat at this table"))
        return Resigned(now, person=person, seats=tuple(seats))

    def replace_absent(self, now: float, person: str, seat: int, here: Set[str]) -> StoodIn:
        """A player lets a bot play for another who is away, where no clock sees to it."""
        self._playing()
        who = self.seats[self.known_seat(seat)].who
        if not self.seats_of(person):
            raise TableRefusal("seat", _("you have no seat at this table"))
        if who.kind != PERSON or self.seats[seat].stood_in:
            raise NotNow("stand-in", _("a bot plays there already"))
        if self.opened.clock.kind != "none":
            raise NotNow("stand-in", _("here the clock decides when a bot plays on"))
        if who.person == person or who.person in here:
            why = _("{name} is here; a bot plays only for somebody who is away", name=self.name(seat))
            raise NotNow("stand-in", why)
        return StoodIn(now, seat=seat)

    def come_back(self, now: float, person: str) -> Sequence[Event]:
        """Somebody is here again and gets their seats back."""
        return [
            CameBack(now, seat=k)
            for k in self.seats_of(person)
            if self.seats[k].stood_in and not self.seats[k].for_good
        ]

    def move(
        self,
        now: float,
        person: str,
        ply: int,
        move: str,
        seat: int | None = None,
        *,
        by_itself: bool = False,
    ) -> Sequence[Event]:
        """Somebody plays, and is back if they were away.

        The move must answer the position it was made for: two clicks cannot both win. One that plays *by
        itself* must be the only one.
        """
        self._playing()
        turn = self.state.seat
        mine = self.seats_of(person) if seat is None else [self._own(person, seat)]
        if not mine:
            raise TableRefusal("seat", _("you have no seat at this table"))
        if turn not in mine:
            raise NotNow("turn", _("it is not your turn; wait for {name}", name=self.name(turn)))
        self.answers(ply)
        if self.seats[turn].resigned:
            raise TableRefusal("resigned", _("you have resigned; a bot plays on for you"))
        if self.seats[turn].for_good:
            raise TableRefusal("time", _("your time is up; a bot plays on for you"))
        self._follows_lesson(move)
        meant = self.state.taken_as(self.game.definition.notation.read_typed(move))
        if by_itself and len(self.state.moves()) > 1:
            raise TableRefusal("choice", _("there is a choice here, so no move plays itself"))
        return [*self.come_back(now, person), self._moved(now, meant, person, by_itself)]

    @property
    def lesson(self) -> Lesson | None:
        """The script that this table follows, if it is a lesson."""
        return self.game.definition.page.LESSON if self.opened.lesson else None

    def _follows_lesson(self, move: str) -> None:
        step = self.lesson.awaited(self.ply - self.given) if self.lesson else None
        if step and not step.accepts(move.strip()):
            told = self.game.definition.translations.text(step.says)
            raise NotNow("lesson", _("the lesson waits for something else: {told}", told=told))

    def scripted_reply(self) -> str | None:
        """What a bot plays now because a lesson says so."""
        if self.lesson is None:
            return None
        legal = {str(move) for move in self.state.moves()}
        replies = self.lesson.reply(self.ply - self.given)
        return next((move for move in replies if move in legal), None)

    def move_by_bot(self, now: float, position: int, move: str) -> Moved | None:
        """A bot plays, unless the game has moved on while it thought."""
        if self.phase != PLAYING or position != self.position:
            return None
        return self._moved(now, self.game.definition.notation.read_typed(move), "")

    def _moved(self, now: float, move: Move | str, person: str, by_itself: bool = False) -> Moved:
        trial = self.state.copy()
        with speaking(language(), self.names()):
            trial.play(move)  # refuses with the reason
        setup = trial.setup if len(trial.outcomes) > len(self._outcomes) else None
        return Moved(now, move=str(trial.history[-1]), setup=setup, person=person, by_itself=by_itself)

    def undo_ply(self, person: str) -> int | None:
        """Where an undo leads: before the person's last choice, if since then nobody else acted and nothing
        was revealed."""
        if self.phase != PLAYING:
            return None
        if not self.past or self.past[-1].person not in (person, ""):
            return None  # as it is for most, most of the time
        revealed = self.state.revealed
        for ply in range(self.ply - 1, self.given - 1, -1):
            past = self.past[ply]
            if past.revealed != revealed or past.person not in (person, ""):
                return None
            if past.person == person and not past.by_itself:
                return ply
        return None

    def ask_undo(self, now: float, person: str) -> UndoAsked | Undone:
        """Somebody takes their last move back, if everybody else agrees.

        All people with a seat are asked, whether they look or not: who has not answered has not agreed. Only
        those for whom a bot plays just now are not asked. A question stands until the game goes on.
        """
        ply = self.undo_ply(person)
        if ply is None:
            why = _("there is nothing to take back: something was revealed since, or somebody else moved")
            raise NotNow("undo", why)
        playing = {seat.who.person for seat in self.seats if seat.who.kind == PERSON and not seat.stood_in}
        others = playing - {person}
        if not others:
            return Undone(now, ply=ply, person=person)
        if self.question and self.question.waiting <= others:
            raise NotNow("undo", _("the others have been asked already; wait for their answer"))
        return UndoAsked(now, person=person, ply=ply, of=tuple(sorted(others)))

    def answer_undo(self, now: float, person: str, yes: bool) -> Sequence[Event]:
        """One of those asked says yes or no; the last yes undoes."""
        if self.question is None or person not in self.question.waiting:
            raise NotNow("undo", _("nobody has asked you about an undo"))
        answered = UndoAnswered(now, person=person, yes=yes)
        if yes and self.question.waiting == {person}:
            return [answered, Undone(now, ply=self.question.ply, person=self.question.person)]
        return [answered]

    def say(self, now: float, person: str, name: str, text: str) -> Said:
        """Somebody says something, with a seat or watching if the host lets watchers talk."""
        if not self.watchers_talk and person != self.host and not self.seats_of(person):
            raise NotAllowed("chat", _("only those who play talk at this table"))
        text = " ".join(text.split())
        if not text:
            raise TableRefusal("chat", _("there is nothing to say in this message"))
        if len(text) > LONGEST_TEXT:
            why = _(
                "a message has at most {most} characters; this has {length}",
                most=LONGEST_TEXT,
                length=len(text),
            )
            raise TableRefusal("chat", why)
        return Said(now, person=person, name=self._speaker(person, good_name(name)), text=text)

    def _speaker(self, person: str, name: str) -> str:
        """What somebody is called who talks: always the same here, and never like somebody else."""
        known = [self.name(seat) for seat in self.seats_of(person)]
        known += [said.name for said in self.said if said.person == person]
        others = [said.name for said in self.said if said.person != person]
        return known[0] if known else distinct_name(name, [*self.names(), *others])

    # Small questions

    def name(self, seat: int) -> str:
        """What a seat's player is called, in the language spoken now."""
        return name_of(self.seats[seat].who, seat)

    def names(self) -> list[str]:
        """All players' names."""
        return [self.name(seat) for seat in range(len(self.seats))]

    def known_seat(self, seat: int) -> int:
        """A seat that there is."""
        if not 0 <= seat < len(self.seats):
            raise TableRefusal(
                "seat",
                _("there is no seat {seat}; seats are 0 to {last}", seat=seat, last=len(self.seats) - 1),
            )
        return seat

    def own_turn(self, person: str, why: str) -> int:
        """The seat to move, if it is the person's; else a refusal that says *why*."""
        turn = self.state.seat
        if self.phase != PLAYING or turn not in self.seats_of(person):
            raise NotNow("turn", why)
        return turn

    def answers(self, ply: int) -> None:
        """Refuse what was meant for another position than the present one."""
        if ply != self.ply:
            raise NotNow("stale", _("the game has moved on since; look again and choose anew"))

    def _free(self, number: int) -> Seat:
        seat = self.seats[self.known_seat(number)]
        if seat.who.kind in (PERSON, BOT):
            raise NotNow("taken", _("seat {seat} is taken; choose a free one or watch", seat=number + 1))
        return seat

    def _own(self, person: str, seat: int) -> int:
        if self.seats[self.known_seat(seat)].who.person != person:
            raise TableRefusal("seat", _("seat {seat} is not yours", seat=seat + 1))
        return seat

    def _only_host(self, person: str) -> None:
        if person != self.host:
            raise NotAllowed("host", _("only whoever opened the table can do that"))

    def _playing(self) -> None:
        if self.phase == SEATING:
            raise NotNow("seating", _("the game begins when all seats are taken"))
        if self.phase == OVER:
            raise NotNow("over", _("the game is over; a rematch begins another"))


def opened_table(id: str, opened: Opened) -> tuple[Table, Sequence[Event]]:
    """A new table and its first events; a game that need not wait for anybody begins at once."""
    table = Table(id, opened)
    begun = table.begin(opened.at) if table.ready else []
    return table.after(begun), [opened, *begun]


def replayed(id: str, events: Sequence[Event]) -> Table:
    """A table from all its events."""
    first, *rest = events
    assert isinstance(first, Opened)
    return Table(id, first).after(rest)
