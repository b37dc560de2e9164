"""A table as one person may see it, and what travels when it changes."""

from msgspec.structs import replace

from ludotheque.tables.opening import TableRequest, opening
from ludotheque.tables.service import Room
from ludotheque.tables.summary import summary_of
from ludotheque.tables.table import Table
from ludotheque.web.presenter import Viewer, difference, list_entries, show
from tests.tables.tables import ADA, NOON, happened, opened, play_first


def test_of_a_panel_only_what_changed_travels() -> None:
    panel = {
        "box": (0, 0, 1, 1),
        "heading": "",
        "ground": "<a/>",
        "order": ["k", "l"],
        "parts": {"k": "1", "l": "1"},
    }
    old = {"ply": 1, "panels": {"board": panel, "hand": panel}, "log": {"from": 0, "entries": []}}
    board = panel | {"ground": "<b/>", "parts": {"k": "1", "l": "2"}}
    news = difference(old, old | {"ply": 2, "panels": {"board": board}})
    assert news == {
        "ply": 2,
        "panels": {"board": {"ground": "<b/>", "order": ["k", "l"], "parts": {"l": "2"}}},
        "gone": ["hand"],
    }


def test_a_table_says_when_it_waits_for_bots_that_wake_up() -> None:
    ada = Viewer(ADA, "Ada")
    table = opened("feurio", ["me", "novice"], players=2)
    assert not show(Room(table), ada, NOON, awake=False)["waking"], "it is her own turn"
    table = play_first(table, ADA)
    table = happened(table, table.move(NOON, ADA, 1, "pass"))
    assert show(Room(table), ada, NOON, awake=False)["waking"]
    assert not show(Room(table), ada, NOON, awake=True)["waking"]


def test_the_log_follows_an_undo() -> None:
    room = Room(opened("feurio", ["me", "novice"], players=2))

    def log() -> list[str]:
        return [entry["words"] for entry in show(room, Viewer(ADA, "Ada"), NOON)["log"]["entries"]]

    room.table = play_first(room.table, ADA)
    assert len(log()) == 1
    room.table = happened(room.table, room.table.ask_undo(NOON, ADA))
    assert log() == ["Ada takes a move back."]


def test_a_list_tells_of_tables_without_replaying_them() -> None:
    table = Table("t1", opening(TableRequest("fou", {"players": 4}), ADA, "Ada", NOON))
    summary = summary_of(table)
    (entry,) = list_entries([summary], ADA)
    assert entry["seats"][0] == {"name": "Ada", "kind": "person"}
    assert entry["my_turn"] == (table.state.seat == 0)
    assert entry["option_words"][0] == "4 players"


def test_a_table_of_a_game_that_is_gone_harms_no_list() -> None:
    summary = summary_of(opened("feurio", ["me", "open"], players=2))
    gone = replace(summary, game="ludo")
    assert [entry["game"] for entry in list_entries([gone, summary], ADA)] == ["feurio"]
