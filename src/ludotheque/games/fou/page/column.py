"""What stands beside the table of Fou!: the score sheet, the trick before, what has been played.

head, round:3, total, tens, own        the score sheet's lines, and what marks the viewer's column
before:0                                what seat 0 played to the trick before
out:G17                                 a card of the deck: played, in the viewer's hand, or still out
"""

from collections.abc import Iterator
from functools import lru_cache
from xml.sax.saxutils import escape

from ludotheque.drawing.svg import keyed, mark, number, text
from ludotheque.games.fou import words
from ludotheque.games.fou.language import _
from ludotheque.games.fou.page import art
from ludotheque.games.fou.page.board import Part, sign
from ludotheque.games.fou.view import Card, FouView, Seat

WIDTH = 290.0
SHEET_ROWS = 10  # rounds shown on the score sheet; those before share a line
ROW = 20.0
CROWDED = 5  # more players than this, and their names stand aslant
CHIPS = 13  # cards in a row of what has been played
CHIP = (20.6, 19.5)
BEFORE_SCALE = 0.46
BEFORE_ROW = 82.0
BEFORE_COLUMNS, BEFORE_COLUMN = 4, 72.5


# The score sheet


def sheet(data: FouView) -> Iterator[Part]:
    """What each round scored (O13, O14), the latest ones line by line; totals, and how many +10s."""
    y = _head_height(data)
    if data.viewer >= 0:
        yield "own", keyed("own", _own_column(data))
    yield "head", keyed("head", "".join(_names(data)))
    for key, name, row in _rows(data):
        yield key, keyed(key, _line(data, name, row, "cell"), at=(0, y))
        y += ROW
    rule = f'<path class="rule" d="M0-13.5H{number(WIDTH)}"/>'
    totals = _line(data, "Σ", [seat.total for seat in data.seats], "cell sum")
    yield "total", keyed("total", rule + totals, at=(0, y + 3))
    tens = [text(x, 0, seat.tens, f"cell head{_small(data)}") for x, seat in _each(data)]
    hint = _("How often each has scored +10; the sixth time ends the game [O16]")
    yield "tens", keyed("tens", text(0, 0, "+10 ×", "quiet") + "".join(tens), at=(0, y + 3 + ROW), hint=hint)


def sheet_height(data: FouView) -> float:
    """How much room the score sheet needs."""
    return _head_height(data) + ROW * (len(_rows(data)) + 1) + 12


def _head_height(data: FouView) -> float:
    return 74.0 if len(data.seats) > CROWDED else 36.0


def _small(data: FouView) -> str:
    return " small" if len(data.seats) > CROWDED + 1 else ""


def _column(data: FouView) -> float:
    return min(52.0, (WIDTH - 34) / len(data.seats))


def _each(data: FouView) -> list[tuple[float, Seat]]:
    """The seats, each with the right edge of its column."""
    most = len(data.seats) - 1
    return [(WIDTH - 6 - (most - k) * _column(data), seat) for k, seat in enumerate(data.seats)]


def _names(data: FouView) -> Iterator[str]:
    for k, (x, _seat) in enumerate(_each(data)):
        name = words.seat_name(data, k)
        told = f"<title>{escape(name)}</title>"
        if len(data.seats) > CROWDED:
            slanted = f'transform="translate({number(x - 4)} 56) rotate(50)"'
            yield f"<g {slanted}>{told}{text(0, 0, words.short(name, 9), 'slanted')}</g>"
        else:
            yield f"<g>{told}{text(x, 16, words.short(name, 6), 'cell head')}</g>"


def _rows(data: FouView) -> list[tuple[str, str, list[int]]]:
    """The lines of the sheet: key, name and scores; the rounds before those shown are added up in one."""
    shown = data.sheet[-SHEET_ROWS:]
    first = data.sheet_from + len(data.sheet) - len(shown)
    rows = [(f"round:{first + k}", str(first + k), list(row)) for k, row in enumerate(shown)]
    if first > 1:
        sums = [seat.total - sum(row[k] for row in shown) for k, seat in enumerate(data.seats)]
        rows.insert(0, ("round:earlier", f"1–{first - 1}", sums))
    return rows


def _line(data: FouView, name: str, scores: list[int], css: str) -> str:
    cells = [
        text(x, 0, words.signed(score), f"{css}{' plus' * (score > 0)}{_small(data)}")
        for (x, _seat), score in zip(_each(data), scores, strict=True)
    ]
    return text(0, 0, name, "quiet") + "".join(cells)


def _own_column(data: FouView) -> str:
    width = _column(data)
    x = _each(data)[data.viewer][0] - width + 5
    top = _head_height(data) - 15
    size = f'width="{number(width)}" height="{number(sheet_height(data) - top)}"'
    return f'<rect class="own-column" x="{number(x)}" y="{number(top)}" {size} rx="6"/>'


# The trick before


def before(data: FouView) -> Iterator[Part]:
    """The cards of the trick before, in the order played, with the winner's star and the Fool's cap."""
    if data.last_trick is None:
        return
    for k, play in enumerate(data.last_trick.plays):
        row, column = divmod(k, BEFORE_COLUMNS)
        wins, worst = play.seat == data.last_trick.winner, play.seat in data.last_trick.fools
        face = art.scaled(art.face(play.card), 0, 0, BEFORE_SCALE) + sign(wins, worst, BEFORE_SCALE)
        name = text(0, 41, words.short(words.seat_name(data, play.seat), 8), "told")
        at = (BEFORE_COLUMN * (column + 0.5), 35 + BEFORE_ROW * row)
        key = f"before:{play.seat}"
        yield key, keyed(key, face + name, at=at, hint=words.played_words(data, play))


def before_height(data: FouView) -> float:
    """How much room the trick before needs."""
    plays = len(data.last_trick.plays) if data.last_trick else 1
    return -(-plays // BEFORE_COLUMNS) * BEFORE_ROW


# What has been played


def played(data: FouView) -> Iterator[Part]:
    """All cards of the deck: those played are filled, the viewer's own ringed, the others are still out."""
    who = {card: seat for seat, about in enumerate(data.seats) for card in about.played if card != art.PLAIN}
    own = set(data.seats[data.viewer].hand) if data.viewer >= 0 else set()
    for key, card, x, y in _places(data.deck):
        if card == art.PLAIN:
            css, hint = _one(data, int(key.rsplit(":", 1)[1]))
        elif card in who:
            css, hint = "chip-gone", _played_by(data, card, who[card])
        else:
            css, hint = ("chip-mine", _yours(card)) if card in own else ("chip-out", _out(card))
        yield key, _chip(key, card, x, y, css, hint)


def played_height(deck: tuple[Card, ...]) -> float:
    """How much room the cards of the deck need, with a line that explains them."""
    return _places(deck)[-1][3] + 34


def played_ground(deck: tuple[Card, ...]) -> str:
    """The colours' marks before their cards, and what the chips mean."""
    first = {card[0]: y for _key, card, _x, y in reversed(_places(deck))}
    marks = "".join(mark(letter, 8, y, 6) for letter, y in first.items() if letter != art.PLAIN)
    legend = _("filled: played · ringed: yours · open: still out")
    return marks + text(2, played_height(deck) - 6, legend, "legend")


@lru_cache(16)
def _places(deck: tuple[Card, ...]) -> list[tuple[str, Card, float, float]]:
    """Key, card and place of every chip; a new line for each colour, the 1s last."""
    places, y = [], 12.0
    for letter in "GRYB1":
        cards = [card for card in deck if card[0] == letter]
        for k, card in enumerate(cards):
            key = f"out:{card}:{k}" if letter == art.PLAIN else f"out:{card}"
            places.append((key, card, 28 + k % CHIPS * CHIP[0], y + k // CHIPS * CHIP[1]))
        y += -(-len(cards) // CHIPS) * CHIP[1] + 4
    return places


def _one(data: FouView, k: int) -> tuple[str, str]:
    """The look of one of the 1s: the first ones are those that were played."""
    gone = sum(about.played.count(art.PLAIN) for about in data.seats)
    own = data.seats[data.viewer].hand.count(art.PLAIN) if data.viewer >= 0 else 0
    if k < gone:
        return "chip-gone", _("{card}: played", card=words.card_label(art.PLAIN))
    return ("chip-mine", _yours(art.PLAIN)) if k < gone + own else ("chip-out", _out(art.PLAIN))


def _played_by(data: FouView, card: Card, seat: int) -> str:
    label = words.card_label(card)
    if seat == data.viewer:
        return _("{card}: played by you", card=label)
    return _("{card}: played by {who}", card=label, who=words.within(seat))


def _yours(card: Card) -> str:
    return _("{card}: in your hand", card=words.card_label(card))


def _out(card: Card) -> str:
    return _("{card}: still out", card=words.card_label(card))


@lru_cache(4096)
def _chip(key: str, card: Card, x: float, y: float, css: str, hint: str) -> str:
    content = f'<rect class="chip" x="-9" y="-8.5" width="18" height="17" rx="4"/>{_chip_number(card)}'
    letter = "" if card == art.PLAIN else f" {card[0]}"
    return keyed(key, content, at=(x, y), css=f"{css}{letter}", hint=hint)


def _chip_number(card: Card) -> str:
    return text(0, 4, card[1:] or card, "chip-number")
