"""Kuhn poker (Harold W. Kuhn, 1950): three cards, two players, one bet."""

from ludotheque.core.definition import Board, Definition
from ludotheque.core.options import Whole

DEFINITION = Definition(
    package=__name__,
    name="kuhn_poker",
    title="Kuhn poker",
    summary="Three cards, two players, one bet: bluff with the jack, or believe that the other does.",
    credits="Harold W. Kuhn, 1950",
    minutes=1,
    options=(Whole("players", "how many players", 2, low=2, high=2),),
    board=Board(hands="cards", cards={0: "J", 1: "Q", 2: "K"}, facts={"chips": "Chips in the pot"}),
    secret=lambda options: True,
)
