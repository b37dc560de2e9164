"""What every game in the registry must keep, checked by random play in all its variants."""

import dataclasses
import json
import pickle
import random
from collections.abc import Sequence
from typing import TypeVar

import numpy as np
import pytest

from ludotheque.core.errors import IllegalMove, UnreadableMove
from ludotheque.core.game import Game
from ludotheque.core.reading import read_record
from ludotheque.engine.contract import SPECTATOR
from tests.variants import every_variant, random_positions

SEED = 11
Thing = TypeVar("Thing")
FEW = 12  # of many moves or positions, where all would take too long


def few(things: Sequence[Thing], seed: int) -> list[Thing]:
    return random.Random(seed).sample(things, min(FEW, len(things)))


@every_variant
def test_replay_equals_play(game: Game) -> None:
    *_, state = random_positions(game, SEED)
    again = state.record().check()
    assert bytes(again.view()) == bytes(state.view())
    assert again._states.tobytes() == state._states.tobytes()
    assert (again.scores, again.winners, again.history) == (state.scores, state.winners, state.history)


@every_variant
def test_a_copy_is_independent(game: Game) -> None:
    for ply, state in enumerate(random_positions(game, SEED)):
        if ply % FEW or state.over:
            continue
        before, moves = state._states.tobytes(), state.moves()
        twin = state.copy()
        assert twin.moves() == moves
        while not twin.over:
            twin.play(twin.moves()[0])
        assert (state._states.tobytes(), state.moves()) == (before, moves)
        assert twin.ply > state.ply


@every_variant
def test_what_is_allowed_is_what_is_listed(game: Game) -> None:
    allows, codes = game.definition.kernels.allows, game.definition.rules.CODES
    for ply, state in enumerate(random_positions(game, SEED)):
        listed = {move.code for move in state.moves()}
        others = few(range(codes), ply) if codes > 1_000 else range(codes)
        for code in {*others, *few(sorted(listed), ply), codes - 1}:
            assert allows(state._states, 0, code) == (code in listed)


@every_variant
def test_every_legal_move_plays_and_is_listed_once(game: Game) -> None:
    for ply, state in enumerate(random_positions(game, SEED)):
        moves = state.moves()
        assert len(set(moves)) == len(moves) <= game.definition.rules.MAX_MOVES
        assert bool(moves) != state.over
        for move in few(moves, ply):
            twin = state.copy()
            twin.play(move)
            assert twin.history == [*state.history, move]


@every_variant
def test_every_other_move_is_refused_with_a_reason(game: Game) -> None:
    seen = {move for state in random_positions(game, SEED + 1) for move in few(state.moves(), 0)}
    for ply, state in enumerate(random_positions(game, SEED)):
        if ply % 4 and not state.over:
            continue
        before, legal = state._states.tobytes(), set(state.moves())
        for move in few(sorted(seen - legal, key=str), ply):
            with pytest.raises(IllegalMove) as refused:
                state.play(str(move))
            assert str(refused.value).startswith(f"{move}: ")
            assert len(str(refused.value)) > len(f"{move}: ") + 5
            assert state._states.tobytes() == before
        assert set(state.moves()) == legal


@every_variant
def test_parse_and_print_are_inverse(game: Game) -> None:
    parse = game.definition.notation.parse_move
    for ply, state in enumerate(random_positions(game, SEED)):
        for move in few(state.moves(), ply):
            assert parse(str(move)) == move.code
            assert pickle.loads(pickle.dumps(move)) is move


@every_variant
def test_nonsense_is_no_move(game: Game) -> None:
    state = game.new(seed=SEED)
    spelling = str(state.moves()[0])
    other_case = {spelling.swapcase()} - {spelling}  # a 1 has none
    for text in ("", " ", "nonsense", f"{spelling} ", f" {spelling}", f"{spelling}\n", *other_case):
        with pytest.raises(UnreadableMove):
            state.play(text)
    assert state.ply == 0


@every_variant
def test_a_record_round_trips(game: Game) -> None:
    for ply, state in enumerate(random_positions(game, SEED)):
        if ply % FEW == 0 or state.over:
            record = state.record(seats=["Ann"] * game.players)
            again = read_record(record.to_json())
            assert again == record
            assert json.loads(again.check().record(seats=["Ann"] * game.players).to_json()) == json.loads(
                record.to_json()
            )


@every_variant
def test_what_a_seat_imagines_hides_to_the_same_view(game: Game) -> None:
    for ply, state in enumerate(random_positions(game, SEED)):
        for seat in range(SPECTATOR, game.players):
            view = state.view(seat)
            imagined = view.imagine(seed=ply)
            assert bytes(imagined.view(seat)) == bytes(view)
            assert imagined.view(seat) == view
            assert imagined.view(seat).data == view.data
            assert (imagined.seat, imagined.over) == (state.seat, state.over)
            if seat == state.seat:
                assert imagined.moves() == view.moves() == state.moves()
            else:
                assert view.moves() == []


@every_variant
def test_equal_information_gives_equal_views_as_the_game_goes_on(game: Game) -> None:
    """Two worlds that a seat cannot tell apart stay so for it while it alone decides."""
    for ply, state in enumerate(random_positions(game, SEED)):
        if state.over:
            continue
        seat = state.seat
        one, other = (state.view(seat).imagine(seed=f"{ply} {world}") for world in "ab")
        assert one.view(seat) == other.view(seat)
        assert hash(one.view(seat)) == hash(other.view(seat))
        assert one.view(seat).svg() == other.view(seat).svg()


@every_variant
def test_an_imagined_game_can_be_played_to_its_end(game: Game) -> None:
    choice = random.Random(SEED)
    for ply, state in enumerate(random_positions(game, SEED)):
        if ply % (2 * FEW) or state.over:
            continue
        imagined = state.view(state.seat).imagine(seed=ply)
        while not imagined.over:
            imagined.play(choice.choice(imagined.moves()))
        assert len(imagined.scores) == game.players


@every_variant
def test_a_view_is_plain_frozen_data(game: Game) -> None:
    data = game.new(seed=SEED).view(0).data
    json.dumps(dataclasses.asdict(data))
    with pytest.raises(dataclasses.FrozenInstanceError):
        data.viewer = 1


@every_variant
def test_nothing_inside_a_view_can_be_changed(game: Game) -> None:
    for ply, state in enumerate(random_positions(game, SEED)):
        if ply % FEW == 0 or state.over:
            view = state.view(max(state.seat, 0))
            assert hash(view.data) == hash(pickle.loads(pickle.dumps(view)).data)
            assert pickle.loads(pickle.dumps(view.data)) == view.data


@every_variant
def test_results_fit_the_record_format(game: Game) -> None:
    for state in random_positions(game, SEED):
        assert len(state.scores) == game.players
        if not state.over:
            assert state.result is None
            assert state.winners == []
    if game.shared_goal:
        assert state.result == {"won": bool(state.winners)}
    else:
        assert state.winners
        assert state.result == {"scores": state.scores, "winners": state.winners}


@every_variant
def test_equal_seeds_give_equal_playouts_on_any_number_of_threads(game: Game) -> None:
    one = game.playouts(FEW, seed=SEED, threads=1)
    two = game.playouts(FEW, seed=SEED, threads=2)
    assert one.scores.shape == (FEW, game.players)
    assert np.array_equal(one.scores, two.scores)
    assert np.array_equal(one.decisions, two.decisions)
    assert (one.decisions > 0).all()
