"""How a game ended for somebody, in two sentences."""

from typing import Any

from msgspec.structs import replace

import ludotheque
from ludotheque.i18n.language import speaking
from ludotheque.tables.chronicle import PLAYING
from ludotheque.tables.table import Table
from ludotheque.web.ending import ending_words
from tests.tables.tables import ADA, opened_as, play_first


def finished(game: str, seats: int, **options: Any) -> Table:
    setup = ludotheque.game(game, players=seats, **options).new(seed=2).setup
    table = Table("test", replace(opened_as(game, ["me"] * seats, players=seats, **options), setup=setup))
    while table.phase == PLAYING:
        table = play_first(table, ADA)
    return table


def test_everybody_hears_their_place_and_what_made_the_difference() -> None:
    table = finished("fou", 4, rounds=1)
    scores, winner = table.state.scores, table.state.winners[0]
    for seat in range(4):
        with speaking("en", ["Ada", "Bo", "Eve", "Kim"]):
            words, difference = ending_words(table, table.state.view(seat).data)
        ahead = sum(score > scores[seat] for score in scores)
        if seat == winner:
            assert words.startswith("You win, ")
            assert difference.startswith("What made the difference: round 1, ")
            assert difference.endswith(" more for you.")
        else:
            place = ["", "second", "third", "fourth"][ahead]
            behind = scores[winner] - scores[seat]
            assert words == f"You came {place} of four, {behind} points behind {table.name(winner)}."


def test_who_watches_hears_who_won() -> None:
    table = finished("fou", 4, rounds=1)
    words, difference = ending_words(table, table.state.view().data)
    assert " wins with " in words and table.name(table.state.winners[0]) in difference


def test_where_all_share_a_goal_there_are_no_places() -> None:
    table = finished("feurio", 1)
    assert ending_words(table, table.state.view(0).data)[1] == ""


def test_at_the_end_of_fou_a_star_means_the_winner_of_the_game() -> None:
    table = finished("fou", 4, rounds=1)
    data = table.state.view(0).data
    board = table.game.definition.page.panels(data)["board"].parts
    assert data.last_trick is not None
    cards = [part for key, part in board.items() if key.startswith("card:")]
    assert cards and not any("wins" in part for part in cards)
    assert "star" in board["led"] and "win with +10" in board["led"]
