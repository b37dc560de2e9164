"""Seats, undo, talk and names at a table of strangers, over HTTP: an attack got away with more."""

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
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


def test_nobody_is_put_aside_while_their_page_reloads(server: Server) -> None:
    """A bot took the seat in that second: it played for Bo, and nobody asked him about an undo."""
    ada, bo = Human(server.url, "Ada"), Human(server.url, "Bo")
    table = ada.opens("feurio", "me", "open")
    with bo.watches(table) as seen:
        bo.post(f"{table}/sit", seat=1)
        ada.moves(table)
        seen.until("ply", 1)
    while ada.get(table)["seats"][1]["here"]:
        time.sleep(0.02)
    status, code, why = ada.refused(f"{table}/stand-in", seat=1)
    assert (status, code) == (409, "table/stand-in")
    assert "Bo was here a moment ago; if they stay away, a bot may play for them in" in why
    ada.post(f"{table}/undo")
    with bo.watches(table) as seen:
        seen.until("ply", 1)
        assert seen.state["undo"]["asked"]["of_me"]


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


@pytest.mark.parametrize(
    "name",
    [*"\u3164\u2800\U0001d159", "\uffa0 \u1160", "Ada\u3164", "a\u202eb", "Ada\ufe0f", "Ada\U000e0100"],
)
def test_nobody_is_called_by_letters_that_nobody_sees(server: Server, name: str) -> None:
    ada = Human(server.url, "Ada")
    assert ada.refused("/me", name=name)[1] == "table/name"
    table = ada.opens("feurio", "me", "open")
    assert Human(server.url, "Eve").refused(f"{table}/sit", seat=1, name=name)[1] == "table/name"


def test_messages_that_nobody_sees_are_refused_and_none_is_written_backwards(server: Server) -> None:
    ada = Human(server.url, "Ada")
    table = ada.opens("feurio", "me", "novice")
    for text in ("\u3164", "\u200b", "\u202e", "\u0301"):
        assert ada.refused(f"{table}/chat", text=text)[:2] == (400, "table/chat")
    for text in ("x\u202ey", "👩‍🚀 ❤️"):
        ada.post(f"{table}/chat", text=text)
    assert [line["text"] for line in ada.get(table)["chat"]["entries"]] == ["xy", "👩‍🚀 ❤️"]


def test_tables_cannot_be_guessed(server: Server) -> None:
    table = Human(server.url, "Ada").opens("feurio", "me", "novice")
    assert 31 ** len(table.rpartition("/")[2]) >= 2**64


def test_a_hint_that_comes_late_tells_nothing(server: Server) -> None:
    """With firebreaks the next player's tile is theirs to know; a hint about it would tell."""
    ada, bo = Human(server.url, "Ada"), Human(server.url, "Bo")
    table = ada.opens("feurio", "me", "open", options={"firebreaks": True})
    bo.post(f"{table}/sit", seat=1)
    pause, late = 0.3, False
    with ThreadPoolExecutor() as asking:
        while not late:
            state = ada.get(table)
            assert state["phase"] == "playing"
            if not state["to_act"]:
                bo.moves(table)
                continue
            hint = asking.submit(_hint, ada, table)
            time.sleep(pause)  # until the expert thinks, and has not finished
            ada.moves(table)
            answer = hint.result()
            late = answer.json().get("code") == "table/stale"
            if answer.status_code == 200:
                assert answer.json()["ply"] == state["ply"]
                assert answer.json()["move"] in {choice["move"] for choice in state["choices"]}
            pause *= 0.7 if answer.status_code == 200 else 1.4
    assert (answer.status_code, answer.json()) == (
        409,
        {"code": "table/stale", "message": "the game has moved on while the expert thought; ask again"},
    )


def _hint(human: Human, table: str) -> httpx.Response:
    return httpx.post(f"{human.url}/api{table}/hint", json={}, headers=human.headers, timeout=60)


def test_who_leaves_and_comes_back_has_thought_all_the_same(server: Server) -> None:
    ada = Human(server.url, "Ada")
    table = ada.opens("feurio", "me", "novice", clock={"kind": "game", "seconds": 60})
    with ada.watches(table) as seen:
        seen.until("phase", "playing")
        time.sleep(1.5)
        ada.post(f"{table}/leave")
        while not seen.state["seats"][0]["stand_in"]:
            seen.hear()
    assert _left(ada.get(table)) <= 58.6
    with ada.watches(table) as again:
        while not again.state or again.state["seats"][0]["stand_in"]:
            again.hear()
        assert again.state["to_act"]
        assert _left(again.state) <= 58.6, "the seconds are not given back"


def _left(state: dict[str, Any]) -> float:
    left: float = state["seats"][0]["clock"]
    return left
