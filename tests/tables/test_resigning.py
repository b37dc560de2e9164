"""Giving up: a bot plays on for good, and when nobody is left the game is over."""

import pytest

from ludotheque.core.errors import Refusal
from ludotheque.tables.chronicle import OVER, PLAYING
from ludotheque.tables.events import TimeControl, decode, encode
from ludotheque.tables.summary import summary_of
from ludotheque.tables.table import Table, opened_table, replayed
from tests.tables.tables import ADA, BO, EVE, NOON, happened, opened, opened_as, play_first


def of_two() -> Table:
    table = opened("feurio", ["me", "open", "novice"], players=3)
    return happened(table, table.sit(NOON, BO, "Bo", 1))


def test_a_bot_plays_on_for_good() -> None:
    table = of_two()
    table = happened(table, table.resign(NOON + 1, ADA))
    assert (table.phase, table.seats[0].by_bot, table.seats[0].resigned) == (PLAYING, True, True)
    assert not table.come_back(NOON, ADA)
    with pytest.raises(Refusal, match="you have resigned"):
        table.move(NOON, ADA, 0, str(table.state.moves()[0]))
    with pytest.raises(Refusal, match="no seat"):
        table.resign(NOON, ADA)
    table = happened(table, table.move_by_bot(NOON, table.position, str(table.state.moves()[0])))
    assert table.ply == 1


def test_when_all_resign_the_game_is_over_and_nobody_has_won() -> None:
    table = of_two()
    table = happened(table, table.resign(NOON + 1, BO))
    table = happened(table, table.resign(NOON + 2, ADA))
    assert (table.phase, table.given_up, table.ended) == (OVER, True, NOON + 2)
    result = summary_of(table).result
    assert result is not None
    assert (result.given_up, result.resigned, result.winners, result.scores) == (True, (0, 1), (), ())
    assert table.record().result is None
    with pytest.raises(Refusal, match="the game is over"):
        table.resign(NOON, ADA)


def test_whoever_plays_alone_ends_the_game() -> None:
    table = play_first(opened("feurio", ["me", "novice"], players=2), ADA)
    table = happened(table, table.resign(NOON, ADA))
    assert (table.phase, table.undo_ply(ADA)) == (OVER, None)


def test_where_time_was_up_for_the_others_the_last_one_ends_the_game() -> None:
    table = opened("feurio", ["me", "open"], TimeControl("game", 60), players=2)
    table = happened(table, table.sit(NOON, BO, "Bo", 1))
    table = happened(table, table.stand_in(NOON, table.position, for_good=True))
    assert table.phase == PLAYING, "time alone ends no game"
    assert happened(table, table.resign(NOON, BO)).phase == OVER


def test_only_those_who_play_can_resign_and_only_while_they_do() -> None:
    table = of_two()
    with pytest.raises(Refusal, match="no seat"):
        table.resign(NOON, EVE)
    waiting = opened("feurio", ["me", "open"], players=2)
    with pytest.raises(Refusal, match="begins when all seats are taken"):
        waiting.resign(NOON, ADA)


def test_a_game_that_was_given_up_replays_to_the_byte() -> None:
    asked = opened_as("fou", ["me", "novice", "novice", "novice"], players=4)
    table, events = opened_table("t1", asked)
    events = [*events, table.resign(NOON, ADA)]
    again = replayed("t1", [decode(encode(event)) for event in events])
    assert again.snapshot() == table.after(events[2:]).snapshot()
