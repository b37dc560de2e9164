"""The bots there are, found through entry points: ours and those of other people's packages.

An entry point of the group ``ludotheque.bots`` is a bot's name and a class that is called as
``MyBot(game, seed=None, **settings)``.
"""

from collections.abc import Callable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Protocol

from ludotheque.core.errors import UnknownBot, quoted
from ludotheque.core.move import Move
from ludotheque.core.view import View

GROUP = "ludotheque.bots"


class Bot(Protocol):
    """Somebody who decides."""

    def choose(self, view: View) -> Move:
        """One of ``view.moves()``, which are not empty."""


@cache
def _found() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def bot_names() -> list[str]:
    """The names of all bots, in alphabetical order."""
    return sorted(_found())


@cache
def bot_class(name: str) -> Callable[..., Bot] | None:
    """The class of the bot called *name*, if there is one."""
    entry = _found().get(name)
    if entry is None:
        return None
    try:
        make: Callable[..., Bot] = entry.load()
    except (ImportError, AttributeError) as error:
        raise UnknownBot(f"the bot {quoted(name)} cannot be loaded from {entry.value}: {error}") from None
    return make
