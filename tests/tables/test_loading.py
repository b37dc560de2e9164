"""Games are loaded off the event loop, each once."""

import asyncio

import pytest

from ludotheque.core.errors import UnknownGame
from ludotheque.core.registry import names
from ludotheque.tables.loading import GameLoader


def test_every_game_is_loaded_and_an_unknown_one_refused() -> None:
    async def story() -> None:
        loader = GameLoader()
        await asyncio.gather(
            *(loader.load(name) for name in names()), *(loader.load(name) for name in names())
        )
        for _ in range(2):
            with pytest.raises(UnknownGame, match="no game"):
                await loader.load("chess")

    asyncio.run(story())
