"""Games in worker processes, each started afresh (spawned, never forked).

A worker has a pipe of its own: numbers of games go in, games come out, one at a time. It is given a second
number before it has finished the first, so that it never waits. When the pipe closes it leaves.
"""

import os
import signal
import threading
import traceback
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import connection, get_context, parent_process, resource_tracker
from typing import Any, TypeAlias

from ludotheque.arena.match import Contest, Played, Referee
from ludotheque.core.errors import Refusal
from ludotheque.core.record import Record

Result: TypeAlias = tuple[Played, Record]
Pipe: TypeAlias = "connection.Connection[Any, Any]"

_SPAWN = get_context("spawn")
_AHEAD = 2  # numbers that a worker holds: the game it plays and the next


class WorkerFailed(RuntimeError):
    """A bot, or a worker, broke down: a bug, and here is its traceback."""


def play_all(contest: Contest, numbers: Sequence[int], workers: int) -> Generator[Result, None, None]:
    """Play the games of these *numbers*, and give each as soon as it is finished.

    One worker is this process itself, where a debugger works; two and more are processes of their own.
    """
    if workers == 1:
        yield from map(Referee(contest).play, numbers)
        return
    crew: list[_Worker] = []
    try:
        for _ in range(min(workers, len(numbers))):
            crew.append(_Worker(contest))
        yield from _share_out(crew, numbers)
    finally:
        for worker in crew:
            worker.stop()


def _share_out(crew: Sequence["_Worker"], numbers: Sequence[int]) -> Iterator[Result]:
    waiting = iter(numbers)
    for worker in [*crew] * _AHEAD:
        worker.give(waiting)
    while busy := {worker.pipe: worker for worker in crew if worker.holds}:
        for pipe in connection.wait(busy):
            worker = busy[pipe]  # type: ignore[index]
            result = worker.take()
            worker.give(waiting)
            yield result


class _Worker:
    """A process that plays, as its parent sees it."""

    def __init__(self, contest: Contest) -> None:
        self.pipe, theirs = _SPAWN.Pipe()
        self._process = _SPAWN.Process(target=_serve, args=(contest, theirs))
        self.holds = 0  # numbers given that have not come back as games
        with _interrupts_held():
            self._process.start()
        theirs.close()

    def give(self, numbers: Iterator[int]) -> None:
        """Hand over the next number, if there is one."""
        for number in numbers:
            self.pipe.send(number)
            self.holds += 1
            return

    def take(self) -> Result:
        """A finished game."""
        try:
            answer: Result | Exception = self.pipe.recv()
        except (EOFError, ConnectionResetError):
            self._process.join()
            raise WorkerFailed(f"a worker ended with exit code {self._process.exitcode}") from None
        if isinstance(answer, Exception):
            raise answer
        self.holds -= 1
        return answer

    def stop(self) -> None:
        """End it at once, whatever it thinks about."""
        self._process.terminate()
        self._process.join()
        self._process.close()
        self.pipe.close()


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


def _serve(contest: Contest, pipe: Pipe) -> None:
    """A worker's whole life."""
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    referee = None
    while True:
        try:
            number = pipe.recv()
        except (EOFError, ConnectionResetError):
            return
        try:
            referee = referee or Referee(contest)
            answer: Result | Exception = referee.play(number)
        except Refusal as error:
            answer = Refusal(str(error))
        except Exception:
            answer = WorkerFailed(f"game {number}:\n{traceback.format_exc()}")
        pipe.send(answer)


def _leave_with_parent() -> None:
    """End in the middle of a game if the parent was killed and nobody waits for it any more."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
