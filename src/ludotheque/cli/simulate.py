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

from ludotheque.bots import Bot, bot
from ludotheque.cli.arguments import PATH, Bots, Players, Seed, Settings, chosen_game
from ludotheque.core.chance import fresh_seed
from ludotheque.core.errors import Refusal, UnknownBot
from ludotheque.core.game import Game
from ludotheque.core.record import STANDARD, Record


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
    names = bot_names(bots, chosen.players)
    for name in set(names):
        bot(name, chosen)  # an unknown bot is refused before a file is touched
    root = str(fresh_seed()) if seed is None else seed
    progress = Console(stderr=True)
    with _writing(records) as out:
        hidden = not progress.is_terminal
        for number in track(range(games), "playing", console=progress, disable=hidden):
            print(one_game(chosen, names, f"{root}/{number}").to_json(), file=out)
    return 0


def bot_names(bots: Sequence[str], players: int) -> list[str]:
    """A bot's name for each seat."""
    if len(bots) == 1:
        return [*bots] * players
    if len(bots) != players:
        raise UnknownBot(f"{len(bots)} bots for {players} seats; name one for all, or one for each")
    return [*bots]


def one_game(game: Game, names: Sequence[str], seed: str) -> Record:
    """A whole game; equal seeds give equal games."""
    state = game.new(seed=seed)
    seats: list[Bot] = [bot(name, game, seed=f"{seed}/{seat}") for seat, name in enumerate(names)]
    while not state.over:
        state.play(seats[state.seat].choose(state.view(state.seat)))
    return state.record(seed=seed, seats=list(names))


def _writing(path: Path) -> AbstractContextManager[TextIO]:
    if str(path) == STANDARD:
        return nullcontext(sys.stdout)
    try:
        return path.open("w", encoding="utf-8")
    except OSError as error:
        raise Refusal(f"cannot write {path}: {error.strerror}") from None
