"""Forma by H. J. Geesink (Ravensburger, 1973): polyominoes on a 20 × 20 board, for 2 or 4 players."""

from pathlib import Path

from ludotheque.core.definition import Definition, Later
from ludotheque.core.options import Choice, flag
from ludotheque.games.forma import notation, refusals, rules, view
from ludotheque.i18n.language import marked_for_translation

OPTIONS = (
    Choice(
        "players",
        marked_for_translation("how many players; two have two colours each (M4)"),
        2,
        values=(2, 4),
    ),
    Choice(
        "touch",
        marked_for_translation("obstacles may not touch by their sides, or by corners either (M6)"),
        "sides",
        values=view.TOUCH,
    ),
    flag(
        "by_eye",
        marked_for_translation(
            "no trying out: an element that does not fit where it was meant to go is lost (M8)"
        ),
    ),
)
# What a form calls the options and their values; `Option.label` spells them like this.
LABELS = (
    marked_for_translation("Players"),
    marked_for_translation("Touch"),
    marked_for_translation("By eye"),
    marked_for_translation("Sides"),
    marked_for_translation("Corners"),
)

FORMA = Definition(
    name="forma",
    title="Forma",
    summary=marked_for_translation(
        "Fill the board with shapes: close in holes, obstacles and the tower, and build bridges."
    ),
    minutes=45,
    folder=Path(__file__).parent,
    revision=1,
    options=OPTIONS,
    at_table={"by_eye": True},  # (M8)
    first={"players": 4},  # half as many decisions for the newcomer as with two, and one colour each
    rules=rules,
    heuristic=Later("ludotheque.games.forma.heuristic"),
    notation=notation,
    refusals=refusals,
    view=view,
    picture=Later("ludotheque.games.forma.page.picture"),
    text=Later("ludotheque.games.forma.text"),
    page=Later("ludotheque.games.forma.page"),
)
