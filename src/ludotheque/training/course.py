"""A whole course of training: rounds of self-play and learning, with a check of strength now and then.

It can be stopped at any time: what was learnt up to the last round is kept beside the weights, and the same
command goes on from there.
"""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch

from ludotheque.arena import run
from ludotheque.bots.network import Network, told_more, write_network
from ludotheque.bots.search import SearchBot
from ludotheque.core.errors import Refusal
from ludotheque.core.game import Game
from ludotheque.core.holding import holding
from ludotheque.training import RIVAL, SURE
from ludotheque.training.learner import DECAY, LAST_RATE, MINIBATCH, RATE, Learner, learn
from ludotheque.training.self_play import Effort, Position, SelfPlay, strongest
from ludotheque.workers import cores

GAMES = 8  # in a round
KEPT = 150_000  # positions to learn from, the newest
TIMES = 16  # that a position is learnt from, on average
BLEND = 0.5
CHECKS = 6  # in a course; one that is gone on with has more
CHECK_ROUNDS = 5  # every seat so often
CHECK_GAMES = 20  # where all share a goal
CHECK_SIMULATIONS = 100  # as many as `regular` has
COST_EVERY = 5  # decisions
COST_SIMULATIONS = 20_000  # as many as `expert` has: a large tree takes longer, whoever judges its leaves


@dataclass(frozen=True)
class Check:
    """How strong it was at some time: its share of wins over a fair share, with a 95 % interval.

    Where all share a goal, the share of games that met it.
    """

    hours: float
    positions: int
    share: float
    low: float
    high: float


@dataclass
class Progress:
    """How far a course has come."""

    seconds: float = 0.0
    cpu_seconds: float = 0.0
    rounds: int = 0
    games: int = 0
    positions: int = 0
    value_loss: float = float("nan")
    move_loss: float = float("nan")
    checks: list[Check] = field(default_factory=list)


class Course:
    """Training for one game, until *hours* of work are done.

    Round *k* depends on the seed and on the rounds before it alone, not on the number of *threads*.
    """

    def __init__(
        self,
        game: Game,
        out: Path,
        *,
        hours: float,
        seed: str,
        any_: tuple[str, ...] = (),
        blend: float = BLEND,
        sure: int = SURE,
        threads: int | None = None,
    ) -> None:
        torch.set_num_threads(1)
        torch.manual_seed(int.from_bytes(seed.encode()[-7:]))
        self.game, self.out, self.hours, self.seed = game, out, hours, seed
        self.progress = Progress()
        self._any, self._blend, self._sure, self._threads = any_, blend, sure, threads or cores()
        self._learner = Learner(game)
        self._optimiser = torch.optim.AdamW(self._learner.parameters(), lr=RATE, weight_decay=DECAY)
        self._positions: list[Position] = []
        self._resume()

    @property
    def passed(self) -> float:
        """The part of the time that is over, 0 … 1."""
        return min(1.0, self.progress.seconds / (3600 * self.hours))

    def rounds(self, effort: Effort | None = None) -> Iterator[Progress]:
        """Go on until the time is over; after each round, how far it has come."""
        while self.passed < 1:
            begun, worked = time.monotonic(), time.process_time()
            self._round(effort or Effort())
            self.progress.seconds += time.monotonic() - begun
            self.progress.cpu_seconds += time.process_time() - worked
            if self._is_due():
                self.write()
                self.progress.checks.append(self._check())
            self._keep()
            yield self.progress
        self.write()

    def _is_due(self) -> bool:
        """Whether it is time for a check: a part of the course after the last one, and at its end."""
        checks = self.progress.checks
        last = checks[-1].hours if checks else 0.0
        return self.passed >= 1 or self.progress.seconds / 3600 >= last + self.hours / CHECKS

    def _round(self, effort: Effort) -> None:
        progress = self.progress
        player = SelfPlay(self.game, self.network(), self._trusted, effort)
        seeds = [f"{self.seed}/{progress.games + k}" for k in range(GAMES)]
        with ThreadPoolExecutor(self._threads) as pool:
            new = [position for game in pool.map(player.play, seeds) for position in game]
        progress.games += GAMES
        self._positions = (self._positions + new)[-KEPT:]
        progress.positions += len(new)
        for group in self._optimiser.param_groups:
            group["lr"] = RATE + (LAST_RATE - RATE) * self.passed
        steps = -(-TIMES * len(new) // MINIBATCH)
        rng = np.random.default_rng([progress.rounds, *self.seed.encode()])
        told = learn(self._learner, self._optimiser, self._positions, steps, rng)
        progress.value_loss, progress.move_loss = told
        progress.rounds += 1

    @property
    def _trusted(self) -> float:
        """How much its values count in self-play: nothing before it has seen enough."""
        return self._blend if self.progress.positions >= self._sure else 0.0

    def network(self) -> Network:
        """What has been learnt so far."""
        progress = self.progress
        return Network(
            self._learner.exported(),
            {
                "game": self.game.name,
                "options": dict(self.game.options),
                "any": list(self._any),
                "blend": self._blend,
                "cost": 1.0,
                "seed": self.seed,
                "hours": round(progress.seconds / 3600, 3),
                "cpu_hours": round(progress.cpu_seconds / 3600, 3),
                "games": progress.games,
                "positions": progress.positions,
                "checks": [asdict(check) for check in progress.checks],
            },
        )

    def write(self, **more: Any) -> None:
        """Put the network into its file."""
        write_network(self.out, told_more(self.network(), **more))

    def _check(self) -> Check:
        """Its strength as the search's adviser, against a plain search with as many simulations.

        Where all share a goal it is in every seat: beside others it would fail by their mistakes.
        """
        game, progress = self.game, self.progress
        settings = {"network": self.out, "simulations": CHECK_SIMULATIONS, **strongest(game)}
        mine = f"search:{','.join(f'{name}={value}' for name, value in settings.items())}"
        others, games = [RIVAL] * (game.players - 1), CHECK_ROUNDS * game.players
        share = game.players
        if game.shared_goal:
            others, games, share = [], CHECK_GAMES, 1
        found = run(game, [mine, *others], games=games, seed=len(progress.checks)).bots[0]
        low, high = found.interval or (0.0, 1.0)
        return Check(
            progress.seconds / 3600,
            progress.positions,
            *(share * (value or 0.0) for value in (found.win_share, low, high)),
        )

    # What is kept beside the weights

    @property
    def kept(self) -> Path:
        """Where what is needed to go on is kept."""
        return _kept_beside(self.out, self.game)

    def _keep(self) -> None:
        course = {
            "game": self.game.name,
            "options": dict(self.game.options),
            "seed": self.seed,
            "progress": asdict(self.progress),
            "learner": self._learner.state_dict(),
            "optimiser": self._optimiser.state_dict(),
        }
        unfinished = self.kept.with_name(f"{self.kept.name}.new")
        torch.save(course, unfinished)
        unfinished.replace(self.kept)

    def _resume(self) -> None:
        """Go on where a course of the same game, options and seed was stopped."""
        if not self.kept.exists():
            return
        try:
            course = torch.load(self.kept, weights_only=True)
            seed, progress = course["seed"], course["progress"]
            self._learner.load_state_dict(course["learner"])
            self._optimiser.load_state_dict(course["optimiser"])
            checks = [Check(**check) for check in progress["checks"]]
            self.progress = Progress(**{**progress, "checks": checks})
        except Exception as error:  # of a file that is none of ours PyTorch may think anything
            raise Refusal(f"{self.kept} cannot be read; remove it to begin anew") from error
        if seed != self.seed:
            raise Refusal(f"{self.kept} is of a course with seed {seed}; give that seed, or another --out")


def _kept_beside(out: Path, game: Game) -> Path:
    options = "-".join(str(value) for value in game.options.values())
    return out.with_name(f"{out.name}.{game.name}-{options}.course")


@contextmanager
def alone(game: Game, out: Path) -> Iterator[None]:
    """Keep other processes from working on the same course: each would overwrite what the other learnt."""
    course = _kept_beside(out, game)
    taken = f"another process works on {course}; wait for it, stop it, or give another --out"
    with holding(course.with_name(f"{course.name}-lock"), otherwise=taken):
        yield


def cost_of(game: Game, path: Path, clock: Callable[[], float] = time.process_time) -> float:
    """How many times as long a search takes with the network in a file as without, about.

    Both choose in positions of a game that searches play, and end early where the choice is clear, as they
    do at a table: a network that cannot tell two moves apart thinks longer for that too.
    """
    guide = SearchBot(game, simulations=CHECK_SIMULATIONS, seed=1)
    networks = (str(path), None)
    bots = [
        SearchBot(game, simulations=COST_SIMULATIONS, network=network, seed=1, **strongest(game))
        for network in networks
    ]
    state, took = game.new(seed=1), [0.0, 0.0]
    while not state.over:
        view = state.view(state.seat)
        if len(state.record().moves) % COST_EVERY == 0 and len(view.moves()) > 1:
            for k, bot in enumerate(bots):
                begun = clock()
                bot.choose(view)
                took[k] += clock() - begun
        state.play(guide.choose(view))
    return round(took[0] / took[1], 2)
