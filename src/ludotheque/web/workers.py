"""Several server processes on one machine: they listen at one port, and whoever is free takes a connection.

A process that ends by itself is started again; all end with the one that started them.
"""

import logging
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Sequence
from multiprocessing import get_context, parent_process
from multiprocessing.context import SpawnProcess
from multiprocessing.synchronize import Event
from typing import Any

from ludotheque.core.errors import Refusal

log = logging.getLogger(__name__)

PATIENCE = 20.0  # seconds that a process may take to end
SHORTEST_LIFE = 5.0  # seconds; one that ends sooner is started again with a pause
_SPAWN = get_context("spawn")

Serve = Callable[[Any, socket.socket, Event], None]


class Worker:
    """One process, and its successors."""

    def __init__(
        self, serve: Serve, plan: object, listener: socket.socket, on_death: Callable[[int], None]
    ) -> None:
        self._arguments = serve, plan, listener
        self._on_death = on_death
        self.start()

    def start(self) -> None:
        """Start the process."""
        self.ready = _SPAWN.Event()
        self._began = time.monotonic()
        self.process: SpawnProcess = _SPAWN.Process(target=_live, args=(*self._arguments, self.ready))
        self.process.start()

    def revive(self) -> None:
        """Start it again if it has ended."""
        if self.process.is_alive():
            return
        log.error("%s; starting another", self.end_told())
        self._on_death(self.process.pid or 0)
        if time.monotonic() - self._began < SHORTEST_LIFE:
            time.sleep(1.0)
        self.start()

    def end_told(self) -> str:
        """How it has ended."""
        code = self.process.exitcode or 0
        how = f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"
        return f"server process {self.process.pid} {how}"

    def end(self) -> None:
        """Let it finish what it does."""
        self.process.terminate()

    def bury(self, seconds: float) -> None:
        """Wait until it has ended, but not for ever."""
        self.process.join(max(0.0, seconds))
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


def supervise(
    serve: Serve,
    plans: Sequence[object],
    listener: socket.socket,
    *,
    on_open: Callable[[], None],
    on_death: Callable[[int], None],
) -> None:
    """Run a process for each plan until somebody stops this one; *on_death* is told who has died.

    One that ends before all are ready is not started again: what ended it would do so again.
    """
    stop = threading.Event()
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, lambda *_: stop.set())
    workers = [Worker(serve, plan, listener, on_death) for plan in plans]
    try:
        while not stop.is_set() and not all(worker.ready.is_set() for worker in workers):
            for worker in workers:
                if not worker.process.is_alive() and not stop.wait(0.05):  # they may all be told to stop
                    raise Refusal(f"{worker.end_told()} while it started; the others are stopped too")
            stop.wait(0.05)
        if not stop.is_set():
            on_open()
        while not stop.wait(0.2):
            for worker in workers:
                worker.revive()
    finally:
        for worker in workers:
            worker.end()
        end = time.monotonic() + PATIENCE
        for worker in workers:
            worker.bury(end - time.monotonic())


def _live(serve: Serve, plan: object, listener: socket.socket, ready: Event) -> None:
    """A process's whole life."""
    threading.Thread(target=_stop_with_parent, daemon=True).start()
    serve(plan, listener, ready)


def _stop_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
