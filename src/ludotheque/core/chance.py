"""Chance: a random source that is always an argument, never global.

Compiled code draws from ``rng``, four ``uint64`` words of xoshiro256++ (Blackman and Vigna, 2019), by
`below` and `shuffle_first`; both are exact, without the small bias of a remainder. A source starts from any
seed by SHA-256 (`source`), so equal seeds give equal games on every machine.
"""

import hashlib
import secrets
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ludotheque.core.compiled import compiled, int64

Seed: TypeAlias = int | str
Source: TypeAlias = NDArray[np.uint64]

WORDS = 4  # of a source
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)


def source(seed: Seed) -> Source:
    """A random source; equal seeds give equal sources."""
    digest = hashlib.sha256(str(seed).encode()).digest()
    return np.frombuffer(digest, dtype="<u8").astype(np.uint64)


def fresh_seed() -> int:
    """A seed nobody can guess."""
    return secrets.randbits(63)


@compiled
def branch(root: Source, number: int, rng: Source) -> None:
    """Make *rng* the source of game *number* of a long run that starts from *root* (by splitmix64)."""
    state = root[0] + np.uint64(number)
    for word in range(WORDS):
        state += _GOLDEN
        mixed = (state ^ (state >> np.uint64(30))) * _MIX_1
        mixed = (mixed ^ (mixed >> np.uint64(27))) * _MIX_2
        rng[word] = mixed ^ (mixed >> np.uint64(31)) ^ root[word]


@compiled
def next_word(rng: Source) -> Any:
    """The next 64 random bits of *rng*."""
    total = rng[0] + rng[3]
    result = ((total << np.uint64(23)) | (total >> np.uint64(41))) + rng[0]
    shifted = rng[1] << np.uint64(17)
    rng[2] ^= rng[0]
    rng[3] ^= rng[1]
    rng[1] ^= rng[2]
    rng[0] ^= rng[3]
    rng[2] ^= shifted
    rng[3] = (rng[3] << np.uint64(45)) | (rng[3] >> np.uint64(19))
    return result


@compiled
def below(rng: Source, n: int) -> int:
    """A random number of 0 … n−1, each equally likely (Lemire 2019); n is 1 … 2**32−1."""
    size = np.uint64(n)
    product = (next_word(rng) >> _HALF) * size
    if (product & _LOW) < size:
        threshold = (np.uint64(1) << _HALF) % size
        while (product & _LOW) < threshold:
            product = (next_word(rng) >> _HALF) * size
    return int64(product >> _HALF)


@compiled
def shuffle_first(values: NDArray[Any], count: int, rng: Source) -> None:
    """Put the first *count* of *values* into a random order, each equally likely."""
    for last in range(count - 1, 0, -1):
        other = below(rng, last + 1)
        values[last], values[other] = values[other], values[last]
