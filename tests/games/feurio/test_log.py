"""What the log tells of each move, and how the points came about."""

import re
from dataclasses import replace
from typing import Any

import ludotheque
from ludotheque.games.feurio import words
from ludotheque.games.feurio.page import scores
from ludotheque.games.feurio.page.illustrations import FOUR
from ludotheque.games.feurio.page.log import breakdown, log_entry
from ludotheque.i18n.language import speaking
from tests.games.feurio.forest import Forest, ring
from tests.games.feurio.tables import NAMES, play, versus, with_firebreak


def logged(plies: int, names: tuple[str, ...] = NAMES) -> str:
    """The log entry of the last of so many moves."""
    before, last = FOUR.state(plies - 1), FOUR.state(plies)
    with speaking("en", names):
        return log_entry(before.view().data, str(last.history[-1]), last.view().data)


def test_moves_are_told_with_what_they_changed() -> None:
    assert logged(1) == "Ada laid a 2."
    assert logged(2) == "Ada put one green man on the 6. Ada +1."
    assert logged(9) == "Ada laid a 1. Cy −1."  # it closes in the 6 where Cy's men stand
    assert logged(2, ()) == "Green put one green man on the 6. Green +1."


def test_a_pass_the_last_tile_and_the_end_are_told() -> None:
    state = play(1, players=2)
    sentences = []
    before = play(1, 0, players=2)
    with speaking("en", NAMES):
        for move in map(str, state.history):
            data = before.view().data
            before.play(move)
            sentences.append(log_entry(data, move, before.view().data))
        assert sentences[-1] == f"{NAMES[data.turn]} passed. {words.outcome(state.view().data)}"
    assert sum("That was the last tile." in sentence for sentence in sentences) == 1
    assert any("placed no men." in sentence for sentence in sentences)


def test_steps_towards_the_goal_are_told() -> None:  # F26
    missing = {"reached open water", "lost its open water", "done its part"}
    for seed in range(40):  # water is lost in every fifth game
        state = play(seed, 0, players=1)
        bot = ludotheque.bot("greedy", state.game, seed=seed)
        while not state.over:
            before = state.view().data
            move = bot.choose(state.view(0))
            state.play(move)
            sentence = log_entry(before, str(move), state.view().data)
            missing -= {step for step in missing if step in sentence}
        if not missing:
            break
    assert not missing


def test_a_firebreak_is_told_without_its_value() -> None:  # F23
    before = ludotheque.game("feurio", players=3, firebreaks=True).new(seed=5)
    after_it = with_firebreak()
    move = str(after_it.history[-1])
    with speaking("en", NAMES):
        entry = log_entry(before.view().data, move, after_it.view().data)
    assert entry == "Ada laid a tile face down, a firebreak, and gave one green man for it."


# How it added up


@versus
def test_the_lines_add_up_to_the_scores(kind: dict[str, Any]) -> None:  # F19-F21, F30
    for seed in range(3):
        data = play(seed, **kind).view().data
        lines = breakdown(data)
        for seat, points in enumerate(scores(data) or ()):
            assert sum(line.points or 0 for line in lines if line.seat == seat) == points
        for line in lines:
            if found := re.search(r"= (\d+), divided by (\d)(, rounded)?", line.words):
                exact, points = int(found[1]) / int(found[2]), line.points or 0
                assert exact == points or (found[3] and abs(exact - points) < 1)


def test_the_lines_show_the_sum_and_the_divisor() -> None:
    data = FOUR.state(24).view().data
    assert [(line.seat, line.words, line.points) for line in breakdown(data)] == [
        (0, "Green: 6 + 6 + 1 = 13, divided by 1", 13),
        (1, "Blue: 6 + 3 + 2 = 11, divided by 3, rounded up", 4),
        (2, "Yellow: 6 + 5 + 1 = 12, divided by 1", 12),
        (3, "Orange: 5 + 3 + 3 = 11, divided by 3, rounded up", 4),
    ]
    assert "rounded down" in breakdown(replace(data, hot=True))[1].words
    assert [line.points for line in breakdown(FOUR.state(0).view().data)] == [0] * 4


def test_a_closed_area_says_why_it_is_worth_nothing() -> None:  # F19
    data = Forest({(0, 0): 6} | dict.fromkeys(ring((0, 0)), 3), {(0, 0): "G"}).view
    assert breakdown(data)[0].words == "Green: 6, but no side is free"


def test_a_tie_is_explained() -> None:  # F22
    data = play(1, players=4).view().data
    tied = replace(data, seats=tuple(replace(seat, score=9) for seat in data.seats))
    with speaking("en", NAMES):
        assert breakdown(replace(tied, winners=(1,)))[-1].words == (
            "A tie: Bo has the most valuable single area."
        )
    assert "shared" in breakdown(replace(tied, winners=(0, 1)))[-1].words


def test_helpers_do_not_count() -> None:  # F21
    assert "helpers" in breakdown(play(1, players=3).view().data)[-1].words


def test_a_shared_goal_is_listed_colour_by_colour() -> None:  # F26
    data = play(1, players=1).view().data
    lines = breakdown(data)
    assert scores(data) is None
    assert [line.seat for line in lines] == [-1] * 4
    for line, row in zip(lines, data.progress, strict=True):
        assert f"{row.placed} of 12 men placed" in line.words
        assert ("at open water" in line.words) == row.reaches_water
