"""The search with one thing changed, and games that tell whether that is better at the same time a move.

    python -m bench.variants GAME [--players N] [--set KEY=VALUE …] [--against search] [--simulations 200]
        [--games 400] [--seed 1] BOT …

Each BOT, such as ``search:win=0`` or ``bench/variants.py:Variant:paranoid=true``, plays in one seat against
the usual one in all others, by duplicate deals, in this process alone. The usual one has --simulations; the
BOT has as many as take the same processor time, measured over a few games before. Rows are in Markdown: how
many simulations it had, its time a move over the others' in the games that count, and what it won. Choose
with one --seed, and confirm with another: the best of several is partly the luckiest.

`Variant` takes the settings of `search`, and

sharp     a power of every seat's expected share, where a game goes on after a round: above 1, the lead of now
          counts for more
paranoid  all others want the searching seat to lose, instead of winning themselves (max^n)
"""

import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ludotheque.arena import run
from ludotheque.arena.standing import Standing
from ludotheque.bots import Bot, bot
from ludotheque.bots.search import SearchBot
from ludotheque.bots.tree import (
    FUNCTIONS,
    RECORDS,
    Settings,
    Workspace,
    backpropagate,
    believe,
    descend,
    play_out,
    reward,
)
from ludotheque.cli.arguments import chosen_game
from ludotheque.core.definition import Definition
from ludotheque.core.game import Game
from ludotheque.core.move import Move
from ludotheque.core.view import View
from ludotheque.engine.binding import bind
from ludotheque.engine.chance import Seed, Source
from ludotheque.engine.contract import States


class Twist(NamedTuple):
    """What is changed."""

    sharp: float
    paranoid: bool


def twist_rewards(work: Workspace, seat: int, twist: Twist) -> None:
    """Make of the usual rewards those that are wanted."""
    gains = work.gains
    players = len(gains)
    total = 0.0
    for player in range(players):
        if twist.sharp != 1.0:
            gains[player] = max(gains[player], 0.0) ** twist.sharp
            total += gains[player]
    for player in range(players):
        if twist.sharp != 1.0:
            gains[player] /= total
        if twist.paranoid and player != seat:
            gains[player] = 1.0 - gains[seat]


def simulate_twisted(
    states: States,
    nodes: Any,
    used: int,
    seat: int,
    simulations: int,
    settings: Settings,
    twist: Twist,
    work: Workspace,
    rng: Source,
) -> int:
    """As `simulate` in bots/tree.py."""
    for _ in range(simulations):
        believe(states, seat, settings.trust, work, rng)
        node = descend(states, nodes, used, settings, work, rng)
        used = max(used, node + 1)
        play_out(states, settings.sample_size, work, rng)
        reward(states, settings, work)
        twist_rewards(work, seat, twist)
        backpropagate(nodes, node, work)
    return used


@cache
def bound_simulate(definition: Definition) -> Callable[..., int]:
    """`simulate_twisted` for a game."""
    functions = (*FUNCTIONS, twist_rewards, simulate_twisted)
    found: Callable[..., int] = bind(definition.rules, *functions, heuristic=definition.heuristic)[
        "simulate_twisted"
    ]
    return found


class Variant(SearchBot):
    """Takes the settings of `search`, and those above."""

    def __init__(
        self,
        game: Game,
        *,
        sharp: float = 1.0,
        paranoid: bool = False,
        seed: Seed | None = None,
        **settings: Any,
    ) -> None:
        super().__init__(game, seed=seed, **settings)
        self._twist = Twist(float(sharp), paranoid)

    def _simulating(self, view: View, rng: Source) -> Callable[[Any, int, int], int]:
        states, work = np.repeat(view.states(), RECORDS), self._workspace()
        simulate = bound_simulate(self._game.definition)
        return lambda nodes, used, count: simulate(
            states, nodes, used, view.seat, count, self.settings, self._twist, work, rng
        )


# Games at the same time a move

PILOT_ROUNDS = 2  # of games that measure what a simulation takes
HEADING = ("bot", "simulations", "time", "games", "× fair (95 %)", "mean score, and of the others")


class Thinking:
    """How long all bots of a kind have thought."""

    def __init__(self) -> None:
        self.seconds, self.moves = 0.0, 0

    @property
    def mean(self) -> float:
        """Seconds of the processor's for each move."""
        return self.seconds / max(self.moves, 1)


def timed(name: str, simulations: int, thinking: Thinking) -> type:
    """A class of bots with so many simulations that add up what they take."""

    class Timed:
        def __init__(self, game: Game, *, seed: Seed | None = None) -> None:
            self._bot: Bot = bot(name, game, seed=seed, simulations=simulations)

        def choose(self, view: View) -> Move | str:
            begun = time.thread_time()
            move = self._bot.choose(view)
            thinking.seconds += time.thread_time() - begun
            thinking.moves += 1
            return move

    return Timed


class Contest(NamedTuple):
    """Who plays whom, at what, and how much the usual one thinks."""

    game: Game
    usual: str
    simulations: int

    def play(self, name: str, simulations: int, games: int, seed: Seed) -> tuple[Standing, float]:
        """The standing of games with *name* in one seat, and its time a move over that of the others."""
        own, others = Thinking(), Thinking()
        usual = [timed(self.usual, self.simulations, others) for _ in range(self.game.players - 1)]
        standing = run(self.game, [timed(name, simulations, own), *usual], games=games, seed=seed)
        return standing, own.mean / others.mean

    def equal(self, name: str, seed: Seed) -> int:
        """How many simulations of *name* take as long as those of the usual one."""
        simulations, players = self.simulations, self.game.players
        self.play(name, 1, players, "load")
        for _ in range(2):
            _, time_over = self.play(name, simulations, PILOT_ROUNDS * players, f"{seed}/pilot")
            simulations = max(1, round(simulations / time_over))
        return simulations


def row(contest: Contest, name: str, games: int, seed: Seed) -> tuple[str, ...]:
    """What games at the same time a move say about *name*."""
    simulations, fair = contest.equal(name, seed), contest.game.players
    standing, time_over = contest.play(name, simulations, games, seed)
    own, *others = standing.bots
    assert own.interval is not None
    low, high = own.interval
    rivals = sum(other.mean_score or 0.0 for other in others) / len(others)
    return (
        f"`{name}`",
        f"{simulations}, {contest.simulations}",
        f"{time_over:.2f}",
        str(own.games),
        f"{(own.win_share or 0.0) * fair:.2f} ({low * fair:.2f} … {high * fair:.2f})",
        f"{own.mean_score:.1f}, {rivals:.1f}",
    )


def arguments() -> Namespace:
    """What the command line asks for."""
    parser = ArgumentParser(prog="python -m bench.variants")
    parser.add_argument("game")
    parser.add_argument("bots", nargs="+", metavar="BOT")
    parser.add_argument("--players", type=int)
    parser.add_argument("--set", action="append", default=[], dest="settings", metavar="KEY=VALUE")
    parser.add_argument("--against", default="search")
    parser.add_argument("--simulations", type=int, default=200)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", default="1")
    return parser.parse_args()


def main() -> None:
    asked = arguments()
    game = chosen_game(asked.game, asked.players, asked.settings)
    contest = Contest(game, asked.against, asked.simulations)
    for cells in (HEADING, ["---"] * len(HEADING)):
        print("|", " | ".join(cells), "|")
    for name in asked.bots:
        print("|", " | ".join(row(contest, name, asked.games, asked.seed)), "|", flush=True)


if __name__ == "__main__":
    main()
