"""The scheme of provable shuffles: orders that follow from a key (docs/records.md, "Fairness")."""

import hashlib
import hmac
import re
from collections.abc import Iterator, Sequence
from typing import TypeVar

SCHEME = "ludotheque-fair/1"
LOT_SCHEME = "ludotheque-lot/1"
SECRET = 32  # bytes
WORD = 8  # bytes of a random word
LONGEST = 64  # characters of a contribution
CONTRIBUTION = re.compile(rf"[A-Za-z0-9_-]{{1,{LONGEST}}}")

Thing = TypeVar("Thing")


def committed(secret: bytes) -> str:
    """What is shown of a secret before anybody contributes."""
    return hashlib.sha256(secret).hexdigest()


def shuffle_key(secret: bytes, table: str, contributions: Sequence[str], scheme: str = SCHEME) -> bytes:
    """What all shuffles of a table follow from; those of another *scheme* tell nothing about them."""
    message = "\n".join([scheme, table, *contributions])
    return hmac.digest(secret, message.encode(), "sha256")


def drawn_seats(secret: bytes, table: str, contributions: Sequence[str]) -> tuple[int, ...]:
    """The lot: for each seat the place in which its player waited; the contributions are by place."""
    key = shuffle_key(secret, table, contributions, LOT_SCHEME)
    return tuple(shuffled(range(len(contributions)), key, 0))


def words(key: bytes, event: int) -> Iterator[int]:
    """The random 64-bit words of a chance event, without end."""
    counter = 0
    while True:
        block = hmac.digest(key, f"{event}\n{counter}".encode(), "sha256")
        for start in range(0, len(block), WORD):
            yield int.from_bytes(block[start : start + WORD], "big")
        counter += 1


def uniform(source: Iterator[int], n: int) -> int:
    """A number below *n*, each equally likely: words that would favour small ones are passed over."""
    limit = 2**64 - 2**64 % n
    return next(word for word in source if word < limit) % n


def shuffled(things: Sequence[Thing], key: bytes, event: int) -> list[Thing]:
    """The *things* in the order of chance event number *event*."""
    found, source = list(things), words(key, event)
    for i in range(len(found) - 1, 0, -1):
        j = uniform(source, i + 1)
        found[i], found[j] = found[j], found[i]
    return found
