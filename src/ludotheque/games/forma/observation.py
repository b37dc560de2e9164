"""What a seat sees of Forma, as numbers from 0 to about 1: everything lies open.

Boards have a row for each rank, from the south, and a column for each file. Seats begin with the one that
looks and go on to its left; a spectator looks from seat 0. Which squares belong to one element is not told:
once it lies, that means nothing to the rules.
"""

from typing import Any

from ludotheque.core.options import Options
from ludotheque.engine.compiled import compiled, int64
from ludotheque.engine.contract import States, Weights
from ludotheque.engine.planes import Plane
from ludotheque.games.forma.elements import COPIES, SIDE, SQUARES, SQUARES_OF_A_COLOUR
from ludotheque.games.forma.rules import COLOURS, ENDED, KINDS, MOST_MISFITS, OBSTACLES, SETTING_UP

BOARD = (SIDE, SIDE)
HOLES = 10  # more are rare


def planes(options: Options) -> tuple[Plane, ...]:
    """The parts of an observation, in the order that `observe` writes them."""
    seats: int = options["players"]
    return (
        Plane("free", BOARD, "1 for an empty square"),
        Plane("obstacles", BOARD, "1 for an obstacle"),
        Plane("tower", BOARD, "1 for the tower"),
        Plane("elements", (seats, *BOARD), "1 for a square that the seat's elements cover"),
        Plane("markers", (seats, *BOARD), "1 for a hole or an obstacle that the seat has closed"),
        Plane("held", (seats, KINDS), "elements of each kind not yet placed nor lost, as a part of all"),
        Plane("lost", (seats, KINDS), "elements lost by eye, the same"),
        Plane("covered", (seats,), "squares covered, as a part of those of all its elements"),
        Plane("holes", (seats,), f"holes closed in / {HOLES}"),
        Plane("closed", (seats,), f"obstacles closed in / {HOLES}"),
        Plane("tower_by", (seats,), "1 for who has closed in the tower"),
        Plane("stuck", (seats,), "1 for who is known to have nothing that fits"),
        Plane("turn", (seats,), "1 for whose decision it is"),
        Plane("set_up", (2,), "1 during the set-up; obstacles put / 25"),
        Plane("misfits", (1,), "elements lost in this turn / 2"),
        Plane("variant", (2,), "1 if obstacles may not touch by corners; 1 if it is played by eye"),
        Plane("seated", (1,), "1 for a seat, 0 for a spectator"),
    )


@compiled
def observe(states: States, i: int, seat: int, out: Weights) -> None:
    """Write all planes, in the order of `planes`."""
    s = states[i]
    players, me = int64(s.players), int64(max(seat, 0))
    for y in range(SIDE):
        _write_row(s.free[y], out, y * SIDE)
        _write_row(s.obstacles[y], out, SQUARES + y * SIDE)
    at = 2 * SQUARES
    if s.tower >= 0:
        out[at + s.tower] = 1.0
    at += SQUARES
    for step in range(players):
        other = (me + step) % players
        for y in range(SIDE):
            covered = s.elements[other, y]
            _write_row(covered, out, at + step * SQUARES + y * SIDE)
            _write_row(s.own[other, y] & ~covered, out, at + (players + step) * SQUARES + y * SIDE)
    at = _write_elements(s, me, out, at + 2 * players * SQUARES)
    at = _write_standing(s, me, out, at)
    out[at], out[at + 1] = s.phase == SETTING_UP, s.set_up / OBSTACLES
    out[at + 2] = s.misfits / MOST_MISFITS
    out[at + 3], out[at + 4] = s.touch, s.by_eye
    out[at + 5] = seat >= 0


@compiled
def _write_row(row: Any, out: Weights, at: int) -> None:
    """A 1 for every bit of a rank."""
    for x in range(SIDE):
        out[at + x] = (int64(row) >> x) & 1


@compiled
def _write_elements(s: Any, me: int, out: Weights, at: int) -> int:
    """The planes held and lost; return where the next one begins."""
    players: int = int64(s.players)
    for step in range(players):
        other = (me + step) % players
        for kind in range(KINDS):
            copies = COPIES[kind] * COLOURS // players
            out[at + step * KINDS + kind] = s.held[other, kind] / copies
            out[at + (players + step) * KINDS + kind] = s.lost[other, kind] / copies
    return at + 2 * players * KINDS


@compiled
def _write_standing(s: Any, me: int, out: Weights, at: int) -> int:
    """The planes from covered to turn."""
    players: int = int64(s.players)
    for step in range(players):
        other = (me + step) % players
        out[at + step] = s.covered[other] / (SQUARES_OF_A_COLOUR * COLOURS // players)
        out[at + players + step] = s.holes[other] / HOLES
        out[at + 2 * players + step] = s.closed[other] / HOLES
        out[at + 3 * players + step] = s.tower_by == other
        out[at + 4 * players + step] = (s.stuck >> other) & 1
        out[at + 5 * players + step] = s.phase != ENDED and s.seat == other
    return at + 6 * players
