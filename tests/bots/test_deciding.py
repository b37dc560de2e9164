"""A bot decides on its own views alone, and a copy of it decides just so."""

import copy
import pickle
import re

import pytest

import ludotheque
from ludotheque.bots import Bot, bot
from ludotheque.core.errors import Refusal
from ludotheque.core.game import Game
from tests.variants import every_variant

NAMES = ["random", "greedy", "search:simulations=20", "search:simulations=20,trees=2"]
GAME = ludotheque.game("feurio", players=3)


def wrong_views() -> dict[str, tuple[object, str]]:
    """What a bot of GAME is given, and what it says to that."""
    state, over = GAME.new(seed=1), GAME.new(seed=1)
    while not over.over:
        over.play(over.moves()[0])
    other = ludotheque.game("fou", players=4).new(seed=1)
    two, hot = ludotheque.game("feurio", players=2), ludotheque.game("feurio", players=3, hot=True)
    return {
        "another seat": (state.view(1), "seat 1 is not to move"),
        "a spectator": (state.view(), "a spectator decides nothing"),
        "a game that is over": (over.view(0), "seat 0 is not to move"),
        "another game": (other.view(other.seat), "this bot plays feurio, and the view is of fou"),
        "other players": (
            two.new(seed=1).view(0),
            "with players=3, and the view is of a game with players=2",
        ),
        "other options": (hot.new(seed=1).view(0), "with hot=False, and the view is of a game with hot=True"),
        "a state": (state, "a bot decides from a view, not from a state; give it state.view(state.seat)"),
        "nothing": (None, "a bot decides from a view, and null is not one"),
    }


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("what", wrong_views())
def test_a_view_that_is_not_its_own_to_decide_on_is_refused(name: str, what: str) -> None:
    view, message = wrong_views()[what]
    decider = bot(name, GAME, seed=1)
    ways = [decider.choose, *([decider.consider] if hasattr(decider, "consider") else [])]
    for way in ways:
        with pytest.raises(Refusal, match=re.escape(message)) as refused:
            way(view)
        assert "\n" not in str(refused.value)


def test_a_view_of_an_equal_game_is_welcome() -> None:
    view = ludotheque.game("feurio", players=3).new(seed=1).view(0)
    assert bot("random", GAME, seed=1).choose(view) in view.moves()


def pickled(original: Bot) -> Bot:
    found: Bot = pickle.loads(pickle.dumps(original))
    return found


@every_variant
def test_a_copy_goes_on_as_the_bot_itself(game: Game) -> None:
    state = game.new(seed=2)
    while len(state.moves()) < 2:
        state.play(state.moves()[0])
    view = state.view(state.seat)
    for name in NAMES:
        original = bot(name, game, seed=3)
        original.choose(view)
        twins = [copied(original) for copied in (copy.copy, copy.deepcopy, pickled)]
        ahead = [[twin.choose(view) for _ in range(4)] for twin in twins]
        own = [original.choose(view) for _ in range(4)]
        assert ahead == [own] * len(twins), "what a copy draws is its own"
