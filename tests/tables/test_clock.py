"""Clocks: what a seat has spent follows from the events, whoever asks, and whenever."""

import pytest

from ludotheque.tables.clock import SHORTEST_TURN
from ludotheque.tables.errors import TableRefusal
from ludotheque.tables.events import TimeControl
from ludotheque.tables.pending import BOT_MOVES, BOT_STANDS_IN, Pacing, Pending, pending_at
from ludotheque.tables.summary import summary_of
from ludotheque.tables.table import Table
from tests.tables.tables import ADA, BO, NOON, happened, opened, play_first

MINUTE = TimeControl("move", 60)
GAME = TimeControl("game", 100)
DAY = 24 * 3600.0


def test_each_move_has_its_own_time() -> None:
    table = opened("feurio", ["me", "novice"], MINUTE, players=2)
    assert table.time_left(0, NOON + 20) == 40
    assert table.time_left(0, NOON + 70) == 0
    assert table.clock.runs_out(0) == NOON + 60
    table = play_first(table, ADA, NOON + 20)
    assert table.time_left(0, NOON + 20) == 60
    assert table.time_left(1, NOON + 20) is None, "bots have no clock"


def test_a_clock_for_the_whole_game_adds_up() -> None:
    table = opened("feurio", ["me", "novice"], GAME, players=2)
    table = play_first(table, ADA, NOON + 30)
    assert table.time_left(0, NOON + 35) == 65
    table = happened(table, table.move(NOON + 40, ADA, 1, "pass"))  # now the bot thinks
    assert table.time_left(0, NOON + 90) == 60
    assert table.clock.runs_out(0) is None


def test_a_clock_begins_with_the_game() -> None:
    table = opened("feurio", ["me", "open"], GAME, players=2)
    assert table.time_left(0, NOON + 50) == 100
    table = happened(table, table.sit(NOON + 50, BO, "Bo", 1))
    assert table.time_left(0, NOON + 60) == 90
    assert table.time_left(1, NOON + 60) == 100


@pytest.mark.parametrize("control", [MINUTE, GAME])
def test_no_seconds_are_given_back(control: TimeControl) -> None:
    """Not by talking, nor by somebody else's leaving and coming back."""
    table = opened("feurio", ["me", "open"], control, players=2)
    table = happened(table, table.sit(NOON, BO, "Bo", 1))
    table = happened(table, table.say(NOON + 5, ADA, "Ada", "hm"))
    table = happened(table, table.leave(NOON + 10, BO))
    table = happened(table, table.come_back(NOON + 15, BO))
    assert table.time_left(0, NOON + 20) == control.seconds - 20


@pytest.mark.parametrize("control", [MINUTE, GAME])
def test_whoever_gets_up_in_their_turn_has_thought_until_they_come_back(control: TimeControl) -> None:
    """Where no bot moves, because nobody else is there: else one could think as long as one likes."""
    table = opened("feurio", ["me", "open"], control, players=2)
    table = happened(table, table.sit(NOON, BO, "Bo", 1))
    gone = happened(table, table.leave(NOON + 20, ADA))
    assert gone.time_left(0, NOON + 500) == control.seconds - 20, "while a bot stands in a clock stands still"
    back = happened(gone, gone.come_back(NOON + 30, ADA))
    assert back.time_left(0, NOON + 40) == control.seconds - 40
    again = happened(back, back.leave(NOON + 40, ADA))
    assert happened(again, again.come_back(NOON + 45, ADA)).time_left(0, NOON + 50) == control.seconds - 50
    move = str(gone.state.moves()[0])
    assert gone.move(NOON + 50, ADA, 0, move)
    with pytest.raises(TableRefusal, match="your time is up"):
        gone.move(NOON + 20 + control.seconds, ADA, 0, move)
    moved = happened(gone, gone.move_by_bot(NOON + 500, gone.position, move))
    assert moved.clock.spent[0] == 20, "what the bot took is nobody's"


@pytest.mark.parametrize("control", [MINUTE, GAME])
def test_a_bot_moves_for_somebody_only_while_it_sits_there(control: TimeControl) -> None:
    """Or when the time for one move is up."""
    table = opened("feurio", ["me", "open"], control, players=2)
    table = happened(table, table.sit(NOON, BO, "Bo", 1))
    gone = happened(table, table.leave(NOON + 20, ADA))
    back = happened(gone, gone.come_back(NOON + 21, ADA))
    move = str(gone.state.moves()[0])
    assert gone.move_by_bot(NOON + 21, gone.position, move)
    assert back.move_by_bot(NOON + 21, gone.position, move) is None
    assert bool(back.move_by_bot(NOON + control.seconds, gone.position, move)) == (control is MINUTE)


def test_an_undo_costs_the_time_it_took() -> None:
    table = opened("feurio", ["me", "novice"], GAME, players=2)
    table = play_first(table, ADA, NOON + 10)
    table = happened(table, table.ask_undo(NOON + 30, ADA))
    assert (table.ply, table.time_left(0, NOON + 30)) == (0, 70)


def test_a_wall_clock_that_is_set_back_gives_nothing() -> None:
    table: Table = opened("feurio", ["me", "novice"], GAME, players=2)
    table = play_first(table, ADA, NOON - 3600)
    assert table.time_left(0, NOON - 3600) == 100


def test_a_move_in_the_last_moment_is_a_move_in_time() -> None:
    table = opened("feurio", ["me", "novice"], GAME, players=2)
    table = play_first(table, ADA, NOON + 99.99)
    assert table.state.seat == 0, "the turn goes on"
    assert table.clock.runs_out(0) == NOON + 99.99 + SHORTEST_TURN
    table = play_first(table, ADA, NOON + 100.5)
    assert not table.seats[0].for_good


def test_a_move_brings_the_increment_and_taking_it_back_takes_that_too() -> None:
    """Fischer's clock: whoever moves again and again without playing on gains nothing."""
    table = opened("feurio", ["me", "novice"], TimeControl("game", 100, 10), players=2)
    table = play_first(table, ADA, NOON + 30)
    assert table.time_left(0, NOON + 30) == 80
    table = happened(table, table.ask_undo(NOON + 30, ADA))
    assert table.time_left(0, NOON + 30) == 70
    table = play_first(table, ADA, NOON + 30)
    assert table.time_left(0, NOON + 30) == 80


def test_a_stand_ins_moves_bring_nothing() -> None:
    table = opened("feurio", ["me", "novice"], TimeControl("game", 100, 10), players=2)
    table = happened(table, table.leave(NOON + 30, ADA))
    move = str(table.state.moves()[0])
    table = happened(table, table.move_by_bot(NOON + 40, table.position, move))
    assert table.time_left(0, NOON + 50) == 70


@pytest.mark.parametrize(
    ("clock", "why"),
    [
        (TimeControl("move", 60, 10), "only a clock for the whole game has an increment"),
        (TimeControl("game", 60, -1), "an increment has 0 to"),
        (TimeControl("game", 31 * 24 * 3600.0), "a clock has 5 to"),
    ],
)
def test_a_clock_that_makes_no_sense_is_refused(clock: TimeControl, why: str) -> None:
    with pytest.raises(TableRefusal, match=why):
        opened("feurio", ["me", "novice"], clock, players=2)


def test_by_post_nobody_stands_in_for_somebody_who_is_merely_away() -> None:
    away = {ADA: NOON}
    by_post = opened("feurio", ["me", "novice"], TimeControl("move", 3 * DAY), players=2)
    live = opened("feurio", ["me", "novice"], TimeControl("move", 600), players=2)
    assert pending_at(live, away, True, Pacing()) == Pending(live.position, BOT_STANDS_IN, until=NOON + 60)
    late = Pending(by_post.position, BOT_MOVES, until=NOON + 3 * DAY)
    assert pending_at(by_post, away, True, Pacing()) == late
    assert summary_of(by_post).due == NOON + 3 * DAY, "the index wakes the table"


def test_by_post_a_stand_in_plays_on_though_nobody_looks() -> None:
    """Otherwise the others would wait for somebody to look, and nobody is told to."""
    table = opened("feurio", ["me", "open"], TimeControl("game", 3 * DAY), players=2)
    table = happened(table, table.sit(NOON, BO, "Bo", 1))
    table = happened(table, table.stand_in(NOON + 3 * DAY, table.position, for_good=True))
    assert pending_at(table, {}, False, Pacing()) == Pending(table.position, BOT_MOVES)
    assert summary_of(table).due == NOON + 3 * DAY
    table = happened(table, table.leave(NOON + 4 * DAY, BO))
    assert pending_at(table, {}, False, Pacing()) is None, "now nobody plays any more"
    assert summary_of(table).due is None
