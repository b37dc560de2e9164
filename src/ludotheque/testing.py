"""What every game must keep, for the tests of whoever writes one::

    from ludotheque.testing import check_game

    def test_the_game_keeps_the_contract():
        check_game(ludotheque.game("my_game", players=3))

Random games are played and looked at from all sides. What is wrong is an AssertionError that says so in a
sentence and tells the moves that led there.
"""

import json
import random
from collections.abc import Iterator
from dataclasses import is_dataclass

import numpy as np

from ludotheque.core.errors import IllegalMove, UnreadableMove
from ludotheque.core.game import Game
from ludotheque.core.record import Record
from ludotheque.core.state import State
from ludotheque.core.view import View
from ludotheque.engine.contract import SPECTATOR

MOST_MOVES = 100_000  # of a random game; more, and it may never end
FEW = 12  # of many moves, where all would take too long
NONSENSE = ("", " ", "nonsense?")


def check_game(game: Game, *, games: int = 3, every: int = 1) -> None:
    """Play *games* random games and check the position before *every* move (2: every other), and the last.

    Replay equals play, copies are independent, notation reads back, what a seat imagines hides to what it
    knows, records check, and the page and the text can show it all.
    """
    for seed in range(games):
        for state in _positions(game, seed):
            if state.ply % every == 0 or state.over:
                check_position(state, seed)
        _check_record(state)
    _check_drawings(game.root())  # what people see while they take their seats
    _check_playouts(game)


def check_position(state: State, seed: int = 0) -> None:
    """Check one position that was reached by playing; *seed* chooses among many moves."""
    moves = random.Random(seed).sample(state.moves(), min(FEW, len(state.moves())))
    _check_moves(state)
    _check_copy(state)
    for move in moves:
        _check_notation(state, str(move), move.code)
    for seat in range(SPECTATOR, state.game.players):
        _check_view(state, seat, seed)
    _check_page(state)


def _positions(game: Game, seed: int) -> Iterator[State]:
    choice, state = random.Random(seed), game.new(seed=seed)
    while not state.over:
        yield state
        _require(state, state.ply < MOST_MOVES, f"a random game goes on after {MOST_MOVES} moves")
        state.play(choice.choice(state.moves()))
    yield state


def _require(state: State, kept: bool, otherwise: str) -> None:
    if not kept:
        moves = " ".join(map(str, state.history)) or "no move"
        raise AssertionError(f"{state.game!r} after {moves}: {otherwise}")


def _check_moves(state: State) -> None:
    moves, rules = state.moves(), state.game.definition.rules
    _require(state, len(set(moves)) == len(moves), "a legal move is listed twice")
    _require(state, len(moves) <= rules.MAX_MOVES, f"there are {len(moves)} moves, more than MAX_MOVES")
    _require(
        state, all(0 <= move.code < rules.CODES for move in moves), "a move's integer is not below CODES"
    )
    listed = state.game.definition.kernels.legal(state.states(), 0, np.empty(rules.MAX_MOVES, np.int32))
    _require(state, bool(listed) != state.over, "there must be a legal move, unless the game is over")
    _require(
        state, state.over or 0 <= state.seat < state.game.players, f"it is the turn of seat {state.seat}"
    )
    _require(state, len(state.scores) == state.game.players, "every seat must have a score")
    if state.over and not state.game.shared_goal:
        _require(state, bool(state.winners), "nobody has won; where all share the win, all are winners")


def _check_copy(state: State) -> None:
    before, twin = state.to_bytes(), state.copy()
    _require(state, twin == state, "a copy is not equal")
    if not state.over:
        twin.play(twin.moves()[-1])
    _require(state, state.to_bytes() == before, "playing a copy changes the original")


def _check_notation(state: State, text: str, code: int) -> None:
    notation = state.game.definition.notation
    read = notation.parse_move(text)
    _require(state, read == code, f"parse_move reads {text} as {read}, but it is the text of {code}")
    for nonsense in (*NONSENSE, f"{text} "):
        try:
            notation.parse_move(nonsense)
        except UnreadableMove:
            continue
        _require(state, False, f"parse_move reads {nonsense!r}; it must raise UnreadableMove")


def _check_view(state: State, seat: int, seed: int) -> None:
    view = state.view(seat)
    who = f"seat {seat}" if seat >= 0 else "a spectator"
    used = np.frombuffer(bytearray(b"\xff" * len(bytes(view))), state.game.definition.rules.STATE)
    state.game.definition.kernels.hide(state.states(), 0, seat, used, 0)
    told = "hide leaves what was in the record before it; begin with out[j] = states[i], or write every field"
    _require(state, used.tobytes() == bytes(view), told)
    imagined = view.imagine(seed=seed)
    _require(state, imagined.view(seat) == view, f"what {who} imagines does not hide to the same view")
    same = (imagined.seat, imagined.over) == (state.seat, state.over)
    _require(state, same, f"in what {who} imagines it is another seat's turn")
    if seat == state.seat:
        _require(state, imagined.moves() == state.moves(), f"what {who} imagines has other legal moves")
        _require(state, view.moves() == state.moves(), f"the view of {who} has other legal moves")
    _check_observation(state, view, imagined.view(seat), who)
    _require(state, is_dataclass(view.data), f"the view of {who} tells {type(view.data)}, not a dataclass")
    same = imagined.view(seat).data == view.data
    _require(state, same, f"what {who} imagines is described in another way")


def _check_observation(state: State, view: View, twin: View, who: str) -> None:
    tensor = view.tensor()
    _require(state, bool(np.isfinite(tensor).all()), f"the tensor of {who} has a number that is not finite")
    same = np.array_equal(tensor, twin.tensor())
    _require(state, same, f"what {who} imagines gives another tensor: it must be made of the view alone")
    legal = view.legal()
    same = np.array_equal(state.game.encode(state.game.decode(legal)), legal)
    _require(state, same, f"the factors of what {who} may play do not lead back to it")


def _check_page(state: State) -> None:
    definition, view = state.game.definition, state.view(max(state.seat, SPECTATOR))
    panels = definition.page.panels(view.data)
    keys = {key for panel in panels.values() for key in panel.parts} | {""}
    _require(state, "board" in panels, "the page has no panel called board")
    choices = definition.page.choices(view)
    _require(state, {choice.at for choice in choices} <= keys, "a choice belongs to a part that is not there")
    if not definition.page.SCRIPT:
        offered = {choice.move for choice in choices}
        _require(state, offered == set(map(str, view.moves())), "the page does not offer the legal moves")
    _check_drawings(state)


def _check_drawings(state: State) -> None:
    definition, view = state.game.definition, state.view(max(state.seat, SPECTATOR))
    _require(state, "board" in definition.page.panels(view.data), "the page has no panel called board")
    definition.text.draw(view.data)
    _require(state, bool(definition.text.prompt(view.data)), "the text has no prompt")
    view.svg()


def _check_record(state: State) -> None:
    """The finished game as a record: it replays, and nothing more can be played."""
    told = json.loads(state.record().to_json())
    again = Record(state.game, told["setup"], tuple(told["moves"]), told["result"]).check()
    _require(state, again.states().tobytes() == state.states().tobytes(), "the record replays to another end")
    try:
        state.copy().play(state.history[0])
    except IllegalMove:
        return
    _require(state, False, "a move can be played though the game is over")


def _check_playouts(game: Game) -> None:
    one, two = (game.playouts(FEW, seed=1, threads=threads) for threads in (1, 2))
    _require(
        game.new(seed=1), bool((one.scores == two.scores).all()), "playouts depend on the number of threads"
    )
