"""The moves of Feurio! as the page offers them: where to click, in words, and what each would bring."""

from cmath import phase
from collections.abc import Iterator, Sequence
from math import sqrt, tau

from ludotheque.core.move import Move
from ludotheque.core.page import Choice
from ludotheque.core.view import View
from ludotheque.games.feurio import rules, words
from ludotheque.games.feurio.language import _
from ludotheque.games.feurio.notation import coordinates, parse_move, split
from ludotheque.games.feurio.page.log import consequences
from ludotheque.games.feurio.rules import LAY, MEN, PASS
from ludotheque.games.feurio.view import Cell, FeurioView, describe
from ludotheque.games.feurio.words import men_of, place
from ludotheque.i18n.words import capitalised

CENTRAL = 0.3  # cells from the middle of several that are no side of it


def choices(view: View) -> list[Choice]:
    """The legal moves, tile by tile from the top, each with what it does there; a pass comes last."""
    return [_choice(view.data, move) for move in sorted(view.moves(), key=_reading_order)]


def _reading_order(move: Move) -> tuple[bool, int, int, int]:
    q, r = coordinates(move.code % rules.CELLS)
    return move.code == PASS, r, q, move.code


def _choice(data: FeurioView, move: Move) -> Choice:
    if move.code == PASS:
        return Choice(str(move), label(data, str(move)))
    verb, cell, colour, men = split(move.code)
    where = place(coordinates(cell))
    if verb == MEN:
        return Choice(str(move), capitalised(men_of(colour, men)), f"tile:{where}")
    return Choice(str(move), _laid_here(data, verb, colour), f"spot:{where}")


def _laid_here(data: FeurioView, verb: int, colour: str) -> str:
    if verb == LAY:
        return _("Lay the {value} here", value=data.drawn)
    return _("Face down as a firebreak, for {men}", men=men_of(colour, 1))


def label(data: FeurioView, move: str) -> str:
    """A move in words; where it goes is seen."""
    code = parse_move(move)
    if code == PASS:
        return _("Pass") if data.phase == "finish" else _("Place no men")
    verb, number, colour, men = split(code)
    cell = coordinates(number)
    if verb == MEN:
        return capitalised(_on_tile(data, cell, men_of(colour, men)))
    if verb == LAY:
        return _lay_it(data)
    return _("Firebreak, for {men}", men=men_of(colour, 1))


def _on_tile(data: FeurioView, cell: Cell, men: str) -> str:
    value = data.tile(cell).value
    return _("{men} on the {value}", men=men, value=value)


def _lay_it(data: FeurioView) -> str:
    return _("Lay the tile") if data.drawn is None else _("Lay the {value}", value=data.drawn)


def told_apart(data: FeurioView, moves: Sequence[str]) -> list[str]:
    """Equal moves at several cells, each with where its cell lies beside the others."""
    places = [_drawn_at(coordinates(split(parse_move(move))[1])) for move in moves]
    middle = sum(places) / len(places)
    return [
        _("{label} {where}", label=label(data, move), where=_whereabouts(place - middle))
        for move, place in zip(moves, places, strict=True)
    ]


def _drawn_at(cell: Cell) -> complex:
    """The middle of a cell on the table, a row of cells being √¾ as high as a cell is wide."""
    q, r = cell
    return complex(q + r / 2, r * sqrt(0.75))


def _whereabouts(away: complex) -> str:
    """About where something lies that is so far from the middle, by eight directions."""
    if abs(away) < CENTRAL:
        return _("in the middle")
    return [
        _("at the right"),
        _("at the bottom right"),
        _("at the bottom"),
        _("at the bottom left"),
        _("at the left"),
        _("at the top left"),
        _("at the top"),
        _("at the top right"),
    ][round(phase(away) / (tau / 8)) % 8]


# What would happen


def preview(view: View, move: str) -> str:
    """What a legal move would bring at once, from what its seat knows."""
    if move not in map(str, view.moves()) or move == "pass":
        return ""
    states, code = view.states(), parse_move(move)
    rules.play(states, 0, code)
    before, after = view.data, describe(states, 0, view.seat)
    sentences = [*_area_made(after, code), *consequences(before, after)]
    return " ".join(sentences) or _("Nothing changes in the count at once.")


def _area_made(after: FeurioView, code: int) -> Iterator[str]:
    """The area that men sent by a move would be part of."""
    verb, number, colour, _men = split(code)
    if verb != MEN:
        return
    for area in after.areas:
        if area.colour == colour and coordinates(number) in area.cells:
            if after.mode == "versus":
                yield words.area_words(area)
            else:
                yield words.progress_words(next(row for row in after.progress if row.colour == colour)) + "."


def attempt(data: FeurioView, part: str) -> str:
    """A tile means men, or the tile drawn; a spot means that tile."""
    kind, _colon, place = part.partition(":")
    if kind not in ("tile", "spot"):
        return ""
    if kind == "spot" or data.phase == "lay":
        return f"lay {place}"
    reserve = data.seats[data.viewer].reserve
    colour = next((letter for letter, men in reserve.items() if men), next(iter(reserve)))
    return f"{colour}1 {place}"
