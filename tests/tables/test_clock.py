"""Clocks: what a seat has spent follows from the events, whoever asks, and whenever."""

import pytest

from ludotheque.tables.clock import SHORTEST_TURN
from ludotheque.tables.events import TimeControl
from ludotheque.tables.table import Table
from tests.tables.tables import ADA, BO, NOON, happened, opened, play_first

MINUTE = TimeControl("move", 60)
GAME = TimeControl("game", 100)


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
    """Not by talking, by leaving and coming back, nor by somebody else's doing so."""
    table = opened("feurio", ["me", "open"], control, players=2)
    table = happened(table, table.sit(NOON, BO, "Bo", 1))
    table = happened(table, table.say(NOON + 5, ADA, "Ada", "hm"))
    table = happened(table, table.leave(NOON + 10, BO))
    table = happened(table, table.come_back(NOON + 15, BO))
    table = happened(table, table.leave(NOON + 20, ADA))
    assert table.time_left(0, NOON + 500) == control.seconds - 20, (
        "a clock stands still while a bot stands in"
    )
    table = happened(table, table.come_back(NOON + 500, ADA))
    assert table.time_left(0, NOON + 510) == control.seconds - 30


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
