"""What a seat may know of a game of Feurio!, as plain data. All drawings are made of this."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ludotheque.engine.contract import OVER, States
from ludotheque.games.feurio import rules
from ludotheque.games.feurio.notation import COLOUR_LETTERS, coordinates

Cell = tuple[int, int]

MODES = ("versus", "coop", "solo")
PHASES = ("shuffle", "lay", "men", "finish", "over")


@dataclass(frozen=True)
class Tile:
    """A tile on the table. The value of a firebreak is None for everybody but its owner (F23)."""

    cell: Cell
    value: int | None
    owner: int | None  # the seat that laid it as a firebreak; None if it lies face up
    spaces: int  # for men; 0 on a firebreak
    free_sides: int
    men: str  # the men that stand there, by colour: "GGB"

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


@dataclass(frozen=True)
class Seat:
    """A player's men not yet placed, colours and points."""

    colours: str  # those that score for the seat: "G", or "GB" with two players
    reserve: dict[str, int]  # men by colour, helpers too
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
    heat: int  # the sum around the hottest spots
    seats: tuple[Seat, ...]
    areas: tuple[Area, ...]
    winners: tuple[int, ...]  # empty while the game goes on, and when a shared goal is missed


def describe(states: States, i: int, seat: int) -> FeurioView:
    """The view of *seat* as plain data; ``states[i]`` holds only what that seat may know."""
    s = states[i]
    phase = PHASES[s["phase"]]
    laying = phase == "lay"
    return FeurioView(
        viewer=seat,
        turn=int(rules.turn(states, i)),
        phase=phase,
        mode=MODES[s["mode"]],
        firebreaks=bool(s["firebreaks"]),
        hot=bool(s["hot"]),
        drawn=int(s["stack"][s["laid"]]) or None if laying else None,
        stack_left=rules.TILES - int(s["laid"]),
        tiles=tuple(_tile(s, t) for t in range(s["laid"])),
        hottest=_hottest(s) if laying else (),
        heat=int(rules.greatest_heat(s)) if laying else 0,
        seats=_seats(states, i),
        areas=_areas(s),
        winners=_winners(states, i),
    )


def _tile(s: Any, t: int) -> Tile:
    broken_by = int(s["broken_by"][t])
    value = int(s["stack"][t])
    return Tile(
        cell=coordinates(int(s["tile_cell"][t])),
        value=value or None,
        owner=broken_by - 1 if broken_by else None,
        spaces=0 if broken_by else int(rules.SPACES[value]),
        free_sides=int(rules.free_sides(s, t)),
        men="".join(letter * int(men) for letter, men in zip(COLOUR_LETTERS, s["men"][t], strict=True)),
    )


def _hottest(s: Any) -> tuple[Cell, ...]:
    best = rules.greatest_heat(s)
    cells = s["open_cell"][: s["opens"]][s["open_heat"][: s["opens"]] == best]
    return tuple(sorted(coordinates(int(cell)) for cell in cells))


def _seats(states: States, i: int) -> tuple[Seat, ...]:
    s = states[i]
    players = int(s["players"])
    scores = np.zeros(players, np.int32)
    rules.scores(states, i, scores)
    seats = []
    for seat in range(players):
        first, last = rules.own_colours(players, seat)
        held = {
            letter: int(men)
            for colour, (letter, men) in enumerate(zip(COLOUR_LETTERS, s["reserve"][seat], strict=True))
            if first <= colour <= last or (players == 3 and colour == rules.HELPER_COLOUR)
        }
        seats.append(Seat(COLOUR_LETTERS[first : last + 1], held, int(scores[seat])))
    return tuple(seats)


def _areas(s: Any) -> tuple[Area, ...]:
    """All areas; with three players against each other the helpers make none (F21)."""
    colours = range(3 if s["players"] == 3 and s["mode"] == rules.VERSUS else rules.COLOURS)
    masks = np.zeros(rules.TILES, np.uint64)
    return tuple(
        _area(s, colour, masks[k]) for colour in colours for k in range(rules.areas(s, colour, masks))
    )


def _area(s: Any, colour: int, mask: Any) -> Area:
    tiles = [t for t in range(s["laid"]) if int(mask) >> t & 1]
    values = [int(s["stack"][t]) for t in tiles]
    open_values = [value for t, value in zip(tiles, values, strict=True) if rules.free_sides(s, t)]
    return Area(
        colour=COLOUR_LETTERS[colour],
        cells=tuple(coordinates(int(s["tile_cell"][t])) for t in tiles),
        total=sum(values),
        divisor=min(open_values, default=None),
        worth=int(rules.worth(s, mask)),
        reaches_water=bool(rules.reaches_water(s, mask)),
    )


def _winners(states: States, i: int) -> tuple[int, ...]:
    if rules.turn(states, i) != OVER:
        return ()
    mask = rules.winners(states, i)
    return tuple(seat for seat in range(states[i]["players"]) if mask >> seat & 1)
