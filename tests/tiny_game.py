"""A game of one move in two files, for tests of what comes by default and of what is refused."""

import itertools
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from ludotheque.core.definition import Definition

INIT = """
from ludotheque.core.definition import Board, Definition
from ludotheque.core.options import Whole

DEFINITION = Definition(
    package=__name__, name="tiny", title="Tiny", summary="Take the one move.",
    options=(Whole("players", "how many players", 2, low=2, high=3),),
)
"""
RULES = """
import numpy as np

from ludotheque.engine.compiled import compiled, int64, layout

CODES = MAX_MOVES = 1
OUTCOME = 0
STATE = layout([("players", np.int8), ("plies", np.int8)])


@compiled
def begin(states, i, options):
    states[i].players = options[0]
    states[i].plies = 0


@compiled
def turn(states, i):
    return -1 if states[i].plies else 0


@compiled
def legal(states, i, out):
    out[0] = 0
    return 1 - int64(states[i].plies)


@compiled
def play(states, i, move):
    states[i].plies += 1


@compiled
def scores(states, i, out):
    out[:] = 0


@compiled
def winners(states, i):
    return 1
"""
NOTATION = """
def format_move(code):
    return "go"


def parse_move(text):
    return 0
"""
IMPORT = "from ludotheque.engine.compiled import compiled"
WHOLE = {"__init__.py": INIT, "rules.py": RULES, "notation.py": NOTATION}
serial = itertools.count()
Load = Callable[..., Definition]


def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, **changes: str | None) -> Definition:
    """Write the game as a package, with some files changed (None: left out), and import its definition."""
    package = f"tiny_{next(serial)}"
    (tmp_path / package).mkdir()
    files = WHOLE | {f"{'__init__' if role == 'init' else role}.py": text for role, text in changes.items()}
    for name, text in files.items():
        if text is not None:
            (tmp_path / package / name).write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    found: Definition = import_module(package).DEFINITION
    return found


def changed(text: str, old: str, new: str) -> str:
    """A file with something in it replaced."""
    assert old in text
    return text.replace(old, new)
