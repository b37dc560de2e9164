"""The numbers that a learning program gets say the same as the view's plain data."""

import numpy as np
import pytest

import ludotheque
from ludotheque.games.fou.notation import COLOUR_LETTERS
from ludotheque.games.fou.view import FouView, Play
from tests.variants import random_positions

Planes = dict[str, np.ndarray]


def cards(plane: np.ndarray) -> list[str]:
    return sorted(f"{COLOUR_LETTERS[colour]}{column + 2}" for colour, column in np.argwhere(plane == 1))


def coloured(names: tuple[str, ...]) -> list[str]:
    return sorted(name for name in names if name != "1")


def trick(planes: Planes, prefix: str, seats: list[int], highest: int) -> set[Play]:
    kinds, values = planes[f"{prefix}_kind"], planes[f"{prefix}_value"] * highest
    return {
        Play(seats[row], "1" if kind == 4 else f"{COLOUR_LETTERS[kind]}{values[row]:.0f}")
        for row, kind in np.argwhere(kinds == 1)
    }


def seats_in(plane: np.ndarray, seats: list[int]) -> list[int]:
    return sorted(seats[row] for row in np.flatnonzero(plane))


def check(planes: Planes, data: FouView, seat: int) -> None:
    players = len(data.seats)
    seats = [(seat + step) % players for step in range(players)]
    highest = max(int(card[1:]) for card in data.deck if card != "1")
    mine = data.seats[seat]
    played = [card for other in data.seats for card in other.played]
    assert cards(planes["hand"]) == coloured(mine.hand)
    unseen = set(data.deck) - set(mine.hand) - set(played)
    assert cards(planes["unseen"]) == coloured(tuple(unseen))
    ones = data.deck.count("1")
    gone = sum(other.played.count("1") for other in data.seats)
    held = mine.hand.count("1")
    assert (planes["ones"] * ones).round().tolist() == [held, ones - gone - held]
    for row, other in enumerate(seats):
        assert cards(planes["played"][row]) == coloured(data.seats[other].played)
        assert round(planes["ones_played"][row] * ones) == data.seats[other].played.count("1")
        assert round(planes["totals"][row] * 80) == data.seats[other].total
        assert round(planes["prizes"][row] * 6) == data.seats[other].tens
        assert planes["counts"][row] == pytest.approx(data.seats[other].cards * players / len(data.deck))
    assert trick(planes, "trick", seats, highest) == set(data.trick)
    assert trick(planes, "last", seats, highest) == set(data.last_trick.plays if data.last_trick else ())
    assert [COLOUR_LETTERS[k] for k in np.flatnonzero(planes["led"])] == ([data.led] if data.led else [])
    assert seats_in(planes["discs"], seats) == [k for k in range(players) if data.seats[k].fool]
    assert seats_in(planes["turn"], seats) == [data.turn]
    assert seats_in(planes["leader"], seats) == [data.leader]
    assert seats_in(planes["winning"], seats) == ([] if data.winning is None else [data.winning])
    assert seats_in(planes["losing"], seats) == sorted(data.worst)
    if data.last_trick:
        assert seats_in(planes["last_winner"], seats) == [data.last_trick.winner]
        assert seats_in(planes["last_leader"], seats) == [data.last_trick.plays[0].seat]
        assert seats_in(planes["last_fools"], seats) == sorted(data.last_trick.fools)


@pytest.mark.parametrize("players", [4, 5, 8])
def test_planes_tell_what_the_view_tells(players: int) -> None:
    game = ludotheque.game("fou", players=players, rounds=3)
    for ply, state in enumerate(random_positions(game, players)):
        if ply % 3 == 0 and not state.over:
            for seat in range(players):
                view = state.view(seat)
                check(view.planes(), view.data, seat)


def test_a_spectator_has_an_empty_hand() -> None:
    planes = ludotheque.game("fou").new(seed=1).view().planes()
    assert not planes["hand"].any()
    assert planes["unseen"].sum() == 60 - 4
    assert planes["seated"] == 0


def test_a_move_is_a_colour_and_a_value() -> None:
    game = ludotheque.game("fou")
    for move in game.new(seed=1).moves():
        colour, value = game.decode(move)
        name = "1" if value == 1 else f"{COLOUR_LETTERS[colour]}{value}"
        assert name == str(move)
