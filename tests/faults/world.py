"""What is killed: servers, the workers of their bots, the database, the broker. Each is started again."""

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tests.servers import Postgres, Valkey, free_port
from tests.web.server import UNLIMITED, USUAL

PATIENCE = 30.0  # seconds
ABSENCE = "3600"  # seconds: whoever cannot reach the server has not gone


@dataclass
class ServerProcess:
    """`ludotheque serve`, at a port that stays the same."""

    port: int
    settings: Mapping[str, str]
    log: Path
    _process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it; it answers after a while."""
        command = [sys.executable, "-m", "ludotheque", "serve", "--no-browser", "--port", str(self.port)]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "--pace", "0", "--absence", ABSENCE],
                env=os.environ | USUAL | UNLIMITED | dict(self.settings),
                stdout=log,
                stderr=log,
            )

    def kill(self) -> None:
        """As a power cut does."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def stop(self) -> int:
        """As Ctrl-C does; its exit code."""
        assert self._process is not None
        self._process.terminate()
        try:
            return self._process.wait(30)
        except subprocess.TimeoutExpired:
            self.kill()
            raise

    def ended(self) -> bool:
        """Whether it has ended by itself, which it should not."""
        return self._process is not None and self._process.poll() is not None

    def workers(self) -> list[int]:
        """The processes in which its bots think."""
        assert self._process is not None
        return [pid for pid in _children(self._process.pid) if "spawn_main" in _command(pid)]


def _children(pid: int) -> list[int]:
    with suppress(OSError):
        tasks = Path(f"/proc/{pid}/task").iterdir()
        return [int(child) for task in tasks for child in (task / "children").read_text().split()]
    return []


def _command(pid: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
    return ""


@dataclass
class World:
    """The servers that people play at, and whatever can be killed, by name."""

    servers: list[ServerProcess]
    kills: dict[str, Callable[[], bool]]  # whether there was anything to kill

    def logs(self) -> str:
        """What the servers have said."""
        return "\n".join(server.log.read_text() for server in self.servers)


def _kill_server(server: ServerProcess) -> bool:
    server.kill()
    server.start()
    return True


def _kill_worker(servers: list[ServerProcess], chance: random.Random) -> bool:
    """Kill one of them, as soon as a server that was started anew has any."""
    end = time.monotonic() + PATIENCE
    while not (workers := [pid for server in servers for pid in server.workers()]):
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    with suppress(ProcessLookupError):
        os.kill(chance.choice(workers), signal.SIGKILL)
    return True


def _kill_program(program: Postgres | Valkey) -> bool:
    program.kill()
    program.start()
    return True


@contextmanager
def alone(chance: random.Random) -> Iterator[World]:
    """One server, its tables in a file."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tables.sqlite"
        server = ServerProcess(free_port(), {"LUDOTHEQUE_DATABASE": str(file)}, Path(folder) / "log")
        kills = {"server": lambda: _kill_server(server), "worker": lambda: _kill_worker([server], chance)}
        with _running(World([server], kills)) as world:
            yield world


@contextmanager
def together(chance: random.Random) -> Iterator[World]:
    """Two servers, with PostgreSQL and Valkey."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        postgres = stack.enter_context(Postgres.running())
        valkey = stack.enter_context(Valkey.running())
        settings = {"LUDOTHEQUE_DATABASE": postgres.new_database(), "LUDOTHEQUE_BROKER": valkey.url}
        migrate = [sys.executable, "-m", "ludotheque", "migrate"]
        subprocess.run(migrate, env=os.environ | settings, check=True, capture_output=True)
        first, second = (ServerProcess(free_port(), settings, folder / f"log{k}") for k in range(2))
        kills = {
            "server": lambda: _kill_server(first),
            "worker": lambda: _kill_worker([first, second], chance),
            "database": lambda: _kill_program(postgres),
            "other server": lambda: _kill_server(second),
            "broker": lambda: _kill_program(valkey),
        }
        yield stack.enter_context(_running(World([first, second], kills)))


@contextmanager
def _running(world: World) -> Iterator[World]:
    for server in world.servers:
        server.start()
    try:
        yield world
    finally:
        for server in world.servers:
            server.stop()
