"""``ludotheque show``: the table at a place of a record, as text or as a picture."""

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter
from rich.console import Console

from ludotheque.cli.arguments import File, Line, Ply, at
from ludotheque.core.errors import Refusal


def show(
    file: File,
    /,
    *,
    line: Line = 1,
    ply: Ply = None,
    seat: Annotated[int | None, Parameter(help="Whose view; −1 is a spectator's.")] = None,
    svg: Annotated[Path | None, Parameter(help="Write an SVG picture here instead.")] = None,
    theme: Literal["auto", "light", "dark"] = "auto",
) -> int:
    """Show the table after some moves of a record, as the seat whose turn it is sees it.

    Parameters
    ----------
    theme
        The picture's colours; auto follows the reader's system.
    """
    state = at(file, line, ply)
    view = state.view(state.seat if seat is None else seat)
    if svg is None:
        Console(highlight=False).print(view.game.definition.text.draw(view.data))
        return 0
    try:
        svg.write_text(view.svg(theme=theme), encoding="utf-8")
    except OSError as error:
        raise Refusal(f"cannot write {svg}: {error.strerror}") from None
    return 0
