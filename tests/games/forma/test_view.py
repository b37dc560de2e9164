"""The facts that drawings, words and the coach take from a view, beside an obvious way to count them."""

import random

import pytest

from ludotheque.games.forma.elements import SIDE
from ludotheque.games.forma.rules import WAYS
from ludotheque.games.forma.view import FormaView, Square
from tests.games.forma.boards import play, start

KINDS = [{"players": 2}, {"players": 4, "by_eye": True}, {"players": 4, "touch": "corners"}]


def around(square: Square) -> list[Square]:
    x, y = square
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


def empty_squares(data: FormaView) -> set[Square]:
    taken = {square for piece in data.pieces for square in piece.squares}
    taken |= {*data.holes, *data.obstacles} | ({data.tower} if data.tower else set())
    return {(x, y) for x in range(SIDE) for y in range(SIDE)} - taken


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("plies", [0, 3, 30, 60, None])
def test_what_is_empty_and_nearly_closed(kind: dict[str, object], plies: int | None) -> None:
    data = play(3, plies, **kind).view().data
    empty = empty_squares(data)
    assert data.empty == len(empty)
    by_rank = sorted(empty, key=lambda square: square[::-1])
    assert data.nearly_closed == tuple(
        square for square in by_rank if len(empty.intersection(around(square))) == 1
    )


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("plies", [0, 10, 50, None])
def test_who_closes_which_sides_of_an_obstacle(kind: dict[str, object], plies: int | None) -> None:  # M12
    data = play(4, plies, **kind).view().data
    whose = {square: piece.seat for piece in data.pieces for square in piece.squares}
    for obstacle in data.obstacles:
        beside = [whose.get(square) for square in around(obstacle)]
        assert data.sides[obstacle] == tuple(beside.count(seat) for seat in range(len(data.seats)))
    assert list(data.sides) == list(data.obstacles)


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_points_are_those_of_the_rules(kind: dict[str, object], seed: int) -> None:  # M18
    state, choice = play(seed, 20, **kind), random.Random(seed)
    while not state.over:
        state.play(choice.choice(state.moves()))
        data = state.view().data
        assert [seat.score for seat in data.seats] == state.scores
    assert list(data.winners) == state.winners
    assert all(tuple(seat.points) == WAYS for seat in data.seats)
    assert all(sum(seat.points.values()) == seat.score for seat in data.seats)


def test_who_closed_the_tower() -> None:  # M15
    moves = ("tower j10", "i9+i10+i11", "j11+k11", "k9+k10")
    assert start(*moves, players=2).view().data.tower_by is None
    data = start(*moves, "j8+j9+k8", players=2).view().data
    assert data.tower_by == 1
    assert [seat.tower for seat in data.seats] == [False, True]
    assert data.seats[1].points["tower"] == 50


def test_views_share_nothing_that_can_be_changed() -> None:
    state = start("tower j10", "a1", players=2)
    with pytest.raises(TypeError, match="cannot be changed"):
        state.view().data.seats[0].rack.clear()
    assert state.view().data.seats[0].rack["I1"] == 3
