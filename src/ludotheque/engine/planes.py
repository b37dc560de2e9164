"""What describes actions and observations to a learning program; `engine.observation` makes them."""

from dataclasses import dataclass
from math import prod


@dataclass(frozen=True)
class Plane:
    """A named part of an observation: so many numbers in that shape, and what they mean."""

    name: str
    shape: tuple[int, ...]
    meaning: str

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


@dataclass(frozen=True)
class Factor:
    """One of the few small numbers that a move is made of: 0 … *size* − 1, and what it means."""

    name: str
    size: int
    meaning: str
