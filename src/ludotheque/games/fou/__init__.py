"""Fou! by Friedemann Friese (1995, 2018): a trick-taking game where the Fool sits out, for 4 to 8 players."""

from typing import TYPE_CHECKING

from ludotheque.core.definition import Definition
from ludotheque.core.options import Whole
from ludotheque.i18n.language import marked_for_translation

if TYPE_CHECKING:  # mypy holds the files of this folder against what they must offer
    from ludotheque.core import page as page_role
    from ludotheque.core import roles
    from ludotheque.games.fou import (
        actions,
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
    _actions: roles.Actions = actions
    _observation: roles.Observing = observation
    _features: roles.Features = features
    _unveiling: roles.Unveiling = features
    _text: roles.Text = text
    _page: page_role.OwnPage = page

DEFINITION = Definition(
    package=__name__,
    name="fou",
    title=marked_for_translation("Fou!"),
    summary=marked_for_translation(
        "Get rid of your cards, and take care not to be the Fool who sits out the next trick."
    ),
    credits="Friedemann Friese, 1995 and 2018",
    options=(
        Whole(
            "players",
            marked_for_translation("how many players"),
            5,
            low=4,
            high=8,
            label=marked_for_translation("Players"),
        ),
        Whole(
            "rounds",
            marked_for_translation("after how many rounds to stop; without a number it is a whole game"),
            None,
            low=1,
            high=1_000_000,
            optional=True,
            label=marked_for_translation("Rounds"),
        ),
    ),
    first={"players": 4, "rounds": 3},
    secret=lambda options: True,
)
