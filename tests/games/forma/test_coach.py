"""What a newcomer is told in a first game, and when."""

from dataclasses import replace
from typing import Any

from ludotheque.games.forma.page.coach import LESSONS, TOPICS, coach
from tests.games.forma.boards import play, start


def topic(state: Any, seat: Any = None) -> Any:
    advice = coach(state.view(state.seat if seat is None else seat).data)
    return advice and advice[0]


def test_the_set_up_is_explained() -> None:
    assert topic(start()) == "set-up"
    assert topic(start("obstacle c3")) == "tower-up"


def test_lessons_come_one_at_a_time() -> None:
    state, heard = start("tower j10", players=4), []
    for file in "aceg":
        for seat in range(4):
            if seat == 0:
                heard.append(topic(state))
            state.play([move for move in state.moves() if str(move).startswith(file)][-1])
    assert heard == list(LESSONS)[:4]


def test_no_two_lessons_are_due_at_the_same_time() -> None:
    due = [placed for placed, _lesson in LESSONS.values()]
    assert due == sorted(set(due))
    assert set(LESSONS) < set(TOPICS)


def test_nothing_is_said_while_others_think() -> None:
    assert topic(start("tower j10"), seat=1) is None
    assert topic(start("tower j10"), seat=-1) is None


def test_a_square_with_one_open_side_is_pointed_out() -> None:
    data = start("tower r18", "d4+d5+d6+e4+f4", "e6+f6+g6", players=4).view(2).data
    many = replace(data, pieces=data.pieces + (replace(data.pieces[0], seat=2),) * 7)
    advice = coach(many)
    assert advice is not None
    assert advice[0] == "opening"
    assert "e5" in advice[1]


def test_the_end_is_explained_step_by_step() -> None:
    record = [str(move) for move in play(1, players=4).history]
    assert topic(start(*record[: record.index("pass")], players=4)) == "pass"
    assert topic(start(*record, players=4), seat=0) == "over"
    assert topic(start(*record, players=4), seat=-1) is None
    assert topic(start("tower j10", "misfit P5", by_eye=True)) == "misfit"


def test_a_crowded_board_is_noticed() -> None:
    state = play(1, 60, players=4)
    topics = []
    while not state.over:
        topics.append(topic(state))
        state.play(state.moves()[0])
    assert "crowded" in topics
