"""``ludotheque verify``: were the shuffles of these records fair?"""

from ludotheque.cli.arguments import File, every_record
from ludotheque.core.errors import BadRecord, Refusal
from ludotheque.core.fairness import is_claimed
from ludotheque.core.fairness import verify as prove
from ludotheque.core.record import Record


def verify(file: File, /) -> int:
    """Shuffle again by what each record tells of its secret and contributions, and compare."""
    verdicts = [(line, _verdict(record)) for line, record in every_record(file)]
    for line, verdict in verdicts:
        print(line, verdict)
    return int(any(verdict.startswith("NOT FAIR") for _, verdict in verdicts))


def _verdict(record: Record | BadRecord) -> str:
    if isinstance(record, BadRecord):
        return f"NOT FAIR: {record}"
    if not is_claimed(record):
        return "not proven"
    try:
        prove(record)
    except Refusal as refusal:
        return f"NOT FAIR: {refusal}"
    return "fair"
