"""Several server processes at the same tables, with a real Valkey between them."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import psutil  # type: ignore[import-untyped]
import pytest
from websockets.exceptions import ConnectionClosed

from ludotheque.core.reading import read_record
from ludotheque.tables.storage.faults import Fault
from ludotheque.web.limits import OPEN_SOCKETS
from tests.servers import Postgres, Valkey
from tests.web.people import Human
from tests.web.server import Server, serving

pytestmark = pytest.mark.slow
BOT_MOVES = 'ludotheque_moves_total{by="bots"}'  # in the metrics
SOON = 180.0  # seconds in which anything must have happened


def until(true: Callable[[], Any]) -> Any:
    """Wait until it is true."""
    end = time.monotonic() + SOON
    while not (found := true()):
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.1)
    return found


@contextmanager
def two_servers(database: Path, valkey: Valkey, *arguments: str) -> Iterator[tuple[Server, Server]]:
    broker = {"LUDOTHEQUE_BROKER": valkey.url}
    with (
        serving(database, *arguments, settings=broker) as first,
        serving(database, *arguments, settings=broker) as second,
    ):
        yield first, second


def kill(server: Server) -> None:
    server.process.kill()
    server.process.wait()


def test_two_people_at_two_servers_play_together(tmp_path: Path, valkey: Valkey) -> None:
    with two_servers(tmp_path / "t.sqlite", valkey) as (first, second):
        ada, bo = Human(first.url, "Ada"), Human(second.url, "Bo")
        table = ada.opens("feurio", "me", "open")
        bo.post(f"{table}/sit", seat=1)
        with ada.watches(table) as hers:
            with bo.watches(table) as his:
                while not hers.state.get("seats") or not hers.state["seats"][1]["here"]:
                    hers.hear()
                while not his.state.get("seats") or not his.state["seats"][0]["here"]:
                    his.hear()
                hers.until("phase", "playing")
                people = {True: ada, False: bo}
                for ply in range(6):
                    people[hers.state["turn"] == 0].moves(table)
                    hers.until("ply", ply + 1)
                    his.until("ply", ply + 1)
                    # whoever asks the other server a moment later sees the move
                    assert ada.at(second.url).get(table)["ply"] == ply + 1
                bo.post(f"{table}/chat", text="hello over there")
                while not hers.state["chat"]["entries"]:
                    hers.hear()
            while hers.state["seats"][1]["here"]:
                hers.hear()


def test_a_person_who_moves_at_one_server_and_looks_at_another_has_one_seat(
    tmp_path: Path, valkey: Valkey
) -> None:
    """Requests go to either, as behind a proxy; none is refused for what the other server knows already."""
    with two_servers(tmp_path / "t.sqlite", valkey) as (first, second):
        ada = Human(first.url, "Ada")
        table = ada.opens("feurio", "me", "me")
        twins = [ada, ada.at(second.url)]
        until(lambda: twins[1].get(table)["phase"] == "playing")
        for ply in range(10):
            state = twins[ply % 2].get(table)
            assert state["ply"] == ply
            twins[(ply + 1) % 2].post(f"{table}/moves", ply=ply, move=state["choices"][0]["move"])


def test_bots_go_on_elsewhere_when_their_process_is_killed(tmp_path: Path, valkey: Valkey) -> None:
    with two_servers(tmp_path / "t.sqlite", valkey) as (first, second):
        ada = Human(first.url, "Ada")
        table = ada.opens("fou", *["novice"] * 4, options={"rounds": 1})
        until(lambda: ada.get(table)["ply"] > 3)
        kill(first)
        elsewhere = ada.at(second.url)
        until(lambda: elsewhere.get(table)["phase"] == "over")
        record = elsewhere.get(f"{table}/record")
        assert read_record(json.dumps(record)).check().over


def test_bots_think_where_there_is_time_and_in_one_share(tmp_path: Path, valkey: Valkey) -> None:
    """Many tables at one server, and nobody at the other; a person's hints are counted at both."""
    settings = {
        "LUDOTHEQUE_BROKER": valkey.url,
        "LUDOTHEQUE_BOT_PROCESSES": "1",
        "LUDOTHEQUE_HINT_SECONDS": "0.1",
    }
    with (
        serving(tmp_path / "t.sqlite", settings=settings) as busy,
        serving(tmp_path / "t.sqlite", settings=settings) as idle,
    ):
        ada = Human(busy.url, "Ada")
        mine = ada.opens("feurio", "me", "novice")
        until(lambda: ada.get(mine)["to_act"])
        ada.post(f"{mine}/hint")
        until(lambda: "many hints" in _hint(ada.at(idle.url), mine))  # asked elsewhere, it is the same
        for _ in range(12):
            ada.opens("fou", *["expert"] * 4, options={"rounds": 1})
        until(lambda: _moves_by_bots(idle) > 3)


def _hint(human: Human, table: str) -> str:
    answer = httpx.post(f"{human.url}/api{table}/hint", json={}, headers=human.headers, timeout=60)
    return answer.text


def _moves_by_bots(server: Server) -> float:
    told = httpx.get(f"{server.url}/metrics", timeout=60).text
    return sum(float(line.split()[-1]) for line in told.splitlines() if line.startswith(BOT_MOVES))


def test_clocks_run_out_elsewhere_when_their_process_is_killed(tmp_path: Path, valkey: Valkey) -> None:
    with two_servers(tmp_path / "t.sqlite", valkey) as (first, second):
        ada = Human(first.url, "Ada")
        table = ada.opens("feurio", "me", "novice", clock={"kind": "move", "seconds": 5})
        with ada.watches(table) as watched:
            watched.until("phase", "playing")
            kill(first)
        elsewhere = ada.at(second.url)
        until(lambda: elsewhere.get(table)["ply"] > 0)


def test_somebody_whose_server_was_killed_is_away(tmp_path: Path, valkey: Valkey) -> None:
    with two_servers(tmp_path / "t.sqlite", valkey, "--absence", "1") as (first, second):
        ada, bo = Human(first.url, "Ada"), Human(second.url, "Bo")
        table = ada.opens("feurio", "me", "open", clock={"kind": "move", "seconds": 600})
        bo.post(f"{table}/sit", seat=1)
        with bo.watches(table) as his, ada.watches(table) as hers:
            hers.until("phase", "playing")
            while not his.state.get("seats") or not his.state["seats"][0]["here"]:
                his.hear()
            kill(first)
            while his.state["seats"][0]["here"]:
                his.hear()
            while not his.state["seats"][0]["stand_in"] and his.state["turn"] == 0:
                his.hear()


def test_nobody_is_put_aside_while_their_page_moves_to_another_server(tmp_path: Path, valkey: Valkey) -> None:
    """Nor when the server that they ask has just begun, and has heard of nobody."""
    with two_servers(tmp_path / "t.sqlite", valkey) as (first, second):
        ada, bo = Human(first.url, "Ada"), Human(second.url, "Bo")
        table = ada.opens("feurio", "me", "open")
        bo.post(f"{table}/sit", seat=1)
        with ada.watches(table) as hers:
            hers.until("phase", "playing")
            with bo.watches(table):
                while not hers.state["seats"][1]["here"]:
                    hers.hear()
            while hers.state["seats"][1]["here"]:
                hers.hear()
            assert "Bo was here a moment ago" in ada.refused(f"{table}/stand-in", seat=1)[2]
            kill(second)
        with serving(tmp_path / "t.sqlite", settings={"LUDOTHEQUE_BROKER": valkey.url}) as third:
            why = ada.at(third.url).refused(f"{table}/stand-in", seat=1)[2]
            assert "Bo was here a moment ago" in why


def test_pages_that_were_open_at_a_server_that_was_killed_may_be_open_elsewhere(
    tmp_path: Path, valkey: Valkey
) -> None:
    settings = {"LUDOTHEQUE_LIMITS": "1", "LUDOTHEQUE_BROKER": valkey.url}
    most = int(OPEN_SOCKETS.person.burst)  # type: ignore[union-attr]
    with (
        serving(tmp_path / "t.sqlite", settings=settings) as first,
        serving(tmp_path / "t.sqlite", settings=settings) as second,
        ExitStack() as open_sockets,
    ):
        ada = Human(first.url, "Ada")
        table = ada.opens("connect_four", "me", "me")

        def first_word(server: Server) -> dict[str, Any]:
            watched = ada.at(server.url).watches(table, pictures=False)
            return open_sockets.enter_context(watched).hear()

        for number in range(most):
            assert "refused" not in first_word((first, second)[number % 2])
        assert first_word(second)["refused"]["code"] == "limit/sockets"
        kill(first)
        for _ in range(most // 2):
            assert "refused" not in first_word(second)


def test_workers_on_one_machine_share_a_port_and_one_that_dies_is_replaced(
    tmp_path: Path, valkey: Valkey, postgres: Postgres
) -> None:
    address = postgres.new_database()
    subprocess.run([sys.executable, "-m", "ludotheque", "migrate", "--database", address], check=True)
    settings = {"LUDOTHEQUE_BROKER": valkey.url, "LUDOTHEQUE_DATABASE": address}
    with serving(tmp_path / "t.sqlite", "--workers", "2", settings=settings) as server:
        ada, bo = Human(server.url, "Ada"), Human(server.url, "Bo")
        table = ada.opens("feurio", "me", "open")
        bo.post(f"{table}/sit", seat=1)
        parent = psutil.Process(server.process.pid)
        workers = _processes(parent)
        assert len(workers) == 2
        with ada.watches(table) as seen:
            seen.hear()
            until(lambda: _sockets(server) == 1)
            for dying in workers:
                until(lambda: _try(lambda: ada.get(table)["phase"]) == "playing")
                dying.kill()
                until(lambda: _try(lambda: ada.get(table)["ply"]) is not None)
                human = ada if ada.get(table)["to_act"] else bo
                until(lambda: _try(lambda: _moved(human, table)))  # noqa: B023
        until(lambda: _try(lambda: _sockets(server)) == 0)  # those of the dead are not counted
        assert ada.get(table)["ply"] == 2
        until(lambda: len(_processes(parent)) == 2)
        children = parent.children(recursive=True)
        server.process.send_signal(signal.SIGTERM)
        server.process.wait(60)
        until(lambda: not any(child.is_running() for child in children))


def test_processes_that_follow_killed_ones_say_that_the_database_is_away(
    tmp_path: Path, valkey: Valkey
) -> None:
    with Postgres.running() as postgres:
        address = postgres.new_database()
        subprocess.run([sys.executable, "-m", "ludotheque", "migrate", "--database", address], check=True)
        settings = {"LUDOTHEQUE_DATABASE": address, "LUDOTHEQUE_BROKER": valkey.url}
        with serving(tmp_path / "t.sqlite", "--workers", "2", settings=settings) as server:
            ada = Human(server.url, "Ada")
            table = ada.opens("feurio", "me", "me")
            postgres.kill()
            for dying in _processes(psutil.Process(server.process.pid)):
                dying.kill()
                dying.wait()
            told = until(lambda: _try(lambda: httpx.get(f"{server.url}/readyz", timeout=5)))
            assert (told.status_code, told.text) == (503, f"{Fault.AWAY.value}\n")
            assert httpx.get(f"{server.url}/healthz", timeout=60).is_success
            refused = httpx.get(f"{server.url}/api{table}", headers=ada.headers, timeout=60)
            assert (refused.status_code, refused.json()["message"]) == (503, Fault.AWAY.value)
            postgres.start()
            until(lambda: _try(lambda: httpx.get(f"{server.url}/readyz", timeout=60).is_success))
            assert ada.moves(table) == 0


def _sockets(server: Server) -> float:
    return server.numbers().get("ludotheque_sockets", 0)


def _moved(human: Human, table: str) -> bool:
    human.moves(table)
    return True


def _try(ask: Callable[[], Any]) -> Any:
    try:
        return ask()
    except Exception:  # whoever was connected to the dead one is told nothing
        return None


def test_a_process_that_is_killed_while_the_server_starts(tmp_path: Path, valkey: Valkey) -> None:
    """The others end too, and whoever started it is told why."""
    command = [sys.executable, "-m", "ludotheque", "serve", "--no-browser", "--port", "0", "--workers", "2"]
    settings = {"LUDOTHEQUE_DATABASE": str(tmp_path / "t.sqlite"), "LUDOTHEQUE_BROKER": valkey.url}
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, env=os.environ | settings | {"COLUMNS": "200"}, stdout=pipe, stderr=pipe, text=True
    ) as server:
        children = until(lambda: _processes(psutil.Process(server.pid)))
        children[0].kill()
        output, said = server.communicate(timeout=SOON)
    assert (server.returncode, output) == (1, "")
    assert said == (
        f"server process {children[0].pid} was killed by SIGKILL while it started;"
        " the others are stopped too\n"
    )
    until(lambda: not any(child.is_running() for child in children))


def _processes(parent: psutil.Process) -> list[psutil.Process]:
    """The server processes that a server has started."""
    return [one for one in parent.children() if "spawn_main" in " ".join(one.cmdline())]


def test_a_second_server_for_one_file_says_what_to_set(tmp_path: Path, valkey: Valkey) -> None:
    def start(**settings: str) -> subprocess.CompletedProcess[str]:
        environment = os.environ | {"LUDOTHEQUE_DATABASE": str(tmp_path / "t.sqlite"), **settings}
        command = [sys.executable, "-m", "ludotheque", "serve", "--no-browser", "--port", "0"]
        return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=SOON)

    with serving(tmp_path / "t.sqlite") as first:
        for refused in (start(), start(LUDOTHEQUE_BROKER=valkey.url)):
            assert refused.returncode == 1
            assert "another server" in refused.stderr
            assert "LUDOTHEQUE_BROKER" in refused.stderr
            assert "Traceback" not in refused.stderr
        kill(first)
    with serving(tmp_path / "t.sqlite") as again:
        assert Human(again.url, "Ada").get("/me") == {"name": "Ada"}


@pytest.mark.skipif(sys.platform != "linux", reason="only there a file can be held besides its lock")
def test_a_second_server_is_refused_by_the_file_itself(tmp_path: Path) -> None:
    """By another name, with another lock and another log, it would ruin it; and a lock can be deleted."""
    file, hard = tmp_path / "t.sqlite", tmp_path / "hard.sqlite"

    def refused(database: Path) -> None:
        command = [sys.executable, "-m", "ludotheque", "serve", "--no-browser", "--port", "0"]
        command += ["--database", str(database)]
        told = subprocess.run(command, capture_output=True, text=True, timeout=SOON)
        assert (told.returncode, told.stdout) == (1, "")
        assert "another server keeps its tables in" in told.stderr and "LUDOTHEQUE_BROKER" in told.stderr

    with serving(file) as server:
        ada = Human(server.url, "Ada")
        table = ada.opens("feurio", "me", "me")
        hard.hardlink_to(file)
        refused(hard)
        file.with_name("t.sqlite-lock").unlink()
        refused(file)
        assert ada.moves(table) == 0
        peek = f"import sqlite3; sqlite3.connect({str(file)!r}).execute('select * from events').fetchall()"
        subprocess.run([sys.executable, "-c", peek], check=True)  # SQLite has its own locks all the same
        assert ada.moves(table) == 1
        kill(server)
    with serving(file) as again:
        assert ada.at(again.url).get(table)["ply"] == 2


def test_a_second_server_for_one_postgresql_says_what_to_set(tmp_path: Path, valkey: Valkey) -> None:
    with Postgres.running() as postgres:
        address = postgres.new_database()
        subprocess.run([sys.executable, "-m", "ludotheque", "migrate", "--database", address], check=True)
        alone = {"LUDOTHEQUE_DATABASE": address}
        both = alone | {"LUDOTHEQUE_BROKER": valkey.url}

        def refused(settings: dict[str, str]) -> bool:
            command = [sys.executable, "-m", "ludotheque", "serve", "--no-browser", "--port", "0"]
            try:
                told = subprocess.run(
                    command, env=os.environ | settings, capture_output=True, text=True, timeout=20
                )
            except subprocess.TimeoutExpired:
                return False  # it serves
            assert "another server keeps its tables in postgresql" in told.stderr
            assert "LUDOTHEQUE_BROKER" in told.stderr and "Traceback" not in told.stderr
            return told.returncode == 1

        with serving(tmp_path / "first", settings=alone) as first:
            assert refused(alone) and refused(both)
            postgres.kill()
            postgres.start()
            until(lambda: asyncio.run(_locks(address)) == 1)
            assert refused(alone), "it has the lock again"
            assert "another server" not in first.log.read_text()
        with serving(tmp_path / "first", settings=both), serving(tmp_path / "second", settings=both):
            assert refused(alone)


async def _locks(address: str) -> int:
    """How many servers hold the database."""
    try:
        connection = await asyncpg.connect(address)
    except (OSError, asyncpg.PostgresError):
        return 0  # it still starts
    try:
        return int(await connection.fetchval("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"))
    finally:
        await connection.close()


def test_workers_need_a_broker(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "ludotheque", "serve", "--no-browser", "--port", "0", "--workers", "2"]
    environment = os.environ | {"LUDOTHEQUE_DATABASE": str(tmp_path / "t.sqlite")}
    away = "the broker does not answer: Connection refused; is LUDOTHEQUE_BROKER right?\n"
    for broker, why in [("", "needs a broker"), ("redis://127.0.0.1:1", away)]:
        done = subprocess.run(
            command,
            env=environment | {"LUDOTHEQUE_BROKER": broker},
            capture_output=True,
            text=True,
            timeout=SOON,
        )
        assert (done.returncode, len(done.stderr.strip().splitlines())) == (1, 1)
        assert why in done.stderr


def test_a_stop_tells_whoever_watches_and_loses_nothing(tmp_path: Path) -> None:
    with serving(tmp_path / "t.sqlite") as server:
        ada = Human(server.url, "Ada")
        table = ada.opens("feurio", "me", "me")
        with ada.watches(table) as watched:
            watched.until("phase", "playing")
            ada.moves(table)
            watched.until("ply", 1)
            server.process.terminate()
            told: dict[str, Any] = {}
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    told = watched.hear()
            assert told["refused"]["code"] == "table/stopping"
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
        server.process.wait(30)
    with serving(tmp_path / "t.sqlite") as again:
        assert ada.at(again.url).get(table)["ply"] == 1
