"""A table of Fou! as SVG, drawn from a view: it can show no more than that view knows.

The viewer sits at the bottom, the others clockwise around the table; a spectator sees seat 0 there. Each
part that can change is one function here:

    prompt           what to do now, in a line
    seat:0           a player: cards, discs, points      asked    the trick colour, or how the last trick went
    card:G17         a card in the trick or in the viewer's hand, where it goes on the same key
    last:0           the card a seat played to the trick before, while the next is empty
    left:0           what a seat had left when the game ended
    sheet            what each round scored              played   which cards are out (O12)
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence

from ludotheque.core.palette import COLOURS
from ludotheque.core.svg import document, keyed, mark, number, text
from ludotheque.games.fou import art, words
from ludotheque.games.fou.style import CSS
from ludotheque.games.fou.view import Card, FouView

SIZE = (1080, 720)
MIDDLE = (386.0, 268.0)  # of the table
TABLE = (258.0, 150.0)  # half its width and height
SEATS = (292.0, 186.0)  # how far from the middle the seats are
TRICK = (172.0, 98.0)  # and the cards they play
BADGE = (150.0, 54.0)

LEFT_Y = 520.0  # the first row of what was left in the hands
LEFT_SCALE = 0.38

HAND_Y = 620.0  # the middle of the hand's middle card
HAND_RADIUS = 1400.0  # of the arc that the hand is fanned along
LIFT = 22.0  # of a playable card

PANEL = 770.0  # left edge of the column
PANEL_WIDTH = 290.0
SHEET_ROWS = 11  # rounds shown on the score sheet
CHIPS = 13  # cards in a row of what has been played
MOST_TENS = 6  # (O16)


def draw(data: FouView, /, *, theme: str = "auto") -> str:
    """The table as an SVG document; theme auto (follows the reader's system), light or dark."""
    parts = (prompt_part(data), _felt(), asked_part(data), *seat_parts(data), *trick_parts(data))
    below = left_parts(data) if data.phase == "over" else hand_parts(data)
    body = "".join((*parts, *below, sheet_part(data), played_part(data)))
    desc = words.describe(data)
    return document("fou", body, size=SIZE, title="Fou!", desc=desc, css=CSS, theme=theme)


def prompt_part(data: FouView) -> str:
    """What to do now, in a line."""
    return keyed("prompt", text(24, 36, words.prompt(data), "prompt"))


# The table


def _felt() -> str:
    (x, y), (rx, ry) = MIDDLE, TABLE
    return "".join(
        f'<ellipse class="{css}" cx="{number(x)}" cy="{number(y)}" rx="{number(rx - inset)}"'
        f' ry="{number(ry - inset)}"/>'
        for css, inset in (("felt", 0), ("felt-line", 10))
    )


def around(data: FouView, seat: int, reach: tuple[float, float]) -> tuple[float, float]:
    """A place in front of a seat: the viewer's at the bottom, the others clockwise from there."""
    steps = (seat - max(data.viewer, 0)) % len(data.seats)
    angle = math.tau * (0.25 + steps / len(data.seats))
    return MIDDLE[0] + reach[0] * math.cos(angle), MIDDLE[1] + reach[1] * math.sin(angle)


def asked_part(data: FouView) -> str:
    """In the middle of the table: the trick colour (O6), or how the trick before went."""
    x, y = MIDDLE
    if data.phase != "over" and data.trick:
        if data.colour is None:
            told = text(x, y, "no colour yet", "asked") + text(x, y + 18, "play anything", "told")
            return keyed("asked", told)
        name = COLOURS[data.colour].name
        return keyed("asked", mark(data.colour, x, y - 12, 15) + text(x, y + 22, f"{name} is asked", "asked"))
    if data.last_trick is None:
        return keyed("asked", text(x, y + 5, f"Round {data.round}", "asked"))
    winner, fools = words.trick_words(data, data.last_trick).split(", ", 1)
    return keyed("asked", text(x, y - 2, winner, "asked") + text(x, y + 18, fools, "told"))


def seat_parts(data: FouView) -> Iterator[str]:
    """All players, around the table."""
    for seat, about in enumerate(data.seats):
        x, y = around(data, seat, SEATS)
        state = " on-turn" if seat == data.turn else " winner" if seat in data.winners else ""
        css = f"seat{state}{' fool' if about.fool else ''}"
        at = (x - BADGE[0] / 2, y - BADGE[1] / 2)
        yield keyed(f"seat:{seat}", badge(data, seat), at=at, css=css, hint=words.seat_words(data, seat))


def badge(data: FouView, seat: int) -> str:
    """A player's name, points, number of cards, how often +10 was scored, and the Fool's cap."""
    about = data.seats[seat]
    width, height = BADGE
    tens = "".join(
        f'<circle class="{"ten" if k < about.tens else "no-ten"}" cx="{number(width - 65 + 10.5 * k)}"'
        ' cy="39" r="3.6"/>'
        for k in range(MOST_TENS)
    )
    at_right = around(data, seat, SEATS)[0] > MIDDLE[0] + 1  # the cap goes to the outer corner
    cap = art.cap(width - 8, 2, 0.85, 18) if at_right else art.cap(8, 2, 0.85, -18)
    star = art.star(3 if at_right else width - 3, 4)
    return (
        f'<rect class="badge" width="{number(width)}" height="{number(height)}" rx="8"/>'
        f"{text(12, 23, words.seat_name(data, seat), 'name')}"
        f"{text(width - 12, 24, words.signed(about.total), 'total')}"
        f"{backs(about.cards)}{tens}{star if seat in data.winners else ''}{cap if about.fool else ''}"
    )


def backs(cards: int) -> str:
    """The cards in a hand from behind, closely fanned, and how many."""
    fan = "".join(art.scaled(art.back(), 19 + 2.4 * k, 39, 0.18) for k in range(cards))
    return fan + text(30 + 2.4 * max(cards - 1, 0), 44, cards, "number")


def trick_parts(data: FouView) -> Iterator[str]:
    """The cards of the trick before their players; while it is empty, faintly those of the trick before."""
    scale = 0.72 if len(data.seats) < 7 else 0.62
    for play in data.trick:
        content = _lying(play.card, scale) + _sign(play.seat == data.winning, play.seat in data.worst, scale)
        hint = f"{words.seat_name(data, play.seat)} played {words.card_name(play.card)}"
        key = _key(data, play.card, play.seat)
        yield keyed(key, content, at=around(data, play.seat, TRICK), css="lying", hint=hint)
    past = data.last_trick if not data.trick else None
    for play in past.plays if past else ():
        signs = _sign(play.seat == past.winner, play.seat in past.fools, scale) if past else ""
        content = f'<g class="past">{_lying(play.card, scale)}</g>{signs}'
        yield keyed(f"last:{play.seat}", content, at=around(data, play.seat, TRICK))


def _lying(card: Card, scale: float) -> str:
    return art.scaled(art.CAST, 1, 3, scale) + art.scaled(art.face(card), 0, 0, scale)


def _sign(wins: bool, worst: bool, scale: float) -> str:
    """A star on the card that wins, a cap on the worst (O9, O10)."""
    x, y = art.WIDTH / 2 * scale - 5, -art.HEIGHT / 2 * scale + 4
    return (art.star(x, y) if wins else "") + (art.cap(x - 8, y, 0.62, 14) if worst else "")


def _key(data: FouView, card: Card, seat: int) -> str:
    """A card's key; the 1s are all alike, so theirs tells the seat that has them, and which one."""
    if card != art.PLAIN:
        return f"card:{card}"
    return f"card:1:{seat}:{data.seats[seat].played.count(card) - 1}"


# The hand


def hand_parts(data: FouView) -> Iterator[str]:
    """The viewer's hand, fanned, playable cards lifted."""
    if data.viewer < 0:
        yield text(MIDDLE[0], HAND_Y, "You are watching; the hands are hidden.", "told")
        return
    hand = data.seats[data.viewer].hand
    choosing = data.turn == data.viewer
    ones = data.seats[data.viewer].played.count("1")
    step = min(2.35, 28 / max(len(hand), 1))  # degrees from card to card
    for k, card in enumerate(hand):
        turn = (k - (len(hand) - 1) / 2) * step
        playable = card in data.playable
        away = HAND_RADIUS + (LIFT if playable else 0)
        x = MIDDLE[0] + away * math.sin(math.radians(turn))
        y = HAND_Y + HAND_RADIUS - away * math.cos(math.radians(turn))
        veil = art.VEIL if choosing and not playable else ""
        content = art.scaled(art.face(card) + veil, 0, 0, 1, turn)
        key = f"card:{card}"
        if card == art.PLAIN:
            key, ones = f"card:1:{data.viewer}:{ones}", ones + 1
        css = "held playable" if playable else "held"
        yield keyed(key, content, at=(x, y), css=css, hint=words.hand_words(data, card))


def left_parts(data: FouView) -> Iterator[str]:
    """When the game is over: the hands laid open, and what they cost (O13, O14)."""
    for seat, about in enumerate(data.seats):
        column, row = divmod(seat, 4)
        score = words.signed(data.sheet[-1][seat])
        faces = "".join(
            art.scaled(art.face(card), 122 + 20 * k, 0, LEFT_SCALE) for k, card in enumerate(about.hand)
        )
        content = text(0, 5, words.seat_name(data, seat), "name") + text(92, 5, score, "cell sum") + faces
        yield keyed(f"left:{seat}", content, at=(24 + 372 * column, LEFT_Y + 50 * row))


# The column at the right


def sheet_part(data: FouView) -> str:
    """What each round scored (O13, O14), the latest ones, and the totals."""
    columns = [PANEL_WIDTH - 8 - (len(data.seats) - 1 - k) * _column(data) for k in range(len(data.seats))]
    rows = data.sheet[-SHEET_ROWS:]
    first = data.sheet_from + len(data.sheet) - len(rows)
    of = f" of {data.rounds}" if data.rounds else ""
    small = " small" if len(data.seats) > 6 else ""
    lines = [text(0, 16, f"Round {data.round}{of}", "heading")]
    lines += [
        text(x, 38, "You" if k == data.viewer else k, f"cell head{small}") for k, x in enumerate(columns)
    ]
    y = 58.0
    for k, row in enumerate(rows):
        lines.append(text(0, y, first + k, "quiet"))
        lines += [
            text(x, y, words.signed(score), f"cell{' plus' if score > 0 else ''}{small}")
            for x, score in zip(columns, row, strict=True)
        ]
        y += 19
    lines.append(f'<path class="rule" d="M0 {number(y - 12)}H{number(PANEL_WIDTH)}"/>')
    lines.append(text(0, y + 6, "Σ", "quiet"))
    lines += [
        text(x, y + 6, words.signed(seat.total), f"cell sum{small}")
        for x, seat in zip(columns, data.seats, strict=True)
    ]
    return keyed("sheet", _own_column(data, columns, y) + "".join(lines), at=(PANEL, 20))


def _column(data: FouView) -> float:
    return min(52.0, (PANEL_WIDTH - 26) / len(data.seats))


def _own_column(data: FouView, columns: Sequence[float], y: float) -> str:
    if data.viewer < 0:
        return ""
    width = _column(data)
    x = columns[data.viewer] - width + 5
    size = f'width="{number(width)}" height="{number(y - 10)}"'
    return f'<rect class="own-column" x="{number(x)}" y="24" {size} rx="6"/>'


def played_part(data: FouView) -> str:
    """All cards of the deck: those played are filled, the viewer's own ringed, the others are still out."""
    played = Counter(card for seat in data.seats for card in seat.played)
    who = {card: seat for seat, about in enumerate(data.seats) for card in about.played}
    own = Counter(data.seats[data.viewer].hand if data.viewer >= 0 else ())
    chips = []
    y = 24.0
    for letter in "GRYB1":
        cards = [card for card in data.deck if card[0] == letter]
        for k, card in enumerate(cards):
            gone = k < played[card] if letter == "1" else card in played
            mine = not gone and (k < played[card] + own[card] if letter == "1" else card in own)
            hint = (
                f"{words.card_name(card)}, played by {words.seat_name(data, who[card]).lower()}"
                if gone
                else ""
            )
            if letter == "1" and gone:
                hint = "a 1, played"
            x = 24 + k % CHIPS * 20.6
            chips.append(_chip(card, x, y + k // CHIPS * 19, gone=gone, mine=mine, hint=hint))
        chips.append(mark(letter, 6, y, 6) if letter != "1" else "")
        y += (len(cards) + CHIPS - 1) // CHIPS * 19 + 4
    heading = text(0, 4, "Played", "heading")
    ringed = " · ringed: yours" if own else ""
    legend = text(PANEL_WIDTH, 4, f"open: still out{ringed}", "cell head")
    return keyed("played", heading + legend + "".join(chips), at=(PANEL, SIZE[1] - y - 12))


def _chip(card: Card, x: float, y: float, *, gone: bool, mine: bool, hint: str) -> str:
    letter = card[0] if card != "1" else ""
    css = " ".join(filter(None, ("gone" if gone else "mine" if mine else "", letter)))
    told = f"<title>{hint}</title>" if hint else ""
    return (
        f'<g class="{css}">{told}<rect class="chip" x="{number(x - 9)}" y="{number(y - 8.5)}" width="18"'
        f' height="17" rx="4"/>{text(x, y + 4, card[1:] or card, "chip-number")}</g>'
    )
