"""What somebody who knew the order of the tiles could reach (F26-F28), and what is proven."""

from collections.abc import Iterator

import numpy as np
import pytest

import ludotheque
from ludotheque.core.errors import BadOption, Refusal
from ludotheque.core.foresight import foresee
from ludotheque.core.game import Game
from ludotheque.core.outcomes import Recorded
from ludotheque.core.state import State
from ludotheque.games.feurio import clairvoyant, heuristic
from ludotheque.games.feurio.rules import COLOURS, SPACES

SOLO_LOST = "615145436236262443515142365653321214"  # stacks that leave fewer than four 1s open
FOUR_LOST = "343645325225141651216146436146355232"


def together(players: int) -> Game:
    return ludotheque.game("feurio", players=players, mode="solo" if players == 1 else "coop")


def stacked(game: Game, values: str) -> State:
    return game.start(Recorded([np.array([*map(int, values)], np.uint8)]))


def open_ones(start: State) -> Iterator[int]:
    """How many 1s are open at the end, for every way to lay the tiles, by the public API alone."""
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if state.over:
            yield sum(tile.value == 1 and tile.free_sides > 0 for tile in state.view().data.tiles)
            continue
        for move in state.moves():
            twin = state.copy()
            twin.play(move)
            twin.play("pass")
            waiting.append(twin)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_line_that_is_found_wins_by_the_rules(players: int) -> None:
    game = together(players)
    won = 0
    for shuffle in range(3):
        found = foresee(game.new(seed=shuffle), effort=20, seed=1)
        state = game.new(seed=shuffle)
        for move in found.line:
            assert move in state.moves()
            state.play(move)
        assert bool(state.winners) == bool(found.winnable)
        assert state.over == bool(found.winnable)
        won += bool(state.winners)
        if state.winners:
            assert all_win(state)
    assert won


def all_win(state: State) -> bool:
    """Whether the heuristic takes a goal that is met for everybody's win, not for a share of one."""
    gains, wins = np.zeros((2, state.game.players), np.float32)
    heuristic.rewards(state.states(), 0, gains, wins)
    return bool((wins == 1).all() and (gains == 1).all())


def test_a_line_that_does_not_win_is_never_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    start = together(1).new(seed=1)
    line = foresee(start, seed=1).line
    codes = [move.code for move in line]
    without_last_men = [*codes[:-1], start.game.definition.notation.parse_move("pass")]
    for wrong in (codes[:-2], [], without_last_men if str(line[-1]) != "pass" else codes[:-4]):
        monkeypatch.setattr(clairvoyant, "foresee", lambda *_, wrong=wrong: (True, wrong))
        with pytest.raises(AssertionError, match="does not win"):
            foresee(start, seed=1)


@pytest.mark.parametrize(("players", "stack"), [(1, SOLO_LOST), (4, FOUR_LOST)])
def test_a_stack_that_is_proven_lost(players: int, stack: str) -> None:
    found = foresee(stacked(together(players), stack))
    assert (found.winnable, found.line) == (False, [])


def test_the_proof_agrees_with_laying_the_tiles_in_every_way() -> None:
    assert int(SPACES[1]) == 1, "each colour needs a 1 of its own"
    assert max(open_ones(stacked(together(4), FOUR_LOST))) < COLOURS


def test_a_proof_that_is_cut_short_is_none() -> None:
    start = stacked(together(1), SOLO_LOST)
    room = np.repeat(start.states(), 37)
    assert clairvoyant.water_runs_out(room, 1_000_000)
    assert not clairvoyant.water_runs_out(room, 30)


def test_too_little_effort_is_unknown() -> None:
    found = foresee(together(4).new(seed=1), effort=0)
    assert (found.winnable, found.line) == (None, [])


def test_equal_seeds_make_equal_searches() -> None:
    start = together(3).new(seed=5)
    assert foresee(start, seed=1) == foresee(start, seed=1)
    assert foresee(start, seed=1).line != foresee(start, seed=2).line


def test_only_the_start_of_a_game_with_a_shared_goal_can_be_foreseen() -> None:
    with pytest.raises(BadOption, match="no shared goal in this variant"):
        foresee(ludotheque.game("feurio", players=2).new(seed=1))
    state = together(1).new(seed=1)
    state.play(state.moves()[0])
    with pytest.raises(Refusal, match="only the start of a game"):
        foresee(state)
