"""Ludothèque: tabletop games that are hard to find, complete, for players, bots and researchers.

>>> import ludotheque
>>> game = ludotheque.game("feurio", players=4, firebreaks=True)
>>> state = game.new(seed=7)
>>> while not state.over:
...     state.play(state.moves()[0])
>>> len(state.scores)
4
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludotheque.bots import bot
    from ludotheque.core.record import read_records
    from ludotheque.core.registry import game

__all__ = ["bot", "game", "read_records"]

_HOMES = {
    "bot": "ludotheque.bots",
    "game": "ludotheque.core.registry",
    "read_records": "ludotheque.core.record",
}


def __getattr__(name: str) -> Any:
    """Import on first use: numba takes a third of a second that `import ludotheque` should not."""
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module 'ludotheque' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
