"""Numbers for whoever watches over a server, in the format of Prometheus (`/metrics`).

They tell how much is done and how long it takes, and nothing of what is played or by whom. Several processes
of one machine add theirs up when the environment's PROMETHEUS_MULTIPROC_DIR names a folder for them.
"""

import asyncio
import os
from collections.abc import Mapping

from litestar.enums import ScopeType
from litestar.types import Scope
from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from ludotheque.tables.service import TableService

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4
SHARED_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
INTERVAL = 5.0  # seconds
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)

REQUESTS = Histogram(
    "ludotheque_request_seconds", "How long requests take.", ["method", "route", "status"], buckets=SECONDS
)
MOVE_SECONDS = Histogram(
    "ludotheque_move_seconds", "How long people's moves take until they are stored.", buckets=SECONDS
)
LETTERS = Counter("ludotheque_letters_total", "Notifications that were sent, or not.", ["outcome"])
REFUSALS = Counter("ludotheque_limited_total", "Requests that were too many.", ["kind"])
SOCKETS = Gauge("ludotheque_sockets", "Sockets that are open.", multiprocess_mode="livesum")
TABLES = Gauge("ludotheque_tables", "Tables in memory.", multiprocess_mode="livesum")
MOVES = Counter("ludotheque_moves_total", "Moves that were made.", ["by"])
WAITING = Gauge("ludotheque_bots_waiting", "Thoughts that have not begun.", multiprocess_mode="livesum")
THINKING = Gauge("ludotheque_bots_thinking", "Thoughts that go on.", multiprocess_mode="livesum")
THOUGHTS = Counter("ludotheque_bot_thoughts_total", "Thoughts that ended.", ["kind"])
THOUGHT_SECONDS = Counter("ludotheque_bot_thought_seconds_total", "Time that bots thought.", ["kind"])
WAITED_SECONDS = Counter("ludotheque_bot_waited_seconds_total", "Time that thoughts waited.", ["kind"])
DROPPED = Counter("ludotheque_bot_dropped_total", "Thoughts that nobody waited for any more.")
REPLACED = Counter("ludotheque_bot_workers_replaced_total", "Workers of the bots that died by themselves.")


def observe(scope: Scope, status: int, seconds: float) -> None:
    """Count a request that is done; a socket is one as long as it is open, and counted by itself."""
    if scope["type"] == ScopeType.HTTP:
        route = scope.get("path_template") or "none"
        REQUESTS.labels(scope["method"], route, str(status)).observe(seconds)


class Sampler:
    """Reads what the tables count, whenever somebody wants to know, and now and then for the others."""

    def __init__(self, tables: TableService) -> None:
        self._tables = tables
        self._counted: dict[tuple[str, str], float] = {}

    def sample(self) -> None:
        """Bring the numbers of this process up to date."""
        tables, thinkers = self._tables, self._tables.thinkers
        TABLES.set(tables.tables_awake)
        WAITING.set(thinkers.waiting)
        THINKING.set(thinkers.thinking)
        self._add(MOVES, tables.moves)
        self._add(THOUGHTS, thinkers.thoughts)
        self._add(THOUGHT_SECONDS, thinkers.seconds_thought)
        self._add(WAITED_SECONDS, thinkers.seconds_waited)
        self._add(DROPPED, {"": thinkers.dropped})
        self._add(REPLACED, {"": thinkers.workers_replaced})

    async def keep_sampling(self) -> None:
        """Do so now and then, where another process may be asked for the numbers of all."""
        while os.environ.get(SHARED_FOLDER):
            self.sample()
            await asyncio.sleep(INTERVAL)

    def _add(self, counter: Counter, numbers: Mapping[str, float]) -> None:
        """Count what has come since the last time."""
        for name, number in numbers.items():
            key = str(counter), name
            more = number - self._counted.get(key, 0)
            self._counted[key] = number
            (counter.labels(name) if name else counter).inc(max(0, more))


def report() -> bytes:
    """All numbers, of all processes that share a folder."""
    if not os.environ.get(SHARED_FOLDER):
        return generate_latest(REGISTRY)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


def forget_process(process: int) -> None:
    """What a process had open when it died is open no longer; what it did still counts."""
    mark_process_dead(process)  # type: ignore[no-untyped-call]
