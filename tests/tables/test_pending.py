"""What a table waits for, as data: equal waits need not begin anew."""

from ludotheque.tables.events import TimeControl
from ludotheque.tables.pending import BOT_MOVES, BOT_STANDS_IN, TIME_IS_UP, Pacing, Pending, pending_at
from tests.tables.tables import ADA, BO, EVE, NOON, happened, opened, play_first

PACING = Pacing(pace=1, absence=60)


def test_before_and_after_the_game_nothing_is_waited_for() -> None:
    table = opened("feurio", ["me", "open"], TimeControl("move", 60), players=2)
    assert pending_at(table, {}, True, PACING) is None


def test_a_bot_is_waited_for_once_in_each_position() -> None:
    table = opened("fou", ["expert", "me", "me", "me"], players=4)
    while table.state.seat != 0:
        table = play_first(table, ADA)
    pending = pending_at(table, {}, False, PACING)
    assert pending == Pending(table.position, BOT_MOVES, "expert")
    talked = happened(table, table.say(NOON, EVE, "Eve", "hm"))
    assert pending_at(talked, {ADA: NOON}, True, PACING) == pending, "it goes on thinking"
    if table.undo_ply(ADA) is not None:
        back = happened(table, table.ask_undo(NOON, ADA))
        assert pending_at(play_first(back, ADA), {}, False, PACING) != pending


def test_a_person_is_waited_for_until_the_first_of_two_moments() -> None:
    table = opened("feurio", ["me", "open"], TimeControl("move", 30), players=2)
    table = happened(table, table.sit(NOON, BO, "Bo", 1))
    moves = Pending(table.position, BOT_MOVES, until=NOON + 30)
    assert pending_at(table, {}, True, PACING) == moves
    assert pending_at(table, {ADA: NOON - 10}, True, PACING) == moves
    gone = pending_at(table, {ADA: NOON - 40}, True, PACING)
    assert gone == Pending(table.position, BOT_STANDS_IN, until=NOON + 20)
    assert pending_at(table, {ADA: NOON - 40}, False, PACING) == moves, "nobody waits for her"


def test_when_the_time_for_the_whole_game_is_up_a_bot_plays_on() -> None:
    table = opened("feurio", ["me", "novice"], TimeControl("game", 30), players=2)
    pending = pending_at(table, {}, False, PACING)
    assert pending == Pending(table.position, TIME_IS_UP, until=NOON + 30)


def test_a_stand_in_plays_while_somebody_watches() -> None:
    table = opened("feurio", ["me", "me"], players=2)
    assert pending_at(table, {}, True, PACING) is None
    table = happened(table, table.leave(NOON, ADA))
    assert pending_at(table, {}, False, PACING) is None
    assert pending_at(table, {}, True, PACING) == Pending(table.position, BOT_MOVES)
