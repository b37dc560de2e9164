"""The table for a terminal, for a game without a text.py: the board in signs, the cards, the facts."""

from typing import Any

from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from ludotheque.core.definition import Definition
from ludotheque.drawing import plain_words
from ludotheque.drawing.palette import COLOURS, seat_colour
from ludotheque.i18n.language import SHARED

_ = SHARED.text
EMPTY = "·"
FACE_DOWN = "▒"


class PlainText:
    """`roles.Text` by default."""

    def __init__(self, definition: Definition) -> None:
        self._definition = definition

    def draw(self, data: Any, /) -> RenderableType:
        """The board, the players with their cards, and the facts."""
        parts: list[RenderableType] = []
        if plain_words.cells(self._definition, data):
            parts += [self._cells(data), Text()]
        parts.append(self._seats(data))
        parts += [Text(f"{label}: {value}") for label, value in plain_words.facts(self._definition, data)]
        return Group(*parts)

    def prompt(self, data: Any, /) -> str:
        """What to do now, with the moves if they are few."""
        moves = getattr(data, "moves", ())
        told = plain_words.prompt(self._definition, data)
        return f"{told} {' '.join(moves)}" if 0 < len(moves) <= 12 else told

    def _cells(self, data: Any) -> Text:
        """The board, the highest row first, with the numbers of rows and columns."""
        rows = plain_words.cells(self._definition, data)
        width = len(str(len(rows)))
        text = Text()
        for number in range(len(rows), 0, -1):
            text.append(f"{number:>{width}} ", "dim")
            for value in rows[number - 1]:
                text.append_text(self._cell(value)).append(" ")
            text.append("\n")
        numbers = " ".join(f"{number + 1:>2}" for number in range(len(rows[0])))
        return text.append(" " * width + numbers, "dim")

    def _cell(self, value: int) -> Text:
        board = self._definition.board
        assert board is not None
        if value in board.seats:
            letter = seat_colour(board.seats[value])
            sign = COLOURS[letter].glyph if letter else str(board.seats[value] + 1)
            return Text(f"{sign:>2}", Style(color=COLOURS[letter].fill) if letter else "bold")
        return Text(f"{board.signs.get(value, EMPTY):>2}", "" if value in board.signs else "dim")

    def _seats(self, data: Any) -> Table:
        """Each player with points and cards; an arrow at whose turn it is, a star at who has won."""
        table = Table(box=None, padding=(0, 3, 0, 0), show_edge=False, show_header=False)
        hands = plain_words.hands(self._definition, data)
        scores = getattr(data, "scores", None)
        for seat in range(plain_words.players(self._definition, data)):
            sign = "▶" if seat == data.turn else "★" if seat in getattr(data, "winners", ()) else " "
            you = " " + _("(you)") if seat == data.viewer else ""
            row = [sign, self._mark(seat), plain_words.seat_name(seat) + you]
            row += [str(scores[seat])] if scores else []
            row += [" ".join(map(self._card, hands[seat]))] if hands else []
            table.add_row(*row)
        return table

    def _mark(self, seat: int) -> str:
        board, letter = self._definition.board, seat_colour(seat)
        return COLOURS[letter].glyph if board and seat in board.seats.values() and letter else ""

    def _card(self, value: int) -> str:
        assert self._definition.board is not None
        return self._definition.board.cards.get(value, FACE_DOWN)
