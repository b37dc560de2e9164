"""PettingZoo's and Gymnasium's own tests, for every game and number of players, and what they leave out."""

import copy
import itertools
import pickle
import random
import sys
import warnings
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import ludotheque
from ludotheque.adapters.gymnasium import environment_id
from ludotheque.adapters.pettingzoo import GameEnv, env, parallel_env
from ludotheque.core.registry import definition, names

with warnings.catch_warnings():
    # where `make bench` has installed what its own games need, its tests bring a deprecated one along
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, parallel_api_test, performance_benchmark, render_test, seed_test

pytestmark = pytest.mark.slow  # servers, databases or thousands of moves

EVERY = [(name, players) for name in names() for players in definition(name).player_numbers]
every_game = pytest.mark.parametrize(("name", "players"), EVERY)
each_game = pytest.mark.parametrize("name", names())


@every_game
def test_pettingzoo_has_nothing_to_object(name: str, players: int) -> None:
    api_test(env(name, players=players), num_cycles=20)
    seed_test(lambda: env(name, players=players), num_cycles=20)


@every_game
def test_pettingzoo_can_look(name: str, players: int) -> None:
    svg = {"svg": lambda drawn: drawn.startswith("<svg")}
    render_test(lambda render_mode: env(name, players=players, render_mode=render_mode), custom_tests=svg)


@every_game
def test_pettingzoo_can_measure(
    name: str, players: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its benchmark ends when five seconds have passed; here each look at the clock is a twentieth."""
    looks = itertools.count()
    clock = SimpleNamespace(time=lambda: next(looks) / 20)
    monkeypatch.setattr(sys.modules["pettingzoo.test.performance_benchmark"], "time", clock)
    performance_benchmark(env(name, players=players))
    assert "turns per second" in capsys.readouterr().out


@each_game
def test_agents_may_act_in_parallel_though_only_one_counts(name: str) -> None:
    parallel_api_test(parallel_env(name), num_cycles=20)


def steps(environment: GameEnv, seed: int, count: int = 10_000) -> Iterator[tuple[str, list[Any]]]:
    """Random play to the end, or *count* steps: the agents and what they were told."""
    choice = random.Random(seed)
    for agent in environment.agent_iter(count):
        observation, reward, termination, _, info = environment.last()
        yield (
            agent,
            [observation.tolist(), reward, termination, info.get("action_mask", np.zeros(0)).tolist()],
        )
        legal = np.flatnonzero(info.get("action_mask", np.zeros(0)))
        environment.step(None if termination else int(choice.choice(legal)))


@each_game
def test_copies_and_pickles_go_on_identically(name: str) -> None:
    first = env(name)
    first.reset(seed=3)
    list(steps(first, 1, 5))
    twins = [copy.deepcopy(first), pickle.loads(pickle.dumps(first))]
    told = list(steps(first, 2))
    for twin in twins:
        assert list(steps(twin, 2)) == told
    first.reset()
    for twin in twins:
        twin.reset()
        assert [next(steps(twin, 2))] == [next(steps(first, 2))]


READINGS: list[Callable[[Any], Any]] = [
    dict,
    lambda info: {**info},
    lambda info: info.copy(),
    lambda info: info | {"more": 1},
    lambda info: {"more": 1} | info,
    lambda info: dict(info.items()),
    lambda info: dict(zip(info.keys(), info.values(), strict=True)),
    lambda info: {"action_mask": info.get("action_mask")},
    lambda info: {"action_mask": info.pop("action_mask")},
    lambda info: pickle.loads(pickle.dumps(info)),
    copy.deepcopy,
]


@pytest.mark.parametrize("read", READINGS)
def test_a_mask_is_made_when_somebody_looks_at_it_and_stays_what_it_was(read: Callable[[Any], Any]) -> None:
    environment = env("fou", players=4)
    environment.reset(seed=1)
    info = environment.last()[4]
    state = ludotheque.game("fou", players=4).new(seed=1)
    environment.step(int(state.moves()[0]))
    assert "action_mask" in info
    mask = read(info)["action_mask"]
    assert mask.dtype == np.int8
    assert np.array_equal(mask, state.view(state.seat).mask())


@each_game
def test_sampled_actions_are_legal_and_seeded(name: str) -> None:
    drawn = []
    for _ in range(2):
        environment = env(name)
        environment.reset(seed=1)
        agent = environment.agent_selection
        environment.action_space(agent).seed(3)
        drawn.append([int(environment.action_space(agent).sample()) for _ in range(40)])
        assert environment.last()[4]["action_mask"][drawn[-1]].all()
    assert drawn[0] == drawn[1]
    assert len(set(drawn[0])) > 1


def test_masks_may_be_in_the_observation() -> None:
    environment = env("fou", players=5, masks="observation")
    with warnings.catch_warnings():
        # PettingZoo has a list of the environments that may give a dictionary: its own.
        warnings.filterwarnings("ignore", "Observation is not a NumPy array|Observation space for each agent")
        warnings.filterwarnings("ignore", "Action mask numpy array is all zeros")  # after the end
        api_test(environment, num_cycles=20)
    environment.reset(seed=1)
    observation, *_ = environment.last()
    state = ludotheque.game("fou", players=5).new(seed=1)
    assert np.array_equal(observation["action_mask"], state.view(state.seat).mask())
    assert np.array_equal(observation["observation"], state.view(state.seat).tensor())


@pytest.mark.parametrize("rewards", ["win", "score"])
def test_rewards_come_at_the_end(rewards: Any) -> None:
    environment, state = env("fou", players=4, rounds=1, rewards=rewards), None
    environment.reset(seed=5)
    for agent, (_, reward, termination, _) in steps(environment, 1):
        state = environment._state
        assert state is not None
        seat = environment.possible_agents.index(agent)
        share = (seat in state.winners) / max(len(state.winners), 1)
        assert reward == ((share if rewards == "win" else state.scores[seat]) if termination else 0)
    assert state is not None
    assert state.over


def test_bad_input_is_told_in_a_sentence_and_changes_nothing() -> None:
    environment = env("kuhn_poker")
    for call in (lambda: environment.step(0), lambda: environment.observe("player_0"), environment.last):
        with pytest.raises(ludotheque.Refusal, match="call reset"):
            call()
    environment.reset(seed=1)
    before = pickle.dumps(environment)
    for action, why in (
        (2, "no move 2; they are 0 to 1"),
        (None, "is to move"),
        (0.5, "a move is"),
        ("x", "x"),
    ):
        with pytest.raises(ludotheque.Refusal, match=why):
            environment.step(action)  # type: ignore[arg-type]
    for ask in (environment.observe, environment.action_space, environment.observation_space):
        with pytest.raises(ludotheque.Refusal, match='no agent "nobody"'):
            ask("nobody")
    assert pickle.dumps(environment) == before
    environment.step(0)
    environment.step(0)
    with pytest.raises(ludotheque.Refusal, match="its only action is None"):
        environment.step(0)
    environment.step(None)
    environment.step(None)
    for call in (lambda: environment.step(0), environment.last):
        with pytest.raises(ludotheque.Refusal, match=r"call reset\(\) for another"):
            call()
    for wrong in ({"masks": "no"}, {"rewards": "gold"}, {"render_mode": "film"}, {"player": 2}):
        with pytest.raises(ludotheque.BadOption):
            env("kuhn_poker", **wrong)


def test_an_illegal_move_is_refused_with_its_rule() -> None:
    environment = env("fou", players=4)
    environment.reset(seed=1)
    for illegal in np.flatnonzero(environment.last()[4]["action_mask"] == 0):  # some are no card at all
        with pytest.raises(ludotheque.Refusal, match=r"\[O"):
            environment.step(int(illegal))
    assert environment._state == ludotheque.game("fou", players=4).new(seed=1)


# Gymnasium


@pytest.mark.filterwarnings("ignore:.*The environment is being initialised with render_mode.*")
@each_game
def test_gymnasium_has_nothing_to_object(name: str) -> None:
    environment = gymnasium.make(environment_id(name))
    check_env(environment.unwrapped, skip_render_check=True)


@every_game
def test_a_learner_plays_whole_games_against_bots(name: str, players: int) -> None:
    environment = gymnasium.make(environment_id(name), players=players, opponents="random", seat=None)
    games = []
    for _ in range(2):
        (observation, info), told = environment.reset(seed=7), []
        over, choice = False, random.Random(1)
        while not over:
            action = int(choice.choice(np.flatnonzero(info["action_mask"])))
            observation, reward, over, _, info = environment.step(action)
            told.append((observation.tolist(), reward))
        games.append(told)
    assert games[0] == games[1]
    assert 0.0 <= float(games[0][-1][1]) <= 1.0
    with pytest.raises(ludotheque.Refusal, match="the game is over"):
        environment.step(0)


def test_an_illegal_move_changes_nothing_and_says_why() -> None:
    ways: list[dict[str, Any]] = [{}, {"illegal": "refuse"}]
    for settings in ways:
        environment = gymnasium.make("Ludotheque/Fou-v0", players=4, **settings).unwrapped
        observation, info = environment.reset(seed=1)
        illegal = int(np.flatnonzero(info["action_mask"] == 0)[-1])
        if settings:
            with pytest.raises(ludotheque.Refusal, match=r"\[O"):
                environment.step(illegal)
            continue
        after, reward, terminated, truncated, told = environment.step(illegal)
        assert (reward, terminated, truncated) == (0.0, False, False)
        assert np.array_equal(after, observation)
        assert "[O" in told["refusal"]
        with pytest.raises(ludotheque.Refusal, match="no move 128"):
            environment.step(128)


@each_game
def test_many_games_are_stepped_at_once(name: str) -> None:
    games = gymnasium.make_vec(environment_id(name), num_envs=8, vectorization_mode="vector_entry_point")
    observations, info = games.reset(seed=1)
    assert observations.shape == (8, *games.single_observation_space.shape)  # type: ignore[misc]
    ended = 0
    for _ in range(120):
        actions = games.unwrapped.batch.random()  # type: ignore[attr-defined]
        assert info["action_mask"][np.arange(8), actions].all()
        observations, rewards, terminations, truncations, info = games.step(actions)
        assert not truncations.any()
        assert not rewards[~terminations].any()
        assert games.observation_space.contains(np.array(observations))
        ended += int(terminations.sum())
    assert ended or name == "fou"  # whose games are longer
    with pytest.raises(ludotheque.Refusal):
        games.step(np.full(8, 10**6))


def test_gymnasium_refuses_what_is_wrong() -> None:
    wrongs: list[tuple[dict[str, Any], str]] = [
        ({"opponents": "randm"}, 'no bot "randm"'),
        ({"opponents": ["random"], "players": 4}, "1 opponents for 3 other seats"),
        ({"seat": 9}, "seat=9: seat is one of"),
        ({"seat": True}, "seat=true: seat is one of"),
        ({"players": 99}, "players=99"),
    ]
    for settings, why in wrongs:
        with pytest.raises(ludotheque.Refusal, match=why):
            gymnasium.make("Ludotheque/Fou-v0", **settings)
    environment = gymnasium.make("Ludotheque/Fou-v0", disable_env_checker=True).unwrapped
    with pytest.raises(ludotheque.Refusal, match="call reset"):
        environment.step(0)


def test_a_missing_library_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "ludotheque.adapters.pettingzoo")
    with pytest.raises(ludotheque.Refusal, match=r"needs pettingzoo.*pip install 'ludotheque\[rl\]'"):
        __import__("ludotheque.adapters.pettingzoo")
