"""A game: rules with their options chosen. It begins states, replays records, plays many games."""

import os
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludotheque.core.definition import Definition, Outcome
from ludotheque.core.options import Options, encode
from ludotheque.core.state import Recorded, Shuffled, State
from ludotheque.engine.chance import Seed, fresh_seed, source
from ludotheque.engine.contract import Numbers, States

_CHUNK = 1_000  # games a thread plays before it asks for more


@dataclass(frozen=True)
class Playouts:
    """The results of many random games."""

    scores: Numbers  # (n, players)
    decisions: NDArray[np.int32]  # (n,)


class Game:
    """Rules with their options chosen; make one with ``ludotheque.game(name, **options)``."""

    def __init__(self, definition: Definition, options: Options) -> None:
        definition.go_together(options)
        self.definition = definition
        self.options = options
        self.players: int = options["players"]
        self._encoded = encode(definition.options, options)

    @property
    def name(self) -> str:
        """The game's name in the registry."""
        return self.definition.name

    @property
    def shared_goal(self) -> bool:
        """Whether all seats win or lose together."""
        return self.definition.shared_goal(self.options)

    def __repr__(self) -> str:
        chosen = ", ".join(f"{name}={value!r}" for name, value in self.options.items())
        return f'ludotheque.game("{self.name}", {chosen})'

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.name == other.name and self.options == other.options

    def __hash__(self) -> int:
        return hash((self.name, *self.options.values()))

    def new(self, seed: Seed | None = None) -> State:
        """The start of a game. Equal seeds give equal shuffles; without one nobody can guess them."""
        seed = fresh_seed() if seed is None else seed
        return State.begin(self, Shuffled(source(seed)))

    def replay(self, outcomes: Iterable[Outcome]) -> State:
        """The start of a game whose chance events turn out as told."""
        return State.begin(self, Recorded(list(outcomes)))

    def blank(self) -> States:
        """Room for one state, at the start of a game."""
        states = np.zeros(1, self.definition.rules.STATE)
        self.definition.rules.begin(states, 0, self._encoded)
        return states

    def playouts(self, n: int, seed: Seed | None = None, *, threads: int | None = None) -> Playouts:
        """Play *n* random games, compiled, on all cores (or *threads* of them).

        Game *k* depends on *seed* and *k* alone, not on the number of threads.
        """
        root = source(fresh_seed() if seed is None else seed)
        results = Playouts(np.zeros((n, self.players), np.int32), np.zeros(n, np.int32))

        def play(first: int) -> None:
            self._play_chunk(root, first, min(first + _CHUNK, n), results)

        with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
            for _ in pool.map(play, range(0, n, _CHUNK)):
                pass
        return results

    def _play_chunk(self, root: NDArray[np.uint64], first: int, last: int, to: Playouts) -> None:
        rules = self.definition.rules
        self.definition.kernels.random_games(
            np.zeros(1, rules.STATE),
            0,
            self._encoded,
            root,
            first,
            np.zeros(rules.MAX_MOVES, np.int32),
            np.zeros(rules.OUTCOME, np.uint8),
            to.scores[first:last],
            to.decisions[first:last],
        )
