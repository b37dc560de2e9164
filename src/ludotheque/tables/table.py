"""A table: a game, who sits in its seats, and what happened. It is made of its events and of nothing else.

Methods named after an act (`sit`, `move`, `ask_undo` …) check it and return the event that tells it, or
refuse; `apply` then makes it so. Whoever holds the table stores the event in between (house.py).
"""

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ludotheque.bots.levels import LEVELS
from ludotheque.core.errors import Refusal, quoted
from ludotheque.core.game import Game
from ludotheque.core.options import exact
from ludotheque.core.outcomes import Continued, Recorded, Shuffled
from ludotheque.core.record import Record
from ludotheque.core.registry import definition
from ludotheque.core.roles import Outcome
from ludotheque.core.state import State
from ludotheque.core.view import View
from ludotheque.engine.chance import fresh_seed, source
from ludotheque.i18n.language import SHARED, marked_for_translation
from ludotheque.tables.events import (
    BOT,
    FRIEND,
    OPEN,
    PERSON,
    CameBack,
    Happening,
    Moved,
    Opened,
    Rematched,
    Said,
    Seated,
    Seating,
    StoodIn,
    UndoAnswered,
    UndoAsked,
    Undone,
)

_ = SHARED.text

LONGEST_NAME = 24
LONGEST_TEXT = 500
STAND_IN = "regular"  # the level that plays for somebody who has gone
BOT_NAMES = ("Nina", "Otto", "Lena", "Hugo", "Rosa", "Timo", "Olga", "Karl")  # by seat
LEVEL_NAMES = {
    "novice": marked_for_translation("Novice"),
    "regular": marked_for_translation("Regular"),
    "expert": marked_for_translation("Expert"),
}
LEVEL_PHRASES = {
    "novice": marked_for_translation("Still learning: good for a first game."),
    "regular": marked_for_translation("Plays well, and quickly."),
    "expert": marked_for_translation("Thinks for a moment, and plays very well."),
}
SEATING, PLAYING, OVER = "seating", "playing", "over"  # phases


class TableRefusal(Refusal):
    """Something that cannot be done at a table, with a code for programs."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(why)
        self.code = f"table/{code}"


@dataclass
class Place:
    """A seat, and how it fares."""

    who: Seating
    stood_in: bool = False  # a bot plays for the person
    for_good: bool = False  # because their time is up
    spent: float = 0.0  # seconds thought

    @property
    def by_bot(self) -> bool:
        """Whether a bot decides here now."""
        return self.who.kind == BOT or self.stood_in


@dataclass
class Played:
    """A move in the past: who made it, and how much was revealed before it."""

    seat: int
    person: str
    revealed: int


@dataclass
class Question:
    """A wish to undo, and who has not answered yet."""

    person: str
    ply: int
    waiting: set[str] = field(default_factory=set)


class Table:
    """One table, live."""

    def __init__(self, id: str, opened: Opened) -> None:
        self.id = id
        self.opened = opened
        found = definition(opened.game)
        self.game = Game(found, exact(found.options, opened.options))
        self.places = [Place(who) for who in opened.seats]
        self.version = 1
        self.said: list[Said] = []
        self.notes: list[tuple[int, Happening]] = []  # what to tell between moves: (ply, event)
        self.question: Question | None = None
        self.rematch = ""
        self.turn_since = time.time()
        self._told = self._outcomes(opened.setup)  # what chance has decided, in order
        self._begin(opened.moves)

    # The past

    def _begin(self, moves: Iterable[str]) -> None:
        self._chance = Continued(self._told, Shuffled(source(fresh_seed())))
        self.state = self.game.start(self._chance)
        self.past: list[Played] = []
        self.views: list[View] = [self.state.view()]  # a spectator's, at every ply
        for move in moves:
            self._play(move, "")

    def _outcomes(self, setup: dict[str, Any]) -> list[Outcome]:
        return self.game.definition.notation.read_setup(self.game.options, setup)

    def _tell(self, setup: dict[str, Any]) -> None:
        known = len(self._told)
        self._told = self._outcomes(setup)
        self._chance.add(self._told[known:])

    def _play(self, move: str, person: str) -> None:
        self.past.append(Played(self.state.seat, person, self.state.revealed))
        self.state.play(move)
        self.views.append(self.state.view())

    def apply(self, event: Happening) -> None:
        """Make it so."""
        self.version += 1
        match event:
            case Seated(seat=seat, who=who):
                self.places[seat].who = who
                self.notes.append((self.ply, event))
            case Moved(move=move, person=person, setup=setup, spent=spent):
                self.places[self.state.seat].spent += spent
                if setup:
                    self._tell(setup)
                self._play(move, person)
                self.question = None
            case UndoAsked(person=person, ply=ply, of=of):
                self.question = Question(person, ply, set(of))
            case UndoAnswered(person=person, yes=yes):
                self._answer(person, yes)
                self.notes.append((self.ply, event))
            case Undone(ply=ply):
                self._undo(ply)
                self.notes.append((self.ply, event))
            case StoodIn(seat=seat, for_good=for_good):
                self.places[seat].stood_in, self.places[seat].for_good = True, for_good
                self.notes.append((self.ply, event))
            case CameBack(seat=seat):
                self.places[seat].stood_in = False
                self.notes.append((self.ply, event))
            case Said():
                self.said.append(event)
            case Rematched(table=table):
                self.rematch = table
        if not isinstance(event, Said | UndoAsked | UndoAnswered):
            self.turn_since = time.time()

    def _answer(self, person: str, yes: bool) -> None:
        if self.question and yes:
            self.question.waiting.discard(person)
        else:
            self.question = None

    def _undo(self, ply: int) -> None:
        kept = [(str(move), played) for move, played in zip(self.state.history, self.past, strict=True)][:ply]
        self._begin(())
        for move, played in kept:
            self._play(move, played.person)
        self.notes = [(min(at, ply), note) for at, note in self.notes]
        self.question = None

    # The present

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self.past)

    @property
    def phase(self) -> str:
        """Whether people still take their seats, play, or have finished."""
        if any(place.who.kind in (FRIEND, OPEN) for place in self.places):
            return SEATING
        return OVER if self.state.over else PLAYING

    @property
    def host(self) -> str:
        """The person who opened the table."""
        return self.opened.host

    def seats_of(self, person: str) -> list[int]:
        """The seats that a person has."""
        return [k for k, place in enumerate(self.places) if place.who.person == person]

    def people(self) -> set[str]:
        """Everybody who sits here."""
        return {place.who.person for place in self.places if place.who.kind == PERSON}

    def position(self, ply: int) -> State:
        """The game as it was after *ply* moves."""
        if not 0 <= ply <= self.ply:
            raise TableRefusal(
                "ply", _("there is no move {ply}; the game has {last}", ply=ply, last=self.ply)
            )
        if ply == self.ply:
            return self.state
        state = self.game.start(Recorded(self._told))
        for move in self.state.history[:ply]:
            state.play(move)
        return state

    def record(self) -> Record:
        """The game as a record; while it goes on that would give everything away."""
        if self.phase != OVER:
            raise TableRefusal(
                "running", _("the record would give everything away; it is there when the game is over")
            )
        seats = [{"name": place.who.name or place.who.level, "kind": place.who.kind} for place in self.places]
        started = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self.opened.at))
        return self.state.record(seats=seats, started=started)

    def time_left(self, seat: int, now: float) -> float | None:
        """Seconds that a seat may still think; None without a clock."""
        clock, place = self.opened.clock, self.places[seat]
        if clock.kind == "none" or place.who.kind == BOT:
            return None
        thinking = now - self.turn_since if self.phase == PLAYING and seat == self.state.seat else 0.0
        spent = place.spent if clock.kind == "game" else 0.0
        return max(0.0, clock.seconds - spent - thinking)

    # Acts: each checks, and tells what happens by it

    def sit(self, person: str, name: str, seat: int, key: str = "") -> Seated:
        """Somebody takes a free seat; a friend's with its key."""
        place = self._free(seat)
        if place.who.kind == FRIEND and key != place.who.key and person != self.host:
            raise TableRefusal("invited", _("seat {seat} is kept for a friend with its link", seat=seat + 1))
        who = Seating(PERSON, person=person, name=good_name(name))
        return Seated(time.time(), seat=seat, who=who)

    def seat_bot(self, person: str, seat: int, level: str) -> Seated:
        """The host puts a bot into a free seat."""
        self._only_host(person)
        self._free(seat)
        return Seated(time.time(), seat=seat, who=Seating(BOT, level=good_level(level)))

    def leave(self, person: str, seat: int | None = None) -> list[Happening]:
        """Somebody gets up: before the game the seat is open again, in it a bot plays on for them."""
        seats = self.seats_of(person) if seat is None else [self._own(person, seat)]
        if not seats:
            raise TableRefusal("seat", _("you have no seat at this table"))
        now = time.time()
        if self.phase == SEATING:
            return [Seated(now, seat=k, who=Seating(OPEN)) for k in seats]
        if self.phase == OVER:
            return []
        return [StoodIn(now, seat=k) for k in seats if not self.places[k].stood_in]

    def come_back(self, person: str) -> list[Happening]:
        """Somebody is here again and gets their seats back."""
        return [
            CameBack(time.time(), seat=k)
            for k in self.seats_of(person)
            if self.places[k].stood_in and not self.places[k].for_good
        ]

    def move(self, person: str, ply: int, move: str, seat: int | None = None) -> list[Happening]:
        """Somebody plays, and is back if they were away.

        The move must answer the position it was made for: two clicks cannot both win.
        """
        self._playing()
        turn = self.state.seat
        mine = self.seats_of(person) if seat is None else [self._own(person, seat)]
        if not mine:
            raise TableRefusal("seat", _("you have no seat at this table"))
        if turn not in mine:
            raise TableRefusal("turn", _("it is not your turn; wait for {name}", name=self.name(turn)))
        if ply != self.ply:
            raise TableRefusal("stale", _("the game has moved on since; look again and choose anew"))
        if self.places[turn].for_good:
            raise TableRefusal("time", _("your time is up; a bot plays on for you"))
        return [*self.come_back(person), self._moved(move, person)]

    def move_by_bot(self, ply: int, move: str) -> Moved | None:
        """A bot plays, unless the game has moved on while it thought."""
        return self._moved(move, "") if self.phase == PLAYING and ply == self.ply else None

    def _moved(self, move: str, person: str) -> Moved:
        text = self.game.definition.notation.read_typed(move)
        trial = self.state.copy()
        trial.play(text)  # refuses with the reason
        spent = time.time() - self.turn_since if person else 0.0
        setup = trial.setup if len(trial.outcomes) > len(self._told) else None
        return Moved(time.time(), move=str(trial.history[-1]), setup=setup, person=person, spent=spent)

    def undo_ply(self, person: str) -> int | None:
        """Where an undo leads: before the person's last move, if since then nobody else acted and nothing
        was revealed."""
        if self.phase != PLAYING:
            return None
        revealed = self.state.revealed
        for ply in range(self.ply - 1, len(self.opened.moves) - 1, -1):
            played = self.past[ply]
            if played.revealed != revealed or played.person not in (person, ""):
                return None
            if played.person == person:
                return ply
        return None

    def ask_undo(self, person: str, here: Iterable[str]) -> UndoAsked | Undone:
        """Somebody takes their last move back; other people who are *here* are asked first."""
        ply = self.undo_ply(person)
        if ply is None:
            why = _("there is nothing to take back: something was revealed since, or somebody else moved")
            raise TableRefusal("undo", why)
        others = sorted(self.people() & set(here) - {person})
        if not others:
            return Undone(time.time(), ply=ply, person=person)
        return UndoAsked(time.time(), person=person, ply=ply, of=tuple(others))

    def answer_undo(self, person: str, yes: bool) -> list[Happening]:
        """One of those asked says yes or no; the last yes undoes."""
        if self.question is None or person not in self.question.waiting:
            raise TableRefusal("undo", _("nobody asks you about an undo"))
        told: list[Happening] = [UndoAnswered(time.time(), person=person, yes=yes)]
        if yes and self.question.waiting == {person}:
            told.append(Undone(time.time(), ply=self.question.ply, person=self.question.person))
        return told

    def say(self, person: str, name: str, text: str) -> Said:
        """Somebody says something, sitting or watching."""
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
        return Said(time.time(), person=person, name=good_name(name), text=text)

    # Small questions

    def name(self, seat: int) -> str:
        """How a seat's player is called, in the language spoken now."""
        who = self.places[seat].who
        if who.kind == PERSON:
            return who.name
        if who.kind == BOT:
            return BOT_NAMES[seat]
        return _("a friend") if who.kind == FRIEND else _("open seat")

    def names(self) -> list[str]:
        """All players' names."""
        return [self.name(seat) for seat in range(len(self.places))]

    def known_seat(self, seat: int) -> int:
        """A seat that there is."""
        if not 0 <= seat < len(self.places):
            raise TableRefusal(
                "seat",
                _("there is no seat {seat}; seats are 0 to {last}", seat=seat, last=len(self.places) - 1),
            )
        return seat

    def _free(self, seat: int) -> Place:
        place = self.places[self.known_seat(seat)]
        if place.who.kind in (PERSON, BOT):
            raise TableRefusal("taken", _("seat {seat} is taken; choose a free one or watch", seat=seat + 1))
        return place

    def _own(self, person: str, seat: int) -> int:
        if self.places[self.known_seat(seat)].who.person != person:
            raise TableRefusal("seat", _("seat {seat} is not yours", seat=seat + 1))
        return seat

    def _only_host(self, person: str) -> None:
        if person != self.host:
            raise TableRefusal("host", _("only whoever opened the table can do that"))

    def _playing(self) -> None:
        if self.phase == SEATING:
            raise TableRefusal("seating", _("the game begins when all seats are taken"))
        if self.phase == OVER:
            raise TableRefusal("over", _("the game is over; a rematch begins another"))


def good_name(name: str) -> str:
    """A person's name, without needless spaces; refused if it is empty or too long."""
    short = " ".join(name.split())
    if not short:
        raise TableRefusal("name", _("a name is all we need, and this one is empty"))
    if len(short) > LONGEST_NAME:
        why = _(
            "a name has at most {most} characters; this has {length}", most=LONGEST_NAME, length=len(short)
        )
        raise TableRefusal("name", why)
    if not short.isprintable():
        raise TableRefusal("name", _("a name is made of letters, digits and signs that can be seen"))
    return short


def good_level(level: str) -> str:
    """A level of bots that exists."""
    if level not in LEVELS:
        raise TableRefusal(
            "level", _("no level {level}; there are {levels}", level=quoted(level), levels=", ".join(LEVELS))
        )
    return level
