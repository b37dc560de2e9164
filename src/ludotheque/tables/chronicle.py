"""What the events of a table add up to: who sits where, the game, the clock, what was said.

No method looks at a clock on the wall or at a random source that counts: moments are in the events, and so is
what chance decided. So equal events make equal chronicles, to the byte.
"""

import time
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, replace
from typing import Any, Self

from msgspec.json import encode as encode_json

from ludotheque.core.errors import BadRecord
from ludotheque.core.fair_shuffle import committed
from ludotheque.core.fairness import Proof, can_be_proven, fair_chance
from ludotheque.core.frozen import changed
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
from ludotheque.i18n.language import SHARED
from ludotheque.tables.clock import GameClock
from ludotheque.tables.errors import NotNow, TableRefusal
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
from ludotheque.tables.people import name_of

_ = SHARED.text

SEATING, PLAYING, OVER = "seating", "playing", "over"  # phases
_NOTED = (SeatTaken, SeatsDrawn, UndoAnswered, Undone, StoodIn, Resigned, CameBack)  # told between moves


@dataclass(frozen=True)
class Seat:
    """A seat: whose it is, and whether a bot decides there in their place."""

    who: Occupant
    stood_in: bool = False  # a bot plays for the person
    for_good: bool = False  # because their time is up, or they have resigned
    resigned: bool = False
    left: bool = False  # they got up by themselves

    @property
    def by_bot(self) -> bool:
        """Whether a bot decides here now."""
        return self.who.kind == BOT or self.stood_in

    @property
    def has_a_say(self) -> bool:
        """Whether a person is asked who agrees: also one whom others put aside, but none who has left."""
        return self.who.kind == PERSON and not self.left and not self.for_good


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


class Chronicle:
    """A table as it is after its events. It never changes: `after` gives another."""

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
        self.given_up = False  # whether all people have gone for good, one of them by resigning
        self._counted: Sequence[Seat] = ()  # the seats that these two, and who has them, follow from
        self.phase = SEATING  # whether people still take their seats, play, or have finished
        self.ended: float | None = None  # when the game was over; people may talk on
        self.drawn: tuple[int, ...] = ()  # the places in which the players of the seats had waited
        self._outcomes: list[Outcome] = []  # what chance has decided, in order
        self.state = self.game.root()  # before the game begins, nothing is dealt
        self._trial: tuple[State | None, State | None] = (None, None)  # a position, and the one after a move
        self.past: list[PastMove] = []
        self.views: list[View] = [self.state.view(history=False)]  # a spectator's, at every ply
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
        self.views = [self.state.view(history=False)]
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
        self.state, self._trial = self._tried_out(move) or self._after_move(move), (None, None)
        if len(self.state.outcomes) > len(self._outcomes):
            raise BadRecord("chance decides here, and no event tells its outcome", ply=self.ply)
        self.views = [*self.views, self.state.view(history=False)]

    def _after_move(self, move: str | Move) -> State:
        state = self.state.copy()
        state.play(move)
        return state

    def _tried_out(self, move: str | Move) -> State | None:
        """The position after a move, if that very move was tried out here before it was stored."""
        before, after = self._trial
        return after if before is self.state and after and str(after.history[-1]) == str(move) else None

    def after(self, events: Iterable[Event]) -> Self:
        """The table as it is when these events have happened too."""
        table = changed(self)
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
            case StoodIn(seat=seat, for_good=for_good, left=left):
                gone = replace(self.seats[seat], stood_in=True, for_good=for_good, left=left)
                self._set_seat(seat, gone)
            case Resigned(seats=seats):
                for seat in seats:
                    gone = replace(self.seats[seat], stood_in=True, for_good=True, resigned=True)
                    self._set_seat(seat, gone)
            case CameBack(seat=seat):
                self._set_seat(seat, replace(self.seats[seat], stood_in=False, left=False))
            case Said():
                self.said = [*self.said, event]
            case Rematched(table=table):
                self.rematch = table
        if isinstance(event, _NOTED):
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
        if self.seats is not self._counted:
            self._count_seats()
        over = self.state.over or self.given_up
        self.phase = SEATING if not self.begun or not self.full else OVER if over else PLAYING
        if self.ended is None and self.phase == OVER:
            self.ended = at
        thinking = self.phase == PLAYING and not self.seats[self.state.seat].by_bot
        self.clock = self.clock.run(at) if thinking else self.clock.stop(at)

    def _count_seats(self) -> None:
        """What follows from who sits where; most moves change nothing of it."""
        self._counted = self.seats
        self.full = not any(seat.who.kind in (FRIEND, OPEN) for seat in self.seats)
        people = [seat for seat in self.seats if seat.who.kind == PERSON]
        self._people = frozenset(seat.who.person for seat in people)
        self.given_up = any(seat.resigned for seat in people) and all(seat.for_good for seat in people)
        self._places: dict[str, list[int]] = {}
        for k, seat in enumerate(self.seats):
            self._places.setdefault(seat.who.person, []).append(k)

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
        return list(self._places.get(person, ()))

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

    @property
    def lesson(self) -> Lesson | None:
        """The script that this table follows, if it is a lesson."""
        return self.game.definition.page.LESSON if self.opened.lesson else None

    def name(self, seat: int) -> str:
        """What a seat's player is called, in the language spoken now."""
        return name_of(self.seats[seat].who, seat)

    def names(self) -> list[str]:
        """All players' names."""
        return [self.name(seat) for seat in range(len(self.seats))]
