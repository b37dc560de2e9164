"""Our PettingZoo environments beside its own card games, by its own benchmark: 5 seconds for each.

The seconds are those that the process has worked for, so that a busy machine disturbs little.
"""

import contextlib
import io
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from types import SimpleNamespace
from typing import Any
from unittest import mock

from pettingzoo.test import performance_benchmark

from bench.measure import Row
from bench.pettingzoo_cards import CARD_GAMES
from ludotheque.adapters.pettingzoo import env
from ludotheque.core.registry import names


def turns_a_second(environment: Any) -> float:
    """What PettingZoo's `performance_benchmark` prints."""
    printed, clock = io.StringIO(), SimpleNamespace(time=time.process_time)
    theirs = sys.modules[performance_benchmark.__module__]
    with contextlib.redirect_stdout(printed), mock.patch.object(theirs, "time", clock):
        performance_benchmark(environment)
    return float(printed.getvalue().split("\n")[1].split()[0])


def rows() -> Iterator[Row]:
    """Every game, beside the quickest of theirs."""
    theirs, peer = max(
        (turns_a_second(import_module(f"pettingzoo.classic.{name}").env()), name) for name in CARD_GAMES
    )
    for name in names():
        ours = turns_a_second(env(name))
        yield Row(f"{name}, AEC environment", ours, "turns/s", f"PettingZoo {peer}", theirs, want="5 ×")
