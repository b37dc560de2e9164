"""The table of Fou! in panels: the board, the viewer's hand, a strip for each player, the side column."""

from ludotheque.core.page import Panel
from ludotheque.games.fou.language import _
from ludotheque.games.fou.page import board, column, hand
from ludotheque.games.fou.view import FouView
from ludotheque.games.fou.words import round_words


def panels(data: FouView) -> dict[str, Panel]:
    """All panels; there is no hand for a spectator, nor when the game is over and all hands lie open."""
    found = {"board": Panel(board.box(data), dict(board.parts(data)))}
    if data.phase == "over":
        found["left"] = left(data)
    elif data.viewer >= 0:
        found["hand"] = Panel(hand.BOX, dict(hand.fan(data)))
    for seat in range(len(data.seats)):
        found[f"seat:{seat}"] = Panel(hand.STRIP, dict([hand.strip(data, seat)]))
    found["sheet"] = sheet(data)
    if data.last_trick:
        box = (0, 0, column.WIDTH, column.before_height(data))
        found["before"] = Panel(box, dict(column.before(data)), _("The trick before"))
    found["played"] = played(data)
    return found


def left(data: FouView, columns: int = 1) -> Panel:
    """What was left in the hands when the game ended."""
    rows = -(-len(data.seats) // columns)
    box = (0, 0, (hand.LEFT_WIDTH + 8) * columns, hand.LEFT_ROW * rows)
    return Panel(box, dict(hand.left(data, columns)), _("Left in hand"))


def sheet(data: FouView) -> Panel:
    """The score sheet."""
    box = (0, 0, column.WIDTH, column.sheet_height(data))
    return Panel(box, dict(column.sheet(data)), round_words(data))


def played(data: FouView) -> Panel:
    """Which cards have been played (O12)."""
    box = (0, 0, column.WIDTH, column.played_height(data.deck))
    return Panel(box, dict(column.played(data)), _("Played"), column.played_ground(data.deck))
