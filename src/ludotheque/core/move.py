"""A move: an integer inside, its notation outside, made only when somebody asks for it."""

from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar


class Move(int):
    """One decision. ``str(move)`` is its notation; as a number it is what compiled code plays.

    Every game has a class of its own (`MoveBook`), so that 30,000 moves are listed in milliseconds.
    """

    __slots__ = ()

    game: ClassVar[str]
    _format: ClassVar[Any]  # Callable[[int], str], as a static method

    @property
    def code(self) -> int:
        """The integer that compiled code knows the move by."""
        return int(self)

    def __str__(self) -> str:
        return str(self._format(int(self)))

    def __repr__(self) -> str:
        return f"<{self.game} move: {self}>"

    def __reduce__(self) -> tuple[Callable[[str, int], "Move"], tuple[str, int]]:
        return _unpickle, (self.game, int(self))


class MoveBook(dict[int, Move]):
    """The moves of a game by their integer, each made once, when first looked up."""

    def __init__(self, game: str, format_move: Callable[[int], str]) -> None:
        super().__init__()
        text = staticmethod(cache(format_move))
        self._make: type[Move] = type("Move", (Move,), {"__slots__": (), "game": game, "_format": text})

    def __missing__(self, code: int) -> Move:
        move = self[code] = self._make(code)
        return move

    def listed(self, codes: list[int]) -> list[Move]:
        """The moves of these integers; many new ones are made at a stroke, in a third of the time."""
        if len(codes) > len(self):
            new = [code for code in codes if code not in self]
            self.update(zip(new, map(self._make, new), strict=True))
        return list(map(self.__getitem__, codes))


def _unpickle(game: str, code: int) -> Move:
    from ludotheque.core.registry import definition  # a game's definition needs Move itself

    return definition(game).moves[code]
