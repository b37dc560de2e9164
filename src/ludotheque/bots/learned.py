"""The kernels of bots/learned_tree.py, bound to a game and a network."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from ludotheque.bots.factored import factor_columns
from ludotheque.bots.learned_tree import FUNCTIONS, Adviser
from ludotheque.bots.network import Network, thoughts_of, traits_of
from ludotheque.bots.tree import Settings, Workspace
from ludotheque.core.definition import Definition
from ludotheque.core.game import Game
from ludotheque.engine.binding import bind
from ludotheque.engine.chance import Source
from ludotheque.engine.contract import States
from ludotheque.engine.observation import fields_of

FIRST_NODES = 512


def bound_advice(definition: Definition, *more: Callable[..., Any]) -> dict[str, Any]:
    """The functions of bots/learned_tree.py and *more* for a game, by name."""
    return bind(
        definition.rules,
        *FUNCTIONS,
        *more,
        heuristic=definition.heuristic,
        observation=definition.observation,
        features=definition.features,
        constants={"FIELDS": fields_of(definition.rules.STATE)},
    )


@cache
def advised_search(definition: Definition) -> Callable[..., int]:
    """`learned_tree.simulate_advised` for a game."""
    found: Callable[..., int] = bound_advice(definition)["simulate_advised"]
    return found


def adviser_for(game: Game, network: Network, nodes: int) -> Adviser:
    """A network, and room for it at so many nodes."""
    columns = len(network.layers.heads_bias) - 4 * game.players
    return Adviser(
        layers=network.layers,
        thoughts=thoughts_of(network.layers),
        tastes=factor_columns(game),
        traits=np.zeros(traits_of(game), np.float32),
        held=np.zeros((nodes, columns), np.float32),
        shown=np.zeros(1, game.definition.rules.STATE),
        points=np.zeros(game.players, np.int32),
        totals=np.zeros(2 * game.players, np.float32),
    )


class Advised:
    """Adds simulations to a tree, with a network's advice; room for that grows with the tree."""

    def __init__(self, game: Game, network: Network, blend: float, settings: Settings) -> None:
        self.adviser = adviser_for(game, network, FIRST_NODES)
        self._simulate = advised_search(game.definition)
        self._blend, self._settings = blend, settings

    def simulate(
        self,
        states: States,
        nodes: Any,
        used: int,
        seat: int,
        simulations: int,
        work: Workspace,
        rng: Source,
    ) -> int:
        """See `learned_tree.simulate_advised`."""
        held = self.adviser.held
        if used + simulations > len(held):
            more = np.zeros((max(len(held), simulations), held.shape[1]), np.float32)
            self.adviser = self.adviser._replace(held=np.concatenate([held, more]))
        return self._simulate(
            states, nodes, used, seat, simulations, self._settings, self._blend, self.adviser, work, rng
        )
