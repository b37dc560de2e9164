"""Generic compiled code, bound to one game: the contract's names mean that game's own functions.

(Passing compiled functions as arguments, or closing over them, would work too, but numba never finds such
code in its cache again.)
"""

from collections.abc import Callable, Mapping, Sequence
from types import FunctionType, ModuleType
from typing import Any

from ludotheque.engine.compiled import compiled, files_behind, inlined, is_short
from ludotheque.engine.contract import (
    FEATURES,
    HEURISTIC,
    OBSERVATION,
    OPTIONAL,
    REQUIRED,
    WITH_CHANCE,
    WITH_FEATURES,
)
from ludotheque.engine.defaults import DEFAULTS

_CONSTANTS = ("STATE", "CODES", "MAX_MOVES", "OUTCOME")  # of the rules, that generic code may name
_IN_RULES = {function.__name__ for function in REQUIRED + WITH_CHANCE + OPTIONAL}


def bind(
    rules: ModuleType,
    *functions: Callable[..., Any],
    brief: Sequence[Callable[..., Any]] = (),
    heuristic: Any = None,
    observation: Any = None,
    features: Any = None,
    constants: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Compile generic *functions*, then *brief* ones, for one game; all that they may call, by name.

    A later function may call an earlier one; the code of `short` ones is repeated where they are called. A
    game replaces those that the contract declares, and no others: their names are reserved
    (`contract.check_names`). They may name the rules' *constants* too, and others that follow from the rules
    alone.
    """
    files = files_behind(rules, heuristic, observation, features)
    globals_ = {name: getattr(rules, name) for name in _CONSTANTS} | dict(constants or {})
    names: dict[str, Any] = {}
    homes = (rules, heuristic, observation, features)
    all_roles = (REQUIRED, HEURISTIC, OBSERVATION, FEATURES + WITH_FEATURES)
    for home, roles in zip(homes, all_roles, strict=True):
        known = (function.__name__ for function in roles)
        names |= {name: getattr(home, name) for name in known if hasattr(home, name)}
    for function in (*DEFAULTS, *functions, *brief):
        name = function.__name__
        if name in names:
            continue
        if name in _IN_RULES and hasattr(rules, name):
            names[name] = getattr(rules, name)
            continue
        bound = _bound(function, rules, globals_ | names)
        if is_short(function):
            names[name] = inlined(bound, files=files)
        else:
            names[name] = compiled(bound, files=files, brief=function in brief)
    return names


def _bound(function: Callable[..., Any], rules: ModuleType, names: dict[str, Any]) -> Callable[..., Any]:
    """A copy of *function* for which *names* mean what they do in this game."""
    copy = FunctionType(
        function.__code__, function.__globals__ | names, function.__name__, function.__defaults__
    )
    copy.__qualname__ = f"{rules.__name__}.{function.__qualname__}"  # its own place in the cache
    return copy
