"""Says on standard error that code is being compiled, if somebody has to wait for it.

numba tells of every function that it compiles (and of none that it finds in the cache). After two seconds
of it a line appears: on a terminal one that counts and goes away, elsewhere a single one.
LUDOTHEQUE_QUIET=1 switches it off.
"""

import os
import re
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TextIO

from numba.core import event

QUIET = "LUDOTHEQUE_QUIET"
PATIENCE = 2.0  # seconds of compiling before a word is said
_PAUSE = 1.0  # seconds without compiling after which the next wait is another one
_OF_A_GAME = re.compile(r"(\w+)\.(?:rules|heuristic)\.")
_ERASE = "\r\x1b[2K"


class Progress(event.Listener):
    """One wait for the compiler, or several."""

    def __init__(self, stream: TextIO | None, now: Callable[[], float] = time.monotonic) -> None:
        self._stream = stream
        self._now = now
        self._begun = self._ended = float("-inf")
        self._depth = 0  # a function is compiled while the one that calls it is
        self._count = 0
        self._game = ""
        self._said = False

    def on_start(self, started: Any) -> None:
        """A function is about to be compiled."""
        if self._depth == 0 and self._now() - self._ended > _PAUSE:
            self._begun, self._count = self._now(), 0
        self._depth += 1
        self._count += 1
        function = started.data["dispatcher"].py_func
        found = _OF_A_GAME.search(f"{function.__module__}.{function.__qualname__}.")
        self._game = found[1] if found else self._game
        self._say()

    def on_end(self, ended: Any) -> None:
        """It has been compiled."""
        self._depth -= 1
        self._say()
        if self._depth == 0:
            self._ended = self._now()
            if self._said and self._terminal:
                self._write(_ERASE)

    def _say(self) -> None:
        seconds = self._now() - self._begun
        if seconds <= PATIENCE or os.environ.get(QUIET):
            return
        doing = f"compiling {self._game or 'the rules'}, once for this machine"
        if self._terminal:
            self._write(f"{_ERASE}{doing}: {self._count} functions, {seconds:.0f} s")
        elif not self._said:
            self._write(f"{doing}; it takes up to a minute\n")
        self._said = True

    @property
    def _terminal(self) -> bool:
        stream = self._stream or sys.stderr
        return stream is not None and not stream.closed and stream.isatty()

    def _write(self, text: str) -> None:
        stream = self._stream or sys.stderr
        if stream is not None:
            with suppress(OSError, ValueError):  # a closed stream is no reason to fail
                stream.write(text)
                stream.flush()


def announce() -> None:
    """Begin to listen to numba."""
    event.register("numba:compile", Progress(None))  # type: ignore[no-untyped-call]


def silence() -> None:
    """Say nothing in this process, nor in those that it starts: somebody else shows how it goes on."""
    os.environ[QUIET] = "1"
