"""``ludotheque legal``: the legal moves at a place of a record, or a digest of all of them."""

import hashlib
import sys

from ludotheque.cli.arguments import File, Line, Ply, at, every_record, placed
from ludotheque.core.errors import BadRecord
from ludotheque.core.state import State


def legal(file: File, /, *, line: Line = 1, ply: Ply = None, digest: bool = False) -> int:
    """List the legal moves after some moves of a record, sorted, one per line.

    Parameters
    ----------
    digest
        For every record and every ply: line, ply, number of legal moves, SHA-256 of their list.
    """
    if digest:
        return _digest(file)
    for move in sorted_moves(at(file, line, ply)):
        print(move)
    return 0


def sorted_moves(state: State) -> list[str]:
    """The legal moves in their notation, by code point."""
    return sorted(map(str, state.moves()))


def _digest(file: str) -> int:
    code = 0
    for line, record in every_record(file):
        try:
            if isinstance(record, BadRecord):
                raise record
            for ply, state in enumerate(record.positions()):
                moves = sorted_moves(state)
                print(line, ply, len(moves), hashlib.sha256("\n".join(moves).encode()).hexdigest())
        except BadRecord as error:
            print(placed(file, line, error), file=sys.stderr)
            code = 1
    return code
