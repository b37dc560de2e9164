"""What Forma gives to its table in the browser, beyond the contract of all games."""

import json
import re
from base64 import b64decode
from dataclasses import replace
from typing import Any

import pytest

from ludotheque.core.errors import IllegalMove
from ludotheque.games.forma import DEFINITION, page
from ludotheque.games.forma.elements import ELEMENTS, SIDE
from ludotheque.games.forma.notation import square_name
from ludotheque.games.forma.page.art import width
from ludotheque.games.forma.page.panels import HAND, STRIP
from ludotheque.games.forma.page.script import WIDE
from ludotheque.i18n.language import speaking
from tests.games.forma.boards import play, start, texts

HOLE = ("tower r18", "d4+d5+d6+e4+f4", "e6+f6+g6")  # f5+g5 closes the fourth side of e5
TOWER = ("tower j10", "i9+i10+i11", "j11+k11", "k9+k10")  # j9 closes the last side
KINDS = [{"players": 2}, {"players": 4, "by_eye": True}, {"players": 4, "touch": "corners"}]


def bits(squares: Any) -> Any:
    """The squares of a set in base64, as script.js reads it."""
    whole = b64decode(squares + "=" * (-len(squares) % 4))
    return [k for k in range(SIDE * SIDE) if whole[k // 8] >> (7 - k % 8) & 1]


def spelled(ways: Any, thing: Any) -> Any:
    """All moves that script.js could make of a thing, which can lie in these ways, where it fits."""
    for way, corners in zip(ways, re.findall(f".{{{WIDE}}}", thing["fits"]), strict=True):
        cells = [(int(way[k]), int(way[k + 1])) for k in range(0, len(way), 2)]
        for corner in bits(corners):
            names = (square_name(corner + dy * SIDE + dx) for dx, dy in cells)
            yield thing.get("says", "") + "+".join(names)


# The script


@pytest.mark.parametrize("plies", [0, 1, 26, 40, 70])
@pytest.mark.parametrize("kind", [{"players": 2}, {"players": 4, "touch": "corners"}], ids=str)
def test_the_script_is_told_every_legal_move_and_no_other(kind: Any, plies: Any) -> None:
    state = play(2, plies, **kind)
    told = page.extra(state.view(state.seat))
    ways = {name: turning["ways"] for name, turning in told["turning"].items()}
    things = told["things"].items()
    moves = {move for name, thing in things for move in spelled(ways[name], thing)}
    assert moves == texts(state) - {"pass"}


def test_when_all_obstacles_are_put_only_the_tower_is_left() -> None:
    squares = [f"{file}{rank}" for rank in range(1, 10, 2) for file in "acegi"]
    state = start(*(f"obstacle {square}" for square in squares), players=2)
    assert set(page.extra(state.view(0))["things"]) == {"tower"}


def test_what_the_script_is_told_is_small() -> None:
    view = start("tower j10", players=2).view(0)
    told = page.extra(view)
    sizes = {key: len(json.dumps(told[key], separators=(",", ":"))) for key in told}
    assert sizes["things"] < 8_000
    assert sum(sizes.values()) - sizes["things"] < 5_000, "and that once for the whole game"


def test_how_elements_turn_is_told_once_for_the_whole_game() -> None:
    state = start("tower j10", "a1", players=2)
    told = [page.extra(state.view(seat)) for seat in (0, 1, -1)]
    assert told[0]["turning"] is told[1]["turning"] is told[2]["turning"]
    assert set(told[1]["things"]) <= set(told[1]["turning"])
    assert all(set(thing) == {"label", "fits"} for thing in told[1]["things"].values())


def test_only_who_has_the_turn_is_given_something_to_place() -> None:
    state = start("tower j10", "a1", players=2)
    assert page.extra(state.view(0))["things"] == page.extra(state.view(-1))["things"] == {}
    assert set(page.extra(state.view(1))["things"]) == set(ELEMENTS)


def test_turning_and_flipping_go_through_all_ways_and_back() -> None:
    for name, thing in page.extra(start("tower j10", players=2).view(0))["turning"].items():
        ways = range(len(thing["ways"]))
        turned = [0]
        while (after := int(thing["turn"][turned[-1]])) != 0:
            turned.append(after)
        flipped = [int(thing["flip"][way]) for way in turned]
        assert set(turned) | set(flipped) == set(ways), name
        assert [int(thing["flip"][way]) for way in flipped] == turned


def test_a_quarter_turn_is_clockwise_as_the_board_is_seen() -> None:
    thing = page.extra(start("tower j10", players=2).view(0))["turning"]["V3"]
    way = thing["ways"].index("000110")  # the corner in the south-west
    assert thing["ways"][int(thing["turn"][way])] == "000111"  # in the north-west


def test_by_eye_the_script_is_not_told_what_fits() -> None:  # M8
    state = start("obstacle c3", "tower j10", "a1+a2", "c5", players=2, by_eye=True)
    told = page.extra(state.view(0))
    assert all("fits" not in thing and thing["by_eye"] for thing in told["things"].values())
    assert set(told) == {"board", "words", "turning", "things", "look", "offer"}
    assert told["offer"] == "", "an element taken up by eye cannot be put back"


def test_after_a_misfit_a_button_passes() -> None:  # M8
    before = start("tower j10", by_eye=True)
    assert page.choices(before.view(0)) == []
    before.play("misfit P5")
    assert [choice.move for choice in page.choices(before.view(0))] == ["pass"]
    assert page.extra(before.view(0))["things"]
    assert "or pass" in page.prompt(before.view(0).data)
    assert page.choices(start("tower j10", "misfit P5", by_eye=True, revision=1).view(0)) == []


def test_the_set_up_is_never_by_eye() -> None:  # M6
    assert set(page.extra(start(by_eye=True).view(0))["things"]["tower"]) >= {"fits", "says"}


def test_the_script_has_all_its_words() -> None:
    script = (DEFINITION.folder / page.SCRIPT).read_text()
    assert set(re.findall(r"words\.(\w+)", script)) == set(page.extra(start().view(0))["words"])


# Panels


def test_the_hand_holds_what_the_viewer_has_left() -> None:
    state = start("tower j10", "a1+a2", "c5", "a4+a5", players=2)
    hand = page.panels(state.view(0).data)["hand"].parts
    assert set(hand) == {f"rack:{name}" for name in ELEMENTS if name != "I2"}
    assert "P5: 5 squares, 2 left" in hand["rack:P5"]
    assert "hand" not in page.panels(state.view().data)


def test_others_racks_show_what_is_left_and_what_was_lost() -> None:
    state = start("tower j10", "misfit P5", "a1+a2", players=4, by_eye=True)
    shown = page.panels(state.view(2).data)
    assert set(shown["seat:0"].parts) == {
        *(f"left:0:{name}" for name in ELEMENTS if name not in ("I2", "P5")), "lost:0:P5",
    }  # fmt: skip
    assert len(shown["seat:1"].parts) == len(ELEMENTS)


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_keys_are_used_in_one_panel_only(kind: Any) -> None:
    shown = page.panels(play(3, **kind).view(0).data)
    keys = [key for panel in shown.values() for key in panel.parts]
    assert len(set(keys)) == len(keys)


def test_a_move_changes_only_the_parts_it_touches() -> None:
    state = start("obstacle c3", "tower j10", "a1", "t20", players=4)
    before = page.panels(state.view(0).data)
    state.play("m5+m6")
    after = page.panels(state.view(0).data)
    changed = {
        key
        for name in after
        for key, part in after[name].parts.items()
        if before[name].parts.get(key) != part
    }
    assert changed == {"piece:2", "last:m5", "points:2"}
    assert set(before["seat:2"].parts) - set(after["seat:2"].parts) == {"left:2:I2"}
    assert all(after[name].ground == before[name].ground for name in after)


def test_the_points_add_up_in_their_panel() -> None:
    data = play(4, players=2).view().data
    column = page.panels(data)["points"].parts["points:0"]
    *ways, total = (int(text.replace("−", "-")) for text in re.findall(r">(−?\d+)</text>", column))
    assert sum(ways) == total == data.seats[0].score


def test_every_rack_stays_within_its_panel() -> None:
    for rack in (HAND, STRIP):
        assert max(x + width(name) * rack.pitch for name, (x, _) in rack.places.items()) <= rack.wide
        assert len({y for _, y in rack.places.values()}) > 1


# Choices and words


def test_a_pass_is_a_button_and_only_where_nothing_fits() -> None:  # M9
    state = play(1, players=4)
    record = [str(move) for move in state.history]
    ply = record.index("pass")
    state = start(*record[:ply], players=4)
    (choice,) = page.choices(state.view(state.seat))
    assert (choice.move, choice.at) == ("pass", "")
    assert page.choices(state.view()) == page.choices(start("tower j10").view(0)) == []


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("pass", "Pass"),
        ("obstacle c3", "An obstacle on c3"),
        ("tower j10", "The tower on j10"),
        ("misfit P5", "P5 does not fit"),
        ("c3+c4+d4", "V3 on c3+c4+d4"),
    ],
)
def test_labels(move: Any, words: Any) -> None:
    assert page.label(start().view(0).data, move) == words


def told(*moves: str, names: tuple[str, ...] = ("Ada", "Bo"), language: str = "en", **options: Any) -> str:
    """What is told about the last of these moves."""
    before = start(*moves[:-1], **options).view().data
    after = start(*moves, **options).view().data
    with speaking(language, names):
        return page.log_entry(before, moves[-1], after)


def test_moves_are_told_with_what_they_earn() -> None:
    assert told("obstacle c3") == "Ada puts an obstacle on c3."
    assert told("tower j10") == "Ada puts the tower on j10; the set-up is done."
    assert told(*HOLE, "f5+g5") == "Ada places I2 on f5+g5: +2 squares, +10 for a hole."
    assert told(*TOWER, "j8+j9+k8") == "Bo places V3 on j8+j9+k8: +3 squares, +50 for the tower."
    ring = ("obstacle a1", "tower j10", "a2", "t20", "b1")
    assert told(*ring) == "Ada places I1 on b1: +1 square, +10 for an obstacle."


def test_a_bridge_is_told() -> None:
    blue = [f"t{rank}" for rank in (1, 3, 5)] + ["r1+s1"]
    green = [f"{a}10+{b}10+{c}10+{d}10+{e}10" for a, b, c, d, e in ("abcde", "fghij")]
    green += ["k10+l10+m10+n10", "o10+p10+q10+r10", "s10+t10"]
    moves = ["tower r18", *(move for pair in zip(green, [*blue, ""], strict=True) for move in pair if move)]
    assert told(*moves).endswith("+2 squares, +50 for a bridge.")


def test_misfits_are_told() -> None:  # M8
    first = told("tower j10", "misfit P5", by_eye=True)
    assert first == "Ada misjudges P5: it does not fit and is lost."
    second = told("tower j10", "misfit P5", "misfit X5", by_eye=True)
    assert second == "Ada misjudges X5 too, loses it, and the turn is over."


def test_a_pass_and_the_end_are_told() -> None:
    record = [str(move) for move in play(1, players=4).history]
    names = ("Ada", "Bo", "Cy", "Dee")
    ply = record.index("pass")
    assert "has nothing that fits and passes." in told(*record[: ply + 1], names=names, players=4)
    assert told(*record, names=names, players=4).endswith("the game is over.")


def test_moves_are_told_in_french() -> None:
    assert told(*HOLE, "f5+g5", language="fr") == ("Ada place I2 en f5+g5\xa0: +2 cases, +10 pour un trou.")


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("plies", [0, 30, None])
def test_the_breakdown_adds_up(kind: Any, plies: Any) -> None:  # M18
    data = play(5, plies, **kind).view().data
    lines = page.breakdown(data)
    for k, seat in enumerate(data.seats):
        assert sum(line.points or 0 for line in lines if line.seat == k) == seat.score
    still_held = 0 if data.phase == "over" else 1  # what is left over is taken off in the end
    assert page.scores(data) == [seat.score + still_held * seat.left_over for seat in data.seats]


def test_every_bridge_has_its_line() -> None:
    data = start(players=2).view().data
    bridge = tuple((x, 9) for x in range(SIDE))
    seat = replace(data.seats[0], bridges=(bridge, bridge))
    words = [line.words for line in page.breakdown(replace(data, seats=(seat,)))]
    assert words.count("A bridge from a10 to t10") == 2


# Previews


def test_a_preview_tells_what_a_placement_would_earn() -> None:
    state = start(*HOLE, players=2)
    view = state.view(0)
    assert page.preview(view, "f5+g5") == "+2 squares, +10 for a hole"
    assert page.preview(view, "f5") == "+1 square, +10 for a hole"
    assert view == state.view(0)
    with speaking("de"):
        assert page.preview(view, "a1") == "+1 Feld"
    with pytest.raises(IllegalMove):
        page.preview(view, "e6")


def test_nothing_is_previewed_by_eye_or_for_others() -> None:  # M8
    assert page.preview(start(*HOLE, by_eye=True).view(0), "f5+g5") == ""
    assert page.preview(start(*HOLE).view(1), "f5+g5") == ""
    assert page.preview(start(*HOLE).view(-1), "f5+g5") == ""
    assert page.preview(start().view(0), "obstacle c3") == ""


def test_all_that_is_shown_comes_out_in_french() -> None:
    state = start("obstacle c3", "tower j10", "c2", "c4", players=2)
    with speaking("fr", ("Ada", "Bo")):
        shown = page.panels(state.view(0).data)
        assert (
            "c3\xa0: un obstacle, fermé sur un côté par Ada, un côté par Bo"
            in shown["board"].parts["obstacle:c3"]
        )
        assert "I1 (Ada)\xa0: c2" in shown["board"].parts["piece:0"]
        assert page.panels(state.view(1).data)["board"] is shown["board"], "drawn once for all"
        assert "reste" in shown["points"].ground
        assert page.extra(state.view(0))["words"]["turn"] == "Tourner"
        assert page.label(state.view(0).data, "a1") == "I1 en a1"
    with speaking("fr"):
        assert "Votre I1\xa0: c2" in page.panels(state.view(0).data)["board"].parts["piece:0"]
    assert "Your I1: c2" in page.panels(state.view(0).data)["board"].parts["piece:0"]
