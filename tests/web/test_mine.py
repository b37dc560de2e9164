"""What belongs to a person: their games, figures, and how they come to another device. Over real HTTP."""

import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.web.people import Human
from tests.web.server import Server, serving

pytestmark = pytest.mark.slow  # servers, databases or thousands of moves


def finish(table: str, *people: Human) -> None:
    """Everybody plays the first legal move until the game is over."""
    with people[0].watches(table) as watched:
        while watched.state.get("phase") != "over":
            watched.hear()
            for one in people:
                state = one.get(table)
                while state["to_act"]:
                    one.post(f"{table}/moves", ply=state["ply"], move=state["choices"][0]["move"])
                    state = one.get(table)


def mine(human: Human, **query: Any) -> list[str]:
    return [one["id"] for one in human.get("/me/games", **query)["finished"]]


def test_my_games_and_what_they_say(server: Server) -> None:
    ada, bo, eve = (Human(server.url, name) for name in ("Ada", "Bo", "Eve"))
    together = ada.opens("connect_four", "me", "open")
    bo.post(f"{together}/sit", seat=1)
    finish(together, ada, bo)
    alone = ada.opens("connect_four", "me", "novice")
    ada.post(f"{alone}/resign")
    waiting, turn = ada.opens("connect_four", "me", "open"), ada.opens("connect_four", "me", "novice")
    ids = [path.rpartition("/")[2] for path in (together, alone, waiting, turn)]

    told = ada.get("/me/games")
    assert [one["id"] for one in told["running"]] == [ids[3], ids[2]], "where it is my turn comes first"
    assert [one["id"] for one in told["finished"]] == [ids[1], ids[0]]
    assert told["finished"][0]["outcome"] == "resigned"
    assert told["finished"][0]["opponents"] == [{"name": "Otto", "kind": "bot", "level": "Novice"}]
    outcomes = {told["finished"][1]["outcome"], bo.get("/me/games")["finished"][0]["outcome"]}
    assert outcomes in ({"won", "lost"}, {"tied"})
    assert mine(ada, against="people") == [ids[0]]
    assert mine(ada, against="bots", outcome="resigned", game="connect_four") == [ids[1]]
    assert mine(ada, game="fou") == mine(eve) == []

    (figures,) = ada.get("/me/statistics")
    assert (figures["game"], figures["played"], figures["rating"]["games"]) == ("connect_four", 2, 2)
    assert {one["name"] for one in figures["opponents"]} == {"Bo", "Novice"}

    assert httpx.delete(f"{server.url}/api/me/games/{ids[3]}", headers=ada.headers).status_code == 404
    assert httpx.delete(f"{server.url}/api/me/games/{ids[0]}", headers=eve.headers).status_code == 404
    assert httpx.delete(f"{server.url}/api/me/games/{ids[0]}", headers=ada.headers).json() == {
        "deleted": True
    }
    assert (mine(ada), mine(bo)) == ([ids[1]], [ids[0]])
    page = httpx.get(f"{server.url}/mine", headers=ada.headers)
    assert page.status_code == 200
    assert "Otto" in page.text


def test_only_live_games_of_people_can_be_found_by_others(server: Server) -> None:
    ada, bo, eve = (Human(server.url, name) for name in ("Ada", "Bo", "Eve"))
    table = ada.opens("connect_four", "me", "open")
    private = ada.opens("connect_four", "me", "novice")
    hot_seat = ada.opens("connect_four", "me", "me")

    def found(what: str) -> set[str]:
        return {f"/tables/{one['id']}" for one in eve.get("/tables")[what]}

    assert found("open") >= {table}
    bo.post(f"{table}/sit", seat=1)
    assert found("running") >= {table}
    assert not found("running") & {private, hot_seat}
    assert eve.get(private)["phase"] == "playing", "whoever has the link may watch"


def test_a_code_brings_somebody_to_another_device_once(server: Server) -> None:
    ada = Human(server.url, "Ada")
    table = ada.opens("connect_four", "me", "open")
    made = ada.post("/me/code")
    assert made["path"] == f"/here#{made['code']}"
    with httpx.Client(base_url=server.url, timeout=60) as phone:
        phone.get("/")
        before = phone.cookies["person"]
        sent = made["code"].replace("-", " ").lower()
        answer = phone.post("/api/me/here", json={"code": sent})
        assert (answer.status_code, answer.json()) == (200, {"name": "Ada", "token": None})
        assert phone.cookies["person"] != before, "the browser keeps it, and no script sees it"
        assert phone.get(f"/api{table}").json()["me"]["seats"] == [0]
        again = phone.post("/api/me/here", json={"code": sent})
        assert (again.status_code, again.json()["code"]) == (404, "table/code")
        for text in (made["code"], phone.cookies["person"]):
            assert text not in server.log.read_text()
    robot = Human(server.url, "Robot")
    token = robot.post("/me/here", code=ada.post("/me/code")["code"])["token"]
    robot.headers["authorization"] = f"Bearer {token}"
    assert robot.get("/me") == {"name": "Ada"}
    forged = {"authorization": f"Bearer d.{secrets.token_urlsafe(24)}"}
    assert httpx.get(f"{server.url}/api/me", headers=forged).json() == {"name": "Guest"}


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path / "t.sqlite", settings={"LUDOTHEQUE_LIMITS": "1"}) as running:
        yield running


def test_nobody_tries_many_codes(strict: Server) -> None:
    eve = Human(strict.url, "Eve")
    codes = {eve.refused("/me/here", code=f"ABCD-2{k:03}")[1] for k in range(12)}
    assert codes == {"table/code", "limit/codes"}


def test_a_passkey_that_makes_no_sense_is_refused(server: Server) -> None:
    ada = Human(server.url, "Ada")
    assert ada.post("/passkey/options")["challenge"]
    for nonsense in ({}, {"id": "x", "response": {"clientDataJSON": "e30"}}, {"response": 7}):
        for path in ("/passkey", "/me/passkeys"):
            status, code, _ = ada.refused(path, **nonsense)
            assert (status, code) == (403, "table/passkey")


def test_a_qr_code_leads_nowhere_else(server: Server) -> None:
    good = httpx.get(f"{server.url}/qr.svg", params={"path": "/t/k3f9x2ab?key=abc"})
    assert good.headers["content-type"].startswith("image/svg+xml")
    assert "<svg" in good.text
    for bad in ("https://elsewhere.example", "//elsewhere.example", "", "/\n", "/" * 201):
        assert httpx.get(f"{server.url}/qr.svg", params={"path": bad}).is_client_error
    for language in ("en", "fr", "it", "de"):
        about = httpx.get(f"{server.url}/about", headers={"accept-language": language})
        assert about.status_code == 200
        assert 'href="/mine"' in about.text
