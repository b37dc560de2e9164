"""Where the outcomes of chance come from: a random source, a record, or a record and then a source.

They are values: copies are independent, and equal ones bring equal outcomes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from ludotheque.core.errors import BadRecord
from ludotheque.core.fair_shuffle import shuffled
from ludotheque.core.roles import Outcome
from ludotheque.engine.chance import Source
from ludotheque.engine.contract import States


class Chance(Protocol):
    """What decides where nobody does."""

    def outcome(self, definition: Any, states: States, /) -> Outcome:
        """The outcome of the event that the state waits for."""

    def copy(self) -> "Chance":
        """The same outcomes to come, independent of this one."""

    def to_come(self) -> dict[str, Any]:
        """The same as plain data, see `from_data`."""


class Shuffled:
    """Outcomes drawn from a random source."""

    __slots__ = ("_rng",)

    def __init__(self, rng: Source) -> None:
        self._rng = rng

    def outcome(self, definition: Any, states: States, /) -> Outcome:
        """Shuffle."""
        outcome = np.zeros(definition.rules.OUTCOME, np.uint8)
        definition.quick.shuffle(states, 0, self._rng, outcome)
        return outcome

    def copy(self) -> "Shuffled":
        """A source in the same condition."""
        return Shuffled(self._rng.copy())

    def to_come(self) -> dict[str, Any]:
        """The source's words."""
        return {"source": self._rng.tolist()}


class Proven:
    """Outcomes that follow from a key, so that they can be proven (docs/records.md, "Fairness")."""

    __slots__ = ("_event", "_key", "_things")

    def __init__(self, things: Sequence[int], key: bytes, event: int) -> None:
        self._things = tuple(things)  # all copies share them
        self._key = key
        self._event = event

    def outcome(self, definition: Any, states: States, /) -> Outcome:
        """Shuffle the things; those that come first are dealt."""
        size = definition.rules.OUTCOME
        order = shuffled(self._things, self._key, self._event)[:size]
        self._event += 1
        outcome = np.zeros(size, np.uint8)
        outcome[: len(order)] = order
        return outcome

    def copy(self) -> "Proven":
        """The same outcomes to come."""
        return Proven(self._things, self._key, self._event)

    def to_come(self) -> dict[str, Any]:
        """What they follow from."""
        return {"things": list(self._things), "key": self._key.hex(), "event": self._event}


class Recorded:
    """Outcomes that a record tells, and no others."""

    __slots__ = ("_told",)

    def __init__(self, told: Sequence[Outcome]) -> None:
        self._told = list(told)

    def outcome(self, definition: Any, states: States, /) -> Outcome:
        """The next one in the record."""
        if not self._told:
            raise BadRecord("the set-up ends too early: chance decides here, and it tells no outcome")
        return self._told.pop(0)

    def copy(self) -> "Recorded":
        """The same outcomes still to come."""
        return Recorded(self._told)

    def to_come(self) -> dict[str, Any]:
        """The outcomes that are left."""
        return {"told": [outcome.tolist() for outcome in self._told]}

    def rest(self) -> list[Outcome]:
        """The outcomes that are left."""
        return list(self._told)


class Continued:
    """Outcomes that are told already, and shuffles where none is."""

    __slots__ = ("_after", "_told")

    def __init__(self, told: Sequence[Outcome], after: Shuffled | Proven) -> None:
        self._told = list(told)
        self._after = after

    def add(self, outcomes: Sequence[Outcome]) -> None:
        """How the next events turn out, after those told already."""
        self._told.extend(outcomes)

    def outcome(self, definition: Any, states: States, /) -> Outcome:
        """The next one told, if any; else shuffle."""
        return self._told.pop(0) if self._told else self._after.outcome(definition, states)

    def copy(self) -> "Continued":
        """The same outcomes to come."""
        return Continued(self._told, self._after.copy())

    def to_come(self) -> dict[str, Any]:
        """What is told, and what the shuffles follow from; without anything told, the latter alone."""
        told = {"told": [outcome.tolist() for outcome in self._told]} if self._told else {}
        return told | self._after.to_come()


@dataclass(frozen=True)
class Waiting:
    """Nothing decides: whoever holds the state settles each event (`State.settle`)."""

    def outcome(self, definition: Any, states: States, /) -> Outcome:
        """There is none."""
        raise AssertionError("a state that waits for chance is never asked to go on by itself")

    def copy(self) -> "Waiting":
        """The same."""
        return self

    def to_come(self) -> dict[str, Any]:
        """Nothing is known."""
        return {}


def from_data(data: dict[str, Any]) -> Chance:
    """What `Chance.to_come` told, as a source of outcomes again."""
    told = [np.array(outcome, np.uint8) for outcome in data.get("told", [])]
    after = _shuffles(data)
    if after is None:
        return Recorded(told) if "told" in data else Waiting()
    return Continued(told, after) if told else after


def _shuffles(data: dict[str, Any]) -> Shuffled | Proven | None:
    if "source" in data:
        return Shuffled(np.array(data["source"], np.uint64))
    if "key" in data:
        return Proven(data["things"], bytes.fromhex(data["key"]), data["event"])
    return None
