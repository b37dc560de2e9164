"""What somebody who runs a server looks at: probes, numbers, the log."""

import json
import os
import signal
import socket
from pathlib import Path

import httpx
import pytest

from tests.web.people import Human
from tests.web.server import Server, serving

pytestmark = pytest.mark.slow  # servers, databases or thousands of moves

TOKEN = "a-token-for-the-metrics"


def test_it_is_alive_and_ready(server: Server) -> None:
    for probe, said in (("healthz", "alive"), ("readyz", "ready")):
        answer = httpx.get(f"{server.url}/{probe}", headers={"host": "10.1.2.3"})
        assert (answer.status_code, answer.text) == (200, f"{said}\n")
        assert "set-cookie" not in answer.headers


def test_it_is_not_ready_without_its_database(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as server:
        for file in tmp_path.glob("tables.sqlite*"):
            file.rename(tmp_path / f"away-{file.name}")
        answer = httpx.get(f"{server.url}/readyz", timeout=20)
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
        assert answer.text.count("\n") == 1
        assert httpx.get(f"{server.url}/healthz").status_code == 200


def test_the_numbers_tell_what_is_done(server: Server) -> None:
    ada = Human(server.url, "Ada")
    table = ada.opens("connect_four", "me", "me")
    before = server.numbers()
    with ada.watches(table) as seen:
        seen.hear()
        ada.moves(table)
        during = server.numbers()
        view = ada.get(table)
        for answer in ("played", "refused"):  # the second time it is stale
            seen.plays(view["ply"], view["choices"][0]["move"])
            assert answer in seen.answer()
    told = "ludotheque_move_seconds_count"
    assert during[told] == before.get(told, 0) + 1
    assert server.numbers()[told] == during[told] + 1, "moves over sockets count too, if they are stored"
    moves = 'ludotheque_moves_total{by="people"}'
    assert during[moves] == before.get(moves, 0) + 1
    assert during["ludotheque_sockets"] >= 1
    assert during["ludotheque_tables"] >= 1
    assert during["ludotheque_bots_waiting"] >= 0
    asked = 'ludotheque_request_seconds_count{method="POST",route="/api/tables/{id}/moves",status="200"}'
    assert during[asked] >= 1
    assert table.rpartition("/")[2] not in httpx.get(f"{server.url}/metrics").text


@pytest.mark.slow
def test_the_numbers_are_not_for_the_world(tmp_path: Path) -> None:
    with serving(tmp_path / "t.sqlite", settings={"LUDOTHEQUE_METRICS_TOKEN": TOKEN}) as server:
        for sent, status in ((TOKEN, 200), (f"{TOKEN}!", 403), (None, 403)):
            headers = {"authorization": f"Bearer {sent}"} if sent else {}
            for host in ("127.0.0.1", "evil.example", "ludotheque-1:8421"):
                answer = httpx.get(f"{server.url}/metrics", headers={**headers, "host": host})
                assert answer.status_code == status


def test_the_numbers_are_not_for_a_name_of_somebody_elses(server: Server) -> None:
    """It may point at this machine (DNS rebinding)."""
    for host, status in (("evil.example", 403), ("127.0.0.1.evil.example", 403), ("localhost:8421", 200)):
        assert httpx.get(f"{server.url}/metrics", headers={"host": host}).status_code == status


def test_every_answer_has_the_number_of_its_request(server: Server) -> None:
    paths = ("/", "/nix", "/api/me", "/api/nix", "/healthz")
    numbers = [httpx.get(server.url + path).headers["x-request-id"] for path in paths]
    assert len(set(numbers)) == len(paths)
    own = httpx.get(server.url, headers={"x-request-id": "mine"}).headers["x-request-id"]
    assert own != "mine", "this server has no proxy"


def test_so_has_that_to_what_is_no_request(server: Server) -> None:
    numbers = set()
    for _ in range(2):
        with socket.create_connection(("127.0.0.1", server.port), 20) as line:
            line.sendall(b"nonsense\r\n\r\n")
            first, *headers = line.recv(10_000).decode().partition("\r\n\r\n")[0].split("\r\n")
        assert first.startswith("HTTP/1.1 400 ")
        assert "cache-control: private, no-store" in headers
        numbers |= {header for header in headers if header.startswith("x-request-id: ")}
    assert len(numbers) == 2


@pytest.mark.slow
def test_the_log_has_a_line_for_each_request_and_no_secret(tmp_path: Path) -> None:
    settings = {"LUDOTHEQUE_LOG": "json", "LUDOTHEQUE_PROXIES": "127.0.0.1"}
    with serving(tmp_path / "tables.sqlite", settings=settings) as server:
        ada = Human(server.url, "Ada")
        table = ada.opens("fou", "me", "friend", "friend", "friend")
        key = ada.get(table)["seats"][1]["invite"].partition("?key=")[2]
        page = f"{server.url}/t/{table.rpartition('/')[2]}?key={key}"
        headers = {"x-request-id": "from-the-proxy", "x-forwarded-for": "203.0.113.9"}
        answer = httpx.get(page, headers=headers)
        assert answer.headers["x-request-id"] == "from-the-proxy"
        newcomer = answer.headers["set-cookie"].partition("person=")[2].partition(";")[0]
        with ada.watches(table) as seen:
            seen.hear()
        os.kill(server.process.pid, signal.SIGTERM)
        server.process.wait(30)
        text = server.log.read_text()
        lines = [json.loads(line) for line in text.splitlines()]
    (line,) = [line for line in lines if line.get("request") == "from-the-proxy"]
    assert (line["method"], line["status"], line["address"]) == ("GET", 200, "203.0.113.9")
    assert any(line.get("method") == "SOCKET" for line in lines)
    for secret in (key, newcomer, ada.headers["authorization"].split()[1]):
        assert secret
        assert secret not in text


def test_a_request_that_never_ends_does_not_hold_up_a_stop(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as server:  # it looks for a traceback in the log
        with socket.create_connection(("127.0.0.1", server.port), 20) as line:
            line.sendall(b"POST /api/tables HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 100\r\n\r\n{")
            httpx.get(f"{server.url}/healthz")  # the other has been heard by then
            os.kill(server.process.pid, signal.SIGTERM)
            server.process.wait(30)
            answer = line.recv(10_000)
        assert answer.startswith(b"HTTP/1.1 503 ")
        assert b"\r\nretry-after: 2\r\n" in answer
        assert answer.endswith(b"The server restarts; send this again in a moment.")
        assert "Cancel" not in server.log.read_text()
