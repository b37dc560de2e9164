"""Compiling says so, if it takes long, and not otherwise."""

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from numba.core import event

from ludotheque.engine import progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Compiler:
    """Compiles functions of the rules of a game called `games`, and says how long that takes."""

    def __init__(self, stream: io.StringIO) -> None:
        self.time = 0.0
        self.progress = progress.Progress(stream, lambda: self.time)

    def py_func(self) -> None:
        """What a dispatcher has."""

    py_func.__qualname__ = "games.rules.py_func"

    def compile(self, seconds: float) -> None:
        make: Any = event.Event  # numba says nothing of its types
        about = make("numba:compile", event.EventStatus.START, {"dispatcher": self})
        self.progress.on_start(about)
        self.time += seconds
        self.progress.on_end(about)


@pytest.fixture(autouse=True)
def heard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(progress.QUIET, raising=False)


def test_nothing_is_said_of_a_short_wait() -> None:
    paper = io.StringIO()
    compiler = Compiler(paper)
    for _ in range(100):
        compiler.compile(0.5)
        compiler.time += 10  # the program goes on, and needs another function later
    assert paper.getvalue() == ""


def test_a_long_wait_is_told_once() -> None:
    paper = io.StringIO()
    compiler = Compiler(paper)
    for _ in range(20):
        compiler.compile(0.5)
    assert paper.getvalue() == "compiling games, once for this machine; it takes up to a minute\n"


def test_on_a_terminal_the_line_counts_and_goes_away() -> None:
    screen = Terminal()
    compiler = Compiler(screen)
    for _ in range(6):
        compiler.compile(0.5)
    shown = screen.getvalue().split("\r\x1b[2K")
    assert shown[0] == shown[-1] == ""
    assert shown[-2] == "compiling games, once for this machine: 6 functions, 3 s"


def test_it_can_be_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(progress.QUIET, "1")
    paper = io.StringIO()
    Compiler(paper).compile(30)
    assert paper.getvalue() == ""


def test_a_closed_stream_is_no_reason_to_fail() -> None:
    paper = io.StringIO()
    compiler = Compiler(paper)
    compiler.compile(1)
    paper.close()
    with pytest.raises(ValueError, match="closed"):
        paper.isatty()
    compiler.compile(3)


@pytest.mark.slow
def test_a_cold_cache_is_told_of_and_a_warm_one_is_not(tmp_path: Path) -> None:
    def run() -> str:
        code = "import ludotheque; game = ludotheque.game('feurio'); game.playouts(1)"
        environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
        done = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
        )
        assert done.stdout == ""
        return done.stderr

    assert run() == "compiling feurio, once for this machine; it takes up to a minute\n"
    assert run() == ""
