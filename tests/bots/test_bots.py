"""Bots choose from views, the same move for the same knowledge."""

import pytest

import ludotheque
from ludotheque.bots import BOTS
from ludotheque.core.errors import UnknownBot
from ludotheque.core.game import Game
from tests.variants import every_variant, random_positions

NAMES = ["random", "greedy", "search:simulations=30"]  # without a clock choices repeat


def test_every_kind_of_bot_is_tested_here() -> None:
    assert {name.partition(":")[0] for name in NAMES} == set(BOTS)


@pytest.mark.parametrize("name", NAMES)
@every_variant
def test_a_bot_cannot_see_what_is_hidden(name: str, game: Game) -> None:
    """Swap what is hidden, and the bot with the same seed chooses the same move."""
    for ply, state in enumerate(random_positions(game, 3)):
        if state.over or ply % 5:
            continue
        view = state.view(state.seat)
        other = view.imagine(seed=ply).view(state.seat)
        chosen = ludotheque.bot(name, game, seed=ply).choose(view)
        assert chosen in state.moves()
        assert ludotheque.bot(name, game, seed=ply).choose(other) == chosen


def test_an_unknown_bot_gets_a_suggestion() -> None:
    game = ludotheque.game("feurio")
    with pytest.raises(UnknownBot, match='no bot "randon"; did you mean "random"?'):
        ludotheque.bot("randon", game)
    with pytest.raises(UnknownBot, match='no bot "deep-blue"; there are expert'):
        ludotheque.bot("deep-blue", game)
