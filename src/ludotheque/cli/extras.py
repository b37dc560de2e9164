"""What a plain install leaves out: a command that needs it says so, in one sentence."""

from collections.abc import Iterator
from contextlib import contextmanager

from ludotheque.core.errors import Refusal


class MissingExtra(Refusal):
    """A library is not installed that only some commands need."""

    code = "extra/missing"


@contextmanager
def extra(name: str, *, command: str) -> Iterator[None]:
    """Import here what only the extra called *name* installs; refuse the *command* if it is not there."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == __name__.partition(".")[0]:
            raise  # one of our own: a bug
        raise MissingExtra(
            f"`ludotheque {command}` needs {error.name}, which is not installed: "
            f"pip install 'ludotheque[{name}]'"
        ) from None
