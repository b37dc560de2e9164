"""Why a move of Feurio! is not legal, in a sentence with the rule's number."""

from ludotheque.core.errors import IllegalMove
from ludotheque.engine.contract import States
from ludotheque.games.feurio.language import _, plural
from ludotheque.games.feurio.notation import coordinates, format_move, split
from ludotheque.games.feurio.rules import BREAK, LAY, PASS, TO_LAY
from ludotheque.games.feurio.view import Cell, FeurioView, Tile, describe
from ludotheque.games.feurio.words import men_of, place, sides_words, spelled
from ludotheque.i18n.words import either


def refusal(states: States, i: int, code: int) -> IllegalMove:
    """The reason why this move is not legal now."""
    view = describe(states, i, int(states[i]["seat"]))
    if code == PASS:
        why, rule = _lay_first()
    else:
        why, rule = _reason(view, code, laying=states[i]["phase"] == TO_LAY)
    return IllegalMove(format_move(code), why=why, rule=rule)


def _reason(view: FeurioView, code: int, *, laying: bool) -> tuple[str, str]:
    verb, cell, colour, men = split(code)
    where = coordinates(cell)
    if verb not in (LAY, BREAK):
        if laying:
            return _lay_first()
        return _why_no_men(view, where, colour, men)
    if not laying:
        return _("it is time to place men; write a colour and a number, or pass"), "F12"
    if verb == BREAK and (why := _why_no_break(view, colour)):
        return why
    return _why_not_there(view, where)


def _lay_first() -> tuple[str, str]:
    return _("the drawn tile must be laid first"), "F11"


def _why_no_break(view: FeurioView, colour: str) -> tuple[str, str] | None:
    if not view.firebreaks:
        return _("this game is played without firebreaks"), "F23"
    seat = view.seats[view.turn]
    if colour not in seat.colours:
        return _("only your own men can pay: {letters}", letters=either(seat.colours)), "F23, F24"
    if seat.reserve[colour] == 0:
        return _("{men} are left to pay", men=men_of(colour, 0)), "F24"
    return None


def _why_not_there(view: FeurioView, where: Cell) -> tuple[str, str]:
    if any(tile.cell == where for tile in view.tiles):
        return _("a tile lies there already"), "F11"
    spots = either([place(cell) for cell in view.hottest])
    why = _("it is not one of the hottest spots; the greatest sum, {heat}, is at {spots}",
            heat=view.heat, spots=spots)  # fmt: skip
    return why, "F11"


def _why_no_men(view: FeurioView, where: Cell, colour: str, men: int) -> tuple[str, str]:
    reserve = view.seats[view.turn].reserve
    if colour not in reserve:
        letters = ", ".join(reserve)
        return _("you have {men}; yours are {letters}", men=men_of(colour, 0), letters=letters), "F16"
    if reserve[colour] < men:
        return _too_few(colour, reserve[colour]), "F12"
    for tile in view.tiles:
        if tile.cell == where:
            return _why_tile_is_full(tile)
    return _("no tile lies there"), "F12"


def _too_few(colour: str, left: int) -> str:
    if left == 0:
        return _("{men} are left", men=men_of(colour, 0))
    return plural("only {men} is left", "only {men} are left", left, men=men_of(colour, left))


def _why_tile_is_full(tile: Tile) -> tuple[str, str]:
    if tile.is_firebreak:
        return _("a firebreak takes no men"), "F25"
    standing = _standing(len(tile.men))
    if tile.free_sides < tile.spaces:
        sides = sides_words(tile.free_sides)
        return _("the tile has {sides} and {men} on it", sides=sides, men=standing), "F14"
    why = plural(
        "the tile has one space and {men} on it", "the tile has {number} spaces and {men} on it",
        tile.spaces, number=spelled(tile.spaces), men=standing,
    )  # fmt: skip
    return why, "F13"


def _standing(men: int) -> str:
    if men == 0:
        return _("no men")
    return plural("one man", "{number} men", men, number=spelled(men))
