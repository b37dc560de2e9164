"""The table of Fou! in panels: the board, the viewer's hand, a strip for each player, the column at the side.

card:G17     a card in the viewer's hand; it keeps its key when it is played
card:1:2:0   a 1: the first that seat 2 will play or has played this round
strip:0      a player's cards from behind, how often +10 was scored, the Fool's cap
left:0       what a seat had left when the game ended
head, round:3, total, tens, own        the score sheet's lines, and what marks the viewer's column
previous:0   what seat 0 played to the previous trick
out:G17      a card of the deck: played, in the viewer's hand, or still out
"""

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import compress, count
from operator import ne
from xml.sax.saxutils import escape

from ludotheque.core.page import Drawn, Layer, Layers, Panel
from ludotheque.drawing import fan
from ludotheque.drawing.fan import TURN, Arc, Fan, Look
from ludotheque.drawing.svg import keyed, mark, number, text
from ludotheque.games.fou import words
from ludotheque.games.fou.language import _, plural
from ludotheque.games.fou.page import art, board
from ludotheque.games.fou.page.board import told_of
from ludotheque.games.fou.rules import MOST_PRIZES
from ludotheque.games.fou.view import Card, FouView, Play, Seat
from ludotheque.i18n.language import kept, language, viewer_unless_named
from ludotheque.i18n.words import shortened, signed

HAND_BOX = (0.0, 0.0, 440.0, 152.0)
HAND_SCALE = 0.8
HAND_ARC = Arc(220.0, 78.0, radius=900.0, step=40.0, spread=355.0, lift=18.0)  # twelve numbers show

STRIP_BOX = (0.0, 0.0, 240.0, 30.0)

LEFT_SCALE = 0.38
LEFT_ROW = 46.0
LEFT_WIDTH = 400.0

WIDTH = 270.0  # of the column
SHEET_ROWS = 10  # rounds shown on the score sheet of a whole picture; those before share a line
LINES = 5  # on the page, where the sheet is as high as this from the beginning, so that nothing moves
ROW = 20.0
CROWDED = 5  # more players than this, and their names stand aslant
CHIPS = 13  # cards in a row of what has been played
CHIP = (19.2, 19.5)
PREVIOUS_SCALE = art.CARD_SCALES[2]
PREVIOUS_ROW = 82.0
PREVIOUS_COLUMNS = 5  # cards in a row at most


def panels(data: FouView) -> dict[str, Panel]:
    """All panels, always in the same places; there is no hand for a spectator."""
    found = {"board": board.panel(data)}
    if data.viewer >= 0:
        found["hand"] = hand(data)
    found |= _strips(data)
    found["sheet"] = _sheet(data, LINES)
    found["previous"] = previous(data)
    found["played"] = played(data)
    if data.phase == "over":
        found["left"] = left(data)
    return found


def redrawn(data: FouView, before: Drawn) -> Mapping[str, Panel]:
    """The same; within a round little changes from move to move."""
    past: FouView = before.data
    if (data.finished, data.phase, data.new_round) != (past.finished, past.phase, past.new_round):
        return panels(data)
    shown, touched = before.panels, _touched(data, past)
    found = {"board": board.redrawn(data, past, shown["board"], touched)}
    if data.viewer >= 0:
        found["hand"] = _hand_redrawn(data, past, shown["hand"])
    for seat in range(len(data.seats)):
        strip = f"seat:{seat}"
        found[strip] = _strip(data, seat) if seat in touched else shown[strip]
    told = data.sheet is past.sheet and data.sheet_from == 1  # all rounds, and so all points
    found["sheet"] = shown["sheet"] if told else _sheet(data, LINES)
    found["previous"] = shown["previous"] if data.last_trick is past.last_trick else previous(data)
    found["played"] = _played_redrawn(data, past, shown["played"])
    return found


def _touched(data: FouView, past: FouView) -> list[int]:
    """The seats of which something is told that was not so before; mostly the others are the very objects."""
    return [
        seat
        for seat, (about, was) in enumerate(zip(data.seats, past.seats, strict=True))
        if about is not was and told_of(about) != told_of(was)
    ]


# The hand


def hand(data: FouView) -> Panel:
    """The viewer's hand, fanned, playable cards lifted."""
    keys, spoken = hand_keys(data), language()
    held = zip(keys, data.seats[data.viewer].hand, strict=True)
    return _fanned(data, {key: _held(key, card, spoken) for key, card in held})


def _hand_redrawn(data: FouView, past: FouView, shown: Panel) -> Panel:
    """The same, within a round: mostly no card of it has been played, and often it looks as before."""
    if data.seats[data.viewer].hand != past.seats[past.viewer].hand:
        return hand(data)
    if _says(data) == _says(past) and data.playable == past.playable:
        return shown
    assert isinstance(shown.parts, Fan)
    return _fanned(data, shown.parts.cards)


def _fanned(data: FouView, cards: Mapping[str, str]) -> Panel:
    held, playable = data.seats[data.viewer].hand, data.playable
    lifted = [key for key, card in zip(cards, held, strict=True) if card in playable] if playable else ()
    return Panel(HAND_BOX, Fan(HAND_ARC, cards, lifted, _looks(_says(data), language())))


def hand_keys(data: FouView) -> list[str]:
    """The key of each card in the viewer's hand; of equal 1s the first is the one that is played next."""
    if data.viewer < 0:
        return []
    about = data.seats[data.viewer]
    ones = about.played.count(art.PLAIN)
    return [
        f"card:{card}" if card != art.PLAIN else f"card:1:{data.viewer}:{ones + k}"
        for k, card in enumerate(about.hand)  # the 1s come first
    ]


@lru_cache(4096)
def _held(key: str, card: Card, spoken: str) -> str:
    """A card in a hand, wherever in it and whatever can be done with it."""
    drawn = f'<g transform="{TURN} scale({HAND_SCALE:.2f})">{art.CAST}{art.face(card)}</g>'
    return fan.held(key, words.card_label(card), drawn)


def _says(data: FouView) -> str | None:
    """Of the cards that cannot be played the colour to be played instead, if it is the viewer's turn."""
    return data.led if data.turn == data.viewer else None


@cache
def _looks(instead: str | None, spoken: str) -> tuple[Look, Look]:
    """How cards look that cannot be played, and those that can."""
    others, playable = words.hand_words("{card}", False, instead), words.hand_words("{card}", True, None)
    veiled = "card veiled" if instead else "card"
    return fan.look("held", veiled, others), fan.look("held playable", "card", playable)


# A player


def _strips_value(data: FouView) -> object:
    told = tuple(map(told_of, data.seats))
    return viewer_unless_named(data.viewer), data.phase == "over", told


@kept(4096, by=_strips_value)
def _strips(data: FouView) -> dict[str, Panel]:
    """All players' strips, the same for all who look."""
    return {f"seat:{seat}": _strip(data, seat) for seat in range(len(data.seats))}


@kept(8192, by=board.player_value)
def _strip(data: FouView, seat: int) -> Panel:
    """A player, to stand beside a name and a score: cards, how often +10 was scored, the Fool's cap."""
    about, key = data.seats[seat], f"strip:{seat}"
    tens = "".join(_ten(118 + 12.5 * k, scored=k < about.tens) for k in range(MOST_PRIZES))
    cap = art.cap(220, 21, 0.72) if about.fool else ""
    numbers = text(22, 21, about.cards, "number last-digit") + art.TEN_LABEL
    content = f"{numbers}{art.strip_fan(about.cards)}{tens}{cap}"
    return Panel(STRIP_BOX, {key: keyed(key, content, hint=board.player_words(data, seat))})


def _ten(x: float, *, scored: bool) -> str:
    return f'<circle class="{"ten" if scored else "no-ten"}" cx="{number(x)}" cy="16" r="4"/>'


# What was left


def left(data: FouView, columns: int = 1) -> Panel:
    """When the game is over: the hands laid open, and what they cost (O13, O14)."""
    rows = -(-len(data.seats) // columns)
    parts = {}
    for seat in range(len(data.seats)):
        column, row = divmod(seat, rows)
        at = (4 + (LEFT_WIDTH + 8) * column, LEFT_ROW * (row + 0.5))
        parts[f"left:{seat}"] = keyed(f"left:{seat}", _left_over(data, seat), at=at)
    return Panel((0, 0, (LEFT_WIDTH + 8) * columns, LEFT_ROW * rows), parts, _("Left in hand"))


def _left_over(data: FouView, seat: int) -> str:
    cards, score = data.seats[seat].hand, data.sheet[-1][seat]
    name = shortened(words.seat_name(data, seat), 10)
    css = "cell sum plus" if score > 0 else "cell sum"
    faces = "".join(art.scaled(art.face(card), 158 + 20.5 * k, 0, LEFT_SCALE) for k, card in enumerate(cards))
    nothing = text(142, 5, _("no cards left"), "quiet") if not cards else ""
    return text(0, 5, name, "name") + text(132, 5, signed(score), css) + faces + nothing


# The score sheet


Row = tuple[str, str, list[int]]  # a line of the sheet: its key, its name and the scores


def sheet(data: FouView, lines: int = 0) -> Panel:
    """What each round scored (O13, O14), the latest ones line by line; totals, and how many +10s.

    On the page it has so many *lines*, or as many as there are rounds, whether they are filled or not.
    """
    return _sheet(data, lines)


def _sheet_value(data: FouView, lines: int) -> object:
    points = tuple([(seat.total, seat.tens) for seat in data.seats])
    return data.viewer, data.sheet, points, data.finished, data.round, data.rounds, lines


@kept(4096, by=_sheet_value)
def _sheet(data: FouView, lines: int) -> Panel:
    rows = _rows(data, lines - 1 if lines else SHEET_ROWS)
    bottom = _head_height(data) + ROW * max(len(rows), min(lines, data.rounds or lines))
    box = (0, 0, WIDTH, bottom + ROW + 12)
    return Panel(box, dict(_sheet_parts(data, rows, bottom)), words.round_words(data))


def _sheet_parts(data: FouView, rows: list[Row], y: float) -> Iterator[board.Part]:
    """The sheet, with the totals at *y*."""
    if data.viewer >= 0:
        yield "own", keyed("own", _own_column(data, y + ROW + 12))
    yield "head", keyed("head", "".join(_names(data)))
    for k, (key, name, row) in enumerate(rows):
        yield key, keyed(key, _line(data, name, row, "cell"), at=(0, _head_height(data) + ROW * k))
    rule = f'<path class="rule" d="M0-13.5H{number(WIDTH)}"/>'
    totals = _line(data, _("Total"), [seat.total for seat in data.seats], "cell sum")
    yield "total", keyed("total", rule + totals, at=(0, y + 3))
    tens = [text(x, 0, seat.tens, f"cell head{_small(data)}") for x, seat in _each(data)]
    hint = _("How often each has scored +10; the sixth time ends the game")
    yield "tens", keyed("tens", text(0, 0, "+10 ×", "quiet") + "".join(tens), at=(0, y + 3 + ROW), hint=hint)


def _head_height(data: FouView) -> float:
    return 74.0 if len(data.seats) > CROWDED else 36.0


def _small(data: FouView) -> str:
    return " small" if len(data.seats) > CROWDED + 1 else ""


def _seat_width(data: FouView) -> float:
    return min(52.0, (WIDTH - 34) / len(data.seats))


def _each(data: FouView) -> list[tuple[float, Seat]]:
    """The seats, each with the right edge of its column."""
    most = len(data.seats) - 1
    return [(WIDTH - 6 - (most - k) * _seat_width(data), seat) for k, seat in enumerate(data.seats)]


def _names(data: FouView) -> Iterator[str]:
    for k, (x, _seat) in enumerate(_each(data)):
        name = words.seat_name(data, k)
        told = f"<title>{escape(name)}</title>"
        if len(data.seats) > CROWDED:
            slanted = f'transform="translate({number(x - 4)} 56) rotate(50)"'
            yield f"<g {slanted}>{told}{text(0, 0, shortened(name, 9), 'slanted')}</g>"
        else:
            yield f"<g>{told}{text(x, 16, shortened(name, 6), 'cell head')}</g>"


def _rows(data: FouView, most: int) -> list[Row]:
    """The lines of the sheet; the rounds before the last ones are added up in one."""
    shown = data.sheet[-most if data.finished > most + 1 else 0 :]
    first = data.finished - len(shown) + 1
    rows = [(f"round:{first + k}", str(first + k), list(row)) for k, row in enumerate(shown)]
    if first > 1:
        sums = [seat.total - sum(row[k] for row in shown) for k, seat in enumerate(data.seats)]
        rows.insert(0, ("round:earlier", f"1–{first - 1}", sums))
    return rows


def _line(data: FouView, name: str, scores: list[int], css: str) -> str:
    cells = [
        text(x, 0, signed(score), f"{css}{' plus' * (score > 0)}{_small(data)}")
        for (x, _seat), score in zip(_each(data), scores, strict=True)
    ]
    return text(0, 0, name, "quiet") + "".join(cells)


def _own_column(data: FouView, height: float) -> str:
    width = _seat_width(data)
    x = _each(data)[data.viewer][0] - width + 5
    top = _head_height(data) - 15
    size = f'width="{number(width)}" height="{number(height - top)}"'
    return f'<rect class="own-column" x="{number(x)}" y="{number(top)}" {size} rx="6"/>'


# The previous trick


def previous(data: FouView, *, tight: bool = False) -> Panel:
    """The cards of the previous trick, in the order played; *tight*: no wider than they need."""
    plays = data.last_trick.plays if data.last_trick else ()
    parts = dict([_previous(data, k, play) for k, play in enumerate(plays)])
    width = len(parts) * _previous_column(data) if tight else WIDTH
    rows = 1 if len(data.seats) <= PREVIOUS_COLUMNS else 2  # also where somebody sits out, or none is played
    height = rows * PREVIOUS_ROW
    return Panel((0, 0, width, height), parts, _("The previous trick"))


def _previous_column(data: FouView) -> float:
    """The room for a card: as many in a row as fit, in two rows the same."""
    seats = len(data.seats)
    return WIDTH / (seats if seats <= PREVIOUS_COLUMNS else -(-seats // 2))


def _previous_value(data: FouView, k: int, play: Play) -> object:
    assert data.last_trick
    signs = (play.seat == data.last_trick.winner, play.seat in data.last_trick.fools)
    return k, play.seat, play.card, play.seat == data.viewer, signs, len(data.seats)


@kept(16384, by=_previous_value)
def _previous(data: FouView, k: int, play: Play) -> board.Part:
    """A card of the previous trick, with its player's name, the winner's star and the Fool's cap."""
    assert data.last_trick
    wide = _previous_column(data)
    row, column = divmod(k, round(WIDTH / wide))
    wins, worst = play.seat == data.last_trick.winner, play.seat in data.last_trick.fools
    face = art.scaled(art.face(play.card), 0, 0, PREVIOUS_SCALE) + art.sign(wins, worst, PREVIOUS_SCALE)
    name = text(0, 41, shortened(words.seat_name(data, play.seat), 8), "told")
    at = (wide * (column + 0.5), 35 + PREVIOUS_ROW * row)
    key = f"previous:{play.seat}"
    return key, keyed(key, face + name, at=at, hint=words.played_words(data, play))


# What has been played


def played(data: FouView) -> Panel:
    """All cards of the deck (O12): those played are filled, the viewer's own ringed, the others still out."""
    before = _none_played(data.deck, language())
    parts = {**before.parts, **_ones(data)}
    for seat in range(len(data.seats)):
        parts |= _gone(data, seat)
    if data.viewer >= 0:
        parts |= _mine(data)
    return Panel(before.box, Layers([Layer(parts)]), before.heading, before.ground)


def _played_redrawn(data: FouView, past: FouView, shown: Panel) -> Panel:
    """The same, where cards may have been played since it was *shown*, and nothing else has happened."""
    assert isinstance(shown.parts, Layers)
    (chips,) = shown.parts.layers
    anew: dict[str, str] = {}
    for seat, (about, was) in enumerate(zip(data.seats, past.seats, strict=True)):
        if about is was or (about.played == was.played and about.hand == was.hand):
            continue
        card = _one_more(was.played, about.played)
        if card is None or (was.hand and _one_more(about.hand, was.hand) != card):
            return played(data)  # a move was taken back, or the cards were dealt
        anew |= _ones(data) if card == art.PLAIN else [_gone_chip(data, card, seat)]
    return Panel(shown.box, Layers([chips.redrawn(anew.items())]), shown.heading, shown.ground)


def _one_more(few: tuple[Card, ...], many: tuple[Card, ...]) -> Card | None:
    """The card that is in *many* and not in *few*, both sorted, if that is all the difference."""
    k = next(compress(count(), map(ne, few, many)), len(few))
    return many[k] if k < len(many) and many[k + 1 :] == few[k:] else None


@lru_cache(64)  # it tells nobody's name
def _none_played(deck: tuple[Card, ...], spoken: str) -> Panel:
    """All cards as they are before the first is played, in the order of the deck."""
    parts = {key: _chip(key, card, x, y, "chip-out", _out(card)) for key, card, x, y in _places(deck)}
    return Panel((0, 0, WIDTH, _played_height(deck)), parts, _("Played"), _played_ground(deck))


@kept(8192, by=lambda data, seat: (data.seats[seat].played, seat, seat == data.viewer, len(data.seats)))
def _gone(data: FouView, seat: int) -> dict[str, str]:
    """The cards that a seat has played."""
    return dict([_gone_chip(data, card, seat) for card in data.seats[seat].played if card != art.PLAIN])


@kept(16384, by=lambda data, card, seat: (card, seat, seat == data.viewer, len(data.seats)))
def _gone_chip(data: FouView, card: Card, seat: int) -> board.Part:
    key, x, y = _place(data.deck, card)
    return key, _chip(key, card, x, y, "chip-gone", _played_by(data, card, seat))


@kept(4096, by=lambda data: (data.seats[data.viewer].hand, len(data.seats)))
def _mine(data: FouView) -> dict[str, str]:
    """The cards in the viewer's hand."""
    hand = data.seats[data.viewer].hand
    return dict([_chip_in_hand(data.deck, card, language()) for card in hand if card != art.PLAIN])


@lru_cache(4096)
def _chip_in_hand(deck: tuple[Card, ...], card: Card, spoken: str) -> board.Part:
    key, x, y = _place(deck, card)
    return key, _chip(key, card, x, y, "chip-mine", _yours(card))


def _ones_value(data: FouView) -> object:
    held = data.seats[data.viewer].hand.count(art.PLAIN) if data.viewer >= 0 else 0
    return sum([about.played.count(art.PLAIN) for about in data.seats]), held, len(data.seats)


@kept(1024, by=_ones_value)
def _ones(data: FouView) -> dict[str, str]:
    """The 1s: played, the viewer's, or still out."""
    places = [(key, x, y) for key, card, x, y in _places(data.deck) if card == art.PLAIN]
    return {key: _chip(key, art.PLAIN, x, y, *_one(data, k)) for k, (key, x, y) in enumerate(places)}


def _place(deck: tuple[Card, ...], card: Card) -> tuple[str, float, float]:
    return next((key, x, y) for key, one, x, y in _places(deck) if one == card)


def _played_height(deck: tuple[Card, ...]) -> float:
    """How much room the cards of the deck need, with a line that explains them."""
    return _places(deck)[-1][3] + 34


def _played_ground(deck: tuple[Card, ...]) -> str:
    """The colours' marks before their cards, and what the chips mean."""
    first = {card[0]: y for _key, card, _x, y in reversed(_places(deck))}
    marks = "".join(mark(letter, 8, y, 6) for letter, y in first.items() if letter != art.PLAIN)
    legend = _("filled: played · ringed: yours · open: still out")
    return marks + text(2, _played_height(deck) - 6, legend, "legend")


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


# In words


def holds(data: FouView, seat: int) -> str:
    """The cards in the hand."""
    return _holds(data.seats[seat].cards, language())


@cache
def _holds(cards: int, spoken: str) -> str:
    return plural("{number} card", "{number} cards", cards)
