"""``ludotheque perft``: how many lines of play of each length there are."""

from typing import Annotated

from cyclopts import Parameter

from ludotheque.cli.arguments import GameName, Players, Settings, chosen_game
from ludotheque.core import counting
from ludotheque.core.errors import BadOption


def perft(
    game: GameName,
    /,
    *,
    players: Players = None,
    settings: Settings = (),
    depth: Annotated[int, Parameter(help="Of how many moves the longest lines are.")],
    seed: Annotated[str, Parameter(help="Where chance begins the game; equal seeds shuffle alike.")] = "0",
) -> int:
    """Count the lines of play of 1, 2 … moves from the start; a game that is over counts no further."""
    chosen = chosen_game(game, players, settings)
    if depth < 1:
        raise BadOption(f"--depth {depth}: write a whole number from 1")
    for length in range(1, depth + 1):
        print(length, counting.perft(chosen, length, seed), flush=True)
    return 0
