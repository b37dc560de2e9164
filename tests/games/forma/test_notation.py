"""Moves of Forma read back as they are written, and nothing else reads."""

from dataclasses import replace

import pytest

from ludotheque.core.errors import BadRecord, IllegalMove, UnreadableMove
from ludotheque.games.forma import rules
from ludotheque.games.forma.notation import format_move, help_text, parse_move, read_typed
from tests.games.forma.boards import play, start


def test_every_placement_of_an_empty_board_reads_back() -> None:  # M1, M2
    state = start("tower b2", players=4)
    codes = [move.code for move in state.moves()]
    others = range(rules.OBSTACLE, rules.PASS + 1)
    assert [parse_move(format_move(code)) for code in [*codes, *others]] == [*codes, *others]


@pytest.mark.parametrize(
    "text",
    ["", "C3", "c3 + c4", "c3+", "+c3", "c3,c4", "c3 c4", "tower", "pass ", "Pass", "obstacle", "place c3",
     "misfit", "c3+c4\n", "c٣", "V3.1 c3"],
)  # fmt: skip
def test_other_spellings_are_refused(text: str) -> None:
    with pytest.raises(UnreadableMove, match='is not a move; write "c3.c4.d4", "obstacle c3", "tower j10"'):
        parse_move(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("u1", r'"u1" is not a square of the board; they are a1 to t20 \[M1\]'),
        ("c20+c21", '"c21" is not a square of the board'),
        ("tower c0", '"c0" is not a square of the board'),
        ("c03", '"c03" is not a square of the board'),
        ("obstacle 3c", '"3c" is not a square; write a file a–t and a rank 1–20, as in c3'),
        ("a1+a3", r"these squares are not an element: they are not joined by their sides \[M2\]"),
        ("a1+b2", "they are not joined by their sides"),
        ("a1+a2+a3+a4+a5+a6", r"no element has more than 5 squares \[M2\]"),
        ("a1+a1", "names a square twice"),
        ("a2+a1", "squares are sorted by file, then by rank: a1.a2"),
        ("b1+a1", "sorted by file, then by rank: a1.b1"),
        ("a10+a9", "sorted by file, then by rank: a9.a10"),
        ("misfit Q5", r'"Q5" is not an element; there are I1, I2, .* \[M2\]'),
        ("misfit p5", '"p5" is not an element'),
    ],
)
def test_what_cannot_be_a_move_is_explained(text: str, why: str) -> None:
    with pytest.raises(UnreadableMove, match=why):
        parse_move(text)


@pytest.mark.parametrize(
    ("before", "move", "why"),
    [
        (["obstacle c3"], "obstacle c4", r"it would touch the obstacle on c3 at a side \[M6\]"),
        (["obstacle c3"], "tower d3", r"it would touch the obstacle on c3 at a side \[M6\]"),
        (["obstacle c3"], "obstacle c3", r"an obstacle stands there already \[M6\]"),
        ([], "tower a5", r"the tower may not stand on the board's edge \[M6\]"),
        ([], "tower t20", r"the tower may not stand on the board's edge \[M6\]"),
        ([], "c3+c4", r"the set-up comes first: obstacles, then the tower \[M6\]"),
        ([], "pass", r"the set-up comes first: obstacles, then the tower \[M6\]"),
        (["tower j10"], "obstacle c3", r"the set-up is over \[M6\]"),
        (["tower j10"], "tower c3", r"the set-up is over \[M6\]"),
        (["tower j10"], "pass", r"you have an element that fits, so you must play \[M9\]"),
        (["tower j10"], "j9+j10", r"j10 is taken by the tower \[M7\]"),
        (["obstacle c3", "tower j10"], "c3", r"c3 is taken by an obstacle \[M7\]"),
        (["tower j10", "c3"], "c3+c4", r"c3 is taken by an element of seat 0 \[M7\]"),
        (["obstacle a2", "tower j10", "b1"], "a1", r"a1 is taken by a marker of seat 0 \[M7\]"),
    ],
)
def test_why_a_move_is_refused(before: list[str], move: str, why: str) -> None:
    state = start(*before)
    with pytest.raises(IllegalMove, match=why):
        state.play(move)


def test_touching_at_a_corner_is_refused_where_corners_count() -> None:  # M6
    with pytest.raises(IllegalMove, match=r"it would touch the obstacle on c3 at a corner \[M6\]"):
        start("obstacle c3", "obstacle d4", touch="corners")


def test_an_element_already_used_is_refused() -> None:  # M7
    state = start("tower j10", "a1+a2", "c1", "a4+a5", "c3", players=2)
    with pytest.raises(IllegalMove, match=r"a7\+a8: seat 0 has no I2 left \[M7\]"):
        state.play("a7+a8")


def test_a_bad_record_names_the_ply() -> None:
    record = play(2, players=2).record()
    moves = record.moves
    tower = next(ply for ply, move in enumerate(moves) if move.startswith("tower"))
    bad = {
        tower + 1: "tower b2",
        tower + 2: moves[tower + 1],
        tower + 3: "pass",
        tower + 4: "z9",
    }
    for ply, move in bad.items():
        changed = replace(record, moves=(*moves[:ply], move, *moves[ply + 1 :]))
        with pytest.raises(BadRecord, match=rf"^ply {ply}: "):
            changed.check()
    wrong = replace(record, result={"scores": [0, 0], "winners": [0]})
    with pytest.raises(BadRecord, match=rf"^ply {len(moves)}: "):
        wrong.check()


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("c3+c4+d4", "c3+c4+d4"),
        (" d4 c3, c4 ", "c3+c4+d4"),
        ("C10 c9", "c9+c10"),
        ("i5 i6", "i5+i6"),
        ("I5 i6", "i6+j6+k6+l6+m6"),
        ("I2 c3", "c3+d3"),
        ("i2.2 c3", "c3+c4"),
        ("X5 @ a1", "a2+b1+b2+b3+c2"),
        ("tower j10", "tower j10"),
        ("pass", "pass"),
        ("misfit P5", "misfit P5"),
    ],
)
def test_what_a_person_types_is_understood(typed: str, move: str) -> None:
    assert read_typed(typed) == move
    parse_move(read_typed(typed))


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("I2.3 c3", "I2 can be turned in 2 ways, not 3"),
        ("O4.2 c3", "O4 can be turned in 1 way, not 2"),
        ("Q5 c3", '"Q5" is not an element'),
        ("I5 t1", r"it would stick out over the board's edge \[M1\]"),
        ("c3 c21", '"c21" is not a square of the board'),
        ("V3", "V3.4"),
    ],
)
def test_what_a_person_mistypes_is_explained(typed: str, why: str) -> None:
    with pytest.raises(UnreadableMove, match=why):
        read_typed(typed)


def test_the_help_shows_every_element() -> None:
    assert all(name in help_text() for name in ("I1", "V3", "O4", "W5", "Z5"))
    assert "▓▓▓▓▓▓▓▓▓▓" in help_text()
