"""Whatever a Python user holds is an honest value: copies, pickles, ==, hash and bytes mean what they say."""

import copy
import dataclasses
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque import BadBytes, BadRecord, Game, IllegalMove, Refusal, State, UnreadableMove, View
from ludotheque.core import errors
from ludotheque.core.frozen import Identity, for_all_eyes, seen_by
from ludotheque.core.reading import read_record
from ludotheque.core.registry import names
from tests.variants import every_variant, random_positions

SEED = 3
EVERY = 9  # positions looked at


def pickled(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


COPIES: list[Callable[[Any], Any]] = [copy.copy, copy.deepcopy, pickled]


def saved(state: State) -> State:
    return State.from_bytes(state.game, state.to_bytes())


def play_on(state: State) -> tuple[list[str], list[int]]:
    """Play to the end by the same rule of thumb; what was played, and the scores."""
    while not state.over:
        moves = state.moves()
        state.play(moves[(7 * state.ply) % len(moves)])
    return [str(move) for move in state.history], state.scores


def some_positions(game: Game) -> list[State]:
    return [state.copy() for ply, state in enumerate(random_positions(game, SEED)) if ply % EVERY == 1]


@every_variant
def test_a_copied_state_is_equal_and_goes_its_own_way(game: Game) -> None:
    for state in some_positions(game):
        before = state.to_bytes()
        for make in (*COPIES, saved):
            twin = make(state)
            assert twin is not state
            assert (twin, hash(twin), twin.to_bytes()) == (state, hash(state), before)
            assert twin.moves() == state.moves()
            if not twin.over:
                twin.play(twin.moves()[0])
                assert twin != state
                assert twin.to_bytes() != before
            assert state.to_bytes() == before


@every_variant
def test_copies_of_a_state_have_the_same_future(game: Game) -> None:
    state = some_positions(game)[0]
    ends = [play_on(make(state)) for make in (*COPIES, saved)]
    assert all(end == ends[0] for end in ends)
    assert play_on(state) == ends[0]


@every_variant
def test_views_and_games_and_records_are_values(game: Game) -> None:
    state = some_positions(game)[-1]
    record = state.record(seats=["Ann"] * game.players)
    for value in (game, state.view(), state.view(0), record, state.playouts(3, seed=1)):
        for make in COPIES:
            assert make(value) == value
            assert hash(make(value)) == hash(value)
    view = state.view(0)
    assert View.from_bytes(game, view.to_bytes()) == view
    assert pickled(view).data == view.data
    assert read_record(record.to_json()) == record


def all_values(name: str) -> list[Any]:
    """Everything that a game hands out, of a game that has gone on for a while; all of it has been a key."""
    state = some_positions(ludotheque.game(name))[-1]
    view = state.view(0)
    found = [state.game, state, view, view.data, state.view().data, state.record(), state.moves()]
    found.append(state.history[-1])
    return list(dict.fromkeys(found))


@pytest.mark.slow  # it starts a process
def test_values_are_the_same_keys_in_another_process(tmp_path: Path) -> None:
    """Which hashes texts differently: no hash may travel in a pickle."""
    (tmp_path / "values").write_bytes(pickle.dumps({name: all_values(name) for name in names()}))
    code = (
        "import pickle, sys; from pathlib import Path; from tests.core.test_values import all_values\n"
        "for name, values in pickle.loads(Path(sys.argv[1]).read_bytes()).items():\n"
        "    assert values == all_values(name), name\n"
        "    for value, same in zip(values, all_values(name)): assert hash(value) == hash(same), value\n"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "values")]
    seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    subprocess.run(command, check=True, env=os.environ | {"PYTHONHASHSEED": seed})


@every_variant
def test_moves_are_values_of_their_game(game: Game) -> None:
    move = game.new(seed=SEED).moves()[0]
    for make in COPIES:
        assert make(move) is move
    assert move != move.code
    assert move.game == game.name


def test_a_move_of_another_game_is_refused() -> None:
    states = [ludotheque.game(name).new(seed=1) for name in names()]
    for state in states:
        before = state.to_bytes()
        for other in states:
            if other.game != state.game:
                move = other.moves()[0]
                assert move not in state.moves()
                with pytest.raises(IllegalMove, match=f"this is a move of {other.game.name}, not of"):
                    state.play(move)
        assert state.to_bytes() == before


@every_variant
def test_a_move_is_given_by_its_notation_or_its_integer_too(game: Game) -> None:
    start = game.new(seed=SEED)
    move = start.moves()[-1]
    ends = []
    for given in (move, str(move), move.code, np.int32(move.code), np.uint64(move.code)):
        state = start.copy()
        state.play(given)  # type: ignore[arg-type]
        ends.append(state)
    assert all(end == ends[0] for end in ends)


@pytest.mark.parametrize("given", [1.0, True, None, b"pass", ["pass"], np.float64(3), np.True_, -1, 10**9])
def test_anything_else_is_not_a_move(given: Any) -> None:
    state = ludotheque.game("feurio").new(seed=1)
    before = state.to_bytes()
    with pytest.raises(UnreadableMove) as refused:
        state.play(given)
    assert "\n" not in str(refused.value)
    assert state.to_bytes() == before


@pytest.mark.parametrize("seed", [1.0, True, b"1", None, (1,), np.float32(1)])
def test_a_seed_is_a_whole_number_or_a_text(seed: Any) -> None:
    state = ludotheque.game("fou").new(seed=1)
    view = state.view(0)
    asks: list[Callable[..., Any]] = [state.reseed]
    if seed is not None:  # for imagining: one that nobody can guess
        asks += [view.imagine, partial(view.imagine, 3)]
    for ask in asks:
        with pytest.raises(TypeError, match="a seed is a whole number or a text, not "):
            ask(seed=seed)


def test_numbers_of_numpy_are_welcome() -> None:
    game = ludotheque.game("feurio", players=np.int64(3))
    assert game == ludotheque.game("feurio", players=3)
    assert type(game.players) is int
    assert game.new(seed=np.int16(7)) == game.new(seed=7)  # type: ignore[arg-type]
    state = game.new(seed=7)
    assert state.view(np.int8(1)) == state.view(1)  # type: ignore[arg-type]
    assert pickled(state.view(np.int8(1))) == state.view(1)  # type: ignore[arg-type]
    assert game.new(seed="7") == game.new(seed=7)


def test_options_cannot_be_changed() -> None:
    game = ludotheque.game("feurio", players=3)
    changes: list[Callable[[], object]] = [
        lambda: game.options.update(players=2),
        lambda: game.options.__setitem__("players", 2),
        lambda: game.options.pop("players"),
        lambda: game.options.clear(),
    ]
    for change in changes:
        with pytest.raises(TypeError, match="cannot be changed"):
            change()
    assert game == ludotheque.game("feurio", players=3)


# Saved bytes


def test_bytes_of_another_game_are_refused() -> None:
    state = ludotheque.game("feurio", players=3).new(seed=1)
    with pytest.raises(BadBytes, match='have game "feurio", and "fou" is wanted'):
        State.from_bytes(ludotheque.game("fou"), state.to_bytes())
    with pytest.raises(BadBytes, match="have options "):
        State.from_bytes(ludotheque.game("feurio", players=2), state.to_bytes())
    with pytest.raises(BadBytes, match='have kind "view", and "state" is wanted'):
        State.from_bytes(state.game, state.view(0).to_bytes())


def test_bytes_of_another_revision_are_refused() -> None:
    state = ludotheque.game("feurio").new(seed=1)
    later = state.to_bytes().replace(b'"revision":1', b'"revision":9')
    with pytest.raises(BadBytes, match="have revision 9, and 1 is wanted"):
        State.from_bytes(state.game, later)


@pytest.mark.parametrize("data", [b"", b"{}", b"{}\n", b"\xff\n", b"[" * 5000 + b"\n", b"nonsense"])
def test_other_bytes_are_refused(data: bytes) -> None:
    game = ludotheque.game("feurio")
    for kind in (State, View):
        with pytest.raises(BadBytes):
            kind.from_bytes(game, data)


def test_bytes_that_are_cut_off_are_refused() -> None:
    state = ludotheque.game("feurio").new(seed=1)
    with pytest.raises(BadBytes, match="these bytes are cut off"):
        State.from_bytes(state.game, state.to_bytes()[:-1])


# Going on, going back


def test_a_running_game_is_resumed_from_its_record() -> None:
    game = ludotheque.game("fou", players=4)
    state = game.new(seed=5)
    for _ in range(20):
        state.play(state.moves()[0])
    record = read_record(state.record().to_json())
    one, same, other = (game.replay(record, seed=seed) for seed in (1, 1, 2))
    assert [one.history, one.view(), one.scores] == [state.history, state.view(), state.scores]
    assert one == same
    play_on(one), play_on(same), play_on(other)
    assert one.over
    assert one.record() == same.record() != other.record()
    assert one.record().check().over


def test_a_record_of_other_options_is_refused() -> None:
    record = ludotheque.game("fou", players=4).new(seed=5).record()
    with pytest.raises(Refusal, match="this is a record of "):
        ludotheque.game("fou", players=5).replay(record)


def test_another_seed_is_another_future() -> None:
    state = ludotheque.game("fou", players=4).new(seed=5)
    one, same, other = (state.reseed(seed) for seed in ("a", "a", "b"))
    assert one == same
    assert one != other
    assert one.view() == state.view()
    play_on(one), play_on(same), play_on(other), play_on(state)
    assert one.record() == same.record()
    assert one.setup["deals"][0] == other.setup["deals"][0]
    assert one.setup["deals"][1] != other.setup["deals"][1]


@every_variant
def test_undo_takes_moves_back(game: Game) -> None:
    past = []
    for ply, state in enumerate(random_positions(game, SEED)):
        past.append(state.copy())
        if ply == 3 * EVERY:
            break
    state = past[-1].copy()
    for before in reversed(past[:-1]):
        state.undo()
        assert state.history == before.history
        assert [state.view(seat) for seat in range(-1, game.players)] == [
            before.view(seat) for seat in range(-1, game.players)
        ]
        assert state.moves() == before.moves()
    assert state.ply == 0
    with pytest.raises(Refusal, match="there is no move to take back"):
        state.undo()


def test_what_chance_had_decided_stays_decided_after_undo() -> None:
    state = ludotheque.game("fou", players=4).new(seed=5)
    while len(state.outcomes) == 1:
        state.play(state.moves()[0])
    end, last = state.copy(), state.history[-1]
    state.undo()
    assert len(state.outcomes) == 1
    state.play(last)
    assert state == end


def test_playouts_start_from_any_state() -> None:
    game = ludotheque.game("feurio", players=3)
    state = game.new(seed=1)
    for _ in range(60):
        state.play(state.moves()[0])
    many = state.playouts(200, seed=4)
    assert many == state.playouts(200, seed=4, threads=1)
    assert many.winners.shape == many.scores.shape == (200, 3)
    assert many.decisions.max() < game.playouts(200, seed=4).decisions.min()
    best = many.scores.max(axis=1, keepdims=True)
    assert (many.scores == best)[many.winners].all()
    assert many.winners.any(axis=1).all()


def test_playouts_of_a_finished_game_are_its_result() -> None:
    state = ludotheque.game("forma", players=2).new(seed=1)
    play_on(state)
    many = state.playouts(2, seed=1)
    assert many.scores.tolist() == [state.scores] * 2
    assert many.decisions.tolist() == [0, 0]


def test_playouts_are_counted_from_nought() -> None:
    game = ludotheque.game("feurio")
    with pytest.raises(Refusal, match="n=-1: the number of games is a whole number from 0"):
        game.playouts(-1)
    with pytest.raises(Refusal, match="so many games do not fit into memory"):
        game.playouts(10**15)
    with pytest.raises(Refusal, match="so many worlds do not fit into memory"):
        game.new(seed=1).view(0).imagine(10**15)


# Chance


@pytest.mark.parametrize("name", ["feurio", "fou"])
def test_a_shuffle_cannot_be_listed(name: str) -> None:
    with pytest.raises(Refusal, match="its outcomes are too many to list"):
        ludotheque.game(name).new(seed=1).chance()


def test_a_game_without_chance_says_so() -> None:
    with pytest.raises(Refusal, match="nothing in Forma is left to chance"):
        ludotheque.game("forma").new(seed=1).chance()


def test_a_game_can_wait_for_chance() -> None:
    game = ludotheque.game("feurio", players=2)
    dealt = game.new(seed=9)
    root = game.root()
    assert root.moves() == []
    assert not root.over
    assert repr(root) == "<feurio, 2 players, chance decides>"
    with pytest.raises(IllegalMove, match="chance decides here"):
        root.play("pass")
    with pytest.raises(Refusal, match="an outcome is 36 numbers, not 3"):
        root.settle([1, 2, 3])
    for wrong in ("zz", None, [0.5] * 36, [256] * 36, [-1] * 36):
        with pytest.raises(Refusal, match="an outcome is numbers from 0 to 255, not"):
            root.settle(wrong)  # type: ignore[arg-type]
    for make in COPIES:
        assert make(root) == root
    root.settle(dealt.outcomes[0].tolist())
    assert root.view(0) == dealt.view(0)
    with pytest.raises(Refusal, match="nothing is left to chance here"):
        root.settle([1] * 36)


def test_chance_brings_only_what_it_can() -> None:
    root = ludotheque.game("kuhn_poker").root()
    before = root.copy()
    with pytest.raises(Refusal, match=r"chance cannot bring \[1, 1\] here"):
        root.settle([1, 1])
    assert root == before


# Refusals


def refusals() -> list[Refusal]:
    found: list[Refusal] = [IllegalMove("pass", why="no", rule="F1"), BadRecord("no", ply=4)]
    plain = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, Refusal)]
    return found + [kind("no") for kind in plain if kind not in (IllegalMove, BadRecord)]


@pytest.mark.parametrize("refusal", refusals(), ids=lambda refusal: type(refusal).__name__)
def test_refusals_survive_pickling_with_their_data(refusal: Refusal) -> None:
    for make in COPIES:
        again = make(refusal)
        assert (type(again), str(again), vars(again)) == (type(refusal), str(refusal), vars(refusal))
        assert (again.code, again.status) == (refusal.code, refusal.status)


def test_refusals_carry_what_they_tell() -> None:
    state = ludotheque.game("feurio", players=2).new(seed=1)
    with pytest.raises(IllegalMove) as illegal:
        state.play("lay 9,9")
    assert illegal.value.move == "lay 9,9"
    assert illegal.value.why
    assert illegal.value.rule.startswith("F")
    assert str(illegal.value) == f"lay 9,9: {illegal.value.why} [{illegal.value.rule}]"


def test_only_the_same_objects_are_the_same_key() -> None:
    one, other = (1, 2, 3), tuple(range(1, 4))
    assert Identity([one]) == Identity([one])
    assert hash(Identity([one, other])) == hash(Identity([one, other]))
    assert one == other
    assert len({Identity([one]), Identity([other]), Identity([one, other]), Identity([one])}) == 3


def test_a_view_through_other_eyes_is_the_same_but_for_the_viewer() -> None:
    data = ludotheque.game("forma", players=2).new(seed=1).view(0).data
    twin = seen_by(data, 1)
    assert twin == dataclasses.replace(data, viewer=1)
    assert for_all_eyes(twin) == for_all_eyes(data)
    assert data.viewer == 0
