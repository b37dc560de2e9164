"""``ludotheque bots``: who can be played against, with every setting."""

import inspect
from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ludotheque.bots import LEVELS, bot_names
from ludotheque.bots.levels import MASTER
from ludotheque.bots.network import own_network
from ludotheque.bots.registry import bot_class
from ludotheque.bots.specs import settings_of
from ludotheque.core.errors import UnknownBot
from ludotheque.core.registry import definition, names
from ludotheque.core.registry import game as make_game


def bots() -> int:
    """List the bots, their settings, and the levels."""
    console = Console(highlight=False)
    console.print("[bold]Bots[/bold], with their settings and usual values")
    console.print(_rows({name: _described(name) for name in bot_names()}))
    console.print("[bold]Levels[/bold], each a bot with some settings")
    levels = {name: level_spec(name) for name in LEVELS}
    levels[MASTER] = "\n".join([levels[MASTER], *_own_settings()])
    console.print(_rows(levels))
    console.print("[bold]Your own[/bold]")
    console.print(_rows({"path/to/file.py:MyBot": "a class with choose(view); docs/bots.md has an example"}))
    return 0


def level_spec(level: str) -> str:
    """The bot behind a level as it could be typed: ``search:simulations=100``."""
    name, settings = LEVELS[level]
    return f"{name}:{_typed(settings)}".rstrip(":")


def _own_settings() -> Iterator[str]:
    """What `master` has besides, in games that declare or bring it."""
    for name in names():
        for players in definition(name).player_numbers:
            game = make_game(name, players=players)
            own = [_typed(game.definition.mastery(game.options)), "a network" if own_network(game) else ""]
            if any(own):
                yield f"{name} with {players} players: {' and '.join(filter(None, own))} besides"


def _typed(settings: Mapping[str, Any]) -> str:
    return ",".join(f"{key}={value}" for key, value in settings.items())


def _described(name: str) -> str:
    try:
        make = bot_class(name)
    except UnknownBot as error:
        return str(error)
    assert make is not None
    phrase = next(iter((inspect.getdoc(make) or "").splitlines()), "").replace("*", "")
    settings = [
        key if parameter.default is None else f"{key}={parameter.default}"
        for key, parameter in settings_of(make).items()
    ]
    return "\n".join([phrase, *([" ".join(settings)] if settings else [])])


def _rows(described: dict[str, str]) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 1, 0, 2))
    for name, description in described.items():
        table.add_row(Text(name), Text(description))
    return table
