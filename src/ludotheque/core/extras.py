"""What a plain install leaves out: whatever needs it says so, in one sentence."""

from collections.abc import Iterator
from contextlib import contextmanager

from ludotheque.core.errors import Refusal


class MissingExtra(Refusal):
    """A library is not installed that only some commands or modules need."""

    code = "extra/missing"


@contextmanager
def extra(name: str, *, needed_by: str) -> Iterator[None]:
    """Import here what only the extra called *name* installs; refuse what it is *needed_by* otherwise."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == __name__.partition(".")[0]:
            raise  # one of our own: a bug
        raise MissingExtra(
            f"{needed_by} needs {error.name}, which is not installed: pip install 'ludotheque[{name}]'"
        ) from None
