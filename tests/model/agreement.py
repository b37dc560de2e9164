"""Play compiled rules and a slow model side by side, move list by move list and score by score."""

import random
from typing import Any, Protocol

from ludotheque.core.game import Game


class Model(Protocol):
    """What every slow model offers; see tests/model/."""

    @property
    def over(self) -> bool: ...
    @property
    def seat(self) -> int: ...
    def moves(self) -> list[str]: ...
    def play(self, move: str) -> None: ...
    def result(self) -> dict[str, Any]: ...


def agree(game: Game, make_model: type, seed: int) -> None:
    """One random game in which the rules and the model must agree at every ply."""
    choice = random.Random(seed)
    state = game.new(seed=seed)
    model: Model = make_model(game.options, state.record().setup)
    while not state.over:
        moves = sorted(map(str, state.moves()))
        assert moves == model.moves(), f"ply {state.ply}"
        assert (state.seat, state.over) == (model.seat, model.over), f"ply {state.ply}"
        move = choice.choice(moves)
        state.play(move)
        model.play(move)
    assert model.over
    assert model.moves() == []
    assert state.result == model.result()
