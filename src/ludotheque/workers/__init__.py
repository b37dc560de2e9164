"""One pool of processes for everything that should not wait: arenas, simulations, the bots of the tables."""

from ludotheque.workers.pool import Pool, cores
from ludotheque.workers.process import WorkerFailed, nobody_waits

__all__ = ["Pool", "WorkerFailed", "cores", "nobody_waits"]
