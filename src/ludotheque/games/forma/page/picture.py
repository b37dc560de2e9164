"""A table of Forma as one SVG, drawn from a view: the board on the left, a card for each seat on the right.

prompt           what to do now, in a line
seat:0           a player: points by the five ways, and the rack
...              the parts of board.py
"""

from collections.abc import Iterator
from functools import cache

from ludotheque.drawing.svg import document, keyed, number, piece, text
from ludotheque.games.forma import words
from ludotheque.games.forma.language import _
from ludotheque.games.forma.page import art
from ludotheque.games.forma.page.art import CSS, Part, Rack
from ludotheque.games.forma.page.board import BOARD, BOTTOM, LEFT, TOP, parts
from ludotheque.games.forma.view import FormaView, Seat
from ludotheque.games.forma.words import SEAT_LETTERS
from ludotheque.i18n.language import called
from ludotheque.i18n.words import with_minus

SIZE = (1080, 720)
CARD, CARD_WIDTH = 702.0, 358.0
LARGE, SMALL = Rack(12.0, CARD_WIDTH - 28, 15.0), Rack(7.4, CARD_WIDTH - 28, 9.5)  # two seats, or four


def picture(data: FormaView, /, *, theme: str = "auto") -> str:
    """The table as an SVG document; theme auto (follows the reader's system), light or dark."""
    head = keyed("prompt", text(LEFT, 30, words.prompt(data), "prompt"))
    body = "".join(fragment for some in (parts(data).items(), _seat_parts(data)) for _key, fragment in some)
    desc = words.describe(data)
    return document(
        "forma", f"{head}{BOARD}{body}", size=SIZE, title="Forma", desc=desc, css=CSS, theme=theme
    )


def _seat_parts(data: FormaView) -> Iterator[Part]:
    """A card for each seat, one below the other."""
    room = (BOTTOM - TOP + 8) / len(data.seats)
    for k, seat in enumerate(data.seats):
        yield f"seat:{k}", _seat_card(data, k, seat, TOP + k * room, room - 8)


def _seat_card(data: FormaView, k: int, seat: Seat, y: float, height: float) -> str:
    """A player: who, points by the five ways, the rack."""
    letter = SEAT_LETTERS[k]
    large = len(data.seats) == 2
    star = text(CARD_WIDTH - 78 - 10 * (abs(seat.score) > 99), 29, "★", "star") if k in data.winners else ""
    rack = "".join(_rack_parts(seat, LARGE if large else SMALL, 14.0, 106.0 if large else 86.0))
    body = (
        f'<rect class="card" width="{number(CARD_WIDTH)}" height="{number(height)}" rx="8"/>'
        f"{piece(letter, 22, 22, 9)}{text(40, 27, _who(data, k), 'who')}{star}"
        f"{text(CARD_WIDTH - 14, 31, with_minus(seat.score), 'score')}"
        f"{''.join(_way_parts(seat, 68.0 if large else 54.0))}"
        f'<g class="rack">{rack}</g>'
    )
    css = f"{letter} turn" if k == data.turn else letter
    return keyed(f"seat:{k}", body, at=(CARD, y), css=css)


def _who(data: FormaView, k: int) -> str:
    """A player as a card is headed: a name, or the colour and the seat."""
    who = called(k) or _("{colour} · seat {seat}", colour=words.colour_name(k), seat=k)
    return _("{who} · you", who=who) if k == data.viewer else who


def _way_parts(seat: Seat, y: float) -> Iterator[str]:
    """Points by the five ways and what is left over, side by side."""
    for k, (label, points) in enumerate(words.ways(seat)):
        x = 36 + k * (CARD_WIDTH - 72) / 5
        yield text(x, y, with_minus(points), "points" if points else "points none")
        yield text(x, y + 13, label, "way")


def _rack_parts(seat: Seat, rack: Rack, x: float, y: float) -> Iterator[str]:
    """All elements by size; those no longer held are left as empty outlines, the lost ones crossed out."""
    yield f'<g transform="translate({number(x)} {number(y)})">{rack.empty}'
    for element, held in seat.rack.items():
        yield _rack_element(rack, element, held)
    for element in seat.lost:
        yield _rack_cross(rack, element)
    yield "</g>"


@cache
def _rack_element(rack: Rack, element: str, held: int) -> str:
    x, y = rack.places[element]
    body = f"<title>{element}</title>{art.small(element, rack.pitch, held)}"
    return f'<g transform="translate({number(x)} {number(y)})">{body}</g>'


@cache
def _rack_cross(rack: Rack, element: str) -> str:
    x, y = rack.places[element]
    return f'<g transform="translate({number(x)} {number(y)})">{art.crossed_out(element, rack.pitch)}</g>'
