"""How strong the levels are, in every game and number of players: ``make strength``.

    python -m bench.strength [GAME] [--games N]

One bot of the stronger level sits with weaker ones at all other seats. "× fair" is its share of wins over
1 / players. Solo and co-operative games have their goal instead: see ``ludotheque bound``.
"""

import sys
from collections.abc import Iterator
from itertools import pairwise

from rich.console import Console
from rich.progress import track
from rich.table import Table

import ludotheque
from ludotheque.arena import run
from ludotheque.core.catalogue import definition, names
from ludotheque.core.errors import BadOption
from ludotheque.core.game import Game

LADDER = ("random", "novice", "regular", "expert")
GAMES = 20


def tables(name: str) -> Iterator[Game]:
    """The game with every number of players that play against each other."""
    players = definition(name).options[0]
    for number in range(1, 9):
        if players.accepts(number):
            try:
                game = ludotheque.game(name, players=number)
            except BadOption:
                continue
            if not game.shared_goal:
                yield game


def main(arguments: list[str]) -> None:
    games = int(arguments[arguments.index("--games") + 1]) if "--games" in arguments else GAMES
    chosen = [name for name in names() if name in arguments] or names()
    table = Table("game", "players", "bot", "against", "games", "wins", "95 %", "× fair", "s/move")
    contests = [
        (game, strong, weak) for name in chosen for game in tables(name) for weak, strong in pairwise(LADDER)
    ]
    contests += [(game, "regular", "random") for name in chosen for game in tables(name)]
    for game, strong, weak in track(contests, "playing", console=Console(stderr=True)):
        result = run(game, [strong, *[weak] * (game.players - 1)], games=games, seed=1).bots[0]
        low, high = result.interval or (0.0, 1.0)
        share = result.win_share or 0.0
        table.add_row(
            game.name, str(game.players), strong, weak, str(result.games), f"{share:.0%}",
            f"{low:.0%}–{high:.0%}", f"{share * game.players:.2f}", f"{result.seconds_per_move or 0:.2f}",
        )  # fmt: skip
    Console(width=110).print(table)


if __name__ == "__main__":
    main(sys.argv[1:])
