"""Forma by H. J. Geesink (Ravensburger, 1973): polyominoes on a 20 × 20 board, for 2 or 4 players."""

from pathlib import Path

from ludotheque.core.definition import Definition, Later
from ludotheque.core.options import Choice, flag
from ludotheque.games.forma import notation, refusals, rules, view

OPTIONS = (
    Choice("players", "how many players; two have two colours each (M4)", 2, values=(2, 4)),
    Choice(
        "touch",
        "obstacles may not touch by their sides, or by corners either (M6)",
        "sides",
        values=view.TOUCH,
    ),
    flag("by_eye", "no trying out: an element that does not fit where it was meant to go is lost (M8)"),
)

FORMA = Definition(
    name="forma",
    title="Forma",
    summary="Fill the board with shapes: close in holes, obstacles and the tower, and build bridges.",
    minutes=45,
    folder=Path(__file__).parent,
    revision=1,
    options=OPTIONS,
    first={"players": 2},
    rules=rules,
    heuristic=Later("ludotheque.games.forma.heuristic"),
    notation=notation,
    refusals=refusals,
    view=view,
    picture=Later("ludotheque.games.forma.picture"),
    text=Later("ludotheque.games.forma.text"),
    page=Later("ludotheque.games.forma.page"),
)
