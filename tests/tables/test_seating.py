"""Who sits where, and what they are called: seats drawn by lot (M5, F9, O4), and no two names alike."""

from dataclasses import replace

import pytest

from ludotheque.core.errors import Refusal
from ludotheque.tables.events import BOT, Begun, SeatsDrawn
from ludotheque.tables.opening import FIXED, LOT, SeatRequest, TableRequest, opening, rematch
from ludotheque.tables.people import LONGEST_NAME, distinct_name
from ludotheque.tables.table import Table, opened_table
from tests.tables.tables import ADA, BO, EVE, NOON, happened, opened, opened_as

PLAIN = TableRequest("feurio", {"players": 3})


def opened_by_ada(request: TableRequest, name: str = "Ada") -> Table:
    return opened_table("t1", opening(request, ADA, name, NOON))[0]


def test_everybody_can_come_to_begin() -> None:
    seats = [opened_by_ada(PLAIN).seats_of(ADA)[0] for _ in range(60)]
    assert set(seats) == {0, 1, 2}, "60 tables, and the host never sat in one of 3 seats: 1 in 10¹⁰"


def test_seats_are_drawn_before_anything_is_dealt() -> None:
    _, events = opened_table("t1", opening(PLAIN, ADA, "Ada", NOON))
    assert [type(event) for event in events[1:]] == [SeatsDrawn, Begun]


@pytest.mark.parametrize("request_", [replace(PLAIN, seating=FIXED), replace(PLAIN, guided=True)])
def test_seats_that_are_fixed_stay(request_: TableRequest) -> None:
    request_ = replace(request_, options={} if request_.guided else request_.options)
    for _ in range(20):
        table = opened_by_ada(request_)
        assert (table.seats_of(ADA), table.drawn) == ([0], ())


def test_nobody_alone_draws_lots() -> None:
    assert not opened_by_ada(TableRequest("feurio", {"players": 1, "mode": "solo"})).drawn


def test_a_rematch_draws_no_lots_and_bots_keep_their_names() -> None:
    table = opened("feurio", ["me", "novice", "expert"], players=3)
    again = rematch(table, ADA, NOON)
    assert not again.lot
    assert [who.name for who in again.seats] == [table.name(2), "Ada", table.name(1)]


def test_a_seating_is_a_lot_or_fixed() -> None:
    with pytest.raises(Refusal, match='drawn by lot or fixed; not "mine"'):
        opened_by_ada(replace(PLAIN, seating="mine"))


def test_two_guests_are_never_called_the_same() -> None:
    table = opened("fou", ["me", "open", "open", "open"], players=4)
    for seat, person, name in ((1, BO, "ada"), (2, EVE, "Nina")):
        table = happened(table, table.sit(NOON, person, name, seat))
    table = happened(table, table.seat_bot(NOON, ADA, 3, "novice"))
    assert table.names() == ["Ada", "ada 2", "Nina", "Hugo"]


def test_nor_is_a_bot_called_like_a_person() -> None:
    for name in ("Otto", "otto"):
        table = opened_by_ada(TableRequest("fou", {"players": 8}, seating=FIXED), name)
        assert len({one.casefold() for one in table.names()}) == 8


def test_people_at_one_screen_are_told_apart() -> None:
    seats = [SeatRequest("me"), SeatRequest("me"), SeatRequest("me", name="Ada")]
    table = opened_by_ada(TableRequest("feurio", {"players": 3}, seats, seating=FIXED))
    assert table.names() == ["Ada", "Ada 2", "Ada 3"]


def test_a_long_name_stays_within_its_length() -> None:
    long = "x" * LONGEST_NAME
    assert len(distinct_name(long, [long])) <= LONGEST_NAME
    assert distinct_name(long, [long]) != long


def test_one_word_sets_the_level_of_all_bots() -> None:
    seats = [SeatRequest("me"), SeatRequest("bot"), SeatRequest("bot", level="novice")]
    table = opened_by_ada(TableRequest("feurio", {"players": 3}, seats, level="expert", seating=FIXED))
    assert [seat.who.level for seat in table.seats] == ["", "expert", "novice"]
    against = opened_by_ada(TableRequest("fou", {"players": 5}, level="novice", seating=LOT))
    assert {seat.who.level for seat in against.seats if seat.who.kind == BOT} == {"novice"}
    with pytest.raises(Refusal, match="no level"):
        opened_by_ada(replace(PLAIN, level="genius"))


def test_one_link_invites_all_friends() -> None:
    asked = opened_as("feurio", ["me", "friend", "friend"], players=3)
    assert len({who.key for who in asked.seats if who.key}) == 1
