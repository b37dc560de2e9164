"""A table of Feurio! in words: what the pictures, the page and the terminal say alike."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from ludotheque.drawing.palette import COLOURS
from ludotheque.engine.contract import CHANCE
from ludotheque.games.feurio.language import _, plural
from ludotheque.games.feurio.rules import MEN_OF_A_COLOUR
from ludotheque.games.feurio.view import Area, Cell, FeurioView, Progress, Tile
from ludotheque.i18n.language import called, language, marked_for_translation
from ludotheque.i18n.words import listed

_SPELLED = {
    2: marked_for_translation("two"),
    3: marked_for_translation("three"),
    4: marked_for_translation("four"),
    5: marked_for_translation("five"),
    6: marked_for_translation("six"),
}


# Names and numbers


def place(cell: Cell) -> str:
    """A cell as players type it."""
    return f"{cell[0]},{cell[1]}"


def colour_name(letter: str) -> str:
    """A colour as the name of a brigade: ``Green``."""
    return _(COLOURS[letter].name)


def seat_name(data: FeurioView, seat: int) -> str:
    """A seat by its player's name; without one by its colours, ``Green`` or ``Green and Blue``."""
    name = called(seat)
    if name is not None:
        return name
    *others, last = map(colour_name, data.seats[seat].colours)
    return _("{colours} and {colour}", colours=", ".join(others), colour=last) if others else last


def spelled(number: int) -> str:
    """A small number in letters, as it stands before a noun: ``two``."""
    return _(_SPELLED[number]) if number in _SPELLED else str(number)


def men_of(letter: str, number: int) -> str:
    """A number of men of a colour: ``two green men``."""
    return _men_of(letter, number, language())


@lru_cache(1024)
def _men_of(letter: str, number: int, spoken: str) -> str:
    if number == 0:
        return {
            "G": _("no green men"), "B": _("no blue men"), "Y": _("no yellow men"), "R": _("no orange men"),
        }[letter]  # fmt: skip
    many = spelled(number)
    if letter == "G":
        return plural("one green man", "{number} green men", number, number=many)
    if letter == "B":
        return plural("one blue man", "{number} blue men", number, number=many)
    if letter == "Y":
        return plural("one yellow man", "{number} yellow men", number, number=many)
    return plural("one orange man", "{number} orange men", number, number=many)


def men_words(men: str) -> str:
    """The men on a tile: ``two green men and one orange man``."""
    return listed([men_of(letter, number) for letter, number in Counter(men).items()])


def sides_words(number: int) -> str:
    """How many free sides: ``two free sides``."""
    if number == 0:
        return _("no free sides")
    return plural("one free side", "{number} free sides", number, number=spelled(number))


def spaces_words(number: int) -> str:
    """How many spaces for men: ``two spaces``."""
    return plural("one space", "{number} spaces", number, number=spelled(number))


def areas_words(areas: int) -> str:
    """How many areas a colour has."""
    return plural("one area", "{number} areas", areas) if areas else _("no area")


# What to do now


def prompt(data: FeurioView) -> str:
    """One line that says what to do now, to the viewer if it is their turn."""
    if data.phase == "over":
        return outcome(data)
    if data.turn == CHANCE:
        return _("Nothing has been dealt yet.")
    yours = data.turn == data.viewer
    if data.phase == "lay":
        return _lay_it(data) if yours else _they_lay(data)
    return _man_it(data) if yours else _they_man(data)


def _lay_it(data: FeurioView) -> str:
    where = spots_words(data)
    if data.firebreaks and any(_own_men(data)):
        return _("You drew a {value}. Lay it on {where}; face down it costs a man.",
                 value=data.drawn, where=where)  # fmt: skip
    return _("You drew a {value}. Lay it on {where}.", value=data.drawn, where=where)


def _they_lay(data: FeurioView) -> str:
    who, where = seat_name(data, data.turn), spots_words(data)
    if data.drawn is None:  # with firebreaks the others do not see it yet (F23)
        return _("{who} will lay a hidden tile on {where}.", who=who, where=where)
    return _("{who} drew a {value}. It goes on {where}.", who=who, value=data.drawn, where=where)


def spots_words(data: FeurioView) -> str:
    """Where the next tile may go (F11)."""
    if len(data.hottest) > 1:
        return _("one of the {number} hottest spots", number=spelled(len(data.hottest)))
    return _("the hottest spot")


def _own_men(data: FeurioView) -> list[int]:
    """How many men of each own colour, helpers apart, whoever is to move has left (F24)."""
    seat = data.seats[data.turn]
    return [seat.reserve[letter] for letter in seat.colours]


def _man_it(data: FeurioView) -> str:
    if not any(data.seats[data.turn].reserve.values()):
        return _("You have no men left: pass.")
    if data.phase == "men":
        return _("You may put up to three men of one colour on a tile, or pass.")
    return _("No tile left. You may put men on a tile, or pass.")


def _they_man(data: FeurioView) -> str:
    who = seat_name(data, data.turn)
    if data.phase == "men":
        return _("{who} may put up to three men of one colour on a tile, or pass.", who=who)
    return _("No tile left. {who} may put men on a tile, or pass.", who=who)


def outcome(data: FeurioView) -> str:
    """How the game ended."""
    if data.mode != "versus":
        return _("The goal is met: won!") if data.winners else _("The goal is missed: lost.")
    points = data.seats[data.winners[0]].score
    if data.winners == (data.viewer,):
        return plural("You win with one point.", "You win with {number} points.", points)
    who = listed([seat_name(data, seat) for seat in data.winners])
    if len(data.winners) > 1:
        return plural(
            "{who} share the win with one point.",
            "{who} share the win with {number} points.",
            points,
            who=who,
        )
    if len(data.seats[data.winners[0]].colours) > 1 and called(data.winners[0]) is None:
        return plural("{who} win with one point.", "{who} win with {number} points.", points, who=who)
    return plural("{who} wins with one point.", "{who} wins with {number} points.", points, who=who)


# Tiles, areas, the goal


def tile_words(data: FeurioView, tile: Tile, areas: Sequence[Area]) -> str:
    """A tile, who stands there, and the worth of the areas it is part of."""
    if tile.owner is not None:
        return _firebreak_words(data, tile, tile.owner)
    lines = [_manned_words(tile) if tile.men else _empty_words(tile)]
    if data.mode == "versus":
        lines += [area_words(area) for area in areas]
    return "\n".join(lines)


def _firebreak_words(data: FeurioView, tile: Tile, owner: int) -> str:
    if owner == data.viewer:
        return _("A firebreak laid by you; counts 0. You know it is a {value}.", value=tile.value)
    who = seat_name(data, owner)
    return _("A firebreak laid by {who}; counts 0.", who=who)


def _manned_words(tile: Tile) -> str:
    return plural(
        "A {value} with one space, {men}; {sides}.",
        "A {value} with {number} spaces, {men}; {sides}.",
        tile.spaces, number=spelled(tile.spaces),
        value=tile.value, men=men_words(tile.men), sides=sides_words(tile.free_sides),
    )  # fmt: skip


def _empty_words(tile: Tile) -> str:
    return plural(
        "A {value} with one space, nobody there; {sides}.",
        "A {value} with {number} spaces, nobody there; {sides}.",
        tile.spaces, number=spelled(tile.spaces),
        value=tile.value, sides=sides_words(tile.free_sides),
    )  # fmt: skip


def area_words(area: Area) -> str:
    """An area's sum, divisor and worth (F19)."""
    return _area_words(area, language())


@lru_cache(8192)
def _area_words(area: Area, spoken: str) -> str:
    colour, tiles, many = colour_name(area.colour), len(area.cells), spelled(len(area.cells))
    if area.divisor is None:
        return plural(
            "{colour} area of one tile: no free side left, worth 0.",
            "{colour} area of {number} tiles: no free side left, worth 0.",
            tiles, number=many, colour=colour,
        )  # fmt: skip
    return plural(
        "{colour} area of one tile: sum {total}, divided by {divisor}, worth {worth}.",
        "{colour} area of {number} tiles: sum {total}, divided by {divisor}, worth {worth}.",
        tiles, number=many, colour=colour, total=area.total, divisor=area.divisor, worth=area.worth,
    )  # fmt: skip


def progress_words(row: Progress) -> str:
    """How far a colour is on its way to the shared goal (F26)."""
    areas = areas_words(row.areas)
    values = {"colour": colour_name(row.colour), "placed": row.placed, "all": MEN_OF_A_COLOUR, "areas": areas}
    if row.reaches_water:
        return _("{colour}: {placed} of {all} men placed, {areas}, at open water", **values)
    return _("{colour}: {placed} of {all} men placed, {areas}, no open water", **values)


def describe(data: FeurioView) -> str:
    """The whole table in words, for those who do not see it."""
    laid, left = len(data.tiles), data.stack_left
    lines = [prompt(data), _("{tiles} tiles have been laid, {left} are to come.", tiles=laid, left=left)]
    if data.hottest:
        spots = "; ".join(map(place, data.hottest))
        lines.append(_("Hottest, with {heat}: {spots}.", heat=data.heat, spots=spots))
    lines += [f"{place(tile.cell)}: {tile_words(data, tile, [])}" for tile in data.tiles]
    lines += [area_words(area) for area in data.areas if data.mode == "versus"]
    return "\n".join(lines)
