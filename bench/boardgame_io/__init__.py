"""The peer of `make load`: boardgame.io's server, four screens a match, beside ours in the same run.

Its game is the smallest there is (server.js): nothing is drawn, nothing is hidden, a move adds one to a
number. npm installs it into the .venv when it is asked for the first time.
"""

import asyncio
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from msgspec import Raw, Struct
from msgspec.json import Decoder, encode
from tests.servers import free_port
from tests.web.server import Server

from bench.figures import Figures, tell
from bench.loaded import at_rest, cpu_of
from bench.screens import Socket

SEATS = 4
AT_ONCE = 10  # matches that are opened at the same time
INSTALLED = Path(".venv/boardgame.io")
HERE = Path(__file__).parent
NAMESPACE = b"/counting,"
# What engine.io and socket.io begin a message with.
OPENED, CONNECTED, EVENT, PING, PONG = b"0", b"40" + NAMESPACE, b"42" + NAMESPACE, b"2", b"3"


class Context(Struct, rename="camel"):
    """Whose turn it is."""

    current_player: str


class State(Struct):
    """What a screen needs to know to play on."""

    ctx: Context
    _stateID: int  # noqa: N815 (boardgame.io calls it so)


_event = Decoder(list[Raw]).decode
_text = Decoder(str).decode
_state = Decoder(State).decode
_synced = Decoder(dict[str, Raw]).decode


def is_there() -> bool:
    """Whether npm can install it, or has."""
    return (INSTALLED / "node_modules").is_dir() or bool(shutil.which("npm") and shutil.which("node"))


def install() -> None:
    """Install what package.json names, once."""
    if not (INSTALLED / "node_modules").is_dir():
        tell("npm installs boardgame.io")
        INSTALLED.mkdir(parents=True, exist_ok=True)
        shutil.copy(HERE / "package.json", INSTALLED)
        quietly = ["--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"]
        subprocess.run(["npm", "install", *quietly], cwd=INSTALLED, check=True, stdout=subprocess.DEVNULL)
    shutil.copy(HERE / "server.js", INSTALLED)


@contextmanager
def serving(*, on_disk: bool) -> Iterator[Server]:
    """Its server on a free port, until the block ends."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        command = ["node", "server.js", str(port), *([f"{folder}/matches"] if on_disk else [])]
        with log.open("w") as errors:
            process = subprocess.Popen(
                command, cwd=INSTALLED, stdout=subprocess.PIPE, stderr=errors, text=True
            )
        try:
            assert process.stdout
            told = process.stdout.readline()
            assert "ready" in told, f"boardgame.io did not start: {told!r} {log.read_text()}"
            yield Server(f"http://127.0.0.1:{port}", process, log)
        finally:
            process.terminate()
            process.wait(20)


class Screen(Socket):
    """A match on somebody's screen."""

    def __init__(self, match: "Match", seat: int, host: str) -> None:
        super().__init__(host, "/socket.io/?EIO=4&transport=websocket")
        self._match, self._seat = match, str(seat)

    def message(self, payload: bytes, wire: int) -> None:
        """What socket.io says."""
        if payload.startswith(EVENT):
            self._happened(*_event(payload[len(EVENT) :])[:3], size=len(payload), wire=wire)
        elif payload.startswith(CONNECTED):
            self._emit("sync", self._match.id, self._seat, None, SEATS)
        elif payload.startswith(OPENED):
            self.send_text(CONNECTED)
        elif payload == PING:
            self.send_text(PONG)

    def _happened(self, kind: Raw, _match: Raw, what: Raw, *, size: int, wire: int) -> None:
        if _text(kind) == "update":
            self._match.shown(_state(what), size, wire)
        elif not self.ready.done():
            self._match.state = _state(_synced(what)["state"])
            self.ready.set_result(None)

    def _emit(self, *event: object) -> None:
        self.send_text(EVENT + encode(event))

    def move(self) -> None:
        """Add one."""
        payload = {"type": "add", "args": [], "playerID": self._seat}
        action = {"type": "MAKE_MOVE", "payload": payload}
        self._emit("update", action, self._match.state._stateID, self._match.id, self._seat)


class Match:
    """Four people who play as soon as all their screens show the last move."""

    state: State

    def __init__(self, id: str, most: int, figures: Figures) -> None:
        self.id = id
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._left, self._figures = most, figures
        self._screens: list[Screen] = []
        self._seen, self._clicked = 0, 0.0

    async def open(self, host: str) -> None:
        """Let everybody look at it."""
        loop, (address, port) = asyncio.get_running_loop(), host.split(":")
        for seat in range(SEATS):
            one = Screen(self, seat, host)
            await loop.create_connection(lambda one=one: one, address, int(port))  # type: ignore[misc]
            await one.ready
            self._screens.append(one)

    def move(self) -> None:
        """Let whoever's turn it is move."""
        if self._left == 0:
            self.done.set_result(None)
            return
        self._left -= 1
        self._clicked = time.perf_counter()
        self._screens[int(self.state.ctx.current_player)].move()

    def shown(self, state: State, size: int, wire: int) -> None:
        """One of the screens shows the move."""
        self._figures.sizes.append(size)
        self._figures.wire.append(wire)
        self._seen += 1
        if self._seen == SEATS:
            self._figures.latencies.append(time.perf_counter() - self._clicked)
            self.state, self._seen = state, 0
            asyncio.get_running_loop().call_soon(self.move)

    def close(self) -> None:
        """Everybody turns away."""
        for one in self._screens:
            one.close()


async def play(server: Server, matches: int, moves: int, longest: float) -> Figures:
    """Play *moves* at each of many matches at once."""
    figures = Figures()
    running = await _opened(server, matches, moves, figures)
    await at_rest(server)
    tell(f"boardgame.io: {moves} moves at {matches} matches")
    cpu, began = cpu_of(server), time.perf_counter()
    for match in running:
        match.move()
    async with asyncio.timeout(longest):
        await asyncio.gather(*(match.done for match in running))
    figures.seconds, figures.cpu = time.perf_counter() - began, cpu_of(server) - cpu
    figures.moves = len(figures.latencies)
    for match in running:
        match.close()
    return figures


async def _opened(server: Server, matches: int, moves: int, figures: Figures) -> Sequence[Match]:
    running: list[Match] = []
    numbers, host = count(), server.url.removeprefix("http://")

    async def open_some() -> None:
        while (number := next(numbers)) < matches:
            match = Match(f"match{number}", moves, figures)
            await match.open(host)
            running.append(match)

    await asyncio.gather(*(open_some() for _ in range(AT_ONCE)))
    return running
