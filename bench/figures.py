"""What is measured of a load on a server, and how it is printed."""

import os
import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass
class Figures:
    """What was measured of one load."""

    moves: int = 0
    seconds: float = 0.0
    cpu: float = 0.0  # seconds of the server's processes
    latencies: list[float] = field(default_factory=list)  # from a click to every other screen
    sizes: list[int] = field(default_factory=list)  # of every message, before compression
    wire: list[int] = field(default_factory=list)
    note: str = ""  # what must be known about them

    @property
    def rate(self) -> float:
        """Moves a second."""
        return self.moves / self.seconds

    def row(self, what: str, memory: float, beside: float = 0.0) -> list[str]:
        """The figures as cells; *beside*: a peer's moves a second, if they are to be compared."""
        return [
            what,
            f"{self.moves:,}",
            f"{self.rate:,.0f}",
            f"{self.rate / beside:.2f} ×" if beside else "",
            *(f"{1000 * _quantile(self.latencies, share):.1f}" for share in (0.5, 0.99)),
            f"{1000 * self.cpu / self.moves:.2f}",
            f"{statistics.median(self.sizes):,.0f}",
            f"{statistics.mean(self.sizes):,.0f}",
            f"{statistics.median(self.wire):,.0f}",
            f"{memory:,.0f}",
            self.note,
        ]


HEAD = (
    *("what", "moves", "moves/s", "peer", "p50 ms", "p99 ms", "CPU ms"),
    *("bytes", "mean", "on the wire", "MB"),
)
_WIDTHS = (24, 8, 8, 8, 8, 8, 8, 8, 8, 12, 6)


def _quantile(values: Sequence[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def print_row(cells: Sequence[str]) -> None:
    """Print a line of the table, at once."""
    what, *figures = [cell.rjust(width) for cell, width in zip(cells, _WIDTHS, strict=False)]
    print(what.strip().ljust(_WIDTHS[0]), *figures, *cells[len(_WIDTHS) :], sep="  ", flush=True)


_BEGAN = time.monotonic()


def tell(what: str) -> None:
    """Say what is being done, to whoever waits."""
    load = os.getloadavg()[0]
    print(f"{time.monotonic() - _BEGAN:5.0f} s, load {load:4.1f}: {what}", file=sys.stderr, flush=True)
