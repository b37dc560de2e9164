"""The shuffles of a table: promised when it is opened, made when all have contributed, proven at the end."""

from dataclasses import replace
from typing import Any

import pytest

from ludotheque.core.errors import Refusal
from ludotheque.core.fair_shuffle import committed
from ludotheque.core.fairness import fair_outcome, is_claimed, verify
from ludotheque.core.reading import read_record
from ludotheque.engine.contract import CHANCE
from ludotheque.tables.chronicle import OVER, PLAYING, SEATING
from ludotheque.tables.events import Begun, Contributed, Opened, decode, encode
from ludotheque.tables.opening import LOT, playing_on, rematch
from ludotheque.tables.pending import BEGINS, Pacing, pending_at
from ludotheque.tables.summary import summary_of
from ludotheque.tables.table import Table, opened_table, replayed
from tests.tables.tables import ADA, BO, EVE, NOON, happened, opened, opened_as, play_first


def contributing(*seats: str, game: str = "fou", **options: Any) -> Table:
    """A table whose host's browser will contribute."""
    given: dict[str, Any] = {"players": len(seats), "rounds": 1} if game == "fou" else {"players": len(seats)}
    return opened_table("t7", opened_as(game, seats, contributes=True, **{**given, **options}))[0]


def finished(table: Table) -> Table:
    while table.phase == PLAYING:
        move = str(table.state.moves()[0])
        if table.seats[table.state.seat].who.person:
            table = play_first(table, table.seats[table.state.seat].who.person)
        else:
            table = happened(table, table.move_by_bot(NOON, table.position, move))
    return table


def test_a_secret_is_promised_before_anybody_contributes_and_shown_at_the_end() -> None:
    table = contributing("me", "novice", "novice", "novice")
    assert (table.phase, table.contributions) == (SEATING, [None, "", "", ""])
    assert table.commitment == committed(bytes.fromhex(table.opened.secret))
    assert len(bytes.fromhex(table.opened.secret)) == 32
    table = happened(table, table.contribute(NOON, ADA, "kQ3x_-"))
    assert table.phase == PLAYING
    assert table.contributions == ["kQ3x_-", "", "", ""]
    table = finished(table)
    told = table.record().more["fairness"]
    assert told == {
        "scheme": "ludotheque-fair/1", "table": "t7", "commitment": table.commitment,
        "secret": table.opened.secret, "contributions": ["kQ3x_-", "", "", ""],
    }  # fmt: skip
    verify(read_record(table.record().to_json()))


def test_later_rounds_follow_from_the_same_key() -> None:
    table = contributing("me", "me", "novice", "novice", rounds=3)
    table = finished(happened(table, table.contribute(NOON, ADA, "abc")))
    record = table.record()
    assert len(record.setup["deals"]) == 3
    assert record.more["fairness"]["contributions"] == ["abc", "abc", "", ""]
    verify(record)


def test_nothing_is_dealt_before_all_sit_and_have_contributed() -> None:
    table = opened("fou", ["open", "open", "open", "open"], players=4)
    for seat, person in enumerate((ADA, BO, EVE)):
        table = happened(table, table.sit(NOON, person, "X", seat, contribution=f"c{seat}"))
        assert table.state.seat == CHANCE
        assert not table.state.outcomes
        assert len({bytes(table.state.view(k)) for k in range(-1, 4)}) == 1, "every seat shows the same"
    table = happened(table, table.leave(NOON, EVE))
    assert table.contributions == ["c0", "c1", "", ""], "who leaves takes the contribution along"
    table = happened(table, table.sit(NOON, EVE, "Eve", 2))
    events = table.seat_bot(NOON, ADA, 3, "novice")
    assert isinstance(events[-1], Begun)
    table = happened(table, events)
    assert table.phase == PLAYING
    proof = table.proof
    assert proof is not None
    assert proof.contributions == ("c0", "c1", "", "")
    assert (table.state.outcomes[0] == fair_outcome(table.game, proof.key(), 0)).all()


def test_whoever_contributes_nothing_begins_all_the_same() -> None:
    table = opened("feurio", ["me", "novice"], players=2)
    assert (table.phase, table.contributions) == (PLAYING, ["", ""])
    assert table.commitment


def test_a_contribution_that_never_comes_is_not_waited_for_long() -> None:
    table = contributing("me", "novice", game="feurio")
    assert summary_of(table).due is not None, "a server that starts again must go on waiting"
    pending = pending_at(table, {}, False, Pacing())
    assert pending is not None
    assert (pending.then, pending.until) == (BEGINS, NOON + Pacing().contribution)
    begun = table.begin(NOON + 10)
    table = happened(table, begun)
    assert table.phase == PLAYING
    assert not table.begin(NOON + 11)
    with pytest.raises(Refusal, match="need nothing from you"):
        table.contribute(NOON, ADA, "late")
    verify(finished(table).record())


def test_one_contribution_a_seat_of_the_letters_allowed() -> None:
    table = contributing("me", "open", game="feurio")
    for bad in ("", "a b", "x" * 65, "ü", "a\n"):
        with pytest.raises(Refusal, match="1 to 64 of A–Z"):
            table.contribute(NOON, ADA, bad)
    with pytest.raises(Refusal, match="no seat at this table"):
        table.contribute(NOON, BO, "abc")
    table = happened(table, table.contribute(NOON, ADA, "abc"))
    assert table.phase == SEATING
    with pytest.raises(Refusal, match="need nothing from you"):
        table.contribute(NOON, ADA, "def")
    with pytest.raises(Refusal, match="1 to 64 of A–Z"):
        table.sit(NOON, BO, "Bo", 1, contribution="a b")


def test_each_seat_of_one_screen_may_contribute() -> None:
    table = contributing("me", "me", game="feurio")
    table = happened(table, table.contribute(NOON, ADA, "one", 0))
    assert table.phase == SEATING
    table = happened(table, table.contribute(NOON, ADA, "two"))
    assert table.contributions == ["one", "two"]
    assert table.phase == PLAYING


def test_undo_shuffles_nothing_again() -> None:
    table = opened("feurio", ["me", "novice"], players=2)
    stack = table.state.setup
    table = play_first(table, ADA)
    table = happened(table, table.ask_undo(NOON, ADA))
    assert table.state.setup == stack
    verify(finished(table).record())


def test_equal_events_deal_equally_and_the_key_is_not_among_them() -> None:
    table = contributing("me", "novice", game="feurio")
    events = [table.opened, *table.contribute(NOON, ADA, "abc")]
    stored = [encode(event) for event in events]
    assert replayed("t7", [decode(body) for body in stored]).snapshot() == table.after(events[1:]).snapshot()
    proof = table.after(events[1:]).proof
    assert proof is not None
    assert proof.key().hex().encode() not in b"".join(stored)


def test_a_rematch_waits_for_those_who_contributed_before() -> None:
    table = contributing("me", "open", "novice", "novice")
    table = happened(table, table.contribute(NOON, ADA, "abc"))
    table = finished(happened(table, table.sit(NOON, BO, "Bo", 1)))
    again = Table("again", rematch(table, BO, NOON))
    assert again.commitment not in ("", table.commitment)
    assert again.contributions == ["", None, "", ""], "Ada, one seat further; Bo never contributed"


def test_a_game_that_goes_on_from_another_proves_nothing() -> None:
    table = finished(opened("fou", ["me"] * 4, players=4, rounds=1))
    forked = Table("forked", playing_on(table, 7, BO, "Bo", 2, NOON))
    assert (forked.phase, forked.commitment) == (PLAYING, "")
    assert not is_claimed(finished(forked).record())


def test_a_game_without_shuffles_promises_nothing() -> None:
    table = opened("forma", ["me", "novice"], players=2)
    assert (table.phase, table.commitment) == (PLAYING, "")


def test_a_lot_alone_can_be_proven_too() -> None:
    asked = opened_as("forma", ["me", "novice"], contributes=True, seating=LOT, players=2)
    table = opened_table("t7", asked)[0]
    table = finished(happened(table, table.contribute(NOON, ADA, "abc")))
    told = table.record().more["fairness"]
    assert sorted(told["lot"]) == [0, 1]
    assert told["contributions"][table.seats_of(ADA)[0]] == "abc"
    verify(table.record())


def test_a_lot_that_does_not_follow_is_found_out() -> None:
    asked = opened_as(
        "fou", ["me", *["novice"] * 7], contributes=True, seating=LOT, players=8, rounds=1
    )  # of so many orders none follows by accident
    table = opened_table("t7", asked)[0]
    record = finished(happened(table, table.contribute(NOON, ADA, "abc"))).record()
    verify(record)
    lot = record.more["fairness"]["lot"]
    for false, why in (
        (lot[::-1], "the lot for the seats does not follow"),
        ([0] * 8, "each of the 8 places once"),
        ("012", "a list of places"),
    ):
        fairness = record.more["fairness"] | {"lot": false}
        with pytest.raises(Refusal, match=why):
            verify(replace(record, more=record.more | {"fairness": fairness}))


OPENED_BEFORE = (
    b'{"what":"opened","at":1.0,"game":"feurio","options":{"players":2,"mode":"versus","firebreaks":false,'
    b'"hot":false},"seats":[{"kind":"person","person":"ada-id","name":"Ada"},{"kind":"open"}],"host":"ada-id",'
    b'"setup":{"stack":[%s]}}' % b",".join(b"%d" % (k % 6 + 1) for k in range(36))
)


def test_tables_of_before_replay_as_they_are() -> None:
    event = decode(OPENED_BEFORE)
    assert isinstance(event, Opened)
    table = replayed("old", [event])
    assert table.phase == SEATING
    table = happened(table, table.sit(NOON, BO, "Bo", 1, contribution="abc"))
    assert (table.phase, table.commitment, table.contributions) == (PLAYING, "", ["", ""])
    assert table.state.setup["stack"][:3] == [1, 2, 3]
    table = finished(table)
    assert table.phase == OVER
    assert not is_claimed(table.record())


def test_a_log_never_tells_the_secret() -> None:
    table = contributing("me", "friend", game="feurio")
    shown = (
        f"{table.opened!r} {table.opened} {[table.opened]} {Contributed(NOON, seats=(0,), contribution='x')}"
    )
    assert table.opened.secret not in shown
    assert table.seats[1].who.key not in shown + repr(table.seats)
