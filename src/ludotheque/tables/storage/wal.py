"""What SQLite's log must still hold while the server runs.

SQLite does not look at its log again while it is open: one that was cut off or overwritten meanwhile is
written on, every commit succeeds, and after a crash all is lost from the damage on. So we look: how far the
log goes is in its index (the file ``-shm``), which changes before anything in the log is written over.
The formats are those of sqlite.org/walformat.html.
"""

import os
import struct
from dataclasses import dataclass
from pathlib import Path

_HEADER = 32  # bytes at the log's begin
_MAGIC = b"\x37\x7f\x06"  # its first bytes
_FRAME, _PROOF = 24, 8  # bytes before each page, the last of them its salts and its checksum
_SALTS = slice(16, 24)  # of the log's header: other ones each time that it begins anew
_INDEX = 48  # bytes at the index's begin, which are there twice
_WRITTEN = 12  # of these: whether they say anything


@dataclass(frozen=True)
class Mark:
    """How far the log went at some moment: a frame that is there as long as the salts are the same."""

    salts: bytes
    place: int  # of the last frame; 0: the log was empty
    proof: bytes  # the frame's salts and its checksum, which follows from all before it


class Log:
    """The log of a database and its index, as they were when they were opened."""

    def __init__(self, log: Path, index: Path) -> None:
        self._log = os.open(log, os.O_RDONLY)
        try:
            self._index = os.open(index, os.O_RDONLY)
        except BaseException:
            os.close(self._log)
            raise
        self._mark: Mark | None = None

    def is_of(self, log: Path, index: Path) -> bool:
        """Whether its files are still those of these names."""
        return os.path.samestat(os.fstat(self._log), log.stat()) and os.path.samestat(
            os.fstat(self._index), index.stat()
        )

    def close(self) -> None:
        """Close the files. Connections that have the index open would lose their locks."""
        os.close(self._log)
        os.close(self._index)

    def holds(self) -> bool:
        """Whether the log still has its begin, and the last commit that it had when it was last looked at."""
        known = self._mark
        whole = known is None or self._has(known)
        now = self._goes_to()  # after we have looked: it may have begun anew
        if known and now and now.salts != known.salts:
            whole = True
        if whole and now:
            self._mark = now
        return whole or not now

    def _has(self, mark: Mark) -> bool:
        if not mark.place:
            return True
        begin = os.pread(self._log, _HEADER, 0)
        if begin[:3] != _MAGIC or begin[_SALTS] != mark.salts:
            return False
        return os.pread(self._log, len(mark.proof), mark.place + _PROOF) == mark.proof

    def _goes_to(self) -> Mark | None:
        """How far it goes now; None if somebody is just writing that down."""
        index = os.pread(self._index, 2 * _INDEX, 0)
        is_written = len(index) == 2 * _INDEX and index[_WRITTEN]
        if not is_written or index[:_INDEX] != index[_INDEX:]:
            return None
        size, frames, *checksum = struct.unpack_from("=HI4x2I", index, 14)
        page = (size & 0xFE00) + ((size & 1) << 16)
        place = _HEADER + (frames - 1) * (_FRAME + page) if frames else 0
        salts = index[32:40]
        return Mark(salts, place, salts + struct.pack(">2I", *checksum))
