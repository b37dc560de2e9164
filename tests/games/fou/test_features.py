"""What a network is told of Fou! is about hands and tricks, not about names of colours or seats."""

from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque.games.fou.cards import COLOURS, LANE, MOST_HAND, ONE
from ludotheque.games.fou.features import (
    COST,
    FEATURES,
    FEW,
    HAND,
    MOVE_FEATURES,
    SEAT,
    TABLE,
    VALUE,
    describe,
    describe_move,
    unveil,
)
from ludotheque.games.fou.notation import parse_move
from ludotheque.games.fou.rules import MAX_MOVES, STATE, legal
from tests.games.fou.table import Table


def told(states: Any) -> Any:
    out = np.zeros(FEATURES, np.float32)
    describe(states, 0, int(states[0]["seat"]), out)
    return out


def blocks(states: Any) -> Any:
    """A row for each seat, the mover's first."""
    return told(states)[TABLE:].reshape(-1, SEAT)


def told_of(states: Any, move: int) -> Any:
    out = np.full(MOVE_FEATURES, 9, np.float32)
    describe_move(states, 0, move, out)
    return out


def told_of_moves(states: Any) -> dict[int, Any]:
    moves = np.zeros(MAX_MOVES, np.int32)
    return {int(move): told_of(states, int(move)) for move in moves[: legal(states, 0, moves)]}


def turned(states: Any, by: int) -> Any:
    """The same world with everybody so many seats further on."""
    there, players = states.copy(), int(states[0]["players"])
    s, t = states[0], there[0]
    for name in ("hands", "played", "totals", "tens", "ones", "ones_played", "counts", "voids"):
        t[name][:players] = np.roll(s[name][:players], by, axis=0)
    for name in ("leader", "seat", "first"):
        t[name] = (int(s[name]) + by) % players
    for name in ("discs", "emptied"):
        t[name] = sum((int(s[name]) >> k & 1) << (k + by) % players for k in range(players))
    t["trick"] = sum((int(s["trick"]) >> 8 * k & 255) << 8 * ((k + by) % players) for k in range(players))
    for name in ("highest", "worst", "second_worst"):
        if int(s[name]) not in (0, 32767):
            t[name] = (int(s[name]) & ~15) + ((int(s[name]) & 15) + by) % players
    return there


def recoloured(states: Any, by: int) -> Any:
    """The same world with all cards of colour c in colour c + *by*; a deck need not have them all."""
    there = states.copy()
    s, t = states[0], there[0]
    for name in ("hands", "played"):
        for seat in range(len(s[name])):
            t[name][seat] = _recoloured_set(s[name][seat], by)
    t["trick"] = sum(_recoloured(int(s["trick"]) >> 8 * k & 255, by) << 8 * k for k in range(8))
    t["led"] = s["led"] if s["led"] == COLOURS else (int(s["led"]) + by) % COLOURS
    return there


def _recoloured(card: int, by: int) -> int:
    return card if card <= ONE else (card + by * LANE) % (COLOURS * LANE)


def _recoloured_set(words: Any, by: int) -> list[int]:
    cards = [64 * word + k for word in range(2) for k in range(64) if int(words[word]) >> k & 1]
    moved = [_recoloured(card, by) for card in cards]
    return [sum(1 << card % 64 for card in moved if card // 64 == word) for word in range(2)]


def positions(players: int, seed: int) -> list[Any]:
    """All worlds of a random game."""
    state, rng = ludotheque.game("fou", players=players, rounds=2).new(seed=seed), np.random.default_rng(seed)
    found = []
    while not state.over:
        found.append(state._states.copy())
        state.play(state.moves()[int(rng.integers(len(state.moves())))])
    return found


@pytest.mark.parametrize("players", [4, 5, 8])
def test_who_sits_where_changes_nothing(players: int) -> None:
    for k, states in enumerate(positions(players, players)):
        there = turned(states, 1 + k % (players - 1))
        assert np.array_equal(told(states), told(there))
        for move, traits in told_of_moves(states).items():
            assert np.array_equal(traits, told_of(there, move))


@pytest.mark.parametrize("by", [1, 2, 3])
def test_what_colours_are_called_changes_nothing_told_of_a_world(by: int) -> None:
    for states in positions(5, by):
        assert told(recoloured(states, by)) == pytest.approx(told(states), abs=1e-6)


def test_numbers_are_small_and_all_are_used() -> None:
    worlds = [states for players in (5, 8) for seed in range(8) for states in positions(players, seed)]
    tables = np.array([told(states)[:TABLE] for states in worlds])
    seats = np.concatenate([blocks(states) for states in worlds])
    moves = np.array([traits for states in worlds for traits in told_of_moves(states).values()])
    for rows in (tables, seats, moves):
        assert np.isfinite(rows).all()
        assert np.abs(rows).max() < 4
        assert rows.any(axis=0).all()


def test_a_world_is_judged_with_all_hands_open_and_stays_as_it_is() -> None:
    states = positions(5, 3)[7]
    before, shown = states.copy(), np.zeros(1, STATE)
    unveil(states, 0, 0, shown, 0)
    told(states)
    told_of_moves(states)
    assert states.tobytes() == before.tobytes() == shown.tobytes()


def test_a_card_is_told_by_what_its_player_may_know() -> None:
    game = ludotheque.game("fou", players=5)
    state = game.new(seed=4)
    for _ in range(20):
        known = state.view(state.seat).states()
        for move, traits in told_of_moves(state._states).items():
            assert np.array_equal(traits, told_of(known, move))
        state.play(state.moves()[-1])


def test_what_is_left_in_hand_costs() -> None:  # O13
    table = Table("G2 G9 R12 1", "R2 R3", "Y2 Y3 Y4", "B4 B5 B6", leader=0)
    hand = blocks(table._states)[0]
    assert hand[0] * MOST_HAND == pytest.approx(4)
    assert hand[1] * FEW == 2, "two cards more than whoever has fewest (O11)"
    assert hand[3] * COST == pytest.approx(2 + 9 + 12 + 5)
    assert hand[4] * COST == pytest.approx(2 + 5), "the two cheapest, of which a 1 costs 5"
    assert hand[5] * COST == pytest.approx(2 + 5 + 9)


def test_cards_are_told_by_how_they_stand_in_their_colours() -> None:  # O6, O9, O10
    table = Table("G2 G9 R7 Y5", "G3 G4 B2", "R8 R9 G8", "Y6 Y4 B3", leader=0)
    voids, singles, winning, losing, top, bottom = blocks(table._states)[0, 9:HAND] * FEW
    assert voids == 1, "blue, which others hold"
    assert singles == 2, "one red and one yellow"
    assert winning == 1, "G9"
    assert losing == 2, "G2 and R7"
    assert top == pytest.approx(1 + 0 + 1 / 2), "above all green, no red, and one of two yellow cards"
    assert bottom == pytest.approx(0 + 0 + 1 / 2)


def test_seats_are_told_by_what_they_did_and_can_do_in_the_trick() -> None:  # O5-O10
    table = Table("G5 B2", "R3 B4", "G7 B5", "G2 B6", "Y2 B7", leader=0, discs=[4])
    table.play_all("G5 R3")
    mover, last, sitting_out, first, second = blocks(table._states)[:5, HAND:]
    assert sitting_out[0] == 1
    assert not sitting_out[1:].any()
    assert first[1] == first[2] == first[5] == 1, "led, has played, wins so far"
    assert first[3] * VALUE == pytest.approx(5)
    assert (first[4], first[6]) == (0, 0)
    assert (second[4], second[5], second[6]) == (1, 0, 1), "a discard, and so the worst card (O10)"
    assert mover[7] == last[7] == 1, "still to play"
    assert (mover[8] * FEW, mover[9]) == (1, 0), "follows with one card"
    assert (mover[10], mover[11], mover[12]) == (1, 1, 1), "wins, and cannot be worse than a discard"
    assert (last[10], last[11], last[12]) == (0, 1, 1)


def test_cards_are_told_by_how_they_would_stand() -> None:  # O7, O9, O10
    table = Table("G5 B2", "G3 G9 1 B4", "G7 B5", "G2 B6", leader=0)
    table.play_all("G5")
    nine, three, one = (told_of(table._states, parse_move(card)) for card in ("G9", "G3", "1"))
    assert (nine[0], nine[5]) == (1, 0), "wins as it stands"
    assert (three[0], three[5]) == (0, 1), "would be the worst card (O10)"
    assert (one[0], one[1], one[3]) == (0, 1, 1), "the lowest card of the trick colour (O7)"
    assert nine[8] == three[8] == 1, "both follow"
    assert nine[13] * FEW == 1, "one lower card of the colour in hand"
    assert three[17] * 2 * FEW == 1, "G7 is unseen and higher"
    assert three[16] * 2 * FEW == 1, "G2 is unseen and lower"


def test_a_lead_is_told_by_who_is_void_in_its_colour() -> None:  # O6
    table = Table("G5 B2", "R3 B4", "G7 B5", "R2 B6", leader=0, voids={1: "G", 3: "G"})
    green, blue = (told_of(table._states, parse_move(card)) for card in ("G5", "B2"))
    assert green[7] == blue[7] == 1, "leads"
    assert (green[21] * FEW, blue[21] * FEW) == (2, 0)
