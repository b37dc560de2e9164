"""Compiling games before somebody waits for them. What one process compiles, all others find on disk.

A step compiles what it needs by doing it once. They are functions of a module, so that a worker can be
given one.
"""

from collections.abc import Callable
from typing import Literal, TypeAlias

from ludotheque.bots import bot
from ludotheque.bots.network import own_network
from ludotheque.bots.trials import trial
from ludotheque.core.foresight import foresee
from ludotheque.core.game import Game
from ludotheque.core.registry import game as make_game

What: TypeAlias = Literal["rules", "bots", "rest"]
_QUICKLY: dict[str, dict[str, int]] = {"random": {}, "greedy": {}, "search": {"simulations": 1}}


def compile_game(name: str, what: What) -> None:
    """Compile, or load if that has been done, what a table of this game needs, or its bots, or the rest."""
    for step in STEPS[what]:
        step(make_game(name))


def _begin(game: Game) -> None:
    """A first move, and what everybody sees of it."""
    state = game.new(seed=0)
    state.view(state.seat).moves()
    state.play(state.moves()[0])
    state.copy()
    state.view(state.seat).svg()


def _finish(game: Game) -> None:
    state = game.new(seed=0)
    while not state.over:
        state.play(state.moves()[-1])
    state.view().svg()
    _ = state.result, state.revealed, state.record()


def _think(game: Game) -> None:
    state = game.new(seed=0)
    while len(state.moves()) == 1:
        state.play(state.moves()[0])
    for name, settings in _QUICKLY.items():
        bot(name, game, seed=0, **settings).choose(state.view(state.seat))


def _advise(game: Game) -> None:
    """Only where the game brings a network for some number of players."""
    games = (make_game(game.name, players=number) for number in game.definition.player_numbers)
    advised = next((one for one in games if own_network(one) is not None), None)
    if advised is not None:
        bot("master", advised, seed=0, simulations=1).choose(advised.new(seed=0).view(0))


def _imagine(game: Game) -> None:
    state = game.new(seed=0)
    state.view(state.seat).imagine(seed=0)
    game.playouts(1, seed=0)


def _try(game: Game) -> None:
    """What reviews do: try a move by what its player knows, and with everything open."""
    state = game.new(seed=0)
    trial(game, state.states(), state.seat, state.moves()[0], 2, 0, is_open=True)


def _foresee(game: Game) -> None:
    """Only where a number of players shares a goal that a clairvoyant could meet."""
    if game.definition.clairvoyant is not None:
        games = (make_game(game.name, players=number) for number in game.definition.player_numbers)
        foresee(next(one for one in games if one.shared_goal).new(seed=0), effort=1)


STEPS: dict[What, tuple[Callable[[Game], None], ...]] = {
    "rules": (_begin, _finish),
    "bots": (_think, _advise),
    "rest": (_imagine, _try, _foresee),
}
