"""What the view tells of the rules, so that no drawing need work it out again."""

import pytest

from ludotheque.games.fou.view import FouView
from tests.games.fou.table import Table
from tests.games.fou.test_picture import after, every_number

HANDS = ("G5 Y3", "1 1 R2", "G6 R4", "Y8 B5")


@every_number
def test_as_many_fools_as_discs(players: int) -> None:  # O3
    data: FouView = after(players, players).view().data
    assert data.discs == (2 if players > 6 else 1)
    assert data.last_trick is not None
    assert len(data.last_trick.fools) == data.discs


def test_how_many_are_still_to_play() -> None:  # O5
    table = Table(*HANDS, discs=[2])
    assert [table.view().data.waiting, table.play_all("G5").view().data.waiting] == [3, 2]
    assert table.play_all("1 Y8").view().data.waiting == 3  # a new trick; seat 3 sits out
    assert after(4, None).view().data.waiting == 0


@pytest.mark.parametrize(("seat", "follows"), [(1, False), (2, True), (3, False)])
def test_who_must_follow_suit(seat: int, follows: bool) -> None:  # O6, O7
    table = Table(*HANDS).play_all(" ".join(["G5", "1", "G6"][:seat]))
    assert table.view(seat).data.led == "G"
    assert table.view(seat).data.follows == follows
    assert not table.view(0).data.follows  # not their turn


def test_what_is_a_discard() -> None:  # O6, O7, O8
    table = Table(*HANDS, leader=1).play_all("1")
    assert table.view().data.led is None
    assert not table.view().data.discards("Y8")
    data = table.play_all("G6").view().data
    assert [data.discards(card) for card in ("Y8", "G5", "1")] == [True, False, False]


def test_a_new_round_begins_without_a_card_played() -> None:
    table = Table("B2", "B3 G5", "B4", "B5 G7").play_all("B2 B3 B4 B5")
    assert (table.view().data.finished, table.view().data.new_round) == (1, True)
    table.play(table.moves()[0])
    assert not table.view().data.new_round
    assert not after(4, None).view().data.new_round
