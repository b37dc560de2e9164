"""Seats, undo, talk and names at a table of strangers, over HTTP: an attack got away with more."""

import pytest

from tests.web.people import Human
from tests.web.server import Server

pytestmark = pytest.mark.slow  # servers, databases or thousands of moves


def test_a_second_seat_needs_the_hosts_leave(server: Server) -> None:
    ada, eve = Human(server.url, "Ada"), Human(server.url, "Eve")
    table = ada.opens("fou", "me", "open", "open", "open")
    eve.post(f"{table}/sit", seat=1)
    status, code, why = eve.refused(f"{table}/sit", seat=2)
    assert (status, code) == (403, "table/one-seat")
    assert "the host can open the table for several players at one screen" in why
    assert eve.refused(f"{table}/rules", hot_seat=True)[:2] == (403, "table/host")
    ada.post(f"{table}/rules", hot_seat=True)
    eve.post(f"{table}/sit", seat=2)
    assert eve.get(table)["me"]["seats"] == [1, 2]


def test_an_undo_asked_twice_while_the_others_page_reloads_waits_for_an_answer(server: Server) -> None:
    ada, bo = Human(server.url, "Ada"), Human(server.url, "Bo")
    table = ada.opens("feurio", "me", "open")
    with bo.watches(table) as seen:
        bo.post(f"{table}/sit", seat=1)
        ada.moves(table)
        ada.post(f"{table}/undo")
        seen.until("ply", 1)
    assert ada.refused(f"{table}/undo")[:2] == (409, "table/undo")  # Bo's page is away
    assert ada.get(table)["ply"] == 1
    assert bo.get(table)["undo"]["asked"]["of_me"]
    bo.post(f"{table}/undo/answer", yes=True)
    assert ada.get(table)["ply"] == 0


def test_the_host_closes_talk_to_watchers(server: Server) -> None:
    ada, eve = Human(server.url, "Ada"), Human(server.url, "Eve")
    table = ada.opens("feurio", "me", "novice")
    eve.post(f"{table}/chat", text="boo")
    assert eve.refused(f"{table}/rules", watchers_talk=False)[:2] == (403, "table/host")
    ada.post(f"{table}/rules", watchers_talk=False)
    assert eve.refused(f"{table}/chat", text="boo") == (
        403, "table/chat", "only those who play talk at this table",
    )  # fmt: skip
    assert not eve.get(table)["watchers_talk"]
    ada.post(f"{table}/chat", text="at last")
    assert [line["text"] for line in ada.get(table)["chat"]["entries"]] == ["boo", "at last"]


@pytest.mark.parametrize("name", ["\u3164", "\u2800\u2800", "\uffa0 \u1160", "Ada\u3164", "a\u202eb"])
def test_nobody_is_called_by_letters_that_nobody_sees(server: Server, name: str) -> None:
    ada = Human(server.url, "Ada")
    assert ada.refused("/me", name=name)[1] == "table/name"
    table = ada.opens("feurio", "me", "open")
    assert Human(server.url, "Eve").refused(f"{table}/sit", seat=1, name=name)[1] == "table/name"


def test_tables_cannot_be_guessed(server: Server) -> None:
    table = Human(server.url, "Ada").opens("feurio", "me", "novice")
    assert 31 ** len(table.rpartition("/")[2]) >= 2**64
