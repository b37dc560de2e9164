"""Sentences that the page and the terminal share."""

from dataclasses import replace

import pytest

from ludotheque.games.feurio import words
from ludotheque.i18n.language import speaking
from ludotheque.i18n.words import capitalised
from tests.games.feurio.tables import NAMES, play


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [("fr", "Un homme bleu", "Deux hommes bleus"), ("it", "Un uomo blu", "Due uomini blu"),
     ("de", "Einen blauen Mann", "Zwei blaue Männer")],
)  # fmt: skip
def test_men_are_counted_in_every_language(language: str, one: str, two: str) -> None:
    with speaking(language):
        assert [capitalised(words.men_of("B", number)) for number in (1, 2)] == [one, two]


def test_the_winner_is_told_so() -> None:
    data = play(1, players=4).view().data
    (winner,) = data.winners
    points = data.seats[winner].score
    assert words.outcome(replace(data, viewer=winner)) == f"You win with {points} points."
    with speaking("de", NAMES):
        assert words.outcome(data) == f"{NAMES[winner]} gewinnt mit {points} Punkten."
