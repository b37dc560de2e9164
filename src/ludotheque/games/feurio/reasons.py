"""Why one move of Feurio! is better than another, from what both leave on the table."""

from collections.abc import Iterator
from itertools import islice

from ludotheque.core.view import View
from ludotheque.core.worlds import data_after
from ludotheque.games.feurio.language import _, plural
from ludotheque.games.feurio.view import Area, Cell, FeurioView
from ludotheque.games.feurio.words import colour_name, seat_name
from ludotheque.i18n.words import listed

MOST = 2  # reasons at once
ASIDE = 0.5  # tiles from the middle that are a side of the table


def why(view: View, better: str, other: str, /) -> str:
    """What *better* keeps, earns or takes that *other* does not."""
    good: FeurioView = data_after(view, better)
    bad: FeurioView = data_after(view, other)
    found = _versus(good, bad) if good.mode == "versus" else _together(good, bad)
    reasons = list(islice(found, MOST))
    return listed(reasons) if reasons else ""


# Against each other


def _versus(good: FeurioView, bad: FeurioView) -> Iterator[str]:
    yield from _side_kept(good, bad)
    more = good.seats[good.viewer].score - bad.seats[good.viewer].score
    if more > 0:
        yield plural("is worth one point more at once", "is worth {number} points more at once", more)
    yield from _taken(good, bad)
    saved = _men_left(good) - _men_left(bad)
    if saved > 0:
        yield plural("saves a man", "saves {number} men", saved)
    if _free_sides(good) > _free_sides(bad):
        yield _("leaves its areas more free sides")


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


def _together(good: FeurioView, bad: FeurioView) -> Iterator[str]:
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
