"""``ludotheque bots``: who can be played against, with every setting."""

import inspect

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ludotheque.bots import LEVELS, bot_names
from ludotheque.bots.registry import bot_class
from ludotheque.bots.specs import settings_of
from ludotheque.core.errors import UnknownBot


def bots() -> int:
    """List the bots, their settings, and the levels."""
    console = Console(highlight=False)
    console.print("[bold]Bots[/bold], with their settings and usual values")
    console.print(_rows({name: _described(name) for name in bot_names()}))
    console.print("[bold]Levels[/bold], each a bot with some settings")
    console.print(_rows({name: level_spec(name) for name in LEVELS}))
    console.print("[bold]Your own[/bold]")
    console.print(_rows({"path/to/file.py:MyBot": "a class with choose(view); docs/bots.md has an example"}))
    return 0


def level_spec(level: str) -> str:
    """The bot behind a level as it could be typed: ``search:simulations=100``."""
    name, settings = LEVELS[level]
    return ":".join([name, ",".join(f"{key}={value}" for key, value in settings.items())]).rstrip(":")


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
