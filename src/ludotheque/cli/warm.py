"""``ludotheque warm``: compile games now, on all cores, so that nobody waits for it at the table."""

from typing import Annotated, Literal

from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ludotheque.cli.arguments import Positive
from ludotheque.cli.streams import complain
from ludotheque.core.errors import BrokenGame
from ludotheque.core.registry import definition, names
from ludotheque.workers import Pool, cores
from ludotheque.workers.warming import STEPS, What, compile_game


def warm(
    *games: Annotated[str, Parameter(help="Which games; all if left out.")],
    what: Annotated[
        Literal["rules", "bots", "all"], Parameter(help="What a table needs, or the bots.")
    ] = "all",
    workers: Positive | None = None,
) -> int:
    """Compile games and keep the result on disk.

    Parameters
    ----------
    workers
        How many processes compile; if left out, one for each core.
    """
    chosen = [definition(name).name for name in dict.fromkeys(games)] or _working()
    parts: list[What] = list(STEPS) if what == "all" else [what]
    tasks = [(name, part) for part in parts for name in chosen]
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with (
        Pool(min(workers or cores(), len(tasks)), quiet=True) as pool,
        Progress(*columns, console=Console(stderr=True)) as progress,
    ):
        bar = progress.add_task(f"compiling {', '.join(chosen)}", total=len(tasks))
        for _ in pool.as_finished(compile_game, tasks):
            progress.advance(bar)
    return 0


def _working() -> list[str]:
    """All games but those that cannot be used: they are no reason to leave the others out."""
    found = []
    for name in names():
        try:
            found.append(definition(name).name)
        except BrokenGame as error:
            complain(error)
    return found
