"""The example of hidden cards and chance: Kuhn poker, counted out."""

import itertools

import pytest

import ludotheque
from ludotheque.engine.contract import CHANCE

GAME = ludotheque.game("kuhn_poker")
DEALS = list(itertools.permutations(range(3), 2))


def dealt(deal: tuple[int, int], moves: str = "") -> ludotheque.State:
    state = GAME.root()
    state.settle(deal)
    for move in moves.split():
        state.play(move)
    return state


def test_chance_lists_six_deals_of_equal_probability() -> None:
    root = GAME.root()
    assert root.seat == CHANCE
    assert root.chance() == [(deal, 1 / 6) for deal in DEALS]
    assert GAME.new(seed=1).chance() == root.chance(), "the deal that was made is one of them"
    assert dealt((2, 0), "bet").chance() == root.chance()


@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize(
    ("moves", "chips", "shown"),
    [
        ("pass pass", 1, True),
        ("pass bet pass", 1, False),
        ("pass bet bet", 2, True),
        ("bet pass", 1, False),
        ("bet bet", 2, True),
    ],
)
def test_every_game_there_is(deal: tuple[int, int], moves: str, chips: int, shown: bool) -> None:
    state = dealt(deal, moves)
    assert state.over
    winner = int(deal[1] > deal[0]) if shown else 1 if moves == "pass bet pass" else 0
    assert state.winners == [winner]
    assert state.scores[winner] == chips == -state.scores[1 - winner]
    assert [state.view().data.fields["cards"][seat] for seat in (0, 1)] == (list(deal) if shown else [-1, -1])


def test_a_seat_knows_its_own_card_alone() -> None:
    for card, others in ((0, (1, 2)), (1, (0, 2)), (2, (0, 1))):
        for moves in ("", "pass", "bet", "pass bet"):
            views = {dealt((card, other), moves).view(0) for other in others}
            assert len(views) == 1
            assert len({view.svg() for view in views}) == 1
            (view,) = views
            assert view.data.fields["cards"] == (card, -1)
    spectators = {dealt(deal, "bet").view() for deal in DEALS}
    assert len(spectators) == 1


def test_what_is_imagined_is_every_card_that_is_possible() -> None:
    view = dealt((1, 2), "pass").view(0)
    assert {view.imagine(seed=seed).view(1).data.fields["cards"][1] for seed in range(40)} == {0, 2}
