"""Lessons: a small scripted game for somebody's first minutes, one thought at a time.

A lesson is a position and some steps. A step says one thing; it waits for a click, or for a move, which the
others then answer as the script says. Where the script ends, the game goes on by itself.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

ALTERNATIVES = " | "  # between moves of which the first that is legal is played


@dataclass(frozen=True)
class Step:
    """One thought. With *does* it waits for a move that matches one of these patterns ("lay *"), and none
    that begins with an exclamation mark ("!*d4*")."""

    says: str  # before translation
    does: tuple[str, ...] = ()
    shows: tuple[str, ...] = ()  # the keys of parts that it speaks of
    replies: tuple[str, ...] = ()  # the others' moves after it

    def accepts(self, move: str) -> bool:
        """Whether this is what the step waits for."""
        wanted = [pattern for pattern in self.does if not pattern.startswith("!")]
        shunned = [pattern[1:] for pattern in self.does if pattern.startswith("!")]
        return _matches(move, wanted) and not _matches(move, shunned)


def _matches(move: str, patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(move, pattern) for pattern in patterns)


@dataclass(frozen=True)
class Lesson:
    """A lesson for the first seat, from a position after some *moves*."""

    options: Mapping[str, Any]
    steps: tuple[Step, ...]
    setup: Mapping[str, Any]
    moves: tuple[str, ...] = ()

    def thoughts(self, ply: int) -> range:
        """The steps that belong to the position so many moves after the first; empty while others reply."""
        begin = reached = 0
        for number, step in enumerate(self.steps):
            if reached == ply and step.does:
                return range(begin, number + 1)
            if step.does:
                begin, reached = number + 1, reached + 1 + len(step.replies)
            if reached > ply:
                return range(0)
        return range(begin, len(self.steps))

    def awaited(self, ply: int) -> Step | None:
        """The step that waits for a move there, if one does."""
        steps = [self.steps[number] for number in self.thoughts(ply)]
        return steps[-1] if steps and steps[-1].does else None

    def reply(self, ply: int) -> tuple[str, ...]:
        """What the others shall play there: the first of these that is legal."""
        reached = 0
        for step in self.steps:
            if step.does:
                after = reached + 1 + len(step.replies)
                if reached < ply < after:
                    return tuple(step.replies[ply - reached - 1].split(ALTERNATIVES))
                reached = after
        return ()
