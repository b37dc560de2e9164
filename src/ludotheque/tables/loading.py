"""The compiled rules of games, loaded before a table needs them and off the event loop.

From an empty cache a game's rules take half a minute to compile. Whoever opens its first table waits for
that game alone; everybody else's pages and tables go on.
"""

import asyncio

from ludotheque.core.registry import game as make_game


class GameLoader:
    """Loads each game once; whoever needs it meanwhile waits for the same load."""

    def __init__(self) -> None:
        self._loads: dict[str, asyncio.Task[None]] = {}

    async def load(self, name: str) -> None:
        """Return when the tables of a game run without compiling; UnknownGame if there is no such game."""
        if name not in self._loads:
            self._loads[name] = asyncio.create_task(asyncio.to_thread(_load, name))
        try:
            await asyncio.shield(self._loads[name])
        except Exception:
            self._loads.pop(name, None)  # the next one who asks may be luckier
            raise

    def has_loaded(self, name: str) -> bool:
        """Whether they do already."""
        load = self._loads.get(name)
        return load is not None and load.done() and not load.cancelled() and load.exception() is None


def _load(name: str) -> None:
    """Do once, in a short game, whatever is done at a table."""
    game = make_game(name)
    page = game.definition.page
    state = game.new(seed=0)
    view = state.view(state.seat)
    page.panels(view.data)
    page.choices(view)
    page.extra(view)
    while not state.over:
        state = state.copy()
        state.play(state.moves()[-1])
    page.panels(state.view().data)
    page.scores(state.view().data)
    _ = state.revealed, state.setup, state.result, state.record()
