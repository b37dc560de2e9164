"""What a person has played: how it came out, against whom, and a rating that follows from nothing else."""

from typing import Any

import pytest

from ludotheque.tables.events import BOT, PERSON, Occupant
from ludotheque.tables.history import (
    GIVEN_UP,
    LOST,
    RESIGNED,
    SHARED_SCREEN,
    TIED,
    WON,
    PlayedGame,
    Tally,
    played,
    rating,
    statistics,
)
from ludotheque.tables.summary import NOBODY, Result, Summary
from tests.tables.tables import ADA, BO, EVE

PEOPLE = {ADA: "Ada", BO: "Bo", EVE: "Eve"}


def game(seats: list[str], number: int = 0, kind: str = "feurio", **result: Any) -> PlayedGame:
    """A finished game of Ada's; *seats* are people or levels of bots."""
    who = tuple(
        Occupant(PERSON, person=seat, name=PEOPLE[seat]) if seat in PEOPLE else Occupant(BOT, level=seat)
        for seat in seats
    )
    ended = Result(float(number), **result)
    summary = Summary(
        f"t{number}", kind, {"players": len(seats)}, "over", False, who, NOBODY, 0.0, result=ended
    )
    found = played(summary, ADA)
    assert found is not None
    return found


def won(number: int, *others: str) -> PlayedGame:
    scores = (9, *range(len(others)))
    return game([ADA, *others], number, scores=scores, winners=(0,))


def lost(number: int, *others: str) -> PlayedGame:
    scores = (0, *range(9, 9 - len(others), -1))
    return game([ADA, *others], number, scores=scores, winners=(1,))


@pytest.mark.parametrize(
    ("seats", "result", "outcome", "place"),
    [
        ([ADA, BO], {"scores": (5, 3), "winners": (0,)}, WON, 1),
        ([ADA, BO], {"scores": (5, 5), "winners": (0, 1)}, TIED, 1),
        ([BO, "novice", ADA], {"scores": (9, 8, 7), "winners": (0,)}, LOST, 3),
        ([ADA, BO], {"scores": (9, 3), "winners": (0,), "resigned": (0,)}, RESIGNED, 2),
        ([ADA, BO], {"scores": (3, 9), "winners": (1,), "resigned": (1,)}, WON, 1),
        ([ADA, "novice"], {"resigned": (0,), "given_up": True}, RESIGNED, None),
        ([ADA, BO], {"resigned": (0, 1), "given_up": True}, GIVEN_UP, None),
        ([ADA, ADA], {"scores": (1, 2), "winners": (1,)}, SHARED_SCREEN, None),
        ([ADA, BO], {"winners": (0, 1)}, WON, None),  # together
        ([ADA], {}, LOST, None),  # alone
    ],
)
def test_how_a_game_came_out(seats: list[str], result: Any, outcome: str, place: int | None) -> None:
    found = game(seats, **result)
    assert (found.outcome, found.place) == (outcome, place)


def test_a_game_that_is_not_over_or_not_mine_is_not_counted() -> None:
    mine = game([ADA, BO], scores=(1, 2), winners=(1,)).summary
    assert played(mine, EVE) is None
    assert played(Summary("t", "fou", {}, "playing", False, mine.seats, 0, 0.0), ADA) is None


def test_figures_by_game_and_by_opponent_bots_by_level() -> None:
    games = [
        won(1, BO), lost(2, BO, "novice"), won(3, "novice", "novice"),
        game([ADA, EVE], 4, "fou", scores=(1, 1), winners=(0, 1)),
    ]  # fmt: skip
    feurio, fou = statistics(games)
    assert (feurio.game, feurio.tally) == ("feurio", Tally(played=3, won=2, tied=0, lost=1))
    against = {opponent.key: tally for opponent, tally in feurio.opponents}
    assert against == {
        f"person {BO}": Tally(2, 1, 0, 1),
        "bot novice": Tally(2, 1, 0, 1),  # two of them at one table are met once
    }
    assert fou.tally == Tally(1, 0, 1, 0)


def test_a_rating_rises_with_wins_and_grows_sure_whatever_order_the_games_come_in() -> None:
    games = [won(k, "regular") for k in range(10)]
    few, many = rating(games[:2]), rating(games)
    assert few is not None
    assert many is not None
    assert 25 < few.mu < many.mu
    assert many.sigma < few.sigma < 25 / 3
    assert rating(games[::-1]) == many, "they are put into their order"


def test_to_beat_an_expert_counts_for_more_than_to_beat_a_novice() -> None:
    values = [rating([won(1, level)]) for level in ("novice", "regular", "expert")]
    mus = [one.mu for one in values if one]
    assert mus == sorted(mus)
    assert len(set(mus)) == 3


def test_what_cannot_be_won_against_others_is_not_rated() -> None:
    unrated = [
        game([ADA, BO], 1, winners=(0, 1)),
        game([ADA], 2),
        game([ADA, ADA], 3, scores=(1, 2), winners=(1,)),
        game([ADA, BO], 4, resigned=(0, 1), given_up=True),
    ]
    assert rating(unrated) is None
    gave_up = rating([game([ADA, "regular"], 5, resigned=(0,), given_up=True)])
    assert gave_up is not None
    assert gave_up.mu < 25, "nobody keeps a rating by running away from bots"
