"""A slow, obvious reference model of Forma, written from rules/forma.md; "M11" is a rule there.

Squares    (file, rank), both from 0: a1 is (0, 0), south-west; t20 is (19, 19), north-east (M1).
Moves      as in records.md: "obstacle c3", "tower j10", "c3+c4+d4", "misfit P5", "pass".
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import Any, NamedTuple

Square = tuple[int, int]
Point = tuple[int, int]  # a corner of squares; a square's south-west corner has its own numbers
Label = tuple[int, int]

SIZE = 20  # M1
OBSTACLES = 25  # M3, M6
SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))  # north, east, south, west
CORNERS = ((1, 1), (1, -1), (-1, -1), (-1, 1))

# M2: every element once as a drawing, rows parted by a slash.
DRAWINGS = {
    "I1": "#",
    "I2": "##",
    "I3": "###",
    "V3": "##/#.",
    "I4": "####",
    "L4": "###/#..",
    "O4": "##/##",
    "S4": ".##/##.",
    "T4": "###/.#.",
    "F5": ".##/##./.#.",
    "I5": "#####",
    "L5": "####/#...",
    "N5": "##../.###",
    "P5": "##/##/#.",
    "T5": "###/.#./.#.",
    "U5": "#.#/###",
    "V5": "#../#../###",
    "W5": "#../##./.##",
    "X5": ".#./###/.#.",
    "Y5": "####/.#..",
    "Z5": "##./.#./.##",
}
COPIES = {name: 2 if name == "I1" else 1 for name in DRAWINGS}  # of each colour (M2)


class Thing(NamedTuple):
    """What stands on a square. An obstacle's owner is whoever's marker is on top of it (M12)."""

    kind: str  # "element", "marker", "obstacle" or "tower"
    owner: int | None  # seat


def squares_in(name: str) -> int:
    """The number of squares of an element."""
    return DRAWINGS[name].count("#")


def square_name(square: Square) -> str:
    """c3 for (2, 2)."""
    return "abcdefghijklmnopqrst"[square[0]] + str(square[1] + 1)


def neighbours(square: Square, size: int = SIZE) -> list[Square]:
    """The squares of the board that share a side with this one."""
    near = [(square[0] + dx, square[1] + dy) for dx, dy in SIDES]
    return [(x, y) for x, y in near if 0 <= x < size and 0 <= y < size]


def to_corner(shape: set[Square]) -> frozenset[Square]:
    """The shape moved to the south-west corner."""
    west, south = min(x for x, _ in shape), min(y for _, y in shape)
    return frozenset((x - west, y - south) for x, y in shape)


def orientations(name: str) -> set[frozenset[Square]]:
    """The element turned and flipped in every way (M2)."""
    rows = DRAWINGS[name].split("/")
    shape = {(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"}
    found = set()
    for _ in range(4):
        shape = {(y, -x) for x, y in shape}
        found |= {to_corner(shape), to_corner({(-x, y) for x, y in shape})}
    return found


@cache
def placements(name: str) -> dict[str, frozenset[Square]]:
    """Every place of an element on the empty board (M7), by the move that puts it there."""
    found = {}
    for shape in orientations(name):
        for west in range(SIZE - max(x for x, _ in shape)):
            for south in range(SIZE - max(y for _, y in shape)):
                placed = sorted((x + west, y + south) for x, y in shape)
                found["+".join(map(square_name, placed))] = frozenset(placed)
    return found


class Model:
    """One game of Forma, from the set-up to the end."""

    def __init__(self, options: dict[str, Any], setup: dict[str, Any], revision: int = 2) -> None:
        if options["players"] not in (2, 4) or options["touch"] not in ("sides", "corners"):
            raise ValueError(f"options {options}")
        self.players: int = options["players"]
        self.touch: str = options["touch"]
        self.by_eye: bool = options["by_eye"]
        self.revision = revision
        rack: dict[str, int] = {name: n * (4 // self.players) for name, n in COPIES.items()}  # M4
        seats = range(self.players)
        self.board: dict[Square, Thing] = {}
        self.racks = [dict(rack) for _ in seats]
        self.lost = [dict.fromkeys(rack, 0) for _ in seats]  # by eye (M8)
        self.points = [0 for _ in seats]  # M10, M11, M12 and M15 so far
        self.tower: Square | None = None
        self.misfits = 0  # in this turn
        self._seat = 0  # M5
        self._over = False

    @property
    def over(self) -> bool:
        """Whether the game has ended (M17)."""
        return self._over

    @property
    def seat(self) -> int:
        """Whose decision it is."""
        return self._seat

    # ---- legal moves

    def moves(self) -> list[str]:
        """Every legal move, sorted; misfits are never listed."""
        if self._over:
            return []
        if self.tower is None:
            return sorted(self._setup_moves())
        fitting = self._fitting(self._seat)
        tired = self.misfits > 0 and self.revision >= 2  # M8
        return sorted(fitting + ["pass"] * (tired or not fitting))  # M9

    def _setup_moves(self) -> list[str]:
        """Obstacles while there are any, and the tower, off the edge; none touching (M6)."""
        board = [(x, y) for x in range(SIZE) for y in range(SIZE)]
        free = [square for square in board if not self._touches(square)]
        inner = [(x, y) for x, y in free if 0 < x < SIZE - 1 and 0 < y < SIZE - 1]
        obstacles = free if len(self.board) < OBSTACLES else []
        return [f"obstacle {square_name(square)}" for square in obstacles] + [
            f"tower {square_name(square)}" for square in inner
        ]

    def _touches(self, square: Square) -> bool:
        """Whether an obstacle stands on the square or touches it (M6)."""
        steps = SIDES + CORNERS if self.touch == "corners" else SIDES
        near = [(square[0] + dx, square[1] + dy) for dx, dy in steps]
        return any(other in self.board for other in [square, *near])

    def _fitting(self, seat: int) -> list[str]:
        """Every placement of an element of this seat's on empty squares (M7)."""
        held = [name for name, count in self.racks[seat].items() if count > 0]
        taken = set(self.board)
        return [
            move for name in held for move, covered in placements(name).items() if covered.isdisjoint(taken)
        ]

    # ---- playing

    def play(self, move: str) -> None:
        """Play a legal move, or in a game by eye a misfit; then see whether the game is over."""
        kind, _, rest = move.partition(" ")
        if kind == "misfit":
            self._misfit(rest)
        elif move not in self.moves():
            raise ValueError(f"{move!r} is not legal")
        elif kind in ("obstacle", "tower"):
            self._set_up(kind, rest)
        elif kind == "pass":
            self._end_turn()
        else:
            self._place(move)
        if self.tower is not None:
            self._over = not any(self._fitting(seat) for seat in range(self.players))  # M17

    def _end_turn(self) -> None:
        """The next seat is to play."""
        self._seat = (self._seat + 1) % self.players
        self.misfits = 0

    def _set_up(self, kind: str, name: str) -> None:
        """Put an obstacle or the tower on the board; seat 0 stays to move (M6)."""
        square = placements("I1")[name]
        self.board.update(dict.fromkeys(square, Thing(kind, None)))
        if kind == "tower":
            (self.tower,) = square

    def _misfit(self, name: str) -> None:
        """An element is out of the game; the second in one turn ends the turn (M8)."""
        if not self.by_eye or self._over or self.tower is None:
            raise ValueError(f"no misfit is possible now: {name}")
        if self.racks[self._seat].get(name, 0) == 0:
            raise ValueError(f"seat {self._seat} has no {name!r}")
        self.racks[self._seat][name] -= 1
        self.lost[self._seat][name] += 1
        self.misfits += 1
        if self.misfits == 2:
            self._end_turn()

    def _place(self, move: str) -> None:
        """Place an element, a point a square (M10), and settle what it closes (M16)."""
        seat = self._seat
        (name,) = (name for name in DRAWINGS if move in placements(name))
        placed = placements(name)[move]
        open_tower = not self._closed(self.tower)
        self.racks[seat][name] -= 1
        self.board.update(dict.fromkeys(placed, Thing("element", seat)))
        self.points[seat] += len(placed)
        beside = {near for square in placed for near in neighbours(square)}
        self._settle_holes(beside)
        self._settle_obstacles(beside)
        if open_tower and self._closed(self.tower):  # M15
            self.points[seat] += 50
        self._end_turn()

    def _closed(self, square: Square | None) -> bool:
        """Whether something stands beyond every side, or the board's edge is there (M11, M15)."""
        return square is not None and all(near in self.board for near in neighbours(square))

    def _settle_holes(self, beside: set[Square]) -> None:
        """M11. A hole beside the placement was open there before, so the placement closed it."""
        holes = [hole for hole in beside if hole not in self.board and self._closed(hole)]
        for hole in holes:
            self.board[hole] = Thing("marker", self._seat)
            self.points[self._seat] += 10

    def _settle_obstacles(self, beside: set[Square]) -> None:
        """M12. Only an obstacle beside the placement can have been closed by it."""
        own = Thing("element", self._seat)
        for square in beside:
            sides = [self.board.get(near) for near in neighbours(square)]
            if self.board.get(square) == Thing("obstacle", None) and sides == [own] * len(sides):
                self.board[square] = Thing("obstacle", self._seat)
                self.points[self._seat] += 10

    # ---- scoring

    def bridges(self, seat: int) -> int:
        """The greatest number of bridges in this seat's squares now (M13, M14)."""
        return max_bridges({at for at, thing in self.board.items() if thing.owner == seat}, SIZE)

    def score(self, seat: int) -> int:
        """M18, as if the game ended now."""
        out = [*self.racks[seat].items(), *self.lost[seat].items()]
        unplaced = sum(count * squares_in(name) for name, count in out)
        return self.points[seat] + 50 * self.bridges(seat) - unplaced

    def result(self) -> dict[str, Any]:
        """Scores and winners; equal scores share the win (M19)."""
        scores = [self.score(seat) for seat in range(self.players)]
        winners = [seat for seat, score in enumerate(scores) if score == max(scores)]
        return {"scores": scores, "winners": winners}


# ---- bridges (M13, M14)


def max_bridges(squares: set[Square], size: int) -> int:
    """The greatest number of bridges that can be chosen from these squares under M14. Exact.

    A legal choice stays legal when a bridge is taken out of it, so with fewer north-south bridges
    there can be as many west-east ones or more: one count goes down while the other goes up.
    Each question "ns and we together?" is answered by a complete search, see Labelling.
    """
    ns = we = 0
    while Labelling(squares, size, ns + 1, 0).exists():
        ns += 1
    best = ns
    for fewer in range(ns, -1, -1):
        while Labelling(squares, size, fewer, we + 1).exists():
            we += 1
        best = max(best, fewer + we)
    return best


def may_stand_round(labels: tuple[Label, ...]) -> bool:
    """Whether a square of ours may have these labels at its corners, clockwise from north-west.

    Where the label changes along a side, a bridge passes that side: one number changes by one.
    No change is no bridge; two changes, there and back, one bridge. Four changes are two bridges,
    which must be of different directions and cross from west to east and from north to south.
    """
    sides = zip(labels, labels[1:] + labels[:1], strict=True)
    steps = [(c - a, d - b) for (a, b), (c, d) in sides if (a, b) != (c, d)]
    clockwise = [(1, 0), (0, 1), (-1, 0), (0, -1)]
    crossings = [clockwise[i:] + clockwise[:i] for i in range(4)]
    return steps in crossings or (len(steps) <= 2 and all(step in clockwise for step in steps))


@cache
def rounds(first: Label) -> list[tuple[Label, ...]]:
    """The 29 ways to stand round a square of ours with this label at its north-west corner."""
    f, g = first
    near = list(product((f - 1, f, f + 1), (g - 1, g, g + 1)))
    every = [(first, *others) for others in product(near, near, near)]
    return [labels for labels in every if may_stand_round(labels)]


class Labelling:
    """Can ns north-south and we west-east bridges be chosen under M14? By complete backtracking.

    Label each corner point of the board's squares with two numbers: how many of the chosen
    north-south bridges run west of it, and how many of the chosen west-east ones north of it.
    The choice is possible exactly if the points can be labelled so that

    (a) the first number is 0 on the board's west edge and ns on its east edge,
        the second is 0 on the north edge and we on the south edge;
    (b) the four corners of a square that is not ours have the same label;
    (c) the four corners of a square that is ours satisfy may_stand_round.

    From a choice to labels: draw each bridge as a line through its squares, in over one edge of
    the board and out over the opposite one; (a) and (b) are plain. A square has at most one
    bridge of each direction. Two that share it share no second one, hence no side of it; and
    since a line from north to south and one from west to east cross once more from west to east
    than back, this only meeting is such a crossing: (c).

    From labels to a choice: for each i < ns, the sides where the first number changes from i to
    i + 1 join up, by (b) and (c), into lines through squares of ours that end on the north and
    south edges only (a). Going east along the north edge, i to i + 1 comes once more than i + 1
    to i (a); a line that returns to the north edge has one of each; so some line with i on its
    west goes from north to south: bridge i. By (c) no square is on two of these; likewise for
    west-east. By (c) all squares that two bridges of different directions share are crossings
    from west to east. These are one more than those from east to west, which are none: so, one.
    """

    def __init__(self, squares: set[Square], size: int, ns: int, we: int) -> None:
        names = joined_points(squares, size)
        self.labels: dict[Point, set[Label]] = {}  # those still possible, by the point's name
        for (x, y), name in names.items():
            first = {0} if x == 0 else {ns} if x == size else set(range(ns + 1))
            second = {0} if y == size else {we} if y == 0 else set(range(we + 1))
            here = set(product(first, second))
            self.labels[name] = self.labels.get(name, here) & here  # (a), (b)
        self.cells = {square: [names[at] for at in corners(square)] for square in squares}
        self.around: dict[Point, list[Square]] = {name: [] for name in self.labels}
        for square, cell in self.cells.items():
            for name in set(cell):
                self.around[name].append(square)

    def exists(self) -> bool:
        """Whether there is a labelling."""
        return all(self.labels.values()) and self._narrow(self.cells) and self._search()

    def _search(self) -> bool:
        """Try every label still possible at the point with the fewest, and so on to the end."""
        undecided = [name for name, left in self.labels.items() if len(left) > 1]
        if not undecided:
            return True
        name = min(undecided, key=lambda name: (len(self.labels[name]), name))
        before = self.labels
        for label in sorted(before[name]):
            self.labels = {**before, name: {label}}
            if self._narrow(self.around[name]) and self._search():
                return True
        return False

    def _narrow(self, squares: Iterable[Square]) -> bool:
        """Strike out labels that break (c), these squares first; False if a point has none left."""
        waiting = set(squares)
        while waiting:
            cell = self.cells[waiting.pop()]
            possible = self._rounds(cell)
            for name in set(cell):
                left = {labels[cell.index(name)] for labels in possible}
                if left != self.labels[name]:
                    self.labels[name] = left
                    waiting.update(self.around[name])
            if not possible:
                return False
        return True

    def _rounds(self, cell: list[Point]) -> list[tuple[Label, ...]]:
        """The labels that these four corners can still have together under (b) and (c)."""
        nw, ne, se, sw = (self.labels[name] for name in cell)
        same = [(i, j) for i in range(4) for j in range(i) if cell[i] == cell[j]]
        return [
            labels
            for first in nw
            for labels in rounds(first)
            if labels[1] in ne and labels[2] in se and labels[3] in sw
            if not same or all(labels[i] == labels[j] for i, j in same)
        ]


def corners(square: Square) -> list[Point]:
    """The corner points of a square, clockwise from the north-west."""
    x, y = square
    return [(x, y + 1), (x + 1, y + 1), (x + 1, y), (x, y)]


def joined_points(squares: set[Square], size: int) -> dict[Point, Point]:
    """A name for each point, the same for the corners of a square that is not ours (b)."""
    linked: dict[Point, set[Point]] = {point: set() for point in product(range(size + 1), range(size + 1))}
    for square in set(product(range(size), range(size))) - squares:
        for point in corners(square):
            linked[point].update(corners(square))
    names: dict[Point, Point] = {}
    for start in linked:
        reached = [] if start in names else [start]
        for point in reached:  # grows while it is walked through
            fresh = [other for other in linked[point] if other not in names]
            names.update(dict.fromkeys([point, *fresh], start))
            reached += fresh
    return names


def brute_force_bridges(squares: set[Square], size: int) -> int:
    """M14 word for word, for boards up to about 4 x 4: the same answer as max_bridges."""
    top, right = {(x, size - 1) for x in range(size)}, {(size - 1, y) for y in range(size)}
    bottom, left = {(x, 0) for x in range(size)}, {(0, y) for y in range(size)}
    ns = [("ns", chain) for chain in all_chains(squares, size, top, bottom)]
    we = [("we", chain) for chain in all_chains(squares, size, left, right)]
    return most_together(ns + we)


def all_chains(
    squares: set[Square], size: int, start: set[Square], end: set[Square]
) -> set[frozenset[Square]]:
    """The squares of every chain, without repeats, from one edge to the other (M13)."""
    found = set()
    begun = [[square] for square in squares & start]
    for chain in begun:  # grows while it is walked through
        if chain[-1] in end:
            found.add(frozenset(chain))
        steps = [near for near in neighbours(chain[-1], size) if near in squares]
        begun += [[*chain, near] for near in steps if near not in chain]
    return found


def most_together(bridges: list[tuple[str, frozenset[Square]]]) -> int:
    """The most of these bridges that can be chosen at once (M14)."""
    best = 0
    for i, (way, chain) in enumerate(bridges):
        rest = [
            (other_way, other)
            for other_way, other in bridges[i + 1 :]
            if len(chain & other) == (0 if other_way == way else 1)
        ]
        if 1 + len(rest) > best:
            best = max(best, 1 + most_together(rest))
    return best
