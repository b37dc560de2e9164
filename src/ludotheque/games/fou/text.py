"""A table of Fou! for a terminal: players with what lies before them, the viewer's hand, the score sheet.

A card is written as it is typed, ``G17``; one that may be played now stands in brackets, ``[G17]``. Nothing
is told by colour alone.
"""

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from ludotheque.drawing.palette import COLOURS
from ludotheque.games.fou import words
from ludotheque.games.fou.language import _
from ludotheque.games.fou.view import Card, FouView
from ludotheque.games.fou.words import prompt
from ludotheque.i18n.words import signed

__all__ = ["draw", "prompt"]

_INK = {
    letter: Style(bold=True, color="black" if letter == "Y" else "white", bgcolor=colour.fill)
    for letter, colour in COLOURS.items()
}
_PLAIN = Style(bold=True, reverse=True)
_DIM = Style(dim=True)
_PLAIN_TEXT = Style(bold=False)


def draw(data: FouView, /) -> RenderableType:
    """The table as a rich renderable; legible without colour too."""
    parts: list[RenderableType] = [_heading(data), Text(), _seats(data), Text()]
    if data.last_trick is not None and not data.trick:
        parts += [_last_trick(data), Text()]
    if data.sheet:
        parts += [_sheet(data), Text()]
    parts += [_played(data), Text()]
    if data.viewer >= 0 and data.phase != "over":
        parts += [_hand(data)]
    return Group(*parts)


def _heading(data: FouView) -> Text:
    text = Text(words.round_words(data), style="bold")
    if data.led:
        text.append("   " + _("led:") + " ", _PLAIN_TEXT)
        text.append(f"{COLOURS[data.led].glyph} {words.colour_name(data.led)}", _ink(data.led))
    return text


def _seats(data: FouView) -> Table:
    """Who holds how many cards and points, what they played to this trick; an arrow at whose turn it is."""
    over = data.phase == "over"
    table = Table(box=None, padding=(0, 3, 0, 0), show_edge=False, header_style="dim")
    table.add_column("")
    table.add_column(_("seat"))
    for heading in (_("cards"), _("points"), "+10s"):
        table.add_column(heading, justify="right")
    table.add_column(_("left in hand") if over else _("this trick"))
    played = {play.seat: play.card for play in data.trick}
    for k, seat in enumerate(data.seats):
        sign = "▶" if k == data.turn else "★" if k in data.winners else ""
        you = " " + _("(you)") if k == data.viewer else ""
        before = _row(seat.hand) if over else _before(data, k, played.get(k))
        table.add_row(sign, f"{k}{you}", str(seat.cards), signed(seat.total), str(seat.tens), before)
    return table


def _before(data: FouView, seat: int, card: Card | None) -> Text:
    """What lies before a player."""
    if card is None:
        fool = data.seats[seat].fool
        return Text(_("Fool, sits out") if fool else _("leads") if seat == data.leader else "", style=_DIM)
    text = _card(card)
    if seat == data.winning:
        text.append(" " + _("wins so far"), _DIM)
    elif seat in data.worst:
        text.append(" " + _("Fool so far"), _DIM)
    return text


def _last_trick(data: FouView) -> Text:
    assert data.last_trick is not None
    text = Text(_("Last trick:") + " ")
    for play in data.last_trick.plays:
        text.append(f"{play.seat} ")
        text.append_text(_card(play.card))
        text.append("  ")
    return text.append(words.trick_words(data, data.last_trick))


def _sheet(data: FouView) -> Table:
    """What each round scored; the totals stand with the players."""
    table = Table(box=None, padding=(0, 2, 0, 0), show_edge=False, header_style="dim")
    table.add_column(_("round"), justify="right")
    for seat in range(len(data.seats)):
        table.add_column(words.within(seat), justify="right")
    for number, row in enumerate(data.sheet, start=data.sheet_from):
        table.add_row(str(number), *map(signed, row))
    return table


def _played(data: FouView) -> Text:
    """Which cards nobody has played yet, colour by colour (O12); the viewer's own are not among them."""
    played = [card for seat in data.seats for card in (*seat.played, *seat.hand)]
    out = list(data.deck)
    for card in played:
        out.remove(card)
    text = Text(_("Still out:") + " " if out else _("Every card is known."), style=_DIM)
    for letter in "GRYB":
        values = [int(card[1:]) for card in out if card[0] == letter]
        if values:
            text.append(f"{letter} {_ranges(values)}   ")
    ones = out.count("1")
    return text.append("1" if ones == 1 else f"1×{ones}" if ones else "")


def _ranges(values: list[int]) -> str:
    """Ascending numbers, runs of three or more shortened: ``2-5 7 8``."""
    runs: list[list[int]] = []
    for value in values:
        if runs and value == runs[-1][-1] + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    return " ".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else " ".join(map(str, run)) for run in runs)


def _hand(data: FouView) -> Text:
    """The viewer's hand, one line per colour; what may be played stands in brackets."""
    choosing = data.turn == data.viewer
    text = Text(_("Your hand, playable cards in brackets") if choosing else _("Your hand"))
    for letter in "1GRYB":
        cards = [card for card in data.seats[data.viewer].hand if card[0] == letter]
        if cards:
            text.append("\n ")
            for card in cards:
                left, right = "[]" if card in data.playable else "  "
                text.append(f" {left}")
                text.append_text(_card(card))
                text.append(right)
    return text


def _row(cards: Iterable[Card]) -> Text:
    return Text(" ").join(map(_card, cards))


def _card(card: Card) -> Text:
    return Text(card, style=_ink(card[0]))


def _ink(letter: str) -> Style:
    return _INK.get(letter, _PLAIN)
