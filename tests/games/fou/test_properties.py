"""What holds in every game of Fou!, by random play; and what views must not tell."""

import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludotheque
from ludotheque.core.game import Game
from ludotheque.core.outcomes import Recorded
from ludotheque.core.state import State
from ludotheque.engine.contract import SPECTATOR
from ludotheque.games.fou import rules
from ludotheque.games.fou.view import FouView
from tests.model.fou import DISCS, deck
from tests.variants import random_positions

GAMES = [ludotheque.game("fou", players=players, rounds=2) for players in range(4, 9)]

games = st.sampled_from(GAMES)
seeds = st.integers(0, 2**32)


def everything(state: State) -> FouView:
    """The table with all hands open."""
    data: FouView = state.game.definition.view.describe(state._states, 0, state.seat)
    return data


@given(games, seeds)
def test_cards_are_conserved(game: Game, seed: int) -> None:  # O1, O2, O4
    for state in random_positions(game, seed):
        seats = everything(state).seats
        cards = [card for seat in seats for card in (*seat.hand, *seat.played)]
        assert Counter(cards) == Counter(deck(game.players))
        assert [len(seat.hand) for seat in seats] == [seat.cards for seat in seats]


@given(games, seeds)
def test_who_can_follow_follows(game: Game, seed: int) -> None:  # O6, O7, O8
    for state in random_positions(game, seed):
        view = everything(state)
        if state.over:
            continue
        hand = set(view.seats[view.turn].hand)
        same = {card for card in hand if card[0] == view.led}
        expected = same | (hand & {"1"}) if same else hand
        assert {str(move) for move in state.moves()} == expected


@given(games, seeds)
def test_every_trick_has_one_winner_and_the_right_number_of_fools(
    game: Game, seed: int
) -> None:  # O3, O9, O10
    tricks = {state.view().data.last_trick for state in random_positions(game, seed)} - {None}
    for trick in tricks:
        seats = [play.seat for play in trick.plays]
        assert trick.winner in seats
        assert set(trick.fools) < set(seats)
        assert len(trick.fools) == DISCS[game.players]
        assert trick.winner not in trick.fools
        assert len(set(seats)) == len(seats) >= game.players - DISCS[game.players]


@given(games, seeds)
def test_fools_sit_out_and_nobody_else(game: Game, seed: int) -> None:  # O5, O11
    before: FouView | None = None
    for state in random_positions(game, seed):
        view = state.view().data
        if before and view.last_trick != before.last_trick:
            fools = {seat for seat, about in enumerate(before.seats) if about.fool}
            assert {play.seat for play in view.last_trick.plays} == set(range(game.players)) - fools
        before = view


@given(games, seeds)
def test_totals_are_the_sums_of_the_sheet(game: Game, seed: int) -> None:  # O13, O14, O16
    *_, state = random_positions(game, seed)
    view = state.view().data
    assert [sum(scores) for scores in zip(*view.sheet, strict=True)] == state.scores
    assert [scores.count(10) for scores in zip(*view.sheet, strict=True)] == [
        seat.tens for seat in view.seats
    ]
    for row in view.sheet:
        assert max(row) >= 0  # somebody ran out
        assert (
            sum(score < 0 for score in row) >= DISCS[game.players]
        )  # who sat the last trick out holds cards


# Views


def swap_hidden(state: State, seat: int, choice: random.Random) -> State | None:
    """The same table with two cards of two other hands exchanged, as far as the play allows it."""
    others = [other for other in range(state.game.players) if other != seat]
    one, other = choice.sample(others, 2)
    hands = everything(state).seats
    pairs = [(a, b) for a in hands[one].hand for b in hands[other].hand if a != b]
    voids = state._states[0]["voids"].tolist()
    fitting = [(a, b) for a, b in pairs if may_hold(voids[one], b) and may_hold(voids[other], a)]
    if not fitting:
        return None
    a, b = choice.choice(fitting)
    twin = state.copy()
    move_card(twin, one, other, a)
    move_card(twin, other, one, b)
    return twin


def may_hold(void: int, card: str) -> bool:
    return card == "1" or not void >> "GRYB".index(card[0]) & 1


def move_card(state: State, giver: int, taker: int, name: str) -> None:
    s = state._states[0]
    card = state.game.definition.notation.parse_move(name)
    word, mask = card >> 6, np.uint64(1 << (card & 63))
    if card == 1:
        s["ones"][giver] -= 1
        s["ones"][taker] += 1
    if card != 1 or s["ones"][giver] == 0:
        s["hands"][giver][word] &= ~mask
    s["hands"][taker][word] |= mask


@given(games, seeds)
def test_a_view_stays_the_same_when_hidden_cards_change_hands(game: Game, seed: int) -> None:  # O12
    choice = random.Random(seed)
    for state in random_positions(game, seed):
        if state.over:
            continue
        seat = choice.randrange(SPECTATOR, game.players)
        twin = swap_hidden(state, seat, choice)
        if twin is None:
            continue
        assert twin._states.tobytes() != state._states.tobytes()
        assert bytes(twin.view(seat)) == bytes(state.view(seat))
        assert twin.view(seat).data == state.view(seat).data


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_nothing_but_the_own_hand_is_in_a_view(game: Game) -> None:  # O12
    for state in random_positions(game, 5):
        if state.over:
            continue
        for seat in range(SPECTATOR, game.players):
            view = state.view(seat)
            for other, about in enumerate(view.data.seats):
                assert len(about.hand) == (about.cards if other == seat else 0)
            blanked = view.states()[0]
            for other in set(range(game.players)) - {seat}:
                assert not blanked["hands"][other].any()
                assert not blanked["ones"][other]


def test_the_order_of_a_hand_is_not_in_a_view() -> None:  # O12
    game = GAMES[0]
    deal = game.new(seed=1).record().setup["deals"][0]
    turned = [hand[::-1] for hand in deal]
    read = game.definition.notation.read_setup
    one, other = (game.start(Recorded(read(game.options, {"deals": [cards]}))) for cards in (deal, turned))
    for seat in range(SPECTATOR, 4):
        assert bytes(one.view(seat)) == bytes(other.view(seat))


def test_hands_are_laid_open_when_the_game_ends() -> None:  # O13
    *_, state = random_positions(GAMES[1], 3)
    assert state.view(SPECTATOR).data.seats == everything(state).seats


def test_playouts_pick_every_legal_card_equally_often() -> None:
    state = ludotheque.game("fou", players=4).new(seed=9)
    rng, room = ludotheque.engine.chance.source(1), np.zeros(rules.MAX_MOVES, np.int32)
    for _ in range(6):
        found = Counter(int(rules.pick(state._states, 0, rng, room)) for _ in range(4_000))
        legal = {move.code for move in state.moves()}
        assert set(found) == legal
        assert all(abs(count * len(legal) / 4_000 - 1) < 0.35 for count in found.values())
        state.play(state.moves()[-1])
