"""Feurio! by Heinrich Glumpler (2003): fighting a forest fire on hexagons, for 1 to 4 players."""

from pathlib import Path

from ludotheque.core.definition import Definition, Later
from ludotheque.core.errors import BadOption
from ludotheque.core.options import Choice, Options, Whole, flag
from ludotheque.games.feurio import notation, refusals, rules, view

OPTIONS = (
    Whole(
        "players",
        "how many fire brigades",
        lambda chosen: 1 if chosen.get("mode") == "solo" else 4,
        low=1,
        high=4,
    ),
    Choice(
        "mode",
        "against each other, together, or alone",
        lambda chosen: "solo" if chosen["players"] == 1 else "versus",
        values=view.MODES,
    ),
    flag("firebreaks", "a drawn tile may be laid face down, for the price of a man (F23)"),
    flag("hot", "areas are rounded down instead of up (F30)"),
)


def _go_together(options: Options) -> None:
    players, mode = options["players"], options["mode"]
    if (mode == "solo") != (players == 1):
        right = "mode is solo" if players == 1 else "mode is versus or coop"
        raise BadOption(f"mode={mode}: with players={players} the {right} [F7, F8]")
    if options["firebreaks"] and mode != "versus":
        raise BadOption(f"firebreaks=true: there are none in mode {mode}, only in versus [F29]")


FEURIO = Definition(
    name="feurio",
    title="Feurio!",
    summary="Fight a forest fire: the hotter the spot, the sooner it burns, and water wins.",
    minutes=30,
    folder=Path(__file__).parent,
    revision=1,
    options=OPTIONS,
    first={"players": 2},
    go_together=_go_together,
    shared_goal=lambda options: options["mode"] != "versus",
    rules=rules,
    heuristic=Later("ludotheque.games.feurio.heuristic"),
    clairvoyant=Later("ludotheque.games.feurio.clairvoyant"),
    notation=notation,
    refusals=refusals,
    view=view,
    picture=Later("ludotheque.games.feurio.picture"),
    text=Later("ludotheque.games.feurio.text"),
    page=Later("ludotheque.games.feurio.page"),
    secret=lambda options: options["firebreaks"],
)
