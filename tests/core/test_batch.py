"""Many games stepped at once do what as many states would do, whatever the number of threads."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque import Batch
from ludotheque.core.errors import BadOption, IllegalMove, Refusal, UnreadableMove
from ludotheque.core.game import Game
from ludotheque.core.registry import names
from ludotheque.core.state import State
from tests.variants import every_variant

pytestmark = pytest.mark.slow  # servers, databases or thousands of moves

SEED = 6
FEW = 5
ARRAYS = ("seats", "counts", "legal", "masks", "tensors", "rewards", "scores", "terminations")


def told(batch: Batch) -> list[bytes]:
    return [getattr(batch, name).tobytes() for name in ARRAYS]


def full(game: Game, n: int = FEW, **settings: Any) -> Batch:
    return ludotheque.batch(game, n=n, **({"seed": SEED, "legal": True, "tensors": True} | settings))


def check_position(batch: Batch, k: int, state: State) -> None:
    view = state.view(state.seat)
    assert batch.state(k).states().tobytes() == state.states().tobytes()
    assert batch.view(k) == view
    assert batch.seats[k] == state.seat
    assert batch.counts[k] == len(state.moves())
    assert batch.legal[k, : batch.counts[k]].tolist() == view.legal().tolist()
    assert np.array_equal(batch.masks[k], view.mask())
    assert np.array_equal(batch.tensors[k], view.tensor())


def reward_of(state: State) -> list[float]:
    winners = state.winners
    share = 1 if state.game.shared_goal else 1 / max(len(winners), 1)
    return [share if seat in winners else 0 for seat in range(state.game.players)]


@every_variant
def test_a_batch_plays_as_states_do(game: Game) -> None:
    """Each game beside a state with the same chance to come, to the end and into the next game."""
    batch = full(game)
    states = [batch.state(k) for k in range(FEW)]
    ended = 0
    for step in range(400):
        if ended >= 2 * FEW or (ended and step > 150):
            break
        actions = batch.random()
        batch.step(actions)
        for k, state in enumerate(states):
            state.play(int(actions[k]))
            assert batch.terminations[k] == state.over
            if state.over:
                assert batch.scores[k].tolist() == state.scores
                assert batch.rewards[k].tolist() == pytest.approx(reward_of(state))
                states[k] = batch.state(k)
                ended += 1
            else:
                assert not batch.rewards[k].any()
                assert not batch.scores[k].any()
            if step % 9 == k:
                check_position(batch, k, states[k])
    assert ended


@every_variant
def test_threads_make_no_difference(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.core.batch.WORTH_WAKING", 0.0)  # seconds: work is always shared
    one, three = (full(game, 200, masks=False, legal=False, threads=threads) for threads in (1, 3))
    for _ in range(12):
        actions = one.random()
        assert np.array_equal(three.random(), actions)
        one.step(actions)
        three.step(actions)
        assert told(one) == told(three)
    assert one == three


def pickled(batch: Batch) -> Batch:
    twin: Batch = pickle.loads(pickle.dumps(batch))
    return twin


@pytest.mark.parametrize("name", names())
def test_copies_go_on_identically(name: str) -> None:
    batch = full(ludotheque.game(name))
    for _ in range(7):
        batch.step(batch.random())
    copies: list[Callable[[Batch], Batch]] = [copy.copy, copy.deepcopy, pickled, Batch.copy]
    twins = [make(batch) for make in copies]
    for twin in twins:
        assert twin == batch
        assert hash(twin) == hash(batch)
        assert told(twin) == told(batch)
    before = told(batch)
    for twin in twins:
        for _ in range(9):
            twin.step(twin.random())
        assert twin == twins[0] != batch
        assert told(twin) == told(twins[0])
    assert told(batch) == before


def test_equal_seeds_give_equal_games() -> None:
    game = ludotheque.game("fou")
    assert full(game, seed="a") == full(game, seed="a") != full(game, seed="b")
    batch = full(game, seed="a")
    batch.step(batch.random())
    batch.reset("a")
    assert batch == full(game, seed="a")
    first = full(game, 3, seed=1)
    assert np.array_equal(first.masks, full(game, seed=1).masks[:3])  # game k depends on the seed and k alone
    assert ludotheque.batch("fou", n=4, players=4) != ludotheque.batch("fou", n=4, players=4)
    other = ludotheque.batch("fou", n=FEW, seed="a", players=6)
    assert other.game == ludotheque.game("fou", players=6)


def test_choosing_at_random_does_not_touch_chance() -> None:
    one, other = (ludotheque.batch("fou", n=4, rounds=2, seed=1) for _ in range(2))
    for _ in range(150):
        actions = other.masks.argmax(axis=1)
        one.random()
        one.step(actions)
        other.step(actions)
    assert np.array_equal(one.masks, other.masks)


def test_what_is_not_asked_for_takes_no_room() -> None:
    batch = ludotheque.batch("forma", n=1000, masks=False, seed=1)
    assert batch.masks.size == batch.legal.size == batch.tensors.size == 0
    batch.step(batch.random())
    assert (batch.counts > 300).all()


def test_arrays_stay_where_they_are_and_are_for_reading() -> None:
    batch = full(ludotheque.game("fou"))
    arrays = [getattr(batch, name) for name in ARRAYS]
    batch.step(batch.random())
    for name, array in zip(ARRAYS, arrays, strict=True):
        assert getattr(batch, name) is array
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_rewards_are_scores_if_asked_for() -> None:
    batch = ludotheque.batch("kuhn_poker", n=50, seed=2, rewards="score")
    values = set()
    for _ in range(40):
        batch.step(batch.random())
        assert np.array_equal(batch.rewards, batch.scores)
        assert (batch.rewards.sum(axis=1) == 0).all()
        values |= set(batch.rewards.ravel().tolist())
    assert values == {-2, -1, 0, 1, 2}


@pytest.mark.parametrize("masks", [True, False])
@pytest.mark.parametrize("name", names())
def test_bad_actions_are_refused_and_nothing_is_played(name: str, masks: bool) -> None:
    batch = full(ludotheque.game(name), masks=masks)
    batch.step(batch.random())
    before, same = told(batch), batch.copy()
    good = batch.legal[:, 0].copy()
    illegal = np.setdiff1d(np.arange(batch.game.actions), batch.view(3).legal())
    shapes = [good[:-1], good[None], 3, [], None, "x", [[0], [1, 2]]]
    numbers = [good.astype(float), good > 0, np.full(FEW, -1), np.full(FEW, 2**40)]
    numbers += [np.full(FEW, 2**32), np.full(FEW, batch.game.actions)]
    wrong = [np.where(np.arange(FEW) == 3, code, good) for code in (*illegal[:3], *illegal[-1:])]
    for bad in (*shapes, *numbers, *wrong):
        with pytest.raises((UnreadableMove, IllegalMove)) as refused:
            batch.step(bad)  # type: ignore[arg-type]
        assert "\n" not in str(refused.value)
        assert told(batch) == before
    for bad in wrong:
        with pytest.raises(IllegalMove, match="^game 3, action "):
            batch.step(bad)
    assert batch == same
    batch.step(good.tolist())


@pytest.mark.parametrize(
    "settings",
    [
        {"n": 0},
        {"n": -1},
        {"n": 2.5},
        {"n": True},
        {"n": "x"},
        {"threads": -1},
        {"threads": 0},
        {"rewards": "fame"},
        {"n": 10**15},
    ],
)
def test_bad_settings_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        ludotheque.batch("fou", **({"n": 4} | settings))


def test_other_bad_input_is_refused() -> None:
    game = ludotheque.game("fou")
    with pytest.raises(BadOption, match="options go with"):
        ludotheque.batch(game, n=4, players=5)
    with pytest.raises(TypeError, match="a seed is"):
        ludotheque.batch(game, n=4, seed=1.5)  # type: ignore[arg-type]
    batch = ludotheque.batch(game, n=4, seed=1)
    for k in (4, -5, "x", None):
        with pytest.raises(Refusal, match="no game"):
            batch.state(k)  # type: ignore[arg-type]
    before = batch.copy()
    with pytest.raises(TypeError, match="a seed is"):
        batch.reset(1.5)  # type: ignore[arg-type]
    assert batch == before


def test_a_mistake_that_the_rules_foresee_may_be_played() -> None:
    """Forma by eye: a misfit is no legal move, and can be made (M8)."""
    game = ludotheque.game("forma", by_eye=True)
    batch = full(game)
    while game.decode(int(batch.legal[0, 0]))[0]:  # in the set-up
        batch.step(batch.legal[np.arange(FEW), batch.counts - 1])
    misfit = game.encode((3, 4, 0, 0, 0))
    assert not batch.masks[:, misfit].any()
    batch.step(np.full(FEW, misfit))
