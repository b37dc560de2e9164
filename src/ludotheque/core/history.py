"""What a seat has seen since the beginning, in order: its moves and others', what it was dealt and shown."""

import base64
import hashlib
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.core.move import Move
from ludotheque.core.roles import Outcome
from ludotheque.engine.contract import Numbers, States

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.core.view import View

QUICKLY = 1  # how hard to compress


@dataclass(frozen=True)
class Observation:
    """One thing that happened, as a seat saw it."""

    actor: int  # the seat that moved; −2 for chance, and for the beginning
    move: Move | None  # what it played, if the seat saw it; None for chance
    view: "View"  # what the seat knew afterwards


class Memory:
    """The same in arrays, one row for each thing that happened; nobody may change them."""

    __slots__ = ("actors", "moves", "records")

    def __init__(self, actors: Numbers, moves: Numbers, records: States) -> None:
        self.actors = actors
        self.moves = moves
        self.records = records

    @classmethod
    def of(cls, game: "Game", seat: int, played: list[Move], outcomes: list[Outcome]) -> "Memory":
        """What *seat* has seen of a game that went like this."""
        rules, steps = game.definition.rules, 1 + len(played) + len(outcomes)
        codes = np.array(played, np.int32)
        dealt = np.array(outcomes, np.uint8).reshape(len(outcomes), rules.OUTCOME)
        actors, moves = np.empty(steps, np.int32), np.empty(steps, np.int32)
        records = np.zeros(steps, rules.STATE)
        game.definition.remember(game.blank(), codes, dealt, seat, records, actors, moves)
        return cls(actors, moves, records)

    def until(self, step: int) -> "Memory":
        """What there was to remember after so many steps."""
        return Memory(self.actors[:step], self.moves[:step], self.records[:step])

    def digest(self, about: str) -> str:
        """Equal for equal memories (and what they are *about*), and for no others."""
        digest = hashlib.sha256(about.encode())
        for part in (self.actors, self.moves, self.records):
            digest.update(part.tobytes())
        return digest.hexdigest()

    # As text

    def to_text(self) -> str:
        """The memory as a text; each record as what has changed since the one before it."""
        rows = self._rows()
        changes = rows.copy()
        changes[1:] ^= rows[:-1]
        parts = self.actors.tobytes() + self.moves.tobytes() + changes.tobytes()
        return base64.b64encode(zlib.compress(parts, QUICKLY)).decode()

    @classmethod
    def from_text(cls, text: str, layout: Any) -> "Memory":
        """The memory that `to_text` told, of records with that *layout*; ValueError if there is none."""
        parts = zlib.decompress(base64.b64decode(text, validate=True))
        number = np.dtype(np.int32).itemsize
        steps, rest = divmod(len(parts), 2 * number + layout.itemsize)
        if rest or not steps:
            raise ValueError("cut off")
        numbers = np.frombuffer(parts[: 2 * steps * number], np.int32)
        changes = np.frombuffer(parts[2 * steps * number :], np.uint8).reshape(steps, layout.itemsize)
        records = np.bitwise_xor.accumulate(changes, axis=0)
        return cls(numbers[:steps], numbers[steps:], records.view(layout)[:, 0])

    def _rows(self) -> NDArray[np.uint8]:
        return self.records.view(np.uint8).reshape(len(self.records), -1)
