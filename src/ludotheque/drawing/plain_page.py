"""The table in the browser, for a game without a page/: a board of cells, cards, and buttons.

Parts by their keys:

    cell:2:3     a cell: row 2 from below, column 3 from the left; with `Board.by_column`
    column:3     a whole column instead
    piece:2:3    what stands on a cell
    seat:0       a player with the cards, where these are all that lies on the table
    card:0:1     the second card of seat 0, in a hand beside a board
    facts        what else is told, in words
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ludotheque.core.definition import Board, Definition
from ludotheque.core.page import Choice, Interlude, Line, Panel
from ludotheque.core.view import View
from ludotheque.drawing import plain_words
from ludotheque.drawing.palette import seat_colour
from ludotheque.drawing.panels import fit
from ludotheque.drawing.svg import document, keyed, number, piece, stylesheet, text
from ludotheque.i18n.language import SHARED
from ludotheque.i18n.words import shortened

_ = SHARED.text
Part = tuple[str, str]  # a key, and the part under it

CELL = 56.0
MARGIN = 10.0
LINE = 22.0  # from line to line of the facts
CARD = (72.0, 104.0)
STEP = 80.0  # from card to card
SEAT = (184.0, 168.0)  # room for a player with two cards
AROUND = 32.0  # room left and right of them
NAME_LETTERS = 18  # that fit there
WIDTH = 640.0  # of a picture
LARGEST = 1.2  # how much a picture enlarges a panel
_STYLE = stylesheet(Path(__file__).with_name("plain.css"))


class PlainPage:
    """`core.page.Page` by default."""

    SCRIPT = ""  # a click on a part is enough
    LESSON = None  # a guided game instead
    PAST_PANELS: tuple[str, ...] = ()
    SEATS_ALIKE = False

    def __init__(self, definition: Definition) -> None:
        self._definition = definition
        self._board = definition.board or Board()
        self.CSS = _STYLE.replace("GAME", definition.name)

    # Panels

    def panels(self, data: Any, /) -> dict[str, Panel]:
        """The board with the facts below it; beside a board of cells the hands have panels of their own."""
        rows = plain_words.cells(self._definition, data)
        hands = plain_words.hands(self._definition, data)
        if not rows:
            return {"board": self._seats_panel(data, hands)}
        found = {"board": self._cells_panel(data, rows)}
        for seat, hand in enumerate(hands):
            name = "hand" if seat == data.viewer else f"seat:{seat}"
            box = (0.0, 0.0, STEP * max(len(hand), 3) + MARGIN, CARD[1] + 2 * MARGIN)
            found[name] = Panel(box, dict(self._hand(seat, hand)))
        return found

    def _cells_panel(self, data: Any, rows: tuple[tuple[int, ...], ...]) -> Panel:
        width, height = CELL * len(rows[0]), CELL * len(rows)
        frame = _box("frame", -MARGIN, -MARGIN, width + 2 * MARGIN, height + 2 * MARGIN, 14)
        parts = {**dict(self._places(rows)), **dict(self._pieces(rows))}
        facts, below = self._facts(data, width / 2, height + MARGIN + LINE)
        box = (-MARGIN - 2, -MARGIN - 2, width + 2 * MARGIN + 4, height + 2 * MARGIN + 4 + below)
        return Panel(box, parts | facts, ground=frame)

    def _places(self, rows: tuple[tuple[int, ...], ...]) -> Iterator[Part]:
        """What can be clicked: the cells, or the columns."""
        heights, across = range(len(rows)), range(len(rows[0]))
        if not self._board.by_column:
            for row in heights:
                for column in across:
                    key = f"cell:{row}:{column}"
                    yield key, keyed(key, _hole(), at=_corner(rows, row, column), css="place")
            return
        for column in across:
            key = f"column:{column}"
            holes = "".join(_hole(CELL * row) for row in heights)
            yield key, keyed(key, holes, at=(CELL * column, 0), css="place")

    def _pieces(self, rows: tuple[tuple[int, ...], ...]) -> Iterator[Part]:
        for row, values in enumerate(rows):
            for column, value in enumerate(values):
                if drawn := self._piece(value):
                    key, (x, y) = f"piece:{row}:{column}", _corner(rows, row, column)
                    seat = self._board.seats.get(value)
                    hint = "" if seat is None else plain_words.seat_name(seat)
                    at = (x + CELL / 2, y + CELL / 2)
                    yield key, keyed(key, drawn, at=at, css="standing", hint=hint)

    def _piece(self, value: int) -> str:
        """What a value shows, around (0, 0); nothing for one that the board does not speak of."""
        if value in self._board.seats:
            seat = self._board.seats[value]
            letter = seat_colour(seat)
            return piece(letter, 0, 0, CELL * 0.34) if letter else text(0, 8, seat + 1, "sign")
        return text(0, 8, self._board.signs[value], "sign") if value in self._board.signs else ""

    def _seats_panel(self, data: Any, hands: list[tuple[int, ...]]) -> Panel:
        """The players side by side, each with the cards; without cards, the facts alone."""
        wide = max([SEAT[0], *(STEP * len(hand) + 2 * MARGIN for hand in hands)])
        seats = enumerate(hands)
        parts = {f"seat:{seat}": self._seat(data, seat, hand, wide) for seat, hand in seats}
        width = (wide + MARGIN) * max(len(hands), 2) - MARGIN
        facts, below = self._facts(data, width / 2, (SEAT[1] if hands else 0) + LINE)
        height = (SEAT[1] if hands else 0) + below + MARGIN
        box = (-AROUND, -AROUND / 2, width + 2 * AROUND, max(height, LINE) + AROUND)
        return Panel(box, parts | facts)

    def _seat(self, data: Any, seat: int, hand: tuple[int, ...], wide: float) -> str:
        shown = shortened(plain_words.seat_name(seat), NAME_LETTERS)
        state = " on-turn" if seat == data.turn else " winner" if seat in getattr(data, "winners", ()) else ""
        left = (wide - STEP * (len(hand) - 1) - CARD[0]) / 2
        cards = "".join(self._card(card, left + STEP * k, 48) for k, card in enumerate(hand))
        content = _box("badge", 0, 0, wide, SEAT[1], 12) + text(wide / 2, 30, shown, "name") + cards
        at = ((wide + MARGIN) * seat, 0.0)
        return keyed(f"seat:{seat}", content, at=at, css=f"player{state}", hint=self._hand_words(seat, hand))

    def _hand(self, seat: int, hand: tuple[int, ...]) -> Iterator[Part]:
        for k, card in enumerate(hand):
            key = f"card:{seat}:{k}"
            yield key, keyed(key, self._card(card, STEP * k + MARGIN, MARGIN))

    def _hand_words(self, seat: int, hand: tuple[int, ...]) -> str:
        cards = ", ".join(self._board.cards.get(card, _("face down")) for card in hand)
        return f"{plain_words.seat_name(seat)}: {cards}"

    def _card(self, card: int, x: float, y: float) -> str:
        width, height = CARD
        stock = _box("stock", 0, 0, width, height, 8)
        place = f'transform="translate({number(x)} {number(y)})"'
        if card not in self._board.cards:
            pattern = _box("pattern", 7, 7, width - 14, height - 14, 5)
            return f'<g class="card back" {place}>{stock}{pattern}</g>'
        sign = self._board.cards[card]
        large = text(width / 2, height / 2 + 16, sign, "large")
        return f'<g class="card" {place}>{stock}{text(14, 22, sign, "index")}{large}</g>'

    def _facts(self, data: Any, x: float, y: float) -> tuple[dict[str, str], float]:
        """What is told in words, in lines from (x, y) down, and how high they are."""
        facts = plain_words.facts(self._definition, data)
        if not facts:
            return {}, 0.0
        lines = (text(x, y + LINE * k, f"{label}: {value}", "fact") for k, (label, value) in enumerate(facts))
        return {"facts": keyed("facts", "".join(lines))}, LINE * len(facts) + MARGIN

    # Moves

    def choices(self, view: View, /) -> list[Choice]:
        """The legal moves, each at its cell or column; those that belong to none are buttons."""
        return [
            Choice(str(move), self.label(view.data, str(move)), self._place(view.data, move.code))
            for move in view.moves()
        ]

    def _place(self, data: Any, code: int) -> str:
        cell = self._definition.notation.cell_of(code)
        if cell is None or not plain_words.cells(self._definition, data):
            return ""
        return f"column:{cell[1]}" if self._board.by_column else f"cell:{cell[0]}:{cell[1]}"

    def label(self, data: Any, move: str, /) -> str:
        """A move as notation.py labels it, in the game's own translation if it has one."""
        notation = self._definition.notation
        return self._definition.translations.text(notation.label_move(notation.parse_move(move)))

    def told_apart(self, data: Any, moves: Sequence[str], /) -> list[str]:
        """Each with its notation."""
        return [f"{self._definition.page.label(data, move)} ({move})" for move in moves]

    def touched(self, data: Any, move: str, /) -> list[str]:
        """The piece on the cell that the move belongs to; in a column the highest."""
        cell = self._definition.notation.cell_of(self._definition.notation.parse_move(move))
        rows = plain_words.cells(self._definition, data)
        if cell is None or not rows:
            return []
        row, column = cell
        if self._board.by_column:
            taken = [k for k, values in enumerate(rows) if self._piece(values[column])]
            row = max(taken, default=0)
        return [f"piece:{row}:{column}"]

    def placed(self, data: Any, move: str, /) -> list[str]:
        """What it has touched."""
        return self._definition.page.touched(data, move)

    def marks(self, data: Any, seat: int, /) -> str:
        """The colour of a seat whose pieces stand on the board."""
        return seat_colour(seat) if seat in self._board.seats.values() else ""

    # Words

    def holds(self, data: Any, seat: int, /) -> str:
        """Nothing: what counts is the game's to tell."""
        return ""

    def attempt(self, data: Any, part: str, /) -> str:
        """Nothing: why a cell is closed is the game's to tell."""
        return ""

    def prompt(self, data: Any, /) -> str:
        """What to do now, or how the game has ended."""
        return plain_words.prompt(self._definition, data)

    def log_entry(self, before: Any, move: str, after: Any, /) -> str:
        """Who made which move."""
        return _("{name}: {move}.", name=plain_words.seat_name(before.turn), move=self.label(before, move))

    def scores(self, data: Any, /) -> list[int] | None:
        """The points as they stand."""
        if plain_words.shared_goal(self._definition):
            return None
        return list(getattr(data, "scores", ())) or None

    def beside_scores(self, data: Any, /) -> list[str]:
        """Nothing: the points are all there is."""
        return []

    def breakdown(self, data: Any, /) -> list[Line]:
        """The points of each seat, or how the goal that all share came out."""
        scores = self.scores(data)
        if scores is None:
            return [Line(-1, self.prompt(data))]
        return [Line(seat, _("Points"), points) for seat, points in enumerate(scores)]

    def tally(self, data: Any, /) -> list[dict[str, int]]:
        """Nothing: where points come from is the game's to tell."""
        return []

    def interlude(self, data: Any, /) -> Interlude | None:
        """Nothing: tricks and rounds are the game's to tell."""
        return None

    def preview(self, view: View, move: str, /) -> str:
        """Nothing: what a move brings is the game's to tell."""
        return ""

    def extra(self, view: View, /) -> dict[str, Any]:
        """Nothing: there is no script."""
        return {}

    def coach(self, data: Any, /) -> tuple[str, str] | None:
        """Nothing: what a newcomer should know is the game's to tell."""
        return None

    def illustrations(self) -> dict[str, str]:
        """None: the rules are words."""
        return {}

    def picture(self, data: Any, /, *, theme: str = "auto") -> str:
        """What to do now, the board, and the viewer's hand, one under the other."""
        y, body = 52.0, [keyed("prompt", text(24, 36, self.prompt(data), "prompt"))]
        panels = self.panels(data)
        for panel in (panels[name] for name in ("board", "hand") if name in panels):
            height = panel.box[3] * min(LARGEST, (WIDTH - 48) / panel.box[2])
            body.append(fit(panel, (24, y, WIDTH - 48, height)))
            y += height + 16
        size, title = (round(WIDTH), round(y + 8)), self._definition.translations.text(self._definition.title)
        return document(
            self._definition.name, "".join(body), size=size, title=title, desc=self.prompt(data),
            css=self.CSS, theme=theme,
        )  # fmt: skip


def _corner(rows: tuple[tuple[int, ...], ...], row: int, column: int) -> tuple[float, float]:
    """The upper left corner of a cell; row 0 is the lowest."""
    return CELL * column, CELL * (len(rows) - 1 - row)


def _hole(y: float = 0.0) -> str:
    """An empty cell, so far down."""
    return _box("ground", 0, y, CELL, CELL, 0) + _box("hole", 3, y + 3, CELL - 6, CELL - 6, 10)


def _box(css: str, x: float, y: float, width: float, height: float, radius: float) -> str:
    left, top, wide, high, rx = map(number, (x, y, width, height, radius))
    return f'<rect class="{css}" x="{left}" y="{top}" width="{wide}" height="{high}" rx="{rx}"/>'
