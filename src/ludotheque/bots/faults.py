"""Faults in somebody's own bot, told in one sentence: which bot, when, in which line, and what."""

import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ludotheque.core.errors import Refusal

_OURS = str(Path(__file__).parents[1])


class BotFailed(Refusal):
    """A bot broke down. ``traceback`` has all of it."""

    code = "bot/failed"
    traceback: str = ""

    @classmethod
    def of(cls, name: str, when: str, error: Exception) -> "BotFailed":
        """The sentence about *error*."""
        frames = traceback.extract_tb(error.__traceback__)
        theirs = [frame for frame in frames if not frame.filename.startswith((_OURS, "<frozen", sys.prefix))]
        where = (theirs or list(frames))[-1:]
        line = f", {Path(where[0].filename).name} line {where[0].lineno}" if where else ""
        told = str(error).strip().splitlines()
        what = f"{type(error).__name__}: {told[0]}" if told else type(error).__name__
        made = cls(f"{name} broke down {when}{line}: {what}")
        made.traceback = "".join(traceback.format_exception(error))
        return made


@contextmanager
def told_of(name: str, when: str) -> Iterator[None]:
    """Whatever goes wrong inside is the bot's fault; a refusal says so itself."""
    try:
        yield
    except Refusal:
        raise
    except Exception as error:
        raise BotFailed.of(name, when, error) from None
