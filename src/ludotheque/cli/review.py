"""``ludotheque review``: every decision of a finished game, the moments that decided it, luck and skill."""

import json
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from ludotheque.cli.arguments import File, Line, Positive, placing, record_on
from ludotheque.core.record import Record
from ludotheque.reviews import Decision, Review, usual_simulations
from ludotheque.reviews import review as reviewed
from ludotheque.reviews.words import percent, sentence, why
from ludotheque.workers import cores


def review(
    file: File,
    /,
    *,
    line: Line = 1,
    simulations: Annotated[int | None, Parameter(validator=Number(gte=2))] = None,
    seed: str = "0",
    workers: Positive | None = None,
    as_json: Annotated[bool, Parameter(name="--json")] = False,
) -> int:
    """Judge every decision of a finished game: by what the player could know, and with everything open.

    Parameters
    ----------
    simulations
        Imagined games for each decision; more is slower and finds smaller differences.
    seed
        Equal seeds give equal reviews.
    workers
        How many processes; if left out, one for each core.
    as_json
        Write one JSON object instead.
    """
    record = record_on(file, line)
    with placing(file, line):
        record.check()
        budget = usual_simulations(record.game) if simulations is None else simulations
        found = _with_progress(record, budget, seed, workers or cores())
    if as_json:
        print(json.dumps({"simulations": budget, "seed": seed, **found.to_dict()}))
        return 0
    console = Console(highlight=False)
    title = f"{record.game.definition.title}: {len(found.decisions)} decisions"
    console.print(f"{title}, {budget} simulations each, seed {seed}\n")
    console.print(_decisions(found))
    console.print()
    console.print(_accounts(found))
    _print_moments(console, record, found)
    return 0


def _with_progress(record: Record, simulations: int, seed: str, workers: int) -> Review:
    console = Console(stderr=True)
    with Progress(console=console, disable=not console.is_terminal, transient=True) as bar:
        task = bar.add_task("reviewing", total=None)
        return reviewed(
            record,
            simulations=simulations,
            seed=seed,
            workers=workers,
            on_progress=lambda done, total: bar.update(task, completed=done, total=total),
        )


def _decisions(found: Review) -> Table:
    """One row per decision: what it was worth by what the player could know, and with everything open."""
    table = Table(box=None, padding=(0, 1, 0, 1))
    for heading in ("move", "seat", "known", "open", "swing"):
        table.add_column(heading, justify="right")
    table.add_column("played")
    table.add_column("better")
    for one in found.decisions:
        numbers = (f"{percent(one.known)} %", f"{percent(one.open)} %", _signed(one.swing))
        table.add_row(str(one.ply + 1), str(one.seat + 1), *numbers, one.move, one.better or "")
    return table


def _accounts(found: Review) -> Table:
    table = Table(box=None, padding=(0, 1, 0, 1))
    beyond = ("better than in imagined games",) if found.game.shared_goal else ()
    for heading in ("seat", "start", "own decisions", "others’ decisions", *beyond, "luck", "result"):
        table.add_column(heading, justify="right")
    for seat in range(found.game.players):
        one = found.account(seat)
        values = (one.decided, one.others, *([one.beyond] if beyond else []), one.luck)
        parts = map(_signed, values)
        table.add_row(str(seat + 1), f"{percent(one.start)} %", *parts, f"{percent(one.result)} %")
    return table


def _signed(chance: float) -> str:
    return f"{percent(chance):+d}".replace("-", "−") if percent(chance) else "0"


def _print_moments(console: Console, record: Record, found: Review) -> None:
    if not found.moments:
        console.print("\nNo decision surely lost anything.")
        return
    console.print("\nThe moments that decided the game:")
    for number, moment in enumerate(found.moments, start=1):
        console.print(f"{number}. {_moment_words(record, moment)}", soft_wrap=True)


def _moment_words(record: Record, moment: Decision) -> str:
    view = record.replay(moment.ply).view(moment.seat)
    assert moment.better is not None
    reason = why(view, moment.better, moment.move, (moment.known, moment.played), moment.points)
    return (
        f"Move {moment.ply + 1}, seat {moment.seat + 1}: "
        f"{moment.better} instead of {moment.move}. {sentence(reason)}"
    )
