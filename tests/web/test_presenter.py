"""A table as one person may see it, and what travels when it changes."""

from msgspec.structs import replace

from ludotheque.tables.opening import TableRequest, opening
from ludotheque.tables.service import Room
from ludotheque.tables.summary import summary_of
from ludotheque.tables.table import Table
from ludotheque.web.presenter import Viewer, list_entries, show
from tests.tables.tables import ADA, NOON, happened, opened, play_first


def test_a_table_says_when_it_waits_for_bots_that_wake_up() -> None:
    ada = Viewer(ADA, "Ada")
    table = opened("feurio", ["me", "novice"], players=2)
    assert not show(Room(table), ada, NOON, awake=False)["waking"], "it is her own turn"
    table = play_first(table, ADA)
    table = happened(table, table.move(NOON, ADA, 1, "pass"))
    assert show(Room(table), ada, NOON, awake=False)["waking"]
    assert not show(Room(table), ada, NOON, awake=True)["waking"]


def test_a_table_says_roughly_how_long_its_bot_has_to_wait() -> None:
    ada, room = Viewer(ADA, "Ada"), Room(opened("feurio", ["me", "novice"], players=2))
    assert show(room, ada, NOON)["waiting"] is None
    for seconds, shown in ((0.2, 5), (5.0, 5), (5.1, 10), (61.0, 65)):
        room.tell_wait(seconds)
        assert show(room, ada, NOON)["waiting"] == shown
    room.tell_wait(None)
    assert show(room, ada, NOON)["waiting"] is None


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
