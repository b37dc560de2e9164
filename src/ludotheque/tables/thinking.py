"""Bots that think in worker processes, so that no table waits for another's."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from ludotheque.bots import bot
from ludotheque.bots.search import SearchBot
from ludotheque.core.game import Game
from ludotheque.core.registry import names
from ludotheque.core.view import View
from ludotheque.workers import Pool
from ludotheque.workers.warming import What, compile_game

_FEW = 4  # moves that a hint tells of
_AT_TABLES: tuple[What, ...] = ("rules", "bots")  # that are used


@dataclass(frozen=True)
class Thought:
    """A move that the expert considered."""

    move: str
    games: int  # imagined, that began with it
    win_chance: float


class Thinkers:
    """Worker processes for all tables of a server."""

    def __init__(self, workers: int | None = None) -> None:
        self._pool = Pool(workers, quiet=True)

    async def warm_rules(self) -> None:
        """Compile what the tables of every game need, several games at once; the server finds it on disk."""
        await self._compile((name, "rules") for name in names())

    async def warm(self) -> None:
        """Compile what is not yet on disk, the rules first, and let every process load all of it."""
        await self._compile((name, what) for what in _AT_TABLES for name in names())
        for name in names():
            loading = self._pool.submit_to_each(_load, name)
            await asyncio.gather(*map(asyncio.wrap_future, loading))

    async def _compile(self, parts: Iterable[tuple[str, What]]) -> None:
        """One after the other in each process, so that a bot who has to move waits for one at most."""
        left = iter(parts)

        async def one_by_one() -> None:
            for name, what in left:
                await asyncio.wrap_future(self._pool.submit(compile_game, name, what))

        async with asyncio.TaskGroup() as group:
            for _ in range(self._pool.workers):
                group.create_task(one_by_one())

    async def choose(self, level: str, view: View) -> str:
        """The move that a bot of this level plays."""
        return await asyncio.wrap_future(self._pool.submit(_choose, level, view))

    async def consider(self, view: View) -> list[Thought]:
        """What the expert thinks of the best few moves, the best first."""
        return await asyncio.wrap_future(self._pool.submit(_consider, view))

    def stop(self) -> None:
        """End the processes; nobody waits for their thoughts any more."""
        self._pool.close()


def _load(name: str) -> None:
    for what in _AT_TABLES:
        compile_game(name, what)


@lru_cache(64)
def _bot(level: str, game: Game) -> SearchBot:
    made = bot(level, game)
    assert isinstance(made, SearchBot)
    return made


def _choose(level: str, view: View) -> str:
    return str(_bot(level, view.game).choose(view))


def _consider(view: View) -> list[Thought]:
    reasons = _bot("expert", view.game).consider(view)
    return [Thought(str(reason.move), reason.visits, reason.win_chance) for reason in reasons[:_FEW]]
