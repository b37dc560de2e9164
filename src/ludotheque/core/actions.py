"""A move as a few small numbers: its factors, and back. A game's ``actions.py`` says which they are."""

from collections.abc import Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from ludotheque.core.errors import UnreadableMove, quoted
from ludotheque.core.roles import Actions
from ludotheque.engine.errors import BrokenContract
from ludotheque.engine.planes import Factor
from ludotheque.i18n.language import SHARED

_ = SHARED.text
NO_MOVE = -1


class PlainActions:
    """`roles.Actions` for a game without an actions.py: a move's integer is its only factor."""

    def __init__(self, codes: int) -> None:
        self.FACTORS: tuple[Factor, ...] = (Factor("move", codes, "the move's integer"),)

    def decode(self, codes: NDArray[np.int64], /) -> NDArray[np.int64]:
        """The same numbers, in a column."""
        return codes[:, None]


class ActionTable:
    """All moves' integers beside their factors: two tables, one for each way."""

    def __init__(self, actions: Actions, codes: int) -> None:
        self.factors = tuple(actions.FACTORS)
        self._sizes = np.array([factor.size for factor in self.factors], np.int64)
        self._rows = np.asarray(actions.decode(np.arange(codes)), np.int32)
        if self._rows.shape != (codes, len(self.factors)):
            raise BrokenContract("actions.py: decode must give one row per move and one column per factor")
        if (self._rows < 0).any() or (self._rows >= self._sizes).any():
            raise BrokenContract("actions.py: decode gives a number that is not below its factor's size")
        self._codes = np.full(self._sizes.prod(), NO_MOVE, np.int32)
        self._codes[self._places(self._rows)] = np.arange(codes)
        if (self._codes >= 0).sum() != codes:
            raise BrokenContract("actions.py: decode gives two moves the same factors")

    def _places(self, rows: NDArray[Any]) -> NDArray[np.int64]:
        """Where the table of codes keeps the moves with these factors."""
        places = np.zeros(len(rows), np.int64)
        for column, size in enumerate(self._sizes):
            places = places * size + rows[:, column]
        return places

    @overload
    def decode(self, move: int) -> tuple[int, ...]: ...
    @overload
    def decode(self, move: NDArray[Any]) -> NDArray[np.int32]: ...
    def decode(self, move: int | NDArray[Any]) -> tuple[int, ...] | NDArray[np.int32]:
        """The factors of a move, or of each in an array of moves, one row per move."""
        codes = _whole_numbers(move, "a move's integer")
        wrong = (codes < 0) | (codes >= len(self._rows))
        if wrong.any():
            last, number = len(self._rows) - 1, codes[wrong].flat[0]
            raise UnreadableMove(_("no move {number}; they are 0 to {last}", number=number, last=last))
        found: NDArray[np.int32] = self._rows[codes]
        return found if codes.ndim else tuple(found.tolist())

    @overload
    def encode(self, factors: Sequence[int]) -> int: ...
    @overload
    def encode(self, factors: NDArray[Any]) -> NDArray[np.int32]: ...
    def encode(self, factors: Sequence[int] | NDArray[Any]) -> int | NDArray[np.int32]:
        """The move with these factors; of an array of rows, the moves. The inverse of `decode`."""
        given = _whole_numbers(factors, "a factor")
        rows = np.atleast_2d(given)
        if given.ndim not in (1, 2) or rows.shape[1] != len(self.factors):
            names = ", ".join(factor.name for factor in self.factors)
            raise UnreadableMove(f"a move has {len(self.factors)} factors: {names}")
        for factor, column in zip(self.factors, rows.T, strict=True):
            wrong = column[(column < 0) | (column >= factor.size)]
            if len(wrong):
                raise UnreadableMove(f"{factor.name} is 0 to {factor.size - 1}, not {wrong[0]}")
        codes: NDArray[np.int32] = self._codes[self._places(rows)]
        if (codes == NO_MOVE).any():
            row = rows[codes == NO_MOVE][0].tolist()
            named = ", ".join(f"{f.name} {k}" for f, k in zip(self.factors, row, strict=True))
            raise UnreadableMove(f"no move has these factors: {named}")
        return codes if given.ndim == 2 else int(codes[0])


def _whole_numbers(given: Any, what: str) -> NDArray[np.int64]:
    """What was given as numbers, if they are whole."""
    try:
        numbers = np.asarray(given)
    except ValueError:  # rows of different lengths
        numbers = np.asarray(None)
    if numbers.dtype.kind not in "iu":
        raise UnreadableMove(f"{what} is a whole number, not {quoted(given)}")
    return numbers.astype(np.int64)
