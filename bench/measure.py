"""Timing that a busy machine disturbs little: the best of several tries."""

import time
from collections.abc import Callable
from dataclasses import dataclass

TRIES = 5


@dataclass(frozen=True)
class Row:
    """One figure of ours, beside a peer's or beside a limit."""

    what: str
    ours: float
    unit: str
    peer: str = ""
    theirs: float | None = None
    want: str = ""

    @property
    def ratio(self) -> str:
        """Ours over theirs."""
        return "" if self.theirs is None else f"{self.ours / self.theirs:.2f} ×"


def best_rates(*works: Callable[[], float], tries: int = TRIES) -> list[float]:
    """How many things a second each does, by turns, so that a disturbance meets all alike."""
    best = [0.0] * len(works)
    for _ in range(tries):
        for k, work in enumerate(works):
            best[k] = max(best[k], best_rate(work, tries=1))
    return best


def best_rate(work: Callable[[], float], tries: int = TRIES) -> float:
    """How many things a second; *work* does some and returns how many."""
    rates = []
    for _ in range(tries):
        begin = time.perf_counter()
        done = work()
        rates.append(done / (time.perf_counter() - begin))
    return max(rates)


def best_seconds(work: Callable[[], object], tries: int = TRIES) -> float:
    """How long *work* takes."""
    return 1 / best_rate(lambda: float(work() is None or 1), tries)


def least_cpu(work: Callable[[], object], tries: int) -> float:
    """The processor time of *work* at its best, of all threads: others on the machine do not count."""
    seconds = []
    for _ in range(tries):
        begin = time.process_time()
        work()
        seconds.append(time.process_time() - begin)
    return min(seconds)
