"""Why a move of Feurio! is not legal, in a sentence with the rule's number."""

from ludotheque.core.contract import States
from ludotheque.core.errors import IllegalMove
from ludotheque.core.palette import COLOURS
from ludotheque.games.feurio.notation import coordinates, format_move, split
from ludotheque.games.feurio.rules import BREAK, LAY, PASS, TO_LAY
from ludotheque.games.feurio.view import Cell, FeurioView, Tile, describe
from ludotheque.games.feurio.words import count, place

_NAMES = {letter: colour.name.lower() for letter, colour in COLOURS.items()}


def refusal(states: States, i: int, code: int) -> IllegalMove:
    """The reason why this move is not legal now."""
    view = describe(states, i, int(states[i]["seat"]))
    if code == PASS:
        why, rule = "the drawn tile must be laid first", "F11"
    else:
        why, rule = _reason(view, code, laying=states[i]["phase"] == TO_LAY)
    return IllegalMove(format_move(code), why=why, rule=rule)


def _reason(view: FeurioView, code: int, *, laying: bool) -> tuple[str, str]:
    verb, cell, colour, men = split(code)
    where = coordinates(cell)
    if verb not in (LAY, BREAK):
        if laying:
            return "the drawn tile must be laid first", "F11"
        return _why_no_men(view, where, colour, men)
    if not laying:
        return "this is the time for men; write a colour and a number, or pass", "F12"
    if verb == BREAK and (why := _why_no_break(view, colour)):
        return why
    return _why_not_there(view, where)


def _why_no_break(view: FeurioView, colour: str) -> tuple[str, str] | None:
    if not view.firebreaks:
        return "this game is played without firebreaks", "F23"
    seat = view.seats[view.turn]
    if colour not in seat.colours:
        return f"only your own men can pay: {' or '.join(seat.colours)}", "F23, F24"
    if seat.reserve[colour] == 0:
        return f"no {_NAMES[colour]} man is left to pay", "F24"
    return None


def _why_not_there(view: FeurioView, where: Cell) -> tuple[str, str]:
    if any(tile.cell == where for tile in view.tiles):
        return "a tile lies there already", "F11"
    spots = " or ".join(map(place, view.hottest))
    return f"it is no hottest spot; the greatest sum, {view.heat}, is at {spots}", "F11"


def _why_no_men(view: FeurioView, where: Cell, colour: str, men: int) -> tuple[str, str]:
    reserve = view.seats[view.turn].reserve
    if colour not in reserve:
        return (
            f"seat {view.turn} has no {_NAMES[colour]} men; it has {', '.join(reserve)}",
            "F16",
        )
    if reserve[colour] < men:
        left = count(reserve[colour], f"{_NAMES[colour]} man is", f"{_NAMES[colour]} men are")
        return f"{'only ' if reserve[colour] else ''}{left} left", "F12"
    for tile in view.tiles:
        if tile.cell == where:
            return _why_tile_is_full(tile)
    return "no tile lies there", "F12"


def _why_tile_is_full(tile: Tile) -> tuple[str, str]:
    if tile.is_firebreak:
        return "a firebreak takes no men", "F25"
    standing = f"{count(len(tile.men), 'man', 'men')} on it"
    if tile.free_sides < tile.spaces:
        return f"the tile has {count(tile.free_sides, 'free side', 'free sides')} and {standing}", "F14"
    return f"the tile has {count(tile.spaces, 'space', 'spaces')} and {standing}", "F13"
