"""Bots as they are named on a command line: ``expert``, ``search:seconds=0.5``, ``my_bot.py:MyBot``."""

import inspect
import sys
from collections.abc import Callable, Iterable
from importlib import invalidate_caches
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from ludotheque.bots.faults import BotFailed
from ludotheque.bots.levels import LEVELS, level_for
from ludotheque.bots.registry import Bot, bot_class, bot_names
from ludotheque.core.errors import UnknownBot, quoted, suggestion
from ludotheque.core.game import Game
from ludotheque.engine.chance import Seed


def bot(name: str, game: Game, *, seed: Seed | None = None, **settings: Any) -> Bot:
    """The bot or level called *name* for *game*, or a class of your own as ``path/to/file.py:MyBot``.

    *name* may carry settings, as in ``search:seconds=0.5,sample_size=1``; those given by keyword come on top.
    """
    check_game(game)
    plain, given = _split(name)
    if plain in LEVELS:
        plain, usual = level_for(game, plain)
        given = usual | given
    make = _own(plain) if ".py:" in plain else bot_class(plain)
    if make is None:
        meant = suggestion(plain, [*bot_names(), *LEVELS])
        more = " `ludotheque bots` lists them" if meant.endswith("?") else ""
        raise UnknownBot(f"no bot {quoted(plain)}; {meant}{more}")
    settings = given | settings
    check_settings(plain, settings_of(make), settings)
    return make(game, seed=seed, **settings)


def check_game(game: Any) -> None:
    """Refuse what is not a game: its name, most likely."""
    if not isinstance(game, Game):
        raise UnknownBot(f"a bot is made for a game, ludotheque.game(…), and {quoted(game)} is not one")


def settings_of(make: Callable[..., Bot]) -> dict[str, inspect.Parameter]:
    """What can be chosen about a bot: all that it takes besides the game and the seed."""
    _, *others = inspect.signature(make).parameters.values()
    return {parameter.name: parameter for parameter in others if parameter.name != "seed"}


def check_settings(name: str, known: dict[str, inspect.Parameter], settings: dict[str, Any]) -> None:
    """Refuse a setting that a bot does not have, or a value of another kind, in one sentence."""
    for setting, value in settings.items():
        if setting not in known and not _takes_any(known):
            help_ = suggestion(setting, known) if known else "it has none"
            raise UnknownBot(f"{name} has no setting {quoted(setting)}; {help_}")
        if setting in known:
            _check_kind(name, known[setting], value)


def _takes_any(known: dict[str, inspect.Parameter]) -> bool:
    return any(parameter.kind is inspect.Parameter.VAR_KEYWORD for parameter in known.values())


def _check_kind(name: str, parameter: inspect.Parameter, value: Any) -> None:
    """Refuse a value of another kind than the bot's signature says, where it says so plainly."""
    kinds = _KINDS.get(parameter.annotation)
    if kinds is None or value is None or type(value) in kinds:
        return
    wanted = _IN_WORDS[kinds[0]]
    raise UnknownBot(f"{name}: {parameter.name} must be {wanted}, not {quoted(value)}")


_KINDS: dict[Any, tuple[type, ...]] = {}
for _kind, _fitting in {int: (int,), float: (float, int), bool: (bool,), str: (str,)}.items():
    for _annotation in (_kind, _kind | None, _kind.__name__, f"{_kind.__name__} | None"):
        _KINDS[_annotation] = _fitting
_IN_WORDS = {int: "a whole number", float: "a number", bool: "true or false", str: "a text"}


def _split(name: str) -> tuple[str, dict[str, Any]]:
    """A name and its settings: ``search:seconds=0.5,sample_size=1``, ``my_bot.py:MyBot:weights=model.pt``."""
    plain, colon, rest = name, "", ""
    if "=" in name:
        plain, colon, rest = _before_settings(name)
    if not colon:
        return name, {}
    settings = {}
    for setting in rest.split(","):
        key, equals, text = setting.partition("=")
        if not equals:
            raise UnknownBot(f"{name}: {quoted(setting)} is not a setting; write {plain}:key=value,key=value")
        settings[key] = plain_value(text)
    return plain, settings


def _before_settings(name: str) -> tuple[str, str, str]:
    """Split at the colon before the first setting; a value may have a colon too, as ``C:\\model.pt`` has."""
    first = name.index("=")
    colon = name.rfind(":", 0, first)
    return (name, "", "") if colon < 0 else (name[:colon], ":", name[colon + 1 :])


def plain_value(text: str) -> Any:
    """A setting's value as it was typed: a number, true, false, none, or else a text."""
    if text.lower() in _NAMED:
        return _NAMED[text.lower()]
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


_NAMED: dict[str, bool | None] = {"true": True, "false": False, "none": None}


def _own(name: str) -> Callable[..., Bot]:
    """A class from somebody's own file."""
    path, _, class_name = name.rpartition(":")
    file = Path(path)
    if not file.is_file():
        raise UnknownBot(f"no bot {quoted(name)}: there is no file {path}")
    make: Callable[..., Bot] | None = getattr(_module(file), class_name, None)
    if make is None:
        raise UnknownBot(f"no bot {quoted(name)}: {path} defines no {class_name}")
    return takes_seed(make, name)


def takes_seed(make: Callable[..., Bot], name: str) -> Callable[..., Bot]:
    """A class that is made with a game and a seed."""
    if not {"seed", "kwargs"} & {
        parameter.name if parameter.kind is not inspect.Parameter.VAR_KEYWORD else "kwargs"
        for parameter in inspect.signature(make).parameters.values()
    }:
        raise UnknownBot(f"{name} takes no seed; begin it with `def __init__(self, game, *, seed=None)`")
    return make


def files_of(name: str) -> list[Path]:
    """A bot's files: its module, those beside it that this imports, and those that its settings name."""
    plain, settings = _split(name)
    named = [Path(value) for value in settings.values() if isinstance(value, str) and Path(value).is_file()]
    if ".py:" not in plain:
        return named
    file = Path(plain.rpartition(":")[0]).resolve()
    if not file.is_file():
        return named
    _module(file)
    return [file, *sorted(_beside(file.parent).values()), *named]


def _module(file: Path) -> ModuleType:
    """The module in a file, run once, and again when it or what it imports from beside it has changed."""
    file = file.resolve()
    found = _loaded.get(file)
    if found is None or found[1] != _stamps(file, found[1]):
        module = _run(file)
        siblings = _beside(file.parent).values()
        found = _loaded[file] = module, _stamps(file, dict.fromkeys(siblings, 0))
    return found[0]


_loaded: dict[Path, tuple[ModuleType, dict[Path, int]]] = {}
_folders: set[Path] = set()  # of bots


def _stamps(file: Path, others: Iterable[Path]) -> dict[Path, int]:
    """When these files were changed."""
    return {one: one.stat().st_mtime_ns if one.exists() else 0 for one in {file, *others}}


def _beside(folder: Path) -> dict[str, Path]:
    """The modules that were imported from a folder."""
    found = {}
    for name, module in list(sys.modules.items()):
        path = getattr(module, "__file__", None)
        if path is not None and folder in Path(path).parents and not name.startswith(_PREFIX):
            found[name] = Path(path)
    return found


_PREFIX = "ludotheque_bot_"


def _run(file: Path) -> ModuleType:
    """Run a module that may import those beside it, as a script may."""
    _folders.add(file.parent)
    for folder in _folders:  # another bot's "model" is not this one's; and this one's may have changed
        for name in _beside(folder):
            del sys.modules[name]
    found = spec_from_file_location(f"{_PREFIX}{abs(hash(file))}_{file.stem}", file)
    assert found is not None
    assert found.loader is not None
    module = sys.modules[found.name] = module_from_spec(found)
    here = str(file.parent)
    sys.path.insert(0, here)
    invalidate_caches()
    try:
        found.loader.exec_module(module)
    except Exception as error:
        del sys.modules[found.name]
        raise BotFailed.of(str(file), "when it was loaded", error) from None
    finally:
        sys.path.remove(here)
        if here not in sys.path:
            sys.path.append(here)  # for what it imports later
    return module
