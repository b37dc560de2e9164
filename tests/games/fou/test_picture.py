"""The picture shows what the view knows: every part, nothing hidden, nothing from outside."""

import re
from xml.etree import ElementTree

import pytest

import ludotheque
from ludotheque.core.errors import Refusal
from ludotheque.core.state import State
from ludotheque.drawing.shapes import inlined
from ludotheque.engine.contract import SPECTATOR
from ludotheque.games.fou import words
from ludotheque.games.fou.page import art, board
from ludotheque.games.fou.page.panels import panels
from ludotheque.games.fou.page.picture import picture
from tests.games.fou.table import Table
from tests.variants import random_positions

SVG = "{http://www.w3.org/2000/svg}"
every_number = pytest.mark.parametrize("players", range(4, 9))


def after(players: int, plies: int | None, seed: int = 3) -> State:
    """A game after so many random moves; to its end if that is not said."""
    for state in random_positions(ludotheque.game("fou", players=players), seed):
        if state.ply == plies:
            break
    return state


def parts(svg: str) -> dict[str, str]:
    """The keyed parts of a picture; no key twice."""
    found = [element for element in ElementTree.fromstring(svg).iter() if "data-key" in element.attrib]
    keys = [element.attrib["data-key"] for element in found]
    assert len(set(keys)) == len(keys)
    return {key: ElementTree.tostring(part, "unicode") for key, part in zip(keys, found, strict=True)}


def starting(prefix: str, keys: dict[str, str]) -> set[str]:
    return {key.removeprefix(prefix) for key in keys if key.startswith(prefix)}


@every_number
@pytest.mark.parametrize("plies", [0, 2, 33, 150, None])
def test_every_table_is_drawn_with_all_its_parts(players: int, plies: int | None) -> None:
    state = after(players, plies)
    for seat in range(SPECTATOR, players):
        data = state.view(seat).data
        drawn = parts(picture(data))
        everybody = {str(seat) for seat in range(players)}
        assert starting("player:", drawn) == everybody
        assert starting("left:", drawn) == (everybody if state.over else set())
        held = data.seats[seat].hand if seat >= 0 and not state.over else ()
        past = data.last_trick.plays if data.last_trick and not data.trick else ()
        new_round = not state.over and not any(about.played for about in data.seats)
        cards = [*held, *(play.card for play in (() if new_round else past or data.trick))]
        assert len(starting("card:", drawn)) == len(cards)
        assert {key[0] if key[0] == "1" else key for key in starting("card:", drawn)} == set(cards)
        assert starting("past:", drawn) == ({str(play.seat) for play in past} if new_round else set())
        rounds = {str(data.sheet_from + k) for k in range(len(data.sheet))}
        assert starting("round:", drawn) == rounds
        assert len(starting("out:", drawn)) == len(data.deck)
        assert {"prompt", "felt", "led", "head", "total", "tens"} <= set(drawn)


def test_playable_cards_are_lifted_and_the_others_say_why_they_are_not() -> None:  # O6
    table = Table("G2 R2", "G5 G9 Y3 1", "G6 R4", "G8 B5").play_all("G2")
    drawn = parts(picture(table.view(1).data))
    lifted = {key for key, part in drawn.items() if "held playable" in part}
    assert lifted == {"card:G5", "card:G9", "card:1:1:0"}
    assert "green was led and you hold green, so play that or a 1" in drawn["card:Y3"]
    waiting = parts(picture(table.view(2).data))
    assert not any("playable" in part or "veil" in part for part in waiting.values())


def test_a_card_keeps_its_key_from_the_hand_to_the_trick() -> None:
    table = Table("G5 Y3", "1 1 R2", "G6 R4", "G8 B5", leader=1)
    keys = {"card:1:1:0", "card:1:1:1", "card:R2"}
    assert keys <= set(parts(picture(table.view(1).data)))
    table.play("1")
    assert keys <= set(parts(picture(table.view(1).data)))
    assert 'class="lying wins"' in parts(picture(table.view(1).data))["card:1:1:0"]
    table.play_all("G6 G8 G5")
    assert 'class="lying past worst"' in parts(picture(table.view(1).data))["card:1:1:0"]


def test_the_fool_wears_the_cap() -> None:  # O10
    table = Table("B7 R2", "B5 R3", "B8 R4", "G2 R5", leader=2).play_all("B8 G2 B7 B5")
    drawn = parts(picture(table.view(0).data))
    assert [seat for seat in range(4) if 'class="cap"' in drawn[f"player:{seat}"]] == [3]
    assert 'class="cap"' in drawn["card:G2"]
    assert 'class="star"' in drawn["card:B8"]
    assert "Seat 2 won the trick. Seat 3 is the Fool." in drawn["led"]


def test_the_sheet_and_what_has_been_played() -> None:  # O12, O13
    table = Table("B2", "B3 G5", "B4", "B5 G7").play_all("B2 B3 B4 B5")
    drawn = parts(picture(table.view(1).data))
    assert all(f">{score}</" in drawn["round:1"] for score in ("0", "−5", "+10", "−7"))
    out = {key: part for key, part in drawn.items() if key.startswith("out:")}
    assert len(out) == 48
    assert not any("chip-gone" in part for part in out.values())
    assert sum("chip-mine" in part for part in out.values()) == 12
    table.play(next(move for move in table.moves() if str(move) != "1"))
    (play,) = table.view().data.trick
    told = f"{words.card_label(play.card)}: played by seat {play.seat}"
    assert told in parts(picture(table.view(SPECTATOR).data))[f"out:{play.card}"]


@every_number
def test_no_byte_tells_what_a_seat_cannot_know(players: int) -> None:  # O12
    for plies in (0, 17, 40):
        view = after(players, plies).view(2)
        pictures = {picture(view.imagine(seed=seed).view(2).data) for seed in range(5)}
        assert pictures == {picture(view.data)}


def test_the_viewer_sits_at_the_bottom_and_the_next_one_at_the_left() -> None:
    for seat in range(5):
        data = after(5, 9).view(seat).data
        places = [board.around(data, other, board.SEATS) for other in range(5)]
        assert max(places, key=lambda place: place[1]) == places[seat]
        assert places[(seat + 1) % 5][0] < board.MIDDLE[0] < places[(seat - 1) % 5][0]


@every_number
def test_everything_stays_inside_its_panel(players: int) -> None:
    for plies in (0, None):
        data = after(players, plies).view(0).data
        for panel in panels(data).values():
            left, top, width, height = panel.box
            for part in panel.parts.values():
                for x, y in re.findall(r'data-key="[^"]+"[^>]* transform="translate\((\S+) (\S+)\)"', part):
                    assert left <= float(x) <= left + width
                    assert top <= float(y) <= top + height


@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_themes(theme: str) -> None:
    svg = picture(after(4, 9).view().data, theme=theme)
    assert theme in ElementTree.fromstring(svg).attrib["class"].split()


def test_an_unknown_theme_is_refused() -> None:
    with pytest.raises(Refusal, match="auto, light, dark"):
        picture(after(4, 9).view().data, theme="sepia")


@every_number
def test_a_picture_needs_nothing_from_outside(players: int) -> None:
    svg = picture(after(players, None).view().data)
    assert svg.count("http") == 1  # the namespace
    assert not re.search(r"url\(|href|<script|@import|\bon\w+=| id=", svg)


def test_style_touches_nothing_but_its_own_pictures() -> None:
    style = ElementTree.fromstring(picture(after(4, 9).view().data)).find(f"{SVG}style")
    assert style is not None
    flat = re.sub(r"@media [^{]*\{|@keyframes fou-[^{]*\{[^{]*\{[^}]*\}\}", "", style.text or "")
    selectors = [one for rule in re.findall(r"([^{}]+)\{", flat) for one in rule.split(",")]
    assert selectors
    assert all(one.startswith(".ludotheque") for one in selectors)


def test_every_colour_has_a_pattern_of_its_own_shape() -> None:  # O1
    shapes = {
        letter: set(re.findall(r'class="motif.*? d="([^"]+)"', inlined(art.face(f"{letter}7"))))
        for letter in "GRYB"
    }
    assert len(set.union(*shapes.values())) == 4
    assert all(f'class="mark {letter}"' in inlined(art.face("1")) for letter in "GRYB")


def test_the_picture_explains_itself_in_words() -> None:
    table = Table("B7 R2", "B5 R3", "B8 R4", "G2 R5").play_all("B7 B5")
    told = words.describe(table.view(2).data)
    assert "Blue was led. Play blue." in told
    assert "The trick: Seat 0: blue 7, Seat 1: blue 5." in told
    assert "Seat 1: 1 card in hand, 0 points, +10 scored 0 of 6 times." in told
    assert "Your hand: orange 4, blue 8." in told
