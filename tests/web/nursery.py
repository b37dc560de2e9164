"""Servers that start at once: each is a fork of one process that has imported what all of them need.

To import and load it takes two seconds of a core, and the tests start some ninety servers. What runs is the
command itself, `ludotheque serve`, in a process of its own; only what it imports has been there before.
"""

import atexit
import gc
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import IO, Any, NoReturn

NEEDED = (
    "alembic.context",
    "ludotheque.cli.serve",
    "ludotheque.tables.broker.valkey",
    "ludotheque.web.server",
)
LONGEST = 1 << 16  # of a request or an answer
LATER = 0.02  # seconds until it is looked again whether somebody has ended


class Child:
    """A server's process, which can be treated as one of `subprocess`."""

    def __init__(self, nursery: "Nursery", pid: int) -> None:
        self._nursery = nursery
        self.pid = pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Its exit code, if it has ended."""
        if self.returncode is None:
            self.returncode = self._nursery.ask({"ended": self.pid})
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Return when it has ended."""
        end = None if timeout is None else time.monotonic() + timeout
        while (code := self.poll()) is None:
            if end is not None and time.monotonic() > end:
                raise subprocess.TimeoutExpired("ludotheque serve", timeout or 0.0)
            time.sleep(LATER)
        return code

    def send_signal(self, number: int) -> None:
        """Nothing happens to one that has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class Nursery:
    """The process that forks, as a test sees it. It ends with whoever started it."""

    def __init__(self) -> None:
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._busy = threading.Lock()
        with theirs:
            command = [sys.executable, "-m", "tests.web.nursery", str(theirs.fileno())]
            self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()])
        atexit.register(self.close)

    def ask(self, request: object, *files: int) -> Any:
        """The answer of the process."""
        with self._busy:
            socket.send_fds(self._line, [json.dumps(request).encode()], files)
            return json.loads(self._line.recv(LONGEST))

    def close(self) -> None:
        """Let it end, and all that it has started."""
        self._line.close()
        self._process.wait()


_nursery = cache(Nursery)  # one for all tests of a process


def forked(
    arguments: Sequence[str], environment: Mapping[str, str], output: IO[str], errors: IO[str]
) -> Child:
    """Run `ludotheque` with these *arguments*."""
    nursery = _nursery()
    request = {"arguments": arguments, "environment": dict(environment), "folder": str(Path.cwd())}
    return Child(nursery, nursery.ask(request, output.fileno(), errors.fileno()))


# What follows happens in the nursery's process


def _prepare() -> None:
    """Have ready what a server loads when it starts, or when somebody asks for a game."""
    for module in NEEDED:
        import_module(module)
    from ludotheque.core.registry import names
    from ludotheque.workers.warming import compile_game

    for name in names():
        compile_game(name, "rules")
    gc.freeze()  # a child does not look through all of this for garbage


def _attend(line: socket.socket) -> None:
    """Answer one request after the other, until nobody is there to ask."""
    started: set[int] = set()
    while True:
        message, files, *_ = socket.recv_fds(line, LONGEST, 2)
        if not message:
            break
        request = json.loads(message)
        if "ended" in request:
            answer = _exit_code(request["ended"])
        else:
            answer = os.fork() or _become(line, files, **request)
            started.add(answer)
        for file in files:
            os.close(file)
        line.send(json.dumps(answer).encode())
    for pid in started:
        if _exit_code(pid) is None:
            os.kill(pid, signal.SIGKILL)


_codes: dict[int, int] = {}  # of those who have ended


def _exit_code(pid: int) -> int | None:
    if pid not in _codes:
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            _codes[pid] = os.waitstatus_to_exitcode(status)
    return _codes.get(pid)


def _become(
    line: socket.socket, files: list[int], arguments: list[str], environment: dict[str, str], folder: str
) -> NoReturn:
    """Be what `python -m ludotheque` is."""
    line.close()
    for file, standard in zip(files, (1, 2), strict=True):
        os.dup2(file, standard)
        os.close(file)
    sys.stdout, sys.stderr = os.fdopen(1, "w", closefd=False), os.fdopen(2, "w", closefd=False)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.argv = ["ludotheque", *arguments]
    sys.modules["__main__"] = import_module("ludotheque.__main__")  # workers begin with it, too
    code: object = 0
    try:
        sys.modules["__main__"].main()
    except SystemExit as end:
        code = end.code
    sys.stdout.flush()
    os._exit(code if isinstance(code, int) else 0)


if __name__ == "__main__":
    _prepare()
    _attend(socket.socket(fileno=int(sys.argv[1])))
