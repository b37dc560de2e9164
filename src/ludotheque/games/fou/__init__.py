"""Fou! by Friedemann Friese (1995, 2018): a trick-taking game where the Fool sits out, for 4 to 8 players."""

from pathlib import Path

from ludotheque.core.definition import Definition, Later
from ludotheque.core.options import Whole
from ludotheque.games.fou import cards, notation, refusals, rules, view
from ludotheque.i18n.language import marked_for_translation

LABELS = (
    marked_for_translation("Players"),
    marked_for_translation("Rounds"),
)  # of the options, see `Option.label`
OPTIONS = (
    Whole(
        "players",
        marked_for_translation("how many players"),
        5,
        low=cards.FEWEST_SEATS,
        high=cards.MOST_SEATS,
    ),
    Whole(
        "rounds",
        marked_for_translation("after how many rounds to stop; without a number it is a whole game"),
        None,
        1,
        1_000_000,
        optional=True,
    ),
)

FOU = Definition(
    name="fou",
    title=marked_for_translation("Fou!"),
    summary=marked_for_translation(
        "Get rid of your cards, and take care not to be the Fool who sits out the next trick."
    ),
    minutes=45,
    folder=Path(__file__).parent,
    revision=1,
    options=OPTIONS,
    first={"players": 4, "rounds": 3},
    rules=rules,
    heuristic=Later("ludotheque.games.fou.heuristic"),
    notation=notation,
    refusals=refusals,
    view=view,
    picture=Later("ludotheque.games.fou.page.picture"),
    text=Later("ludotheque.games.fou.text"),
    page=Later("ludotheque.games.fou.page"),
    secret=lambda options: True,
)
