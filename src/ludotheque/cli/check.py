"""``ludotheque check``: replay records and compare their results."""

import sys

from ludotheque.cli.arguments import File, every_record, placed
from ludotheque.core.errors import BadRecord, Refusal
from ludotheque.core.record import Record


def check(*files: File) -> int:
    """Replay every record from its set-up: each move legal, the result right."""
    if not files:
        raise Refusal("check needs at least one file of records; - is standard input")
    good, bad = 0, 0
    for file in files:
        try:
            for line, record in every_record(file):
                if fault := _fault(record):
                    print(placed(file, line, fault))
                    bad += 1
                else:
                    good += 1
        except Refusal as error:  # the file itself cannot be read: go on with the others
            print(error, file=sys.stderr)
            bad += 1
    if bad:
        return 1
    print(f"{good} records ok")
    return 0


def _fault(record: Record | BadRecord) -> BadRecord | None:
    if isinstance(record, BadRecord):
        return record
    try:
        record.check()
    except BadRecord as error:
        return error
    return None
