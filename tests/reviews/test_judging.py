"""Single decisions: blunders are found, and nothing hidden goes into what a player could know."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import ludotheque
from ludotheque.bots.trials import try_moves
from ludotheque.core.errors import BadOption
from ludotheque.core.record import Record
from ludotheque.reviews import Judgement, decisions_of, judge
from ludotheque.reviews.reviewing import loss_of

BLUNDERS = Path(__file__).parent / "blunders.jsonl"
GOLDEN = Path(__file__).parent.parent / "records"


def on_line(file: Path, line: int) -> Record:
    return list(ludotheque.read_records(file))[line - 1]


def judged(record: Record, ply: int, simulations: int = 200) -> Judgement:
    state, move = next(one for one in decisions_of(record) if one[0].ply == ply)
    return judge(state, move, simulations=simulations, seed=0)


@pytest.mark.parametrize(
    ("file", "line", "ply", "move", "better", "simulations"),
    [
        # Feurio!: a pass, though a man on the 1 makes the area that wins
        (BLUNDERS, 1, 63, "pass", {"R1 -3,-4"}, 200),
        # Fou!: the low discard makes the Fool; green 6 does not
        (BLUNDERS, 2, 39, "B4", {"G6"}, 200),
        # Connect four: the win in one is not taken
        (BLUNDERS, 3, 28, "1", {"6"}, 200),
        # Kuhn poker: the king folds to a bet
        (BLUNDERS, 4, 1, "pass", {"bet"}, 50),
        # Forma: in the corner the same element would encircle a hole
        (GOLDEN / "forma.jsonl", 4, 101, "t14+t15+t16+t17", {"q1+r1+s1+t1"}, 100),
    ],
)
def test_a_blunder_is_found(
    file: Path, line: int, ply: int, move: str, better: set[str], simulations: int
) -> None:
    found = judged(on_line(file, line), ply, simulations)
    assert found.move == move
    assert found.best in better
    assert loss_of(found) > 0.5


def test_where_the_best_move_was_played_nothing_is_lost() -> None:
    record = on_line(BLUNDERS, 4)
    called = judged(replace(record, moves=("bet", "bet"), result=None), 1, 50)
    assert called.best == "bet"
    assert called.known == called.played
    assert loss_of(called) == 0


def with_setup(record: Record, **setup: Any) -> Record:
    return replace(record, setup=record.setup | setup, result=None)


def test_equal_views_give_equal_numbers_whatever_is_hidden() -> None:
    record = on_line(GOLDEN / "feurio.jsonl", 5)
    stack = record.setup["stack"]
    hidden = with_setup(record, stack=stack[:20] + stack[:19:-1])  # the tiles that nobody has seen yet
    ours, theirs = judged(record, 21), judged(hidden, 21)
    assert ours.known == theirs.known
    assert ours.played == theirs.played
    assert (ours.best, ours.points, ours.doubt) == (theirs.best, theirs.points, theirs.doubt)
    assert ours.open != theirs.open  # that is what open means


def test_over_all_tiles_that_may_come_luck_is_nothing() -> None:
    """Where all share a goal, luck is what came beside all that might have come; a tile known is no luck."""
    record = on_line(GOLDEN / "feurio.jsonl", 1)  # alone; the first men, before the second tile is drawn
    stack = record.setup["stack"]
    fortunes = []
    for tile in range(2, len(stack)):
        swapped = [*stack[:2], stack[tile], *stack[3:tile], stack[2], *stack[tile + 1 :]]
        other = with_setup(record, stack=stack if tile == 2 else swapped)
        fortunes.append(judged(other, 1, 80).fortune[0])
    assert min(fortunes) < 0 < max(fortunes)
    assert sum(fortunes) / len(fortunes) == pytest.approx(0, abs=0.03)


def test_between_a_tile_and_its_men_there_is_no_luck() -> None:
    record = on_line(GOLDEN / "feurio.jsonl", 4)
    before_men = [state.ply for state, move in decisions_of(record) if str(move).startswith("lay")]
    assert {judged(record, ply, 8).fortune for ply in before_men[:4]} == {(0.0,) * record.game.players}


def test_the_other_card_does_not_change_what_is_known_but_what_is_open() -> None:
    record = on_line(BLUNDERS, 4)
    queen = [judged(with_setup(record, chance=[[1, other]]), 0, 100) for other in (0, 2)]
    assert queen[0].known == queen[1].known
    assert queen[0].open[0] > 0.9
    assert queen[1].open[0] < 0.4


def test_where_nothing_is_hidden_all_is_open() -> None:
    found = judged(on_line(BLUNDERS, 3), 28)  # connect four
    assert found.open == found.known


def test_trials_begin_in_the_same_worlds() -> None:
    record = on_line(GOLDEN / "feurio.jsonl", 5)
    state, move = next(decisions_of(record))
    first, again = try_moves(state.view(state.seat), [move, move], 50, "a seed")
    assert first.chances() == again.chances()
    assert first.ahead_of(again, 0) == (0.0, 0.0)


def test_too_few_simulations_are_refused() -> None:
    state, move = next(decisions_of(on_line(BLUNDERS, 4)))
    with pytest.raises(BadOption, match="a whole number from 2"):
        judge(state, move, simulations=1, seed=0)
