"""Options: what can be chosen about a game before it begins, declared once by each game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ludotheque.core.errors import BadOption, quoted, suggestion
from ludotheque.core.frozen import Frozen
from ludotheque.engine.contract import Numbers
from ludotheque.i18n.language import SHARED
from ludotheque.i18n.words import either

_ = SHARED.text


class Options(Frozen[str, Any]):
    """Every option of a game with its value. What is chosen stays chosen."""


@dataclass(frozen=True)
class Option:
    """One option: a name, a phrase that explains it, and its usual value (or how the others tell it)."""

    name: str
    phrase: str
    default: Any
    label: str = field(default="", kw_only=True)  # what a form calls it, before translation; else its name

    def __post_init__(self) -> None:
        if not self.label:
            object.__setattr__(self, "label", self.name.replace("_", " ").capitalize())

    def value_label(self, value: Any) -> str:
        """What a form calls one of its values, before translation."""
        return value.capitalize() if isinstance(value, str) else str(value)

    @property
    def allowed(self) -> str:
        """The possible values, in words."""
        raise NotImplementedError

    def accepts(self, value: Any) -> bool:
        """Whether *value* is one of the possible values."""
        raise NotImplementedError

    def encode(self, value: Any) -> int:
        """The number that stands for *value* in compiled code."""
        raise NotImplementedError

    def check(self, value: Any) -> Any:
        """Return *value*, or refuse it."""
        value = int(value) if isinstance(value, np.integer) else value
        if not self.accepts(value):
            told = f"{self.name}={_show(value)}"
            raise BadOption(_("{told}: {name} is {allowed}", told=told, name=self.name, allowed=self.allowed))
        return value

    def parse(self, text: str) -> Any:
        """The value that somebody typed."""
        words = {"true": True, "false": False, "null": None}
        value: Any = words.get(text, text)
        if text.removeprefix("-").isdecimal():
            value = int(text)
        return self.check(value)


@dataclass(frozen=True)
class Whole(Option):
    """A whole number from *low* to *high*; None too if *optional*, as 0 in compiled code."""

    low: int
    high: int
    optional: bool = False

    @property
    def allowed(self) -> str:
        """The range, in words."""
        if self.optional:
            return _("a whole number from {low} to {high}, or null", low=self.low, high=self.high)
        if self.low == self.high:
            return str(self.low)
        return _("a whole number from {low} to {high}", low=self.low, high=self.high)

    def accepts(self, value: Any) -> bool:
        """Whether *value* lies in the range; True and False are not numbers here."""
        if value is None:
            return self.optional
        return type(value) is int and self.low <= value <= self.high

    def encode(self, value: Any) -> int:
        """The number itself; 0 for None."""
        return value or 0


@dataclass(frozen=True)
class Choice(Option):
    """One of a few values, which compiled code knows by their place in the list."""

    values: tuple[Any, ...]
    labels: tuple[str, ...] = ()  # of the values, before translation; else as they are spelled

    def value_label(self, value: Any) -> str:
        """What a form calls one of its values, before translation."""
        return self.labels[self.values.index(value)] if self.labels else super().value_label(value)

    @property
    def allowed(self) -> str:
        """The values, in words."""
        return either([_show(value) for value in self.values])

    def accepts(self, value: Any) -> bool:
        """Whether *value* is in the list, of the same type too (1 is not True)."""
        return any(value == one and type(value) is type(one) for one in self.values)

    def encode(self, value: Any) -> int:
        """The value's place in the list."""
        return self.values.index(value)


def flag(name: str, phrase: str, *, label: str = "") -> Choice:
    """An option that is off unless it is asked for."""
    return Choice(name, phrase, False, values=(False, True), label=label)


def _show(value: Any) -> str:
    """A value as it is typed after ``--set name=``."""
    shown = quoted(value)
    return shown.strip('"') if isinstance(value, str) else shown


def complete(options: Sequence[Option], chosen: Mapping[str, Any]) -> Options:
    """All *options* with their values: those *chosen*, and the usual ones for the rest."""
    names = [option.name for option in options]
    for name in chosen:
        if name not in names:
            meant = suggestion(name, names)
            raise BadOption(_("no option {name}; {meant}", name=quoted(name), meant=meant))
    values: dict[str, Any] = {}
    for option in options:
        default: Any | Callable[[dict[str, Any]], Any] = option.default
        usual = default({**chosen, **values}) if callable(default) else default
        values[option.name] = option.check(chosen.get(option.name, usual))
    return Options(values)


def exact(options: Sequence[Option], given: Mapping[str, Any]) -> Options:
    """All *options* as a record gives them: none may be missing, unknown ones are ignored."""
    for option in options:
        if option.name not in given:
            why = _("option {name} is missing; it is {allowed}", name=option.name, allowed=option.allowed)
            raise BadOption(why)
    return Options({option.name: option.check(given[option.name]) for option in options})


def encode(options: Sequence[Option], values: Options, revision: int) -> Numbers:
    """The values as numbers, as the game declares them, then the *revision*: for `contract.begin`."""
    return np.array([*(option.encode(values[option.name]) for option in options), revision], np.int32)
