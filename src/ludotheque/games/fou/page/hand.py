"""The cards in a hand of Fou!: the viewer's fan, a slim strip for each player, what was left at the end.

card:G17     a card in the viewer's hand; it keeps its key when it is played
card:1:2:0   a 1: the first that seat 2 will play or has played this round
strip:0      a player's cards from behind, how often +10 was scored, the Fool's cap
left:0       what a seat had left when the game ended
"""

import math
from collections.abc import Iterator

from ludotheque.drawing.svg import keyed, number, text
from ludotheque.games.fou import words
from ludotheque.games.fou.language import _
from ludotheque.games.fou.page import art
from ludotheque.games.fou.page.board import Part
from ludotheque.games.fou.view import FouView

BOX = (0.0, 0.0, 440.0, 152.0)
SCALE = 0.8
MIDDLE = (220.0, 78.0)  # of the hand's middle card
RADIUS = 900.0  # of the arc that the hand is fanned along
STEP = 40.0  # from card to card at most
SPREAD = 355.0  # from the first card to the last at most: with twelve of them every number still shows
LIFT = 18.0  # of a playable card

STRIP = (0.0, 0.0, 240.0, 30.0)

LEFT_SCALE = 0.38
LEFT_ROW = 46.0
LEFT_WIDTH = 400.0


def keys(data: FouView) -> list[str]:
    """The key of each card in the viewer's hand; of equal 1s the first is the one that is played next."""
    if data.viewer < 0:
        return []
    about = data.seats[data.viewer]
    ones = about.played.count(art.PLAIN)
    return [
        f"card:{card}" if card != art.PLAIN else f"card:1:{data.viewer}:{ones + k}"
        for k, card in enumerate(about.hand)  # the 1s come first
    ]


def fan(data: FouView) -> Iterator[Part]:
    """The viewer's hand, fanned, playable cards lifted."""
    hand = data.seats[data.viewer].hand
    choosing = data.turn == data.viewer
    step = min(STEP, SPREAD / max(len(hand) - 1, 1))
    for k, (key, card) in enumerate(zip(keys(data), hand, strict=True)):
        turn = (k - (len(hand) - 1) / 2) * step / RADIUS
        playable = card in data.playable
        away = RADIUS + (LIFT if playable else 0)
        at = (MIDDLE[0] + away * math.sin(turn), MIDDLE[1] + RADIUS - away * math.cos(turn))
        veil = art.VEIL if choosing and not playable else ""
        faced = art.scaled(art.CAST + art.face(card) + veil, 0, 0, SCALE, math.degrees(turn))
        css = "held playable" if playable else "held"
        hint = words.hand_words(data, card)
        yield key, keyed(key, f'<g class="card">{faced}</g>', at=at, css=css, hint=hint)


def strip(data: FouView, seat: int) -> Part:
    """A player, to stand beside a name and a score: cards, how often +10 was scored, the Fool's cap."""
    about, key = data.seats[seat], f"strip:{seat}"
    tens = "".join(_ten(118 + 12.5 * k, scored=k < about.tens) for k in range(words.MOST_TENS))
    cap = art.cap(220, 21, 0.72) if about.fool else ""
    numbers = text(22, 21, about.cards, "number last-digit") + text(110, 20, "+10", "quiet last-digit")
    content = f"{numbers}{art.backs(about.cards, 36, 16)}{tens}{cap}"
    return key, keyed(key, content, hint=words.seat_words(data, seat))


def _ten(x: float, *, scored: bool) -> str:
    return f'<circle class="{"ten" if scored else "no-ten"}" cx="{number(x)}" cy="16" r="4"/>'


def left(data: FouView, columns: int = 1) -> Iterator[Part]:
    """When the game is over: the hands laid open, and what they cost (O13, O14)."""
    rows = -(-len(data.seats) // columns)
    for seat, about in enumerate(data.seats):
        column, row = divmod(seat, rows)
        score = data.sheet[-1][seat]
        faces = "".join(
            art.scaled(art.face(card), 158 + 20.5 * k, 0, LEFT_SCALE) for k, card in enumerate(about.hand)
        )
        name = words.short(words.seat_name(data, seat), 10)
        nothing = text(142, 5, _("no cards left"), "quiet") if not about.hand else ""
        content = (
            text(0, 5, name, "name") + text(132, 5, words.signed(score), _score(score)) + faces + nothing
        )
        at = (4 + (LEFT_WIDTH + 8) * column, LEFT_ROW * (row + 0.5))
        yield f"left:{seat}", keyed(f"left:{seat}", content, at=at)


def _score(score: int) -> str:
    return "cell sum plus" if score > 0 else "cell sum"
