"""Masks of bits: the processor's own instructions against plain arithmetic."""

import random
from itertools import pairwise
from typing import Any

import numba
import numpy as np
import pytest

from ludotheque.engine import bits

njit: Any = numba.njit  # its stub does not know what it decorates
CHANCE = random.Random(1)
MASKS = [CHANCE.getrandbits(64) & CHANCE.getrandbits(64) | 1 for _ in range(50)] + [1, 1 << 63, 2**64 - 1]


def bits_of(mask: int) -> list[int]:
    return [k for k in range(64) if mask >> k & 1]


def _by_instruction(mask: Any, n: int) -> Any:
    return bits.nth(mask, n)


by_instruction = njit(_by_instruction)
by_steps = njit(bits._nth_by_steps)


@pytest.mark.parametrize("nth", [by_instruction, by_steps])
def test_the_nth_bit_is_found_with_and_without_an_instruction_for_it(nth: Any) -> None:
    for mask in MASKS:
        found = [int(nth(np.uint64(mask), n)) for n in range(mask.bit_count())]
        assert found == bits_of(mask)


def _halves(one: Any, other: Any) -> Any:
    return bits.high_half(one, other)


halves = njit(_halves)


def test_the_high_half_of_a_product() -> None:
    for one, other in pairwise(MASKS):
        assert int(halves(np.uint64(one), np.uint64(other))) == one * other >> 64


def _places(row: Any, first: int, value: int) -> Any:
    return bits.equal_to(row, first, value)


places = njit(_places)


def test_the_places_of_a_number_in_a_row() -> None:
    row = np.array([CHANCE.randint(-2, 2) for _ in range(128)], np.int8)
    for first in (0, 1, 64):
        for value in (-2, 0, 1, 3):
            expected = [k for k in range(64) if row[first + k] == value]
            assert bits_of(int(places(row, first, value))) == expected


def _spread(mask: Any, out: Any, at: int) -> None:
    bits.spread(mask, out, at)


spread = njit(_spread)


def test_32_bits_are_spread_into_numbers_and_no_more() -> None:
    for mask in MASKS:
        out = np.full(40, 7.0, np.float32)
        spread(np.uint64(mask), out, 3)
        assert out[3:35].tolist() == [mask >> k & 1 for k in range(32)]
        assert set(out[:3]) | set(out[35:]) == {7.0}
