"""A move: an integer inside, its notation outside, made only when somebody asks for it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from operator import eq
from typing import Any, ClassVar, overload

from ludotheque.engine.memory import Room, room_of


class Move(int):
    """One decision. ``str(move)`` is its notation; as a number it is what compiled code plays.

    Every game has a class of its own (`MoveBook`): a move takes no more room than a number. Moves of
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

    def listed(self, codes: Room) -> "Moves":
        """The moves of these integers, which nobody may change any more."""
        moves = Moves()  # an __init__ would take as long again
        moves._book, moves._codes = self, codes
        return moves

    @staticmethod
    def owner_move(owner: Any, code: int) -> Move:
        """The move of that integer in the book of *owner*."""
        found: Move = owner.moves[code]
        return found

    @staticmethod
    def owner_moves(owner: Any, codes: Iterable[int]) -> "Moves":
        """The moves of these integers in the book of *owner*."""
        book: MoveBook = owner.moves
        return book.listed(room_of(codes))


class Moves(Sequence[Move]):
    """Moves in their order, immutable; it equals a list or a tuple of the same moves.

    A `Move` is looked up when somebody asks for it: of thirty thousand legal moves, most people play one.
    `MoveBook.listed` makes them.
    """

    __slots__ = ("_book", "_codes")

    _book: MoveBook
    _codes: Room

    def __len__(self) -> int:
        return len(self._codes)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> "Moves": ...
    def __getitem__(self, index: int | slice) -> "Move | Moves":
        try:
            return self._book[self._codes[index]]  # type: ignore[index]
        except TypeError:  # several moves are found in no book
            if isinstance(index, slice):
                return self._book.listed(self._codes[index])
            raise

    def __iter__(self) -> Iterator[Move]:
        return map(self._book.__getitem__, self._codes)

    def __contains__(self, move: object) -> bool:
        return type(move) is self._book.kind and move.code in self._codes

    def __add__(self, other: Iterable[Move]) -> list[Move]:
        return [*self, *other]

    def __radd__(self, other: Iterable[Move]) -> list[Move]:
        return [*other, *self]

    def __copy__(self) -> "Moves":
        return self

    def __deepcopy__(self, _memo: Any) -> "Moves":
        return self

    def __reduce__(self) -> tuple[Callable[..., "Moves"], tuple[Any, ...]]:
        return self._book.owner_moves, (self._book.owner, self._codes.tolist())

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Moves) and self._book is other._book:
            return self._codes == other._codes
        if isinstance(other, list | tuple | Moves):
            return len(self) == len(other) and all(map(eq, self, other))
        return NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self._codes))  # as of a tuple of moves

    def __repr__(self) -> str:
        return repr(list(self))
