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
    from importlib.metadata import version

    from ludotheque.adapters.frames import records_frame
    from ludotheque.bots import bot
    from ludotheque.core.batch import Batch, batch
    from ludotheque.core.errors import (
        BadBytes,
        BadOption,
        BadRecord,
        BrokenGame,
        IllegalMove,
        Refusal,
        UnknownBot,
        UnknownGame,
        UnreadableMove,
    )
    from ludotheque.core.game import Game
    from ludotheque.core.move import Move
    from ludotheque.core.reading import read_record, read_records
    from ludotheque.core.record import Record
    from ludotheque.core.registry import game
    from ludotheque.core.state import State
    from ludotheque.core.view import View
    from ludotheque.reviews import Review, review

    __version__ = version("ludotheque")

_HOMES = {
    "bot": "ludotheque.bots",
    "game": "ludotheque.core.registry",
    "read_record": "ludotheque.core.reading",
    "records_frame": "ludotheque.adapters.frames",
    "read_records": "ludotheque.core.reading",
    "batch": "ludotheque.core.batch",
    "Batch": "ludotheque.core.batch",
    "Game": "ludotheque.core.game",
    "Move": "ludotheque.core.move",
    "Record": "ludotheque.core.record",
    "State": "ludotheque.core.state",
    "View": "ludotheque.core.view",
    "Review": "ludotheque.reviews",
    "review": "ludotheque.reviews",
    "BadBytes": "ludotheque.core.errors",
    "BadOption": "ludotheque.core.errors",
    "BadRecord": "ludotheque.core.errors",
    "BrokenGame": "ludotheque.core.errors",
    "IllegalMove": "ludotheque.core.errors",
    "Refusal": "ludotheque.core.errors",
    "UnknownBot": "ludotheque.core.errors",
    "UnknownGame": "ludotheque.core.errors",
    "UnreadableMove": "ludotheque.core.errors",
}
_PACKAGES = ("arena", "bots")  # as one writes them: ludotheque.bots.search(…)
__all__ = [
    "BadBytes", "BadOption", "BadRecord", "Batch", "BrokenGame", "Game", "IllegalMove", "Move", "Record",
    "Refusal", "Review", "State", "UnknownBot", "UnknownGame", "UnreadableMove", "View", "__version__",
    "batch", "bot", "game", "read_record", "read_records", "records_frame", "review",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Import on first use: numba takes a third of a second that `import ludotheque` should not."""
    from importlib import import_module

    if name == "__version__":
        from importlib.metadata import version

        return version("ludotheque")
    if name in _PACKAGES:
        return import_module(f"ludotheque.{name}")
    if name not in _HOMES:
        raise AttributeError(f"module 'ludotheque' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_PACKAGES, *__all__})
