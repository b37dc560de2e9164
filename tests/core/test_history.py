"""What a seat has seen since the beginning, and the worlds that it may imagine."""

import copy
import pickle
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque.core.errors import BadBytes, BadOption, Refusal
from ludotheque.core.game import Game
from ludotheque.core.outcomes import Recorded
from ludotheque.core.state import State
from ludotheque.core.view import View
from ludotheque.engine.contract import CHANCE, SPECTATOR
from tests.variants import every_variant, random_positions

pytestmark = pytest.mark.slow  # servers, databases or thousands of moves


def pickled(view: View) -> View:
    twin: View = pickle.loads(pickle.dumps(view))
    return twin


SEED = 8
EVERY = 11  # positions looked at


def some(game: Game) -> Any:
    for ply, state in enumerate(random_positions(game, SEED)):
        if ply % EVERY == 3 or state.over:
            yield state


@every_variant
def test_a_history_tells_every_move_and_ends_with_the_view(game: Game) -> None:
    for state in some(game):
        for seat in range(SPECTATOR, game.players):
            view = state.view(seat)
            history = view.history()
            moves = [seen.move for seen in history if seen.actor != CHANCE]
            assert moves == state.history  # in these games all moves are made openly
            assert len(history) == 1 + len(moves) + len(state.outcomes)
            assert history[-1].view == view
            assert history[-1].view.information_key() == view.information_key()


@every_variant
def test_what_a_seat_knew_then_is_what_it_was_shown_then(game: Game) -> None:
    shown: dict[int, list[View]] = defaultdict(list)
    for state in random_positions(game, SEED):
        for seat in range(game.players):
            shown[seat].append(state.view(seat))
    for seat in range(game.players):
        known = {bytes(seen.view) for seen in shown[seat][-1].history()}
        assert all(bytes(view) in known for view in shown[seat])
        keys = {view.information_key() for view in shown[seat]}
        assert len(keys) == len(shown[seat])
        for view in shown[seat][:: 2 * EVERY]:  # the state has gone on since
            assert view.history()[-1].view == view


@every_variant
def test_a_history_is_carried_along(game: Game) -> None:
    for state in some(game):
        view = state.view(0)
        key = view.information_key()
        copies: list[Callable[[View], View]] = [copy.copy, copy.deepcopy, pickled]
        for make in copies:
            twin = make(state.view(0))
            assert twin == view
            assert twin.information_key() == key
            assert twin.history() == view.history()
        again = View.from_bytes(game, view.to_bytes(history=True))
        assert (again, again.information_key()) == (view, key)
        assert state.copy().view(0).information_key() == key
        assert state.record().replay().view(0).information_key() == key
        assert pickle.loads(pickle.dumps(state)).view(0).information_key() == key


def twin_of(state: State, seat: int, seed: int) -> State | None:
    """Another game that *seat* cannot tell from this one, as far as its last chance event goes."""
    game, rules = state.game, state.game.definition.rules
    world = state.view(seat).imagine(seed=seed).states()[0]
    if game.name == "fou":
        dealt = []
        for other in range(game.players):
            cards: list[int] = [1] * int(world["ones"][other] + world["ones_played"][other])
            for sets in (world["hands"][other], world["played"][other]):
                for word in range(2):
                    cards += [
                        64 * word + k for k in range(64) if int(sets[word]) >> k & 1 and (word or k > 1)
                    ]
            dealt.append(cards)
        outcome = np.zeros(rules.OUTCOME, np.uint8)
        flat = [card for hand in dealt for card in hand]
        outcome[: len(flat)] = flat
    else:
        outcome = world["stack"].astype(np.uint8)
    twin = game.start(Recorded([*state.outcomes[:-1], outcome]))
    for move in state.history:
        twin.play(move)
    return twin


@pytest.mark.parametrize(
    "options",
    [
        {"name": "fou", "players": 4, "rounds": 1},
        {"name": "fou", "players": 7, "rounds": 2},
        {"name": "feurio", "players": 3, "firebreaks": True},
        {"name": "feurio", "players": 2},
    ],
)
def test_histories_that_a_seat_cannot_tell_apart_have_one_key(options: dict[str, Any]) -> None:
    """The same moves in another world that the seat imagines, replayed from its beginning."""
    game = ludotheque.game(**options)
    different = 0
    for ply, state in enumerate(random_positions(game, SEED)):
        if ply % 5 != 2 or state.over:
            continue
        for seat in range(game.players):
            twin = twin_of(state, seat, ply)
            assert twin is not None
            assert twin.view(seat).information_key() == state.view(seat).information_key()
            assert twin.view(seat).history() == state.view(seat).history()
            hidden = twin.states().tobytes() != state.states().tobytes()
            different += hidden
            others = [other for other in range(game.players) if other != seat]
            keys = [one.view(other).information_key() for one in (twin, state) for other in others]
            assert not hidden or game.name != "fou" or len(set(keys)) > len(others)
    assert different > 0


@pytest.mark.slow
def test_equal_views_of_different_pasts_have_different_keys() -> None:
    """In a small part of Fou! the same cards lie there, in another order: today's view forgets that."""
    game = ludotheque.game("fou", players=4, rounds=1)
    keys: dict[bytes, set[str]] = defaultdict(set)
    for seed in range(300):
        state = game.new(seed=1)
        rng = np.random.default_rng(seed)
        while not state.over:
            view = state.view(state.seat)
            keys[bytes(view)].add(view.information_key())
            moves = state.moves()
            state.play(moves[int(rng.integers(min(2, len(moves))))])
    assert any(len(found) > 1 for found in keys.values())


def test_an_order_that_the_view_forgets_is_in_the_key() -> None:
    """Connect Four: the same stones, dropped in another order."""
    game = ludotheque.game("connect_four")
    one, other = game.new(), game.new()
    for state, columns in ((one, (0, 1, 2, 3)), (other, (2, 3, 0, 1))):
        for column in columns:
            state.play(column)
    assert one.view(0) == other.view(0)
    assert hash(one.view(0)) == hash(other.view(0))
    assert one.view(0).information_key() != other.view(0).information_key()


def test_a_key_belongs_to_a_seat_and_a_game() -> None:
    game = ludotheque.game("connect_four")
    assert game.new().view(0).information_key() != game.new().view(1).information_key()


def test_what_was_taken_back_was_not_seen() -> None:
    state = ludotheque.game("forma").new()
    before = state.view(0).information_key()
    state.play(state.moves()[0])
    seen = state.view(0)
    after = seen.information_key()
    state.undo()
    assert state.view(0).information_key() == before
    assert seen.information_key() == after != before


def test_a_pickled_view_holds_no_secret() -> None:
    """Two games that the seat cannot tell apart are the same bytes when they travel, history and all."""
    state = ludotheque.game("fou", players=5, rounds=1).new(seed=3)
    for _ in range(20):
        state.play(state.moves()[0])
    twin = twin_of(state, 2, 7)
    assert twin is not None
    assert twin.states().tobytes() != state.states().tobytes()
    assert pickle.dumps(twin.view(2)) == pickle.dumps(state.view(2))


def test_imagined_positions_and_bare_bytes_have_no_history() -> None:
    game = ludotheque.game("fou")
    view = game.new(seed=1).view(0)
    for bare in (view.imagine(seed=1).view(0), View.from_bytes(game, view.to_bytes())):
        assert bare == view
        with pytest.raises(Refusal, match="no history"):
            bare.history()
        with pytest.raises(Refusal, match="no history"):
            bare.information_key()
        assert pickle.loads(pickle.dumps(bare)) == view
    broken = view.to_bytes(history=True).replace(b'"history":"', b'"history":"!')
    with pytest.raises(BadBytes, match="history"):
        View.from_bytes(game, broken)


# Worlds


@every_variant
def test_worlds_hide_to_the_same_view(game: Game) -> None:
    for ply, state in enumerate(some(game)):
        seat = max(state.seat, 0)
        view = state.view(seat)
        worlds = view.imagine(6, seed=ply)
        assert len(worlds) == 6
        assert worlds.weights.shape == (6,)
        assert worlds.weights.sum() == pytest.approx(1)
        assert all(world.view(seat) == view for world in worlds)
        again = view.imagine(3, seed=ply)
        assert [world.states().tobytes() for world in again] == [
            world.states().tobytes() for world in worlds[:3]
        ]


def test_worlds_go_on_by_themselves() -> None:
    view = ludotheque.game("fou", players=4, rounds=2).new(seed=1).view(0)
    worlds = view.imagine(4, seed="a")
    ends = []
    for _ in range(2):
        world = worlds[-1]
        while not world.over:
            world.play(world.moves()[0])
        ends.append(world.scores)
    assert ends[0] == ends[1]
    assert not worlds.states.flags.writeable


def test_worlds_weigh_by_what_was_played() -> None:
    state = ludotheque.game("fou").new(seed=2)
    for _ in range(12):
        state.play(state.moves()[-1])
    weights = state.view(state.seat).imagine(200, seed=1).weights
    assert weights.max() > 2 * weights.min()
    even = ludotheque.game("feurio").new(seed=1).view(0).imagine(10, seed=1).weights
    assert np.allclose(even, 0.1)


def test_any_number_of_threads_imagines_the_same() -> None:
    view = ludotheque.game("fou").new(seed=2).view(1)
    many, few = view.imagine(1000, seed=5), view.imagine(10, seed=5)
    assert many.states[:10].tobytes() == few.states.tobytes()


@pytest.mark.parametrize("n", [0, -1, 2.0, "x", True])
def test_what_is_no_number_of_worlds_is_refused(n: Any) -> None:
    view = ludotheque.game("fou").new(seed=2).view(1)
    with pytest.raises(BadOption, match="whole number from 1"):
        view.imagine(n, seed=1)
