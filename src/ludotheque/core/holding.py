"""Files that one process works on at a time: whoever comes second is told so, and harms nothing.

The system gives a lock back when its process ends, however that happens.
"""

import os
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
    descriptor = _opened(file)
    try:
        if fcntl is not None:
            try:
                fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
            except OSError:
                raise Refusal(otherwise) from None
        yield
    finally:
        os.close(descriptor)


def _opened(file: Path) -> int:
    try:
        return os.open(file, os.O_RDWR | os.O_CREAT, PRIVATE)
    except OSError as error:
        raise Refusal(f"{file} cannot be written: {error.strerror}") from None
