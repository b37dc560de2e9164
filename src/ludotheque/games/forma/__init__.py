"""Forma by H. J. Geesink (Ravensburger, 1973): polyominoes on a 20 × 20 board, for 2 or 4 players."""

from typing import TYPE_CHECKING, Any

from ludotheque.core.definition import Definition
from ludotheque.core.options import Choice, Options, flag
from ludotheque.i18n.language import marked_for_translation

if TYPE_CHECKING:  # mypy holds the files of this folder against what they must offer
    from ludotheque.core import page as page_role
    from ludotheque.core import roles
    from ludotheque.games.forma import (
        actions,
        features,
        heuristic,
        notation,
        observation,
        page,
        ready,
        refusals,
        rules,
        text,
        view,
    )

    _rules: roles.Rules = rules
    _notation: roles.Notation = notation
    _ready: roles.Ready = ready
    _refusals: roles.Refusals = refusals
    _view: roles.Viewing = view
    _heuristic: roles.Heuristic = heuristic
    _actions: roles.Actions = actions
    _observation: roles.Observing = observation
    _features: roles.Features = features
    _text: roles.Text = text
    _page: page_role.OwnPage = page


def _mastery(options: Options) -> dict[str, Any]:
    """What goes with the networks that the game brings (docs/bots.md, "Master")."""
    if options["touch"] != "sides" or options["by_eye"]:
        return {}
    return {"win": 0.0 if options["players"] == 2 else 0.5, "widening": 1.0}


DEFINITION = Definition(
    package=__name__,
    name="forma",
    title="Forma",
    summary=marked_for_translation(
        "Fill the board with shapes: close in holes, obstacles and the tower, and build bridges."
    ),
    credits="H. J. Geesink, 1973",
    revision=2,  # since then one may pass after a misfit (M8)
    options=(
        Choice(
            "players",
            marked_for_translation("how many players; two have two colours each"),
            2,
            values=(2, 4),
            label=marked_for_translation("Players"),
        ),
        Choice(
            "touch",
            marked_for_translation("obstacles may not touch by their sides, or by corners either"),
            "sides",
            values=("sides", "corners"),
            labels=(marked_for_translation("Sides"), marked_for_translation("Corners")),
            label=marked_for_translation("Touch"),
        ),
        flag(
            "by_eye",
            marked_for_translation(
                "no trying out: an element that does not fit where it was meant to go is lost"
            ),
            label=marked_for_translation("By eye"),
        ),
    ),
    first={"players": 4},  # half as many decisions for the newcomer as with two, and one colour each
    mastery=_mastery,
)
