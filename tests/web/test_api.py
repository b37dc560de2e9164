"""The API of a real server: people, tables, moves, and what is refused."""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

import ludotheque.web
from ludotheque.core.reading import read_record
from ludotheque.core.registry import names
from tests.web.people import Human
from tests.web.server import Server, serving

FOU = {"options": {"rounds": 1}}


@pytest.mark.slow
def test_a_whole_game_by_the_api(server: Server) -> None:
    ada = Human(server.url, "Ada")
    table = ada.opens("fou", "me", "novice", "novice", "novice", **FOU)
    with ada.watches(table) as seen:
        while seen.state.get("phase") != "over":
            seen.hear()
            if seen.state["to_act"] and seen.state["ply"] == ada.get(table)["ply"]:
                ada.moves(table)
        assert len([line for line in seen.state["log"]["entries"] if line["seat"] >= 0]) == seen.state["ply"]
        assert seen.state["result"]["lines"]
        assert "<svg" in seen.state["result"]["chart"]
        whole = ada.get(table)
        assert {key: whole[key] for key in ("panels", "log", "seats", "result")} == {
            key: seen.state[key] for key in ("panels", "log", "seats", "result")
        }
    record = ada.get(f"{table}/record")
    assert read_record(httpx.Response(200, json=record).text).check().over
    past = ada.get(f"{table}/at/3", seat=2)
    assert (past["ply"], past["as"]) == (3, 2)
    again = ada.post(f"{table}/from", ply=3, seat=1)
    assert ada.get(f"/tables/{again['id']}")["me"]["seats"] == [1]


@pytest.mark.parametrize("game", names())
def test_a_newcomer_plays_at_once(server: Server, game: str) -> None:
    ada = Human(server.url, "Ada")
    table = f"/tables/{ada.post('/tables', game=game, guided=True)['id']}"
    state = ada.get(table)
    assert state["me"]["seats"] == [0]
    assert [seat["kind"] for seat in state["seats"]][1:] == ["bot"] * (len(state["seats"]) - 1)
    hint = ada.post(f"{table}/hint") if state["to_act"] else None
    assert hint is None or (hint["label"] and "%" in hint["words"])


@pytest.mark.slow
def test_two_people_meet_by_a_link(server: Server) -> None:
    ada, bo, eve = (Human(server.url, name) for name in ("Ada", "Bo", "Eve"))
    table = ada.opens("fou", "me", "friend", "novice", "novice", **FOU)
    key = ada.get(table)["seats"][1]["invite"].partition("?key=")[2]
    assert bo.get(table)["seats"][1]["invite"] is None
    assert eve.refused(f"{table}/sit", seat=1, key="guess")[:2] == (403, "table/invited")
    bo.post(f"{table}/sit", seat=1, key=key)
    assert eve.refused(f"{table}/sit", seat=1, key=key)[:2] == (409, "table/taken")
    with ada.watches(table) as hers, bo.watches(table) as his, eve.watches(table) as others:
        for seen in (hers, his, others):
            seen.until("phase", "playing")
        assert hers.state["me"]["as"] == 0
        assert his.state["me"]["as"] == 1
        assert others.state["me"]["as"] == -1
        bo.post(f"{table}/chat", text="hello")
        for seen in (hers, his, others):
            while not seen.state["chat"]["entries"]:
                seen.hear()
            (said,) = seen.state["chat"]["entries"]
            assert (said["name"], said["seat"], said["text"]) == ("Bo", 1, "hello")
            assert abs(said["at"] - time.time()) < 60


@pytest.mark.slow
def test_nobody_is_told_what_is_hidden(server: Server) -> None:
    """Every byte that two people and a spectator receive, against what the finished record tells."""
    people = [Human(server.url, name) for name in ("Ada", "Bo", "Eve")]
    ada, bo, eve = people
    table = ada.opens("fou", "me", "open", "novice", "novice", **FOU)
    bo.post(f"{table}/sit", seat=1)
    heard: dict[int, list[tuple[int, str]]] = {0: [], 1: [], -1: []}
    with ada.watches(table) as hers, bo.watches(table) as his, eve.watches(table) as others:
        watched = {0: hers, 1: his, -1: others}
        while any(seen.state.get("phase") != "over" for seen in watched.values()):
            for seat, seen in watched.items():
                if seen.state.get("phase") != "over":
                    seen.hear()
                    heard[seat].append((seen.state["ply"], seen.heard[-1]))
            for seat, person in ((0, ada), (1, bo)):
                if person.get(table)["to_act"]:
                    person.moves(table)
                    assert seat in watched
    record = ada.get(f"{table}/record")
    (deal,) = record["setup"]["deals"]
    for seat, messages in heard.items():
        for ply, text in messages:
            shown = set(re.findall(r"card:([GRYB]\d+)", text))
            played = set(record["moves"][:ply])
            own = set(deal[seat]) if seat >= 0 else set()
            if ply < len(record["moves"]):
                assert shown <= played | own


def test_a_hot_seat_keeps_the_curtain_closed(server: Server) -> None:
    ada = Human(server.url, "Ada")
    table = ada.opens("fou", "me", "me", "me", "me", **FOU)
    with ada.watches(table) as seen:
        seen.hear()
        turn = seen.state["turn"]
        assert (seen.state["curtain"], seen.state["me"]["as"], seen.state["choices"]) == (turn, -1, [])
        seen.socket.send(f'{{"as": {turn}}}')
        seen.until("curtain", None)
        assert seen.state["me"]["as"] == turn
        assert seen.state["choices"]
        ada.post(f"{table}/moves", ply=0, move=seen.state["choices"][0]["move"], seat=turn)
        seen.until("ply", 1)
        assert seen.state["me"]["as"] == -1
        assert seen.state["curtain"] == seen.state["turn"]


def test_undo_is_asked_of_the_others(server: Server) -> None:
    ada, bo = Human(server.url, "Ada"), Human(server.url, "Bo")
    table = ada.opens("feurio", "me", "open")
    bo.post(f"{table}/sit", seat=1)
    with ada.watches(table) as hers, bo.watches(table) as his:
        hers.until("phase", "playing")
        his.until("phase", "playing")
        ada.moves(table)
        ada.post(f"{table}/undo")
        while not his.state["undo"]["asked"]:
            his.hear()
        assert his.state["undo"]["asked"] == {"name": "Ada", "mine": False, "of_me": True}
        bo.post(f"{table}/undo/answer", yes=True)
        hers.until("ply", 1)
        hers.until("ply", 0)


def test_refusals_say_what_is_wrong(server: Server) -> None:
    ada, bo = Human(server.url, "Ada"), Human(server.url, "Bo")
    table = ada.opens("feurio", "me", "me")
    assert ada.refused("/me", name="x" * 25)[1] == "table/name"
    assert ada.refused("/tables", game="chess")[:2] == (404, "game/unknown")
    assert ada.refused("/tables", game="feurio", options={"players": 9})[1] == "game/option"
    assert ada.refused("/tables/nowhere/chat", text="x")[:2] == (404, "table/unknown")
    assert bo.refused(f"{table}/moves", ply=0, move="lay 1,0")[1] == "table/seat"
    assert ada.refused(f"{table}/moves", ply=3, move="pass")[:2] == (409, "table/stale")
    assert ada.refused(f"{table}/moves", ply=0, move="lay 9,9")[1] == "move/illegal"
    assert ada.refused(f"{table}/moves", ply=0, move="nonsense")[1] == "move/unreadable"
    status, code, message = ada.refused(f"{table}/moves", ply="zero", move="pass")
    assert (status, code) == (400, "request/invalid")
    assert "ply" in message
    assert ada.refused(f"{table}/sit", seat=0)[:2] == (409, "table/taken")
    assert ada.refused(f"{table}/rematch")[1] == "table/rematch"
    assert ada.refused("/nothing/here")[:2] == (404, "page/unknown")
    assert ada.get(table)["ply"] == 0
    for seat, why in ((-1, "no seat -1; seats are 0 to 1"), (2, "no seat 2; "), (0, "yours")):
        answer = httpx.get(f"{server.url}/api{table}/view?seat={seat}", headers=bo.headers)
        assert (answer.json()["code"], why in answer.json()["message"]) == ("table/seat", True)
    answer = httpx.get(f"{server.url}/api{table}/record", headers=ada.headers)
    assert (answer.status_code, answer.json()["code"]) == (409, "table/running")


def test_a_preview_of_a_position_that_is_gone_says_nothing(server: Server) -> None:
    """A page shows moves at its own pace, and may ask a little late: that is no mistake."""
    ada = Human(server.url, "Ada")
    table = ada.opens("feurio", "me", "me")
    asked = {"move": ada.get(table)["choices"][0]["move"], "ply": 0}
    assert ada.get(f"{table}/preview", **asked)["words"]
    ada.moves(table)
    assert ada.get(f"{table}/preview", **asked) == {"words": ""}


def test_refusals_speak_the_visitors_language(server: Server) -> None:
    told = {
        language: Human(server.url, "Ada", language).refused("/tables/nowhere/chat", text="x")[2]
        for language in ("en", "fr", "it", "de")
    }
    assert len(set(told.values())) == 4


@pytest.mark.parametrize(
    ("method", "body", "status", "code", "detail"),
    [
        ("POST", '{"name": 1}', 400, "request/invalid", "name: Expected `str`, got `int`"),
        ("POST", '{"name": ', 400, "http/400", "Input data was truncated"),
        ("DELETE", "", 405, "http/405", "GET, POST"),
    ],
)
def test_so_do_those_of_the_framework(
    server: Server, method: str, body: str, status: int, code: str, detail: str
) -> None:
    """In a sentence of ours, which ends with what only programmers need."""
    told = set()
    for language in ("en", "fr", "it", "de"):
        headers = {"accept-language": language, "content-type": "application/json"}
        answer = httpx.request(method, f"{server.url}/api/me", content=body, headers=headers, timeout=60)
        refused = answer.json()
        assert (answer.status_code, refused["code"]) == (status, code)
        assert refused["message"].endswith(detail) and refused["message"] != detail
        told.add(refused["message"])
    assert len(told) == 4


def test_a_body_that_is_not_there_is_told_in_the_visitors_language(server: Server) -> None:
    told = set()
    for language in ("en", "fr", "it", "de"):
        answer = httpx.post(f"{server.url}/api/me", headers={"accept-language": language})
        assert (answer.status_code, answer.json()["code"]) == (400, "request/invalid")
        assert "JSON" in answer.json()["message"] and "data" not in answer.json()["message"]
        told.add(answer.json()["message"])
    assert len(told) == 4


@pytest.mark.slow
def test_who_has_the_pictures_is_not_sent_them_again(server: Server) -> None:
    ada = Human(server.url, "Ada")
    table = ada.opens("feurio", "me", "me")
    known = ada.get(table)
    with ada.watches(table, drawn=known["drawn"]) as seen:
        assert "panels" not in seen.hear()
        seen.state["panels"] = known["panels"]
        ada.moves(table)
        seen.until("ply", 1)
        assert seen.state["panels"] == ada.get(table)["panels"], "what changes is told as to everybody"
    for drawn in (known["drawn"], "nonsense"):
        with ada.watches(table, drawn=drawn) as seen:
            assert "board" in seen.hear()["panels"], "they are no longer the same"


@pytest.mark.slow
def test_a_program_does_without_pictures(server: Server) -> None:
    ada = Human(server.url, "Ada")
    table = ada.opens("feurio", "me", "me")
    whole, plain = ada.get(table), ada.get(table, pictures=False)
    assert plain == whole | {"panels": {}, "drawn": plain["drawn"]} and whole["panels"]
    with ada.watches(table, pictures=False) as seen:
        assert seen.hear()["panels"] == {}
        seen.socket.send('{"as": 0}')  # what is asked later changes nothing about it
        ada.moves(table)
        seen.until("ply", 1)
        assert seen.state["panels"] == {} and seen.state["choices"] == ada.get(table)["choices"]


@pytest.mark.slow
def test_a_move_over_the_socket(server: Server) -> None:
    ada, bo = Human(server.url, "Ada"), Human(server.url, "Bo", "fr")
    table = ada.opens("connect_four", "me", "open")
    bo.post(f"{table}/sit", seat=1)
    with ada.watches(table) as hers, bo.watches(table) as his:
        hers.until("phase", "playing")
        his.until("phase", "playing")
        before = hers.state["version"]
        hers.plays(0, "4")
        his.until("ply", 1)
        told = hers.answer()
        assert told["played"] == before + 1 == hers.state["version"]
        assert (told["from"], hers.state["ply"]) == (before, 1), "the answer tells what changed as well"
        for seen, ply, move, code, words in (
            (his, 0, "4", "table/stale", "la partie a avancé"),
            (hers, 1, "4", "table/turn", "not your turn"),
            (his, 1, "9", "move/unreadable", "9"),
        ):
            seen.plays(ply, move)
            refused = seen.answer()["refused"]
            assert refused["code"] == code and words in refused["message"], refused
        his.plays(1, "4")
        assert his.answer()["played"] == before + 2
        hers.until("ply", 2)
    assert ada.get(table)["ply"] == 2
    with Human(server.url, "Eve").watches(table) as others:
        others.until("ply", 2)
        others.plays(2, "4")
        assert others.answer()["refused"]["code"] == "table/seat"


@pytest.mark.slow
def test_moves_over_the_socket_are_limited_like_those_by_http(tmp_path: Path) -> None:
    with serving(tmp_path / "t.sqlite", settings={"LUDOTHEQUE_LIMITS": "0.05"}) as server:
        ada = Human(server.url, "Ada")
        table = ada.opens("connect_four", "me", "novice")
        with ada.watches(table) as seen:
            seen.until("phase", "playing")
            while ada.refused(f"{table}/moves", ply=99, move="4")[0] != 429:
                pass
            codes = set()
            for _ in range(5):
                seen.plays(99, "4")
                codes.add(seen.answer()["refused"]["code"])
            assert "limit/moves" in codes


def test_nonsense_over_the_socket_harms_nothing(server: Server) -> None:
    ada = Human(server.url, "Ada")
    table = ada.opens("feurio", "me", "me")
    with ada.watches(table) as seen:
        seen.hear()
        for nonsense in ("hello", "[]", '{"as": "me"}', '{"do": "move"}', "\x00", "x" * 10_000):
            seen.socket.send(nonsense)
            assert seen.hear()["refused"]["code"] == "table/socket"
        ada.moves(table)
        seen.until("ply", 1)


@pytest.mark.parametrize(
    "path", ["/", "/nope", "/api/tables/ID/watch?seat=x", "/api/tables/ID/watch?pictures=zz"]
)
def test_a_socket_that_there_is_not_says_so(server: Server, path: str) -> None:
    with connect(server.url.replace("http", "ws", 1) + path) as line:
        assert json.loads(line.recv(timeout=20))["refused"]["code"] == "socket/none"
        with pytest.raises(ConnectionClosed):
            line.recv(timeout=20)
    assert line.close_code == 4404


def test_a_socket_for_no_table_is_told_so(server: Server) -> None:
    ada = Human(server.url, "Ada")
    with ada.watches("/tables/nowhere") as seen:
        assert seen.hear()["refused"]["code"] == "table/unknown"
        with pytest.raises(ConnectionClosed):
            seen.hear()


def test_another_sites_page_can_do_nothing(server: Server) -> None:
    origin = {"origin": "https://evil.example"}
    answer = httpx.post(f"{server.url}/api/tables", json={"game": "feurio"}, headers=origin)
    assert (answer.status_code, answer.json()["code"]) == (403, "table/foreign")
    table = Human(server.url, "Ada").opens("feurio", "me", "me")
    url = f"{server.url.replace('http', 'ws')}/api{table}/watch"
    with connect(url, origin=Origin("https://evil.example")) as socket:
        assert "table/foreign" in str(socket.recv())


def test_the_api_describes_itself(server: Server) -> None:
    schema = httpx.get(f"{server.url}/api/openapi.json").json()
    assert schema["openapi"].startswith("3.")
    assert {"/api/tables", "/api/tables/{id}/moves"} <= set(schema["paths"])
    calls = [call for path in schema["paths"].values() for call in path.values()]
    for call in calls:
        assert ("408" in call["responses"]) == ("requestBody" in call)
        assert {"400", "404", "503"} <= set(call["responses"])
    assert sum("requestBody" in call for call in calls) >= 20


def test_the_examples_of_the_api_page_run(server: Server, tmp_path: Path) -> None:
    text = (Path(ludotheque.web.__file__).parent / "routes" / "api.md").read_text()
    blocks = re.findall(r"^```sh\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    script = "set -e\n" + "\n".join(blocks)
    script = script.replace("curl -s", "curl -s -w '\\n%{http_code}\\n'", 1)
    done = subprocess.run(
        ["bash", "-c", script],
        env=os.environ | {"SERVER": server.url},
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    answers = [line for line in done.stdout.replace("}{", "}\n{").splitlines() if line.startswith(("{", "["))]
    assert len(answers) >= 7
    assert sum('"code"' in answer for answer in answers) == 1, "only the last example is refused"


def test_the_api_page_finds_a_move_in_a_view(server: Server) -> None:
    text = (Path(ludotheque.web.__file__).parent / "routes" / "api.md").read_text()
    (program,) = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    names: dict[str, Any] = {"SERVER": server.url}
    exec(program, names)
    assert names["answer"].is_success, names["answer"].text
    assert len(names["view"].moves()) > 1


def test_every_row_of_the_api_page_is_in_a_table(server: Server) -> None:
    page = httpx.get(f"{server.url}/docs/api").text
    assert not re.findall(r"^\| .*", page, re.MULTILINE)
    assert page.count("<td><code>POST /api/re") == 2


@pytest.mark.slow
def test_a_bot_joins_a_table_elsewhere(server: Server) -> None:
    ada = Human(server.url, "Ada")
    table = ada.opens("fou", "open", "novice", "novice", "novice", **FOU)
    link = f"{server.url}/t/{table.rpartition('/')[2]}"
    command = [
        "join",
        link,
        "--seat",
        "0",
        "--bot",
        "greedy",
        "--name",
        "Far away",
        "--contribution",
        "far_away",
    ]
    done = subprocess.run(
        ["ludotheque", *command], capture_output=True, text=True, timeout=120,
        env=os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    state = ada.get(table)
    assert state["phase"] == "over"
    assert state["seats"][0]["name"] == "Far away"
    assert state["fairness"]["contributions"][0] == "far_away"
    assert "the shuffles were fair" in done.stdout


def test_a_path_that_does_not_exist_is_told_in_the_visitors_language(server: Server) -> None:
    asked = (("/nix", "de", "Seite"), ("/nix", "fr", "page"), ("/api/nix", "it", "pagina"))
    for path, language, told in asked:
        answer = httpx.get(server.url + path, headers={"accept-language": language})
        assert answer.status_code == 404
        assert told in answer.text
