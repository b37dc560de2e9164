"""``ludotheque verify``: were the shuffles of these records fair?"""

from ludotheque.cli.arguments import File
from ludotheque.core.errors import Refusal
from ludotheque.core.fairness import is_claimed
from ludotheque.core.fairness import verify as prove
from ludotheque.core.reading import read_lines, read_record


def verify(file: File, /) -> int:
    """Shuffle again by what each record tells of its secret and contributions, and compare."""
    all_fair = True
    for line, text in read_lines(file):
        verdict = _verdict(text)
        all_fair &= not verdict.startswith("NOT FAIR")
        print(line, verdict)
    return int(not all_fair)


def _verdict(text: str) -> str:
    try:
        record = read_record(text)
        if not is_claimed(record):
            return "not proven"
        prove(record)
    except Refusal as refusal:
        return f"NOT FAIR: {refusal}"
    return "fair"
