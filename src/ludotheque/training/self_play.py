"""Games of the search against itself, and what there is to learn from them. No PyTorch here.

Expert iteration (Anthony, Tian and Barber, 2017): the search plays, with the network's advice as far as that
has come; how often it looked at each move is what the network shall think of moves, and how the game went on
is what it shall think of positions. Most searches are short, so that there are many games; only the long ones
teach about moves (Wu, 2019).

What a position is worth to each seat is a mean of what the searches at the next decisions thought of it, and
of how the game ended, the further away the less: TD(λ). The end alone would say little, for luck decides so
much; and a search has played hundreds of games to their end.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludotheque.bots.learned import Advised, bound_advice
from ludotheque.bots.network import POINTS, Network, described_by, inputs_of, traits_of
from ludotheque.bots.search import SearchBot
from ludotheque.bots.tree import NO_NODE, NODE, RECORDS, ROOT, Settings, rewards, stress, workspace
from ludotheque.core.definition import Definition
from ludotheque.core.game import Game
from ludotheque.engine.chance import Seed, Source, below, source
from ludotheque.engine.compiled import int64
from ludotheque.engine.contract import OVER, Numbers, States, Weights, play, turn
from ludotheque.engine.kernels import begin_round

LAMBDA = 0.9  # how much the next search's opinion gives way to later ones
OWN_LAMBDA = 0.85  # the same of a seat's own next search, where others cannot know what it holds
FAR = 1 << 20


@dataclass(frozen=True)
class Effort:
    """How the search plays against itself."""

    short: int = 120  # simulations
    long: int = 500
    long_share: float = 0.25  # of all decisions
    curious_share: float = 0.3  # of decisions drawn by how often moves were searched, not the most searched

    def times(self, factor: float) -> "Effort":
        """The same with so many times the simulations."""
        return replace(self, short=max(1, round(factor * self.short)), long=max(1, round(factor * self.long)))


@dataclass
class Position:
    """A decision, as the network shall see it: zeros are left out."""

    inputs: Numbers  # which are not zero
    amounts: Weights
    moves: Numbers  # none if the search was short
    traits: Weights  # (moves, numbers): the game's own numbers of each, if it has them
    looks: Weights  # how good each looked to the heuristic
    visits: Weights
    seat: int
    thought: Weights  # what each seat got in the simulations, on average: first gains, then wins
    targets: Weights  # what the network shall say of these


class Outcome(NamedTuple):
    """Room for what a stretch of a game brought."""

    gains: Weights
    wins: Weights
    chance: NDArray[np.uint8]


def play_on(states: States, move: int, win: float, rng: Source, outcome: Outcome) -> bool:
    """Play a move; whether that ended a stretch, whose outcome is told then, and chance has gone on."""
    game = int64(0)
    play(states, game, move)
    if turn(states, game) >= 0:
        return False
    rewards(states, game, outcome.gains, outcome.wins)
    stress(win, outcome.gains, outcome.wins)
    begin_round(states, game, rng, outcome.chance)
    return True


class BoundSelfPlay(NamedTuple):
    """What is called from Python, bound to a game."""

    play_on: Callable[..., bool]
    begin_round: Callable[..., None]
    candidates: Callable[..., int]
    weigh: Callable[..., None]
    turn: Callable[..., int]
    describe: Callable[..., None]
    describe_move: Callable[..., None]
    hide: Callable[..., None]
    unveil: Callable[..., None]


@cache
def bound_self_play(definition: Definition) -> BoundSelfPlay:
    """These functions for a game."""
    bound = bound_advice(definition, begin_round, play_on)
    return BoundSelfPlay(*(bound[name] for name in BoundSelfPlay._fields))


def strongest(game: Game) -> dict[str, Any]:
    """The settings of the strongest level: what is learnt serves a search best that strives for the same."""
    return dict(game.definition.mastery(game.options))


class SelfPlay:
    """Plays whole games, one at a time, and tells all their positions."""

    def __init__(self, game: Game, network: Network, blend: float, effort: Effort | None = None) -> None:
        self._game, self._network, self._blend = game, network, blend
        self._effort = effort or Effort()
        self._secret = game.definition.secret(game.options)
        self._settings: Settings = SearchBot(game, simulations=1, seed=0, **strongest(game)).settings
        self._kernels = bound_self_play(game.definition)

    def play(self, seed: Seed) -> list[Position]:
        """A whole game's positions; equal seeds and networks make equal games."""
        rules, rng = self._game.definition.rules, source(seed)
        states, outcome = self._game.blank(), self._outcome()
        self._kernels.begin_round(states, 0, rng, outcome.chance)
        positions: list[Position] = []
        stretch: list[Position] = []
        known, shown = np.zeros((2, 1), rules.STATE)
        while (seat := self._kernels.turn(states, 0)) != OVER:
            self._kernels.hide(states, 0, seat, known, 0)
            self._kernels.unveil(states, 0, seat, shown, 0)
            position, move = self._decide(known, shown, seat, rng)
            stretch.append(position)
            if self._kernels.play_on(states, move, self._settings.win, rng, outcome):
                _set_targets(stretch, np.concatenate([outcome.gains, outcome.wins]), self._secret)
                positions += stretch
                stretch = []
        return positions

    def _outcome(self) -> Outcome:
        players, rules = self._game.players, self._game.definition.rules
        gains, wins = np.zeros((2, players), np.float32)
        return Outcome(gains, wins, np.zeros(rules.OUTCOME, np.uint8))

    def _decide(self, known: States, shown: States, seat: int, rng: Source) -> tuple[Position, int]:
        """Search, and say what was seen and thought, and what to play."""
        effort = self._effort
        long = _by_chance(effort.long_share, rng)
        simulations = effort.long if long else effort.short
        nodes, thought = self._searched(known, seat, simulations, rng)
        moves = np.zeros(self._game.definition.rules.MAX_MOVES, np.int32)
        count = self._kernels.candidates(known, 0, moves, np.zeros(len(moves), np.float32))
        moves = moves[:count]
        looks = np.zeros(count, np.float32)
        self._kernels.weigh(known, 0, moves, count, looks)
        visits = _visits(nodes, moves)
        chosen = int(np.argmax(visits))
        if _by_chance(effort.curious_share, rng) and visits.sum() > 0:
            at = below(rng, int(visits.sum()))
            chosen = int(np.searchsorted(np.cumsum(visits), at, side="right"))
        kept = count if long and count > 1 else 0
        inputs = self._inputs(shown, seat)
        found = np.flatnonzero(inputs).astype(np.int32)
        position = Position(
            inputs=found,
            amounts=inputs[found],
            moves=moves[:kept].copy(),
            traits=self._traits(known, moves[:kept]),
            looks=looks[:kept],
            visits=visits[:kept],
            seat=seat,
            thought=thought,
            targets=thought,
        )
        return position, int(moves[chosen])

    def _searched(self, known: States, seat: int, simulations: int, rng: Source) -> tuple[Any, Weights]:
        """The tree, and what each seat got on average."""
        game = self._game
        advised = Advised(game, self._network, self._blend, self._settings)
        nodes, work = np.zeros(simulations + 2, NODE), workspace(game.definition.rules, game.players)
        advised.simulate(np.repeat(known, RECORDS), nodes, 1, seat, simulations, work, rng)
        return nodes, advised.adviser.totals / np.float32(simulations)

    def _inputs(self, shown: States, seat: int) -> Weights:
        """What the network is given of a position."""
        game = self._game
        inputs = np.zeros(inputs_of(game), np.float32)
        size = described_by(game)
        self._kernels.describe(shown, 0, seat, inputs[:size])
        points = np.zeros(game.players, np.int32)
        game.definition.kernels.scores(shown, 0, points)
        inputs[size:] = np.concatenate([points, np.roll(points, -seat)]) * POINTS
        return inputs

    def _traits(self, known: States, moves: Numbers) -> Weights:
        """The game's own numbers of moves, one row each; without a column where it has none."""
        traits = np.zeros((len(moves), traits_of(self._game)), np.float32)
        if traits.size:
            for row, move in zip(traits, moves, strict=True):
                self._kernels.describe_move(known, 0, int(move), row)
        return traits


def _by_chance(share: float, rng: Source) -> bool:
    return below(rng, FAR) < share * FAR


def _visits(nodes: Any, moves: Numbers) -> Weights:
    """How often each move was searched."""
    found: dict[int, int] = {}
    child = int(nodes[ROOT]["first"])
    while child != NO_NODE:
        found[int(nodes[child]["move"])] = int(nodes[child]["visits"])
        child = int(nodes[child]["sibling"])
    return np.array([found.get(int(move), 0) for move in moves], np.float32)


def _set_targets(stretch: list[Position], outcome: Weights, secret: bool = False) -> None:
    """What each position turned out to be worth, from the last to the first.

    Where a seat knows what others may not, its own searches alone say what it may expect.
    """
    coming = outcome
    for position in reversed(stretch):
        position.targets = coming
        if secret:
            mine = np.arange(len(outcome)) % (len(outcome) // 2) == position.seat
            coming = np.where(mine, OWN_LAMBDA * coming + (1 - OWN_LAMBDA) * position.thought, coming)
        else:
            coming = LAMBDA * coming + (1 - LAMBDA) * position.thought
