"""Tasks for the tests' workers: functions of a module, as the pool asks for."""

import os
import time
from pathlib import Path

from ludotheque.core.errors import BadOption
from ludotheque.workers import nobody_waits


def double(number: int) -> int:
    return 2 * number


def whoami() -> int:
    return os.getpid()


def wait_for(file: Path) -> str:
    """End when something is written in *file*: for a moment it may be there and empty."""
    while not file.exists() or not (text := file.read_text()):
        time.sleep(0.01)
    return text


def note_start_and_wait(started: Path, goes_on: Path) -> str:
    started.write_text(str(os.getpid()))
    return wait_for(goes_on)


def note_start_and_wait_while_wanted(started: Path) -> str:
    started.write_text(str(os.getpid()))
    while not nobody_waits():
        time.sleep(0.01)
    return "stopped early"


def refuse() -> None:
    raise BadOption("this cannot be done")


def break_down() -> None:
    raise KeyError("a bug")


def die_once(mark: Path) -> str:
    """Take the process along, unless somebody has done so before."""
    if mark.exists():
        return "done"
    mark.write_text("")
    os._exit(7)


def die() -> None:
    os._exit(7)


def unpicklable() -> object:
    return lambda: None
