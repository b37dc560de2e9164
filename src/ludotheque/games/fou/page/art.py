"""The drawings of Fou!: cards with a pattern for each colour, card backs, the Fool's cap. No rules here."""

from functools import cache
from pathlib import Path

from ludotheque.drawing.palette import COLOURS
from ludotheque.drawing.shapes import Shapes
from ludotheque.drawing.svg import mark, number, stylesheet, text
from ludotheque.games.fou.cards import MOST_HAND
from ludotheque.games.fou.notation import CARD_NAMES

_SHAPES = Shapes("fou")
SHAPES = _SHAPES.markup  # by name; all are added below
CSS = stylesheet(Path(__file__).with_name("style.css"))
WIDTH, HEIGHT = 76.0, 110.0  # of a card at full size, drawn around (0, 0)
PLAIN = "1"  # the card without a colour
BADGE = (98.0, 40.0)  # width and height of a player's badge on the board
LED_AT = (220.0, 191.0)  # where the mark of the colour that was led stands on the board
CARD_SCALES = (0.72, 0.6, 0.46)  # of cards in a trick, in one of many players, in the previous one
BACK_STEP = 2.4  # from card to card of a hand from behind

# Where the colour's shape is repeated on a card's field.
_PATTERN = (*((x, y) for y in (-24.0, 0.0, 24.0) for x in (-16.0, 16.0)), (0.0, -12.0), (0.0, 12.0))
_QUARTERS = {"G": (-10.5, -10.5), "R": (10.5, -10.5), "Y": (-10.5, 10.5), "B": (10.5, 10.5)}

CAP = _SHAPES.add(  # a jester's cap about 40 wide, its band around y = 0
    "cap",
    '<path class="cap-left" d="M-13 0C-15-10-22-12-26-6C-25-19-12-22-5-13C-6-8-6-4-6 0Z"/>'
    '<path class="cap-right" d="M13 0C15-10 22-12 26-6C25-19 12-22 5-13C6-8 6-4 6 0Z"/>'
    '<path class="cap-middle" d="M-7 0C-9-12-6-20 0-27C6-20 9-12 7 0Z"/>'
    '<rect class="cap-band" x="-14.5" y="-2" width="29" height="7" rx="3.5"/>'
    '<circle class="bell" cx="-26" cy="-4" r="3.6"/><circle class="bell" cx="26" cy="-4" r="3.6"/>'
    '<circle class="bell" cx="0" cy="-28" r="3.6"/>',
)
CAST = _SHAPES.add("cast", '<rect class="cast" x="-38" y="-55" width="76" height="110" rx="8"/>')  # a shadow
_STAR = "M0-8L2.3-2.9L7.8-2.4L3.6 1.2L4.9 6.6L0 3.8L-4.9 6.6L-3.6 1.2L-7.8-2.4L-2.3-2.9Z"


@cache
def face(card: str) -> str:
    """The front of a card: its number in two corners, and the pattern of its colour."""
    letter = "plain" if card == PLAIN else card[0]
    corner = _SHAPES.add(f"index:{card}", _index(card))
    return _SHAPES.add(
        card,
        f'<g class="face {letter}">{_STOCK}'
        '<rect class="field" x="-27" y="-38" width="54" height="76" rx="6"/>'
        f'{_pattern(card[0])}{corner}<g transform="rotate(180)">{corner}</g></g>',
    )


def _blank(css: str) -> str:
    return (
        f'<rect class="{css}" x="{number(-WIDTH / 2)}" y="{number(-HEIGHT / 2)}"'
        f' width="{number(WIDTH)}" height="{number(HEIGHT)}" rx="8"/>'
    )


def _index(card: str) -> str:
    """The number in the upper left corner, on a plate so that the pattern does not disturb it."""
    value = card if card == PLAIN else card[1:]
    width = 27 if len(value) == 1 else 40
    plate = f'<rect class="plate" x="-37" y="-54" width="{width}" height="33" rx="7"/>'
    bar = '<path class="bar" d="M-28.5-25.5h12"/>' if value in ("6", "9") else ""  # which way up?
    return plate + text(-36 + width / 2, -29.5, value, "index") + bar


@cache
def _pattern(letter: str) -> str:
    if letter == PLAIN:  # all four colours: it counts as any of them (O7)
        return "".join(mark(one, x, y, 8.5) for one, (x, y) in _QUARTERS.items())
    return _SHAPES.add(f"pattern:{letter}", "".join(mark(letter, x, y, 7.5, "motif") for x, y in _PATTERN))


@cache
def back() -> str:
    """The back of a card."""
    lozenges = "".join(f"M{x} {y - 9}l6 9l-6 9l-6-9z" for y in (-32, -11, 11, 32) for x in (-19, 0, 19))
    return _SHAPES.add("back", f'<g class="back">{_STOCK}<path class="lozenges" d="{lozenges}"/></g>')


def scaled(content: str, x: float, y: float, scale: float, turn: float = 0.0) -> str:
    """A drawing put somewhere, smaller or larger, turned clockwise by so many degrees."""
    turned = f" rotate({number(turn)})" if turn else ""
    return f'<g transform="translate({number(x)} {number(y)}){turned} scale({scale:.2f})">{content}</g>'


def cap(x: float, y: float, scale: float = 1.0, turn: float = 0.0) -> str:
    """The Fool's cap."""
    return f'<g class="cap">{scaled(CAP, x, y, scale, turn)}</g>'


@cache
def backs(cards: int, x: float, y: float) -> str:
    """The cards in a hand from behind, closely fanned, the first at (x, y)."""
    fan = "".join(scaled(back(), x + BACK_STEP * k, y, 0.17) for k in range(cards))
    return _SHAPES.add(f"backs:{cards}:{number(x)}", fan)


def badge_fan(cards: int) -> str:
    """The cards of a player on the badge."""
    return backs(cards, BADGE[0] / 2 - 10 - BACK_STEP * (cards - 1) / 2, 28)


def strip_fan(cards: int) -> str:
    """The cards of a player on the strip beside a name."""
    return backs(cards, 36, 16)


_STOCK = _SHAPES.add("stock", _blank("stock"))
for _card in CARD_NAMES.values():
    face(_card)
for _cards in range(MOST_HAND + 1):
    badge_fan(_cards)
    strip_fan(_cards)


def star(x: float, y: float) -> str:
    """The mark of a winner."""
    return f'<path class="star" d="{_STAR}" transform="translate({number(x)} {number(y)})"/>'


@cache
def sign(wins: bool, worst: bool, scale: float) -> str:
    """On a card of some size: a star if it wins, a cap if it is the worst (O9, O10)."""
    if not wins and not worst:
        return ""
    x, y = WIDTH / 2 * scale - 5, -HEIGHT / 2 * scale + 4
    signs = (star(x, y) if wins else "") + (cap(x - 6, y + 2, 0.62, 14) if worst else "")
    return _SHAPES.add(f"sign{wins:d}{worst:d}:{scale}", signs)


@cache
def shadow(scale: float) -> str:
    """The shadow of a card of some size that lies on the table."""
    return _SHAPES.add(f"cast:{scale}", scaled(CAST, 1, 3, scale))


BADGE_BACK = _SHAPES.add(
    "badge", f'<rect class="badge" width="{number(BADGE[0])}" height="{number(BADGE[1])}" rx="9"/>'
)
TEN_LABEL = _SHAPES.add("ten", text(110, 20, "+10", "quiet last-digit"))
LED = {letter: _SHAPES.add(f"led:{letter}", mark(letter, *LED_AT, 17)) for letter in COLOURS}
for _scale in CARD_SCALES:
    shadow(_scale)
    for _worst in (False, True):
        sign(True, _worst, _scale)
    sign(False, True, _scale)
