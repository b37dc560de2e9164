"""The registry: games found through entry points, so that nothing here names one."""

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from ludotheque.core.definition import VARIABLE, Definition, broken
from ludotheque.core.errors import BrokenGame, UnknownGame, quoted, suggestion
from ludotheque.core.game import Game
from ludotheque.core.options import complete
from ludotheque.i18n.language import SHARED

_ = SHARED.text
GROUP = "ludotheque.games"


@cache
def _found() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def names() -> list[str]:
    """The names of all games, in alphabetical order."""
    return sorted(_found())


@cache
def definition(name: str) -> Definition:
    """The game called *name*; UnknownGame with a suggestion, or BrokenGame with what its author must mend."""
    if name not in _found():
        meant = suggestion(name, names())
        raise UnknownGame(_("no game {name}; {meant}", name=quoted(name), meant=meant))
    entry = _found()[name]
    try:
        found = entry.load()
    except Exception as error:  # whatever running somebody's file may bring
        raise broken(name, entry.module, error) from error
    if not isinstance(found, Definition) or found.name != name:
        why = f"{entry.value} must be a Definition named {VARIABLE}, with the name {quoted(name)}"
        raise BrokenGame(f"the game {name} cannot be used: {why}")
    found.check()
    return found


def game(name: str, *, revision: int | None = None, **options: Any) -> Game:
    """A game with its options chosen; those left out have their usual values.

    It is played by the newest rules, or by an older *revision* of them.
    """
    found = definition(name)
    return Game(found, complete(found.options, options), revision)
