"""Bots as they are named on a command line: ``expert``, ``search:seconds=0.5``, ``my_bot.py:MyBot``."""

import inspect
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, Protocol

from ludotheque.bots.greedy import GreedyBot
from ludotheque.bots.levels import LEVELS
from ludotheque.bots.random import RandomBot
from ludotheque.bots.search import SearchBot
from ludotheque.core.chance import Seed
from ludotheque.core.errors import UnknownBot, quoted, suggestion
from ludotheque.core.game import Game
from ludotheque.core.move import Move
from ludotheque.core.view import View

BOTS: dict[str, Callable[..., "Bot"]] = {"random": RandomBot, "greedy": GreedyBot, "search": SearchBot}


class Bot(Protocol):
    """Somebody who decides."""

    def choose(self, view: View) -> Move:
        """One of ``view.moves()``, which are not empty."""


def bot(name: str, game: Game, *, seed: Seed | None = None, **settings: Any) -> Bot:
    """The bot or level called *name* for *game*, or a class of your own as ``path/to/file.py:MyBot``.

    *name* may carry settings, as in ``search:seconds=0.5,looks=1``; those given by keyword come on top.
    """
    plain, given = _split(name)
    if plain in LEVELS:
        plain, usual = LEVELS[plain]
        given = usual | given
    make = _own(plain) if ".py:" in plain else BOTS.get(plain)
    if make is None:
        raise UnknownBot(f"no bot {quoted(plain)}; {suggestion(plain, [*BOTS, *LEVELS])}")
    settings = given | settings
    known = list(inspect.signature(make).parameters)[1:]
    for setting in settings:
        if setting not in known:
            raise UnknownBot(f"{plain} has no setting {quoted(setting)}; {suggestion(setting, known)}")
    return make(game, seed=seed, **settings)


def _split(name: str) -> tuple[str, dict[str, Any]]:
    """A name and its settings: ``search:seconds=0.5,looks=1``."""
    plain, colon, rest = name.rpartition(":")
    if not colon or "=" not in rest:
        return name, {}
    settings = {}
    for setting in rest.split(","):
        key, equals, text = setting.partition("=")
        if not equals:
            raise UnknownBot(f"{name}: {quoted(setting)} is no setting; write {plain}:key=value,key=value")
        settings[key] = _number(name, key, text)
    return plain, settings


def _number(name: str, key: str, text: str) -> int | float:
    for kind in (int, float):
        try:
            value: int | float = kind(text)
        except ValueError:
            continue
        if value > 0 and value != float("inf"):
            return value
    raise UnknownBot(f"{name}: {key} must be a number above 0, not {quoted(text)}")


def _own(name: str) -> Callable[..., Bot]:
    """A class from somebody's own file."""
    path, _, class_name = name.rpartition(":")
    if not Path(path).is_file():
        raise UnknownBot(f"no bot {quoted(name)}: there is no file {path}")
    found = spec_from_file_location(Path(path).stem, path)
    assert found is not None
    assert found.loader is not None
    module = module_from_spec(found)
    found.loader.exec_module(module)
    make: Callable[..., Bot] | None = getattr(module, class_name, None)
    if make is None:
        raise UnknownBot(f"no bot {quoted(name)}: {path} defines no {class_name}")
    return make
