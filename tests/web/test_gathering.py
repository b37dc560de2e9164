"""The sockets of a table are in one of several processes, whichever was asked; all else is as ever."""

import asyncio
import os
import re
import resource
import select
import signal
import socket
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from zlib import crc32

import httpx
import psutil  # type: ignore[import-untyped]
import pytest
from websockets.exceptions import ConnectionClosed

from ludotheque.web import gathering
from ludotheque.web.gathering import LARGEST, MOST_AT_THE_DOOR, Gathering, Place
from ludotheque.web.security import LARGEST_HEADERS
from tests.servers import Valkey
from tests.web.people import Human, Watched
from tests.web.server import Server, serving
from tests.web.test_many_processes import until

PROCESSES = 2
ANEW = re.compile(rb"(?im)^(x-request-id|date): .*\r\n")  # what is new in every answer
CLOSED = b"\x88"  # begins the frame that closes a socket; nothing else here has this byte
ABOUT = 4  # more may wait than were allowed: Linux lets in one


@pytest.fixture(scope="module")
def several(tmp_path_factory: pytest.TempPathFactory, valkey: Valkey) -> Iterator[Server]:
    with in_several(tmp_path_factory.mktemp("several"), valkey) as server:
        yield server


@contextmanager
def in_several(folder: Path, valkey: Valkey, **more: str) -> Iterator[Server]:
    settings = {"LUDOTHEQUE_BROKER": valkey.url, **more}
    with serving(folder / "t.sqlite", "--workers", str(PROCESSES), settings=settings) as server:
        yield server


def processes(server: Server) -> dict[int, psutil.Process]:
    """Those that serve, by their numbers: each has a door of that name."""
    found: dict[int, psutil.Process] = {}
    for process in psutil.Process(server.process.pid).children():
        try:
            doors = [each.laddr for each in process.net_connections("unix")]
        except psutil.Error:  # it ends
            continue
        found |= {int(Path(door).name): process for door in doors if "ludotheque-doors-" in door}
    return found


def number_of(table: str) -> int:
    """That of the process which a table falls to."""
    return crc32(table.rpartition("/")[2].encode()) % PROCESSES


def who_serves(server: Server, line: socket.socket) -> int:
    """The number of the process that has a connection."""
    port = line.getsockname()[1]

    def has_it(process: psutil.Process) -> bool:
        ends = [each.raddr.port for each in process.net_connections("tcp") if each.raddr]
        return port in ends

    (number,) = [number for number, process in processes(server).items() if has_it(process)]
    return number


def who_shows(server: Server, watched: Watched) -> int:
    """The same, of somebody who watches a table; they have seen it by then."""
    if not watched.state:
        watched.hear()
    return who_serves(server, watched.socket.socket)


def opens_at(human: Human, number: int) -> str:
    """A table that falls to a process."""
    while number_of(table := human.opens("feurio", "me", "me")) != number:
        pass
    return table


@contextmanager
def line_to(server: Server, number: int) -> Iterator[socket.socket]:
    """A connection that a process has accepted, and answered a request over."""
    with ExitStack() as lines:
        while True:
            line = lines.enter_context(socket.create_connection(("127.0.0.1", server.port), 20))
            line.sendall(f"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1:{server.port}\r\n\r\n".encode())
            heard_until(line, [b"HTTP/1.1 200", b"alive"])
            if who_serves(server, line) == number:
                yield line
                return


def upgrade(server: Server, table: str, *headers: str, host: str = "") -> bytes:
    lines = [
        f"GET /api{table}/watch?pictures=false HTTP/1.1", f"Host: {host or f'127.0.0.1:{server.port}'}",
        "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", *headers, "", "",
    ]  # fmt: skip
    return "\r\n".join(lines).encode()


def heard_until(line: socket.socket, wanted: Sequence[bytes]) -> bytes:
    heard = b""
    while not all(each in heard for each in wanted):
        more = line.recv(65_536)
        assert more, heard
        heard += more
    return heard


def heard_to_the_end(line: socket.socket) -> bytes:
    """All that is said until the connection or the socket is closed."""
    heard = b""
    while CLOSED not in heard and (more := line.recv(65_536)):
        heard += more
    return heard


@pytest.mark.parametrize("number", range(PROCESSES))
def test_all_sockets_of_a_table_are_in_one_process(several: Server, number: int) -> None:
    ada = Human(several.url, "Ada")
    table = opens_at(ada, number)
    with ExitStack() as open_sockets:
        watched = [open_sockets.enter_context(ada.watches(table)) for _ in range(10)]
        assert [who_shows(several, each) for each in watched] == [number] * 10


def test_people_play_over_such_sockets_and_by_http_from_anywhere(several: Server) -> None:
    for number in range(PROCESSES):
        ada, bo = Human(several.url, "Ada"), Human(several.url, "Bo")
        table = opens_at(ada, number)
        with ada.watches(table) as hers, bo.watches(table) as his:
            assert who_shows(several, hers) == who_shows(several, his) == number
            hers.until("phase", "playing")
            for ply in range(6):
                choice = hers.state["choices"][0]["move"]
                if ply % 2:
                    ada.post(f"{table}/moves", ply=ply, move=choice)  # over a new connection
                else:
                    hers.plays(ply, choice)
                    assert "played" in hers.answer()
                for seen in (hers, his):
                    seen.until("ply", ply + 1)
                assert ada.get(table)["ply"] == ply + 1


def test_a_socket_may_come_after_a_request_over_the_same_connection(several: Server) -> None:
    ada = Human(several.url, "Ada")
    for number in range(PROCESSES):
        table = opens_at(ada, 1 - number)
        with line_to(several, number) as line:
            line.sendall(upgrade(several, table))
            heard_until(line, [b"HTTP/1.1 101", b'"phase"'])
            assert who_serves(several, line) == 1 - number


def test_who_still_waits_for_an_answer_is_not_handed_on(several: Server) -> None:
    ada = Human(several.url, "Ada")
    table = opens_at(ada, 1)
    with line_to(several, 0) as line:
        asked = f"GET /readyz HTTP/1.1\r\nhost: 127.0.0.1:{several.port}\r\n\r\n".encode()
        line.sendall(asked + upgrade(several, table))
        heard_until(line, [b"HTTP/1.1 200", b"HTTP/1.1 101", b'"phase"'])
        assert who_serves(several, line) == 0


def test_what_is_refused_is_refused_in_the_same_words_everywhere(several: Server) -> None:
    table = Human(several.url, "Ada").opens("feurio", "me", "me")
    asked = {
        b"table/unknown": [upgrade(several, f"/tables/nobody{number}") for number in range(4)],
        b"table/foreign": [upgrade(several, table, "Origin: https://evil.example")],
        b"request/host": [upgrade(several, table, host="evil.example")],
        b"A socket is not opened like that": [
            upgrade(several, table, "Content-Length: 3") + b"abc",
            upgrade(several, table, f"X: {'x' * 9000}"),
            upgrade(several, table, *200 * ["X: x"]),
        ],
        b"HTTP/1.1 431": [upgrade(several, table, f"X: {'x' * LARGEST_HEADERS}")],
    }
    for told, requests in asked.items():
        for request in requests:
            answers = set()
            for number in range(PROCESSES):
                with line_to(several, number) as line:
                    line.sendall(request)
                    heard = heard_to_the_end(line)
                    assert told in heard, heard
                    answers.add(ANEW.sub(b"", heard))
            assert len(answers) == 1


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_while_a_process_is_away_another_serves_its_tables(
    how: signal.Signals, tmp_path: Path, valkey: Valkey
) -> None:
    with in_several(tmp_path, valkey) as server:
        ada = Human(server.url, "Ada")
        table = opens_at(ada, 1)
        first = processes(server)[1]
        with ada.watches(table) as seen:
            assert who_shows(server, seen) == 1
            first.send_signal(how)
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    seen.hear()
            if how == signal.SIGTERM:
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1012
        first.wait(20)  # whoever is handed to one that is dying must try again
        with ada.watches(table) as meanwhile:
            assert who_shows(server, meanwhile) == 0
            until(lambda: 1 in processes(server))
            with ada.watches(table) as again:
                assert who_shows(server, again) == 1
                meanwhile.plays(0, meanwhile.state["choices"][0]["move"])
                again.until("ply", 1)


def test_whoever_was_at_a_process_that_was_killed_is_let_in_elsewhere(tmp_path: Path, valkey: Valkey) -> None:
    many = 30  # pages of one person, who may have 50
    with in_several(tmp_path, valkey, LUDOTHEQUE_LIMITS="1") as server, ExitStack() as open_sockets:
        ada = Human(server.url, "Ada")
        table = opens_at(ada, 1)

        def watch() -> Watched:
            return open_sockets.enter_context(ada.watches(table, pictures=False))

        before = [watch() for _ in range(many)]
        assert who_shows(server, before[0]) == who_shows(server, before[-1]) == 1
        killed = processes(server)[1]
        killed.kill()
        killed.wait(20)
        for _ in range(many):
            assert "refused" not in watch().hear()


def test_who_comes_to_a_table_of_a_process_that_stands_still_is_served_by_another(
    tmp_path: Path, valkey: Valkey
) -> None:
    with in_several(tmp_path, valkey) as server, ExitStack() as lines:
        ada = Human(server.url, "Ada")
        table = opens_at(ada, 1)
        stopped = processes(server)[1]

        def ask() -> socket.socket:
            line = lines.enter_context(socket.create_connection(("127.0.0.1", server.port), 60))
            line.sendall(upgrade(server, table))
            return line

        def is_served_soon() -> bool:
            return bool(select.select([ask()], [], [], 5)[0])

        stopped.suspend()
        try:
            first = ask()
            until(is_served_soon)
            with ada.watches(table) as meanwhile:
                assert who_shows(server, meanwhile) == 0
                stopped.resume()
                heard_until(first, [b"HTTP/1.1 101", b'"phase"'])
                assert who_serves(server, first) == 1
                with ada.watches(table) as again:
                    assert who_shows(server, again) == 1
                    meanwhile.plays(0, meanwhile.state["choices"][0]["move"])
                    again.until("ply", 1)
        finally:
            stopped.resume()


def test_a_stop_tells_whoever_watches_in_any_process(tmp_path: Path, valkey: Valkey) -> None:
    with in_several(tmp_path, valkey) as server, ExitStack() as open_sockets:
        ada = Human(server.url, "Ada")
        tables = [opens_at(ada, number) for number in range(PROCESSES)]
        watched = [open_sockets.enter_context(ada.watches(table)) for table in tables]
        assert [who_shows(server, each) for each in watched] == [0, 1]
        server.process.terminate()
        for each in watched:
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    each.hear()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
        server.process.wait(30)
        with pytest.raises(httpx.ConnectError):
            httpx.get(server.url)


class Doorman:
    """What a process has been handed, in a test's own loop."""

    def __init__(self, folder: Path, number: int = 0) -> None:
        self.place = Place(folder, number, PROCESSES)
        self.gathering = Gathering(self.place)
        self.taken: list[bytes] = []

    def take(self, connection: socket.socket, head: bytes) -> None:
        connection.close()
        self.taken.append(head)

    async def takes(self, number: int) -> None:
        async with asyncio.timeout(20):
            while len(self.taken) < number:
                await asyncio.sleep(0.01)

    def brings(self, files: Sequence[int], message: bytes) -> None:
        """Say something at the door, and bring files along."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as visitor:
            visitor.connect(str(self.place.door_of(self.place.number)))
            if message:
                socket.send_fds(visitor, [message], files)


def target_of(number: int) -> bytes:
    names = (f"/tables/{letter}" for letter in "abcdefgh")
    return f"/api{next(name for name in names if number_of(name) == number)}/watch?drawn=".encode()


def open_files() -> set[Path]:
    return set(Path("/proc/self/fd").iterdir())


def running(test: Callable[[], Awaitable[None]]) -> None:
    async def run() -> None:
        await test()

    asyncio.run(run())


@contextmanager
def connected() -> Iterator[socket.socket]:
    """The server's end of a connection."""
    with (
        socket.create_server(("127.0.0.1", 0)) as listener,
        socket.create_connection(listener.getsockname()),
        closing(listener.accept()[0]) as accepted,
    ):
        yield accepted


def test_whatever_else_comes_to_the_door_is_dropped(tmp_path: Path) -> None:
    async def test() -> None:
        doorman = Doorman(tmp_path)
        doorman.gathering.open(doorman.take)
        near, far = socket.socketpair()
        datagrams = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        with near, far, datagrams, connected() as line, (tmp_path / "file").open("w") as file:
            before = open_files()
            doorman.brings([], b"")
            doorman.brings([], b"nobody")
            doorman.brings([file.fileno()], b"a file")
            doorman.brings([near.fileno()], b"not of the net")
            doorman.brings([datagrams.fileno()], b"not a stream")
            doorman.brings([line.fileno(), line.fileno()], b"two")
            doorman.brings([line.fileno()], b"x" * (LARGEST + 1))
            doorman.brings([line.fileno()], b"one")
            await doorman.takes(1)
            assert doorman.taken == [b"one"]
            assert open_files() == before
            doorman.gathering.close()

    running(test)


def test_one_who_says_nothing_at_the_door_keeps_nobody_waiting(tmp_path: Path) -> None:
    async def test() -> None:
        doorman = Doorman(tmp_path)
        doorman.gathering.open(doorman.take)
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as silent, connected() as line:
            silent.connect(str(doorman.place.door_of(0)))
            doorman.brings([line.fileno()], b"one")
            await doorman.takes(1)
            doorman.gathering.close()

    running(test)


def test_only_a_table_of_another_process_is_handed_on(tmp_path: Path) -> None:
    async def test() -> None:
        here, there = Gathering(Place(tmp_path, 0, PROCESSES)), Doorman(tmp_path, 1)
        theirs = target_of(1)
        with connected() as line:
            assert not here.hand_on(line.fileno(), theirs, b"nobody is there")
            there.gathering.open(there.take)
            for target in (target_of(0), b"/", b"/api/tables/a", b"/api/tables//watch", theirs[:-7] + b"er"):
                assert not here.hand_on(line.fileno(), target, target)
            assert not here.hand_on(line.fileno(), theirs, b"x" * (LARGEST + 1))
            assert here.hand_on(line.fileno(), theirs, b"one")
            await there.takes(1)
            assert here.hand_on(line.fileno(), theirs, b"the last")
            there.gathering.close()  # which takes whoever waits
            assert there.taken == [b"one", b"the last"]
            assert not here.hand_on(line.fileno(), theirs, b"it has gone")
            assert not there.place.door_of(1).exists()

    running(test)


def test_where_too_many_wait_nobody_is_handed_on(tmp_path: Path) -> None:
    async def test() -> None:
        here, busy = Gathering(Place(tmp_path, 0, PROCESSES)), Doorman(tmp_path, 1)
        busy.gathering.open(busy.take)
        with connected() as line:
            handed_on = 0
            while handed_on < 2 * MOST_AT_THE_DOOR and here.hand_on(line.fileno(), target_of(1), b"one"):
                handed_on += 1
            assert 0 < handed_on <= MOST_AT_THE_DOOR + ABOUT
            await busy.takes(handed_on)
            assert here.hand_on(line.fileno(), target_of(1), b"there is room again")
            busy.gathering.close()

    running(test)


def test_a_process_does_other_work_while_ever_more_come(tmp_path: Path) -> None:
    async def test() -> None:
        here, popular = Gathering(Place(tmp_path, 0, PROCESSES)), Doorman(tmp_path, 1)
        with connected() as line:

            def bring() -> bool:
                return here.hand_on(line.fileno(), target_of(1), b"another")

            def take(connection: socket.socket, head: bytes) -> None:
                popular.take(connection, head)
                if len(popular.taken) < 10 * MOST_AT_THE_DOOR:
                    bring()

            popular.gathering.open(take)
            assert bring()
            async with asyncio.timeout(20):
                while (before := len(popular.taken)) < 10 * MOST_AT_THE_DOOR:
                    await asyncio.sleep(0)
                    assert len(popular.taken) - before <= MOST_AT_THE_DOOR + ABOUT
            popular.gathering.close()

    running(test)


def test_a_process_takes_the_door_of_one_that_was_killed(tmp_path: Path) -> None:
    async def test() -> None:
        killed, successor = Doorman(tmp_path, 1), Doorman(tmp_path, 1)
        here = Gathering(Place(tmp_path, 0, PROCESSES))
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as left_behind, connected() as line:
            left_behind.bind(str(killed.place.door_of(1)))
            assert not here.hand_on(line.fileno(), target_of(1), b"nobody is there")
            successor.gathering.open(successor.take)
            assert here.hand_on(line.fileno(), target_of(1), b"one")
            await successor.takes(1)
            successor.gathering.close()

    running(test)


@pytest.mark.parametrize("off", [-60.0, 60.0])  # the machine's clock may have been set back
def test_nobody_is_handed_to_a_process_that_has_not_touched_its_door_lately(
    off: float, tmp_path: Path
) -> None:
    async def test() -> None:
        here, there = Gathering(Place(tmp_path, 0, PROCESSES)), Doorman(tmp_path, 1)
        there.gathering.open(there.take)
        with connected() as line:
            then = time.time() + off
            os.utime(there.place.door_of(1), (then, then))
            assert not here.hand_on(line.fileno(), target_of(1), b"one")
            async with asyncio.timeout(20):
                while not here.hand_on(line.fileno(), target_of(1), b"one"):
                    await asyncio.sleep(0.01)
            await there.takes(1)
        there.gathering.close()

    running(test)


def test_a_door_that_cannot_be_made_is_told_and_no_more(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        doorman = Doorman(tmp_path / ("long" * 40))
        doorman.gathering.open(doorman.take)
        with connected() as line:
            assert not doorman.gathering.hand_on(line.fileno(), target_of(1), b"one")
        doorman.gathering.close()

    running(test)
    assert "do not gather in one process" in caplog.text


@pytest.mark.parametrize("more", [0, 1])  # one is the visitor's, and their connection needs another
def test_a_door_is_shut_while_no_more_files_may_be_open(
    more: int, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gathering, "PAUSE", 1.0)

    async def test() -> None:
        here, full = Gathering(Place(tmp_path, 0, PROCESSES)), Doorman(tmp_path, 1)
        full.gathering.open(full.take)
        with connected() as line:
            assert here.hand_on(line.fileno(), target_of(1), b"one")
            async with asyncio.timeout(20):
                with few_files(more):
                    while "for a while" not in caplog.text:
                        await asyncio.sleep(0)
                assert full.taken == []
                assert not here.hand_on(line.fileno(), target_of(1), b"another")
                while not here.hand_on(line.fileno(), target_of(1), b"there is room again"):
                    await asyncio.sleep(0.01)
            await full.takes(1)
        full.gathering.close()

    running(test)


@contextmanager
def few_files(more: int) -> Iterator[None]:
    """Only so many more files may be open."""
    free = os.dup(0)
    os.close(free)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (free + more, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
