"""What a day brings follows from the date and the server's key, and from nothing else."""

from datetime import date, timedelta
from typing import Any

import pytest

from ludotheque.core.foresight import foresee
from ludotheque.core.puzzle import puzzles_of
from ludotheque.core.registry import definition
from ludotheque.tables.chronicle import OVER
from ludotheque.tables.daily import (
    chosen,
    daily_opening,
    daily_table,
    day_of,
    game_of_day,
    puzzle_number,
    solved,
)
from ludotheque.tables.errors import NotFound
from ludotheque.tables.summary import summary_of
from ludotheque.tables.table import Table, opened_table
from tests.tables.tables import ADA, BO, NOON, happened

KEY, OTHER = b"k" * 32, b"o" * 32
TODAY = date(2026, 11, 17)
DAYS = [TODAY + timedelta(days=k) for k in range(60)]


def test_a_day_begins_at_midnight_utc() -> None:
    assert day_of(1_795_046_399.0) == date(2026, 11, 18)
    assert day_of(1_795_046_400.0) == date(2026, 11, 19)


def test_all_have_their_turn_before_any_comes_again() -> None:
    first = date.fromordinal(7 * 100_000)
    week = [chosen(KEY, "x", 7, first + timedelta(days=k)) for k in range(14)]
    assert sorted(week[:7]) == sorted(week[7:]) == list(range(7))
    assert week[:7] != week[7:], "and then in another order"


def test_a_puzzle_follows_from_the_day_and_the_server() -> None:
    game = definition("connect_four")
    numbers = [puzzle_number(KEY, game, day) for day in DAYS]
    assert numbers == [puzzle_number(KEY, game, day) for day in DAYS]
    assert numbers != [puzzle_number(OTHER, game, day) for day in DAYS]
    assert set(numbers) <= set(range(len(puzzles_of(game))))
    games = [game_of_day(KEY, ["a", "b", "c"], day) for day in DAYS]
    assert set(games) == {"a", "b", "c"}
    with pytest.raises(NotFound, match="no puzzles"):
        puzzle_number(KEY, definition("kuhn_poker"), TODAY)


def opened(person: str, day: date = TODAY, key: bytes = KEY) -> Table:
    id = daily_table(key, "feurio", day, person)
    return opened_table(id, daily_opening(key, "feurio", day, person, "Ada", NOON))[0]


def stack(table: Table) -> Any:
    return table.state.setup["stack"]


def test_everybody_has_the_same_shuffle_on_a_day_and_no_other() -> None:
    ada = opened(ADA)
    assert stack(ada) == stack(opened(BO)) == stack(opened(ADA))
    assert stack(ada) != stack(opened(ADA, TODAY + timedelta(days=1)))
    assert stack(ada) != stack(opened(ADA, key=OTHER))
    assert ada.id == opened(ADA).id != opened(BO).id
    assert (ada.commitment, ada.proof, ada.opened.listed) == ("", None, False)
    with pytest.raises(NotFound, match="no game of the day"):
        daily_opening(KEY, "fou", TODAY, ADA, "Ada", NOON)


def test_an_undo_and_a_replay_keep_the_shuffle() -> None:
    table = opened(ADA)
    known = stack(table)
    for _turn in range(4):
        table = happened(table, table.move(NOON, ADA, table.ply, str(table.state.moves()[0])))
    assert stack(table) == known


def test_a_win_counts_for_whoever_played_it_alone() -> None:
    """Here by somebody who knows the tiles; where a bot played on, it was the bot's."""
    for by_bot in (False, True):
        table = opened(ADA)
        line = [str(move) for move in foresee(table.state, seed=0).line]
        for ply, move in enumerate(line):
            if by_bot and ply == len(line) - 1:
                table = happened(table, table.leave(NOON, ADA))
                event = table.move_by_bot(NOON, table.position, move)
                table = happened(table, event)
            else:
                table = happened(table, table.move(NOON, ADA, ply, move))
        told = summary_of(table)
        assert (told.daily, told.phase, table.state.winners) == ("2026-11-17", OVER, [0])
        assert told.met is not by_bot


def test_a_days_solution_wins_by_the_days_tiles() -> None:
    table = opened(ADA)
    record = solved("feurio", table.opened.shuffle)
    assert record is not None and f'"stack": {stack(table)}' in record
    assert '"result": {"won": true}' in record
