"""``ludotheque simulate``: games between bots, written as records."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.progress import track

from ludotheque.arena.simulation import simulated_records
from ludotheque.bots import bot
from ludotheque.cli.arguments import (
    PATH,
    Bots,
    GameName,
    Players,
    Positive,
    Seed,
    Settings,
    chosen_game,
    chosen_seed,
)
from ludotheque.cli.streams import writing_records
from ludotheque.core.errors import UnknownBot
from ludotheque.core.game import Game


def simulate(
    game: GameName,
    /,
    *,
    players: Players = None,
    settings: Settings = (),
    games: Positive = 1,
    seed: Seed = None,
    bots: Bots = ("random",),
    workers: Positive | None = None,
    ray: Annotated[bool, Parameter(negative="")] = False,
    records: Annotated[Path, PATH],
) -> int:
    """Play games between bots and write their records.

    Parameters
    ----------
    games
        How many games.
    records
        The file to write, one record per line; - is standard output.
    workers
        How many processes play; if left out, one for each core where it takes more than a few seconds. The
        records are the same, in the same order.
    ray
        Play on a Ray cluster: the one that RAY_ADDRESS names, or one on this machine. The records are the
        same.
    """
    chosen = chosen_game(game, players, settings)
    names = bot_names(bots, chosen)
    root = chosen_seed(seed)
    progress = Console(stderr=True)
    with writing_records(records) as out:
        lines = simulated_records(
            chosen, names, [f"{root}/{number}" for number in range(games)], workers=workers, ray=ray
        )
        hidden = not progress.is_terminal
        for line in track(lines, "playing", total=games, console=progress, disable=hidden):
            print(line, file=out)
    return 0


def bot_names(bots: Sequence[str], game: Game) -> list[str]:
    """A bot's name for each seat; an unknown bot is refused, whoever sits there."""
    if len(bots) not in (1, game.players):
        raise UnknownBot(f"{len(bots)} bots for {game.players} seats; name one for all, or one for each")
    for name in set(bots):
        bot(name, game)
    return [*bots] * game.players if len(bots) == 1 else [*bots]
