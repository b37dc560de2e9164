"""The bot that searches: thousands of imagined games before every move (bots/tree.py)."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludotheque.bots.deciding import Decider, moves_to_choose_from
from ludotheque.bots.tree import FUNCTIONS, NODE, RECORDS, ROOT, Settings, Workspace
from ludotheque.core.definition import Definition
from ludotheque.core.errors import UnknownBot
from ludotheque.core.game import Game
from ludotheque.core.move import Move
from ludotheque.core.view import View
from ludotheque.engine.binding import bind
from ludotheque.engine.chance import Seed, Source, branch

BATCH = 200  # simulations between two looks at the clock
MOST_NODES = 1 << 20
SECONDS = 1.0  # where neither seconds nor simulations are given
NO_BELIEF = -1e9  # less plausible than any world


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


def _usual_sample_size(game: Game) -> int:
    """A shared goal is met in a playout only if everybody plays with some sense; else speed counts more."""
    return 8 if game.shared_goal else 4


def _check_positive(**settings: float | None) -> None:
    for name, value in settings.items():
        if value is not None and not 0 < value < float("inf"):
            raise UnknownBot(f"search: {name} must be a number above 0, not {value}")


class BoundSearch(NamedTuple):
    """What bots call of the functions in bots/tree.py, bound to a game."""

    weigh: Callable[..., None]
    simulate: Callable[..., int]
    lead: Callable[..., int]


@cache
def bound_search(definition: Definition) -> BoundSearch:
    """The search for a game; with the game's own heuristic, if it has one."""
    bound = bind(definition.rules, *FUNCTIONS, heuristic=definition.heuristic)
    return BoundSearch(*(bound[name] for name in BoundSearch._fields))


class SearchBot(Decider):
    """Searches for *seconds*, or *simulations*, whichever is over first; without either for a second.

    With *simulations* alone, equal seeds make equal choices.
    """

    def __init__(
        self,
        game: Game,
        *,
        seconds: float | None = None,
        simulations: int | None = None,
        exploration: float = 0.2,
        bias: float = 0.1,
        widening: float = 4.0,
        sample_size: int | None = None,
        trust: float = 0.7,
        trees: int = 1,
        seed: Seed | None = None,
    ) -> None:
        super().__init__(game, seed)
        _check_positive(
            seconds=seconds, simulations=simulations, widening=widening, sample_size=sample_size, trees=trees
        )
        self._seconds = SECONDS if seconds is None and simulations is None else seconds
        self._budget = (MOST_NODES if simulations is None else simulations) // trees
        steady = game.definition.rules.OUTCOME == 0
        size = sample_size or _usual_sample_size(game)
        self._settings = Settings(exploration, bias, widening, size, trust, steady)
        self._trees = trees
        self._searches = 0

    def choose(self, view: View, limits: Limits = NO_LIMITS) -> Move:
        """The move that was searched most; the search ends as soon as no other can be any more."""
        moves = moves_to_choose_from(self._game, view)
        return moves[0] if len(moves) == 1 else self._reasons(view, limits, until_sure=True)[0].move

    def consider(self, view: View, limits: Limits = NO_LIMITS) -> list[Reason]:
        """All moves that were searched, the most visited first."""
        moves_to_choose_from(self._game, view)
        return self._reasons(view, limits, until_sure=False)

    def _reasons(self, view: View, limits: Limits, *, until_sure: bool) -> list[Reason]:
        seeds = [self._next_source() for _ in range(self._trees)]
        with ThreadPoolExecutor(self._trees) as pool:
            trees = list(pool.map(lambda rng: self._grow(view, rng, limits, until_sure), seeds))
        found: dict[int, NDArray[np.float64]] = {}
        for nodes in trees:
            child = int(nodes[ROOT]["first"])
            while child:
                node = nodes[child]
                seen = np.array([node["visits"], node["reward"], node["wins"]], np.float64)
                found[int(node["move"])] = found.get(int(node["move"]), np.zeros(3)) + seen
                child = int(node["sibling"])
        book = self._game.definition.moves
        reasons = [
            Reason(book[code], int(visits), float(reward / visits), float(wins / visits))
            for code, (visits, reward, wins) in found.items()
        ]
        return sorted(reasons, key=lambda reason: (-reason.visits, -reason.expected, reason.move.code))

    def _next_source(self) -> Source:
        rng = np.zeros(4, np.uint64)
        branch(self._rng, self._searches, rng)
        self._searches += 1
        return rng

    def _grow(self, view: View, rng: Source, limits: Limits, until_sure: bool) -> Any:
        _, simulate, lead = bound_search(self._game.definition)
        states, work = np.repeat(view.states(), RECORDS), self._workspace()
        nodes = np.zeros(min(self._budget, MOST_NODES) + 2, NODE)
        used, done, left, begun = 1, 0, self._budget, time.monotonic()
        while left > 0:
            batch = min(BATCH, left)
            used = simulate(states, nodes, used, view.seat, batch, self._settings, work, rng)
            done += batch
            left = self._left(done, time.monotonic() - begun, limits.seconds)
            if limits.stop() or (until_sure and lead(nodes) > left):
                break
        return nodes

    def _left(self, done: int, elapsed: float, most: float) -> int:
        """How many simulations there will be time for at the pace so far, within *most* seconds."""
        left = self._budget - done
        seconds = most if self._seconds is None else min(self._seconds, most)
        return left if seconds == float("inf") else min(left, int(done / elapsed * (seconds - elapsed)))

    def _workspace(self) -> Workspace:
        rules = self._game.definition.rules
        most = rules.MAX_MOVES
        return Workspace(
            moves=np.zeros(most, np.int32),
            shortlist=np.zeros(most, np.int32),
            weights=np.zeros(most, np.float32),
            stamps=np.zeros(rules.CODES + 1, np.int32),
            gains=np.zeros(self._game.players, np.float32),
            wins=np.zeros(self._game.players, np.float32),
            belief=np.full(1, NO_BELIEF, np.float32),
        )
