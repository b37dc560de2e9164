"""What a friend at the table would say to somebody who plays Feurio! for the first time.

The first turns bring the rules one by one; later something is said when it matters: water within reach, a
side about to close, men running out.
"""

from collections.abc import Iterator
from typing import Any, TypeAlias

from ludotheque.games.feurio import words
from ludotheque.games.feurio.language import _
from ludotheque.games.feurio.page import art
from ludotheque.games.feurio.view import Area, Cell, FeurioView, Tile
from ludotheque.games.feurio.words import colour_name, men_of, place
from ludotheque.i18n.language import marked_for_translation

Advice: TypeAlias = tuple[str, dict[str, Any]]  # a topic, and what fills the places of its text
FEW = 4  # men

TOPICS = {
    # with a tile in hand
    "lay": marked_for_translation(
        "A turn begins with a tile: you drew a {value}. It must go to a hottest spot, where the numbers of"
        " the tiles around add up to the most, here {heat}. Those spots glow; click one."
    ),
    "notches": marked_for_translation(
        "The bright notches on a tile are its free sides. Every tile laid beside it closes one. After each"
        " tile the pale spots show where the next one will go, so you can see which sides are in danger."
    ),
    "colours": marked_for_translation(
        "You have two colours. Each makes its own areas, and the men of one turn are all of one colour; in"
        " the end both count for you."
    ),
    "helpers": marked_for_translation(
        "Beside your own men you have four red helpers. They win nothing and are taken off before the"
        " count, but they hold spaces that others would like."
    ),
    "firebreak": marked_for_translation(
        "You may also lay your tile face down, as a firebreak: it counts 0, so the fire turns away from it."
        " It costs you a man, and you send nobody this turn."
    ),
    "goal": marked_for_translation(
        "You win together or not at all: in the end all 48 men must stand on the tiles, each colour in one"
        " single area, and each of the four areas with a 1 that still has a free side. Watch the goal at the"
        " side."
    ),
    "choice": marked_for_translation(
        "Several spots are equally hot, so you choose. Look at the sides your tile would close: leave your"
        " own low numbers open, and shut those of others."
    ),
    "no choice": marked_for_translation(
        "Only one spot is the hottest now, and the tile must go there, whatever its number. A low number"
        " brings water, a high one brings heat and draws the next tiles."
    ),
    "own side": marked_for_translation(
        "Careful with {place}: a tile there closes the last free side of the {divisor} by which your area"
        " is divided, and the area loses value. Another spot is as hot."
    ),
    "their side": marked_for_translation(
        "A tile on {place} would close the last free side of a {divisor} by which an area of another player"
        " is divided. That costs them points."
    ),
    "last tile": marked_for_translation(
        "This is your last tile. Afterwards everybody goes on with men alone until all have passed."
    ),
    "last tile together": marked_for_translation(
        "This is your last tile. Once the very last one lies, its player sends men once more, and that is"
        " the end."
    ),
    # with men to send
    "men": marked_for_translation(
        "Now you may send up to three men to one tile. Each needs a space, a ring on the tile, and there"
        " may be no more men on it than it has free sides. They never leave again. Click a tile that shines."
    ),
    "areas": marked_for_translation(
        "Tiles with your men that touch make an area. Add up its numbers and divide by its lowest number"
        " that still has a free side: 6, 5 and 1 make 12, divided by 1; but 6 and 5 alone make 11, divided"
        " by 5."
    ),
    "water": marked_for_translation(
        "There is water within reach: {men} on the {value} at {place} would join your area, and its sum"
        " would be divided by {value} from then on."
    ),
    "closed": marked_for_translation(
        "One of your areas has no free side left and counts nothing. It comes back to life if you put a man"
        " on a tile beside it that still has a free side."
    ),
    "few": marked_for_translation(
        "You have few men left, and none comes back. Keep them for a tile that joins two areas or brings a"
        " lower number."
    ),
    "block": marked_for_translation(
        "Others may stand on the same tile as you. Two men of yours on a tile with two spaces keep"
        " everybody else out, at the price of a man."
    ),
    "pace": marked_for_translation(
        "There are few turns for so many men: send two or three whenever a tile can take them, and begin"
        " each colour early."
    ),
    "split": marked_for_translation(
        "{colour} stands in several areas. They must become one: put men on the tiles between them."
    ),
    "dry": marked_for_translation(
        "{colour} has no open water yet. Lead its area to a 1 that still has a free side, and keep that"
        " side free to the end."
    ),
    "together": marked_for_translation(
        "A tile has room for several colours. Leave spaces on the 1s: every colour needs one of them."
    ),
    "finish": marked_for_translation(
        "No tile is left; from now on everybody only puts men. Passing does not lock you out, but when all"
        " have passed in a row the game is over. Fill whatever still adds to your areas."
    ),
    # at the end
    "over": marked_for_translation(
        "That is the end, and the areas are counted. The list shows every area: its numbers added up, what"
        " they were divided by, and what that is worth."
    ),
    "over together": marked_for_translation(
        "That is the end. The list shows for each colour whether its men are all out, in one area, and at"
        " open water; only if all four are is the game won."
    ),
}


def coach(data: FeurioView) -> tuple[str, str] | None:
    """What a newcomer should know now, before their decision or at the end: a topic and its text."""
    advice = next(_advice(data), None)
    if advice is None:
        return None
    topic, values = advice
    return topic, _(TOPICS[topic], **values)


def _advice(data: FeurioView) -> Iterator[Advice]:
    """What could be said now, the most urgent first."""
    together = "" if data.mode == "versus" else " together"
    if data.phase == "over":
        yield f"over{together}", {}
    elif data.viewer < 0 or data.turn != data.viewer:
        return
    elif data.phase == "finish":
        yield "finish", {}
    elif data.phase == "lay":
        yield from _on_laying(data, f"last tile{together}")
    else:
        yield from _on_men(data)


def _turns(data: FeurioView) -> int:
    """How many turns the viewer has had before this one: each began with a tile."""
    laid = len(data.tiles) - len(data.seats)
    return (laid if data.phase == "lay" else laid - 1) // len(data.seats)


# With a tile in hand


def _on_laying(data: FeurioView, last_tile: str) -> Iterator[Advice]:
    turns = _turns(data)
    if turns == 0:
        yield "lay", {"value": data.drawn, "heat": data.heat}
    if turns == 1:
        yield _about_the_game(data), {}
    if data.stack_left <= len(data.seats):
        yield last_tile, {}
    if turns > 1:
        yield from _on_closing(data)
        yield "choice" if len(data.hottest) > 1 else "no choice", {}


def _about_the_game(data: FeurioView) -> str:
    """What is particular to this way to play."""
    if data.mode != "versus":
        return "goal"
    if data.firebreaks:
        return "firebreak"
    return {2: "colours", 3: "helpers", 4: "notches"}[len(data.seats)]


def _on_closing(data: FeurioView) -> Iterator[Advice]:
    """When a tile can take somebody's last free side at the lowest number."""
    for cell in data.hottest:
        for area in _pinched(data, cell):
            values = {"place": place(cell), "divisor": area.divisor}
            own = area.colour in data.seats[data.viewer].colours
            if own and len(data.hottest) > 1:
                yield "own side", values
            elif not own and data.mode == "versus":
                yield "their side", values


def _pinched(data: FeurioView, cell: Cell) -> Iterator[Area]:
    """The areas whose lowest open number has its only free side at a cell."""
    for tile in _around(data, cell):
        if tile.free_sides == 1:
            for area in data.areas:
                if tile.cell in area.cells and area.divisor == tile.value:
                    yield area


def _around(data: FeurioView, cell: Cell) -> list[Tile]:
    near = {(cell[0] + dq, cell[1] + dr) for dq, dr in art.DIRECTIONS}
    return [tile for tile in data.tiles if tile.cell in near]


# With men to send


def _on_men(data: FeurioView) -> Iterator[Advice]:
    turns = _turns(data)
    if turns == 0:
        yield "men", {}
    if data.mode != "versus":
        yield from _on_the_goal(data, turns)
        return
    if turns == 1:
        yield "areas", {}
    yield from _on_areas(data)
    if turns > 2:
        yield "block", {}


def _on_areas(data: FeurioView) -> Iterator[Advice]:
    seat = data.seats[data.viewer]
    own = [area for area in data.areas if area.colour in seat.colours]
    for area in own:
        if water := _water_beside(data, area):
            men = men_of(area.colour, 1)
            yield "water", {"men": men, "value": water.value, "place": place(water.cell)}
    if any(area.divisor is None for area in own):
        yield "closed", {}
    if 0 < sum(seat.reserve[letter] for letter in seat.colours) <= FEW:
        yield "few", {}


def _water_beside(data: FeurioView, area: Area) -> Tile | None:
    """A tile beside an area that a man could join, with a lower number than it is divided by."""
    if area.divisor is None or not data.seats[data.viewer].reserve[area.colour]:
        return None
    tiles = {tile.cell: tile for cell in area.cells for tile in _around(data, cell)}
    lower = [
        (tile.value, cell, tile)
        for cell, tile in tiles.items()
        if cell not in area.cells and _has_room(tile) and tile.value is not None and tile.value < area.divisor
    ]
    return min(lower)[2] if lower else None


def _has_room(tile: Tile) -> bool:
    return len(tile.men) < min(tile.spaces, tile.free_sides)


def _on_the_goal(data: FeurioView, turns: int) -> Iterator[Advice]:
    if turns == 1:
        yield "pace", {}
    if turns == 2:
        yield "together", {}
    for row in words.progress(data):
        if row.areas > 1:
            yield "split", {"colour": colour_name(row.colour)}
        if row.placed and not row.reaches_water:
            yield "dry", {"colour": colour_name(row.colour)}
