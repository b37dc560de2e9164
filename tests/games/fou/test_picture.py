"""The picture shows what the view knows: every part, nothing hidden, nothing from outside."""

import re
from xml.etree import ElementTree

import pytest

import ludotheque
from ludotheque.core.contract import SPECTATOR
from ludotheque.core.errors import Refusal
from ludotheque.core.state import State
from ludotheque.games.fou import art, picture, words
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
        drawn = parts(picture.draw(data))
        everybody = {str(seat) for seat in range(players)}
        assert starting("seat:", drawn) == everybody
        assert starting("left:", drawn) == (everybody if state.over else set())
        held = data.seats[seat].hand if seat >= 0 and not state.over else ()
        cards = [*held, *(play.card for play in data.trick)]
        assert len(starting("card:", drawn)) == len(cards)
        assert {key[0] if key[0] == "1" else key for key in starting("card:", drawn)} == set(cards)
        last = data.last_trick.plays if data.last_trick and not data.trick else ()
        assert starting("last:", drawn) == {str(play.seat) for play in last}
        assert {"prompt", "asked", "sheet", "played"} <= set(drawn)


def test_playable_cards_are_lifted_and_the_others_say_why_they_are_not() -> None:  # O6
    table = Table("G2 R2", "G5 G9 Y3 1", "G6 R4", "G8 B5").play_all("G2")
    drawn = parts(picture.draw(table.view(1).data))
    lifted = {key for key, part in drawn.items() if "held playable" in part}
    assert lifted == {"card:G5", "card:G9", "card:1:1:0"}
    assert "green is asked and you hold green, so play that or a 1 [O6, O7]" in drawn["card:Y3"]
    waiting = parts(picture.draw(table.view(2).data))
    assert not any("playable" in part or "veil" in part for part in waiting.values())


def test_a_card_keeps_its_key_from_the_hand_to_the_trick() -> None:
    table = Table("G5 Y3", "1 1 R2", "G6 R4", "G8 B5", leader=1)
    keys = {"card:1:1:0", "card:1:1:1", "card:R2"}
    assert keys <= set(parts(picture.draw(table.view(1).data)))
    table.play("1")
    assert keys <= set(parts(picture.draw(table.view(1).data)))
    assert 'class="lying"' in parts(picture.draw(table.view(1).data))["card:1:1:0"]


def test_the_fool_wears_the_cap() -> None:  # O10
    table = Table("B7 R2", "B5 R3", "B8 R4", "G2 R5", leader=2).play_all("B8 G2 B7 B5")
    drawn = parts(picture.draw(table.view(0).data))
    assert [seat for seat in range(4) if 'class="cap"' in drawn[f"seat:{seat}"]] == [3]
    assert 'class="cap"' in drawn["last:3"]
    assert 'class="star"' in drawn["last:2"]
    assert "seat 3 is the Fool" in drawn["asked"]


def test_the_sheet_and_what_has_been_played() -> None:  # O12, O13
    table = Table("B2", "B3 G5", "B4", "B5 G7").play_all("B2 B3 B4 B5")
    drawn = parts(picture.draw(table.view(1).data))
    assert all(f">{score}</" in drawn["sheet"] for score in ("0", "−5", "+10", "−7"))
    assert drawn["played"].count('class="chip"') == 48
    assert "gone" not in drawn["played"]
    table.play(table.moves()[0])
    card, seat = table.view().data.trick[0].card, table.view().data.trick[0].seat
    assert drawn["played"].count('"mine ') + drawn["played"].count('"mine"') == 12
    told = f"{words.card_name(card)}, played by seat {seat}" if card != "1" else "a 1, played"
    assert told in parts(picture.draw(table.view(SPECTATOR).data))["played"]


@every_number
def test_no_byte_tells_what_a_seat_cannot_know(players: int) -> None:  # O12
    for plies in (0, 17, 40):
        view = after(players, plies).view(2)
        pictures = {picture.draw(view.imagine(seed=seed).view(2).data) for seed in range(5)}
        assert pictures == {picture.draw(view.data)}


def test_the_viewer_sits_at_the_bottom_and_the_next_one_at_the_left() -> None:
    for seat in range(5):
        data = after(5, 9).view(seat).data
        places = [picture.around(data, other, picture.SEATS) for other in range(5)]
        assert max(places, key=lambda place: place[1]) == places[seat]
        assert places[(seat + 1) % 5][0] < picture.MIDDLE[0] < places[(seat - 1) % 5][0]


@every_number
def test_everything_stays_inside_the_picture(players: int) -> None:
    for plies in (0, None):
        svg = picture.draw(after(players, plies).view(0).data)
        for x, y in re.findall(r'data-key="[^"]+"[^>]* transform="translate\((\S+) (\S+)\)"', svg):
            assert 0 <= float(x) <= picture.SIZE[0]
            assert 0 <= float(y) <= picture.SIZE[1]


@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_themes(theme: str) -> None:
    svg = picture.draw(after(4, 9).view().data, theme=theme)
    assert theme in ElementTree.fromstring(svg).attrib["class"].split()


def test_an_unknown_theme_is_refused() -> None:
    with pytest.raises(Refusal, match="auto, light, dark"):
        picture.draw(after(4, 9).view().data, theme="sepia")


@every_number
def test_a_picture_needs_nothing_from_outside(players: int) -> None:
    svg = picture.draw(after(players, None).view().data)
    assert svg.count("http") == 1  # the namespace
    assert not re.search(r"url\(|href|<script|@import|\bon\w+=| id=", svg)


def test_style_touches_nothing_but_its_own_pictures() -> None:
    style = ElementTree.fromstring(picture.draw(after(4, 9).view().data)).find(f"{SVG}style")
    assert style is not None
    flat = re.sub(r"@media [^{]*\{", "", style.text or "")
    selectors = [one for rule in re.findall(r"([^{}]+)\{", flat) for one in rule.split(",")]
    assert selectors
    assert all(one.startswith(".ludotheque") for one in selectors)


def test_every_colour_has_a_pattern_of_its_own_shape() -> None:  # O1
    shapes = {
        letter: set(re.findall(r'class="motif.*? d="([^"]+)"', art.face(f"{letter}7"))) for letter in "GRYB"
    }
    assert len(set.union(*shapes.values())) == 4
    assert all(f'class="mark {letter}"' in art.face("1") for letter in "GRYB")


def test_the_picture_explains_itself_in_words() -> None:
    table = Table("B7 R2", "B5 R3", "B8 R4", "G2 R5").play_all("B7 B5")
    told = words.describe(table.view(2).data)
    assert "Blue is asked. Play blue." in told
    assert "The trick: Seat 0 blue 7, Seat 1 blue 5." in told
    assert "Seat 1: 1 card in hand, 0 points, +10 scored 0 of 6 times." in told
    assert "Your hand: red 4, blue 8." in told
