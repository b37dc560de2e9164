"""What a friend at the table would say to somebody who plays Feurio! for the first time.

The first turns bring the rules one by one; later something is said when it matters: water within reach, a
side about to close, men running out.
"""

from collections.abc import Callable

from ludotheque.drawing.coaching import advice
from ludotheque.games.feurio.language import _
from ludotheque.games.feurio.view import Area, Cell, FeurioView, Progress, Tile, neighbours
from ludotheque.games.feurio.words import colour_name, men_of

FEW = 4  # men


def coach(data: FeurioView) -> tuple[str, str] | None:
    """What a newcomer should know now, before their decision or at the end: a topic and its text."""
    return advice(TOPICS, data)


def _turns(data: FeurioView) -> int:
    """How many turns the viewer has had before this one: each began with a tile."""
    laid = len(data.tiles) - len(data.seats)
    return (laid if data.phase == "lay" else laid - 1) // len(data.seats)


# At the end


def _over(data: FeurioView) -> str:
    if data.phase != "over" or data.mode != "versus":
        return ""
    return _(
        "That is the end, and the areas are counted. The list shows every area: its numbers added up, what"
        " they were divided by, and what that is worth."
    )


def _over_together(data: FeurioView) -> str:
    if data.phase != "over":
        return ""
    return _(
        "That is the end. The list shows for each colour whether its men are all out, in one area, and at"
        " open water; only if all four are is the game won."
    )


def _finish(data: FeurioView) -> str:
    if data.phase != "finish":
        return ""
    return _(
        "No tile is left; from now on everybody only places men. Passing does not lock you out, but when all"
        " have passed in a row the game is over. Fill whatever still adds to your areas."
    )


# With a tile in hand


def _lay(data: FeurioView) -> str:
    if data.phase != "lay" or _turns(data) > 0:
        return ""
    return _(
        "A turn begins with a tile: you drew a {value}. It must go to one of the hottest spots, where the"
        " numbers of the tiles around add up to the most, here {heat}. Those spots glow; click one.",
        value=data.drawn,
        heat=data.heat,
    )


def _on_second_tile(data: FeurioView) -> bool:
    """When it is told what is particular to this way to play."""
    return data.phase == "lay" and _turns(data) == 1


def _goal(data: FeurioView) -> str:
    if not _on_second_tile(data) or data.mode == "versus":
        return ""
    return _(
        "You win together or not at all: in the end all 48 men must stand on the tiles, each colour in one"
        " single area, and each of the four areas with a 1 that still has a free side. Watch the goal at the"
        " side."
    )


def _firebreak(data: FeurioView) -> str:
    if not _on_second_tile(data) or not data.firebreaks:
        return ""
    return _(
        "You may also lay your tile face down, as a firebreak: it counts 0, so the fire turns away from it."
        " It costs you a man, and you send nobody this turn."
    )


def _colours(data: FeurioView) -> str:
    if not _on_second_tile(data) or len(data.seats) != 2:
        return ""
    return _(
        "You have two colours. Each makes its own areas, and the men of one turn are all of one colour; in"
        " the end both count for you."
    )


def _helpers(data: FeurioView) -> str:
    if not _on_second_tile(data) or len(data.seats) != 3:
        return ""
    return _(
        "Besides your own men you have four orange helpers. They score nothing and are taken off before the"
        " count, but they hold spaces that others would like."
    )


def _notches(data: FeurioView) -> str:
    if not _on_second_tile(data):
        return ""
    return _(
        "The bright notches on a tile are its free sides. Every tile laid beside it closes one. After each"
        " tile the pale spots show where the next one will go, so you can see which sides are in danger."
    )


def _on_last_tile(data: FeurioView) -> bool:
    return data.phase == "lay" and data.stack_left <= len(data.seats)


def _last_tile(data: FeurioView) -> str:
    if not _on_last_tile(data) or data.mode != "versus":
        return ""
    return _("This is your last tile. Afterwards everybody goes on with men alone until all have passed.")


def _last_tile_together(data: FeurioView) -> str:
    if not _on_last_tile(data):
        return ""
    return _(
        "This is your last tile. Once the very last one is laid, its player sends men once more, and that is"
        " the end."
    )


def _own_side(data: FeurioView) -> str:
    found = _pinch(data)
    if not found or not _is_own(data, found[1]):
        return ""
    return _(
        "Careful: on one of these spots your tile closes the last free side of the {divisor} by which your"
        " area is divided, and the area loses value. Another spot is as hot.",
        divisor=found[1].divisor,
    )


def _their_side(data: FeurioView) -> str:
    found = _pinch(data)
    if not found or _is_own(data, found[1]):
        return ""
    return _(
        "A tile on one of these spots would close the last free side of a {divisor} by which an area of"
        " another player is divided. That costs them points.",
        divisor=found[1].divisor,
    )


def _pinch(data: FeurioView) -> tuple[Cell, Area] | None:
    """A spot where a tile closes the only free side at an area's divisor, if it is worth a word.

    To lose an own side is news only where another spot is as hot, and a side of others only where they
    are opponents.
    """
    if data.phase != "lay":
        return None
    for cell in data.hottest:
        for area in data.areas:
            own = _is_own(data, area)
            if _closes(data, cell, area) and (len(data.hottest) > 1 if own else data.mode == "versus"):
                return cell, area
    return None


def _is_own(data: FeurioView, area: Area) -> bool:
    return area.colour in data.seats[data.viewer].colours


def _closes(data: FeurioView, cell: Cell, area: Area) -> bool:
    """Whether an area is divided by one tile alone, and its only free side is at a cell."""
    deciding = data.deciding(area)
    return len(deciding) == 1 and deciding[0].free_sides == 1 and deciding[0].cell in neighbours(cell)


def _choice(data: FeurioView) -> str:
    if data.phase != "lay" or len(data.hottest) == 1:
        return ""
    return _(
        "Several spots are equally hot, so you choose. Look at the sides your tile would close: leave your"
        " own low numbers open, and shut those of others."
    )


def _no_choice(data: FeurioView) -> str:
    if data.phase != "lay":
        return ""
    return _(
        "Only one spot is the hottest now, and the tile must go there, whatever its number. A low number"
        " brings water, a high one brings heat and draws the next tiles."
    )


# With men to send


def _men(data: FeurioView) -> str:
    if data.phase != "men" or _turns(data) > 0:
        return ""
    return _(
        "Now you may send up to three men to one tile. Each needs a space, a ring on the tile, and there"
        " may be no more men on it than it has free sides. They never leave again. Click a tile that shines."
    )


def _pace(data: FeurioView) -> str:
    if not _sending_together(data) or _turns(data) != 1:
        return ""
    return _(
        "There are few turns for so many men: send two or three whenever a tile can take them, and begin"
        " each colour early."
    )


def _together(data: FeurioView) -> str:
    if not _sending_together(data) or _turns(data) != 2:
        return ""
    return _("A tile has room for several colours. Leave spaces on the 1s: every colour needs one of them.")


def _sending_together(data: FeurioView) -> bool:
    return data.phase == "men" and data.mode != "versus"


def _split(data: FeurioView) -> str:
    row = _trouble(data)
    if row is None or row.areas == 1:
        return ""
    return _(
        "{colour} stands in several areas. They must become one: put men on the tiles between them.",
        colour=colour_name(row.colour),
    )


def _dry(data: FeurioView) -> str:
    row = _trouble(data)
    if row is None or row.areas > 1:
        return ""
    return _(
        "{colour} has no open water yet. Lead its area to a 1 that still has a free side, and keep that"
        " side free to the end.",
        colour=colour_name(row.colour),
    )


def _trouble(data: FeurioView) -> Progress | None:
    """The first colour that is split or dry, where all share a goal (F26)."""
    if not _sending_together(data):
        return None
    begun = (row for row in data.progress if row.areas)
    return next((row for row in begun if row.areas > 1 or not row.reaches_water), None)


def _sending_alone(data: FeurioView) -> bool:
    return data.phase == "men" and data.mode == "versus"


def _areas(data: FeurioView) -> str:
    if not _sending_alone(data) or _turns(data) != 1:
        return ""
    return _(
        "Tiles with your men that touch make an area. Add up its numbers and divide by its lowest number"
        " that still has a free side: 6, 5 and 1 make 12, divided by 1; but 6 and 5 alone make 11, divided"
        " by 5."
    )


def _own_areas(data: FeurioView) -> list[Area]:
    return [area for area in data.areas if _is_own(data, area)]


def _water(data: FeurioView) -> str:
    if not _sending_alone(data):
        return ""
    for area in _own_areas(data):
        if tile := _water_beside(data, area):
            return _(
                "There is water within reach: {men} on the {value} would join your area, and its sum would"
                " be divided by {value} from then on.",
                men=men_of(area.colour, 1),
                value=tile.value,
            )
    return ""


def _water_beside(data: FeurioView, area: Area) -> Tile | None:
    """A tile beside an area that a man could join, with a lower number than it is divided by."""
    if area.divisor is None or not data.seats[data.viewer].reserve[area.colour]:
        return None
    beside = {near for cell in area.cells for near in neighbours(cell)} - {*area.cells}
    lower = [
        (tile.value, tile.cell, tile)
        for tile in data.tiles
        if tile.cell in beside and tile.room and tile.value is not None and tile.value < area.divisor
    ]
    return min(lower)[2] if lower else None


def _closed(data: FeurioView) -> str:
    if not _sending_alone(data) or all(area.divisor for area in _own_areas(data)):
        return ""
    return _(
        "One of your areas has no free side left and counts nothing. It comes back to life if you put a man"
        " on a tile beside it that still has a free side."
    )


def _few(data: FeurioView) -> str:
    seat = data.seats[data.viewer]
    if not _sending_alone(data) or not 0 < sum(seat.reserve[letter] for letter in seat.colours) <= FEW:
        return ""
    return _(
        "You have few men left, and none comes back. Keep them for a tile that joins two areas or brings a"
        " lower number."
    )


def _block(data: FeurioView) -> str:
    if not _sending_alone(data) or _turns(data) <= 2:
        return ""
    return _(
        "Others may stand on the same tile as you. Two men of yours on a tile with two spaces keep"
        " everybody else out, at the price of a man."
    )


TOPICS: dict[str, Callable[[FeurioView], str]] = {
    "over": _over,
    "over together": _over_together,
    "finish": _finish,
    "lay": _lay,
    "goal": _goal,
    "firebreak": _firebreak,
    "colours": _colours,
    "helpers": _helpers,
    "notches": _notches,
    "last tile": _last_tile,
    "last tile together": _last_tile_together,
    "own side": _own_side,
    "their side": _their_side,
    "choice": _choice,
    "no choice": _no_choice,
    "men": _men,
    "pace": _pace,
    "together": _together,
    "split": _split,
    "dry": _dry,
    "areas": _areas,
    "water": _water,
    "closed": _closed,
    "few": _few,
    "block": _block,
}
