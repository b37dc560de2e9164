"""What a seat imagines: every deal that fits what it has seen, and no other."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
import pytest

import ludotheque
from ludotheque.engine.chance import source
from ludotheque.engine.contract import SPECTATOR
from ludotheque.games.fou import rules
from ludotheque.games.fou.notation import COLOUR_LETTERS
from ludotheque.games.fou.view import describe
from tests.games.fou.table import Table
from tests.model.fou import deck

Hands = tuple[tuple[str, ...], ...]

SMALL = {  # hands of four, and the colours they have shown not to hold
    "nothing shown": (("R2", "G3 G4 1", "Y2 Y3", "B2"), {}),
    "one colour shown": (("R2", "G3 G4 1", "Y2 Y3", "B2"), {2: "G"}),
    "the same colour twice": (("R2", "G3 G4", "Y2 Y3", "B2 1"), {2: "G", 3: "G"}),
    "one among the other": (("R2", "G3 Y4", "Y2 B3 1", "B2 B4"), {2: "G", 3: "GY"}),
    "crossed": (("R2", "G3 Y4 1", "Y2 B3", "G2 B4"), {2: "G", 3: "Y"}),
    "crossed, and tight": (("R2", "G3 G4", "Y2 Y3", "B2 1"), {2: "G", 3: "Y", 1: "Y"}),
    "three colours crossed": (("R2", "G3 B4", "Y2 G5", "B2 Y5 1"), {1: "Y", 2: "B", 3: "G"}),
    "only one way": (("R2", "G3 G4", "Y2 Y3", "B2 B3"), {1: "YB", 2: "GB", 3: "GY"}),
    "two 1s": (("1", "1 G2", "1 Y2", "Y3"), {3: "G"}),
}


def consistent(unseen: Sequence[str], counts: Sequence[int], voids: Sequence[str]) -> Iterator[Hands]:
    """Every way to deal the unseen cards to the hands; equal cards are told apart, so some come twice."""
    if not counts:
        yield ()
        return
    for chosen in combinations(range(len(unseen)), counts[0]):
        hand = [unseen[k] for k in chosen]
        if not any(card[0] in voids[0] for card in hand):
            rest = [card for k, card in enumerate(unseen) if k not in chosen]
            for others in consistent(rest, counts[1:], voids[1:]):
                yield (tuple(sorted(hand)), *others)


def imagined(table: Table, seat: int, times: int) -> Iterator[Hands]:
    """The other hands, imagined again and again."""
    view = table.view(seat).states()
    rng = source("imagine")
    for _ in range(times):
        states = view.copy()
        rules.imagine(states, 0, seat, rng)
        hands = [holder.hand for holder in describe(states, 0, seat).seats]
        yield tuple(tuple(sorted(hand)) for k, hand in enumerate(hands) if k != seat)


@pytest.mark.parametrize("name", SMALL)
def test_every_consistent_deal_is_imagined_and_no_other(name: str) -> None:  # O6, O12
    hands, voids = SMALL[name]
    table = Table(*hands, voids=voids)
    unseen = " ".join(hands[1:]).split()
    counts = [len(hand.split()) for hand in hands[1:]]
    expected = Counter(consistent(unseen, counts, [voids.get(seat, "") for seat in range(1, 4)]))
    times = 60 * sum(expected.values())
    found = Counter(imagined(table, 0, times))
    assert set(found) == set(expected)
    share = sum(expected.values())
    far = sum(abs(found[deal] / times - ways / share) for deal, ways in expected.items()) / 2
    assert far < 0.15  # half of what all deals together are too likely or too unlikely; noise among it


@pytest.mark.parametrize("players", range(4, 9))
def test_the_true_hands_could_be_the_imagined_ones(players: int) -> None:  # O6, O7, O12
    game = ludotheque.game("fou", players=players, rounds=2)
    choice, state = random.Random(players), game.new(seed=players)
    while not state.over:
        for seat in (SPECTATOR, state.seat, (state.seat + 2) % players):
            view = state.view(seat)
            other = view.imagine(seed=state.ply)
            assert other.view(seat) == view
            check_against(state._states, other._states, players)
        state.play(choice.choice(state.moves()))


def check_against(true: np.ndarray, guess: np.ndarray, players: int) -> None:
    """All cards are there, as many in each hand, and none of a colour that was shown not to be there."""
    seats, guessed = describe(true, 0, 0).seats, describe(guess, 0, 0).seats
    assert [seat.cards for seat in seats] == [len(seat.hand) for seat in guessed]
    played = [card for seat in seats for card in seat.played]
    assert Counter(played + [card for seat in guessed for card in seat.hand]) == Counter(deck(players))
    for holder, voids in zip(guessed, true[0]["voids"].tolist(), strict=False):
        shown = {letter for k, letter in enumerate(COLOUR_LETTERS) if voids >> k & 1}
        assert not shown & {card[0] for card in holder.hand}


def test_a_discard_shows_that_the_colour_is_missing() -> None:  # O6
    table = Table("R2 R9", "Y3 B4", "R5 Y5", "R6 B6").play_all("R2 Y3 R5 R6")
    for deal in imagined(table, 0, 200):
        assert not any(card.startswith("R") for card in deal[0])


def test_a_one_shows_nothing() -> None:  # O7
    table = Table("R2 R9", "1 R4", "R5 Y5", "R6 B6").play_all("R2 1 R5 R6")
    assert any("R4" in deal[0] for deal in imagined(table, 0, 100))
    table = Table("1 R9", "Y3 R4", "R5 Y5", "R6 B6").play_all("1 Y3")  # O8: no colour was led
    assert any("R4" in deal[0] for deal in imagined(table, 0, 100))


def test_what_was_shown_is_forgotten_with_the_round() -> None:  # O4
    table = Table("R2", "Y3 B4", "R5 Y5", "R6 B6").play_all("R2 Y3 R5 R6")
    assert table.view().data.round == 2
    assert not table._states[0]["voids"].any()


@pytest.mark.slow
def test_the_exchanges_bring_crossed_colours_closer_to_uniform() -> None:
    """Eight cards of each of two colours, each missing in one hand: the mean split shows a bias (O6)."""
    greens, yellows, reds = "G2 G3 G4 G5", "Y2 Y3 Y4 Y5", "R3 R4 R5 R6"
    table = Table("R2", greens, yellows, reds, voids={1: "Y", 2: "G"})
    unseen = f"{greens} {yellows} {reds}".split()
    expected = Counter(consistent(unseen, [4, 4, 4], ["Y", "G", ""]))
    weights: Counter[int] = Counter()
    for deal, ways in expected.items():
        weights[sum(card[0] == "G" for card in deal[0])] += ways
    found = Counter(sum(card[0] == "G" for card in deal[0]) for deal in imagined(table, 0, 20_000))
    for greens_held, ways in weights.items():
        assert found[greens_held] / 20_000 == pytest.approx(ways / sum(weights.values()), abs=0.04)
