"""What a seat may know of a game of Feurio!, as plain data. All drawings are made of this.

What takes counting comes from facts.py, tiles and areas as rows of bytes. What a row says is made into an
object once: from move to move most of them stay as they are.
"""

import struct
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.core.frozen import Frozen, seen_by
from ludotheque.engine.contract import SPECTATOR, States
from ludotheque.games.feurio.facts import AREA_ROW, TILE_ROW, gather
from ludotheque.games.feurio.notation import COLOUR_LETTERS, coordinates
from ludotheque.games.feurio.rules import (
    CELLS,
    HELPER_COLOUR,
    MEN_OF_A_COLOUR,
    NEIGHBOURS,
    ORIGIN,
    SIDES,
    STATE,
    TILES,
    TO_LAY,
    VERSUS,
    own_colours,
)

Cell = tuple[int, int]

MODES = ("versus", "coop", "solo")
PHASES = ("shuffle", "lay", "men", "finish", "over")
DIRECTIONS = tuple(coordinates(ORIGIN + step) for step in NEIGHBOURS.tolist())  # east first, anticlockwise
KEPT = 8192  # tiles, and areas


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """The six cells around a cell, in the order of DIRECTIONS."""
    q, r = cell
    return tuple((q + dq, r + dr) for dq, dr in DIRECTIONS)


@dataclass(frozen=True)
class Tile:
    """A tile on the table. The value of a firebreak is None for everybody but its owner (F23)."""

    cell: Cell
    value: int | None
    owner: int | None  # the seat that laid it as a firebreak; None if it lies face up
    spaces: int  # for men; 0 on a firebreak
    room: int  # how many more men it can take: for spaces (F13) and for free sides (F14)
    free_sides: int
    free: tuple[int, ...]  # which sides these are: those without a tile beside them, as in DIRECTIONS
    men: str  # the men that stand there, by colour: "GGB"

    def __hash__(self) -> int:  # quick; tiles are looked up all the time
        return hash((self.cell, self.value, self.men, self.free))

    @property
    def is_firebreak(self) -> bool:
        """Whether it lies face down."""
        return self.owner is not None


@dataclass(frozen=True)
class Area:
    """Connected tiles with men of one colour (F18), and what they are worth now (F19)."""

    colour: str
    cells: tuple[Cell, ...]
    total: int  # of its tiles' values
    divisor: int | None  # the lowest value in it that has a free side; None if none has one
    worth: int
    reaches_water: bool  # a tile of value 1 in it has a free side (F26)

    def __hash__(self) -> int:  # quick, as a tile's
        return hash((self.colour, self.cells, self.total, self.worth))


@dataclass(frozen=True)
class Progress:
    """How far one colour is towards the goal of the solo and the co-operative game (F26)."""

    colour: str
    placed: int  # men on the tiles, of MEN_OF_A_COLOUR
    areas: int
    reaches_water: bool

    @property
    def met(self) -> bool:
        """Whether this colour does its part."""
        return self.placed == MEN_OF_A_COLOUR and self.areas == 1 and self.reaches_water


@dataclass(frozen=True)
class Seat:
    """A player's men not yet placed, colours and points."""

    colours: str  # those that score for the seat: "G", or "GB" with two players
    reserve: Frozen[str, int]  # men by colour, helpers too
    score: int


@dataclass(frozen=True)
class FeurioView:
    """A table of Feurio! as *viewer* sees it (−1: a spectator)."""

    viewer: int
    turn: int  # the seat to decide; −1 when the game is over
    phase: str  # lay, men, finish (the stack is empty) or over
    mode: str
    firebreaks: bool
    hot: bool
    drawn: int | None  # the tile in hand, if the viewer may know it
    stack_left: int  # tiles not on the table, the one in hand among them
    tiles: tuple[Tile, ...]  # in the order laid
    hottest: tuple[Cell, ...]  # where a tile may go now; empty in other phases
    coming: tuple[Cell, ...]  # where the next tile will go, as men do not change it; empty in phase lay
    heat: int  # the sum around the hottest spots, or those to come
    seats: tuple[Seat, ...]
    areas: tuple[Area, ...]
    progress: tuple[Progress, ...]  # towards the shared goal, by colour; empty in mode versus
    winners: tuple[int, ...]  # empty while the game goes on, and when a shared goal is missed

    @property
    def to_come(self) -> int:
        """Tiles still to be drawn."""
        return self.stack_left - (self.phase == "lay")

    def tile(self, cell: Cell) -> Tile:
        """The tile that lies on a cell."""
        return next(tile for tile in self.tiles if tile.cell == cell)

    def deciding(self, area: Area) -> list[Tile]:
        """The tiles that set an area's divisor; none where no side is free (F19)."""
        tiles = [tile for tile in self.tiles if tile.cell in area.cells]
        return [tile for tile in tiles if tile.free_sides and tile.value == area.divisor]


# How it is made

_TILE, _AREA = struct.Struct(f"{TILE_ROW}h"), struct.Struct(f"{AREA_ROW}h")
_CELL = [coordinates(cell) for cell in range(CELLS)]
_FREE = [tuple(k for k in range(SIDES) if mask >> k & 1) for mask in range(1 << SIDES)]


def describe(states: States, i: int, seat: int) -> FeurioView:
    """The view of *seat* as plain data; ``states[i]`` holds only what that seat may know."""
    return seen_by(_described(states[i : i + 1].tobytes()), seat)


@lru_cache(256)  # without firebreaks all seats know the same
def _described(known: bytes) -> FeurioView:
    """What a record tells, as a spectator's view."""
    states, i = np.frombuffer(bytearray(known), STATE), 0
    s, f = states[i], gather(states, i)
    laid, laying, shared = int(s["laid"]), s["phase"] == TO_LAY, s["mode"] != VERSUS
    spots = tuple(sorted([_CELL[cell] for cell in f["spots"][: f["number_of_spots"]].tolist()]))
    winners = int(f["winners"])
    seats = _seats(s, f)
    return FeurioView(
        viewer=SPECTATOR,
        turn=int(f["turn"]),
        phase=PHASES[s["phase"]],
        mode=MODES[s["mode"]],
        firebreaks=bool(s["firebreaks"]),
        hot=bool(s["hot"]),
        drawn=int(s["stack"][laid]) or None if laying else None,
        stack_left=TILES - laid,
        tiles=tuple(map(_tile, _rows(f["tiles"][:laid]))),
        hottest=spots if laying else (),
        coming=() if laying else spots,
        heat=int(f["heat"]),
        seats=seats,
        areas=tuple(map(_area, _rows(f["areas"][: f["number_of_areas"]]))),
        progress=_progress(f["progress"].tolist()) if shared else (),
        winners=tuple(k for k in range(len(seats)) if winners >> k & 1),
    )


def _rows(table: NDArray[np.int16]) -> list[bytes]:
    """Each row as its bytes: equal rows are equal keys."""
    return table.view(f"V{2 * table.shape[1]}")[:, 0].tolist()  # type: ignore[no-any-return]


@lru_cache(KEPT)
def _tile(row: bytes) -> Tile:
    cell, value, broken_by, spaces, room, sides, g, b, y, r = _TILE.unpack(row)
    owner = broken_by - 1 if broken_by else None
    free = _FREE[sides]
    men = "G" * g + "B" * b + "Y" * y + "R" * r
    return Tile(_CELL[cell], value or None, owner, spaces, room, len(free), free, men)


@lru_cache(KEPT)
def _area(row: bytes) -> Area:
    colour, total, divisor, worth, water, size, *cells = _AREA.unpack(row)
    where = tuple([_CELL[cell] for cell in cells[:size]])
    return Area(COLOUR_LETTERS[colour], where, total, divisor or None, worth, bool(water))


def _progress(rows: list[list[int]]) -> tuple[Progress, ...]:
    return tuple(
        Progress(letter, placed, areas, bool(water))
        for letter, (placed, areas, water) in zip(COLOUR_LETTERS, rows, strict=True)
    )


def _seats(s: Any, f: Any) -> tuple[Seat, ...]:
    players = int(s["players"])
    reserves, scores = s["reserve"].tolist(), f["scores"].tolist()
    seats = []
    for seat in range(players):
        own, held = _colours(players, seat)
        seats.append(Seat(own, Frozen({COLOUR_LETTERS[c]: reserves[seat][c] for c in held}), scores[seat]))
    return tuple(seats)


@cache
def _colours(players: int, seat: int) -> tuple[str, tuple[int, ...]]:
    """The letters of the colours that score for a seat, and the numbers of all that it holds (F4-F7)."""
    first, last = own_colours(players, seat)
    own = tuple(range(first, last + 1))
    return COLOUR_LETTERS[first : last + 1], (*own, HELPER_COLOUR) if players == 3 else own
