"""The opponent that nobody has tuned (bench/textbook.py) plays every game, and sees what is near."""

import pytest
from bench.strength import TEXTBOOK
from bench.textbook import Textbook

import ludotheque
from ludotheque.core.registry import names


@pytest.mark.parametrize("name", names())
def test_it_plays_every_game_and_equal_seeds_choose_alike(name: str) -> None:
    game = ludotheque.game(name)
    state = game.new(seed=1)
    view = state.view(state.seat)
    first, again = (Textbook(game, seed=3, simulations=20).choose(view) for _ in range(2))
    assert first == again
    assert first in view.moves()


@pytest.mark.slow
def test_it_wins_at_once_and_does_not_lose_at_once() -> None:
    for moves, best in (("1 7 2 7 3", "4"), ("1 7 1 7 2 7", "7"), ("1 7 2 6 3", "4")):
        state = ludotheque.game("connect_four").new()
        for move in moves.split():
            state.play(move)
        chosen = ludotheque.bot(f"{TEXTBOOK}:simulations=400", state.game, seed=1).choose(
            state.view(state.seat)
        )
        assert str(chosen) == best


def test_it_counts_as_the_paper_does() -> None:
    """A leaf for each simulation; a move is available where its parent is reached in a world that has it."""
    game = ludotheque.game("fou", players=4, rounds=1)
    root = Textbook(game, seed=1, simulations=600).search(game.new(seed=1).view(0))
    assert root.visits == sum(child.visits for child in root.children.values()) == 600
    availability = sorted(child.available for child in root.children.values())
    assert availability == list(range(601 - len(availability), 601))  # all are legal; one was added each time
    seldom = 0
    for child in root.children.values():
        assert sum(grandchild.visits for grandchild in child.children.values()) == child.visits - 1
        for grandchild in child.children.values():
            assert grandchild.visits <= grandchild.available < child.visits
            seldom += grandchild.available < child.visits / 2
    assert seldom  # others do not always hold the card
