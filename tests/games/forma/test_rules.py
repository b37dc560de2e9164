"""Forma rule by rule; each test names the rules it holds (docs/rules/forma.md)."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque.core.errors import BadOption, IllegalMove
from ludotheque.games.forma import elements, rules
from ludotheque.games.forma.view import Seat
from tests.games.forma.boards import play, start, texts

NAMES = [
    "I1", "I2", "I3", "V3", "I4", "L4", "O4", "S4", "T4",
    "F5", "I5", "L5", "N5", "P5", "T5", "U5", "V5", "W5", "X5", "Y5", "Z5",
]  # fmt: skip


def seat(state: ludotheque.core.state.State, number: int) -> Seat:
    found: Seat = state.view().data.seats[number]
    return found


def test_the_board_has_400_squares_from_a1_to_t20() -> None:  # M1
    offered = texts(start("tower j10"))
    assert {"a1", "t1", "a20", "t20"} <= offered
    assert len([text for text in offered if "+" not in text]) == 399  # the tower stands on one


def test_a_colour_has_22_elements_of_90_squares() -> None:  # M2
    rack = seat(start(players=4), 0).rack
    assert rack == dict.fromkeys(NAMES, 1) | {"I1": 2}
    assert sum(rack.values()) == 22
    assert seat(start(players=4), 0).left_over == 90
    assert list(elements.ELEMENTS) == NAMES


def test_elements_may_be_turned_and_flipped() -> None:  # M2
    ways = Counter(elements.ELEMENTS[kind] for kind in elements.ELEMENT_OF)
    eight = ["L4", "F5", "L5", "N5", "P5", "Y5"]
    assert [name for name in NAMES if ways[name] == 8] == eight
    assert ways["I1"] == ways["O4"] == ways["X5"] == 1
    assert sum(ways.values()) == 91
    assert elements.PLACEMENTS == 30_433


def test_markers_never_run_out() -> None:  # M3
    state = play(3, players=2)
    state._states["holes"][0][0] = 60
    assert seat(state, 0).holes == 60
    assert rules.OBSTACLES == 25


def test_two_players_have_two_colours_each_used_as_one() -> None:  # M4
    two, four = start(players=2), start(players=4)
    assert [sum(one.rack.values()) for one in two.view().data.seats] == [44, 44]
    assert [sum(one.rack.values()) for one in four.view().data.seats] == [22] * 4


def test_seat_0_sets_up_and_then_plays_the_first_element() -> None:  # M5, M6
    state = start("obstacle a1", "obstacle c1", "tower j10", players=4)
    assert state.seat == 0
    state.play("d4")
    assert state.seat == 1


def test_a_tower_alone_will_do_and_may_not_stand_on_the_edge() -> None:  # M6
    offered = texts(start())
    assert {text for text in offered if text.startswith("tower")} == {
        f"tower {file}{rank}" for file in "bcdefghijklmnopqrs" for rank in range(2, 20)
    }
    assert len([text for text in offered if text.startswith("obstacle")]) == 400


def test_no_more_than_25_obstacles() -> None:  # M6
    every_other = [f"obstacle {file}{rank}" for rank in (1, 3, 5, 7) for file in "acegikmoqs"][:25]
    state = start(*every_other)
    assert {text.split()[0] for text in texts(state)} == {"tower"}
    with pytest.raises(IllegalMove, match=r"all 25 obstacles are on the board; put the tower \[M6\]"):
        state.play("obstacle t20")


@pytest.mark.parametrize(("touch", "free"), [("sides", {"obstacle d4", "tower d4"}), ("corners", set())])
def test_what_touches(touch: str, free: set[str]) -> None:  # M6
    offered = texts(start("obstacle c3", touch=touch))
    assert offered & {"obstacle c4", "obstacle d3", "tower c4", "tower d3", "obstacle c3"} == set()
    assert offered & {"obstacle d4", "tower d4"} == free
    assert {"obstacle e3", "tower e5"} <= offered


def test_an_element_goes_anywhere_on_empty_squares_only() -> None:  # M7
    state = start("obstacle a1", "tower j10", "c3+c4+d4")
    assert len(texts(state) & {"a20", "t1", "b2+b3+c2"}) == 3
    for taken in ("a1", "j10", "c3", "c4+c5", "b3+c3+d3"):
        assert taken not in texts(state)


def test_a_misfit_costs_the_element_and_the_second_ends_the_turn() -> None:  # M8
    state = start("tower j10", by_eye=True, players=4)
    state.play("misfit P5")
    assert state.seat == 0
    assert seat(state, 0).lost == {"P5": 1}
    assert "P5" not in seat(state, 0).rack
    state.play("misfit I1")
    assert state.seat == 1
    assert seat(state, 0).rack["I1"] == 1
    state.play("misfit P5")
    state.play("c3")
    assert (state.seat, state.view().data.misfits) == (2, 0)


def test_after_a_first_misfit_one_may_pass_since_revision_2() -> None:  # M8
    state = start("tower j10", "misfit P5", by_eye=True)
    assert "pass" in texts(state)
    state.play("pass")
    assert (state.seat, state.view().data.misfits) == (1, 0)
    assert "pass" not in texts(state)
    with pytest.raises(IllegalMove, match=r"pass: you have an element that fits, so you must play \[M9\]"):
        start("tower j10", "misfit P5", "pass", by_eye=True, revision=1)


def test_what_does_not_fit_is_a_misfit_by_eye() -> None:  # M8
    state = start("obstacle c3", "tower j10", by_eye=True)
    assert str(state.taken_as("c2+c3")) == "misfit I2"
    assert str(state.taken_as("c1+c2")) == "c1+c2"
    assert str(state.taken_as("obstacle d3")) == "obstacle d3"  # refused as it is
    with pytest.raises(IllegalMove, match="c3 is taken by an obstacle"):
        state.play("c2+c3")
    helped = start("obstacle c3", "tower j10")
    assert str(helped.taken_as("c2+c3")) == "c2+c3"
    without = start("tower j10", "misfit P5", by_eye=True, players=4)
    assert str(without.taken_as("i10+i11+j10+j11+j12")) == "i10+i11+j10+j11+j12"  # no P5 is left to lose


def test_a_misfit_is_there_for_all_to_see_and_stays_lost() -> None:  # M8
    state = start("tower j10", by_eye=True)
    before = state.revealed
    state.play("misfit P5")
    assert state.revealed > before


def test_misfits_are_never_listed_and_only_accepted_by_eye() -> None:  # M8
    for by_eye in (True, False):
        assert not any("misfit" in text for text in texts(start("tower j10", by_eye=by_eye)))
    with pytest.raises(IllegalMove, match=r"misfit P5: this game is not played by eye.* \[M8\]"):
        start("tower j10", "misfit P5")
    with pytest.raises(IllegalMove, match=r"misfit P5: seat 0 has no P5 left \[M8\]"):
        start("tower j10", "misfit P5", "misfit P5", by_eye=True, players=4)
    with pytest.raises(IllegalMove, match=r"misfit P5: the set-up comes first.* \[M6\]"):
        start("misfit P5", by_eye=True)


def test_whoever_has_something_that_fits_must_play() -> None:  # M9
    with pytest.raises(IllegalMove, match=r"pass: you have an element that fits, so you must play \[M9\]"):
        start("tower j10", "pass")


def test_whoever_has_nothing_that_fits_passes_for_good() -> None:  # M9
    for seed in range(60):
        state = play(seed, players=4)
        moves = [str(move) for move in state.history]
        if "pass" in moves:
            first = moves.index("pass")
            again = ludotheque.game("forma", players=4).new()
            for move in moves[:first]:
                again.play(move)
            who = again.seat
            assert texts(again) == {"pass"}
            assert again.view().data.must_pass
            for move in moves[first:]:
                assert again.seat != who or move == "pass"
                again.play(move)
            return
    pytest.fail("nobody ever passed")


def test_a_point_a_square() -> None:  # M10
    state = start("tower j10", "c3+c4+d4", "f6+f7+f8+f9+f10")
    assert [seat(state, 0).squares, seat(state, 1).squares] == [3, 5]


def test_an_encircled_square_earns_ten_and_a_marker() -> None:  # M11
    state = start("obstacle a2", "tower j10", "b1")  # a1: an obstacle, an element and two edges
    assert (seat(state, 0).holes, state.view().data.holes) == (1, {(0, 0): 0})
    assert "a1" not in texts(state)


def test_one_placement_may_encircle_several_squares() -> None:  # M11
    state = start("obstacle a2", "obstacle e2", "obstacle f1", "tower j10", "b1+c1+d1")
    assert state.view().data.holes == {(0, 0): 0, (4, 0): 0}
    assert seat(state, 0).holes == 2


def test_a_hole_of_two_squares_is_not_encircled() -> None:  # M11
    state = start("obstacle a3", "tower j10", "b1+b2")
    assert state.view().data.holes == {}
    state.play("a1")  # somebody fills one: the other is encircled
    assert state.view().data.holes == {(0, 1): 1}


def test_an_obstacle_is_earned_by_elements_of_one_player_all_around() -> None:  # M12
    state = start("obstacle a1", "tower j10", "a2", "t20", "b1")
    assert (seat(state, 0).obstacles, state.view().data.obstacles) == (1, {(0, 0): 0})
    mixed = start("obstacle a1", "tower j10", "a2", "b1")
    assert mixed.view().data.obstacles == {(0, 0): None}


def test_a_marker_does_not_close_an_obstacle() -> None:  # M12
    # c1 is encircled and marked by seat 0; so the obstacle on b1 has a marker on its east side
    state = start("obstacle b1", "tower j10", "a1", "t20", "c2+d1+d2", "t18", "b2")
    assert state.view().data.holes == {(2, 0): 0}
    assert state.view().data.obstacles == {(1, 0): None}


def column(file: str) -> list[str]:
    return ["+".join(f"{file}{rank}" for rank in range(low, low + 5)) for low in (1, 6, 11, 16)]


def test_a_bridge_joins_opposite_edges_side_to_side() -> None:  # M13
    state = start("tower j10", by_eye=False)
    own = ["a1+a2+a3+a4+a5", "a6+a7+a8+a9+a10", "a11+a12+a13+a14", "a15+a16+a17+a18", "a19+a20"]
    for k, move in enumerate(own):
        assert seat(state, 0).bridges == ()
        state.play(move)
        state.play(("t1+t2+t3", "t5+t6", "t8", "t10", "r1+r2+r3")[k])
    assert [len(one.bridges) for one in state.view().data.seats] == [1, 0]
    assert seat(state, 0).bridges[0] == tuple((0, rank) for rank in range(20))
    assert seat(state, 0).score == 20 + 50 - 160


def test_a_marked_obstacle_carries_a_bridge() -> None:  # M12, M13
    state = start("obstacle a1", "tower j10", "a2+a3+a4+a5+a6", "t20", "b1", "t18")
    for own, other in (("a7+a8+a9+a10+a11", "t16"), ("a12+a13+a14+a15", "t14"), ("a16+a17+a18+a19", "r1+r2")):
        state.play(own)
        state.play(other)
    state.play("a20")
    assert seat(state, 0).obstacles == 1
    assert seat(state, 0).bridges == (tuple((0, rank) for rank in range(20)),)


def test_crossing_bridges_count_both_and_the_greatest_choice_is_shown() -> None:  # M14
    state = play(1, players=2)
    own = state._states["own"][0]
    own[:] = 0
    own[0, :] = 1 << 5
    own[0, 7] = (1 << 20) - 1
    assert len(seat(state, 0).bridges) == 2
    own[0, 7] ^= np.uint32(1 << 6)  # a step up: the chains would have to share two squares
    own[0, 8] = 0b11100000
    assert len(seat(state, 0).bridges) == 1


def test_whoever_closes_the_towers_last_side_earns_it() -> None:  # M15
    state = start("tower b2", "a2", "b3", "c2", "b1")
    assert [one.tower for one in state.view().data.seats] == [False, True]
    assert state.view().data.holes == {(0, 0): 1}
    assert seat(state, 1).score == 2 + 10 + 50 - 178


def test_a_marker_closes_the_towers_side_too() -> None:  # M15, M16
    # b1 is encircled by a1, c1 and the tower on b2; its marker is the tower's last side
    state = start("tower b2", "a2+a3", "c2+c3", "b3", "t20", "a1", "c1")
    assert state.view().data.holes == {(1, 0): 1}
    assert [one.tower for one in state.view().data.seats] == [False, True]


def test_what_the_set_up_closes_in_earns_nothing_and_stays_playable() -> None:  # M16
    state = start("obstacle a2", "obstacle b1", "tower j10")
    assert (state.view().data.holes, seat(state, 0).holes) == ({}, 0)
    assert "a1" in texts(state)
    state.play("c1+c2")
    assert state.view().data.holes == {}
    state.play("a1")
    assert (seat(state, 1).holes, seat(state, 1).squares) == (0, 1)


def test_the_game_ends_when_nobody_has_an_element_that_fits() -> None:  # M17
    state = play(5, players=4)
    assert state.over
    assert state.moves() == []
    with pytest.raises(IllegalMove, match="pass: the game is over"):
        state.play("pass")


def test_the_end_is_looked_at_in_the_middle_of_a_turn_too() -> None:  # M17
    state = start("tower j10", by_eye=True, players=2)
    state._states["held"][0] = 0
    state._states["held"][0][0][0] = 1  # seat 0 has an I1, seat 1 nothing
    state._survey()
    state.play("misfit I1")
    assert state.over
    assert state.result is not None


def test_the_final_score_is_the_five_ways_less_what_is_left_over() -> None:  # M18
    for one in play(7, players=4, by_eye=True).view().data.seats:
        earned = one.squares + 10 * one.holes + 10 * one.obstacles + 50 * len(one.bridges) + 50 * one.tower
        assert one.score == earned - one.left_over
        assert one.left_over == 90 - one.squares


def test_equal_scores_share_the_win() -> None:  # M19
    state = play(1, players=2)
    for name in ("covered", "holes", "closed", "own"):
        state._states[name][0][1] = state._states[name][0][0]
    state._states["tower_by"] = -1
    assert state.winners == [0, 1]
    state._states["holes"][0][1] += 1
    assert state.winners == [1]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 3}, "players=3: players is 2 or 4"),
        ({"touch": "edges"}, "touch=edges: touch is sides or corners"),
        ({"by_eye": 1}, "by_eye=1: by_eye is false or true"),
        ({"by_ey": True}, 'no option "by_ey"; did you mean "by_eye"?'),
    ],
)
def test_options_that_do_not_exist_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(BadOption, match=message):
        ludotheque.game("forma", **options)
