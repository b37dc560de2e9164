"""Where a move lies that nobody has made: the part to mark, and how the board would show it."""

from ludotheque.core.view import View
from ludotheque.core.worlds import data_after
from ludotheque.web.frames import JsonObject


def pointed(view: View, move: str) -> JsonObject:
    """The part that a click would make the *move* with, and what the move would put on the board.

    It is made of a position that the seat imagines: what its move shows follows from what it knows.
    """
    page = view.game.definition.page
    at = next((choice.at for choice in page.choices(view) if choice.move == move), "")
    after = data_after(view, move)
    board = page.panels(after).get("board")
    keys = page.placed(after, move) if board else []
    return {"at": at, "ghost": [board.parts[key] for key in keys if board and key in board.parts]}
