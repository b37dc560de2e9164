"""``ludotheque puzzles``: positions in which one move is far better than the others, found in bots' games."""

from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import Annotated, TextIO

from cyclopts import Parameter
from cyclopts.validators import Number
from rich.console import Console
from rich.progress import Progress

from ludotheque.arena.puzzles import Criteria, find_puzzles
from ludotheque.cli.arguments import (
    PATH,
    GameName,
    Players,
    Positive,
    Seed,
    Settings,
    chosen_game,
    chosen_seed,
)
from ludotheque.cli.streams import writing_records

_USUAL = Criteria()


def puzzles(
    game: GameName,
    /,
    *,
    players: Players = None,
    settings: Settings = (),
    count: Positive = 60,
    seed: Seed = None,
    out: Annotated[Path, PATH],
    simulations: Positive = _USUAL.simulations,
    longer: Positive = _USUAL.longer,
    searches: Positive = _USUAL.searches,
    margin: Annotated[float, Parameter(validator=Number(gt=0, lt=1))] = _USUAL.margin,
    per_game: Positive = _USUAL.per_game,
    games: Positive = 1000,
    workers: Positive = 1,
) -> int:
    """Look for puzzles in games that bots play, and write them as records that stop there.

    Equal seeds find equal puzzles, whatever the number of workers. A game's own puzzles are the file
    puzzles.jsonl in its folder.

    Parameters
    ----------
    count
        How many puzzles.
    out
        The file to write, one record per line; - is standard output.
    simulations
        How long the players think before each move.
    longer
        Simulations of each of the searches that must agree.
    searches
        How many of them, each with a seed of its own.
    margin
        By how much the best move wins more often than any other, at least: 0.15 is 15 games of 100.
    per_game
        How many puzzles of one game there may be.
    games
        After so many games nobody looks any further.
    workers
        How many processes look.
    """
    chosen = chosen_game(game, players, settings)
    criteria = Criteria(simulations, longer, searches, margin, per_game)
    root = chosen_seed(seed)
    by_game = islice(find_puzzles(chosen, root, criteria, workers=workers), games)
    console = Console(stderr=True)
    with writing_records(out) as file, Progress(console=console, disable=not console.is_terminal) as bar:
        found, looked = _write(by_game, count, file, bar)
    console.print(f"{found} puzzles in {looked} games, seed {root}", highlight=False)
    return 0 if found == count else 1


def _write(by_game: Iterable[Sequence[str]], count: int, file: TextIO, bar: Progress) -> tuple[int, int]:
    """Write at most *count* puzzles; how many there were, and in how many games."""
    task, found, looked = bar.add_task("looking for puzzles", total=count), 0, 0
    for lines in by_game:
        looked += 1
        for line in lines[: count - found]:
            found += 1
            print(line, file=file, flush=True)
            bar.advance(task)
        if found == count:
            break
    return found, looked
