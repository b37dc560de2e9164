"""``ludotheque train``: let a network learn a game by self-play."""

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from cyclopts.validators import Number
from rich.console import Console
from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from ludotheque.cli.arguments import GameName, Players, Positive, Settings, chosen_game
from ludotheque.core.errors import BadOption
from ludotheque.core.extras import extra
from ludotheque.exit_codes import INTERRUPTED
from ludotheque.training import RIVAL, SURE

if TYPE_CHECKING:
    from ludotheque.training.course import Check, Course
    from ludotheque.training.self_play import Effort

STEPS = "▁▂▃▄▅▆▇█"


def train(
    game: GameName,
    /,
    *,
    players: Players = None,
    settings: Settings = (),
    hours: Annotated[float, Parameter(validator=Number(gt=0))],
    out: Path,
    seed: str = "1",
    serves_any: tuple[str, ...] = (),
    blend: Annotated[float, Parameter(validator=Number(gte=0, lte=1))] = 0.5,
    sure: Positive = SURE,
    effort: Annotated[float, Parameter(validator=Number(gt=0))] = 1.0,
    threads: Positive | None = None,
) -> int:
    """Let a network learn a game by self-play, for as long as you say; Ctrl-C stops it.

    The same command goes on where it was stopped.
    It needs the extra `train`: pip install 'ludotheque[train]'.

    Parameters
    ----------
    hours
        How long it learns, all runs of the same command together.
    out
        The .npz file of weights. If it has networks for other options they stay in it.
    seed
        Which course it is; another one begins anew.
    serves_any
        An option that the network may be used with whatever its value is.
    blend
        How much its values count against playouts, from 0 to 1, once it has learnt a little.
    sure
        How many positions it has learnt from before its values count.
    effort
        How many times the usual simulations each decision gets.
    threads
        How many play; if left out, one for each core.
    """
    with extra("train", needed_by="`ludotheque train`"):
        from ludotheque.training.course import Course, alone, cost_of
        from ludotheque.training.self_play import Effort
    chosen = chosen_game(game, players, settings)
    for option in serves_any:
        if option not in chosen.options:
            raise BadOption(f"--serves-any {option}: {chosen.name} has no such option")
    if out.suffix != ".npz":
        raise BadOption(f"--out {out}: the file of weights must be called something.npz")
    with alone(chosen, out):
        course = Course(
            chosen, out, hours=hours, seed=seed, any_=serves_any, blend=blend, sure=sure, threads=threads
        )
        try:
            _learn(course, Effort().times(effort))
        except KeyboardInterrupt:
            course.write()
            print(f"stopped: {told(course)}; the same command goes on from there", file=sys.stderr)
            return INTERRUPTED
        course.write(cost=cost_of(chosen, out), command=shlex.join(["ludotheque", *sys.argv[1:]]))
    print(f"{out}: {told(course)}")
    for check in course.progress.checks:
        print(line_of(check, course.game.shared_goal))
    return 0


def _learn(course: "Course", effort: "Effort") -> None:
    """Go through the whole course, with a bar, or a line now and then where nobody would see it."""
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Bar(*columns, console=console) as bar:
        task = bar.add_task("learning", total=1.0)
        bar.update(task, completed=course.passed)
        for progress in course.rounds(effort):
            bar.update(task, completed=course.passed, description=told(course))
            if not console.is_terminal and progress.rounds % 10 == 1:
                print(f"{course.passed:4.0%} {told(course)}", file=sys.stderr, flush=True)


def told(course: "Course") -> str:
    """How far it has come, in a line, with the curve of its strength."""
    progress = course.progress
    curve = ""
    if progress.checks:
        curve = f", against {RIVAL} {curve_of(progress.checks)} ×"
        if course.game.shared_goal:
            curve = f", goals met {curve_of(progress.checks)}"
    loss = f"values {progress.value_loss:.3f}, moves {progress.move_loss:.3f}"
    return f"{progress.games:,} games, {progress.positions:,} positions, {loss}{curve}"


def curve_of(checks: "list[Check]") -> str:
    """A step for each check, the highest for the best, and what the last one found."""
    most = max(check.share for check in checks) or 1.0
    steps = "".join(STEPS[round(check.share / most * (len(STEPS) - 1))] for check in checks)
    return f"{steps} {checks[-1].share:.2f}"


def line_of(check: "Check", shared_goal: bool) -> str:
    """What a check found."""
    found = f"{check.share:.2f} × a fair share ({check.low:.2f} … {check.high:.2f}) against {RIVAL}"
    if shared_goal:
        found = f"{check.share:.0%} of goals met ({check.low:.0%} … {check.high:.0%})"
    return f"after {check.hours:.2f} h, {check.positions:,} positions: {found}"
