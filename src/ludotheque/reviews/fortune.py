"""What chance brought after a move: the position that came of it, beside those that might have come instead.

All of them are judged alike, each by a search of its own that begins at the next decision. However weak that
is, on average over all that could be drawn or dealt the fortune is 0. To judge a position before and after a
tile is drawn would not do: to know the tile makes a search better, and that is no luck.
"""

import numpy as np
from numpy.typing import NDArray

from ludotheque.bots.trials import trial
from ludotheque.core.move import Move
from ludotheque.core.state import State
from ludotheque.engine.chance import Seed

WORLDS = 40  # that show what might have come, and how likely it was


def fortune(state: State, played: Move, simulations: int, seed: Seed) -> tuple[float, ...]:
    """What was drawn or dealt between *played* and the next decision gave every seat of its chance to win."""
    came = _next_decision(state.copy(), played)
    worlds = state.view(state.seat, history=False).imagine(WORLDS, seed=seed)
    positions = [_next_decision(world, played) for world in worlds]
    kinds = dict(zip(map(_what_is_seen, positions), positions, strict=True))
    if kinds.keys() == {_what_is_seen(came)}:
        return (0.0,) * state.game.players  # nothing else could come
    chances = {seen: _chances(position, simulations, seed) for seen, position in kinds.items()}
    likely = sum(
        weight * chances[_what_is_seen(position)]
        for weight, position in zip(worlds.weights, positions, strict=True)
    )
    return tuple((_chances(came, simulations, seed) - likely).tolist())


def _next_decision(state: State, move: Move) -> State:
    """Play *move*, and all that there is no choice about."""
    state.play(move)
    while not state.over and len(state.moves()) == 1:
        state.play(state.moves()[0])
    return state


def _what_is_seen(state: State) -> bytes:
    """Equal for positions that are the same to whoever is to decide, or that ended alike."""
    return bytes(state.winners) if state.over else state.view(state.seat, history=False).states().tobytes()


def _chances(state: State, simulations: int, seed: Seed) -> NDArray[np.float64]:
    if state.over:
        return np.full(state.game.players, float(bool(state.winners)))
    known = state.view(state.seat, history=False).states()
    return np.array(trial(state.game, known, state.seat, None, simulations, seed).chances())
