"""Why one move of Feurio! is better than another, from what both leave on the table."""

from collections.abc import Iterable, Iterator
from itertools import chain, islice

from ludotheque.core.view import View
from ludotheque.core.worlds import data_after
from ludotheque.games.feurio.language import _, plural
from ludotheque.games.feurio.view import Area, Cell, FeurioView, Tile, neighbours
from ludotheque.games.feurio.words import colour_name, seat_name
from ludotheque.i18n.words import listed

MOST = 2  # reasons at once
ASIDE = 0.5  # tiles from the middle that are a side of the table
WATER = 2  # the highest value of a tile that divides by little
A_PLACE = 2  # points that make a place worth taking


def why(view: View, better: str, other: str, /) -> str:
    """What *better* keeps, earns or takes that *other* does not."""
    good: FeurioView = data_after(view, better)
    bad: FeurioView = data_after(view, other)
    found = _versus(good, bad) if good.mode == "versus" else _together(view.data, good, bad)
    reasons = list(islice(found, MOST))
    return listed(reasons) if reasons else ""


# Against each other


def _versus(good: FeurioView, bad: FeurioView) -> Iterator[str]:
    yield from _side_kept(good, bad)
    more = good.seats[good.viewer].score - bad.seats[good.viewer].score
    if more > 0:
        yield plural("is worth one point more at once", "is worth {number} points more at once", more)
    yield from _taken(good, bad)
    yield from _place_taken(good, bad)
    saved = _men_left(good) - _men_left(bad)
    if saved > 0:
        yield plural("saves a man", "saves {number} men", saved)
    yield from _out_of_reach(good, bad)
    yield from _water_laid(good, bad)
    yield from _prepared(good, bad)
    yield from _room_given(good, bad)
    if _free_sides(good) > _free_sides(bad):
        yield _("leaves its areas more free sides")
    yield from _room_left(good, bad)


def _side_kept(good: FeurioView, bad: FeurioView) -> Iterator[str]:
    """An area that is divided by less, because a low tile keeps a free side (F19)."""
    for area in _own_areas(good):
        rivals = [one for one in _own_areas(bad) if set(one.cells) & set(area.cells)]
        if area.divisor is None or not rivals or min(map(_divisor, rivals)) <= area.divisor:
            continue
        cell = good.deciding(area)[0].cell
        yield _("keeps a free side at the {value} {where}", value=area.divisor, where=_where(good, cell))
        return


def _own_areas(data: FeurioView) -> list[Area]:
    return [area for area in data.areas if area.colour in data.seats[data.viewer].colours]


def _divisor(area: Area) -> float:
    return float("inf") if area.divisor is None else area.divisor


def _taken(good: FeurioView, bad: FeurioView) -> Iterator[str]:
    """Points that the move takes from the rival who loses most."""
    others = [seat for seat in range(len(good.seats)) if seat != good.viewer]
    loss = {seat: bad.seats[seat].score - good.seats[seat].score for seat in others}
    rival = max(others, key=lambda seat: loss[seat])
    if loss[rival] > 0:
        who = seat_name(good, rival)
        yield plural("leaves {who} one point less", "leaves {who} {number} points less", loss[rival], who=who)


def _place_taken(good: FeurioView, bad: FeurioView) -> Iterator[str]:
    """A place where a rival's man would have earned much, and more than one that the other move takes."""
    points, rival = _best_place_gone(bad, good)
    if points >= A_PLACE and points > _best_place_gone(good, bad)[0]:
        yield plural(
            "takes a place from {who} that is worth one point",
            "takes a place from {who} that is worth {number} points",
            points,
            who=seat_name(good, rival),
        )


def _best_place_gone(there: FeurioView, gone: FeurioView) -> tuple[int, int]:
    """What a rival's man earns at most on a tile with room *there* and none where it is *gone*, and whose."""
    full = {tile.cell for tile in gone.tiles if not tile.room}
    lost = (
        (_gain(there, colour, tile), seat)
        for seat, colour in _rival_colours(there)
        for tile in _places(there, colour)
        if tile.cell in full
    )
    return max(lost, default=(0, there.viewer))


def _rival_colours(data: FeurioView) -> list[tuple[int, str]]:
    """Every rival with each of their colours of which there are men to come."""
    return [
        (number, colour)
        for number, seat in enumerate(data.seats)
        if number != data.viewer
        for colour in seat.colours
        if seat.reserve[colour]
    ]


def _colours_to_come(*after: FeurioView) -> list[str]:
    """The viewer's colours of which there are men to come, whichever move is made."""
    seats = [data.seats[data.viewer] for data in after]
    return [colour for colour in seats[0].colours if all(seat.reserve[colour] for seat in seats)]


def _places(data: FeurioView, colour: str) -> list[Tile]:
    """Where a first man of a colour could go."""
    return [tile for tile in data.tiles if tile.room and colour not in tile.men]


def _gain(data: FeurioView, colour: str, tile: Tile) -> int:
    """What a first man of a colour on a tile with room would earn at once (F18, F19)."""
    beside = set(neighbours(tile.cell))
    joined = [area for area in data.areas if area.colour == colour and beside & set(area.cells)]
    value = tile.value or 0
    divisor = min([value, *(area.divisor for area in joined if area.divisor)])  # it has a free side: F14
    total = value + sum(area.total for area in joined)
    worth = total // divisor if data.hot else -(-total // divisor)
    return worth - sum(area.worth for area in joined)


def _out_of_reach(good: FeurioView, bad: FeurioView) -> Iterator[str]:
    """An area whose last free sides at its lowest tiles the next tile cannot close (F11, F19)."""
    for area in _own_areas(good):
        rivals = [one for one in _own_areas(bad) if set(one.cells) & set(area.cells)]
        alike = [one for one in rivals if one.divisor == area.divisor]
        if area.divisor and not _in_reach(good, area) and any(_in_reach(bad, one) for one in alike):
            where = _where(good, good.deciding(area)[0].cell)
            yield _("keeps the {value} {where} out of the next tile’s reach", value=area.divisor, where=where)
            return


def _in_reach(data: FeurioView, area: Area) -> bool:
    """Whether a tile on one of the hottest spots would close the last free side at an area's lowest tiles."""
    open_cells = {neighbours(tile.cell)[direction] for tile in data.deciding(area) for direction in tile.free}
    return len(open_cells) == 1 and open_cells <= {*data.hottest, *data.coming}


def _water_laid(good: FeurioView, bad: FeurioView) -> Iterator[str]:
    """A low tile beside one's own men, or not beside a rival's."""
    ours, theirs = good.tiles[-1], bad.tiles[-1]
    if ours.cell == theirs.cell or ours.is_firebreak or theirs.is_firebreak:
        return  # no tile was laid face up, or both on the same spot
    if ours.value is None or ours.value > WATER:
        return
    own = good.seats[good.viewer].colours
    near, other = _men_beside(good, ours), _men_beside(bad, theirs)
    if near & set(own) and not other & set(own):
        yield _("lays the {value} beside its own men", value=ours.value)
    for number, seat in enumerate(good.seats):
        if number != good.viewer and other & set(seat.colours) and not near & set(seat.colours):
            who = seat_name(good, number)
            yield _("does not lay the {value} beside men of {who}", value=ours.value, who=who)
            return


def _men_beside(data: FeurioView, tile: Tile) -> set[str]:
    """The colours that stand beside a tile."""
    beside = neighbours(tile.cell)
    return set(chain.from_iterable(one.men for one in data.tiles if one.cell in beside))


def _prepared(good: FeurioView, bad: FeurioView) -> Iterator[str]:
    """What the next man can earn, as the table lies, if the other move has not earned as much at once."""
    colours = _colours_to_come(good, bad)
    best, other = _best_gain(good, colours), _best_gain(bad, colours)
    at_once = good.seats[good.viewer].score - bad.seats[bad.viewer].score
    if best >= A_PLACE and best > other and best + at_once > other:
        yield plural("prepares a man worth one point", "prepares a man worth {number} points", best)


def _best_gain(data: FeurioView, colours: Iterable[str]) -> int:
    gains = (_gain(data, colour, tile) for colour in colours for tile in _places(data, colour))
    return max(gains, default=0)


def _room_given(good: FeurioView, bad: FeurioView) -> Iterator[str]:
    """Tiles with room beside one's own areas."""
    colours = _colours_to_come(good, bad)
    more = _room(good, colours) - _room(bad, colours)
    if more > 0:
        yield plural(
            "gives its areas one tile more to grow to", "gives its areas {number} tiles more to grow to", more
        )


def _room_left(good: FeurioView, bad: FeurioView) -> Iterator[str]:
    """The same of the rival who loses most of them."""
    fewer = {
        seat: sum(
            _room(bad, colour) - _room(good, colour)
            for rival, colour in _rival_colours(good)
            if rival == seat
        )
        for seat in range(len(good.seats))
    }
    rival = max(fewer, key=lambda seat: fewer[seat])
    if fewer[rival] > 0:
        yield plural(
            "leaves {who} one tile fewer to grow to",
            "leaves {who} {number} tiles fewer to grow to",
            fewer[rival],
            who=seat_name(good, rival),
        )


def _room(data: FeurioView, colours: Iterable[str]) -> int:
    """How many tiles beside the areas of *colours* have room for a first man."""
    return sum(colour in _men_beside(data, tile) for colour in colours for tile in _places(data, colour))


def _men_left(data: FeurioView) -> int:
    return sum(data.seats[data.viewer].reserve.values())


def _free_sides(data: FeurioView) -> int:
    cells = {cell for area in _own_areas(data) for cell in area.cells}
    return sum(tile.free_sides for tile in data.tiles if tile.cell in cells)


def _where(data: FeurioView, cell: Cell) -> str:
    """About where on the table a tile lies."""
    places = {tile.cell: (tile.cell[0] + tile.cell[1] / 2, tile.cell[1]) for tile in data.tiles}
    aside, down = (
        places[cell][axis] - sum(place[axis] for place in places.values()) / len(places) for axis in (0, 1)
    )
    if max(abs(aside), abs(down)) < ASIDE:
        return _("in the middle")
    if abs(aside) >= abs(down):
        return _("at the left") if aside < 0 else _("at the right")
    return _("at the top") if down < 0 else _("at the bottom")


# With a goal that all share (F26)


def _together(before: FeurioView, good: FeurioView, bad: FeurioView) -> Iterator[str]:
    rows = list(zip(good.progress, bad.progress, strict=True))
    for ours, theirs in rows:
        if ours.reaches_water and not theirs.reaches_water:
            yield _("keeps {colour} at open water", colour=colour_name(ours.colour))
    for ours, theirs in rows:
        if ours.areas < theirs.areas > 1:
            yield _("keeps {colour} in fewer areas", colour=colour_name(ours.colour))
    more = sum(ours.placed - theirs.placed for ours, theirs in rows)
    if more > 0:
        yield plural("gets one man more out", "gets {number} men more out", more)
    if more < 0:
        yield plural("saves a man", "saves {number} men", -more)
    yield from _way_to_water(good, bad)
    yield from _ones_open(good, bad)
    yield from _not_begun(before, good, bad)
    yield from _colour_helped(good, bad)
    if more == 0:
        yield from _hurried(before, good, bad)


def _left(data: FeurioView, colour: str) -> int:
    """The men of a colour that are still to come, whoever holds them."""
    return sum(seat.reserve.get(colour, 0) for seat in data.seats)


def _way_to_water(good: FeurioView, bad: FeurioView) -> Iterator[str]:
    """A colour without water for which there is some beside its men, with room for one (F26)."""
    for ours, theirs in zip(good.progress, bad.progress, strict=True):
        dry = not ours.reaches_water and not theirs.reaches_water and _left(good, ours.colour)
        if dry and _water_beside(good, ours.colour) and not _water_beside(bad, ours.colour):
            yield _("brings {colour} next to open water", colour=colour_name(ours.colour))
            return


def _water_beside(data: FeurioView, colour: str) -> bool:
    return any(tile.value == 1 and colour in _men_beside(data, tile) for tile in _places(data, colour))


def _ones_open(good: FeurioView, bad: FeurioView) -> Iterator[str]:
    """Tiles of value 1 with a free side: each of the four colours needs one of its own (F2, F26)."""
    ours, theirs = (
        [tile.free_sides for tile in data.tiles if tile.value == 1 and tile.free_sides]
        for data in (good, bad)
    )
    if len(ours) > len(theirs):
        yield _("keeps one more 1 open")
    elif len(ours) == len(theirs) and sum(ours) > sum(theirs):
        yield _("leaves the 1s more free sides")


def _not_begun(before: FeurioView, good: FeurioView, bad: FeurioView) -> Iterator[str]:
    """A colour that can still begin anywhere: all its men must find their way to where the first stands."""
    for then, ours, theirs in zip(before.progress, good.progress, bad.progress, strict=True):
        if not then.placed and not ours.placed and theirs.placed:
            yield _("leaves open where {colour} begins", colour=colour_name(then.colour))


def _colour_helped(good: FeurioView, bad: FeurioView) -> Iterator[str]:
    """The colour with men to come that has most more tiles to grow to."""
    more = {
        row.colour: _room(good, row.colour) - _room(bad, row.colour)
        for row in good.progress
        if _left(good, row.colour)
    }
    colour = max(more, key=lambda letter: more[letter], default="")
    if colour and more[colour] > 0:
        yield plural(
            "gives {colour} one tile more to grow to",
            "gives {colour} {number} tiles more to grow to",
            more[colour],
            colour=colour_name(colour),
        )


def _hurried(before: FeurioView, good: FeurioView, bad: FeurioView) -> Iterator[str]:
    """Men of the colour that has more of them left (F26: all must be out)."""
    sent, other = (_sent(before, after) for after in (good, bad))
    if sent and other and _left(before, sent) > _left(before, other):
        values = {"colour": colour_name(sent), "other": colour_name(other)}
        yield _("sends men of {colour}, which has more left than {other}", **values)


def _sent(before: FeurioView, after: FeurioView) -> str:
    """The colour whose men were put; empty if none were."""
    rows = zip(before.progress, after.progress, strict=True)
    return next((now.colour for then, now in rows if now.placed > then.placed), "")
