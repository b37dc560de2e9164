"""What the table in the browser shows, offers and tells, beyond what every game promises."""

import random
import re
from dataclasses import replace

import pytest

import ludotheque
from ludotheque.core.errors import BadOption, IllegalMove, UnreadableMove
from ludotheque.core.page import Panel
from ludotheque.core.record import Record
from ludotheque.core.state import State
from ludotheque.core.view import View
from ludotheque.games.feurio import page, text, words
from ludotheque.games.feurio.notation import parse_move
from ludotheque.games.feurio.page import art
from ludotheque.games.feurio.page.coach import TOPICS
from ludotheque.games.feurio.page.illustrations import FOUR, Game
from ludotheque.games.feurio.page.panels import SMALLEST, next_spots
from ludotheque.games.feurio.rules import TILES
from ludotheque.games.feurio.view import FeurioView
from ludotheque.i18n.language import languages, speaking
from tests.games.feurio.forest import Forest, ring
from tests.games.feurio.tables import KINDS, name, play, with_firebreak

NAMES = ("Ada", "Bo", "Cy", "Dee")
every_kind = pytest.mark.parametrize("kind", KINDS, ids=name)
versus = pytest.mark.parametrize(
    "kind", [kind for kind in KINDS if kind["players"] > 1 and "mode" not in kind], ids=name
)


def after(game: Game, plies: int) -> State:
    setup = {"stack": [int(value) for value in game.stack]}
    return Record("feurio", game.options, setup, game.moves.split("; ")[:plies]).replay()


def walk(seed: int, **kind: object) -> list[FeurioView]:
    """The views of whoever is to decide, through a random game, and of the first seat at its end."""
    state = play(seed, 0, **kind)
    seen = []
    choose = random.Random(seed).choice
    while not state.over:
        seen.append(state.view(state.seat).data)
        state.play(choose(state.moves()))
    return [*seen, state.view(0).data]


def offered(state: State) -> dict[str, list[tuple[str, str]]]:
    """What each part offers: moves and their labels."""
    found: dict[str, list[tuple[str, str]]] = {}
    for choice in page.choices(state.view(state.seat)):
        found.setdefault(choice.at, []).append((choice.move, choice.label))
    return found


# Choices


def test_a_tile_goes_to_a_glowing_spot() -> None:
    assert offered(after(FOUR, 0)) == {
        "spot:2,0": [("lay 2,0", "Lay the 2 here")],
        "spot:0,2": [("lay 0,2", "Lay the 2 here")],
    }


def test_a_spot_offers_the_firebreak_with_its_price() -> None:  # F23
    state = play(1, 0, players=2, firebreaks=True)
    for at, moves in offered(state).items():
        cell, drawn = at.removeprefix("spot:"), state.view(0).data.drawn
        assert moves == [
            (f"lay {cell}", f"Lay the {drawn} here"),
            (f"break {cell} G", "Face down as a firebreak, for one green man"),
            (f"break {cell} B", "Face down as a firebreak, for one blue man"),
        ]


def test_a_tile_offers_as_many_men_as_it_can_take() -> None:  # F12-F14
    found = offered(after(FOUR, 1))
    assert found["tile:0,1"] == [
        ("G1 0,1", "One green man"), ("G2 0,1", "Two green men"), ("G3 0,1", "Three green men"),
    ]  # fmt: skip
    assert found["tile:2,0"] == [("G1 2,0", "One green man")]
    assert found[""] == [("pass", "Place no men")]
    assert list(found)[-1] == ""


def test_each_colour_is_offered() -> None:  # F16
    labels = [label for _, label in offered(play(1, 1, players=3))["tile:0,0"]]
    assert {label.split()[1] for label in labels} == {"green", "red"}


def test_labels_name_the_place() -> None:
    state = after(FOUR, 0)
    assert page.label(state.view(0).data, "lay 2,0") == "Lay the 2 on 2,0"
    men = after(FOUR, 1).view(0).data
    assert page.label(men, "G2 0,1") == "Two green men on the 6 at 0,1"
    assert page.label(men, "pass") == "Place no men"
    assert page.label(replace(men, phase="finish"), "pass") == "Pass"
    hidden = play(1, 0, players=2, firebreaks=True).view(1).data
    assert page.label(hidden, "lay 2,0") == "Lay the tile on 2,0"
    assert page.label(hidden, "break 2,0 B") == "Firebreak on 2,0, for one blue man"


# Panels


@every_kind
def test_the_next_spots_are_known_as_soon_as_a_tile_lies(kind: dict[str, object]) -> None:  # F11
    state = play(5, 0, **kind)
    expected = None
    while not state.over:
        data = state.view(state.seat).data
        if data.phase == "lay":
            assert expected in (None, (data.hottest, data.heat))
        spots, heat = next_spots(data)
        expected = None if data.phase == "lay" else (spots, heat)
        assert bool(spots) == (data.stack_left > 0)
        state.play(state.moves()[-1])


def test_the_board_stays_still_between_the_halves_of_a_turn() -> None:
    state = play(3, 21, players=4)
    assert state.view().data.phase == "men"
    before = page.panels(state.view().data)["board"]
    state.play("pass")
    board = page.panels(state.view().data)["board"]
    assert board.box == before.box
    changed = {key for key in board.parts if board.parts[key] != before.parts.get(key)}
    assert changed
    assert all(key.startswith("spot:") for key in changed)


@every_kind
@pytest.mark.parametrize("plies", [0, 13, None])
def test_the_box_holds_all_tiles_and_spots(kind: dict[str, object], plies: int | None) -> None:
    data = play(2, plies, **kind).view().data
    left, top, width, height = page.panels(data)["board"].box
    for cell in (*(tile.cell for tile in data.tiles), *data.hottest):
        x, y = art.centre(cell)
        assert left < x - art.ACROSS / 2 < x + art.ACROSS / 2 < left + width
        assert top < y - art.PITCH < y + art.PITCH < top + height
    assert width >= SMALLEST[0]
    assert height >= SMALLEST[1]


def test_a_lone_tile_is_not_gigantic() -> None:
    box = page.panels(play(1, 0, players=1).view().data)["board"].box
    assert box[2] > 5 * art.ACROSS


@every_kind
def test_each_seat_has_a_strip_and_a_shared_goal_its_panel(kind: dict[str, object]) -> None:
    data = play(2, 20, **kind).view().data
    shown = page.panels(data)
    assert {key for key in shown if key.startswith("seat:")} == {f"seat:{k}" for k in range(len(data.seats))}
    assert all(shown[f"seat:{k}"].box[3] <= 60 for k in range(len(data.seats)))
    assert ("goal" in shown) == (data.mode != "versus")


def chips(panel: Panel) -> int:
    return panel.parts["unseen"].count('class="chip"')


@every_kind
def test_what_nobody_has_seen_adds_up(kind: dict[str, object]) -> None:  # F1
    for data in walk(4, **kind)[::9]:
        seen = sum(tile.value is not None for tile in data.tiles) + (data.drawn is not None)
        assert chips(page.panels(data)["hand"]) == TILES - seen


def test_a_space_without_a_free_side_is_shut() -> None:  # F14
    data = after(FOUR, 4).view().data
    board = page.panels(data)["board"]
    assert board.parts["tile:0,1"].count("space shut") == 1  # three spaces, two men, two free sides
    assert "shut" not in board.parts["tile:1,1"]


# Nothing hidden is shown


def everything(view: View) -> str:
    previews = [page.preview(view, choice.move) for choice in page.choices(view)]
    data = view.data
    return repr((page.panels(data), page.choices(view), page.extra(view), previews, page.breakdown(data),
                 page.coach(data), page.scores(data), text.prompt(data)))  # fmt: skip


@pytest.mark.parametrize("seat", [-1, 0, 1, 2])
@pytest.mark.parametrize("plies", [30, 31])
def test_no_byte_tells_what_a_seat_cannot_know(seat: int, plies: int) -> None:  # F23
    view = play(4, plies, players=3, firebreaks=True).view(seat)
    others = [view.imagine(seed=seed) for seed in range(6)]
    assert len({everything(other.view((seat + 1) % 3)) for other in others}) > 1
    assert {everything(other.view(seat)) for other in others} == {everything(view)}


def test_a_firebreak_is_told_without_its_value() -> None:  # F23
    before = ludotheque.game("feurio", players=3, firebreaks=True).new(seed=5)
    after_it = with_firebreak()
    move = str(after_it.history[-1])
    with speaking("en", NAMES):
        told = page.log_entry(before.view().data, move, after_it.view().data)
    cell = move.split()[1]
    assert told == f"Ada laid a tile face down on {cell}, a firebreak, and gave one green man for it."


# What happened, and what would


def told(plies: int, names: tuple[str, ...] = NAMES) -> str:
    """What is told of the last of so many moves."""
    before, last = after(FOUR, plies - 1), after(FOUR, plies)
    with speaking("en", names):
        return page.log_entry(before.view().data, str(last.history[-1]), last.view().data)


def test_moves_are_told_with_what_they_changed() -> None:
    assert told(1) == "Ada laid a 2 on 2,0."
    assert told(2) == "Ada put one green man on the 6 at 0,1. Ada +1."
    assert told(9) == "Ada laid a 1 on 2,-1. Cy −1."  # it closes in the 6 where Cy's men stand
    assert told(2, ()) == "Green put one green man on the 6 at 0,1. Green +1."


def test_a_pass_the_last_tile_and_the_end_are_told() -> None:
    state = play(1, players=2)
    sentences = []
    before = play(1, 0, players=2)
    with speaking("en", NAMES):
        for move in map(str, state.history):
            data = before.view().data
            before.play(move)
            sentences.append(page.log_entry(data, move, before.view().data))
        assert sentences[-1] == f"Ada passed. {words.outcome(state.view().data)}"
    assert sum("That was the last tile." in sentence for sentence in sentences) == 1
    assert any("placed no men." in sentence for sentence in sentences)


def test_steps_towards_the_goal_are_told() -> None:  # F26
    sentences = set()
    for seed in range(4):
        state = play(seed, 0, players=1)
        bot = ludotheque.bot("greedy", state.game, seed=seed)
        while not state.over:
            before = state.view().data
            move = bot.choose(state.view(0))
            state.play(move)
            sentences.add(page.log_entry(before, str(move), state.view().data))
    for step in ("reached open water", "lost its open water", "done its part"):
        assert any(step in sentence for sentence in sentences), step


@versus
def test_a_preview_says_what_then_happens(kind: dict[str, object]) -> None:
    state = play(7, 18, **kind)
    while state.ply < 26:
        view = state.view(state.seat)
        for move in map(str, state.moves()[:6]):
            then = state.copy()
            then.play(move)
            gain = then.view().data.seats[view.seat].score - view.data.seats[view.seat].score
            said = re.search(r"You ([+−]\d+)", page.preview(view, move))
            assert (int(said[1].replace("−", "-")) if said else 0) == gain
        state.play(state.moves()[0])


def test_a_preview_of_men_tells_their_area() -> None:
    view = after(FOUR, 9).view(0)
    assert page.preview(view, "G1 0,2") == ("Green area of two tiles: sum 7, divided by 1, worth 7. You +6.")
    assert page.preview(view, "pass") == ""
    assert page.preview(view, "lay 9,9") == ""
    alone = play(1, 1, players=1).view(0)
    assert page.preview(alone, "B1 0,0").startswith("Blue: 1 of 12 men placed, one area, ")


def test_nothing_changed_is_said_too() -> None:
    assert page.preview(after(FOUR, 0).view(0), "lay 2,0") == "Nothing changes in the count at once."


# How it added up


@versus
def test_the_lines_add_up_to_the_scores(kind: dict[str, object]) -> None:  # F19-F21, F30
    for seed in range(3):
        data = play(seed, **kind).view().data
        lines = page.breakdown(data)
        for seat, points in enumerate(page.scores(data)):
            assert sum(line.points for line in lines if line.seat == seat) == points
        for line in lines:
            if found := re.search(r"= (\d+), divided by (\d)(, rounded)?", line.words):
                exact = int(found[1]) / int(found[2])
                assert exact == line.points or (found[3] and abs(exact - line.points) < 1)


def test_the_lines_show_the_sum_and_the_divisor() -> None:
    data = after(FOUR, 24).view().data
    assert [(line.seat, line.words, line.points) for line in page.breakdown(data)] == [
        (0, "Green: 6 + 6 + 1 = 13, divided by 1", 13),
        (1, "Blue: 6 + 3 + 2 = 11, divided by 3, rounded up", 4),
        (2, "Yellow: 6 + 5 + 1 = 12, divided by 1", 12),
        (3, "Red: 5 + 3 + 3 = 11, divided by 3, rounded up", 4),
    ]
    assert "rounded down" in page.breakdown(replace(data, hot=True))[1].words
    assert [line.points for line in page.breakdown(after(FOUR, 0).view().data)] == [0] * 4


def test_a_closed_area_says_why_it_is_worth_nothing() -> None:  # F19
    data = Forest({(0, 0): 6} | dict.fromkeys(ring((0, 0)), 3), {(0, 0): "G"}).view
    assert page.breakdown(data)[0].words == "Green: 6, but no side is free"


def test_a_tie_is_explained() -> None:  # F22
    data = play(1, players=4).view().data
    tied = replace(data, seats=tuple(replace(seat, score=9) for seat in data.seats))
    with speaking("en", NAMES):
        assert page.breakdown(replace(tied, winners=(1,)))[-1].words == (
            "A tie: Bo has the most valuable single area."
        )
    assert "shared" in page.breakdown(replace(tied, winners=(0, 1)))[-1].words


def test_helpers_do_not_count() -> None:  # F21
    assert "helpers" in page.breakdown(play(1, players=3).view().data)[-1].words


def test_a_shared_goal_is_listed_colour_by_colour() -> None:  # F26
    data = play(1, players=1).view().data
    lines = page.breakdown(data)
    assert page.scores(data) is None
    assert [line.seat for line in lines] == [-1] * 4
    for line, row in zip(lines, words.progress(data), strict=True):
        assert f"{row.placed} of 12 men placed" in line.words
        assert ("at open water" in line.words) == row.reaches_water


# The coach


def test_a_first_game_begins_with_the_rules() -> None:
    game = ludotheque.game("feurio", players=4)
    state, topics = game.new(seed=1), []
    while state.ply < 16:
        if state.seat == 0:
            topics.append(page.coach(state.view(0).data)[0])
        assert page.coach(state.view((state.seat + 1) % 4).data) is None
        state.play(state.moves()[0])
    assert topics == ["lay", "men", "notches", "areas"]


def test_every_topic_comes_up() -> None:
    topics = {
        advice[0]
        for seed in range(6)
        for kind in (*KINDS, {"players": 3})
        for data in walk(seed, **kind)
        if (advice := page.coach(data))
    }
    assert topics == set(TOPICS)


def test_the_coach_is_right_about_water() -> None:  # F19
    checked = 0
    for seed in range(6):
        state = play(seed, 12, players=4)
        while not state.over:
            data = state.view(state.seat).data
            topic, advice = page.coach(data) or ("", "")
            if topic == "water":
                value, cell = re.search(r"on the (\d) at (\S+) would", advice).groups()
                letter = data.seats[state.seat].colours
                then = state.copy()
                then.play(f"{letter}1 {cell}")
                (area,) = (
                    area for area in then.view().data.areas
                    if area.colour == letter and cell in map(words.place, area.cells)
                )  # fmt: skip
                assert area.divisor <= int(value)
                checked += 1
            state.play(state.moves()[0] if data.phase == "lay" else "pass" if seed % 2 else state.moves()[-1])
    assert checked


# Languages


def all_texts(view: View) -> list[str]:
    """Everything a page writes about a position, in a fixed order."""
    shown = page.panels(view.data)
    drawn = "".join(part for panel in shown.values() for part in panel.parts.values())
    return [
        text.prompt(view.data),
        *(page.coach(view.data) or ("", ""))[1:],
        *(choice.label for choice in page.choices(view)),
        *(page.label(view.data, choice.move) for choice in page.choices(view)),
        *(page.preview(view, choice.move) for choice in page.choices(view)),
        *(line.words for line in page.breakdown(view.data)),
        *(panel.heading for panel in shown.values()),
        *re.findall(r">([^<]+)<", drawn),
    ]


@every_kind
@pytest.mark.parametrize("language", [language for language in languages() if language != "en"])
def test_every_text_of_a_table_is_translated(kind: dict[str, object], language: str) -> None:
    for plies in (4, 5, 30, None):
        state = play(2, plies, **kind)
        view = state.view(max(state.seat, 0))
        with speaking("en", NAMES):
            english = all_texts(view)
        with speaking(language, NAMES):
            translated = all_texts(view)
        for one, other in zip(english, translated, strict=True):
            assert one != other or not re.search("[a-z]{3}", one)


def test_a_position_in_french() -> None:
    state = after(FOUR, 9)
    view = state.view(0)
    with speaking("fr", NAMES):
        shown = page.panels(view.data)
        hint = shown["board"].parts["tile:1,0"]
        assert "un 6 à trois emplacements, deux hommes jaunes\u00a0; aucun accès libre." in hint
        assert "Jaune, zone d’une tuile\u00a0: plus aucun accès libre, vaut 0." in hint
        assert page.label(view.data, "G1 0,2") == "Un homme vert sur le 1 en 0,2"
        assert text.prompt(state.view(1).data).startswith("Ada peut placer jusqu’à trois hommes")
        with pytest.raises(IllegalMove, match=r"il ne reste|sur cette tuile\u00a0: aucun accès libre"):
            state.play("G1 1,0")
        with pytest.raises(UnreadableMove, match="n’est pas un coup"):
            parse_move("??")
        with pytest.raises(BadOption, match="avec players=1, le mode est solo"):
            ludotheque.game("feurio", players=1, mode="coop")


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [("fr", "Un homme bleu", "Deux hommes bleus"), ("it", "Un uomo blu", "Due uomini blu"),
     ("de", "Einen blauen Mann", "Zwei blaue Männer")],
)  # fmt: skip
def test_men_are_counted_in_every_language(language: str, one: str, two: str) -> None:
    with speaking(language):
        assert [words.opened(words.men_of("B", number)) for number in (1, 2)] == [one, two]


def test_the_winner_is_told_so() -> None:
    data = play(1, players=4).view().data
    (winner,) = data.winners
    points = data.seats[winner].score
    assert words.outcome(replace(data, viewer=winner)) == f"You win with {points} points."
    with speaking("de", NAMES):
        assert words.outcome(data) == f"{NAMES[winner]} gewinnt mit {points} Punkten."


def test_pictures_of_the_rules_speak_the_reader_s_language() -> None:
    titles = set()
    for language in languages():
        with speaking(language):
            pictures = page.illustrations()
        titles.add(re.search(r"<title>([^<]*)", pictures["areas"])[1])
        assert len(set(pictures.values())) == len(pictures)
    assert len(titles) == len(languages())
