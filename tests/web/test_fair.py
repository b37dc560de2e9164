"""Provable shuffles through the server: promise, contributions, record; and the page that explains them."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from ludotheque.core.errors import Refusal
from ludotheque.core.fair_shuffle import shuffle_key
from ludotheque.core.fairness import fair_outcome, verify
from ludotheque.core.reading import read_record
from ludotheque.core.registry import game
from ludotheque.i18n.language import languages
from ludotheque.web.routes.pages import FAIR_PAGES
from tests.fairness.tampered import tampered, vectors
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


def sceptic(record: object, *, more: bool = True) -> "subprocess.CompletedProcess[bytes]":
    """What the fifteen lines of the page say of a record, and perhaps those that the page puts below them."""
    program = (FAIR_PAGES / "check.txt").read_text()
    assert len(program.splitlines()) == 15
    program += (FAIR_PAGES / "more.txt").read_text() if more else ""
    told = json.dumps(record).encode()
    return subprocess.run([sys.executable, "-I", "-c", program], input=told, capture_output=True, check=False)


def is_fair(record: object) -> bool:
    """What `ludotheque verify` says of a record."""
    try:
        verify(read_record(json.dumps(record)))
    except Refusal:
        return False
    return True


def test_the_fifteen_lines_know_the_vectors() -> None:
    assert [sceptic(record, more=False).returncode for record in vectors()] == [0, 1, 1, 0, 1, 1]


@pytest.mark.parametrize(("record", "fair"), tampered())
def test_all_lines_and_verify_agree(record: dict[str, Any], fair: bool) -> None:
    assert (is_fair(record), sceptic(record).returncode == 0) == (fair, fair)


@pytest.mark.parametrize("players", [4, 5, 6, 7, 8])
def test_all_lines_know_every_deck(players: int) -> None:
    told = vectors()[3]["fairness"] | {"contributions": [""] * players}
    key = shuffle_key(bytes.fromhex(told["secret"]), told["table"], told["contributions"])
    fou = game("fou", players=players)
    setup = fou.definition.notation.write_setup(fou.options, [fair_outcome(fou, key, k) for k in (0, 1)])
    options = {"players": players, "rounds": None}
    record = {"format": "ludotheque/1", "game": "fou", "options": options, "setup": setup, "moves": []}
    assert is_fair(record | {"fairness": told})
    assert not sceptic(record | {"fairness": told}).stderr


@pytest.mark.parametrize("language", languages())
def test_the_page_speaks_every_language(server: Server, language: str) -> None:
    page = httpx.get(f"{server.url}/fair", headers={"accept-language": language}, timeout=60).text
    assert f'lang="{language}"' in page
    assert "hashlib.sha256(secret)" in page
    assert "HMAC-SHA256" in page
    assert (FAIR_PAGES / f"{language}.md").is_file()
