"""A server whose database fails, seen from outside: an answer of one sentence, and a log of one line."""

import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.disks import (
    cut_in_half,
    emptied,
    overwrite_behind_the_header,
    overwrite_the_second_half,
    read_only,
)
from tests.web.people import Human
from tests.web.server import Server, serving


def move(server: Server, human: Human, table: str) -> httpx.Response:
    """Whoever's turn it is plays the first legal move; both seats are one person's."""
    return play(server, human, table, human.get(table))


def play(server: Server, human: Human, table: str, state: dict[str, Any]) -> httpx.Response:
    """The same at a table that looks like this."""
    body = {"ply": state["ply"], "move": state["choices"][0]["move"]}
    return httpx.post(f"{server.url}/api{table}/moves", json=body, headers=human.headers, timeout=60)


def assert_refused(answer: httpx.Response, begin: str) -> None:
    """The database could not do it, and a sentence with this *begin* says why."""
    assert (answer.status_code, answer.json()["code"]) == (503, "storage/failed")
    assert answer.json()["message"].startswith(begin)


def assert_told_of_damage(server: Server, file: Path) -> None:
    """The log says it when it begins, and never that it is over."""
    told = [line for line in server.log.read_text().splitlines() if str(file) in line]
    assert 1 <= len(told) <= 2, "one line of who writes, and perhaps one of who reads"
    assert not any("works again" in line for line in told)


@pytest.mark.slow
def test_a_database_that_is_deleted_while_the_server_runs(tmp_path: Path) -> None:
    file, aside = tmp_path / "tables.sqlite", tmp_path / "aside"
    aside.mkdir()
    with serving(file) as server:
        assert file.stat().st_mode & 0o777 == 0o600
        ada = Human(server.url, "Ada")
        table = ada.opens("feurio", "me", "me")
        assert move(server, ada, table).is_success
        seen = ada.get(table)
        ours = [path for path in tmp_path.glob("tables.sqlite*") if not path.name.endswith("-lock")]
        for path in ours:
            path.rename(aside / path.name)
        for _ in range(3):
            refused = play(server, ada, table, seen)
            assert refused.status_code == 503
            assert refused.json()["code"] == "storage/failed"
            assert refused.json()["message"].startswith("the server's database is missing or damaged; ")
        page = httpx.get(f"{server.url}/", headers={"accept-language": "en"}, timeout=60)
        assert page.status_code in (200, 503)
        told = [line for line in server.log.read_text().splitlines() if "cannot be found any more" in line]
        assert 1 <= len(told) <= 2, "one line of who writes, and perhaps one of who reads"
        for path in aside.iterdir():
            path.rename(tmp_path / path.name)
        end = time.monotonic() + 60
        while ada.get(table)["ply"] == seen["ply"]:  # the move that was refused is on disk all the same
            assert time.monotonic() < end, "whoever looks again is shown it"
        assert move(server, ada, table).is_success
        ply = ada.get(table)["ply"]
    with serving(file) as server:
        ada._api = f"{server.url}/api"
        assert ada.get(table)["ply"] == ply


@pytest.mark.slow
def test_a_database_that_nobody_may_write_to_for_a_while(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    with serving(file) as server:
        ada = Human(server.url, "Ada")
        table = ada.opens("connect_four", "me", "me")
        assert move(server, ada, table).is_success
        seen = ada.get(table)
        with read_only([path for path in tmp_path.glob("tables.sqlite*") if not path.name.endswith("-lock")]):
            for _ in range(3):
                assert_refused(
                    play(server, ada, table, seen), "the server may not write to its database now, "
                )
            assert ada.get(table) == seen, "whoever looks sees it as before"
            assert httpx.get(f"{server.url}/readyz", timeout=60).status_code == 503
        while not httpx.get(f"{server.url}/readyz", timeout=60).is_success:
            time.sleep(0.1)  # it tries once a second, though nobody plays
        assert play(server, ada, table, seen).is_success, "as if it had never been refused"
        told = [line for line in server.log.read_text().splitlines() if str(file) in line]
        assert len(told) == 2 and "readonly" in told[0] and "works again" in told[1], told
        assert ada.get(table)["ply"] == seen["ply"] + 1


@pytest.mark.slow
def test_a_database_that_is_overwritten_while_the_server_runs(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    with serving(file) as server:
        ada = Human(server.url, "Ada")
        table = ada.opens("feurio", "me", "me")
        state = ada.get(table)
        with file.open("r+b") as damaged:
            damaged.write(os.urandom(20_000))
        for _ in range(3):
            assert_refused(play(server, ada, table, state), "the server's database is missing or damaged; ")
        assert_told_of_damage(server, file)


@pytest.mark.slow
def test_a_database_that_is_overwritten_behind_its_header(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    with serving(file) as server:
        ada = Human(server.url, "Ada")
        table = ada.opens("feurio", "me", "me")
        state = ada.get(table)
        overwrite_behind_the_header(file)
        while "malformed" not in server.log.read_text():
            httpx.get(f"{server.url}/readyz", timeout=60)  # the server goes round its house meanwhile
        for _ in range(3):
            assert_refused(play(server, ada, table, state), "the server's database is missing or damaged; ")
            assert httpx.get(f"{server.url}/readyz", timeout=60).status_code == 503
        assert_told_of_damage(server, file)


@pytest.mark.slow
@pytest.mark.parametrize("damage", [cut_in_half, overwrite_the_second_half, emptied])
def test_a_log_of_the_database_that_is_damaged_while_the_server_runs(
    tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    """What is written behind the damage would be lost with a crash, though SQLite says that it is kept."""
    file = tmp_path / "tables.sqlite"
    with serving(file) as server:
        ada = Human(server.url, "Ada")
        table = ada.opens("feurio", "me", "me")
        for _ in range(8):
            assert move(server, ada, table).is_success
        state = ada.get(table)
        damage(Path(f"{file}-wal"))
        for _ in range(3):
            assert_refused(play(server, ada, table, state), "the server's database is missing or damaged; ")
            assert httpx.get(f"{server.url}/readyz", timeout=60).status_code == 503
        assert_told_of_damage(server, file)
        assert "start it again" in server.log.read_text()
    with closing(sqlite3.connect(file)) as left:  # the server has not brought the damage into the file
        assert left.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    with serving(file) as server:
        assert httpx.get(f"{server.url}/readyz", timeout=60).is_success
        again = ada.at(server.url)
        assert move(server, again, again.opens("feurio", "me", "me")).is_success
