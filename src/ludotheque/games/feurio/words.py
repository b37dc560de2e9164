"""A table of Feurio! in words: what the picture and the terminal say alike."""

from collections import Counter
from dataclasses import dataclass

from ludotheque.core.palette import COLOURS
from ludotheque.core.words import listed
from ludotheque.games.feurio.rules import MEN_OF_A_COLOUR
from ludotheque.games.feurio.view import Area, Cell, FeurioView, Tile

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


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


def progress(data: FeurioView) -> list[Progress]:
    """The progress of each colour."""
    placed = Counter("".join(tile.men for tile in data.tiles))
    own: dict[str, list[Area]] = {letter: [] for letter in COLOURS}
    for area in data.areas:
        own[area.colour].append(area)
    return [
        Progress(letter, placed[letter], len(areas), any(area.reaches_water for area in areas))
        for letter, areas in own.items()
    ]


def place(cell: Cell) -> str:
    """A cell as players type it."""
    return f"{cell[0]},{cell[1]}"


def seat_name(data: FeurioView, seat: int) -> str:
    """A seat by its colours: ``Green``, or ``Green and Blue`` with two players."""
    return listed([COLOURS[letter].name for letter in data.seats[seat].colours])


def count(number: int, one: str, more: str) -> str:
    """A small number with its noun: ``two free sides``."""
    return f"{_NUMBERS[number] if number < len(_NUMBERS) else number} {one if number == 1 else more}"


def prompt(data: FeurioView) -> str:
    """One line that says what to do now, to the viewer if it is their turn."""
    if data.phase == "over":
        return outcome(data)
    if data.phase == "lay":
        return _laying(data)
    who = _who(data)
    if data.phase == "men":
        return f"{who} may put up to three men of one colour on a tile, or pass."
    return f"No tile left. {who} may put men on a tile, or pass."


def _who(data: FeurioView) -> str:
    return "You" if data.turn == data.viewer else seat_name(data, data.turn)


def _laying(data: FeurioView) -> str:
    several = f"one of the {count(len(data.hottest), '', 'hottest spots')}"
    where = several if len(data.hottest) > 1 else f"the hottest spot, {place(data.hottest[0])}"
    if data.drawn is None:  # with firebreaks the others do not see it yet (F23)
        return f"{_who(data)} will lay a hidden tile on {where}."
    lays = "Lay it" if data.turn == data.viewer else "It goes"
    return f"{_who(data)} drew a {data.drawn}. {lays} on {where}."


def outcome(data: FeurioView) -> str:
    """How the game ended."""
    if data.mode != "versus":
        return "The goal is met: won!" if data.winners else "The goal is missed: lost."
    names = listed([seat_name(data, seat) for seat in data.winners])
    several = len(data.winners) > 1 or len(data.seats[data.winners[0]].colours) > 1
    verb = "share the win" if len(data.winners) > 1 else "win" if several else "wins"
    return f"{names} {verb} with {data.seats[data.winners[0]].score} points."


def tile_words(data: FeurioView, tile: Tile, areas: list[Area]) -> str:
    """A tile, who stands there, and the worth of the areas it is part of."""
    if tile.owner is not None:
        known = f" You know it is a {tile.value}." if tile.value else ""
        return f"{place(tile.cell)}: a firebreak laid by {seat_name(data, tile.owner)}; counts 0.{known}"
    sides = count(tile.free_sides, "free side", "free sides")
    spaces = count(tile.spaces, "space", "spaces")
    lines = [f"{place(tile.cell)}: a {tile.value} with {spaces}, {men_words(tile.men)}; {sides}."]
    if data.mode == "versus":
        lines += [area_words(area) for area in areas]
    return "\n".join(lines)


def men_words(men: str) -> str:
    """The men on a tile: ``two green men and one red man``."""
    groups = [
        count(number, f"{COLOURS[letter].name.lower()} man", f"{COLOURS[letter].name.lower()} men")
        for letter, number in Counter(men).items()
    ]
    return listed(groups) if groups else "nobody there"


def area_words(area: Area) -> str:
    """An area's sum, divisor and worth (F19)."""
    name = f"{COLOURS[area.colour].name} area of {count(len(area.cells), 'tile', 'tiles')}"
    if area.divisor is None:
        return f"{name}: no free side left, worth 0."
    return f"{name}: sum {area.total}, divided by {area.divisor}, worth {area.worth}."
