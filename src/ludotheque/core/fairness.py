"""Shuffles that can be proven: they follow from a secret that was promised, and from what the players gave.

The server makes a secret and shows its hash, the commitment, before anybody contributes; the players'
browsers contribute; the shuffle follows from all of it; the secret is shown when the game is over. Then
anybody can shuffle again. docs/records.md, "Fairness", is the exact contract.
"""

import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludotheque.core.errors import Refusal, quoted
from ludotheque.core.fair_shuffle import CONTRIBUTION, LONGEST, SCHEME, committed, drawn_seats, shuffle_key
from ludotheque.core.game import Game
from ludotheque.core.outcomes import Proven
from ludotheque.core.record import Record
from ludotheque.core.roles import Outcome

_HEX = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class Proof:
    """What a record tells about its shuffles."""

    table: str
    commitment: str
    secret: str
    contributions: tuple[str, ...]
    lot: tuple[int, ...] = ()  # for each seat the place in which its player waited, if seats were drawn

    def key(self) -> bytes:
        """What all shuffles follow from."""
        return shuffle_key(bytes.fromhex(self.secret), self.table, self.contributions)

    def to_dict(self) -> dict[str, Any]:
        """What a record tells as ``fairness``."""
        told = {
            "scheme": SCHEME,
            "table": self.table,
            "commitment": self.commitment,
            "secret": self.secret,
            "contributions": list(self.contributions),
        }
        return told | {"lot": list(self.lot)} if self.lot else told

    def follows_lot(self) -> bool:
        """Whether the seats were drawn as the secret and the contributions say."""
        waiting = dict(zip(self.lot, self.contributions, strict=True))  # by place, as they were drawn from
        given = [waiting[place] for place in range(len(waiting))]
        return drawn_seats(bytes.fromhex(self.secret), self.table, given) == self.lot


def can_be_proven(game: Game) -> bool:
    """Whether a game shuffles, and says what it shuffles."""
    return bool(game.definition.rules.OUTCOME) and game.definition.notation.says_what_it_shuffles


def fair_chance(game: Game, key: bytes, event: int = 0) -> Proven:
    """The chance, from event number *event* on, that follows from *key*."""
    return Proven(game.definition.notation.unshuffled(game.options), key, event)


def fair_outcome(game: Game, key: bytes, event: int) -> Outcome:
    """The outcome of chance event number *event* that follows from *key*."""
    return fair_chance(game, key, event).outcome(game.definition, game.blank())


def things_shuffled(game: Game) -> list[Any]:
    """What a game shuffles, in its order before, each thing as a record's ``setup`` writes it."""
    if not can_be_proven(game):
        return []
    notation, size = game.definition.notation, game.definition.rules.OUTCOME
    order = notation.unshuffled(game.options)
    turned = [np.array((order[k:] + order[:k])[:size], np.uint8) for k in range(len(order))]
    return [_first(notation.write_setup(game.options, [_filled(one, size)])) for one in turned]


def _filled(outcome: Outcome, size: int) -> Outcome:
    return np.pad(outcome, (0, size - len(outcome)))


def _first(told: Any) -> Any:
    """The first thing in a set-up, however deep it lies."""
    while isinstance(told, dict | list):
        told = next(iter(told.values())) if isinstance(told, dict) else told[0]
    return told


# Verifying


def verify(record: Record) -> None:
    """Refuse a record that lacks a shuffle, or whose shuffles do not follow from what it tells about them."""
    proof = read_proof(record)
    if committed(bytes.fromhex(proof.secret)) != proof.commitment:
        raise Refusal("the secret is not the one that was promised: its hash is not the commitment")
    if proof.lot and not proof.follows_lot():
        raise Refusal("the lot for the seats does not follow from the secret and the contributions")
    outcomes = record.game.definition.notation.read_setup(record.options, record.setup)
    key = proof.key()
    for event, told in enumerate(outcomes):
        if not _same(record.game, told, fair_outcome(record.game, key, event)):
            raise Refusal(f"shuffle {event + 1} does not follow from the secret and the contributions")
    record.played()  # refuses a record that lacks a shuffle its moves came to


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
            right = "64 lower-case hexadecimal digits"
            raise Refusal(f"the {name} must be {right}, not {quoted(told.get(name))}")
    if not isinstance(told.get("table"), str):
        raise Refusal(f"the table must be a text, not {quoted(told.get('table'))}")
    given = told.get("contributions")
    if not isinstance(given, list) or len(given) != record.game.players:
        raise Refusal(f"there must be {record.game.players} contributions, one for each seat")
    for one in given:
        _check_contribution(one)
    return Proof(told["table"], told["commitment"], told["secret"], tuple(given), _read_lot(told, len(given)))


def _check_contribution(one: Any) -> None:
    if isinstance(one, str) and len(one) > LONGEST:
        raise Refusal(f"a contribution has at most {LONGEST} characters, not {len(one)}")
    if not isinstance(one, str) or not (one == "" or CONTRIBUTION.fullmatch(one)):
        raise Refusal(f"a contribution is at most {LONGEST} of A–Z a–z 0–9 _ -, not {quoted(one)}")


def _read_lot(told: dict[str, Any], players: int) -> tuple[int, ...]:
    """The lot for the seats, if there was one."""
    lot = told.get("lot", [])
    if not isinstance(lot, list) or any(type(place) is not int for place in lot):
        raise Refusal(f"the lot must be a list of places, not {quoted(lot)}")
    if lot and sorted(lot) != list(range(players)):
        raise Refusal(f"the lot must name each of the {players} places once, not {quoted(lot)}")
    return tuple(lot)


def _same(game: Game, one: Outcome, other: Outcome) -> bool:
    """Whether two outcomes make the same position: the order within a hand, say, means nothing."""
    positions = []
    for outcome in (one, other):
        states = game.blank()
        game.definition.kernels.deal(states, 0, outcome)
        positions.append(states.tobytes())
    return positions[0] == positions[1]
