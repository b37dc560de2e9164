"""What a newcomer is told, and whether it is true."""

import random
import re
from collections.abc import Iterator

import pytest

import ludotheque
from ludotheque.core.state import State
from ludotheque.engine.contract import SPECTATOR
from ludotheque.games.feurio import words
from ludotheque.games.feurio.page.coach import TOPICS, coach
from ludotheque.games.feurio.view import Area, FeurioView
from tests.games.feurio.tables import KINDS, play, walk


def test_a_first_game_begins_with_the_rules() -> None:
    state, topics = ludotheque.game("feurio", players=4).new(seed=1), []
    while state.ply < 16:
        if state.seat == 0:
            topics.append((coach(state.view(0).data) or ("nothing", ""))[0])
        assert coach(state.view((state.seat + 1) % 4).data) is None
        state.play(state.moves()[0])
    assert topics == ["lay", "men", "notches", "areas"]


def test_the_end_is_explained_to_players_alone() -> None:
    state = play(1, players=4)
    assert all(coach(state.view(seat).data) for seat in range(4))
    assert coach(state.view(SPECTATOR).data) is None


def test_every_topic_comes_up() -> None:
    topics = {
        advice[0]
        for seed in range(6)
        for kind in (*KINDS, {"players": 3})
        for data in walk(seed, **kind)
        if (advice := coach(data))
    }
    assert topics == set(TOPICS)


def advised(topic: str, seed: int) -> Iterator[tuple[State, str]]:
    """The positions of a random game in which the coach speaks of a topic, and what it says."""
    state, choose = play(seed, 12, players=4), random.Random(seed).choice
    while not state.over:
        advice = coach(state.view(state.seat).data)
        if advice and advice[0] == topic:
            yield state.copy(), advice[1]
        state.play(choose(state.moves()))


def found(pattern: str, text: str) -> tuple[str, ...]:
    match = re.search(pattern, text)
    assert match, text
    return match.groups()


def area_of(data: FeurioView, letter: str, cell: str) -> Area:
    (area,) = (
        area for area in data.areas if area.colour == letter and cell in map(words.place, area.cells)
    )  # fmt: skip
    return area


def test_the_coach_is_right_about_water() -> None:  # F19
    positions = [one for seed in range(6) for one in advised("water", seed)]
    assert positions
    for state, text in positions:
        (value,) = found(r"on the (\d) would join", text)
        letter = state.view().data.seats[state.seat].colours
        divisors = []
        for tile in state.view().data.tiles:
            move, cell, then = f"{letter}1 {words.place(tile.cell)}", words.place(tile.cell), state.copy()
            if tile.value == int(value) and move in map(str, state.moves()):
                then.play(move)
                divisors.append(area_of(then.view().data, letter, cell).divisor)
        assert any(divisor is not None and divisor <= int(value) for divisor in divisors)


@pytest.mark.parametrize("topic", ["own side", "their side"])
def test_the_coach_is_right_about_sides_that_would_close(topic: str) -> None:  # F19
    positions = [one for seed in range(12) for one in advised(topic, seed)]
    assert positions
    for state, text in positions:
        (divisor,) = found(r"one of these spots .* the last free side of (?:the|a) (\d)", text)
        own, before = state.view().data.seats[state.seat].colours, state.view().data.areas
        lost: set[str] = set()
        for move in map(str, state.moves()):
            then = state.copy()
            then.play(move)
            lost |= {
                area.colour
                for area in before
                if area.divisor == int(divisor)
                and area_of(then.view().data, area.colour, words.place(area.cells[0])).divisor != area.divisor
            }
        assert (own in lost) if topic == "own side" else lost - {own}
