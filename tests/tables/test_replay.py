"""A table is its events and nothing else: stored and read again they give the same table, to the byte."""

from collections.abc import Callable, Sequence

import pytest

from ludotheque.core.errors import BadRecord
from ludotheque.core.game import Game
from ludotheque.tables.chronicle import OVER, PLAYING
from ludotheque.tables.events import Event, Moved, Opened, Rematched, TimeControl, decode, encode
from ludotheque.tables.opening import LOT, playing_on, rematch
from ludotheque.tables.summary import summary_of
from ludotheque.tables.table import Table, opened_table, replayed
from tests.tables.tables import ADA, BO, EVE, NOON, opened, opened_as
from tests.variants import every_variant

CONTROLS = [TimeControl(), TimeControl("move", 60), TimeControl("game", 600)]


class Story:
    """A table that is replayed from its stored events whenever something has happened."""

    def __init__(self, id: str, opened: Opened) -> None:
        self.table, events = opened_table(id, opened)
        self.now = self.table.touched
        self.stored = [encode(event) for event in events]
        self._same()

    def act(self, decide: Callable[[Table, float], Event | Sequence[Event] | None]) -> None:
        """Something happens, a few seconds later."""
        self.now += 7.3
        decided = decide(self.table, self.now)
        assert decided is not None
        events = decided if isinstance(decided, Sequence) else [decided]
        self.stored += [encode(event) for event in events]
        self.table = self.table.after(events)
        self._same()

    def play(self, person: str = ADA) -> None:
        """Whoever is to move does: this person, or a bot."""
        move = str(self.table.state.moves()[0])
        if self.table.seats[self.table.state.seat].who.person:
            self.act(lambda table, now: table.move(now, person, table.ply, move))
        else:
            self.act(lambda table, now: table.move_by_bot(now, table.position, move))

    def _same(self) -> None:
        again = replayed(self.table.id, [decode(body) for body in self.stored])
        assert again.snapshot() == self.table.snapshot()
        assert summary_of(again) == summary_of(self.table)
        for seat in range(len(self.table.seats)):
            assert again.time_left(seat, self.now + 12.5) == self.table.time_left(seat, self.now + 12.5)


@pytest.mark.parametrize("control", CONTROLS, ids=lambda control: control.kind)
def test_whatever_happens_before_and_during_a_game(control: TimeControl) -> None:
    story = Story("test", opened_as("feurio", ["me", "open", "friend", "novice"], control, players=4))
    story.act(lambda table, now: table.sit(now, BO, "Bo", 1))
    story.act(lambda table, now: table.leave(now, BO))
    story.act(lambda table, now: table.sit(now, EVE, "Eve", 2, table.seats[2].who.key))
    story.act(lambda table, now: table.seat_bot(now, ADA, 1, "expert"))
    story.play()
    story.act(lambda table, now: table.say(now, EVE, "Eve", "hello"))
    story.act(lambda table, now: table.ask_undo(now, ADA))
    story.act(lambda table, now: table.answer_undo(now, EVE, False))
    story.act(lambda table, now: table.ask_undo(now, ADA))
    story.act(lambda table, now: table.answer_undo(now, EVE, True))
    assert story.table.ply == 0
    story.play()
    story.act(lambda table, now: table.move(now, ADA, 1, "pass"))
    story.act(lambda table, now: table.leave(now, ADA))
    while story.table.state.seat != 2:
        story.play()
    story.act(lambda table, now: table.stand_in(now, table.position))
    story.act(lambda table, now: table.move(now, EVE, table.ply, str(table.state.moves()[0])))
    assert not story.table.seats[2].stood_in, "whoever moves is back"
    story.act(lambda table, now: table.come_back(now, ADA))
    while story.table.state.seat != 2:
        story.play()
    story.act(lambda table, now: table.stand_in(now, table.position, for_good=True))


def test_a_whole_game_with_several_deals_its_rematch_and_a_game_from_its_middle() -> None:
    story = Story(
        "test", opened_as("fou", ["me"] * 3 + ["novice"], TimeControl("game", 3600), players=4, rounds=2)
    )
    while story.table.phase == PLAYING:
        story.play()
    assert len(story.table.record().setup["deals"]) == 2
    again = Story("again", rematch(story.table, ADA, story.now))
    story.act(lambda table, now: Rematched(now, table=again.table.id))
    forked = Story("forked", playing_on(story.table, 70, BO, "Bo", 2, story.now))
    assert forked.table.views[-1] == story.table.views[70]
    while forked.table.phase != OVER:  # what chance had not decided at that moment is decided already
        forked.play(BO)


def test_seats_that_are_drawn_by_lot() -> None:
    asked = opened_as("fou", ["me", "open", "novice", "novice"], seating=LOT, contributes=True, players=4)
    story = Story("test", asked)
    story.act(lambda table, now: table.contribute(now, ADA, "abc"))
    story.act(lambda table, now: table.sit(now, BO, "Bo", 1, contribution="def"))
    table = story.table
    assert sorted(table.drawn) == [0, 1, 2, 3]
    assert [table.drawn[table.seats_of(person)[0]] for person in (ADA, BO)] == [0, 1]
    given = {person: table.contributions[table.seats_of(person)[0]] for person in (ADA, BO)}
    assert given == {ADA: "abc", BO: "def"}, "contributions go with their players"
    for _ in range(8):
        story.play(story.table.seats[story.table.state.seat].who.person)


@every_variant
def test_every_variant(game: Game) -> None:
    story = Story("test", opened_as(game.name, ["me"] * game.players, **game.options))
    for _ in range(6):
        if story.table.phase == PLAYING:
            story.play()
    if story.table.undo_ply(ADA) is not None:
        story.act(lambda table, now: table.ask_undo(now, ADA))
        story.play()


def test_a_table_before_an_event_is_left_as_it_was() -> None:
    table = opened("fou", ["me"] * 4, players=4)
    before = table.snapshot()
    after = table.after(table.move(NOON, ADA, 0, str(table.state.moves()[0])))
    assert (table.ply, after.ply) == (0, 1)
    assert table.snapshot() == before


def test_events_that_do_not_tell_what_chance_decided_are_refused() -> None:
    table = opened("fou", ["me"] * 4, players=4, rounds=2)
    while True:
        (event,) = table.move(NOON, ADA, table.ply, str(table.state.moves()[0]))
        assert isinstance(event, Moved)
        if event.setup:
            break
        table = table.after([event])
    with pytest.raises(BadRecord, match="no event tells"):
        table.after([Moved(NOON, move=event.move, person=ADA)])
