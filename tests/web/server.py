"""A real server for tests: `ludotheque serve` in a process of its own, on a free port, with its own file."""

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from subprocess import Popen
from typing import IO, TypeAlias

import httpx

from tests.web.nursery import Child, forked

USUAL = {
    "COLUMNS": "200",
    "LUDOTHEQUE_LIMITS": "10",
    "LUDOTHEQUE_BOT_PROCESSES": "1",
    "LUDOTHEQUE_PRELOAD": "off",
}
UNLIMITED = {"LUDOTHEQUE_LIMITS": "off"}  # for those who measure
ADDRESS = re.compile(r"http://[\w.:\[\]]+")


@dataclass
class Server:
    """A running server."""

    url: str
    process: Popen[str] | Child
    log: Path  # what it says on standard error

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    def numbers(self) -> dict[str, float]:
        """What it counts, by name."""
        lines = httpx.get(f"{self.url}/metrics", timeout=60).text.splitlines()
        return {line.split(" ")[0]: float(line.split(" ")[1]) for line in lines if not line.startswith("#")}

    def kill(self) -> None:
        """As a power cut does."""
        self.process.kill()
        self.process.wait()


Start: TypeAlias = Callable[[Sequence[str], Mapping[str, str], IO[str], IO[str]], Popen[str] | Child]


def afresh(
    arguments: Sequence[str], environment: Mapping[str, str], output: IO[str], errors: IO[str]
) -> Popen[str]:
    """As people start it: for those who measure, or change what is imported."""
    command = [sys.executable, "-m", "ludotheque", *arguments]
    return Popen(command, env=environment, stdout=output, stderr=errors, text=True)


@contextmanager
def serving(
    database: Path,
    *arguments: str,
    port: int = 0,
    settings: Mapping[str, str] | None = None,
    start: Start = forked,
) -> Iterator[Server]:
    """A server, on a free port unless one is named, until the block ends; bots answer at once.

    *settings* are those of its environment. Tests play faster than people, and may do ten times as much;
    one process thinks for the bots, because the tests themselves keep the cores busy, and games are loaded
    when a test asks for them.
    """
    environment = os.environ | USUAL | {"LUDOTHEQUE_DATABASE": str(database)} | dict(settings or {})
    command = ["serve", "--no-browser", "--pace", "0", "--port", str(port), *arguments]
    log = database.with_suffix(".log")
    read, write = os.pipe()
    with log.open("a") as errors, os.fdopen(write, "w") as output:
        process = start(command, environment, output, errors)
    with os.fdopen(read) as said:
        try:
            told = said.readline()
            found = ADDRESS.search(told)
            assert found, f"the server did not start: {told!r} {log.read_text()}"
            yield Server(found.group(), process, log)
        finally:
            process.terminate()
            process.wait(20)
    assert "Traceback" not in log.read_text(), log.read_text()
