"""Chance: a random source that is always an argument, never global.

Compiled code draws from ``rng``, four ``uint64`` words of xoshiro256++ (Blackman and Vigna, 2019), by
`below`, `shuffle_first` and `draw_last`, which are exact, without the small bias of a remainder. A source
starts from any seed by SHA-256 (`source`), so equal seeds give equal games on every machine.
"""

import hashlib
import secrets
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.bits import NONE, ONE, high_half
from ludotheque.engine.compiled import compiled, inlined, int64

Seed: TypeAlias = int | str  # numpy's whole numbers too
Source: TypeAlias = NDArray[np.uint64]

WORDS = 4  # of a source
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
DRAWS = 6  # from one random word
_UNIT = 2.0**-52


def source(seed: Seed) -> Source:
    """A random source; equal seeds give equal sources."""
    digest = hashlib.sha256(str(checked_seed(seed)).encode()).digest()
    return np.frombuffer(digest, dtype="<u8").astype(np.uint64)


def checked_seed(seed: Any) -> Seed:
    """The seed, if it is a whole number or a text; 1.0, True and b"1" could each mean two things."""
    if isinstance(seed, np.integer):
        return int(seed)
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise TypeError(f"a seed is a whole number or a text, not {seed!r}")
    return seed


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
    """A random number of 0 … n−1, each equally likely (Lemire 2019)."""
    size = np.uint64(n)
    word = next_word(rng)
    if word * size < size:  # hardly ever
        while word * size < (NONE - size) % size:
            word = next_word(rng)
    return int64(high_half(word, size))


@compiled
def fraction(rng: Source) -> float:
    """A random number above 0 and below 1."""
    found: float = ((next_word(rng) >> np.uint64(12)) + 0.5) * _UNIT
    return found


@compiled
def shuffle_first(values: NDArray[Any], count: int, rng: Source) -> None:
    """Put the first *count* of *values* into a random order, each equally likely."""
    draw_last(values, count, 1, rng)


@compiled
def draw_last(values: NDArray[Any], count: int, left: int, rng: Source) -> None:
    """Draw the last of *values[:count]* (at most 1024) from them at random, until *left* are left over.

    A word that proves unfair is followed by another one for the same places: what it has exchanged is
    still to be drawn from, in whatever order.
    """
    last = count - 1
    while last >= left:
        after = max(last - DRAWS, left - 1)
        while not _draw_some(values, last, after, rng):
            pass
        last = after


@inlined
def _draw_some(values: NDArray[Any], last: int, after: int, rng: Source) -> bool:
    """Draw *values[last]*, then those before it, but not *values[after]*, by one random word; if it was fair.

    What a product leaves below the word serves the next draw like a new word. With all the factors in one
    it would come to the same, so that one look at the last rest judges the word for all of the draws at
    once (Brackett-Rozinsky and Lemire 2024).
    """
    rest, ways = next_word(rng), ONE
    for k in range(last, after, -1):
        size = np.uint64(k + 1)
        other = high_half(rest, size)
        rest *= size
        ways *= size
        values[k], values[other] = values[other], values[k]
    return bool(rest >= ways or rest >= (NONE - ways) % ways)
