"""Can a game be won by somebody who knows all that is hidden? The game's clairvoyant says; we check it."""

from dataclasses import dataclass

from ludotheque.core.errors import BadOption, Refusal
from ludotheque.core.game import Game
from ludotheque.core.move import Move
from ludotheque.core.state import State
from ludotheque.engine.chance import Seed, source

EFFORT = 100  # each game measures it in its own way: a few seconds at most


@dataclass(frozen=True)
class Foresight:
    """Whether the game can be won (None: not known), and a line of moves that wins it."""

    winnable: bool | None
    line: list[Move]


def check_foreseeable(game: Game) -> None:
    """Refuse a game without a shared goal, or one that has no clairvoyant."""
    title = game.definition.title
    if not game.shared_goal:
        raise BadOption(
            f"{title} has no shared goal in this variant, where players are against each other; "
            "choose one that is won together or alone"
        )
    if game.definition.clairvoyant is None:
        raise BadOption(f"{title} has no clairvoyant: nobody has written its clairvoyant.py yet")


def foresee(state: State, *, effort: int = EFFORT, seed: Seed = 0) -> Foresight:
    """Whether the game that begins with *state* can be won; equal seeds make equal searches."""
    check_foreseeable(state.game)
    if state.ply > 0:
        raise Refusal(f"only the start of a game can be foreseen, and {state.ply} moves have been played")
    clairvoyant = state.game.definition.clairvoyant
    assert clairvoyant is not None
    winnable, codes = clairvoyant.foresee(state.states(), source(seed), effort)
    line = [state.game.definition.moves[code] for code in codes]
    if winnable and not _wins(state, line):
        raise AssertionError(f"the line of {len(line)} moves does not win; please report this shuffle")
    return Foresight(winnable, line)


def _wins(start: State, line: list[Move]) -> bool:
    """Whether *line*, replayed by the rules, ends the game and wins it."""
    state = start.copy()
    for move in line:
        state.play(move)
    return bool(state.winners)
