"""Bots that think in worker processes, so that no table waits for another's."""

import asyncio
import os
import signal
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing import get_context

import numpy as np

from ludotheque.bots import bot
from ludotheque.bots.search import SearchBot
from ludotheque.core.game import Game
from ludotheque.core.options import Options
from ludotheque.core.registry import game as make_game
from ludotheque.core.registry import names
from ludotheque.core.view import View

_FEW = 4  # moves that a hint tells of


@dataclass(frozen=True)
class Sight:
    """A view on its way to another process: as much as a seat may know, and no more."""

    game: str
    options: Options
    seat: int
    states: bytes

    @classmethod
    def of(cls, view: View) -> "Sight":
        """A view, packed."""
        return cls(view.game.name, view.game.options, view.seat, bytes(view))

    def view(self) -> View:
        """The view again."""
        game = make_game(self.game, **self.options)
        states = np.frombuffer(self.states, game.definition.rules.STATE).copy()
        return View(game, self.seat, states)


@dataclass(frozen=True)
class Thought:
    """A move that the expert considered."""

    move: str
    games: int  # imagined, that began with it
    win_chance: float


class Thinkers:
    """Worker processes for all tables of a server."""

    def __init__(self, workers: int | None = None) -> None:
        self._workers = workers or max(1, os.cpu_count() or 1)
        self._pool = ProcessPoolExecutor(
            self._workers, mp_context=get_context("spawn"), initializer=_ignore_interrupts
        )

    async def warm(self) -> None:
        """Start the processes and let each load the compiled rules of every game."""
        loop = asyncio.get_running_loop()
        await asyncio.gather(*(loop.run_in_executor(self._pool, _load) for _ in range(self._workers)))

    async def choose(self, level: str, view: View) -> str:
        """The move that a bot of this level plays."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, _choose, level, Sight.of(view))

    async def consider(self, view: View) -> list[Thought]:
        """What the expert thinks of the best few moves, the best first."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, _consider, Sight.of(view))

    def stop(self) -> None:
        """End the processes; nobody waits for their thoughts any more."""
        for process in list((self._pool._processes or {}).values()):
            process.terminate()
        self._pool.shutdown(cancel_futures=True)


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends its workers


def _load() -> None:
    for name in names():
        state = make_game(name).new(seed=0)
        bot("search", state.game, seed=0, simulations=1).choose(state.view(state.seat))


@lru_cache(64)
def _bot(level: str, game: Game) -> SearchBot:
    made = bot(level, game)
    assert isinstance(made, SearchBot)
    return made


def _choose(level: str, sight: Sight) -> str:
    view = sight.view()
    return str(_bot(level, view.game).choose(view))


def _consider(sight: Sight) -> list[Thought]:
    view = sight.view()
    reasons = _bot("expert", view.game).consider(view)
    return [Thought(str(reason.move), reason.visits, reason.win_chance) for reason in reasons[:_FEW]]
