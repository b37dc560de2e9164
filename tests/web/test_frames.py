"""What travels from one moment of a table to the next: little, and nothing is missed."""

import json
import random
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.core.page import Layer, Layers, Panel
from ludotheque.drawing import fan
from ludotheque.drawing.fan import Arc, Fan, fanned
from ludotheque.i18n.language import speaking
from ludotheque.tables.service import Room
from ludotheque.web import presenter
from ludotheque.web.frames import Frame, Lines, Shared
from ludotheque.web.presenter import Viewer, frame_of
from tests.tables.tables import ADA, NOON, happened, opened
from tests.web.people import merged_state

pytestmark = pytest.mark.slow  # servers, databases or thousands of moves

PEOPLE = (ADA, "bo", "cy", "di")
letters = st.text("aé😀<", max_size=6)
markup = letters.map("<g>abcdefghijk{}</g>".format)
parts = st.dictionaries(st.sampled_from([f"key:{k}" for k in range(6)]), markup)
LAYERS = [
    st.sampled_from([{}, {"key:0": "<g>0</g>"}, {"key:0": "<g>1</g>", "key:1": "<g>0</g>"}]),
    st.sampled_from(
        [{}, {"key:3": "<g>3</g>", "key:2": "<g>2</g>"}, {"key:2": "<g>2</g>", "key:3": "<g>3</g>"}]
    ),
]
layers = st.tuples(*LAYERS).map(lambda some: Layers(map(Layer, some)))
looks = st.sampled_from([fan.look("held", css, "{card}") for css in ("card", "card veiled")])
fans = st.builds(
    Fan,
    st.sampled_from([Arc(9.0, 9.0, radius, 4.0, 9.0, 2.0) for radius in (90.0, 80.0)]),
    parts.map(lambda some: {key: fan.held(key, "a card", part) for key, part in some.items()}),
    st.lists(st.sampled_from(["key:0", "key:1"]), max_size=2),
    st.tuples(looks, looks),
)
panels = st.dictionaries(
    st.sampled_from(["board", "hand", "sheet"]),
    st.builds(
        Panel,
        st.just((0.0, 0.0, 1.0, 1.0)) | st.just((0.0, 0.0, 2.0, 1.0)),
        parts | layers | fans,
        letters,
        letters,
    ),
)
facts = st.fixed_dictionaries(
    {"version": st.integers(1, 3), "prompt": letters, "extra": st.dictionaries(letters, letters)}
)
NOTHING = Shared([], [], Lines([], 0), Lines([], 0))
entries = st.lists(st.fixed_dictionaries({"words": letters}), max_size=3)


@st.composite
def frames(draw: st.DrawFn) -> Frame:
    log, chat = draw(entries), draw(entries)
    seats: list[list[dict[str, Any]]] = [
        [{"seat": k, "score": draw(st.integers(0, 2))} for k in range(2)],
        [{"turn": draw(st.booleans())} for _ in range(2)],
    ]
    told: dict[str, Any] = draw(facts)
    shared = Shared(
        [{"ply": draw(st.integers(0, 1))}], seats[:1], Lines(log, len(log)), Lines(chat, len(chat))
    )
    return Frame(told.pop("version"), shared, [told], seats[1:], draw(panels))


def plain(state: dict[str, Any]) -> dict[str, Any]:
    """A state as it is after travelling; what is gone from the extras is null.

    Which panels it has is told with a whole state alone.
    """
    told: dict[str, Any] = json.loads(json.dumps(state))
    del told["drawn"]
    told["extra"] = {key: value for key, value in told["extra"].items() if value is not None}
    return told


@given(st.lists(frames(), min_size=2, max_size=5))
def test_differences_one_after_the_other_give_the_whole(shown: list[Frame]) -> None:
    state = json.loads(shown[0].whole())
    for before, after in pairwise(shown):
        if message := after.message(before):
            state = merged_state(state, json.loads(message))
        assert plain(state) == plain(after.state())
        assert state["drawn"] in ("", after.drawn), "nobody is thought to have panels that they have not"
        for name, panel in after.panels.items():
            shown_now = fanned(state["panels"][name])
            assert list(shown_now.items()) == list(panel.parts.items()), "in their order, and as drawn"


@given(frames(), frames())
def test_whoever_has_the_panels_is_not_sent_them_again(one: Frame, other: Frame) -> None:
    panels = [plain(frame.state())["panels"] for frame in (one, other)]
    assert (one.drawn == other.drawn) == (json.dumps(panels[0]) == json.dumps(panels[1]))
    told = json.loads(one.whole(other.drawn))
    assert ("panels" not in told) == (one.drawn == other.drawn)
    assert plain(told | {"panels": panels[0]}) == plain(one.state()), "all else is there"


def test_of_a_panel_only_what_changed_travels() -> None:
    def frame(parts: dict[str, str], ground: str = "<a/>") -> Frame:
        panel = Panel((0, 0, 1, 1), parts, ground=ground)
        return Frame(1, NOTHING, [], [], {"board": panel})

    def news(parts: dict[str, str]) -> Any:
        return json.loads(frame(parts).message(old))["panels"]["board"]

    long = "<g>a long part of which little changes: {}</g>"
    old = frame({"k": "1", "l": long.format(1)})
    assert frame({"k": "1", "l": long.format(1)}).message(old) == b""
    assert news({"k": "1", "l": long.format(2)}) == {"parts": {"l": [[40, 1, "2"]]}}
    assert news({"l": long.format(1)}) == {"after": [], "gone": ["k"]}
    assert news({"n": "2", "k": "1", "m": "3", "l": long.format(1)}) == {
        "parts": {"n": "2", "m": "3"},
        "after": [["n", ""], ["m", "k"]],
        "gone": [],
    }
    assert news({"l": long.format(1), "k": "1"}) == {"order": ["l", "k"]}


def test_of_a_hand_a_card_that_leaves_travels_and_what_fills_the_others() -> None:
    arc, looks = Arc(9.0, 9.0, 90.0, 4.0, 9.0, 2.0), [fan.look("held", "card", "{card}")] * 2
    cards = {key: fan.held(key, key, f"<a>{key}</a>") for key in "klm"}

    def frame(*held: str, lifted: str = "") -> Frame:
        panel = Panel((0, 0, 1, 1), Fan(arc, {key: cards[key] for key in held}, lifted, looks))
        return Frame(1, NOTHING, [], [], {"hand": panel})

    def news(after: Frame) -> Any:
        return json.loads(after.message(old))["panels"]["hand"]

    old = frame("k", "l", "m")
    assert frame("k", "l", "m").message(old) == b""
    assert news(frame("k", "m")) == {"after": [], "gone": ["l"]}
    assert news(frame("k", "l", "m", lifted="l")) == {"fan": {"lifted": ["l"]}}


def test_a_layer_tells_which_part_its_new_ones_follow() -> None:
    def frame(*layers: dict[str, str]) -> Frame:
        panel = Panel((0, 0, 1, 1), Layers(map(Layer, layers)))
        return Frame(1, NOTHING, [], [], {"board": panel})

    old = frame({"a": "1"}, {}, {"c": "1"})
    message = frame({"a": "1"}, {"b": "2", "bb": "3"}, {"c": "1", "cc": "4"}).message(old)
    assert json.loads(message)["panels"]["board"] == {
        "parts": {"b": "2", "bb": "3", "cc": "4"},
        "after": [["b", "a"], ["bb", "b"], ["cc", "c"]],
        "gone": [],
    }
    gone = json.loads(frame({}, {"b": "2"}, {"c": "1"}).message(old))["panels"]["board"]
    assert gone == {"parts": {"b": "2"}, "after": [["b", ""]], "gone": ["a"]}


@pytest.mark.parametrize("game", ["feurio", "fou", "forma"])
def test_a_whole_game_travels_in_small_messages_and_nothing_is_missed(game: str) -> None:
    room = Room(opened(game, ["me", "open", "open", "open"], players=4))
    for seat, person in enumerate(PEOPLE[1:], start=1):
        room.table = happened(room.table, room.table.sit(NOON, person, f"Guest {seat}", seat))
    viewers = [(Viewer(person, "Ada"), ("en", "fr")[k % 2]) for k, person in enumerate((*PEOPLE, "somebody"))]
    shown = [look(room, *viewer) for viewer in viewers]
    states = [json.loads(frame.whole()) for frame in shown]
    choice, sizes = random.Random(1), []
    while not room.table.state.over and room.table.ply < 120:
        state = room.table.state
        move = str(choice.choice(state.moves()))
        room.table = happened(room.table, room.table.move(NOON, PEOPLE[state.seat], room.table.ply, move))
        for k, viewer in enumerate(viewers):
            frame = look(room, *viewer)
            message = frame.message(shown[k])
            states[k] = merged_state(states[k], json.loads(message))
            assert plain(states[k]) == plain(frame.state())
            shown[k] = frame
            sizes.append(len(message))
    sizes.sort()
    assert sizes[len(sizes) // 2] <= 2000, "the median"
    assert sizes[-1] <= 12_000


def look(room: Room, viewer: Viewer, language: str) -> Frame:
    with speaking(language):
        return frame_of(room, viewer, NOON)


@pytest.mark.parametrize("game", ["feurio", "fou", "forma"])
def test_what_all_see_alike_is_one_object_for_each_language(game: str) -> None:
    room = Room(opened(game, ["me", "open", "open", "open"], players=4))
    for seat, person in enumerate(PEOPLE[1:], start=1):
        room.table = happened(room.table, room.table.sit(NOON, person, f"Guest {seat}", seat))
    english = [look(room, Viewer(person, ""), "en").shared for person in (*PEOPLE, "somebody")]
    french = look(room, Viewer(ADA, ""), "fr").shared
    assert len({id(shared) for shared in english}) == 1
    assert french is not english[0]
    room.look_elsewhere(frozenset({"cy"}))
    assert look(room, Viewer(ADA, ""), "en").state()["seats"][2]["here"], (
        "and another one when somebody comes"
    )


def test_a_watcher_has_none_of_the_free_seats() -> None:
    room = Room(opened("forma", ["me", "friend"], players=2))
    state = look(room, Viewer("somebody", "Eve"), "en").state()
    assert (state["me"]["seats"], [seat["mine"] for seat in state["seats"]]) == ([], [False, False])


def test_what_the_host_decides_is_told_to_those_who_look_already() -> None:
    room = Room(opened("forma", ["me", "friend"], players=2))
    viewer = Viewer("somebody", "Eve")
    before = look(room, viewer, "en")
    assert before.state()["watchers_talk"]
    room.table = happened(room.table, room.table.set_rules(NOON, ADA, watchers_talk=False))
    assert json.loads(look(room, viewer, "en").message(before))["watchers_talk"] is False


def test_for_those_who_wait_nothing_is_made_anew() -> None:
    room = Room(opened("feurio", ["me", "open", "open", "open"], players=4))
    for seat, person in enumerate(PEOPLE[1:], start=1):
        room.table = happened(room.table, room.table.sit(NOON, person, f"Guest {seat}", seat))
    waiting = Viewer(PEOPLE[3], "")
    before = look(room, waiting, "en")
    move = str(room.table.state.moves()[0])
    room.table = happened(room.table, room.table.move(NOON, ADA, room.table.ply, move))
    after = look(room, waiting, "en")
    assert "choices" in after.facts[-1]
    assert after.facts[-1] is before.facts[-1]


def test_watchers_of_the_same_share_one_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room(opened("fou", ["me"] * 3 + ["novice"], players=4))
    page, drawn = room.table.game.definition.page, []
    panels = page.panels

    def counting(data: Any) -> Any:
        drawn.append(data.viewer)
        return panels(data)

    monkeypatch.setattr(page, "panels", counting)
    frames = [look(room, Viewer(f"watcher {k}", f"W{k}"), "en") for k in range(400)]
    assert drawn == [-1]
    assert len({id(frame) for frame in frames}) == 1
    assert len({id(frame.whole()) for frame in frames}) == 1, "and it is encoded once"
    look(room, Viewer("watcher", "W"), "fr")
    assert drawn == [-1, -1], "another language is another drawing"
    assert presenter.show(room, Viewer("somebody", "Eve"), NOON)["name"] == "Eve"


@pytest.mark.parametrize(("game", "secret"), [("feurio", False), ("forma", False), ("fou", True)])
def test_seats_share_one_drawing_of_what_lies_open(game: str, secret: bool) -> None:
    room = Room(opened(game, ["me", "open", "open", "open"], players=4))
    for seat, person in enumerate(PEOPLE[1:], start=1):
        room.table = happened(room.table, room.table.sit(NOON, person, f"Guest {seat}", seat))
    boards = [look(room, Viewer(person, ""), "en").panels["board"] for person in PEOPLE]
    french = look(room, Viewer(ADA, ""), "fr").panels["board"]
    assert len({id(board) for board in boards}) == (4 if secret else 1)
    assert french is not boards[0]
