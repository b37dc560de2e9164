"""Output that never ends in a traceback: another alphabet, a full disk, nobody who reads."""

import errno
import io
import os
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import TextIO

from ludotheque.core.errors import Refusal
from ludotheque.core.reading import STANDARD

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF}


# What a command line gives in another encoding (the name of a bot's file) is written as it was typed.
_ENCODING, _ERRORS = "utf-8", "surrogateescape"


class OutputFailed(Exception):
    """What was to be said cannot be written; empty if nobody wants to read it any more."""


class _Closed(io.TextIOBase):
    """What a program writes to that was started with its standard output closed."""

    def write(self, text: str) -> int:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


def forgiving_streams() -> None:
    """Let what a terminal cannot show become a question mark, and closed streams be streams."""
    if sys.stdout is None:
        sys.stdout = _Closed()
    if sys.stderr is None:
        sys.stderr = io.StringIO()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors != "backslashreplace":
            stream.reconfigure(errors="replace")


@contextmanager
def writing() -> Iterator[None]:
    """Write to standard output here; OutputFailed if that is not possible."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has seen enough, as in `ludotheque legal … | head`
        _give_up()
        raise OutputFailed from None
    except OSError as error:
        if error.errno not in _FULL or error.filename is not None:
            raise
        _give_up()
        raise OutputFailed(f"cannot write the output: {error.strerror}") from None


def _give_up() -> None:
    """Send what is still to be written nowhere, or the interpreter would try once more when it ends."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(error: Exception) -> None:
    """Say on standard error what is wrong, if there is anything to say and a place for it."""
    with suppress(OSError):
        if str(error):
            print(error, file=sys.stderr, flush=True)


def writing_records(path: Path) -> AbstractContextManager[TextIO]:
    """A file to write records to; - is standard output."""
    if str(path) == STANDARD:
        if isinstance(sys.stdout, io.TextIOWrapper):  # as in a file, whatever a terminal shows
            sys.stdout.reconfigure(encoding=_ENCODING, errors=_ERRORS)
        return nullcontext(sys.stdout)
    try:
        return path.open("w", encoding=_ENCODING, errors=_ERRORS)
    except OSError as error:
        raise Refusal(f"cannot write {path}: {error.strerror}") from None
