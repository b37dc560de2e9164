"""``ludotheque arena``: many games between bots, and a table of how strong they are."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter
from cyclopts.validators import Number
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from ludotheque.arena import BotStanding, Standing, run
from ludotheque.arena.match import GameResult
from ludotheque.arena.results import check_results_path, games_path, write_results
from ludotheque.arena.standing import win
from ludotheque.bots.faults import BotFailed
from ludotheque.cli.arguments import GameName, Players, Positive, Seed, Settings, chosen_game
from ludotheque.core.errors import Refusal
from ludotheque.core.game import Game
from ludotheque.exit_codes import INTERRUPTED

_WIDE = 200  # columns where nobody looks: a pipe or a file


def arena(
    game: GameName,
    /,
    *,
    players: Players = None,
    settings: Settings = (),
    bots: Annotated[tuple[str, ...], Parameter(name="--bot", required=True)],
    games: Positive | None = None,
    until: Annotated[float | None, Parameter(validator=Number(gt=0, lt=1))] = None,
    deals: Literal["fresh", "duplicate"] | None = None,
    seed: Seed = None,
    workers: Positive | None = None,
    ray: Annotated[bool, Parameter(negative="")] = False,
    out: Path | None = None,
    traceback: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Play many games between bots, with changing seats, and say how strong each is.

    Parameters
    ----------
    bots
        A bot; repeat it for each. `ludotheque bots` lists them. With fewer bots than seats they go round
        the table, with more they take turns.
    games
        How many games, 100 if left out; best a multiple of the number of bots.
    until
        Stop as soon as every bot's 95 % interval is at most this wide, as 0.02; --games is then the most.
    deals
        duplicate: the same shuffles again with the seats rotated, which narrows the intervals; fresh: a
        new shuffle for every game. If left out, duplicate where chance decides and several bots play.
    workers
        How many processes play; if left out, one for each core.
    ray
        Play on a Ray cluster: the one that RAY_ADDRESS names, or one on this machine.
    traceback
        If a bot of your own breaks down, show where, call by call.
    out
        Write the results to this .json or .csv file, and the games beside it as they end: the same command
        goes on after an interruption, and more --games are added to those played.
    """
    chosen = chosen_game(game, players, settings)
    if out is not None:
        check_results_path(out)
    bar = _Bar(chosen, bots, games or (None if until else 100))
    try:
        with bar.progress, _breakdowns_told(traceback):
            result = run(
                chosen,
                bots,
                games=games,
                seed=_as_number(seed),
                until=until,
                deals=deals,
                ray=ray,
                workers=workers or os.cpu_count() or 1,
                keep=None if out is None else games_path(out),
                on_game=bar.advance,
            )
    except KeyboardInterrupt:
        kept = "the same command goes on from there" if out else "with --out they would have been kept"
        print(f"stopped after {bar.told}; {kept}", file=sys.stderr)
        return INTERRUPTED
    if out is not None:
        write_results(result, out)
    _print(result, chosen)
    return 0


@contextmanager
def _breakdowns_told(traceback: bool) -> Iterator[None]:
    """A bot that breaks down is one sentence, or with *traceback* all of it."""
    try:
        yield
    except BotFailed as failed:
        if traceback:
            print(failed.traceback, end="", file=sys.stderr)
            raise
        raise Refusal(f"{failed}; --traceback shows all of it") from None


def _as_number(seed: str | None) -> int | str | None:
    """The seed as a number if that is how it was written."""
    return int(seed) if seed is not None and seed.isdecimal() and str(int(seed)) == seed else seed


class _Bar:
    """A progress bar with the running standing; on standard error, if that is a terminal."""

    def __init__(self, game: Game, bots: tuple[str, ...], games: int | None) -> None:
        columns = (
            TextColumn("playing"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.description}", markup=False),
        )
        console = Console(stderr=True)
        self.progress = Progress(*columns, console=console, disable=not console.is_terminal)
        self.done = 0
        self._total = games
        self._task = self.progress.add_task("", total=games)
        self._shared_goal = game.shared_goal
        self._bots = bots
        self._wins = [0.0] * len(bots)

    @property
    def told(self) -> str:
        """How far it is."""
        return f"{self.done} of {self._total} games" if self._total else f"{self.done} games"

    def advance(self, result: GameResult) -> None:
        """Count a game that has ended."""
        self.done += 1
        for k in set(result.seating):
            self._wins[k] += win(result, k, shared_goal=self._shared_goal)
        so_far = "   ".join(f"{name} {wins:g}" for name, wins in zip(self._bots, self._wins, strict=True))
        self.progress.update(self._task, advance=1, description=so_far)


def _print(result: Standing, game: Game) -> None:
    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=_WIDE)
    options = ", ".join(f"{name}={value}" for name, value in result.options.items())
    console.print(
        f"{game.definition.title} {options}: {result.games} games, seed {result.seed}", markup=False
    )
    console.print(_table(result, shared_goal=game.shared_goal))


def _table(result: Standing, *, shared_goal: bool) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("bot")
    names = ["games", "goals met" if shared_goal else "wins", "share", "95 % interval"]
    names += [] if shared_goal else ["mean score", "mean rank", "rating"]
    for name in [*names, "time per move"]:
        table.add_column(name, justify="right", no_wrap=True)
    for bot in result.bots:
        table.add_row(Text(bot.bot), *_cells(bot, shared_goal=shared_goal))
    return table


def _cells(bot: BotStanding, *, shared_goal: bool) -> list[str]:
    low, high = bot.interval or (None, None)
    cells = [
        str(bot.games),
        f"{bot.wins:.10g}",
        _percent(bot.win_share),
        f"{_percent(low)} – {_percent(high)}",
    ]
    if not shared_goal:
        cells += [_number(bot.mean_score), _number(bot.mean_rank), _number(bot.rating)]
    return [*cells, _time(bot.seconds_per_move)]


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{share:.1%}"


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _time(seconds: float | None) -> str:
    if seconds is None:
        return "–"
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.3g} ms"
