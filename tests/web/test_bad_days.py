"""What happened to a server's tables when it was killed, when its disk was full and when clocks jumped or ran
out: an attack found tables that stood still, seats that were lost and moves that did not count.
"""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path

import httpx
import pytest
from bench.stored import fill

from ludotheque.tables.clock import SHORTEST_TURN
from ludotheque.tables.events import Event, Moved, StoodIn
from ludotheque.tables.service import MOST_IDLE
from ludotheque.tables.storage import open_storage
from ludotheque.tables.table import replayed
from tests.disks import fill as fill_disk
from tests.web.people import Human
from tests.web.server import UNLIMITED, Server, afresh, serving

pytestmark = pytest.mark.slow

MANY = 24  # tables at which somebody sits down while the server is killed
LAST_MOMENTS = (0.012, 0.05, 0.2, 0.8, 4.0)  # seconds that are left on a clock
JUMPING = """
import os, time
real = time.time
time.time = lambda: real() + 3600 * os.path.exists({file!r})
"""
THINKING = """
import os, time
class Thinker:
    def __init__(self, game, *, seed=None):
        pass
    def choose(self, view):
        open({thinks!r}, "w").close()
        while not os.path.exists({moves!r}):
            time.sleep(0.01)
        return view.moves()[0]
"""


def eventually(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not true():
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.02)


async def stored(file: Path, ids: list[str]) -> dict[str, tuple[str, list[Event]]]:
    """What lists tell of tables, and their events, when no server runs."""
    storage = open_storage(str(file))
    await storage.start()
    try:
        found = {}
        for id in ids:
            told = await storage.summary(id)
            assert told is not None
            found[id] = told.phase, await storage.load(id)
        return found
    finally:
        await storage.stop()


def test_a_server_killed_while_people_sit_down_leaves_no_table_between_two_chairs(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    with serving(file, settings=UNLIMITED) as server:
        ada, bo = Human(server.url, "Ada"), Human(server.url, "Bo")
        tables = [ada.opens("connect_four", "me", "open") for _ in range(MANY)]
        sat, numbers = list[str](), count(1)

        def sit(table: str) -> None:
            try:
                bo.post(f"{table}/sit", seat=1)
            except httpx.TransportError:
                return  # the server is gone
            sat.append(table)
            if next(numbers) == MANY // 4:
                server.kill()

        with ThreadPoolExecutor(8) as sitting:
            list(sitting.map(sit, tables))
    assert MANY // 4 <= len(sat) < MANY
    found = asyncio.run(stored(file, [table.rpartition("/")[2] for table in tables]))
    for id, (phase, events) in found.items():
        assert phase == replayed(id, events).phase, id
        assert f"/tables/{id}" not in sat or phase == "playing", "it was acknowledged"


def test_a_bot_moves_as_soon_as_there_is_room_on_the_disk_again(small_disk: Path, tmp_path: Path) -> None:
    ballast = small_disk / "ballast"
    with serving(
        tmp_path / "tables.sqlite", settings={"LUDOTHEQUE_DATABASE": str(small_disk / "tables.sqlite")}
    ) as server:
        ada = Human(server.url, "Ada")
        table = ada.opens("fou", "me", "expert", "expert", "expert")
        with ada.watches(table) as seen:
            seen.until("to_act", True)
            ada.moves(table)  # the next bot holds cards, and takes its time
            fill_disk(ballast)
            eventually(lambda: "full" in server.log.read_text())
            fill_disk(ballast)
            told = httpx.post(
                f"{server.url}/api{table}/chat", json={"text": "?"}, headers=ada.headers, timeout=60
            )
            assert (told.status_code, told.json()["code"]) == (503, "storage/failed"), told.text
            assert "disk is full" in told.json()["message"]
            seen.until("unsaved", True)
            ply = ada.get(table)["ply"]
            ballast.unlink()
            while seen.state["ply"] <= ply:  # though nobody comes or goes
                seen.hear()
            assert not seen.state["unsaved"]


@contextmanager
def joined(server: Server, table: str, bot: Path) -> Iterator[subprocess.Popen[str]]:
    """A bot of another program in seat 1; it thinks until a file says that it may move."""
    bot.write_text(THINKING.format(thinks=str(bot.with_suffix(".thinks")), moves=str(bot.with_suffix(".go"))))
    link = f"{server.url}/t/{table.rpartition('/')[2]}"
    command = [sys.executable, "-m", "ludotheque", "join", link, "--seat", "1", "--bot", f"{bot}:Thinker"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as guest:
        try:
            yield guest
        finally:
            guest.kill()


def sat_down(server: Server, playing: ExitStack, bot: Path) -> tuple[Human, str, subprocess.Popen[str]]:
    """Ada, whose turn it is, her table, and the guest at it."""
    ada = Human(server.url, "Ada")
    table = ada.opens("connect_four", "me", "open")
    guest = playing.enter_context(joined(server, table, bot))
    eventually(lambda: bool(ada.get(table)["to_act"]))
    return ada, table, guest


def test_a_bot_that_joined_plays_on_when_its_server_is_back(tmp_path: Path) -> None:
    file, bot = tmp_path / "tables.sqlite", tmp_path / "bot.py"
    with ExitStack() as playing:
        with serving(file) as server:
            ada, table, guest = sat_down(server, playing, bot)
            ada.moves(table)
            eventually(bot.with_suffix(".thinks").exists)
        bot.with_suffix(".go").touch()
        time.sleep(2)  # it asks in vain, and more than once
        with serving(file, port=server.port):
            while (state := ada.get(table))["phase"] != "over":
                assert guest.poll() in (None, 0), guest.communicate()
                if state["to_act"]:
                    ada.moves(table)
                time.sleep(0.02)
            said, wrong = guest.communicate(timeout=60)
    assert guest.returncode == 0, wrong
    assert said.count("trying again") == 1


def test_a_bot_that_joined_ends_with_a_sentence_when_its_table_is_gone(tmp_path: Path) -> None:
    with ExitStack() as playing:
        with serving(tmp_path / "tables.sqlite") as server:
            _, _, guest = sat_down(server, playing, tmp_path / "bot.py")
        with serving(tmp_path / "others.sqlite", port=server.port):
            _, wrong = guest.communicate(timeout=60)
    assert guest.returncode != 0
    assert "there is no table" in wrong and "Traceback" not in wrong and len(wrong.splitlines()) == 1


def last_moment(server: Server, left: float) -> tuple[str, bool]:
    """Move when the clock has so many seconds left; the table, and whether that was acknowledged."""
    ada = Human(server.url, "Ada")
    table = ada.opens("feurio", "me", "novice", clock={"kind": "game", "seconds": 8})
    state = ada.get(table)
    if not state["to_act"]:  # a very busy machine
        return table.rpartition("/")[2], False
    time.sleep(max(0.0, state["seats"][0]["clock"] - left))
    body = {"ply": state["ply"], "move": state["choices"][0]["move"]}
    answer = httpx.post(f"{server.url}/api{table}/moves", json=body, headers=ada.headers, timeout=60)
    return table.rpartition("/")[2], answer.is_success


def test_a_move_that_was_acknowledged_in_the_last_moment_keeps_its_seat(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    with serving(file) as server:
        Human(server.url, "Bo").opens("feurio", "me", "novice")  # the game is loaded
        with ThreadPoolExecutor(len(LAST_MOMENTS)) as players:
            moved = dict(players.map(lambda left: last_moment(server, left), LAST_MOMENTS))
    assert any(moved.values())
    for id, (_phase, events) in asyncio.run(stored(file, list(moved))).items():
        hers = [event.at for event in events if isinstance(event, Moved) and event.person]
        lost = [event.at for event in events if isinstance(event, StoodIn) and event.for_good]
        assert len(hers) == moved[id]
        for acknowledged, up in zip(hers, lost, strict=False):
            assert up >= acknowledged + SHORTEST_TURN - 0.001, id


def test_a_machine_whose_clock_jumps_an_hour_ahead_takes_nobodys_seat(tmp_path: Path) -> None:
    jumped = tmp_path / "jumped"
    (tmp_path / "sitecustomize.py").write_text(JUMPING.format(file=str(jumped)))
    path = os.pathsep.join([str(tmp_path), *sys.path])
    with serving(tmp_path / "tables.sqlite", settings={"PYTHONPATH": path}, start=afresh) as server:
        ada = Human(server.url, "Ada")
        table = ada.opens("feurio", "me", "novice", clock={"kind": "game", "seconds": 600})
        with ada.watches(table) as seen:
            seen.until("to_act", True)
            jumped.touch()
            time.sleep(1.5)  # the server has gone round its house
            state = ada.get(table)
            assert state["to_act"] and not state["seats"][0]["stand_in"]
            assert state["seats"][0]["clock"] > 300
            ada.moves(table)


def test_five_thousand_tables_sleep_through_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    asyncio.run(fill(str(file), 5000))
    with serving(file) as server:
        assert httpx.get(server.url, timeout=60).text.count('href="/t/') >= 50
        eventually(lambda: httpx.get(f"{server.url}/readyz", timeout=60).is_success)
        for id in ("t0copied", "t1copied"):
            assert Human(server.url, "Ada").get(f"/tables/{id}")["ply"] == 20
        assert 2 <= server.numbers()["ludotheque_tables"] <= MOST_IDLE
