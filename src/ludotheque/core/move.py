"""A move: an integer inside, its notation outside, made only when somebody asks for it."""

from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar


class Move(int):
    """One decision. ``str(move)`` is its notation; as a number it is what compiled code plays.

    Every game has a class of its own (`MoveBook`), so that 30,000 moves are listed in milliseconds. Moves of
    different games are never equal, nor is a move equal to a plain number.
    """

    __slots__ = ()

    book: ClassVar["MoveBook"]

    @property
    def game(self) -> str:
        """The name of the game that it is a move of."""
        return self.book.game

    @property
    def code(self) -> int:
        """The integer that compiled code knows the move by."""
        return int(self)

    def __str__(self) -> str:
        return self.book.text(int(self))

    def __repr__(self) -> str:
        return f"<{self.game} move: {self}>"

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and int.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = int.__hash__

    def __reduce__(self) -> tuple[Callable[..., "Move"], tuple[Any, ...]]:
        return self.book.owner_move, (self.book.owner, int(self))


class MoveBook(dict[int, Move]):
    """The moves of a game by their integer, each made once, when first looked up.

    *owner* is whatever can be pickled and has the book as its ``moves``: the game's definition.
    """

    def __init__(self, owner: Any, game: str, format_move: Callable[[int], str]) -> None:
        super().__init__()
        self.owner = owner
        self.game = game
        self.text = cache(format_move)
        self.kind: type[Move] = type("Move", (Move,), {"__slots__": (), "book": self})

    def __missing__(self, code: int) -> Move:
        move = self[code] = self.kind(code)
        return move

    def listed(self, codes: list[int]) -> list[Move]:
        """The moves of these integers; many new ones are made at a stroke, in a third of the time."""
        if len(codes) > len(self):
            new = [code for code in codes if code not in self]
            self.update(zip(new, map(self.kind, new), strict=True))
        return list(map(self.__getitem__, codes))

    @staticmethod
    def owner_move(owner: Any, code: int) -> Move:
        """The move of that integer in the book of *owner*."""
        found: Move = owner.moves[code]
        return found
