"""The legal moves: they behave as a list does, but each is made only when asked for, and nothing changes."""

import copy
import pickle
import random
from collections.abc import Sequence

import pytest

import ludotheque
from ludotheque.core.move import Moves
from ludotheque.core.state import State

SEED = 5


@pytest.fixture
def state() -> State:
    """A position with some moves to choose from."""
    state = ludotheque.game("feurio", players=4).new(seed=SEED)
    while len(state.moves()) < 5:
        state.play(state.moves()[0])
    return state


def test_its_items_are_those_of_the_list_of_it(state: State) -> None:
    moves = state.moves()
    plain = [moves[k] for k in range(len(moves))]
    assert list(moves) == plain
    assert [*reversed(moves)] == plain[::-1]
    assert all(one is same for one, same in zip(moves, plain, strict=True))
    assert moves[-1] is plain[-1]
    for part in (slice(2), slice(1, None), slice(None, None, -1), slice(-3, -1), slice(9_999, None)):
        assert isinstance(moves[part], Moves)
        assert moves[part] == plain[part]
    assert [moves.index(move) for move in plain] == list(range(len(plain)))
    assert moves.count(plain[0]) == 1
    assert sorted(moves, key=str) == sorted(plain, key=str)
    assert repr(moves) == repr(plain)
    assert isinstance(moves, Sequence)


@pytest.mark.parametrize("index", [9_999, -9_999])
def test_a_place_beyond_its_end_has_no_move(state: State, index: int) -> None:
    with pytest.raises(IndexError):
        state.moves()[index]


@pytest.mark.parametrize("index", ["0", 1.0, None, (0, 1)])
def test_a_place_is_a_number(state: State, index: object) -> None:
    with pytest.raises(TypeError):
        state.moves()[index]  # type: ignore[call-overload]


def test_it_equals_the_same_moves_in_any_sequence(state: State) -> None:
    moves, plain = state.moves(), list(state.moves())
    for same in (state.copy().moves(), state.view(state.seat).moves(), plain, tuple(plain), moves[:]):
        assert moves == same
        assert same == moves
    assert hash(moves) == hash(tuple(plain)) == hash(state.copy().moves())
    for other in (plain[::-1], plain[:-1], tuple(plain[1:]), moves[:-1], moves[::-1], None, set(plain)):
        assert moves != other
        assert other != moves
    assert moves != [move.code for move in plain]  # a move is not its number


def test_moves_of_another_game_are_not_in_it() -> None:
    one, other = (ludotheque.game(name).new(seed=SEED).moves() for name in ("feurio", "fou"))
    assert all(move in one for move in one)
    assert not any(move in one for move in other)
    assert one[0].code not in one
    assert one != other
    assert one[:0] == other[:0] == []
    assert one[:0] == ()


def test_lists_are_made_of_it(state: State) -> None:
    moves, plain = state.moves(), list(state.moves())
    assert moves + plain == plain + moves == moves + moves == plain + plain
    assert tuple(plain) + moves == plain + plain
    assert random.Random(1).sample(moves, 3) == random.Random(1).sample(plain, 3)
    assert random.Random(1).choice(moves) == random.Random(1).choice(plain)


def test_copies_of_it_are_equal(state: State) -> None:
    moves = state.moves()
    for same in (copy.copy(moves), copy.deepcopy(moves), pickle.loads(pickle.dumps(moves))):
        assert same == moves
        assert same[0] is moves[0]


def test_it_stays_as_it_is_while_the_game_goes_on(state: State) -> None:
    moves, plain = state.moves(), list(state.moves())
    while not state.over:
        state.play(state.moves()[-1])
    assert moves == plain
    assert not state.moves()
    with pytest.raises(TypeError):
        moves[0] = moves[1]  # type: ignore[index]


def test_a_copy_keeps_its_moves_when_the_original_is_gone(state: State) -> None:
    """Compiled code works on places in memory: each state must have its own, and keep it."""
    expected, twins = state.moves(), [state.copy() for _ in range(50)]
    for k, twin in enumerate(twins):
        twin.play(expected[k % len(expected)])
    afterwards = [(twin.to_bytes(), twin.moves()) for twin in twins]
    again = [twin.copy() for twin in twins]
    del twins
    assert state.moves() == expected
    assert [(twin.to_bytes(), twin.moves()) for twin in again] == afterwards
    for twin in again:
        twin.undo()
        assert twin.moves() == expected
        assert twin == state
