"""Games between bots for their records alone, on as many cores as there is work for."""

from collections.abc import Callable, Iterator, Sequence
from time import monotonic

from ludotheque.arena.cluster import RayCluster
from ludotheque.arena.match import Match
from ludotheque.core.game import Game
from ludotheque.workers import Pool, cores

_ALONE = 1.0  # seconds of playing in this process before it is known whether others would help
_WORTH_IT = 2.0  # seconds left at that pace: starting processes takes one of them


def simulated_records(
    game: Game, names: Sequence[str], seeds: Sequence[str], *, workers: int | None = None, ray: bool = False
) -> Iterator[str]:
    """A record as JSON for each of *seeds*, in their order; *names* has a bot for each seat.

    A game depends on its seed alone, so the records do not depend on the number of *workers*, unless a bot
    looks at the clock. One worker is this process; if left out, the other cores help where it takes long.
    """

    def here(seed: str) -> str:
        return _record(game, names, seed)

    if ray:
        with RayCluster() as cluster:
            yield from cluster.in_order(_record, [(game, tuple(names), seed) for seed in seeds])
        return
    left = iter(seeds)
    if workers is None:
        yield from _while_quick(here, left, len(seeds))
    if workers == 1:
        yield from map(here, left)
        return
    calls = [(game, tuple(names), seed) for seed in left]
    if calls:
        with Pool(min(workers or cores(), len(calls))) as pool:
            yield from pool.in_order(_record, calls)


def _while_quick(play: Callable[[str], str], seeds: Iterator[str], total: int) -> Iterator[str]:
    """Play until it is clear that the rest takes long."""
    begun = monotonic()
    for done, seed in enumerate(seeds, start=1):
        yield play(seed)
        elapsed, left = monotonic() - begun, total - done
        if elapsed > _ALONE and elapsed / done * left > _WORTH_IT and left > 1 and cores() > 1:
            return


def _record(game: Game, names: Sequence[str], seed: str) -> str:
    match = Match(game, names, seed)
    match.play()
    return match.record().to_json()
