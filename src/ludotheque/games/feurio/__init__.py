"""Feurio! by Heinrich Glumpler (2003): fighting a forest fire on hexagons, for 1 to 4 players."""

from pathlib import Path

from ludotheque.core.definition import Definition, Later
from ludotheque.core.errors import BadOption
from ludotheque.core.options import Choice, Options, Whole, flag
from ludotheque.games.feurio import notation, refusals, rules, view
from ludotheque.games.feurio.language import _
from ludotheque.i18n.language import marked_for_translation

OPTIONS = (
    Whole(
        "players",
        marked_for_translation("how many fire brigades"),
        lambda chosen: 1 if chosen.get("mode") == "solo" else 4,
        low=1,
        high=4,
    ),
    Choice(
        "mode",
        marked_for_translation("against each other, together, or alone"),
        lambda chosen: "solo" if chosen["players"] == 1 else "versus",
        values=view.MODES,
    ),
    flag(
        "firebreaks",
        marked_for_translation("a drawn tile may be laid face down, for the price of a man (F23)"),
    ),
    flag("hot", marked_for_translation("areas are rounded down instead of up (F30)")),
)


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


FEURIO = Definition(
    name="feurio",
    title=marked_for_translation("Feurio!"),
    summary=marked_for_translation(
        "Fight a forest fire: the hotter the spot, the sooner it burns, and water wins."
    ),
    minutes=30,
    folder=Path(__file__).parent,
    revision=1,
    options=OPTIONS,
    first={"players": 4},
    go_together=_go_together,
    shared_goal=lambda options: options["mode"] != "versus",
    rules=rules,
    heuristic=Later("ludotheque.games.feurio.heuristic"),
    clairvoyant=Later("ludotheque.games.feurio.clairvoyant"),
    notation=notation,
    refusals=refusals,
    view=view,
    picture=Later("ludotheque.games.feurio.page.picture"),
    text=Later("ludotheque.games.feurio.text"),
    page=Later("ludotheque.games.feurio.page"),
    secret=lambda options: options["firebreaks"],
)
