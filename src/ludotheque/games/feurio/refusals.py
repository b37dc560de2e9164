"""Why a move of Feurio! is not legal, in a sentence with the rule's number."""

from ludotheque.core.contract import States
from ludotheque.core.errors import IllegalMove
from ludotheque.games.feurio.notation import COLOUR_LETTERS, coordinates, format_move, split
from ludotheque.games.feurio.rules import BREAK, LAY, PASS, TO_LAY
from ludotheque.games.feurio.view import FeurioView, Tile, describe

COLOUR_NAMES = dict(zip(COLOUR_LETTERS, ("green", "blue", "yellow", "red"), strict=True))


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
    place = coordinates(cell)
    if verb not in (LAY, BREAK):
        if laying:
            return "the drawn tile must be laid first", "F11"
        return _why_no_men(view, place, colour, men)
    if not laying:
        return "this is the time for men; write a colour and a number, or pass", "F12"
    if verb == BREAK and (why := _why_no_break(view, colour)):
        return why
    return _why_not_there(view, place)


def _why_no_break(view: FeurioView, colour: str) -> tuple[str, str] | None:
    if not view.firebreaks:
        return "this game is played without firebreaks", "F23"
    seat = view.seats[view.turn]
    if colour not in seat.colours:
        return f"only your own men can pay: {' or '.join(seat.colours)}", "F23, F24"
    if seat.reserve[colour] == 0:
        return f"no {COLOUR_NAMES[colour]} man is left to pay", "F24"
    return None


def _why_not_there(view: FeurioView, place: tuple[int, int]) -> tuple[str, str]:
    if any(tile.cell == place for tile in view.tiles):
        return "a tile lies there already", "F11"
    spots = " or ".join(f"{q},{r}" for q, r in view.hottest)
    return f"it is no hottest spot; the greatest sum, {view.heat}, is at {spots}", "F11"


def _why_no_men(view: FeurioView, place: tuple[int, int], colour: str, men: int) -> tuple[str, str]:
    reserve = view.seats[view.turn].reserve
    if colour not in reserve:
        return (
            f"seat {view.turn} has no {COLOUR_NAMES[colour]} men; it has {', '.join(reserve)}",
            "F16",
        )
    if reserve[colour] < men:
        return f"only {reserve[colour]} {COLOUR_NAMES[colour]} men are left", "F12"
    for tile in view.tiles:
        if tile.cell == place:
            return _why_tile_is_full(tile)
    return "no tile lies there", "F12"


def _why_tile_is_full(tile: Tile) -> tuple[str, str]:
    if tile.is_firebreak:
        return "a firebreak takes no men", "F25"
    standing = f"{_count(len(tile.men), 'man')} on it"
    if tile.free_sides < tile.spaces:
        return f"the tile has {_count(tile.free_sides, 'free side')} and {standing}", "F14"
    return f"the tile has {_count(tile.spaces, 'space')} and {standing}", "F13"


def _count(number: int, noun: str) -> str:
    words = {0: "no", 1: "one", 2: "two", 3: "three"}
    plural = {"man": "men"}.get(noun, f"{noun}s")
    return f"{words.get(number, number)} {noun if number == 1 else plural}"
