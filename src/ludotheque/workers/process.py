"""A worker process, started afresh (spawned, never forked), as its parent sees it and from inside.

A worker has a pipe of its own: tasks go in, answers come out, one at a time. It never hears Ctrl-C, and
ends when its parent ends it, or is gone itself.
"""

import os
import signal
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import connection, get_context, parent_process, resource_tracker
from multiprocessing.reduction import ForkingPickler
from typing import Any, TypeAlias

from ludotheque.core.errors import Refusal
from ludotheque.engine import progress

Task: TypeAlias = tuple[Callable[..., Any], tuple[Any, ...]]  # a module-level function and its arguments
Pipe: TypeAlias = "connection.Connection[Any, Any]"

_SPAWN = get_context("spawn")
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
        self._process = _SPAWN.Process(target=_serve, args=(theirs, quiet))
        with _starting, _interrupts_held():
            self._process.start()
        theirs.close()

    def do(self, task: Task) -> Any:
        """The task's result; raises what the task raised, or WorkerDied."""
        try:
            self._pipe.send(task)
            succeeded, answer = self._pipe.recv()
        except (EOFError, ConnectionResetError, BrokenPipeError):
            with _starting:
                self._process.join()
            raise WorkerDied(self._process.exitcode) from None
        if succeeded:
            return answer
        raise answer

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


def _serve(pipe: Pipe, quiet: bool) -> None:
    """A worker's whole life."""
    if quiet:
        progress.silence()
    threading.Thread(target=_leave_with_parent, daemon=True).start()
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
        function, arguments = ForkingPickler.loads(message)
        return True, function(*arguments)
    except Refusal as refusal:
        return False, refusal
    except Exception:
        return False, WorkerFailed(traceback.format_exc())


def _leave_with_parent() -> None:
    """End in the middle of a task if the parent was killed and nobody waits for it any more."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
