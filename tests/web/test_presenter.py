"""A table as one person may see it, and what travels when it changes."""

from msgspec.structs import replace

from ludotheque.tables.chronicle import PLAYING
from ludotheque.tables.events import TimeControl
from ludotheque.tables.opening import TableRequest, opening, rematch
from ludotheque.tables.service import Hint, Room
from ludotheque.tables.summary import summary_of
from ludotheque.tables.table import Table, opened_table
from ludotheque.tables.thinking import Thought
from ludotheque.web.durations import time_left
from ludotheque.web.presenter import Viewer, list_entries, show, show_hint
from tests.tables.tables import ADA, NOON, happened, opened, opened_as, play_first


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


def test_a_list_tells_until_when_a_clock_runs() -> None:
    table = opened("feurio", ["me", "novice"], TimeControl("move", 3 * 86400), players=2)
    (entry,) = list_entries([summary_of(table)], ADA)
    assert entry["deadline"] == NOON + 3 * 86400
    assert time_left(entry["deadline"], NOON + 86400) == "2 days left"
    left = happened(table, table.leave(NOON + 5, ADA))
    assert list_entries([summary_of(left)], ADA)[0]["deadline"] is None, "a bot stands in"


def test_a_table_of_a_game_that_is_gone_harms_no_list() -> None:
    summary = summary_of(opened("feurio", ["me", "open"], players=2))
    gone = replace(summary, game="ludo")
    assert [entry["game"] for entry in list_entries([gone, summary], ADA)] == ["feurio"]


def test_a_table_that_does_not_remember_shows_the_trick_on_it_and_no_other() -> None:  # O12
    forgets = replace(opened_as("fou", ["me"] * 4, players=4, rounds=1), remembers=False)
    table = opened_table("test", forgets)[0]
    seen, shown = set[int](), show(Room(table), Viewer(ADA, "Ada", 0), NOON)
    while table.phase == PLAYING:
        assert not {"played", "previous"} & set(shown["panels"])
        plies = {entry["ply"] for entry in shown["log"]["entries"]}
        assert len(plies) <= 4, "one trick at most"
        if table.state.view().data.trick:
            assert not seen & plies, "tricks before are face down"
        else:
            seen |= plies
        table = play_first(table, ADA)
        shown = show(Room(table), Viewer(ADA, "Ada", table.state.seat), NOON)
    assert len(shown["log"]["entries"]) == table.ply, "at the end everything is told"
    assert not rematch(table, ADA, NOON).remembers


def test_a_hint_says_why_in_the_words_of_a_review() -> None:
    table = play_first(opened("feurio", ["me", "me"], players=2), ADA)
    view = table.state.view(table.state.seat)
    man = next(str(move) for move in view.moves() if str(move)[1] == "1")

    def words(*chances: float) -> list[str]:
        thoughts = [Thought(move, 100, chance) for move, chance in zip(("pass", man), chances, strict=False)]
        told: str = show_hint(Hint(table, view, thoughts))["words"]
        return told.replace("\u00a0", " ").split("; ")

    reason, compared = words(0.7, 0.5)
    assert reason.startswith("saves a man")
    assert compared == "wins 70 % of imagined games instead of 50 %"
    assert words(0.7, 0.7) == [reason, "wins 70 % of 100 imagined games"]  # as good as the next best
    assert words(0.7) == ["wins 70 % of 100 imagined games"]  # there is no other
