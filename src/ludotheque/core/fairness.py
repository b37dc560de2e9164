"""Shuffles that can be proven: they follow from a secret that was promised, and from what the players gave.

The server makes a secret and shows its hash, the commitment, before anybody contributes; the players'
browsers contribute; the shuffle follows from all of it; the secret is shown when the game is over. Then
anybody can shuffle again. docs/records.md, "Fairness", is the exact contract.
"""

import hashlib
import hmac
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from ludotheque.core.errors import Refusal, quoted
from ludotheque.core.game import Game
from ludotheque.core.record import Record
from ludotheque.core.roles import Outcome

SCHEME = "ludotheque-fair/1"
WORD = 8  # bytes of a random word
_HEX = re.compile(r"[0-9a-f]{64}")
_CONTRIBUTION = re.compile(r"[A-Za-z0-9_-]{0,64}")

Thing = TypeVar("Thing")


@dataclass(frozen=True)
class Proof:
    """What a record tells about its shuffles."""

    table: str
    commitment: str
    secret: str
    contributions: tuple[str, ...]

    def key(self) -> bytes:
        """What all shuffles follow from."""
        message = "\n".join([SCHEME, self.table, *self.contributions])
        return hmac.digest(bytes.fromhex(self.secret), message.encode(), "sha256")


def committed(secret: bytes) -> str:
    """What is shown of a secret before anybody contributes."""
    return hashlib.sha256(secret).hexdigest()


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


def fair_outcome(game: Game, key: bytes, event: int) -> Outcome:
    """The outcome of chance event number *event* that follows from *key*."""
    order = shuffled(game.definition.notation.unshuffled(game.options), key, event)
    outcome = np.zeros(game.definition.rules.OUTCOME, np.uint8)
    outcome[: len(order)] = order
    return outcome


# Verifying


def verify(record: Record) -> None:
    """Refuse a record whose shuffles do not follow from what it tells about them, with the reason."""
    proof = read_proof(record)
    if committed(bytes.fromhex(proof.secret)) != proof.commitment:
        raise Refusal("the secret is not the one that was promised: its hash is not the commitment")
    outcomes = record.game.definition.notation.read_setup(record.options, record.setup)
    key = proof.key()
    for event, told in enumerate(outcomes):
        if not _same(record.game, told, fair_outcome(record.game, key, event)):
            raise Refusal(f"shuffle {event + 1} does not follow from the secret and the contributions")


def is_claimed(record: Record) -> bool:
    """Whether a record says anything about the fairness of its shuffles."""
    return "fairness" in record.more


def read_proof(record: Record) -> Proof:
    """What a record's ``fairness`` holds, checked."""
    told: Any = record.more["fairness"]
    if not isinstance(told, dict) or told.get("scheme") != SCHEME:
        scheme = told.get("scheme") if isinstance(told, dict) else told
        raise Refusal(f'the scheme must be "{SCHEME}", not {quoted(scheme)}')
    for name in ("commitment", "secret"):
        if not isinstance(told.get(name), str) or not _HEX.fullmatch(told[name]):
            raise Refusal(f"the {name} must be 64 hexadecimal digits, not {quoted(told.get(name))}")
    if not isinstance(told.get("table"), str):
        raise Refusal(f"the table must be a text, not {quoted(told.get('table'))}")
    given = told.get("contributions")
    if not isinstance(given, list) or len(given) != record.game.players:
        raise Refusal(f"there must be {record.game.players} contributions, one for each seat")
    for one in given:
        if not isinstance(one, str) or not _CONTRIBUTION.fullmatch(one):
            raise Refusal(f"a contribution is at most 64 of A–Z a–z 0–9 _ -, not {quoted(one)}")
    return Proof(told["table"], told["commitment"], told["secret"], tuple(given))


def _same(game: Game, one: Outcome, other: Outcome) -> bool:
    """Whether two outcomes make the same position: the order within a hand, say, means nothing."""
    positions = []
    for outcome in (one, other):
        states = game.blank()
        game.definition.kernels.deal(states, 0, outcome)
        positions.append(states.tobytes())
    return positions[0] == positions[1]
