"""A worker process, started afresh (spawned, never forked), as its parent sees it and from inside.

A worker has a pipe of its own: tasks go in, answers come out, one at a time; and a number in memory shared
with its parent, by which it is told that nobody waits for its task any more. It never hears Ctrl-C, and ends
when its parent ends it, or is gone itself.
"""

import ctypes
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import connection, get_context, parent_process, resource_tracker
from multiprocessing.process import BaseProcess
from multiprocessing.reduction import ForkingPickler
from typing import Any, TypeAlias

from ludotheque.core.errors import Refusal
from ludotheque.engine import progress

Task: TypeAlias = tuple[Callable[..., Any], tuple[Any, ...]]  # a module-level function and its arguments
Pipe: TypeAlias = "connection.Connection[Any, Any]"

_SPAWN = get_context("spawn")
_PR_SET_PDEATHSIG = 1  # prctl: which signal comes when the parent dies
_starting = threading.Lock()  # multiprocessing looks after all children whenever one starts or ends


class WorkerFailed(RuntimeError):
    """A task broke down, and here is its traceback; or the worker itself did."""


class WorkerDied(Exception):
    """The process has ended in the middle of a task."""

    def __init__(self, exit_code: int | None) -> None:
        super().__init__(f"a worker ended with exit code {exit_code}")


class Worker:
    """A process that works."""

    def __init__(self, *, quiet: bool) -> None:
        self._pipe, theirs = _SPAWN.Pipe()
        self._dropped = _SPAWN.RawValue(ctypes.c_int64, _NONE)
        self._process = _SPAWN.Process(target=_serve, args=(theirs, self._dropped, quiet))
        with _starting, _interrupts_held():
            self._process.start()
        theirs.close()

    def do(self, number: int, task: Task) -> Any:
        """The result of task *number*; raises what the task raised, or WorkerDied."""
        try:
            self._pipe.send((number, task))
            succeeded, answer = self._pipe.recv()
        except (EOFError, ConnectionResetError, BrokenPipeError):
            with _starting:
                self._process.join()
            raise WorkerDied(self._process.exitcode) from None
        if succeeded:
            return answer
        raise answer

    def drop(self, number: int) -> None:
        """Nobody waits for task *number* any more: it may stop early (`nobody_waits`)."""
        self._dropped.value = number

    def end(self) -> None:
        """End it at once, whatever it thinks about; `do`, in another thread, raises WorkerDied."""
        self._process.terminate()

    def bury(self) -> None:
        """Give back what the ended process held; nobody waits for it any more."""
        with _starting:
            self._process.terminate()
            self._process.join()
            self._process.close()
        self._pipe.close()


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold Ctrl-C back for a moment. A process started now never hears it: its parent tells it to end."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # starting a process starts this first, which would let Ctrl-C in
    usual = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, usual)


# What follows happens in a worker

_NONE = -1  # no task's number


class _Present:
    """What this process does now, if it is a worker."""

    number = _NONE
    dropped: Any = None  # shared with the parent: the number of the task that nobody waits for


def nobody_waits() -> bool:
    """Whether the task that this process does may stop, because nobody wants its result any more."""
    return _Present.dropped is not None and _Present.dropped.value == _Present.number


def _serve(pipe: Pipe, dropped: Any, quiet: bool) -> None:
    """A worker's whole life."""
    _leave_with_parent()
    if quiet:
        progress.silence()
    _Present.dropped = dropped
    while True:
        try:
            pipe.send(_answer(pipe))
        except (EOFError, ConnectionResetError, BrokenPipeError):
            return  # the parent has closed its end
        except Exception:  # a result that cannot be pickled
            pipe.send((False, WorkerFailed(traceback.format_exc())))


def _answer(pipe: Pipe) -> tuple[bool, Any]:
    """Do the next task: whether it succeeded, and its result or what was raised."""
    message = pipe.recv_bytes()
    try:
        _Present.number, (function, arguments) = ForkingPickler.loads(message)
        return True, function(*arguments)
    except Refusal as refusal:
        return False, refusal
    except Exception:
        return False, WorkerFailed(traceback.format_exc())


def _leave_with_parent() -> None:
    """End in the middle of a task if the parent was killed and nobody waits for it any more.

    Linux sees to it by itself, whatever this process is at. Elsewhere a thread does, which has to wait while
    something is being compiled. (To Linux the parent is the thread that started this process: the pool's,
    which lives as long as the process is wanted.)
    """
    parent = parent_process()
    assert parent is not None
    if sys.platform == "linux" and ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL) == 0:
        if os.getppid() != parent.pid:  # it was quicker
            os._exit(1)
        return
    threading.Thread(target=_outlive, args=(parent,), daemon=True).start()


def _outlive(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)
