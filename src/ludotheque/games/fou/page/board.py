"""The round table of Fou!, from the viewer's seat: players, the trick, the colour that was led.

The viewer sits at the bottom, the others clockwise around the table; a spectator sees seat 0 there. Each
function yields parts by their keys:

    felt         the table, rimmed in the trick colour    led      that colour, or how the last trick went
    player:0     a player: name, cards, the Fool's cap
    card:G17     a card of the trick, or faintly of the previous one; in the viewer's hand it had the same key
    past:0       the card of seat 0, faintly, of the last trick of the previous round
"""

import math
from collections.abc import Collection, Iterator
from functools import cache, lru_cache

from ludotheque.core.page import Layer, Layers, Panel
from ludotheque.drawing.svg import keyed, number, text
from ludotheque.games.fou import words
from ludotheque.games.fou.language import _, plural
from ludotheque.games.fou.page import art
from ludotheque.games.fou.view import Card, FouView, Play, Seat
from ludotheque.i18n.language import kept, viewer_unless_named
from ludotheque.i18n.words import shortened

Part = tuple[str, str]  # a key, and the part under it
Reach = tuple[float, float]  # how far from the middle, across and down

WIDTH = 440.0
MIDDLE = (220.0, 200.0)
TABLE = (172.0, 156.0)  # half the table's width and height
SEATS = (160.0, 172.0)
BADGE = art.BADGE
MARGIN = 26.0  # above the badges, for a cap
NAME_LETTERS = 10  # that fit on a badge
LINE = 24.0  # from line to line in the middle of the table
CENTRE_LETTERS = 8  # that fit in the middle of the table


def panel(data: FouView) -> Panel:
    """The whole table: what is always there, and over it the cards."""
    return Panel(_box(data), Layers([Layer([_felt(data), _led(data), *_players(data)]), Layer(_trick(data))]))


def redrawn(data: FouView, past: FouView, shown: Panel, touched: Collection[int]) -> Panel:
    """The same, where the table was *shown* as it was in the *past* of the same round; of the players
    nothing has changed but those *touched* and the turn."""
    assert isinstance(shown.parts, Layers)
    table, _cards = shown.parts.layers
    players = [_player(data, seat) for seat in {*touched, data.turn, past.turn} if seat >= 0]
    return Panel(shown.box, Layers([table.redrawn([_felt(data), _led(data), *players]), Layer(_trick(data))]))


@kept(128, by=lambda data: (data.viewer, len(data.seats)))
def _box(data: FouView) -> tuple[float, float, float, float]:
    """The room the table takes: a seat more or less at the far side makes it higher."""
    heights = [around(data, seat, SEATS)[1] for seat in range(len(data.seats))]
    top = min(heights) - BADGE[1] / 2 - MARGIN
    return 0.0, top, WIDTH, max(heights) + BADGE[1] / 2 + 2 - top


def around(data: FouView, seat: int, reach: Reach) -> tuple[float, float]:
    """A place in front of a seat: the viewer's at the bottom, the others clockwise from there."""
    return _clockwise((seat - max(data.viewer, 0)) % len(data.seats), len(data.seats), reach)


@lru_cache(256)
def _clockwise(steps: int, seats: int, reach: Reach) -> tuple[float, float]:
    angle = math.tau * (0.25 + steps / seats)
    return MIDDLE[0] + reach[0] * math.cos(angle), MIDDLE[1] + reach[1] * math.sin(angle)


def _ellipse(css: str, inset: float) -> str:
    x, y, rx, ry = map(number, (*MIDDLE, TABLE[0] - inset, TABLE[1] - inset))
    return f'<ellipse class="{css}" cx="{x}" cy="{y}" rx="{rx}" ry="{ry}"/>'


_FELT = _ellipse("felt", 0) + _ellipse("felt-line", 8)


def _felt(data: FouView) -> Part:
    """The table; its rim takes the trick colour."""
    return "felt", _felt_rimmed(data.led or "open")


@cache
def _felt_rimmed(css: str) -> str:
    return keyed("felt", _FELT, css=css)


@kept(8192, by=lambda data: _led_value(data))
def _led(data: FouView) -> Part:
    """In the middle of the table: the trick colour (O6), or how the previous trick went."""
    x, y = MIDDLE
    if data.trick and data.led:
        told = art.LED[data.led] + text(x, y + 29, words.led_words(data.led), "led")
        return "led", keyed("led", told)
    if data.trick:
        told = text(x, y, _("No colour yet"), "led") + text(x, y + 18, _("play anything"), "told")
        return "led", keyed("led", told)
    return "led", _between(data)


def _led_value(data: FouView) -> object:
    if data.trick:
        return data.led
    past = data.last_trick
    if data.winners or past is None:
        return data.viewer, data.winners, data.seats if data.winners else None, data.round, data.rounds
    which = (data.round, data.rounds) if data.new_round else None
    return data.viewer, past.winner, past.fools, which


def _between(data: FouView) -> str:
    """Between two tricks: the round if it is new, who won the last trick, the Fool; at the end who won."""
    x, y = MIDDLE
    past = data.last_trick
    if data.winners:
        return keyed("led", "".join(_winners(data)), hint=words.outcome(data))
    if past is None:
        return keyed("led", text(x, y + 5, words.round_words(data), "led"))
    top = y - LINE / 2 * (data.new_round + len(past.fools))
    content = ""
    if data.new_round:
        content, top = text(x, top + 4, words.round_words(data), "led"), top + LINE
    won = shortened(words.seat_name(data, past.winner), CENTRE_LETTERS)
    content += art.star(_before(won), top) + text(x + 10, top + 5, won, "led")
    for k, seat in enumerate(past.fools, start=1):
        lost = shortened(words.seat_name(data, seat), CENTRE_LETTERS)
        content += art.cap(_before(lost), top + 5 + LINE * k, 0.42)
        content += text(x + 10, top + 5 + LINE * k, lost, "told")
    return keyed("led", content, hint=words.trick_words(data, past))


def _winners(data: FouView) -> Iterator[str]:
    """The end: a star means the winners of the game, not of its last trick."""
    top = MIDDLE[1] - LINE / 2 * (len(data.winners) - 1)
    for k, seat in enumerate(data.winners):
        name = shortened(words.seat_name(data, seat), CENTRE_LETTERS)
        yield art.star(_before(name), top + LINE * k) + text(MIDDLE[0] + 10, top + 5 + LINE * k, name, "led")


def _before(name: str) -> float:
    """Where a sign goes that stands before a centred name."""
    return MIDDLE[0] - 3 - 4 * len(name)


def _players(data: FouView) -> Iterator[Part]:
    """All players, around the table."""
    for seat in range(len(data.seats)):
        yield _player(data, seat)


def told_of(about: Seat) -> tuple[int, bool, int]:
    """All that is told of a player beside the points and the cards played."""
    return about.cards, about.fool, about.tens


def player_value(data: FouView, seat: int) -> object:
    """What is told of a player, to somebody who may be told "you"."""
    told, named = told_of(data.seats[seat]), viewer_unless_named(data.viewer)
    return named, seat, len(data.seats), data.phase == "over", told


def _seated_value(data: FouView, seat: int) -> object:
    told = told_of(data.seats[seat])
    signs = (seat == data.turn, seat in data.winners, data.phase == "over")
    return data.viewer, seat, len(data.seats), told, signs


@kept(16384, by=_seated_value)
def _player(data: FouView, seat: int) -> Part:
    about, (width, height) = data.seats[seat], BADGE
    x, y = around(data, seat, SEATS)
    state = " on-turn" if seat == data.turn else " winner" if seat in data.winners else ""
    css = f"player{state}{' fool' if about.fool else ''}{' own' if seat == data.viewer else ''}"
    key = f"player:{seat}"
    badge = _badge(data, seat, x > MIDDLE[0] + 1)
    hint = player_words(data, seat)
    return key, keyed(key, badge, at=(x - width / 2, y - height / 2), css=css, hint=hint)


@kept(8192, by=player_value)
def player_words(data: FouView, seat: int) -> str:
    """A player in words, the same for all who look from their own seats."""
    return words.player_words(data, seat)


def _badge_value(data: FouView, seat: int, at_right: bool) -> object:
    about, named = data.seats[seat], viewer_unless_named(data.viewer)
    return named, seat, about.cards, about.fool, seat in data.winners, at_right


@kept(8192, by=_badge_value)
def _badge(data: FouView, seat: int, at_right: bool) -> str:
    """A player's name and cards; a winner's star and the Fool's cap in the corners that no card covers."""
    about, (width, height) = data.seats[seat], BADGE
    name = shortened(words.seat_name(data, seat), NAME_LETTERS)
    cap = art.cap(width - 12, 1, 0.8, 16) if at_right else art.cap(12, 1, 0.8, -16)
    star = art.star(width - 4 if at_right else 4, height - 4)
    after_fan = width / 2 + 1 + art.BACK_STEP * about.cards / 2
    return (
        f"{art.BADGE_BACK}{text(width / 2, 16, name, 'name middle')}"
        f"{art.badge_fan(about.cards)}{text(after_fan, 33, about.cards, 'number')}"
        f"{star if seat in data.winners else ''}{cap if about.fool else ''}"
    )


def _crowd(data: FouView) -> tuple[float, Reach]:
    """The size of the cards of a trick, and how far from the middle they lie: less room, smaller cards."""
    return (art.CARD_SCALES[0], (86.0, 91.0)) if len(data.seats) < 6 else (art.CARD_SCALES[1], (80.0, 92.0))


def _trick(data: FouView) -> Iterator[Part]:
    """The cards of the trick, each by its player; while it is empty, faintly those of the previous one."""
    past = data.last_trick if not data.trick else None
    for play in past.plays if past else data.trick:
        wins = not data.winners and play.seat == (past.winner if past else data.winning)
        worst = play.seat in (past.fools if past else data.worst)
        key = f"past:{play.seat}" if past and data.new_round else card_key(data, play.card, play.seat)
        yield key, _played(data, key, play, wins, worst, bool(past))


@kept(
    16384,
    by=lambda data, key, play, wins, worst, past: (
        key, play.seat, play.card, wins, worst, past, data.viewer, len(data.seats)
    ),
)  # fmt: skip
def _played(data: FouView, key: str, play: Play, wins: bool, worst: bool, past: bool) -> str:
    """A card of a trick, where its player laid it."""
    scale, reach = _crowd(data)
    css = " ".join(["lying", *["past"] * past, *["wins"] * wins, *["worst"] * worst])
    content = _lying(play.card, scale, past) + art.sign(wins, worst, scale)
    hint = _hint(data, play, wins, worst, past)
    return keyed(key, content, at=around(data, play.seat, reach), css=css, hint=hint)


def _hint_value(data: FouView, play: Play, wins: bool, worst: bool, past: bool) -> object:
    return play.seat, play.card, play.seat == data.viewer, wins, worst, past, data.discs


@kept(16384, by=_hint_value)
def _hint(data: FouView, play: Play, wins: bool, worst: bool, past: bool) -> str:
    """Who played a card and what it does in the trick (O9, O10)."""
    told = words.played_words(data, play)
    if not past and wins:
        return told + " " + _("It wins the trick so far.")
    if not past and worst:
        so_far = plural(
            "It is the worst card so far.", "It is one of the two worst cards so far.", data.discs
        )
        return f"{told} {so_far}"
    return told


@lru_cache(1024)
def _lying(card: Card, scale: float, dim: bool) -> str:
    look = "card veiled" if dim else "card"
    return f'<g class="{look}">{art.shadow(scale)}{art.scaled(art.face(card), 0, 0, scale)}</g>'


def card_key(data: FouView, card: Card, seat: int) -> str:
    """The key of a played card; the 1s are all alike, so theirs tells whose it is, and which one."""
    if card != art.PLAIN:
        return f"card:{card}"
    return f"card:1:{seat}:{data.seats[seat].played.count(card) - 1}"
