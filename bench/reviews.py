"""A review of a whole game: the time of one core, of which two take half as long each."""

import time
from collections.abc import Iterator
from pathlib import Path

import ludotheque
from bench.measure import Row
from ludotheque.core.record import Record

RECORDS = Path(__file__).parent.parent / "tests" / "records"
GAMES = (("feurio", 13), ("fou", 3), ("forma", 1))  # long ones; the line of the record


def rows() -> Iterator[Row]:
    """Golden games, with the usual number of simulations."""
    for name, line in GAMES:
        record = list(ludotheque.read_records(RECORDS / f"{name}.jsonl"))[line - 1]
        ludotheque.review(record, simulations=2)  # compiles
        seconds, decisions = _reviewed(record)
        what = f"{record.game.definition.title}, {record.game.players} players, {decisions} decisions"
        yield Row(what, seconds, "s of one core", want="< 120")


def _reviewed(record: Record) -> tuple[float, int]:
    begin = time.process_time()
    found = ludotheque.review(record)
    return time.process_time() - begin, len(found.decisions)
