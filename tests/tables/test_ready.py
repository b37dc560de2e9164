"""A ready table: nobody sets the board up, and nobody takes that back."""

from msgspec.structs import replace

from ludotheque.tables.opening import rematch
from ludotheque.tables.service import Room
from ludotheque.tables.table import opened_table, replayed
from ludotheque.web.presenter import Viewer, show
from tests.tables.tables import ADA, NOON, happened, opened_as, play_first


def test_a_ready_table_is_set_up_and_tells_what_was_laid() -> None:
    opened = replace(opened_as("forma", ["me", "novice"], players=2), ready=True)
    table, events = opened_table("test", opened)
    assert table.snapshot() == replayed("test", events).snapshot()
    shown = show(Room(table), Viewer(ADA, "Ada"), NOON)
    assert shown["laid"][-1] == "tower" and set(shown["laid"]) <= set(shown["panels"]["board"]["parts"])
    assert [entry["words"] for entry in shown["log"]["entries"]] == ["The board is set up."]
    assert [(seat["score"], seat["beside_score"]) for seat in shown["seats"]] == [(0, "180 left")] * 2
    assert table.undo_ply(ADA) is None

    table = play_first(table, ADA)
    shown = show(Room(table), Viewer(ADA, "Ada"), NOON)
    assert shown["seats"][0]["score"] > 0 and shown["laid"] == []
    table = happened(table, table.ask_undo(NOON, ADA))
    assert table.ply == table.given > 0 and table.undo_ply(ADA) is None
    assert rematch(table, ADA, NOON).ready


def test_a_game_that_nobody_sets_up_begins_as_ever() -> None:
    table, _events = opened_table(
        "test", replace(opened_as("feurio", ["me", "novice"], players=2), ready=True)
    )
    assert table.ply == 0 and show(Room(table), Viewer(ADA, "Ada"), NOON)["laid"] == []
