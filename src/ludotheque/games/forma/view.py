"""What is on a table of Forma, as plain data; everybody sees everything. All drawings are made of this.

One compiled function, `_gather`, asks the rules for all that needs counting. What stays as it is from move to
move, a piece or a chain of squares, is made into an object once.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain
from operator import mul
from typing import Any

import numpy as np

from ludotheque.core.frozen import Frozen, seen_by
from ludotheque.engine.bits import NONE, lowest, popcount
from ludotheque.engine.compiled import compiled, direct, int64, layout
from ludotheque.engine.contract import OVER, SPECTATOR, States
from ludotheque.games.forma import rules
from ludotheque.games.forma.bridges import is_joined, most_bridges
from ludotheque.games.forma.elements import ELEMENTS, SIDE, SQUARES
from ludotheque.games.forma.notation import covered, element_of, format_move
from ludotheque.games.forma.rules import BRIDGES, MOST_SEATS, OBSTACLES, WAYS, WORTH

Square = tuple[int, int]  # file, rank, both from 0: c3 is (2, 2)

PHASES = ("set-up", "place", "over")
TOUCH = ("sides", "corners")
KEPT = 4096  # pieces, rows of squares, and racks


@dataclass(frozen=True)
class Piece:
    """An element on the board."""

    element: str
    seat: int
    squares: tuple[Square, ...]  # by file, then rank

    def __hash__(self) -> int:  # quick; pieces are looked up all the time
        return hash((self.element, self.seat, self.squares[0]))


@dataclass(frozen=True)
class Seat:
    """A player's elements not yet placed, and what counts for points, as if the game ended now (M18)."""

    rack: Frozen[str, int]  # elements still held, by name, small ones first
    lost: Frozen[str, int]  # elements lost by eye (M8)
    squares: int  # covered by elements (M10)
    holes: int  # encircled squares (M11)
    obstacles: int  # closed obstacles (M12)
    bridges: tuple[tuple[Square, ...], ...]  # (M13, M14): a greatest choice, each in order
    tower: bool  # closed the tower (M15)
    left_over: int  # squares of elements held or lost (M18)
    points: Frozen[str, int]  # for each of these, by the names of `rules.WAYS`
    score: int  # their sum


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
    may_pass: bool  # though something fits: after a misfit (M8)
    obstacles_left: int  # in the set-up
    pieces: tuple[Piece, ...]  # in the order placed
    empty: int  # squares on which nothing stands
    nearly_closed: tuple[Square, ...]  # those of them with one open side (M11), by rank, then file
    holes: Frozen[Square, int]  # markers on encircled squares: whose
    obstacles: Frozen[Square, int | None]  # whose marker is on top, if any
    sides: Frozen[Square, tuple[int, ...]]  # of an obstacle: how many the elements of each seat close (M12)
    tower: Square | None
    tower_by: int | None  # the seat that closed it (M15)
    last: str  # the last move; empty at the start
    last_by: int  # who made it; −1 at the start
    last_squares: tuple[Square, ...]  # what it put on the board
    seats: tuple[Seat, ...]
    winners: tuple[int, ...]  # empty while the game goes on


# What needs counting

FACTS = layout(
    [
        ("counts", np.int32, (MOST_SEATS, len(WAYS))),  # rules.tally
        ("nearly_closed", np.uint32, SIDE),
        ("joined", np.int8, MOST_SEATS),  # whether the seat has a bridge
        ("sides", np.int8, (OBSTACLES, MOST_SEATS)),  # of the obstacles by rank, then file
        ("empty", np.int16),
        ("turn", np.int16),
        ("may_pass", np.int16),
    ]
)


@compiled
def _gather(states: States, i: int, facts: Any) -> None:
    """Write all that needs counting into the one record of *facts*, which is blank."""
    s, f = states[i], facts[0]
    f.turn, f.may_pass = rules.turn(states, i), rules.may_pass(s)
    own = np.empty(SIDE, np.uint32)
    for seat in range(int64(s.players)):
        rules.tally(s, seat, f.counts[seat])
        for y in range(SIDE):
            own[y] = s.own[seat, y]
        f.joined[seat] = is_joined(own)
    obstacle = 0
    for y in range(SIDE):
        f.empty += popcount(np.uint64(s.free[y]))
        f.nearly_closed[y] = rules.nearly_closed(s, y)
        row = np.uint64(s.obstacles[y])
        while row != NONE:
            for seat in range(int64(s.players)):
                f.sides[obstacle, seat] = rules.sides_by(s, seat, lowest(row), y)
            obstacle += 1
            row &= row - np.uint64(1)


@cache
def _gathering() -> Callable[[States, int, Any], None]:
    """`_gather`, quick to call from Python; see `compiled.direct` for the price."""
    return direct(_gather, np.zeros(1, rules.STATE), 0, np.zeros(1, FACTS))


# Plain data made of it


def describe(states: States, i: int, seat: int) -> FormaView:
    """The table as plain data, for *seat*."""
    return seen_by(_described(states[i : i + 1].tobytes()), seat)


@lru_cache(256)  # everybody sees everything
def _described(known: bytes) -> FormaView:
    """What a record tells, as a spectator's view."""
    states, i = np.frombuffer(bytearray(known), rules.STATE), 0
    facts = np.zeros(1, FACTS)
    _gathering()(states, i, facts)
    s, f = states[i], facts[0]
    phase, turn = PHASES[s["phase"]], int(f["turn"])
    last, pieces, tower, tower_by = int(s["last"]), int(s["pieces"]), int(s["tower"]), int(s["tower_by"])
    seats = _seats(s, f)
    own, obstacles = s["own"][: len(seats)], s["obstacles"]
    stones = _squares(obstacles.tolist())
    return FormaView(
        viewer=SPECTATOR,
        turn=turn,
        phase=phase,
        touch=TOUCH[s["touch"]],
        by_eye=bool(s["by_eye"]),
        misfits=int(s["misfits"]),
        must_pass=phase == "place" and bool(int(s["stuck"]) >> turn & 1),
        may_pass=phase == "place" and bool(f["may_pass"]) and not int(s["stuck"]) >> turn & 1,
        obstacles_left=OBSTACLES - len(stones),
        pieces=tuple(map(_piece, s["placed"][:pieces].tolist(), s["placed_by"][:pieces].tolist())),
        empty=int(f["empty"]),
        nearly_closed=_squares(f["nearly_closed"].tolist()),
        holes=_owners((own & ~s["elements"][: len(seats)] & ~obstacles).tolist()),
        obstacles=Frozen(dict.fromkeys(stones) | _owners((own & obstacles).tolist())),
        sides=_sides(stones, f["sides"], len(seats)),
        tower=PLACES[tower] if tower >= 0 else None,
        tower_by=tower_by if tower_by >= 0 else None,
        last=_format(last),
        last_by=int(s["last_by"]),
        last_squares=_last_squares(last),
        seats=seats,
        winners=_winners(seats) if turn == OVER else (),
    )


PLACES = [(square % SIDE, square // SIDE) for square in range(SQUARES)]  # file and rank by a square's number


@lru_cache(KEPT)  # pieces stay where they are for the whole game
def _piece(code: int, seat: int) -> Piece:
    return Piece(element_of(code), seat, tuple([PLACES[square] for square in covered(code)]))


def _squares(rows: list[int]) -> tuple[Square, ...]:
    """The squares of a set, by rank, then file."""
    return tuple(chain.from_iterable([_row(y, row) for y, row in enumerate(rows) if row]))


@lru_cache(KEPT)
def _row(y: int, row: int) -> tuple[Square, ...]:
    return tuple([(x, y) for x in range(SIDE) if row >> x & 1])


def _owners(sets: list[list[int]]) -> Frozen[Square, int]:
    """Whose each square is, of as many sets of squares as there are seats (M11, M12)."""
    return Frozen({square: seat for seat, rows in enumerate(sets) if any(rows) for square in _squares(rows)})


def _sides(stones: Iterable[Square], sides: Any, seats: int) -> Frozen[Square, tuple[int, ...]]:
    return Frozen(zip(stones, map(tuple, sides[:, :seats].tolist()), strict=False) if stones else ())


@lru_cache(KEPT)
def _format(last: int) -> str:
    return "" if last == rules.NO_MOVE else format_move(last)


@lru_cache(KEPT)
def _last_squares(last: int) -> tuple[Square, ...]:
    if last == rules.NO_MOVE or last >= rules.MISFIT:
        return ()
    if last < rules.OBSTACLE:
        return tuple([PLACES[square] for square in covered(last)])
    return (PLACES[(last - rules.OBSTACLE) % SQUARES],)


def _seats(s: Any, f: Any) -> tuple[Seat, ...]:
    players = int(s["players"])
    counts, joined = f["counts"][:players].tolist(), f["joined"].tolist()
    held, lost, own = s["held"], s["lost"], s["own"]
    seats = []
    for seat, count in enumerate(counts):
        bridges = _bridges(own[seat].tobytes()) if joined[seat] else ()
        count[BRIDGES] = len(bridges)
        squares, holes, obstacles, _number, tower, left_over = count
        points = Frozen(zip(WAYS, map(mul, count, WORTH), strict=True))
        seats.append(
            Seat(
                rack=_elements(held[seat].tobytes()),
                lost=_elements(lost[seat].tobytes()),
                squares=squares,
                holes=holes,
                obstacles=obstacles,
                bridges=bridges,
                tower=bool(tower),
                left_over=left_over,
                points=points,
                score=sum(points.values()),
            )
        )
    return tuple(seats)


@lru_cache(KEPT)
def _elements(numbers: bytes) -> Frozen[str, int]:
    """How many there are of each element, in a byte each; those that there are."""
    return Frozen({name: number for name, number in zip(ELEMENTS, numbers, strict=True) if number})


def _winners(seats: tuple[Seat, ...]) -> tuple[int, ...]:
    points = np.array([seat.score for seat in seats], np.int32)
    mask = int(rules.leaders(points, len(seats)))
    return tuple(seat for seat in range(len(seats)) if mask >> seat & 1)


# Where bridges run


@lru_cache(KEPT)
def _bridges(own: bytes) -> tuple[tuple[Square, ...], ...]:
    """The bridges of a seat; they stay as they are until it has another square."""
    return find_bridges(np.frombuffer(own, np.uint32).copy(), SIDE)


def find_bridges(rows: Any, size: int) -> tuple[tuple[Square, ...], ...]:
    """A greatest choice of bridges in a set of squares, each from edge to edge (M14).

    `bridges.most_bridges` labels the corners of squares; a bridge runs along the squares whose corners
    differ in one certain step of a label.
    """
    labels = np.zeros((2, (size + 1) * (size + 1)), np.int8)
    if most_bridges(rows, labels, np.zeros(1, np.int64)) == 0:
        return ()
    east, north = labels
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
