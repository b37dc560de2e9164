"""The server: uvicorn around the application, in one process or several, and a word to whoever started it."""

import asyncio
import gc
import os
import socket
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing.synchronize import Event
from pathlib import Path
from tempfile import TemporaryDirectory

import uvicorn
from rich.console import Console

from ludotheque.core.errors import Refusal
from ludotheque.tables.broker.url import BROKER, EXAMPLE, check_broker, chosen_broker
from ludotheque.tables.pending import Pacing
from ludotheque.tables.service import TableService
from ludotheque.tables.storage import Keeping, chosen_database, prepare
from ludotheque.tables.storage.locks import locked
from ludotheque.web.app import create_app
from ludotheque.web.connections import GuardedHttp, allow_many_files, guarded
from ludotheque.web.gathering import POSSIBLE, Gathering, Place
from ludotheque.web.logs import set_up_logs
from ludotheque.web.metrics import SHARED_FOLDER, forget_process
from ludotheque.web.settings import Settings, read_settings
from ludotheque.web.workers import supervise

COLLECTED_AFTER = 50_000  # new objects: a few hundred moves


@dataclass(frozen=True)
class _Plan:
    """What every process of a server needs to know."""

    database: str
    broker: str
    pacing: Pacing
    keeping: Keeping
    settings: Settings
    processes: int
    place: Place | None = None  # of one process among several


def run(
    host: str,
    port: int,
    *,
    database: str | None = None,
    open_browser: bool,
    workers: int = 1,
    **pacing: float,
) -> None:
    """Listen until Ctrl-C; *pacing* is what `Pacing` has."""
    broker = chosen_broker()
    if workers > 1 and not broker:
        raise Refusal(
            f"--workers {workers} needs a broker between the processes:"
            f" start Valkey or Redis, and set {BROKER}={EXAMPLE}"
        )
    listener = _listen(host, port)
    settings = read_settings(host)
    set_up_logs(settings.log)
    plan = _Plan(
        chosen_database(database), broker, Pacing(**pacing), Keeping.chosen(), settings, processes=workers
    )
    on_open = partial(_say_where, _address(host, listener), open_browser=open_browser)
    with locked(plan.database, shared=bool(broker)):
        prepare(plan.database)  # a database that cannot be used is told now, in a sentence
        check_broker(broker)
        if workers == 1:
            _serve(plan, listener, on_open)
        else:
            _serve_in_several(plan, listener, on_open)


def _serve_in_several(plan: _Plan, listener: socket.socket, on_open: Callable[[], None]) -> None:
    with (
        TemporaryDirectory(prefix="ludotheque-metrics-") as metrics,
        TemporaryDirectory(prefix="ludotheque-doors-") as doors,
    ):
        os.environ.setdefault(SHARED_FOLDER, metrics)  # any process tells the numbers of all
        places = [Place(Path(doors), number, plan.processes) for number in range(plan.processes)]
        plans = [replace(plan, place=place) for place in places]
        supervise(_serve_too, plans, listener, on_open=on_open, on_death=forget_process)


def _serve_too(plan: _Plan, listener: socket.socket, ready: Event) -> None:
    """What a process does that is one of several."""
    set_up_logs(plan.settings.log)
    with locked(plan.database, shared=True):
        _serve(plan, listener, ready.set)


def _serve(plan: _Plan, listener: socket.socket, on_open: Callable[[], None]) -> None:
    allow_many_files()
    house: list[TableService] = []
    app = create_app(
        plan.database,
        plan.pacing,
        plan.keeping,
        plan.settings,
        broker=plan.broker,
        processes=plan.processes,
        on_start=house.append,
        on_awake=spare_the_collector,
    )
    gathering = GuardedHttp.gathering = Gathering(plan.place) if plan.place and POSSIBLE else None
    config = uvicorn.Config(app, timeout_graceful_shutdown=2, **guarded(plan.settings))
    _Server(config, on_open, house, gathering).run(sockets=[listener])


def spare_the_collector() -> None:
    """What is in memory when all games are loaded stays there: it is not searched for garbage ever again.

    A move makes many small things and leaves hardly any in circles, so that a search now and then is enough.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECTED_AFTER, 20, 20)


class _Server(uvicorn.Server):
    """Says where it is as soon as it is there; before it stops, everybody is told."""

    def __init__(
        self,
        config: uvicorn.Config,
        on_open: Callable[[], None],
        house: list[TableService],
        gathering: Gathering | None,
    ) -> None:
        super().__init__(config)
        self._on_open = on_open
        self._house = house
        self._gathering = gathering

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then tell people."""
        await super().startup(sockets)
        if self._gathering:
            self._gathering.open(self._take_over)
        self._on_open()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Finish what has begun, tell whoever watches, and stop."""
        if self._gathering:
            self._gathering.close()
        for server in self.servers:
            server.close()  # whoever comes now is served by another process, or tries again
        for tables in self._house:
            await tables.drain()
        await super().shutdown(sockets)

    def _take_over(self, connection: socket.socket, head: bytes) -> None:
        """Serve a connection that another process has accepted."""
        task = asyncio.create_task(self._serve_taken(connection, head))
        self.server_state.tasks.add(task)
        task.add_done_callback(self.server_state.tasks.discard)

    async def _serve_taken(self, connection: socket.socket, head: bytes) -> None:
        protocol = GuardedHttp(self.config, self.server_state, self.lifespan.state)
        protocol.taken_with = head
        try:
            await asyncio.get_running_loop().connect_accepted_socket(lambda: protocol, connection)
        except OSError:
            connection.close()


def _say_where(address: str, *, open_browser: bool) -> None:
    Console().print(f"Ludothèque is open at [bold]{address}[/bold] (Ctrl-C closes it)")
    if open_browser:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise Refusal(f"cannot listen at {host} port {port}: {why}; try --port 0 for a free one") from None
    return listener


def _address(host: str, listener: socket.socket) -> str:
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{listener.getsockname()[1]}"
