"""What a longer search would have done instead: how much there is to gain from more thinking.

    python -m bench.decisions GAME [--players N] [--set KEY=VALUE …] [--positions 40] [--every 7]
        [--long 40000] [--bot NAME …]

Positions are taken from games of searches with 100 simulations, every seventh decision that is one. A long
search that explores all moves widely says what each of them is worth. Of every --bot the table tells how
often it chose the move that the long search found best (same), and the share of the win that its choice costs
by the long search (lost), with its 95 % interval over positions. Each decides each position with TRIES seeds.
"""

import math
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from itertools import islice

import numpy as np
from numpy.typing import NDArray

import ludotheque
from ludotheque.bots import search
from ludotheque.cli.arguments import chosen_game
from ludotheque.core.game import Game
from ludotheque.core.move import Move
from ludotheque.core.view import View

PLAYER = "search:simulations=100"
BOTS = ["search:simulations=100", "search:simulations=400", "search:simulations=1600"]
TRIES = 3
EXPLORATION, NO_BIAS = (
    0.5,
    0.0,
)  # of the long search: every move gets its chance, whatever it looks like


def positions(game: Game, every: int) -> Iterator[View]:
    """What seats see at every so many decisions that are more than one move."""
    number, seen = 0, 0
    while True:
        state = game.new(seed=f"decisions/{number}")
        bots = [
            ludotheque.bot(PLAYER, game, seed=f"decisions/{number}/{seat}") for seat in range(game.players)
        ]
        while not state.over:
            view = state.view(state.seat)
            if len(view.moves()) > 1:
                seen += 1
                if seen % every == 0:
                    yield view
            state.play(bots[state.seat].choose(view))
        number += 1


def worths(view: View, simulations: int) -> Mapping[Move, float]:
    """The share of the win after each move, by a long search; the best move first."""
    bot = search(view.game, simulations=simulations, exploration=EXPLORATION, bias=NO_BIAS, seed="long")
    return {reason.move: reason.win_chance for reason in bot.consider(view)}


def judged(view: View, worth: Mapping[Move, float], names: list[str]) -> NDArray[np.float64]:
    """For each bot: how often it chose the best move, and what its choices cost."""
    best = next(iter(worth))
    found = np.zeros((len(names), 2))
    for k, name in enumerate(names):
        for seed in range(TRIES):
            move = ludotheque.bot(name, view.game, seed=seed).choose(view)
            found[k] += (move == best, worth[best] - worth.get(move, 0.0))
    return found / TRIES


def arguments() -> Namespace:
    """What the command line asks for."""
    parser = ArgumentParser(prog="python -m bench.decisions")
    parser.add_argument("game")
    parser.add_argument("--players", type=int)
    parser.add_argument("--set", action="append", default=[], dest="settings", metavar="KEY=VALUE")
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--every", type=int, default=7)
    parser.add_argument("--long", type=int, default=40_000)
    parser.add_argument("--bot", action="append", dest="bots", metavar="NAME")
    return parser.parse_args()


def main() -> None:
    asked = arguments()
    game = chosen_game(asked.game, asked.players, asked.settings)
    names = asked.bots or BOTS
    views = list(islice(positions(game, asked.every), asked.positions))
    found = np.array([judged(view, worths(view, asked.long), names) for view in views])
    moves = np.mean([len(view.moves()) for view in views])
    print(f"{game.definition.title}, {game.players} players: {len(views)} positions, {moves:.1f} moves")
    for k, name in enumerate(names):
        same, lost = found[:, k].mean(axis=0)
        doubt = 1.96 * found[:, k, 1].std(ddof=1) / math.sqrt(len(views))
        print(f"| `{name}` | {same:.0%} | {lost:.4f} ± {doubt:.4f} |", flush=True)


if __name__ == "__main__":
    main()
