"""Levels: a name that people understand, and a bot with settings behind it. One table for every game."""

from typing import Any

from ludotheque.core.game import Game

MASTER = "master"  # the level that has what a game declares to be the strongest
LEVELS: dict[str, tuple[str, dict[str, Any]]] = {
    "novice": ("search", {"simulations": 20, "sample_size": 1}),
    "regular": ("search", {"simulations": 100}),
    "expert": ("search", {"simulations": 20_000, "seconds": 1.5, "trees": 2}),
    MASTER: ("search", {"simulations": 20_000, "seconds": 1.5, "trees": 2, "network": "own"}),
}


def level_for(game: Game, level: str) -> tuple[str, dict[str, Any]]:
    """The bot behind a level, with its settings for this game."""
    name, settings = LEVELS[level]
    own = game.definition.mastery(game.options) if level == MASTER else {}
    return name, {**settings, **own}
