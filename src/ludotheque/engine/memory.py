"""Memory by its place: the quickest way for Python to hand a state to compiled code, move after move.

numba takes 0.1 µs to make out an array among a call's arguments, half of what it takes to play a move, and
0.02 µs for a number. So whoever plays many moves passes one number for all that stays the same: the place of
a desk, which tells where the record and the room for moves are. `array_at` makes arrays of places again, at
no cost.

A place is an address, good for as long as the memory is there: keep the one beside the other. Uncompiled,
where nothing is quick, the array itself is its place.
"""

from array import array
from collections.abc import Iterable
from typing import Any, TypeAlias

import numba
import numpy as np
from numba.core import cgutils, types
from numba.extending import intrinsic

from ludotheque.engine.compiled import UNCOMPILED, compiled
from ludotheque.engine.contract import States

Place: TypeAlias = Any  # an address; uncompiled an array
Room: TypeAlias = "array[int]"  # for moves: quicker to slice than a NumPy array
_INT32, _INT64 = "i", "q"  # as `array` names them
RECORD, ROOM, COUNT = 0, 1, 2  # what lies on a desk: two places, and the number of moves in the room
DESK = 3


def room_for(count: int) -> Room:
    """Room for that many moves."""
    return array(_INT32, bytes(count * np.dtype(np.int32).itemsize))


def room_of(codes: Iterable[int]) -> Room:
    """These moves in room of their own."""
    return array(_INT32, codes.tobytes() if isinstance(codes, np.ndarray) else codes)


if UNCOMPILED:

    def array_at(place: Place, size: int, dtype: Any) -> Any:
        """The array at that place."""
        return place

    def place_of(states: States) -> Place:
        """Where records are."""
        return states

    def bytes_of(states: States, i: int) -> Any:
        """The bytes of record *i*."""
        return states[i : i + 1].view(np.uint8)

    def desk(record: Place, room: Room, count: int) -> tuple[Any, Place]:
        """A desk for the record at a place, and for room with *count* moves in it; and its own place."""
        things = [record, np.frombuffer(room, np.int32), count]
        return things, things

else:
    carray: Any = numba.carray  # type: ignore[attr-defined]  # its stub does not know it

    @intrinsic
    def _pointer(_context: Any, _address: Any) -> Any:
        """An address as a pointer."""

        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.inttoptr(arguments[0], cgutils.voidptr_t)

        return types.voidptr(types.int64), generate

    pointer: Any = _pointer  # typed loosely: to mypy it takes the context too

    @compiled
    def array_at(place: Place, size: int, dtype: Any) -> Any:
        """The array of *size* things at that place, which the caller vouches for."""
        return carray(pointer(place), (size,), dtype)

    @compiled
    def place_of(states: States) -> Place:
        """Where records are."""
        return states.ctypes.data

    @compiled
    def bytes_of(states: States, i: int) -> Any:
        """The bytes of record *i*."""
        size = states.itemsize
        return carray(pointer(states.ctypes.data + i * size), (size,), np.uint8)

    def desk(record: Place, room: Room, count: int) -> tuple[Any, Place]:
        """A desk for the record at a place, and for room with *count* moves in it; and its own place."""
        things = array(_INT64, (record, room.buffer_info()[0], count))
        return things, things.buffer_info()[0]
