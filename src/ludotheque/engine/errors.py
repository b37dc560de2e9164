"""Mistakes in a game's compiled code, told in a sentence instead of numba's pages."""

import re
import sys
from pathlib import Path
from types import FunctionType, TracebackType
from typing import Any

_PLACE = re.compile(r'^File "([^"]+)", line (\d+):\n(?:.*\n)*?def (\w+)', re.MULTILINE)
_CALLEE = re.compile(r"^During: resolving callee type: .*<function (\w+) at ", re.MULTILINE)
_NO_MATCH = re.compile(r"^No implementation of function .*?\n\s*>>> ([^\n]*)", re.MULTILINE | re.DOTALL)
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_RECORDS = re.compile(r"Array\(Record\(.*?aligned=True\)")  # a state's fields, all of them
_STEP = "Failed in "  # how numba says in which of its steps it was
LONGEST = 200  # letters of numba's own words


class BrokenContract(TypeError):
    """A game's rules.py or heuristic.py does not keep the contract; the message says what to change."""


def explained(error: Exception, function: FunctionType) -> BrokenContract:
    """What could not be compiled in *function*, or in what it calls: where and why, in one sentence."""
    text = _RECORDS.sub("states", _COLOURS.sub("", str(error)))
    whose = function.__qualname__.rpartition(".")[0] or function.__module__
    name, file, line = _place(text, whose) or _beginning(_innermost(error.__traceback__) or function)
    where = f"{name} (line {line} of {Path(file).name})"
    return BrokenContract(f"{whose}: {where} cannot be compiled: {_reason(text, error)}")


def _place(text: str, module: str) -> tuple[str, str, int] | None:
    """The function, file and line that numba names; the innermost comes first.

    Of a name that is not defined it does not know the line, only which function was called.
    """
    place, callee = _PLACE.search(text), _CALLEE.search(text)
    if callee and "NameError: " in text:
        called: Any = getattr(sys.modules.get(module), callee[1], None)
        return _beginning(called.py_func) if hasattr(called, "py_func") else None
    return (place[3], place[1], int(place[2])) if place else None


def _beginning(function: FunctionType) -> tuple[str, str, int]:
    code = function.__code__
    return function.__name__, code.co_filename, code.co_firstlineno


def _reason(text: str, error: Exception) -> str:
    """What numba says is wrong, without its list of what would have been right."""
    if isinstance(error, KeyError):
        return f"there is no field {error}"
    if match := _NO_MATCH.search(text):
        return f"nothing fits {match[1]}"[:LONGEST]
    lines = (line.strip() for line in text.splitlines())
    return next((line for line in lines if line and not line.startswith(_STEP)), repr(error))[:LONGEST]


def _innermost(trace: TracebackType | None) -> FunctionType | None:
    """The function that numba was busy with when something failed that it had not foreseen."""
    found = None
    while trace is not None:
        found = getattr(trace.tb_frame.f_locals.get("self"), "py_func", found)
        trace = trace.tb_next
    return found
