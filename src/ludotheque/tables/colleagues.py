"""The thinkers of other processes, as these tell of them: how busy they are, who waits for hints there."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass
class _Colleague:
    """The thinkers of another process."""

    wait: float  # seconds until something that is wanted there now would begin
    hints: Mapping[str, int]  # that people wait for


class Colleagues:
    """All of them."""

    def __init__(self) -> None:
        self._known: dict[str, _Colleague] = {}

    def hear(self, process: str, wait: float, hints: Mapping[str, int]) -> None:
        """A process tells how it is, again and again."""
        self._known[process] = _Colleague(wait, hints)

    def forget(self, process: str) -> None:
        """A process has ended."""
        self._known.pop(process, None)

    def hints_of(self, person: str) -> int:
        """How many a person waits for elsewhere."""
        return sum(colleague.hints.get(person, 0) for colleague in self._known.values())

    def idler_than(self, wait: float, seconds: float) -> str | None:
        """The process with the shortest wait, if it is shorter; something that takes *seconds* goes there."""
        idlest = min(self._known, key=lambda process: self._known[process].wait, default=None)
        if idlest is None or self._known[idlest].wait >= wait:
            return None
        self._known[idlest].wait += seconds  # until it tells so itself
        return idlest
