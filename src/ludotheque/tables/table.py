"""A table: a game, who has its seats, and what happened. It is made of its events and of nothing else.

What they add up to is in chronicle.py. Methods named after an act (`sit`, `move`, `ask_undo` …) check it and
return the event that says so, or refuse; `after` gives the table as it is with an event more. Whoever holds
the table stores the event in between (service.py).
"""

import hmac
import math
from collections.abc import Mapping, Sequence
from random import Random

from ludotheque.core.move import Move
from ludotheque.core.state import State
from ludotheque.engine.chance import fresh_seed
from ludotheque.i18n.language import SHARED, language, speaking
from ludotheque.tables.chronicle import OVER, PLAYING, SEATING, Chronicle, Seat
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
    Resigned,
    Said,
    SeatsDrawn,
    SeatTaken,
    StoodIn,
    UndoAnswered,
    UndoAsked,
    Undone,
)
from ludotheque.tables.letters import is_seen, straight
from ludotheque.tables.lot import draw
from ludotheque.tables.people import bot_name, distinct_name, good_contribution, good_level, good_name

_ = SHARED.text

LONGEST_TEXT = 500
MOST_SAID = 1000  # messages at one table; watchers leave half of them to those who play


class Table(Chronicle):
    """One table, and what can be done at it."""

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
            return [SeatTaken(now, seat=k, who=self._kept_for(k)) for k in seats]
        if self.phase == OVER:
            return []
        return [StoodIn(now, seat=k, left=True) for k in seats if self.seats[k].has_a_say]

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

    def replace_absent(self, now: float, person: str, seat: int, away: Mapping[str, float]) -> StoodIn:
        """A player lets a bot play for another, where no clock sees to it.

        *away* tells for whom, and from when on: a page that reloads is away for a moment too.
        """
        self._playing()
        who = self.seats[self.known_seat(seat)].who
        if not self.seats_of(person):
            raise TableRefusal("seat", _("you have no seat at this table"))
        if who.kind != PERSON or self.seats[seat].stood_in:
            raise NotNow("stand-in", _("a bot plays there already"))
        if self.opened.clock.kind != "none":
            raise NotNow("stand-in", _("here the clock decides when a bot plays on"))
        if who.person == person or who.person not in away:
            why = _("{name} is here; a bot plays only for somebody who is away", name=self.name(seat))
            raise NotNow("stand-in", why)
        if (wait := math.ceil(away[who.person] - now)) > 0:
            why = _(
                "{name} was here a moment ago; if they stay away, a bot may play for them in {seconds} s",
                name=self.name(seat),
                seconds=wait,
            )
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
        if self.seats[turn].for_good or self.clock.too_late_back(turn, now):
            raise TableRefusal("time", _("your time is up; a bot plays on for you"))
        self._follows_lesson(move)
        meant = self.state.taken_as(self.game.definition.notation.read_typed(move))
        if by_itself and len(self.state.moves()) > 1:
            raise TableRefusal("choice", _("there is a choice here, so no move plays itself"))
        return [*self.come_back(now, person), self._moved(now, meant, person, by_itself)]

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
        """A bot plays, unless the game has moved on while it thought, or whoever sits there is back."""
        if self.phase != PLAYING or position != self.position:
            return None
        if not self.seats[self.state.seat].by_bot and not self._is_late(now):
            return None
        return self._moved(now, self.game.definition.notation.read_typed(move), "")

    def _is_late(self, now: float) -> bool:
        """Whether the time for this one move is up."""
        time_up = self.clock.runs_out(self.state.seat)
        return self.opened.clock.kind == "move" and time_up is not None and time_up <= now

    def _moved(self, now: float, move: Move | str, person: str, by_itself: bool = False) -> Moved:
        with speaking(language(), self.names()):
            trial = self._after_move(move)  # refuses with the reason
        setup = trial.setup if len(trial.outcomes) > len(self._outcomes) else None
        self._trial = (self.state, trial)
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
        those who have left by themselves, or for good, are not asked. A question stands until the game goes
        on, and nobody has to wait for its answer with a move.
        """
        ply = self.undo_ply(person)
        if ply is None:
            why = _("there is nothing to take back: something was revealed since, or somebody else moved")
            raise NotNow("undo", why)
        others = {seat.who.person for seat in self.seats if seat.has_a_say} - {person}
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
        text = " ".join(straight(text).split())
        if not is_seen(text):
            raise TableRefusal("chat", _("there is nothing to say in this message"))
        if len(text) > LONGEST_TEXT:
            why = _(
                "a message has at most {most} characters; this has {length}",
                most=LONGEST_TEXT,
                length=len(text),
            )
            raise TableRefusal("chat", why)
        most = MOST_SAID if self.seats_of(person) else MOST_SAID // 2
        if len(self.said) >= most:
            why = _("there are {most} messages at this table already, and no more fit", most=most)
            raise TableRefusal("chat", why)
        return Said(now, person=person, name=self._speaker(person, good_name(name)), text=text)

    def _speaker(self, person: str, name: str) -> str:
        """What somebody is called who talks: always the same here, and never like somebody else."""
        known = [self.name(seat) for seat in self.seats_of(person)]
        known += [said.name for said in self.said if said.person == person]
        others = [said.name for said in self.said if said.person != person]
        return known[0] if known else distinct_name(name, [*self.names(), *others])

    # Small questions

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

    def _kept_for(self, number: int) -> Occupant:
        """Who a seat is for that somebody leaves before the game: its friend again, or anybody."""
        meant = self.opened.seats[number]
        return meant if meant.kind == FRIEND else Occupant(OPEN)

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
