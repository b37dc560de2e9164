"""Actions and observations: what every game offers to learning programs, in all its variants."""

import numpy as np
import pytest

import ludotheque
from ludotheque.core.errors import UnreadableMove
from ludotheque.core.game import Game
from ludotheque.core.registry import names
from ludotheque.engine.contract import SPECTATOR
from tests.variants import every_variant, random_positions

SEED = 5
EVERY = 7  # positions looked at


@every_variant
def test_the_mask_and_the_list_are_the_legal_moves(game: Game) -> None:
    for ply, state in enumerate(random_positions(game, SEED)):
        if ply % EVERY and not state.over:
            continue
        for seat in range(SPECTATOR, game.players):
            view = state.view(seat)
            codes = [move.code for move in view.moves()]
            assert view.legal().tolist() == codes
            assert view.legal().dtype == np.int32
            assert (
                state.view(view.seat).forced == view.forced == (view.moves()[0] if len(codes) == 1 else None)
            )
            mask = view.mask()
            assert mask.shape == (game.actions,)
            assert mask.dtype == np.bool_
            assert np.flatnonzero(mask).tolist() == sorted(codes)


@every_variant
def test_a_tensor_is_made_of_the_view_alone(game: Game) -> None:
    """What a seat imagines hides to the same view, and so gives the same numbers."""
    for ply, state in enumerate(random_positions(game, SEED)):
        if ply % EVERY and not state.over:
            continue
        for seat in range(SPECTATOR, game.players):
            view = state.view(seat)
            tensor = view.tensor()
            assert tensor.dtype == np.float32
            assert tensor.shape == (game.tensor_size,)
            assert np.isfinite(tensor).all()
            twin = view.imagine(seed=ply).view(seat)
            assert np.array_equal(twin.tensor(), tensor)


@every_variant
def test_planes_are_the_parts_of_the_tensor(game: Game) -> None:
    view = game.new(seed=SEED).view(0)
    planes = view.planes()
    assert list(planes) == [plane.name for plane in game.planes]
    for plane in game.planes:
        assert planes[plane.name].shape == plane.shape
        assert plane.meaning
    assert np.array_equal(np.concatenate([part.ravel() for part in planes.values()]), view.tensor())


@every_variant
def test_a_tensor_changes_as_the_game_goes_on(game: Game) -> None:
    """Two views of a seat that differ at its own decisions have different numbers."""
    seen: dict[bytes, bytes] = {}
    for state in random_positions(game, SEED):
        view = state.view(max(state.seat, 0))
        seen.setdefault(view.tensor().tobytes(), bytes(view))
    assert len(seen) > len(state.history) // 2


@pytest.mark.parametrize("name", names())
def test_every_action_has_factors_of_its_own(name: str) -> None:
    game = ludotheque.game(name)
    codes = np.arange(game.actions)
    rows = game.decode(codes)
    assert rows.shape == (game.actions, len(game.factors))
    assert (game.encode(rows) == codes).all()
    for code in {0, 1, game.actions // 2, game.actions - 1}:
        factors = game.decode(code)
        assert factors == tuple(rows[code].tolist())
        assert game.encode(factors) == code
    sizes = [factor.size for factor in game.factors]
    assert (rows.max(axis=0) < sizes).all()


@pytest.mark.parametrize("name", names())
def test_a_move_decodes_as_its_integer_does(name: str) -> None:
    game = ludotheque.game(name)
    move = game.new(seed=SEED).moves()[-1]
    assert game.decode(move) == game.decode(move.code)


@pytest.mark.parametrize("name", names())
def test_what_is_no_action_is_refused_in_a_sentence(name: str) -> None:
    game = ludotheque.game(name)
    for wrong in (-1, game.actions, 0.5, True, "x", None, np.array([0, game.actions])):
        with pytest.raises(UnreadableMove):
            game.decode(wrong)  # type: ignore[arg-type]
    sizes = [factor.size for factor in game.factors]
    for rows in ([], sizes, [-1] * len(sizes), [0] * (len(sizes) + 1), [0.5] * len(sizes), [[0], [0, 1]]):
        with pytest.raises(UnreadableMove):
            game.encode(rows)  # type: ignore[arg-type]
