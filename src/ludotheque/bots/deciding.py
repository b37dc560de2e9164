"""What all bots share: a game, a random source, and the refusal of a view that is not theirs to decide on."""

from typing import Any

from ludotheque.core.errors import Refusal, quoted
from ludotheque.core.game import Game
from ludotheque.core.move import Moves
from ludotheque.core.state import State
from ludotheque.core.view import View
from ludotheque.engine.chance import Seed, fresh_seed, source


class Decider:
    """A bot of one game. A copy, pickled or not, makes the same choices as the bot itself from then on."""

    def __init__(self, game: Game, seed: Seed | None) -> None:
        self._game = game
        self._rng = source(fresh_seed() if seed is None else seed)

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_rng": self._rng.copy()}


def moves_to_choose_from(game: Game, view: object) -> Moves:
    """The legal moves, at least one; anything but a view of *game* whose seat is to move is refused."""
    check_view(game, view)
    assert isinstance(view, View)
    moves = view.moves()
    if not moves:
        whose = "a spectator decides nothing" if view.seat < 0 else f"seat {view.seat} is not to move"
        raise Refusal(f"{whose}; give a bot the view of the seat whose decision it is")
    return moves


def check_view(game: Game, view: object) -> None:
    """Refuse anything but a view of *game*, in one sentence."""
    if isinstance(view, State):
        raise Refusal("a bot decides from a view, not from a state; give it state.view(state.seat)")
    if not isinstance(view, View):
        raise Refusal(f"a bot decides from a view, and {quoted(view)} is not one")
    if view.game == game:
        return
    if view.game.name != game.name:
        raise Refusal(f"this bot plays {game.name}, and the view is of {view.game.name}")
    for option, value in game.options.items():
        if view.game.options[option] != value:
            raise Refusal(
                f"this bot plays {game.name} with {option}={value}, "
                f"and the view is of a game with {option}={view.game.options[option]}"
            )
