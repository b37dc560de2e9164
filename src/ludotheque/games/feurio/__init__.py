"""Feurio! by Heinrich Glumpler (2003): fighting a forest fire on hexagons, for 1 to 4 players."""

from typing import TYPE_CHECKING, Any

from ludotheque.core.definition import Daily, Definition
from ludotheque.core.errors import BadOption
from ludotheque.core.options import Choice, Options, Whole, flag
from ludotheque.games.feurio.language import _
from ludotheque.i18n.language import marked_for_translation

if TYPE_CHECKING:  # mypy holds the files of this folder against what they must offer
    from ludotheque.core import page as page_role
    from ludotheque.core import roles
    from ludotheque.games.feurio import (
        actions,
        clairvoyant,
        features,
        heuristic,
        notation,
        observation,
        page,
        refusals,
        rules,
        text,
        view,
    )

    _rules: roles.Rules = rules
    _notation: roles.Notation = notation
    _setup_notation: roles.SetupNotation = notation
    _refusals: roles.Refusals = refusals
    _view: roles.Viewing = view
    _heuristic: roles.Heuristic = heuristic
    _clairvoyant: roles.Clairvoyant = clairvoyant
    _actions: roles.Actions = actions
    _observation: roles.Observing = observation
    _features: roles.Features = features
    _text: roles.Text = text
    _page: page_role.OwnPage = page


def _usual_players(chosen: dict[str, Any]) -> int:
    return 1 if chosen.get("mode") == "solo" else 4


def _usual_mode(chosen: dict[str, Any]) -> str:
    return "solo" if chosen["players"] == 1 else "versus"


def _go_together(options: Options) -> None:
    players, mode = options["players"], options["mode"]
    if mode != "solo" and players == 1:
        raise BadOption(_("mode={mode}: with players=1 the mode is solo [F7, F8]", mode=mode))
    if mode == "solo" and players != 1:
        why = _("mode=solo: with players={players} the mode is versus or coop [F7, F8]", players=players)
        raise BadOption(why)
    if options["firebreaks"] and mode != "versus":
        why = _("firebreaks=true: there are none in mode {mode}, only in versus [F29]", mode=mode)
        raise BadOption(why)


def _mastery(options: Options) -> dict[str, Any]:
    """Of two, whoever looks further ahead at fewer moves does better, and against each other strives for
    the lead (docs/bots.md, "Master", and docs/solo.md)."""
    if options["players"] != 2:
        return {}
    return {"win": 0.0, "widening": 1.0} if options["mode"] == "versus" else {"widening": 1.0}


DEFINITION = Definition(
    package=__name__,
    name="feurio",
    title=marked_for_translation("Feurio!"),
    summary=marked_for_translation(
        "Fight a forest fire: the hotter the spot, the sooner it burns, and water wins."
    ),
    credits="Heinrich Glumpler, 2003",
    minutes=30,
    options=(
        Whole(
            "players",
            marked_for_translation("how many fire brigades"),
            _usual_players,
            low=1,
            high=4,
            label=marked_for_translation("Players"),
        ),
        Choice(
            "mode",
            marked_for_translation("against each other, together, or alone"),
            _usual_mode,
            values=("versus", "coop", "solo"),
            labels=(
                marked_for_translation("Versus"),
                marked_for_translation("Coop"),
                marked_for_translation("Solo"),
            ),
            label=marked_for_translation("Mode"),
        ),
        flag(
            "firebreaks",
            marked_for_translation("a drawn tile may be laid face down, for the price of a man"),
            label=marked_for_translation("Firebreaks"),
        ),
        flag(
            "hot",
            marked_for_translation("areas are rounded down instead of up"),
            label=marked_for_translation("Hot"),
        ),
    ),
    first={"players": 4},
    daily=Daily(
        options={"mode": "solo"},
        title=marked_for_translation("The daily fire"),
        invitation=marked_for_translation(
            "One fire a day, with the same tiles in the same order for everybody. Can you put it out?"
        ),
        met=marked_for_translation("put it out"),
    ),
    go_together=_go_together,
    shared_goal=lambda options: bool(options["mode"] != "versus"),
    secret=lambda options: bool(options["firebreaks"]),
    mastery=_mastery,
)
