"""The bots' processes of a real server: killed, left behind, asked for what nobody waits for."""

import json
import os
import signal
import socket
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.web.people import Human
from tests.web.server import UNLIMITED, Server, serving

pytestmark = pytest.mark.slow
LONG = 60.0  # seconds in which anything must have happened
SOON = 15.0  # in which a novice answers: on a machine of one's own 5, but tests crowd theirs


def eventually(true: Callable[[], bool]) -> None:
    end = time.monotonic() + LONG
    while not true():
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.02)


def stat(process: int) -> list[str]:
    """What Linux tells of a process, from its state on; nothing if it is gone."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []


def children(process: int) -> list[int]:
    """All that a process has started and that is alive."""
    everybody = [int(folder.name) for folder in Path("/proc").glob("[0-9]*")]
    return [
        child for child in everybody if (told := stat(child)) and told[1] == str(process) and told[0] != "Z"
    ]


def workers(server: Server) -> list[int]:
    return [child for child in children(server.process.pid) if b"spawn_main" in _command(child)]


def _command(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


def seconds_of_work(process: int) -> float:
    told = stat(process)
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK") if told else 0.0


def test_bots_move_on_when_their_processes_are_killed(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as server:
        ada = Human(server.url, "Ada")
        table = ada.opens("fou", "me", "expert", "expert", "expert")
        with ada.watches(table) as watched:
            watched.until("to_act", True)
            for _ in range(3):
                killed = set[int]()
                while not killed or killed.issuperset(workers(server)):  # Ada may take the trick
                    ply = ada.moves(table)
                    for worker in workers(server):
                        os.kill(worker, signal.SIGKILL)
                        killed.add(worker)
                    watched.until_turn_after(ply)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_no_process_outlives_its_server(how: signal.Signals, tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as server:
        ada = Human(server.url, "Ada")
        table = ada.opens("fou", "me", "expert", "expert", "expert")
        with ada.watches(table) as watched:
            watched.until("to_act", True)
            ada.moves(table)
            eventually(lambda: bool(workers(server)))
            started = children(server.process.pid)
            server.process.send_signal(how)
            server.process.wait(LONG)
        eventually(lambda: not any(stat(process) for process in started))


def test_hints_are_not_thought_for_whoever_has_hung_up(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as server:
        people = [Human(server.url, f"Ada {number}") for number in range(20)]
        tables = [ada.opens("forma", "me", "me") for ada in people]
        people[1].post(f"{tables[1]}/hint")
        crew = workers(server)
        eventually(lambda: idle(crew))  # all that a hint needs is loaded
        before = sum(map(seconds_of_work, crew))
        assert people[0].post(f"{tables[0]}/hint")["move"]
        one = sum(map(seconds_of_work, crew)) - before
        before += one
        lines = [ask(server, ada, table) for ada, table in zip(people, tables, strict=True) for _ in range(3)]
        eventually(lambda: server.numbers()["ludotheque_bots_waiting"] > len(lines) // 2)
        for line in lines:
            line.close()
        bo, hung_up = Human(server.url, "Bo"), time.monotonic()
        elsewhere = bo.opens("connect_four", "me", "novice")
        with bo.watches(elsewhere) as seen:
            seen.until("to_act", True)
            bo.moves(elsewhere)
            seen.until("ply", 2)
        assert time.monotonic() - hung_up < SOON, "it waited for hints that nobody waits for"
        eventually(lambda: idle(crew))
        assert server.numbers()["ludotheque_bot_dropped_total"] == len(lines)
        assert sum(map(seconds_of_work, crew)) - before < 2 * one
        assert people[0].post(f"{tables[0]}/hint")["move"]


def test_experts_that_nobody_looks_at_keep_no_novice_waiting(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite", settings=UNLIMITED) as server:
        eve, bo = Human(server.url, "Eve"), Human(server.url, "Bo")
        for _ in range(30):
            eve.opens("fou", *["expert"] * 8)
        table = bo.opens("connect_four", "me", "novice")
        with bo.watches(table) as seen:
            seen.until("to_act", True)
            for answered in (2, 4, 6):
                before = server.numbers()
                assert before["ludotheque_bots_waiting"] > 20
                bo.moves(table)
                seen.until("ply", answered)
                kind = 'ludotheque_bot_thoughts_total{kind="expert"}'
                thought = server.numbers()[kind] - before.get(kind, 0)
                assert thought < 30, "all of them would have moved before"


def ask(server: Server, person: Human, table: str) -> socket.socket:
    """Ask for a hint, and do not wait for it."""
    line = socket.create_connection(("127.0.0.1", server.port))
    body = json.dumps({}).encode()
    headers = {**person.headers, "host": f"127.0.0.1:{server.port}", "content-length": str(len(body))}
    fields = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    start = f"POST /api{table}/hint HTTP/1.1\r\ncontent-type: application/json\r\n{fields}\r\n"
    line.sendall(start.encode() + body)
    return line


def idle(processes: list[int]) -> bool:
    """Whether they do nothing for a while."""
    before = sum(map(seconds_of_work, processes))
    time.sleep(1.0)
    return sum(map(seconds_of_work, processes)) - before < 0.05
