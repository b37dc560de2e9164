"""Train a small network for Fou! by self-play, and measure it against the levels.

    python examples/learning/train.py [--minutes 25] [--players 5] [--out fou.pt]

It needs PyTorch (``pip install torch``) and half an hour on two cores. The network that it writes is a bot
like any other:

    ludotheque arena fou --players 5 --set rounds=1 --games 100 \\
        --bot examples/learning/learned.py:Learned:weights=fou.pt --bot regular
"""

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

import torch

import ludotheque
from learned import Learned
from ludotheque.arena import run
from network import Network
from self_play import learn, play

GAMES, STEPS = 256, 64  # at once, and in a lesson: many small lessons teach more than a few large ones
RATE = 2e-3  # of learning, at the beginning; it falls to nothing
TOLD_EVERY = 0.02  # of the time
LEVELS = ("random", "novice", "regular")


def lessons(minutes: float, most: int | None) -> Iterator[tuple[int, float]]:
    """For every lesson the decisions with it, and how much of the time has passed, until all has.

    *most* decisions, if given, take the place of time.
    """
    begun, decisions, passed = time.monotonic(), 0, 0.0
    while passed < 1:
        decisions += GAMES * STEPS
        yield decisions, passed
        passed = decisions / most if most else (time.monotonic() - begun) / (60 * minutes)


def train(game: ludotheque.Game, seed: int, minutes: float, decisions: int | None = None) -> Network:
    """A network that has learnt *game* by playing against itself, for so long or so many *decisions*."""
    torch.manual_seed(seed)
    network = Network(game)
    batch = ludotheque.batch(game, n=GAMES, seed=seed, tensors=True)
    optimiser = torch.optim.Adam(network.parameters(), lr=RATE, eps=1e-5)
    told_at = 0.0
    for done, passed in lessons(minutes, decisions):
        for group in optimiser.param_groups:
            group["lr"] = RATE * (1 - passed)
        figures = learn(network, optimiser, play(batch, network, STEPS))
        if passed >= told_at:
            told_at += TOLD_EVERY
            losses = ", ".join(f"{name} {figure:.3f}" for name, figure in figures.items())
            print(f"{passed:4.0%}  {spent(done)}, {losses}", flush=True)
    print(f"learnt from {spent(done)}", flush=True)
    network.eval()
    return network


def spent(decisions: int) -> str:
    """So many *decisions*, and the processor time so far: a busy machine changes the pace, not this."""
    return f"{decisions:,} decisions, {time.process_time() / 60:.1f} CPU minutes"


def measure(game: ludotheque.Game, weights: Path, games: int, simulations: int) -> None:
    """What it wins against each level in all other seats, with 95 % intervals; 1 × is a fair share."""
    mine = Learned(game, seed=1, weights=str(weights), simulations=simulations)
    how = f"with {simulations} simulations" if simulations else "by the policy alone"
    for level in LEVELS:
        found = run(game, [mine, *[level] * (game.players - 1)], games=games, seed=1).bots[0]
        assert found.win_share is not None
        assert found.interval is not None
        low, high = (game.players * end for end in found.interval)
        share = f"{game.players * found.win_share:.2f} × a fair share ({low:.2f} … {high:.2f})"
        print(f"{how}, against {level}: {share}, {found.seconds_per_move or 0:.4f} s a move", flush=True)


def asked() -> argparse.Namespace:
    """What the command line says."""
    about = argparse.ArgumentParser(description="Train a small network for Fou!, and measure it.")
    about.add_argument("--minutes", type=float, default=25.0, help="how long to learn")
    about.add_argument("--decisions", type=int, help="learn from so many instead, however long that takes")
    about.add_argument("--players", type=int, default=5, help="how many players")
    about.add_argument("--seed", type=int, default=1)
    about.add_argument("--out", type=Path, default=Path("fou.pt"), help="where the weights go")
    about.add_argument("--games", type=int, default=200, help="games of the arena against each level")
    about.add_argument("--simulations", type=int, default=100, help="of the search that the network guides")
    return about.parse_args()


def main() -> None:
    """Train, write the weights, and measure them: the policy alone, and as a search's guide."""
    wanted = asked()
    game = ludotheque.game("fou", players=wanted.players, rounds=1)
    train(game, wanted.seed, wanted.minutes, wanted.decisions).save(wanted.out)
    print(f"the weights are in {wanted.out}")
    for simulations in (0, wanted.simulations):
        measure(game, wanted.out, wanted.games, simulations)


if __name__ == "__main__":
    main()
