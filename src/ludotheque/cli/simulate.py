"""``ludotheque simulate``: games between bots, written as records."""

import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Annotated, TextIO

from cyclopts import Parameter
from cyclopts.validators import Number
from rich.console import Console
from rich.progress import track

from ludotheque.arena.match import one_game
from ludotheque.bots import bot
from ludotheque.cli.arguments import PATH, Bots, Players, Seed, Settings, chosen_game
from ludotheque.core.errors import Refusal, UnknownBot
from ludotheque.core.game import Game
from ludotheque.core.reading import STANDARD
from ludotheque.engine.chance import fresh_seed


def simulate(
    game: str,
    /,
    *,
    players: Players = None,
    settings: Settings = (),
    games: Annotated[int, Parameter(validator=Number(gte=1))] = 1,
    seed: Seed = None,
    bots: Bots = ("random",),
    records: Annotated[Path, PATH],
) -> int:
    """Play games between bots and write their records.

    Parameters
    ----------
    game
        Which game; `ludotheque games` lists them.
    games
        How many games.
    records
        The file to write, one record a line; - is standard output.
    """
    chosen = chosen_game(game, players, settings)
    names = bot_names(bots, chosen)
    root = str(fresh_seed()) if seed is None else seed
    progress = Console(stderr=True)
    with _writing(records) as out:
        hidden = not progress.is_terminal
        for number in track(range(games), "playing", console=progress, disable=hidden):
            its_seed = f"{root}/{number}"
            state, _ = one_game(chosen, names, its_seed)
            print(state.record(seed=its_seed, seats=names).to_json(), file=out)
    return 0


def bot_names(bots: Sequence[str], game: Game) -> list[str]:
    """A bot's name for each seat; an unknown bot is refused, whoever sits there."""
    if len(bots) not in (1, game.players):
        raise UnknownBot(f"{len(bots)} bots for {game.players} seats; name one for all, or one for each")
    for name in set(bots):
        bot(name, game)
    return [*bots] * game.players if len(bots) == 1 else [*bots]


def _writing(path: Path) -> AbstractContextManager[TextIO]:
    if str(path) == STANDARD:
        return nullcontext(sys.stdout)
    try:
        return path.open("w", encoding="utf-8")
    except OSError as error:
        raise Refusal(f"cannot write {path}: {error.strerror}") from None
