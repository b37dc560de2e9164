"""A real server for tests: `ludotheque serve` in a process of its own, on a free port, with its own file."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ADDRESS = re.compile(r"http://[\w.:]+")


@dataclass
class Server:
    """A running server."""

    url: str
    process: subprocess.Popen[str]


@contextmanager
def serving(database: Path, *arguments: str) -> Iterator[Server]:
    """A server on a free port until the block ends; bots answer at once."""
    command = [sys.executable, "-m", "ludotheque", "serve", "--no-browser", "--port", "0", "--pace", "0"]
    process = subprocess.Popen(
        [*command, *arguments],
        env=os.environ | {"LUDOTHEQUE_DATABASE": str(database), "COLUMNS": "200"},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        told = process.stdout.readline()
        found = ADDRESS.search(told)
        assert found, f"the server did not start: {told!r}"
        yield Server(found.group(), process)
    finally:
        process.terminate()
        process.wait(20)
        assert process.stdout is not None
        process.stdout.close()
