"""What is on a table of Forma, as plain data; everybody sees everything. All drawings are made of this."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from ludotheque.engine.contract import OVER, States
from ludotheque.games.forma import rules
from ludotheque.games.forma.bridges import most_bridges
from ludotheque.games.forma.elements import ELEMENTS, SIDE, SQUARES, SQUARES_OF_A_COLOUR
from ludotheque.games.forma.notation import covered, element_of, format_move

Square = tuple[int, int]  # file, rank, both from 0: c3 is (2, 2)

PHASES = ("set-up", "place", "over")
TOUCH = ("sides", "corners")


@dataclass(frozen=True)
class Piece:
    """An element on the board."""

    element: str
    seat: int
    squares: tuple[Square, ...]  # by file, then rank


@dataclass(frozen=True)
class Seat:
    """A player's elements not yet placed, and points by the five ways, as if the game ended now (M18)."""

    rack: dict[str, int]  # elements still held, by name, small ones first
    lost: dict[str, int]  # elements lost by eye (M8)
    squares: int  # covered by elements: a point each (M10)
    holes: int  # encircled squares: 10 each (M11)
    obstacles: int  # closed obstacles: 10 each (M12)
    bridges: tuple[tuple[Square, ...], ...]  # 50 each (M13, M14): a greatest choice, each in order
    tower: bool  # closed the tower: 50 (M15)
    left_over: int  # squares of elements held or lost: a point less each (M18)
    score: int


@dataclass(frozen=True)
class FormaView:
    """A table of Forma as *viewer* sees it (−1: a spectator)."""

    viewer: int
    turn: int  # the seat to decide; −1 when the game is over
    phase: str  # set-up, place or over
    touch: str  # sides or corners (M6)
    by_eye: bool
    misfits: int  # in this turn (M8)
    must_pass: bool  # nothing fits for the seat to decide (M9)
    obstacles_left: int  # in the set-up
    pieces: tuple[Piece, ...]  # in the order placed
    holes: dict[Square, int]  # markers on encircled squares: whose
    obstacles: dict[Square, int | None]  # whose marker is on top, if any
    tower: Square | None
    last: str  # the last move; empty at the start
    last_by: int  # who made it; −1 at the start
    last_squares: tuple[Square, ...]  # what it put on the board
    seats: tuple[Seat, ...]
    winners: tuple[int, ...]  # empty while the game goes on


def describe(states: States, i: int, seat: int) -> FormaView:
    """The table as plain data, for *seat*."""
    s = states[i]
    phase, players = PHASES[s["phase"]], int(s["players"])
    tower, last = int(s["tower"]), int(s["last"])
    return FormaView(
        viewer=seat,
        turn=int(rules.turn(states, i)),
        phase=phase,
        touch=TOUCH[s["touch"]],
        by_eye=bool(s["by_eye"]),
        misfits=int(s["misfits"]),
        must_pass=phase == "place" and bool(int(s["stuck"]) >> int(s["seat"]) & 1),
        obstacles_left=rules.OBSTACLES - int(s["set_up"]),
        pieces=tuple(_piece(int(s["placed"][k]), int(s["placed_by"][k])) for k in range(s["pieces"])),
        holes=_holes(s, players),
        obstacles=_obstacles(s, players),
        tower=place(tower) if tower >= 0 else None,
        last=format_move(last) if last != rules.NO_MOVE else "",
        last_by=int(s["last_by"]),
        last_squares=_last_squares(last),
        seats=_seats(states, i),
        winners=_winners(states, i),
    )


def place(square: int) -> Square:
    """File and rank of a square's number."""
    return square % SIDE, square // SIDE


@lru_cache(4096)  # pieces stay where they are for the whole game
def _piece(code: int, seat: int) -> Piece:
    return Piece(element_of(code), seat, tuple(map(place, covered(code))))


def _squares(rows: Any) -> list[Square]:
    """The squares of a set, by rank, then file."""
    return [(x, y) for y, row in enumerate(rows.tolist()) if row for x in range(SIDE) if row >> x & 1]


def _obstacles(s: Any, players: int) -> dict[Square, int | None]:
    """Obstacles, and whose marker is on top (M12)."""
    found: dict[Square, int | None] = dict.fromkeys(_squares(s["obstacles"]))
    for seat in range(players):
        found.update(dict.fromkeys(_squares(s["own"][seat] & s["obstacles"]), seat))
    return found


def _holes(s: Any, players: int) -> dict[Square, int]:
    """Markers on squares: a seat's own squares that are neither elements nor obstacles (M11)."""
    return {
        square: seat
        for seat in range(players)
        for square in _squares(s["own"][seat] & ~s["elements"][seat] & ~s["obstacles"])
    }


def _last_squares(last: int) -> tuple[Square, ...]:
    if last == rules.NO_MOVE or last >= rules.MISFIT:
        return ()
    if last < rules.OBSTACLE:
        return tuple(map(place, covered(last)))
    return (place((last - rules.OBSTACLE) % SQUARES),)


def _seats(states: States, i: int) -> tuple[Seat, ...]:
    s = states[i]
    players = int(s["players"])
    per_seat = SQUARES_OF_A_COLOUR * rules.COLOURS // players
    seats = []
    for seat in range(players):
        squares, holes, closed = (int(s[name][seat]) for name in ("covered", "holes", "closed"))
        found = find_bridges(s["own"][seat], SIDE)
        tower = int(s["tower_by"]) == seat
        left_over = per_seat - squares
        ways = (squares, 10 * holes, 10 * closed, 50 * len(found), 50 * tower, -left_over)
        seats.append(
            Seat(
                rack={name: int(n) for name, n in zip(ELEMENTS, s["held"][seat], strict=True) if n},
                lost={name: int(n) for name, n in zip(ELEMENTS, s["lost"][seat], strict=True) if n},
                squares=squares,
                holes=holes,
                obstacles=closed,
                bridges=found,
                tower=tower,
                left_over=left_over,
                score=sum(ways),
            )
        )
    return tuple(seats)


def find_bridges(rows: Any, size: int) -> tuple[tuple[Square, ...], ...]:
    """A greatest choice of bridges in a set of squares, each from edge to edge (M14).

    `bridges.most_bridges` labels the corners of squares; a bridge runs along the squares whose corners
    differ in one certain step of a label.
    """
    east = np.zeros((size + 1) * (size + 1), np.int8)
    north = np.zeros_like(east)
    total = int(most_bridges(rows, east, north))
    if total == 0:
        return ()
    upright = [_trace(_band(rows, size, east, k), size, 1) for k in range(int(east.max()))]
    level = [_trace(_band(rows, size, north, k), size, 0) for k in range(int(north.max()))]
    return (*upright, *level)


def _band(rows: Any, size: int, labels: Any, step: int) -> set[Square]:
    """The squares with corners on both sides of one step of a label."""
    grid = labels.reshape(size + 1, size + 1)
    low, high = grid <= step, grid > step
    some_low = low[:-1, :-1] | low[1:, :-1] | low[:-1, 1:] | low[1:, 1:]
    some_high = high[:-1, :-1] | high[1:, :-1] | high[:-1, 1:] | high[1:, 1:]
    return {(x, y) for y, x in np.argwhere(some_low & some_high).tolist() if int(rows[y]) >> x & 1}


def _trace(band: set[Square], size: int, axis: int) -> tuple[Square, ...]:
    """A shortest chain through the *band* from edge to edge; *axis* 1: south to north, 0: west to east."""
    came: dict[Square, Square | None] = {square: None for square in sorted(band) if square[axis] == 0}
    queue = list(came)
    for square in queue:
        if square[axis] == size - 1:
            break
        x, y = square
        for near in ((x, y + 1), (x + 1, y), (x - 1, y), (x, y - 1)):
            if near in band and near not in came:
                came[near] = square
                queue.append(near)
    chain: list[Square] = []
    step: Square | None = square
    while step is not None:
        chain.append(step)
        step = came[step]
    return tuple(reversed(chain))


def _winners(states: States, i: int) -> tuple[int, ...]:
    if rules.turn(states, i) != OVER:
        return ()
    mask = int(rules.winners(states, i))
    return tuple(seat for seat in range(states[i]["players"]) if mask >> seat & 1)
