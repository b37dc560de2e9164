"""The bot that searches: thousands of imagined games before every move (bots/tree.py)."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, overload

import numpy as np

from ludotheque.bots.explored import Explored
from ludotheque.bots.guided import Evaluate, GuidedBot
from ludotheque.bots.learned import Advised
from ludotheque.bots.network import Network, network_in, own_network
from ludotheque.bots.searcher import MOST_NODES, Limits, Searcher, check_positive, check_share
from ludotheque.bots.specs import check_game, check_settings, settings_of
from ludotheque.bots.tree import FUNCTIONS, NODE, RECORDS, ROOT, Settings, Workspace, workspace
from ludotheque.core.definition import Definition
from ludotheque.core.game import Game
from ludotheque.core.view import View
from ludotheque.engine.binding import bind
from ludotheque.engine.chance import Seed, Source
from ludotheque.engine.rewards import FOR_THE_WIN

BATCH = 200  # simulations between two looks at the clock
OWN = "own"  # as a network: what the game brings, where it brings one


@overload
def search(
    game: Game, *, evaluate: None = None, seed: Seed | None = None, **settings: Any
) -> "SearchBot": ...
@overload
def search(game: Game, *, evaluate: Evaluate, seed: Seed | None = None, **settings: Any) -> GuidedBot: ...
def search(
    game: Game, *, evaluate: Evaluate | None = None, seed: Seed | None = None, **settings: Any
) -> "SearchBot | GuidedBot":
    """A bot that searches: by playouts, or with an evaluator of your own, see `GuidedBot`."""
    check_game(game)
    if evaluate is None:
        check_settings("search", settings_of(SearchBot), settings)
        return SearchBot(game, seed=seed, **settings)
    known = settings_of(GuidedBot)
    del known["evaluate"]
    check_settings("search with evaluate", known, settings)
    return GuidedBot(game, evaluate=evaluate, seed=seed, **settings)


def _usual_sample_size(game: Game) -> int:
    """A shared goal is met in a playout only if everybody plays with some sense; else speed counts more."""
    return 8 if game.shared_goal else 4


def _network(game: Game, name: str | None) -> Network | None:
    """The network in a file, or the game's own, if it has one."""
    if name is None:
        return None
    return own_network(game) if name == OWN else network_in(Path(name), game)


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


class SearchBot(Searcher):
    """Searches for *seconds*, or *simulations*, whichever is over first; without either for a second.

    With *simulations* alone, equal seeds make equal choices. *network* is a file of weights that advises it
    (bots/learned_tree.py), or "own": the one that the game brings for its options, if any; *blend* is how
    much its values count against playouts, from 0 to 1, if not what the file says. A network takes time too:
    there are as many fewer simulations. *win* is how much of a reward is for the win, from 0 to 1, where the
    game tells the win from the lead; the rest is for the lead.
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
        win: float = FOR_THE_WIN,
        trees: int = 1,
        network: str | None = None,
        blend: float | None = None,
        seed: Seed | None = None,
    ) -> None:
        super().__init__(game, seconds, simulations, seed)
        check_positive(widening=widening, sample_size=sample_size, trees=trees)
        self._adviser = _network(game, network)
        check_share(blend=blend, win=win)
        self._blend = blend or 0.0
        if self._adviser is not None:
            self._budget = max(1, int(self._budget / self._adviser.about["cost"]))
            self._blend = float(self._adviser.about["blend"]) if blend is None else blend
        self._budget = max(1, self._budget // trees)
        steady = game.definition.rules.OUTCOME == 0
        size = sample_size or _usual_sample_size(game)
        # As floats, whatever was typed: for whole numbers numba would compile the search once more.
        weights = (float(exploration), float(bias), float(widening))
        self.settings = Settings(*weights, size, float(trust), steady, float(win))
        self._trees = trees

    def _search(self, view: View, limits: Limits, *, until_sure: bool) -> Explored:
        seeds = [self._next_source() for _ in range(self._trees)]
        if self._trees == 1:
            trees = [self._grow(view, seeds[0], limits, until_sure)]
        else:
            with ThreadPoolExecutor(self._trees) as pool:
                trees = list(pool.map(lambda rng: self._grow(view, rng, limits, until_sure), seeds))
        return Explored(self._game, [(nodes, ROOT) for nodes in trees])

    def _grow(self, view: View, rng: Source, limits: Limits, until_sure: bool) -> Any:
        lead = bound_search(self._game.definition).lead
        simulate = self._simulating(view, rng)
        nodes = np.zeros(min(self._budget, MOST_NODES) + 2, NODE)
        used, done, left, begun = 1, 0, self._budget, time.monotonic()
        while left > 0:
            batch = min(BATCH, left)
            used = simulate(nodes, used, batch)
            done += batch
            left = self._left(done, begun, limits)
            if limits.stop() or (until_sure and lead(nodes) > left):
                break
        return nodes[:used].view(np.uint8).copy().view(NODE)  # by fields it takes ten times as long

    def _simulating(self, view: View, rng: Source) -> Callable[[Any, int, int], int]:
        """What adds simulations to a tree of nodes."""
        states, work, settings = np.repeat(view.states(), RECORDS), self._workspace(), self.settings
        if self._adviser is not None:
            advised = Advised(self._game, self._adviser, self._blend, settings)
            return lambda nodes, used, count: advised.simulate(
                states, nodes, used, view.seat, count, work, rng
            )
        simulate = bound_search(self._game.definition).simulate
        return lambda nodes, used, count: simulate(states, nodes, used, view.seat, count, settings, work, rng)

    def _workspace(self) -> Workspace:
        return workspace(self._game.definition.rules, self._game.players)
