"""Whole games: moments, luck and skill, and that a review follows from record, seed and simulations."""

from pathlib import Path

import pytest

import ludotheque
from ludotheque.core.errors import Refusal
from ludotheque.core.record import Record
from ludotheque.reviews import Review
from tests.reviews.test_judging import BLUNDERS, on_line

GOLDEN = Path(__file__).parent.parent / "records"
WON = Path(__file__).parent / "won.jsonl"
GAMES = [
    ("feurio.jsonl", 1),  # alone
    ("feurio.jsonl", 4),  # together
    ("feurio.jsonl", 15),
    ("fou.jsonl", 8),
    ("connect_four.jsonl", 6),
    ("kuhn_poker.jsonl", 2),
]


def reviewed(file: str, line: int, simulations: int = 20) -> Review:
    return ludotheque.review(on_line(GOLDEN / file, line), simulations=simulations)


@pytest.mark.parametrize(("file", "line"), GAMES)
def test_start_decisions_and_luck_add_up_to_the_result(file: str, line: int) -> None:
    found = reviewed(file, line)
    for seat in range(found.game.players):
        one = found.account(seat)
        assert one.start + one.decided + one.others + one.beyond + one.luck == pytest.approx(one.result)
        assert found.game.shared_goal or one.beyond == 0
        assert one.decided <= 0
        assert one.decided == pytest.approx(sum(each.swing for each in found.decisions if each.seat == seat))


@pytest.mark.parametrize(("file", "line"), GAMES[2:])  # against each other
def test_luck_is_what_changed_by_itself_between_two_decisions(file: str, line: int) -> None:
    """From the start to a seat's last decision, luck, its own moves and those of the others add up."""
    found = reviewed(file, line)
    lost = {one.ply for one in found.decisions if one.swing}
    for seat in range(found.game.players):
        own = [one for one in found.decisions if one.seat == seat]
        before = [one for one in found.judgements if one.ply in lost and one.seat != seat]
        given = sum(one.played[seat] - one.known[seat] for one in before if own and one.ply < own[-1].ply)
        if own:
            total = found.account(seat).start + given + sum(one.luck + one.swing for one in own)
            assert total == pytest.approx(own[-1].played, abs=0.01)


@pytest.mark.parametrize(("line", "players"), [(1, 1), (2, 3)])  # alone, and by three
def test_luck_does_not_win_a_shared_goal_that_skill_won(line: int, players: int) -> None:
    """Imagined players hardly ever meet it, and these did: that is no luck."""
    found = ludotheque.review(on_line(WON, line), simulations=200)
    assert (found.game.players, set(found.result)) == (players, {1.0})
    for seat in range(players):
        one = found.account(seat)
        assert one.start < 0.3
        assert abs(one.luck) < 0.5
        assert one.beyond > 0.3
        after_last = next(k for k, each in enumerate(reversed(found.decisions), start=1) if each.seat == seat)
        later = sum(each.fortune[seat] for each in found.judgements[-after_last:])
        told = sum(each.luck for each in found.decisions if each.seat == seat)
        assert told + later == pytest.approx(one.luck, abs=0.01)


def test_what_was_won_could_be_won_all_along_with_everything_open() -> None:
    for line in (1, 2):
        found = ludotheque.review(on_line(WON, line), simulations=20)
        assert {min(one.open) for one in found.judgements} == {1.0}
        assert all(one.open >= one.known for one in found.decisions)


def test_a_lost_goal_could_be_won_until_it_could_not() -> None:
    opened = [one.open[0] for one in reviewed("feurio.jsonl", 1).judgements]
    assert opened == sorted(opened, reverse=True)
    assert set(opened) == {0.0, 1.0}  # a clairvoyant knows how this one could have been won


def test_nothing_is_luck_where_nothing_is_left_to_chance() -> None:
    found = reviewed("connect_four.jsonl", 6)
    assert [found.account(seat).luck for seat in range(2)] == [0.0, 0.0]


def test_the_moment_that_decided_comes_first() -> None:
    found = ludotheque.review(on_line(BLUNDERS, 4), simulations=100)
    assert [moment.ply for moment in found.moments] == [1]
    assert found.moments[0].better == "bet"
    assert found.moments[0].swing == pytest.approx(-1.0)
    assert found.account(1).decided == pytest.approx(-1.0)
    assert found.account(0).others == pytest.approx(1.0)


def test_at_most_five_moments_the_worst_first() -> None:
    moments = ludotheque.review(on_line(BLUNDERS, 1), simulations=40).moments
    assert len(moments) == 5
    assert [one.swing for one in moments] == sorted(one.swing for one in moments)


def test_equal_seeds_give_equal_reviews() -> None:
    record = on_line(GOLDEN / "fou.jsonl", 8)
    first, again, other = (
        ludotheque.review(record, simulations=10, seed=seed).to_dict() for seed in (1, 1, 2)
    )
    assert first == again
    assert first != other


@pytest.mark.slow
def test_workers_change_nothing() -> None:
    record = on_line(BLUNDERS, 4)
    progress: list[tuple[int, int]] = []
    apart = ludotheque.review(
        record, simulations=20, workers=1, on_progress=lambda *told: progress.append(told)
    )
    assert apart.to_dict() == ludotheque.review(record, simulations=20).to_dict()
    assert progress == [(0, 2), (1, 2), (2, 2)]


def test_a_shared_goal_is_reviewed_with_the_chance_to_meet_it() -> None:
    found = reviewed("feurio.jsonl", 4)
    assert {one.points for one in found.decisions} == {None}
    for one in found.judgements:
        assert len(set(one.known)) == 1  # all win, or nobody does


def test_a_running_game_is_refused() -> None:
    record = on_line(GOLDEN / "connect_four.jsonl", 6)
    running = Record(record.game, record.setup, record.moves[:-1])
    with pytest.raises(Refusal, match="not over"):
        ludotheque.review(running, simulations=10)
