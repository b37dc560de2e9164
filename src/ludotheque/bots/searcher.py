"""What bots that search have in common: a budget, reasons, and the tree that they leave behind."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludotheque.bots.deciding import Decider, moves_to_choose_from
from ludotheque.bots.explored import Explored
from ludotheque.core.errors import UnknownBot
from ludotheque.core.game import Game
from ludotheque.core.move import Move
from ludotheque.core.view import View
from ludotheque.engine.chance import Seed, Source, branch

MOST_NODES = 1 << 20
SECONDS = 1.0  # where neither seconds nor simulations are given


@dataclass(frozen=True)
class Limits:
    """What may end a single search before the bot's own settings do."""

    seconds: float = float("inf")
    stop: Callable[[], bool] = lambda: False  # looked at between batches; what was found until then counts


NO_LIMITS = Limits()


@dataclass(frozen=True)
class Reason:
    """What a search found out about a move."""

    move: Move
    visits: int
    expected: float  # the seat's reward, 0 … 1
    win_chance: float


def check_positive(**settings: float | None) -> None:
    """Refuse a setting that is not a number above 0."""
    for name, value in settings.items():
        if value is not None and not 0 < value < float("inf"):
            raise UnknownBot(f"search: {name} must be a number above 0, not {value}")


def check_share(**settings: float | None) -> None:
    """Refuse a setting that is not a number from 0 to 1."""
    for name, value in settings.items():
        if value is not None and not 0 <= value <= 1:
            raise UnknownBot(f"search: {name} must be a number from 0 to 1, not {value}")


class Searcher(Decider):
    """Searches for *seconds*, or *simulations*, whichever is over first; without either for a second.

    ``tree`` is what the last search has looked at; None before the first, and where there was no choice.
    """

    def __init__(self, game: Game, seconds: float | None, simulations: int | None, seed: Seed | None) -> None:
        super().__init__(game, seed)
        check_positive(seconds=seconds, simulations=simulations)
        self._seconds = SECONDS if seconds is None and simulations is None else seconds
        self._budget = MOST_NODES if simulations is None else simulations
        self._searches = 0
        self.tree: Explored | None = None

    def choose(self, view: View, limits: Limits = NO_LIMITS) -> Move:
        """The move that was searched most; the search ends as soon as no other can be any more."""
        moves = moves_to_choose_from(self._game, view)
        self.tree = None if len(moves) == 1 else self._search(view, limits, until_sure=True)
        return moves[0] if self.tree is None else self.tree.line()[0]

    def consider(self, view: View, limits: Limits = NO_LIMITS) -> list[Reason]:
        """All moves that were searched, the most visited first."""
        moves_to_choose_from(self._game, view)
        self.tree = self._search(view, limits, until_sure=False)
        return [
            Reason(move, child.visits, child.value, child.win_chance)
            for move, child in self.tree.children.items()
        ]

    def _search(self, view: View, limits: Limits, *, until_sure: bool) -> Explored:
        raise NotImplementedError

    def _next_source(self) -> Source:
        rng = np.zeros(4, np.uint64)
        branch(self._rng, self._searches, rng)
        self._searches += 1
        return rng

    def _left(self, done: int, begun: float, limits: Limits) -> int:
        """How many simulations there will be time for at the pace since *begun*."""
        left = self._budget - done
        seconds = limits.seconds if self._seconds is None else min(self._seconds, limits.seconds)
        if seconds == float("inf"):
            return left
        elapsed = time.monotonic() - begun
        return min(left, int(done / elapsed * (seconds - elapsed)))

    def __getstate__(self) -> dict[str, Any]:
        return super().__getstate__() | {"tree": None}  # no copy needs it
