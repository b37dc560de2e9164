"""Feurio!, a slow and obvious model of the rules, to check the fast implementation against.

Rules      rules/feurio.md; "F11" in a comment or docstring is a rule of that page.
Notation   records.md: ``lay q,r``, ``break q,r C``, ``Cn q,r``, ``pass``.
Cells      axial coordinates (q, r), F10.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Cell: TypeAlias = tuple[int, int]

COLOURS = "GBYR"  # F3, and the order of the seats, F9
VALUES = range(1, 7)  # F1
COPIES = 6  # tiles of each value, F1
SPACES = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3}  # F2
MEN = 12  # of each colour, F3
HELPERS = 4  # for each of three players, F5
MOST_MEN = 3  # put down in one turn, F12
OPENING = [(0, 0), (1, 0), (0, 1), (1, 1)]  # F10
SIDES = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]  # F10
OWN = {1: ["GBYR"], 2: ["GB", "YR"], 3: ["G", "B", "Y"], 4: ["G", "B", "Y", "R"]}  # F4-F9


@dataclass
class Tile:
    """A tile of the fire: its printed value, which side is up, and the men on it by colour."""

    value: int
    face_up: bool = True
    men: Counter[str] = field(default_factory=Counter)

    @property
    def heat(self) -> int:
        """What the tile adds to a hot spot; a firebreak counts 0 (F1, F25)."""
        return self.value if self.face_up else 0


def neighbours(cell: Cell) -> list[Cell]:
    """The six cells around a cell (F10)."""
    q, r = cell
    return [(q + dq, r + dr) for dq, dr in SIDES]


def cell_name(cell: Cell) -> str:
    """A cell as moves write it, ``-1,2``; the inverse of parse_cell."""
    return f"{cell[0]},{cell[1]}"


def parse_cell(name: str) -> Cell:
    """A cell from the text ``-1,2``."""
    q, r = name.split(",")
    return int(q), int(r)


def first_reserve(players: int, seat: int) -> dict[str, int]:
    """The men a seat begins with, by colour, in seat order (F4 to F9)."""
    men = dict.fromkeys(OWN[players][seat], MEN)
    if players == 3:
        men["R"] = HELPERS  # F5
    return men


def check(options: dict[str, Any], stack: list[int]) -> None:
    """Refuse a game that cannot be played: wrong mode, firebreaks (F29) or tiles (F1)."""
    players, mode = options["players"], options["mode"]
    if players not in OWN or mode not in (["solo"] if players == 1 else ["versus", "coop"]):
        raise ValueError(f"no {mode!r} game for {players!r} players")
    if options["firebreaks"] and mode != "versus":
        raise ValueError("firebreaks are for versus games only (F29)")
    if sorted(stack) != sorted([*VALUES] * COPIES):
        raise ValueError("the stack needs six tiles of each value 1 to 6 (F1)")


class Model:
    """One game of Feurio! in progress."""

    def __init__(self, options: dict[str, Any], setup: dict[str, Any]) -> None:
        """Lay the opening tiles and give out the men (F4 to F10)."""
        check(options, setup["stack"])
        self.players: int = options["players"]
        self.versus: bool = options["mode"] == "versus"
        self.firebreaks: bool = options["firebreaks"]
        self.hot: bool = options["hot"]
        self.own: list[str] = OWN[self.players]  # colours by seat, helpers left out
        self.reserve = [first_reserve(self.players, seat) for seat in range(self.players)]
        self.stack: list[int] = list(setup["stack"])  # the next tile drawn is stack[0]
        self.tiles: dict[Cell, Tile] = {}
        for cell in OPENING[: self.players]:
            self.tiles[cell] = Tile(self.stack.pop(0))
        self.must_lay = True  # a tile is drawn and not yet laid, F11
        self.late = False  # this turn began with an empty stack, F17
        self.passes = 0  # late turns passed one after the other, F17
        self._seat = 0  # F9
        self._over = False

    @property
    def seat(self) -> int:
        """Whose decision it is."""
        return self._seat

    @property
    def over(self) -> bool:
        """Whether the game has ended (F17, F27)."""
        return self._over

    # The fire

    def free_sides(self, cell: Cell) -> int:
        """How many sides of a tile have no neighbouring tile, firebreaks included (F14)."""
        return sum(near not in self.tiles for near in neighbours(cell))

    def heat(self, cell: Cell) -> int:
        """The sum of the values of all tiles next to a cell (F11, F25)."""
        return sum(self.tiles[near].heat for near in neighbours(cell) if near in self.tiles)

    def border(self) -> set[Cell]:
        """The empty cells next to at least one tile (F11)."""
        around = {near for cell in self.tiles for near in neighbours(cell)}
        return around - set(self.tiles)

    def hottest(self) -> set[Cell]:
        """The cells on which the drawn tile may be laid (F11)."""
        border = self.border()
        greatest = max(self.heat(cell) for cell in border)
        return {cell for cell in border if self.heat(cell) == greatest}

    # Moves

    def moves(self) -> list[str]:
        """Every legal move now, sorted by code point; none when the game is over."""
        if self.over:
            return []
        return sorted(self._tile_moves() if self.must_lay else self._men_moves())

    def _tile_moves(self) -> list[str]:
        """Lay the drawn tile face up (F11), or face down if a man of one's own pays (F23, F24)."""
        moves = []
        for cell in self.hottest():
            moves.append(f"lay {cell_name(cell)}")
            for colour in self.own[self.seat]:
                if self.firebreaks and self.reserve[self.seat][colour] > 0:
                    moves.append(f"break {cell_name(cell)} {colour}")
        return moves

    def _men_moves(self) -> list[str]:
        """Put men of one colour on one tile, or none (F12, F16)."""
        moves = ["pass"]
        for cell in self.tiles:
            for colour, left in self.reserve[self.seat].items():
                for count in range(1, MOST_MEN + 1):
                    if count <= left and self._has_room(cell, count):
                        moves.append(f"{colour}{count} {cell_name(cell)}")
        return moves

    def _has_room(self, cell: Cell, count: int) -> bool:
        """Whether so many more men may go on a tile: face up, spaces, free sides (F12 to F14)."""
        tile = self.tiles[cell]
        men = tile.men.total() + count
        return tile.face_up and men <= SPACES[tile.value] and men <= self.free_sides(cell)

    def play(self, move: str) -> None:
        """Play one legal move."""
        assert move in self.moves(), f"{move!r} is not legal"
        match move.split():
            case ["lay", cell]:
                self._lay(parse_cell(cell), face_up=True)
            case ["break", cell, colour]:
                self._lay(parse_cell(cell), face_up=False)
                self.reserve[self.seat][colour] -= 1  # back to the box, F23
                self._end_turn(passed=False)
            case ["pass"]:
                self._end_turn(passed=True)
            case [men, cell]:
                self._put(men[0], int(men[1]), parse_cell(cell))
                self._end_turn(passed=False)

    def _lay(self, cell: Cell, *, face_up: bool) -> None:
        """Lay the drawn tile on a cell (F11, F23)."""
        self.tiles[cell] = Tile(self.stack.pop(0), face_up)
        self.must_lay = False

    def _put(self, colour: str, count: int, cell: Cell) -> None:
        """Put men from the reserve on a tile (F12)."""
        self.reserve[self.seat][colour] -= count
        self.tiles[cell].men[colour] += count

    def _end_turn(self, *, passed: bool) -> None:
        """End the game (F17, F27) or go on to the next seat (F9)."""
        self.passes = self.passes + 1 if passed and self.late else 0
        if self.versus:
            self._over = self.passes == self.players  # F17
        else:
            self._over = not self.stack  # F27
        self._seat = (self._seat + 1) % self.players
        self.must_lay = bool(self.stack)
        self.late = not self.stack

    # Scoring

    def areas(self, colour: str) -> list[set[Cell]]:
        """The largest sets of connected tiles that each hold a man of the colour (F18)."""
        left = {cell for cell, tile in self.tiles.items() if tile.men[colour] > 0}
        areas = []
        while left:
            area: set[Cell] = set()
            grown = {min(left)}
            while grown != area:
                area = grown
                grown = area | {near for cell in area for near in neighbours(cell) if near in left}
            areas.append(area)
            left -= area
        return areas

    def worth(self, area: set[Cell]) -> int:
        """The sum of values over the lowest value with a free side (F19), rounded (F30)."""
        total = sum(self.tiles[cell].value for cell in area)
        free = [self.tiles[cell].value for cell in area if self.free_sides(cell) > 0]
        if not free:
            return 0
        rounded_down, rest = divmod(total, min(free))
        return rounded_down if self.hot or rest == 0 else rounded_down + 1

    def worths(self, seat: int) -> list[int]:
        """What each area of a seat is worth, helpers taken off (F20, F21)."""
        return [self.worth(area) for colour in self.own[seat] for area in self.areas(colour)]

    def scores(self) -> list[int]:
        """The versus scores by seat, as if the game ended now (F20)."""
        return [sum(self.worths(seat)) for seat in range(self.players)]

    def winners(self) -> list[int]:
        """Most points, then the single most valuable area, then a shared win (F22)."""
        scores = self.scores()
        tied = [seat for seat in range(self.players) if scores[seat] == max(scores)]
        best = {seat: max(self.worths(seat), default=0) for seat in tied}
        return [seat for seat in tied if best[seat] == max(best.values())]

    def won(self) -> bool:
        """Whether the goal of the solo and co-operative game is reached (F26, F28)."""
        men = sum(tile.men.total() for tile in self.tiles.values())
        return men == MEN * len(COLOURS) and all(map(self._reaches_water, COLOURS))

    def _reaches_water(self, colour: str) -> bool:
        """Whether a colour's men are in one area with a 1 that has a free side (F26)."""
        areas = self.areas(colour)
        return len(areas) == 1 and any(
            self.tiles[cell].value == 1 and self.free_sides(cell) > 0 for cell in areas[0]
        )

    def result(self) -> dict[str, Any]:
        """The result as a record holds it (records.md)."""
        if self.versus:
            return {"scores": self.scores(), "winners": self.winners()}
        return {"won": self.won()}
