"""A move that nobody has made, as the board shows it."""

from ludotheque.core.view import View
from ludotheque.web.pointing import pointed
from tests.reviews.test_judging import BLUNDERS, GOLDEN, on_line


def seen(file: str, line: int, ply: int) -> View:
    state = on_line(BLUNDERS if file == "blunders" else GOLDEN / file, line).replay(ply)
    return state.view(state.seat)


def test_men_stand_on_their_tile() -> None:
    found = pointed(seen("blunders", 1, 63), "R1 -3,-4")
    assert found["at"] == "tile:-3,-4"
    assert 'data-key="tile:-3,-4"' in found["ghost"][0]


def test_a_tile_lies_where_it_would_be_laid() -> None:
    view = seen("feurio.jsonl", 5, 0)
    move = str(view.moves()[0])
    found = pointed(view, move)
    assert f'data-key="tile:{move.split()[1]}"' in found["ghost"][0]


def test_a_card_is_marked_in_the_hand_and_lies_in_the_trick() -> None:
    found = pointed(seen("blunders", 2, 39), "G6")
    assert found["at"] == "card:G6"
    assert len(found["ghost"]) == 1


def test_an_element_of_forma_is_drawn_though_no_part_can_be_clicked() -> None:
    found = pointed(seen("forma.jsonl", 4, 101), "q1+r1+s1+t1")
    assert found["at"] == ""
    assert ["piece:" in part or "last:" in part for part in found["ghost"]] == [True, True]


def test_obstacles_and_the_tower_of_forma_too() -> None:
    view = seen("forma.jsonl", 4, 0)
    for move in view.moves()[0], view.moves()[-1]:
        assert len(pointed(view, str(move))["ghost"]) == 1


def test_where_there_is_no_board_nothing_is_drawn() -> None:
    assert pointed(seen("blunders", 4, 1), "bet") == {"at": "", "ghost": []}
