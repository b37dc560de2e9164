"""Every variant of every game in the registry, for the tests that all games must pass."""

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from _pytest.mark import ParameterSet

import ludotheque
from ludotheque.core.errors import BadOption
from ludotheque.core.game import Game
from ludotheque.core.options import Choice, Option, Whole
from ludotheque.core.registry import definition, names
from ludotheque.core.state import State


def values(option: Option) -> list[object]:
    """All values of an option, but only the ends of a long range."""
    if isinstance(option, Choice):
        return list(option.values)
    assert isinstance(option, Whole)
    if option.high - option.low < 10:
        numbers: list[object] = list(range(option.low, option.high + 1))
    else:
        numbers = [option.low, option.low + 1]
    return [*numbers, None] if option.optional else numbers


def variants(name: str) -> Iterator[Game]:
    """Every combination of options that the game accepts."""
    options = definition(name).options
    for combination in product(*map(values, options)):
        chosen: dict[str, Any] = dict(zip((option.name for option in options), combination, strict=True))
        try:
            yield ludotheque.game(name, **chosen)
        except BadOption:
            continue


def label(game: Game) -> str:
    return "-".join([game.name, *(f"{key}={value}" for key, value in game.options.items())])


QUICK = 8  # the inner loop takes every eighth variant, the whole run all of them


def _parameters() -> Iterator[ParameterSet]:
    for name in names():
        for number, variant in enumerate(variants(name)):
            yield pytest.param(variant, marks=[pytest.mark.slow] if number % QUICK else [], id=label(variant))


every_variant = pytest.mark.parametrize("game", list(_parameters()))


def random_positions(game: Game, seed: int) -> Iterator[State]:
    """A random game: the position before every decision, and the last one. It is one state that goes on."""
    choice = random.Random(seed)
    state = game.new(seed=seed)
    while not state.over:
        yield state
        state.play(choice.choice(state.moves()))
    yield state
