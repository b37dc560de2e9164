"""Files that one process works on at a time: whoever comes second is told so, and harms nothing.

The system gives a lock back when its process ends, however that happens.
"""

import errno
import os
import struct
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ludotheque.core.errors import Refusal

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

PRIVATE = 0o600


@contextmanager
def holding(file: Path, *, shared: bool = False, otherwise: str) -> Iterator[None]:
    """Hold a *file*, which is made if need be, or refuse with the words *otherwise* if another process does.

    Several processes may hold it *shared*, none of them alone.
    """
    descriptor = opened(file)
    try:
        if fcntl is not None:
            try:
                fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
            except OSError:
                raise Refusal(otherwise) from None
        yield
    finally:
        os.close(descriptor)


def hold_bytes(descriptor: int, first: int, count: int, *, shared: bool) -> bool:
    """Hold some bytes of an open file until its descriptor is closed; False if somebody else holds them.

    Unlike a lock of the whole file this leaves other bytes to others, on a disk in the network too.
    """
    if sys.platform != "linux":
        return True  # there such locks are the process's, and lost as soon as it closes the file anywhere
    kind = fcntl.F_RDLCK if shared else fcntl.F_WRLCK
    try:
        asked = struct.pack("hhqqi0q", kind, os.SEEK_SET, first, count, 0)  # C's struct flock
        fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, asked)
    except OSError as error:
        return error.errno not in (errno.EACCES, errno.EAGAIN)  # else: a disk that knows no such locks
    return True


def opened(file: Path) -> int:
    """A descriptor of a file, which is made if need be."""
    try:
        return os.open(file, os.O_RDWR | os.O_CREAT, PRIVATE)
    except OSError as error:
        raise Refusal(f"{file} cannot be written: {error.strerror}") from None
