"""Feurio! rule by rule; each test names the rules it holds (docs/rules/feurio.md)."""

import random
from collections import Counter
from typing import Any

import pytest

import ludotheque
from ludotheque.core.errors import BadOption, IllegalMove
from ludotheque.core.state import State
from ludotheque.games.feurio import rules
from tests.games.feurio.forest import Forest, ring


def start(**options: Any) -> State:
    return ludotheque.game("feurio", **options).new(seed=5)


def play_until(state: State, phase: str, seed: int = 1) -> State:
    choice = random.Random(seed)
    while state.view().data.phase != phase:
        state.play(choice.choice(state.moves()))
    return state


def texts(state: State) -> set[str]:
    return {str(move) for move in state.moves()}


def test_the_stack_has_six_tiles_of_each_value() -> None:  # F1
    assert Counter(start(players=4).record().setup["stack"]) == dict.fromkeys(range(1, 7), 6)


def test_low_values_have_few_spaces() -> None:  # F2
    assert rules.SPACES.tolist() == [0, 1, 1, 2, 2, 3, 3]
    lone = Forest({(0, 0): 1, (5, 0): 3, (10, 0): 6})
    assert [tile.spaces for tile in lone.view.tiles] == [1, 2, 3]


@pytest.mark.parametrize(
    ("players", "cells", "reserves"),
    [
        (4, {(0, 0), (1, 0), (0, 1), (1, 1)}, [{"G": 12}, {"B": 12}, {"Y": 12}, {"R": 12}]),  # F4
        (3, {(0, 0), (1, 0), (0, 1)}, [{"G": 12, "R": 4}, {"B": 12, "R": 4}, {"Y": 12, "R": 4}]),  # F5
        (2, {(0, 0), (1, 0)}, [{"G": 12, "B": 12}, {"Y": 12, "R": 12}]),  # F6
        (1, {(0, 0)}, [{"G": 12, "B": 12, "Y": 12, "R": 12}]),  # F7
    ],
)
def test_the_set_up_by_number_of_players(
    players: int, cells: set[object], reserves: list[object]
) -> None:  # F3, F9, F10
    for mode in ["solo"] if players == 1 else ["versus", "coop"]:  # F8: co-operative is set up alike
        state = start(players=players, mode=mode)
        view = state.view().data
        assert {tile.cell for tile in view.tiles} == cells
        assert [tile.value for tile in view.tiles] == state.record().setup["stack"][:players]
        assert [seat.reserve for seat in view.seats] == reserves
        assert state.seat == 0


def test_a_tile_goes_to_a_hottest_spot_and_its_own_value_plays_no_part() -> None:  # F11
    forest = Forest({(0, 0): 6, (1, 0): 1, (0, 1): 5})
    assert forest.view.heat == 11
    assert forest.hottest == {(-1, 1)}


def test_beside_firebreaks_alone_every_border_cell_is_a_hottest_spot() -> None:  # F11, F25
    forest = Forest({(0, 0): 0, (1, 0): 0}, players=2, firebreaks=True)
    assert forest.view.heat == 0
    assert forest.hottest == {*ring((0, 0)), *ring((1, 0))} - {(0, 0), (1, 0)}


def test_men_go_to_any_face_up_tile_not_only_the_one_just_laid() -> None:  # F12
    state = start(players=4)
    state.play(state.moves()[0])
    offered = {text.split()[1] for text in texts(state) - {"pass"}}
    assert len(offered) > 1
    assert {int(text[1]) for text in texts(state) - {"pass"}} <= {1, 2, 3}


def test_players_share_a_tile_up_to_its_spaces() -> None:  # F13
    forest = Forest({(0, 0): 5}, {(0, 0): "GB"})
    assert rules.room(forest.states[0], 0) == 1
    forest.put_man((0, 0), "R")
    assert rules.room(forest.states[0], 0) == 0


def test_men_may_not_exceed_the_free_sides_when_they_are_put() -> None:  # F14
    five_sides_closed = {(0, 0): 6} | dict.fromkeys(ring((0, 0))[:5], 2)
    forest = Forest(five_sides_closed)
    assert rules.room(forest.states[0], 0) == 1
    closed = Forest({(0, 0): 6} | dict.fromkeys(ring((0, 0)), 2))
    assert rules.room(closed.states[0], 0) == 0


def test_men_stay_when_their_tile_is_closed_in() -> None:  # F15
    state = start(players=4)
    choice = random.Random(3)
    stood: dict[tuple[int, int], str] = {}
    while not state.over:
        state.play(choice.choice(state.moves()))
        now = {tile.cell: tile.men for tile in state.view().data.tiles}
        for cell, men in stood.items():
            assert not Counter(men) - Counter(now[cell])
        stood = now
    assert any(tile.men and tile.free_sides == 0 for tile in state.view().data.tiles)


@pytest.mark.parametrize(
    ("players", "colours"), [(4, {"G"}), (3, {"G", "R"}), (2, {"G", "B"}), (1, {"G", "B", "Y", "R"})]
)
def test_one_colour_a_turn_of_ones_own(players: int, colours: set[str]) -> None:  # F16
    state = start(players=players)
    state.play(state.moves()[0])
    assert {text[0] for text in texts(state) - {"pass"}} == colours


def test_the_game_ends_when_all_pass_one_after_the_other() -> None:  # F17
    state = play_until(start(players=3), "finish")
    can_place = next(text for text in sorted(texts(state)) if text != "pass")
    state.play("pass")
    state.play("pass")
    assert not state.over
    move = next((text for text in sorted(texts(state)) if text != "pass"), "pass")
    state.play(move)
    if move != "pass":
        assert not state.over
        if can_place in texts(state):
            state.play(can_place)  # whoever passed may place again
    for _ in range(3):
        if not state.over:
            state.play("pass")
    assert state.over


def test_a_pass_in_the_turn_of_the_last_tile_does_not_count() -> None:  # F17
    state = start(players=2)
    while state.view().data.stack_left > 0 or state.view().data.phase != "finish":
        moves = texts(state)
        state.play("pass" if "pass" in moves else sorted(moves)[0])
    assert str(state.history[-1]) == "pass"
    state.play("pass")
    assert not state.over
    state.play("pass")
    assert state.over


def test_a_player_with_nothing_to_place_still_passes() -> None:  # F17
    for seed in range(40):
        state = play_until(ludotheque.game("feurio", players=4).new(seed=seed), "finish", seed)
        while not state.over:
            if state.view().data.seats[state.seat].reserve == {"GBYR"[state.seat]: 0}:
                assert texts(state) == {"pass"}
                return
            state.play(sorted(texts(state))[0])
    pytest.fail("no player ever ran out of men")


def test_an_area_is_connected_tiles_of_one_colour() -> None:  # F18
    row = {(q, 0): 2 for q in range(5)}
    forest = Forest(row, {(0, 0): "G", (1, 0): "GB", (3, 0): "G", (2, 0): "B"})
    assert forest.worths("G") == [1, 2]
    assert forest.worths("B") == [2]


def test_the_divisor_is_the_lowest_value_with_a_free_side() -> None:  # F19
    tiles = {(0, 0): 1} | dict.fromkeys(ring((0, 0)), 5)  # the 1 is closed in, so a 5 divides
    men = {(0, 0): "G", (1, 0): "G"}
    assert Forest(tiles, men).worths("G") == [2]


def test_a_score_is_the_sum_over_all_areas_of_both_colours() -> None:  # F20
    tiles = {(0, 0): 6, (1, 0): 5, (2, 0): 1, (3, 0): 3}
    men = {(0, 0): "G", (1, 0): "G", (2, 0): "B", (3, 0): "Y"}
    assert Forest(tiles, men, players=2).scores == [3 + 1, 1]  # 11 over 5, and a lone 1


def test_helpers_do_not_score_with_three_players() -> None:  # F21
    tiles = {(0, 0): 2, (1, 0): 2}
    assert Forest(tiles, {(0, 0): "R", (1, 0): "G"}, players=3).scores == [1, 0, 0]


def test_a_tie_goes_to_the_single_most_valuable_area_or_is_shared() -> None:  # F22
    tiles = {(0, 0): 6, (1, 0): 2, (5, 0): 3, (7, 0): 4, (9, 0): 5, (11, 0): 6}
    one_of_four = {(0, 0): "G", (1, 0): "G"}  # 8 over 2
    four_of_one = {(5, 0): "B", (7, 0): "B", (9, 0): "B", (11, 0): "B"}
    tied = Forest(tiles, one_of_four | four_of_one)
    assert tied.scores == [4, 4, 0, 0]
    assert tied.winners == [0]
    shared = Forest(tiles, {(5, 0): "B", (7, 0): "Y"})
    assert shared.scores == [0, 1, 1, 0]
    assert shared.winners == [1, 2]


def test_a_firebreak_costs_a_man_of_ones_own_and_ends_the_turn() -> None:  # F23
    state = start(players=2, firebreaks=True)
    before = state.view(0).data
    assert {text.split()[2] for text in texts(state) if text.startswith("break")} == {"G", "B"}
    state.play(next(text for text in sorted(texts(state)) if text.endswith(" B")))
    after = state.view(0).data
    assert (before.seats[0].reserve["B"], after.seats[0].reserve["B"]) == (12, 11)
    assert state.seat == 1
    assert after.phase == "lay"


def test_only_its_owner_knows_a_firebreaks_value() -> None:  # F23
    state = start(players=3, firebreaks=True)
    value = state.record().setup["stack"][3]
    state.play(next(text for text in sorted(texts(state)) if text.startswith("break")))
    seen = [state.view(seat).data.tiles[3].value for seat in (-1, 0, 1, 2)]
    assert seen == [None, value, None, None]
    assert state.view(1).data.tiles[3].owner == 0


def test_a_drawn_tile_is_hidden_from_the_others_with_firebreaks_only() -> None:  # F23
    for firebreaks in (True, False):
        state = start(players=3, firebreaks=firebreaks)
        value = state.record().setup["stack"][3]
        others = None if firebreaks else value
        assert [state.view(seat).data.drawn for seat in (-1, 0, 1, 2)] == [others, value, others, others]


def test_no_firebreak_without_a_man_of_ones_own_and_helpers_cannot_pay() -> None:  # F24
    state = start(players=3, firebreaks=True)
    state._states["reserve"][0][0][0] = 0  # seat 0 has only helpers left
    state._survey()
    assert not any(text.startswith("break") for text in texts(state))
    spot = sorted(texts(state))[0].removeprefix("lay ")
    with pytest.raises(IllegalMove, match=rf"break {spot} G: no green men are left to pay \[F24\]"):
        state.play(f"break {spot} G")
    with pytest.raises(IllegalMove, match=r"only your own men can pay: G \[F23, F24\]"):
        state.play(f"break {spot} R")


def test_a_firebreak_is_cold_closes_sides_and_takes_no_men() -> None:  # F25
    forest = Forest({(0, 0): 5, (1, 0): 0}, players=2, firebreaks=True)
    assert forest.view.heat == 5
    assert forest.view.tiles[0].free_sides == 5
    assert rules.room(forest.states[0], 1) == 0


SPREAD = {"G": 0, "B": 3, "Y": 6, "R": 9}  # four rows, each a colour's own


def team_forest(values: dict[str, list[int]]) -> Forest:
    """A row of tiles for each colour with all its twelve men, three a tile."""
    tiles = {(q, SPREAD[c]): v for c, row in values.items() for q, v in enumerate(row)}
    men = {(q, SPREAD[c]): c * 3 for c, row in values.items() for q in range(len(row))}
    return Forest(tiles, men, players=1)


def test_the_shared_goal_needs_all_men_in_one_area_each_with_open_water() -> None:  # F26
    won = {colour: [6, 6, 6, 1] for colour in "GBYR"}
    assert team_forest(won).scores == [1]
    assert team_forest(won | {"R": [6, 6, 6, 2]}).scores == [0], "no water"
    assert team_forest(won | {"R": [6, 6, 1]}).scores == [0], "three men are left"
    split = team_forest(won | {"R": [6, 6, 1]})
    for _ in range(3):
        split.put_man((0, 0), "R")
    assert split.scores == [0], "two areas"


def test_closed_in_water_does_not_count() -> None:  # F26
    forest = team_forest({colour: [6, 6, 6, 1] for colour in "GBYR"})
    assert forest.winners == [0]
    for cell in set(ring((3, 9))) - {(2, 9)}:
        forest.put_tile(cell, 3)
    assert forest.scores == [0]
    assert forest.winners == []


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_shared_game_ends_with_the_turn_of_the_last_tile(players: int) -> None:  # F27
    state = start(players=players, mode="solo" if players == 1 else "coop")
    choice = random.Random(1)
    while not state.over:
        last = state.view().data.stack_left == 0
        assert state.view().data.phase in ("lay", "men")
        state.play(choice.choice(state.moves()))
        assert state.over == last


def test_in_a_team_everybody_has_their_own_colours_and_helpers_count() -> None:  # F28
    state = start(players=3, mode="coop")
    state.play(state.moves()[0])
    assert {text[0] for text in texts(state) - {"pass"}} == {"G", "R"}
    helpers = Forest({(0, 0): 1}, {(0, 0): "R"}, players=3, mode="coop")
    assert [area.colour for area in helpers.view.areas] == ["R"]


@pytest.mark.parametrize(("players", "mode"), [(1, "solo"), (3, "coop")])
def test_no_firebreaks_in_solo_and_co_operative_games(players: int, mode: str) -> None:  # F29
    with pytest.raises(BadOption, match=rf"there are none in mode {mode}, only in versus \[F29\]"):
        start(players=players, mode=mode, firebreaks=True)
    hot, mild = (start(players=players, mode=mode, hot=hot) for hot in (True, False))
    assert texts(hot) == texts(mild)


def test_the_hot_game_rounds_down() -> None:  # F30
    row = {(0, 0): 2, (1, 0): 5}
    men = dict.fromkeys(row, "G")
    assert (Forest(row, men).worths("G"), Forest(row, men, hot=True).worths("G")) == ([4], [3])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 5}, "players=5: players is a whole number from 1 to 4"),
        ({"players": True}, "players=true: players is a whole number from 1 to 4"),
        ({"mode": "team"}, "mode=team: mode is versus, coop or solo"),
        ({"players": 1, "mode": "versus"}, r"mode=versus: with players=1 the mode is solo \[F7, F8\]"),
        ({"players": 2, "mode": "solo"}, "the mode is versus or coop"),
        ({"hot": 1}, "hot=1: hot is false or true"),
        ({"firebreak": True}, 'no option "firebreak"; did you mean "firebreaks"?'),
    ],
)
def test_options_that_do_not_exist_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(BadOption, match=message):
        ludotheque.game("feurio", **options)
