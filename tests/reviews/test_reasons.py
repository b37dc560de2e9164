"""Why a move is better, in the words of each game, and by the numbers where a game says nothing."""

from pathlib import Path

import pytest

import ludotheque
from ludotheque.i18n.language import speaking
from ludotheque.reviews.words import reason_of, why
from tests.web.test_pointing import seen

WEAK = Path(__file__).parent / "weak.jsonl"  # games of weak bots: Feurio! in four variants, Fou! by 4 and 5
ENOUGH = 0.8  # of the moments, about which a game has something of its own to say


@pytest.mark.parametrize(
    ("file", "line", "ply", "better", "other", "reason"),
    [
        ("feurio.jsonl", 5, 29, "B1 2,2", "G1 2,0", "keeps a free side at the 1 at the right"),
        ("feurio.jsonl", 5, 3, "R1 -1,1", "Y3 -1,1", "saves 2 men"),
        ("feurio.jsonl", 4, 17, "G1 0,-2", "pass", "gets one man more out"),
        ("blunders", 2, 39, "G6", "B4", "is not the worst card as the trick lies"),
        ("forma.jsonl", 4, 101, "q1+r1+s1+t1", "t14+t15+t16+t17", "10 points more at once (holes)"),
        ("blunders", 4, 1, "bet", "pass", ""),
    ],
)
def test_a_game_says_what_the_better_move_does(
    file: str, line: int, ply: int, better: str, other: str, reason: str
) -> None:
    with speaking("en"):
        found = reason_of(seen(file, line, ply), better, other)
    assert reason in found
    assert bool(found) == bool(reason)


def test_the_numbers_follow() -> None:
    with speaking("en"):
        told = why(seen("blunders", 4, 1), "bet", "pass", (0.62, 0.31), 4.2)
        alike = why(seen("feurio.jsonl", 4, 17), "G1 0,-2", "pass", (0.0, 0.0), None)
        goal = why(seen("feurio.jsonl", 4, 17), "G1 0,-2", "pass", (0.4, 0.1), None)
    plain = "wins 62 % of imagined games instead of 31 %; 4 points more on average"
    assert told.replace("\u00a0", " ") == plain
    assert alike.endswith("; comes nearer to the goal")
    assert goal.replace("\u00a0", " ").endswith(
        "; reaches the goal in 40 % of imagined games instead of 10 %"
    )


def test_a_reason_depends_on_nothing_hidden() -> None:
    """Two states that a seat cannot tell apart have equal views, and it is the view that is asked."""
    view = seen("blunders", 2, 39)
    world = view.imagine(seed=5)
    with speaking("en"):
        assert reason_of(view, "G6", "B4") == reason_of(world.view(view.seat), "G6", "B4")


@pytest.mark.slow
def test_a_game_has_something_to_say_about_most_moments() -> None:
    told = []
    for record in ludotheque.read_records(WEAK):
        for moment in ludotheque.review(record, simulations=200).moments:
            assert moment.better is not None
            view = record.replay(moment.ply).view(moment.seat)
            told.append(bool(reason_of(view, moment.better, moment.move)))
    assert len(told) >= 20
    assert sum(told) >= ENOUGH * len(told)
