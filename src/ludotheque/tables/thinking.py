"""Bots that think in worker processes, so that no table waits for another's."""

import asyncio
import logging
from dataclasses import dataclass
from functools import lru_cache

from ludotheque.bots import bot
from ludotheque.bots.search import SearchBot
from ludotheque.core.errors import Refusal
from ludotheque.core.game import Game
from ludotheque.core.registry import names
from ludotheque.core.view import View
from ludotheque.workers import Pool, WorkerFailed
from ludotheque.workers.warming import What, compile_game

log = logging.getLogger(__name__)

_FEW = 4  # moves in a hint
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
        self._compiling: dict[tuple[str, What], asyncio.Future[None]] = {}

    async def warm(self) -> None:
        """Compile what is not yet on disk, the rules first, and let every process load all of it.

        Each process compiles one part after the other, so that a bot who has to move waits for one at most.
        A game that does not work is logged, and harms no other.
        """
        left = iter([(name, what) for what in _AT_TABLES for name in names()])

        async def one_by_one() -> None:
            for name, what in left:
                try:
                    await self.compiled(name, what)
                except (Refusal, WorkerFailed) as error:
                    log.error("%s cannot be played by bots: %s", name, error)

        async with asyncio.TaskGroup() as group:
            for _ in range(self._pool.workers):
                group.create_task(one_by_one())
        for name in names():
            if (name, "bots") in self._compiling:
                await asyncio.gather(*map(asyncio.wrap_future, self._pool.submit_to_each(_load, name)))

    async def compiled(self, name: str, what: What) -> None:
        """Return when a game's rules, or its bots, are compiled and on disk, for every process to load."""
        part = name, what
        if part not in self._compiling:
            self._compiling[part] = asyncio.wrap_future(self._pool.submit(compile_game, name, what))
        try:
            await asyncio.shield(self._compiling[part])
        except (Refusal, WorkerFailed):
            self._compiling.pop(part, None)  # whoever asks next may be luckier
            raise

    async def choose(self, level: str, view: View) -> str:
        """The move that a bot of this level plays."""
        await self._not_twice(view.game.name)
        return await asyncio.wrap_future(self._pool.submit(_choose, level, view))

    async def consider(self, view: View) -> list[Thought]:
        """What the expert thinks of the best few moves, the best first."""
        await self._not_twice(view.game.name)
        return await asyncio.wrap_future(self._pool.submit(_consider, view))

    async def _not_twice(self, name: str) -> None:
        """If a process compiles this game's bots, wait for it: another one need not do so too."""
        if (name, "bots") in self._compiling:
            await self.compiled(name, "bots")

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
