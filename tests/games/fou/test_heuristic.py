"""What a play tells of a hand, and which cards look good."""

import numpy as np

from ludotheque.games.fou import heuristic
from tests.games.fou.table import Table


def looks(table: Table) -> dict[str, float]:
    """How good each legal card looks."""
    moves = table.moves()
    codes = np.array([move.code for move in moves], np.int32)
    weights = np.zeros(len(codes), np.float32)
    heuristic.weigh(table._states, 0, codes, len(codes), weights)
    return {str(move): float(weight) for move, weight in zip(moves, weights, strict=True)}


def plausible(table: Table, seat: int) -> float:
    """How well the table explains what has been played, to a seat."""
    return float(heuristic.plausible(table._states, 0, seat))


def test_a_card_that_takes_no_disc_looks_better() -> None:  # O10
    weights = looks(Table("R5 R9", "R6 G2", "R3 R8 G4", "G5 G6").play_all("R5 R6"))
    assert weights["R8"] > weights["R3"]


def test_a_one_looks_best_where_somebody_has_discarded() -> None:  # O10
    hands = ("R5 R9", "G2 G3", "R8 1", "G5 G6")
    assert max(looks(Table(*hands).play_all("R5 G2")).items(), key=lambda item: item[1])[0] == "1"


def test_a_hand_that_had_no_better_card_is_more_plausible() -> None:  # O10
    played = "R5 R6 R2"  # seat 2 takes the disc as it lies, if seat 3 can follow
    had_none = Table("R5 R9", "R6 G2", "R2 G4 G9", "R7 R8 G6").play_all(played)
    had_some = Table("R5 R9", "R6 G2", "R2 R8 G9", "R7 G4 G6").play_all(played)
    assert plausible(had_none, 3) > plausible(had_some, 3) + 1


def test_the_previous_trick_counts_too_but_not_of_the_previous_round() -> None:
    played = "R5 R6 R2 R7"
    had_none = Table("R5 R9", "R6 G2", "R2 G4 G9", "R7 R8 G6").play_all(played)
    had_some = Table("R5 R9", "R6 G2", "R2 R8 G9", "R7 G4 G6").play_all(played)
    assert plausible(had_none, 3) > plausible(had_some, 3) + 1
    last = Table("R5", "R6 G2", "R2 R8", "R7 G4").play_all(played)
    assert last._states[0]["last_trick"] != 0
    assert last._states[0]["finished"] == 1
    assert plausible(last, 3) == 0


def test_what_i_played_myself_tells_me_nothing() -> None:
    table = Table("R5 R9", "R6 G2", "R3 R8", "G5 G6").play_all("R5")
    assert plausible(table, 0) == 0
    assert plausible(table, 1) < 0
