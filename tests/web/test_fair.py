"""Provable shuffles through the server: promise, contributions, record; and the page that explains them."""

import json
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from ludotheque.core.fairness import verify
from ludotheque.core.reading import read_record
from ludotheque.i18n.language import languages
from ludotheque.web.routes.pages import FAIR_PAGES
from tests.web.people import Human
from tests.web.server import Server

pytestmark = pytest.mark.slow  # servers, databases or thousands of moves


def test_the_promise_is_out_before_anybody_contributes(server: Server) -> None:
    ada = Human(server.url, "Ada")
    opened = ada.post("/tables", game="feurio", options={"players": 2}, contributes=True, seating="fixed")
    table = f"/tables/{opened['id']}"
    state = ada.get(table)
    assert (state["phase"], state["turn"], state["fairness"]["awaited"]) == ("seating", -1, [0])
    assert state["fairness"]["commitment"] == opened["commitment"]
    assert "secret" not in state["fairness"]
    assert state["prompt"] == "All are here: the game begins in a moment."
    ada.post(f"{table}/contribute", contribution="abc")
    state = ada.get(table)
    assert (state["phase"], state["fairness"]["contributions"]) == ("playing", ["abc", ""])
    assert "secret" not in ada.get(f"{table}/fairness")
    assert ada.get(f"{table}/fairness")["things"][5:7] == [1, 2]
    status, code, why = ada.refused(f"{table}/contribute", contribution="late")
    assert (status, code, why) == (409, "table/contributed", "the shuffles need nothing from you any more")


def test_sitting_down_one_seat_after_the_other_shows_nothing(server: Server) -> None:
    ada, eve = Human(server.url, "Ada"), Human(server.url, "Eve")
    table = ada.opens("fou", "me", "open", "open", "open")
    for seat in (1, 2, 3):
        eve.post(f"{table}/sit", seat=seat, contribution=f"c{seat}")
        shown = eve.get(table)
        assert shown["phase"] == "seating"
        assert shown["me"]["as"] == -1
        assert not shown["panels"].get("hand", {"parts": {}})["parts"]
        refused = httpx.get(f"{server.url}/api{table}/view?seat={seat}", headers=eve.headers, timeout=60)
        assert refused.status_code == 409
        status, code, _ = eve.refused(f"{table}/sit", seat=seat % 3 + 1)
        assert (status, code) == (403, "table/one-seat")
        eve.post(f"{table}/leave")


def test_a_friend_contributes_and_the_record_proves_it(server: Server, tmp_path: Path) -> None:
    ada, bo = Human(server.url, "Ada"), Human(server.url, "Bo")
    table = ada.opens("fou", "me", "friend", "novice", "novice", options={"rounds": 2}, contributes=True)
    ada.post(f"{table}/contribute", contribution="from-Ada")
    invitation = ada.get(table)["seats"][1]["invite"]
    bo.post(f"{table}/sit", seat=1, key=invitation.rpartition("=")[2], contribution="from_Bo")
    with ada.watches(table) as seen:
        while seen.state.get("phase") != "over":
            seen.hear()
            for person in (ada, bo):
                state = person.get(table)
                if state["to_act"]:
                    person.moves(table)
        assert seen.state["fairness"]["secret"]
    told = ada.get(f"{table}/record")
    assert told["fairness"]["contributions"] == ["from-Ada", "from_Bo", "", ""]
    assert told["fairness"]["table"] == table.rpartition("/")[2]
    verify(read_record(json.dumps(told)))
    assert sceptic(told).returncode == 0
    told["setup"]["deals"][1].reverse()
    assert b"shuffle 2 does not follow" in sceptic(told).stderr
    told["fairness"]["secret"] = "00" * 32
    assert b"not the secret that was promised" in sceptic(told).stderr


def sceptic(record: object) -> "subprocess.CompletedProcess[bytes]":
    """What the fifteen lines of the page say of a record."""
    program = (FAIR_PAGES / "check.txt").read_text()
    assert len(program.splitlines()) == 15
    told = json.dumps(record).encode()
    return subprocess.run([sys.executable, "-I", "-c", program], input=told, capture_output=True, check=False)


def test_the_fifteen_lines_know_the_vectors() -> None:
    vectors = Path(__file__).parent.parent / "fairness" / "fair.jsonl"
    records = [json.loads(line) for line in vectors.read_text().splitlines()]
    assert [sceptic(record).returncode for record in records] == [0, 1, 1, 0, 1, 1]


@pytest.mark.parametrize("language", languages())
def test_the_page_speaks_every_language(server: Server, language: str) -> None:
    page = httpx.get(f"{server.url}/fair", headers={"accept-language": language}, timeout=60).text
    assert f'lang="{language}"' in page
    assert "hashlib.sha256(secret)" in page
    assert "HMAC-SHA256" in page
    assert (FAIR_PAGES / f"{language}.md").is_file()
