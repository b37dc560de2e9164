"""Bots as they are named on a command line: ``expert``, ``search:seconds=0.5``, ``my_bot.py:MyBot``."""

import inspect
from collections.abc import Callable
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from ludotheque.bots.levels import LEVELS
from ludotheque.bots.registry import Bot, bot_class, bot_names
from ludotheque.core.errors import UnknownBot, quoted, suggestion
from ludotheque.core.game import Game
from ludotheque.engine.chance import Seed


def bot(name: str, game: Game, *, seed: Seed | None = None, **settings: Any) -> Bot:
    """The bot or level called *name* for *game*, or a class of your own as ``path/to/file.py:MyBot``.

    *name* may carry settings, as in ``search:seconds=0.5,sample_size=1``; those given by keyword come on top.
    """
    plain, given = _split(name)
    if plain in LEVELS:
        plain, usual = LEVELS[plain]
        given = usual | given
    make = _own(plain) if ".py:" in plain else bot_class(plain)
    if make is None:
        meant = suggestion(plain, [*bot_names(), *LEVELS])
        more = " `ludotheque bots` lists them" if meant.endswith("?") else ""
        raise UnknownBot(f"no bot {quoted(plain)}; {meant}{more}")
    settings = given | settings
    _check(plain, settings_of(make), settings)
    return make(game, seed=seed, **settings)


def settings_of(make: Callable[..., Bot]) -> dict[str, inspect.Parameter]:
    """What can be chosen about a bot: all that it takes besides the game and the seed."""
    _, *others = inspect.signature(make).parameters.values()
    return {parameter.name: parameter for parameter in others if parameter.name != "seed"}


def _check(name: str, known: dict[str, inspect.Parameter], settings: dict[str, Any]) -> None:
    for setting, value in settings.items():
        if setting not in known:
            help_ = suggestion(setting, known) if known else "it has none"
            raise UnknownBot(f"{name} has no setting {quoted(setting)}; {help_}")
        if known[setting].annotation in (int, int | None) and isinstance(value, float):
            raise UnknownBot(f"{name}: {setting} must be a whole number, not {value}")


def _split(name: str) -> tuple[str, dict[str, Any]]:
    """A name and its settings: ``search:seconds=0.5,sample_size=1``."""
    plain, colon, rest = name.rpartition(":")
    if not colon or "=" not in rest:
        return name, {}
    settings = {}
    for setting in rest.split(","):
        key, equals, text = setting.partition("=")
        if not equals:
            raise UnknownBot(f"{name}: {quoted(setting)} is not a setting; write {plain}:key=value,key=value")
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
    file = Path(path)
    if not file.is_file():
        raise UnknownBot(f"no bot {quoted(name)}: there is no file {path}")
    make: Callable[..., Bot] | None = getattr(_module(file, file.stat().st_mtime_ns), class_name, None)
    if make is None:
        raise UnknownBot(f"no bot {quoted(name)}: {path} defines no {class_name}")
    if "seed" not in inspect.signature(make).parameters:
        raise UnknownBot(f"{name} takes no seed; begin it with `def __init__(self, game, *, seed=None)`")
    return make


@cache
def _module(file: Path, changed: int) -> ModuleType:
    """The module in a file, run once and again when it has *changed*; an arena seats thousands of bots."""
    found = spec_from_file_location(file.stem, file)
    assert found is not None
    assert found.loader is not None
    module = module_from_spec(found)
    found.loader.exec_module(module)
    return module
