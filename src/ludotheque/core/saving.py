"""States and views as bytes: a line that says what they are, then the record itself.

The line is JSON: the game, its options, the revision of its rules. Bytes of another game, of other options,
of another revision or of a record laid out in another way are refused.
"""

import hashlib
import json
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ludotheque.core.errors import BadBytes, quoted
from ludotheque.engine.contract import States

if TYPE_CHECKING:
    from ludotheque.core.game import Game

FORMAT = "ludotheque-bytes/1"


def pack(kind: str, game: "Game", about: dict[str, Any], states: States) -> bytes:
    """One record of *game* with what else is to be known *about* it; equal values give equal bytes."""
    head = _head(kind, game) | about
    return json.dumps(head, separators=(",", ":"), ensure_ascii=False).encode() + b"\n" + states.tobytes()


def unpack(kind: str, game: "Game", data: bytes) -> tuple[dict[str, Any], States]:
    """What `pack` was given, if it was of this *game*; else BadBytes."""
    first, newline, body = bytes(data).partition(b"\n")
    try:
        head = json.loads(first)
    except (ValueError, RecursionError):
        head = None
    if not newline or not isinstance(head, dict):
        raise BadBytes(f"these bytes are not a saved {kind}; {kind}.to_bytes() makes them")
    for name, right in _head(kind, game).items():
        if head.get(name) != right:
            raise BadBytes(
                f"these bytes have {name} {quoted(head.get(name))}, and {quoted(right)} is wanted here"
            )
    layout = game.definition.rules.STATE
    if len(body) != layout.itemsize:
        raise BadBytes(f"these bytes are cut off: {len(body)} of {layout.itemsize} are there")
    return head, np.frombuffer(body, layout).copy()


def _head(kind: str, game: "Game") -> dict[str, Any]:
    definition = game.definition
    return {
        "format": FORMAT,
        "kind": kind,
        "game": game.name,
        "revision": game.revision,
        "options": game.options,
        "layout": _layout(definition.rules.STATE),
    }


@cache
def _layout(dtype: Any) -> str:
    """A short name for a record's layout."""
    return hashlib.sha256(repr(dtype.descr).encode()).hexdigest()[:12]
