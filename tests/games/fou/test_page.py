"""The table of Fou! in the browser: clicks on cards, sentences of the log, nothing that others hold."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest

import ludotheque
from ludotheque.core.page import Panel
from ludotheque.core.state import State
from ludotheque.drawing.shapes import inlined
from ludotheque.engine.contract import SPECTATOR
from ludotheque.games.fou import page, words
from ludotheque.games.fou.page.coach import TOPICS
from ludotheque.games.fou.page.illustrations import ROUND
from ludotheque.games.fou.page.panels import HAND_BOX, HAND_SCALE, WIDTH
from ludotheque.games.fou.view import FouView
from ludotheque.i18n.language import languages, speaking
from ludotheque.i18n.words import signed
from tests.games.fou.table import Table
from tests.games.fou.test_picture import after, every_number
from tests.variants import random_positions

NAMES = ("Ada", "Bo", "Cy", "Dee", "Eve", "Fay", "Gil", "Hal")


def told(table: State, move: str) -> str:
    """What the log says about a move, which is played."""
    before = table.view().data
    table.play(move)
    return page.log_entry(before, move, table.view().data)


def shown(panels: dict[str, Panel]) -> str:
    return "".join(panel.ground + "".join(panel.parts.values()) for panel in panels.values())


def long_game() -> tuple[FouView, list[tuple[int, ...]]]:
    """The end of a game with more rounds than a score sheet keeps, and what all its rounds scored."""
    rounds: list[tuple[int, ...]] = []
    for state in random_positions(ludotheque.game("fou", players=4, rounds=30), 0):
        data: FouView = state.view().data
        if data.sheet_from + len(data.sheet) - 1 > len(rounds):
            rounds.append(data.sheet[-1])
        state._states["totals"], state._states["tens"] = 0, 0  # it would have ended long ago (O16)
    totals = map(sum, zip(*rounds, strict=True))
    seats = tuple(replace(seat, total=total) for seat, total in zip(data.seats, totals, strict=True))
    return replace(data, seats=seats), rounds


# Choices


def test_a_card_is_played_by_a_click_on_it() -> None:  # O6, O7
    table = Table("G2 R2", "G5 G9 Y3 1 1", "G6 R4", "G8 B5").play_all("G2")
    found = [(choice.move, choice.label, choice.at) for choice in page.choices(table.view(1))]
    assert found == [
        ("1", "A 1", "card:1:1:0"),
        ("1", "A 1", "card:1:1:1"),
        ("G5", "Green 5", "card:G5"),
        ("G9", "Green 9", "card:G9"),
    ]
    assert {key for _, _, key in found} < set(page.panels(table.view(1).data)["hand"].parts)
    assert page.choices(table.view(2)) == page.choices(table.view()) == []


def test_each_of_two_ones_can_be_clicked_and_the_first_goes_to_the_trick() -> None:
    table = Table("G2 R2", "G5 1 1", "G6 R4", "G8 B5").play_all("G2")
    ones = [choice.at for choice in page.choices(table.view(1)) if choice.move == "1"]
    assert ones == ["card:1:1:0", "card:1:1:1"]
    table.play("1")
    found = page.panels(table.view(1).data)
    assert "card:1:1:0" in found["board"].parts
    assert {"card:1:1:1", "card:G5"} == set(found["hand"].parts)


def test_no_key_stands_on_the_table_and_in_the_hand() -> None:
    for state in random_positions(ludotheque.game("fou", players=4, rounds=4), 2):
        for seat in range(4):
            panels = page.panels(state.view(seat).data)
            keys = [key for panel in panels.values() for key in panel.parts]
            assert len(set(keys)) == len(keys)


# Panels


def test_a_spectator_has_no_hand_and_at_the_end_all_hands_lie_open() -> None:
    assert "hand" not in page.panels(after(5, 30).view(SPECTATOR).data)
    assert "hand" in page.panels(after(5, 30).view(1).data)
    over = after(5, None)
    for seat in (SPECTATOR, 1):
        panels = page.panels(over.view(seat).data)
        assert ("hand" in panels) == (seat == 1)  # what is left of it stays in its place
        assert len(panels["left"].parts) == 5


@every_number
def test_no_panel_comes_goes_or_grows_before_the_end(players: int) -> None:
    shapes = set()
    for plies in (0, 9, 31, 90, 150):
        state = after(players, plies)
        if not state.over:
            panels = page.panels(state.view(0).data)
            shapes.add(tuple((name, panel.box) for name, panel in panels.items()))
    assert len(shapes) == 1


def test_the_board_calls_the_players_by_their_names() -> None:
    table = Table("B7 R2", "B5 R3", "B8 R4", "G2 R5").play_all("B7 B5")
    with speaking("en", ("Ada", "<b>", "Wilhelmina-Ottilie", "Dee")):
        board = page.panels(table.view(0).data)["board"].parts
    assert ">Ada</text>" in board["player:0"]
    assert "&lt;b&gt;" in board["player:1"]
    assert ">Wilhelmin…</text>" in board["player:2"]
    assert "Wilhelmina-Ottilie: 2 cards in hand" in board["player:2"]
    assert "&lt;b&gt; played blue 5. It is the worst card so far." in board["card:B5"]


def test_the_previous_trick_stays_to_be_looked_up() -> None:
    table = Table("B7 R2", "B5 R3", "B8 R4", "G2 R5", leader=2).play_all("B8 G2 B7 B5 R4")
    drawn = page.panels(table.view(0).data)["previous"].parts
    parts = {key: inlined(part) for key, part in drawn.items()}
    assert list(parts) == ["previous:2", "previous:3", "previous:0", "previous:1"]
    assert ['class="star"' in part for part in parts.values()] == [True, False, False, False]
    assert ['class="cap"' in part for part in parts.values()] == [False, True, False, False]


def test_in_a_new_round_the_last_trick_of_the_old_one_has_keys_of_its_own() -> None:
    table = Table("B2", "B3 G5", "B4", "B5 G7").play_all("B2 B3 B4 B5")
    board = page.panels(table.view(1).data)["board"].parts
    assert [key for key in board if key.startswith("past:")] == [f"past:{seat}" for seat in range(4)]
    assert "Round 2" in board["led"]


def test_a_long_score_sheet_adds_up_the_rounds_it_does_not_show() -> None:
    data, rounds = long_game()
    lines = [key for key in page.panels(data)["sheet"].parts if key.startswith("round:")]
    assert lines == ["round:earlier", *(f"round:{number}" for number in range(27, 31))]
    earlier = [signed(sum(row[seat] for row in rounds[:26])) for seat in range(4)]
    assert re.findall(r">([+−]?\d+)</text>", page.panels(data)["sheet"].parts["round:earlier"]) == earlier
    assert page.panels(data)["sheet"].box[3] < 2 * WIDTH


@every_number
def test_nothing_tells_what_a_seat_cannot_know(players: int) -> None:  # O12
    for plies in (0, 17, 40):
        state = after(players, plies)
        for seat in (SPECTATOR, (state.seat + 1) % players, state.seat):
            view = state.view(seat)
            swapped = [view.imagine(seed=seed).view(seat) for seed in range(4)]
            for other in swapped:
                assert page.panels(other.data) == page.panels(view.data)
                assert page.choices(other) == page.choices(view)
                assert page.extra(other) == page.extra(view) == {}
                assert page.coach(other.data) == page.coach(view.data)
                for choice in page.choices(view):
                    assert page.preview(other, choice.move) == page.preview(view, choice.move)


def test_others_cards_are_nowhere_in_the_bytes() -> None:  # O12
    state = after(4, 17)
    text = shown(page.panels(state.view(2).data)) + shown(page.panels(state.view().data))
    for seat in (0, 1, 3):
        for card in state.view(seat).data.seats[seat].hand:
            assert f"card:{card}" not in text


# Words


def test_the_log_tells_leads_follows_and_discards() -> None:  # O6
    table = Table("B5 R2", "Y9 R3", "B6 R4", "1 R5")
    with speaking("en", NAMES[:4]):
        assert told(table, "B5") == "Ada leads blue 5."
        assert told(table, "Y9") == "Bo discards yellow 9."
        assert told(table, "B6") == "Cy plays blue 6."
        assert told(table, "1") == "Dee plays a 1. Cy won the trick. Bo is the Fool."


def test_the_log_tells_what_a_round_scored() -> None:  # O13, O14
    table = Table("B2", "B3 G5", "B4", "B5 G7").play_all("B2 B3 B4")
    with speaking("en", NAMES[:4]):
        assert told(table, "B5") == (
            "Dee plays blue 5. Dee won the trick. Ada is the Fool."
            " Round 1 ends: Ada 0, Bo −5, Cy +10, Dee −7."
        )


def test_the_log_tells_of_two_fools() -> None:  # O3, O10
    table = Table(*(f"G{value} R{value}" for value in range(2, 9))).play_all("G2 G3 G4 G5 G6 G7")
    assert told(table, "G8").endswith("Seat 6 won the trick. Seat 0 and seat 1 are the Fools.")
    assert words.trick_words(table.view(0).data, table.view(0).data.last_trick) == (
        "Seat 6 won the trick. You and seat 1 are the Fools."
    )


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("fr", "Dee joue un 1. Cy a remporté le pli. Bo est le Fou."),
        ("it", "Dee gioca un 1. Cy ha vinto la presa. Bo è il Matto."),
        ("de", "Dee spielt eine 1. Cy hat den Stich gewonnen. Bo ist der Narr."),
    ],
)
def test_the_log_in_other_languages(language: str, sentences: str) -> None:
    table = Table("B5 R2", "Y9 R3", "B6 R4", "1 R5").play_all("B5 Y9 B6")
    with speaking(language, NAMES[:4]):
        assert told(table, "1") == sentences


def test_a_whole_position_is_told_in_french() -> None:
    table = Table("G2 R2", "G5 G9 Y3 1", "G6 R4", "G8 B5").play_all("G2")
    view = table.view(1)
    with speaking("fr", NAMES[:4]):
        text = shown(page.panels(view.data)) + words.describe(view.data)
        labels = [choice.label for choice in page.choices(view)]
        headings = [panel.heading for panel in page.panels(view.data).values() if panel.heading]
    assert labels == ["Un 1", "5 vert", "9 vert"]
    assert headings == ["Manche 1", "Le pli précédent", "Cartes jouées"]
    assert "Le vert est demandé. Jouez du vert, ou un 1." in text
    assert "3 jaune\u00a0: le vert est demandé et vous avez du vert" in text
    assert not re.search(r"\b(the|you|green|card|play|seat|hand)\b", re.sub(r"<[^>]+>", " ", text), re.I)


def test_the_win_in_all_languages() -> None:  # O17
    table = Table("B5", "B6 G3", "B7 R3", "B2 Y3", rounds=1).play_all("B5 B6 B7 B2")
    found = {}
    for language in languages():
        with speaking(language, NAMES[:4]):
            found[language] = words.prompt(table.view().data)
    assert found == {
        "en": "Ada wins with +10 points.",
        "fr": "Ada gagne avec +10 points.",
        "it": "Ada vince con +10 punti.",
        "de": "Ada gewinnt mit +10 Punkten.",
    }


# Points


@every_number
def test_the_breakdown_adds_up_to_the_scores(players: int) -> None:
    for state in random_positions(ludotheque.game("fou", players=players), 3):
        if state.ply % 25 == 0 or state.over:
            lines = page.breakdown(state.view().data)
            sums = [sum(line.points or 0 for line in lines if line.seat == seat) for seat in range(players)]
            assert sums == page.scores(state.view().data) == state.scores


def test_the_breakdown_says_how_a_round_scored() -> None:  # O13, O14
    table = Table("B2", "B3 G5", "B4", "B5 G7").play_all("B2 B3 B4 B5")
    assert [(line.seat, line.words, line.points) for line in page.breakdown(table.view().data)] == [
        (0, "Round 1: no cards left, but the Fool of the last trick", 0),
        (1, "Round 1: cards left in hand", -5),
        (2, "Round 1: no cards left", 10),
        (3, "Round 1: cards left in hand", -7),
    ]


def test_the_breakdown_of_a_long_game_has_a_line_for_what_the_sheet_forgot() -> None:
    data, rounds = long_game()
    lines = [line for line in page.breakdown(data) if line.seat == 2]
    assert (lines[0].words, lines[0].points) == ("Rounds 1 to 6", sum(row[2] for row in rounds[:6]))
    assert [line.points for line in lines[1:]] == [row[2] for row in rounds[6:]]


# Preview


@pytest.mark.parametrize(
    ("played", "card", "words"),
    [
        ("", "G6", "The best card so far."),
        ("G2", "G5", "The best card so far."),
        ("G9", "G5", "The worst card so far: you would be the Fool."),
        ("G9 G5 G3", "G6", "You neither win nor become the Fool."),
        ("G9 G5 G3", "G2", "You become the Fool and sit out the next trick."),
        ("G9 G5 G3", "G10", "You win the trick."),
    ],
)
def test_a_preview_says_what_a_card_does_in_the_trick(played: str, card: str, words: str) -> None:
    hands = [["R2"], ["R3"], ["R4"], ["R5"]]
    for seat, one in enumerate([*played.split(), card]):
        hands[seat].append(one)
    table = Table(*map(" ".join, hands)).play_all(played)
    assert page.preview(table.view(table.seat), card) == words


def test_a_preview_with_two_discs_tells_of_the_two_worst_cards() -> None:  # O3, O10
    table = Table(*(f"G{value} R{value}" for value in (9, 4, 6, 5, 7, 8, 2))).play_all("G9 G4 G6")
    assert page.preview(table.view(3), "G5") == "One of the two worst cards so far: you would be a Fool."
    board = page.panels(table.view(3).data)["board"].parts
    assert "Seat 2 played green 6. It is one of the two worst cards so far." in board["card:G6"]


def test_a_preview_tells_that_the_round_will_end() -> None:  # O11
    table = Table("G9 R2", "G5", "G3 R4", "G4 R5").play_all("G9")
    assert page.preview(table.view(1), "G5") == (
        "The worst card so far: you would be the Fool. It is your last card: the round ends with this trick."
    )
    assert page.preview(table.view(2), "G3") == ""  # not their turn


# The coach


def topic(table: State) -> str | None:
    advice = page.coach(table.view(max(table.seat, 0)).data)
    return advice[0] if advice else None


def test_the_coach_begins_with_the_aim_and_ends_with_the_result() -> None:
    state = ludotheque.game("fou", players=4, rounds=1).new(seed=1)
    assert topic(state) == "aim"
    assert page.coach(state.view(1).data) is None
    *_, last = random_positions(state.game, 1)
    assert topic(last) == "end"


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (Table("G2 R2 R3 R6", "G5 Y3 Y4 Y5", "G6 R4 R5 R7", "B4 B5 B6").play_all("G2 G5 G6"), "discard"),
        (Table("1 R2 R3", "G5 Y3 Y4", "G6 R4 R5", "B4 B5 B6", discs=[2]).play_all("1"), "open"),
        (Table("G2 R2 R3", "G5", "G6 R4 R5", "B4 B5 B6").play_all("G2"), "last-card"),
        (Table("G2 R2 R3", "G5 Y4 Y5", "G6 R4", "G4 B6").play_all("G2"), "hurry"),
    ],
)
def test_the_coach_speaks_of_what_is_urgent(table: Table, expected: str) -> None:
    states = table.states()
    states["played"][:, :, 1] = 1 << 8  # everybody has played something (yellow 8) this round
    table._states[:] = states
    assert topic(table) == expected


def test_the_coach_has_something_for_every_stage_of_a_first_game() -> None:
    topics = set()
    for seed in range(3):
        for state in random_positions(ludotheque.game("fou", players=4, rounds=3), seed):
            topics.add(topic(state))
    assert topics >= {
        "aim", "round", "score", "last-card", "hurry", "open", "sat-out", "discard",
        "lead", "follow", "fool", "one", "last-to-play", "memory", "end",
    }  # fmt: skip


def said(topic: str, table: Table) -> set[str]:
    """What the coach says of a topic, had everybody played up to six cards (yellow ones) this round."""
    found = set()
    for tricks in range(7):
        table._states["played"][:, :, 1] = (1 << tricks) - 1 << 8
        found.add(TOPICS[topic](table.view(table.seat).data))
    return found - {""}


@pytest.mark.parametrize(
    ("topic", "one_disc", "two_discs"),
    [
        ("aim", "whoever plays the worst card becomes", "whoever plays one of the two worst cards becomes"),
        ("last-card", "if it is the worst card", "if it is one of the two worst cards"),
        ("discard", "the lowest discard of the trick makes", "the two lowest discards of the trick make"),
        ("fool", "It marks the Fool, seat 1, who", "They mark the Fools, seat 1 and seat 2, who"),
        ("follow", "the lowest card makes the Fool", "the two lowest cards make the Fools"),
        ("one", "if somebody else has discarded", "if two others have discarded"),
        ("last-to-play", "Beat the worst one", "Beat the better one of these"),
    ],
)
def test_what_the_coach_says_is_true_with_one_disc_and_with_two(
    topic: str, one_disc: str, two_discs: str
) -> None:  # O3, O10
    own = {"last-card": "G9", "discard": "R9 R8"}.get(topic, "G9 G8 1")
    for players, discs, expected in ((4, (1,), one_disc), (7, (1, 2), two_discs)):
        values = range(2, players + 1)
        table = Table(*(f"G{value} Y{value}" for value in values), own, discs=discs)
        table.play_all(" ".join(f"G{value}" for seat, value in enumerate(values) if seat not in discs))
        (sentences,) = said(topic, table)
        assert expected in sentences


def test_the_coach_of_two_discs_gives_advice_that_works() -> None:  # O10
    """Beating only the worst card makes a Fool; beating the better one of the two with a cap does not."""
    led = [f"G{value} Y{value}" for value in (5, 8, 11, 12, 13, 14)]
    for card, fools in (("G6", (0, 6)), ("G9", (0, 1))):
        table = Table(*led, f"{card} R9").play_all(f"G5 G8 G11 G12 G13 G14 {card}")
        assert table.view().data.last_trick.fools == fools
    hands = ("G5 Y5", "R8 Y8", "G11 Y6", "G12 Y9", "G13 Y2", "G14 Y3", "1 R9")
    table = Table(*hands).play_all("G5 R8 G11 G12 G13 G14 1")
    assert table.view().data.last_trick.fools == (1, 6)  # a 1 is not safe after a single discard


# Pictures for the rules, and the style


def test_the_round_of_the_lessons_is_a_real_one_with_a_real_score() -> None:  # O10, O13, O14
    over = ROUND.state()
    assert over.over
    assert over.scores == [-5, -4, 10, 0]
    fools = [ROUND.data(plies).last_trick.fools for plies in (4, 10, 34, 37, 46)]
    assert fools == [(2,), (1,), (2,), (0,), (3,)]


def test_the_pictures_of_the_rules_call_the_players_by_name() -> None:
    with speaking("de"):
        drawn = page.illustrations()
    assert ">Ada</text>" in drawn["sits-out"]
    assert "Farbe: Gelb" in drawn["follow"]
    assert drawn["score"].count("left:") == 4


def test_what_can_be_clicked_looks_it_without_motion_if_so_wished() -> None:
    for state in ("can", "chosen", "hinted", "last", ":focus-visible"):
        assert state in page.CSS
    calm = page.CSS.split("prefers-reduced-motion")[1]
    assert "animation:none" in calm
    assert "transition:none" in calm


def test_twelve_cards_fit_in_the_fan() -> None:
    data = after(4, 0).view(0).data
    assert len(data.seats[0].hand) == 12
    places = [
        float(match[1])
        for part in page.panels(data)["hand"].parts.values()
        if (match := re.search(r"translate\((\S+) ", part))
    ]
    steps = [right - left for left, right in pairwise(places)]
    assert min(places) > 0.5 * 76 * HAND_SCALE
    assert max(places) < HAND_BOX[2] - 0.5 * 76 * HAND_SCALE
    assert min(steps) > 30  # the room a number of two digits takes
