"""A position as a row of numbers, for learning programs: what a game without an observation.py gets.

The record's fields one after the other, as `contract.hide` has left them, and then who looks and whose turn
it is. A number of 32 or 64 bits without a sign is taken for a set and told bit by bit.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.binding import bind
from ludotheque.engine.bits import NONE, ONE
from ludotheque.engine.compiled import direct, int64
from ludotheque.engine.contract import States, Weights, turn
from ludotheque.engine.errors import BrokenContract
from ludotheque.engine.memory import bytes_of
from ludotheque.engine.planes import Plane

UNSIGNED, SIGNED, BITS = 0, 1, 2  # how a field is told
WIDE = 4  # bytes; an unsigned number from here on is a set
BYTE = 8  # bits
FIELDS: Any = None  # of the game that this code is bound to: `fields_of` its STATE


def observe(states: States, i: int, seat: int, out: Weights) -> None:
    """The fields of the record, then a 1 for the seat that looks, then a 1 for the seat to move."""
    record = bytes_of(states, i)
    at = int64(0)
    for f in range(len(FIELDS)):
        offset, width, kind, count = FIELDS[f, 0], FIELDS[f, 1], FIELDS[f, 2], FIELDS[f, 3]
        for k in range(count):
            word = NONE
            for b in range(width):
                word |= np.uint64(record[offset + k * width + b]) << np.uint64(BYTE * b)
            if kind == BITS:
                for b in range(BYTE * width):
                    out[at + b] = np.float32((word >> np.uint64(b)) & ONE)
                at += BYTE * width
            else:
                below_zero = kind == SIGNED and (word >> np.uint64(BYTE * width - 1)) & ONE == ONE
                out[at] = np.float32(float(word) - (2.0 ** (BYTE * width) if below_zero else 0.0))
                at += 1
    players = (len(out) - at) // 2
    if seat >= 0:
        out[at + seat] = 1.0
    whose = turn(states, i)
    if whose >= 0:
        out[at + players + whose] = 1.0


def fields_of(state: Any) -> NDArray[np.int64]:
    """For each field of a record but its padding: where it begins, a number's bytes, its kind, how many."""
    rows = []
    for name in _told(state):
        dtype, offset = state.fields[name][:2]
        kind = SIGNED if dtype.base.kind == "i" else BITS if dtype.base.itemsize >= WIDE else UNSIGNED
        rows.append((offset, dtype.base.itemsize, kind, prod(dtype.shape)))
    return np.array(rows, np.int64)


def planes(state: Any, players: int) -> tuple[Plane, ...]:
    """What the default `observe` writes for a game whose records are of the dtype *state*."""
    found = []
    for name, row in zip(_told(state), fields_of(state), strict=True):
        dtype = state.fields[name][0]
        if dtype.base.kind not in "iub":
            raise BrokenContract(f"{name} in STATE is no whole number; write an observation.py for the game")
        bits = (BYTE * dtype.base.itemsize,) if row[2] == BITS else ()
        meaning = (
            "the field of that name in rules.py, each bit a number"
            if bits
            else ("the field of that name in rules.py")
        )
        found.append(Plane(name, (*dtype.shape, *bits) or (1,), meaning))
    seats = (
        Plane("viewer", (players,), "1 for the seat that looks; a spectator has none"),
        Plane("turn", (players,), "1 for the seat whose decision it is"),
    )
    return (*found, *seats)


def _told(state: Any) -> list[str]:
    return [name for name in state.names if name != "padding"]


@dataclass(frozen=True)
class ObservationKernels:
    """What makes observations of one game's records."""

    observe: Callable[[States, int, int, Weights], None]


def observation_kernels(rules: Any, observation: Any) -> ObservationKernels:
    """The game's own `observe`, or the default, without numba's look at the arguments."""
    state = rules.STATE
    constants = {"FIELDS": fields_of(state)}
    found = bind(rules, observe, observation=observation, constants=constants)["observe"]
    states = np.zeros(1, state)
    return ObservationKernels(observe=direct(found, states, 0, 0, np.zeros(1, np.float32)))
