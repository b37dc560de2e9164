"""Why a card is better: what is said is true by the rules, and tells the two cards apart."""

import random

import pytest

import ludotheque
from ludotheque.games.fou.reasons import _others_hold
from ludotheque.i18n.language import speaking
from ludotheque.reviews.words import reason_of
from tests.games.fou.table import Table


@pytest.mark.parametrize(
    ("hands", "trick", "better", "other", "reason"),
    [
        # Leading (O8, O10)
        ("Y4 Y6 R13 | R2 Y3 | R4 G5 | R7 G6", "", "Y4", "R13",
         "leads yellow, of which the others hold fewer cards than of orange"),
        ("Y4 R13 | R2 G3 | R4 G5 | R7 G6", "", "Y4", "R13", "leads yellow, which nobody else holds"),
        ("Y9 Y7 | Y8 G3 | R4 Y5 | R7 G6", "", "Y9", "Y7", "has one card more below it in the others’ hands"),
        ("1 G4 | G2 R2 | G3 R3 | G5 R5", "", "G4", "1", "keeps a 1 for a trick with discards"),
        # Following (O6, O7, O10)
        ("R6 R4 | R5 G4 | R3 G6 | R10 G2", "R10", "R6", "R4",
         "has one card more below it in the others’ hands"),
        ("1 R5 | Y3 G3 | Y4 G4 | Y2 G2", "Y2", "1", "R5", "is no discard, as a 1 counts as yellow"),
        ("1 B3 G9 | B4 B6 | R4 Y5 | G11 G12", "B4 R4 G11", "1", "B3",
         "plays the 1 while discards lie that are worse"),
        ("G3 G12 | Y7 R2 | Y5 R3 | 1 R4", "Y7 Y5 1", "G3", "G12",
         "is the worst card either way as the trick lies, and keeps green 12 for a safer one"),
        ("B7 B6 | R2 R3 | R4 R5 | B8 G2", "B8", "B7", "B6", "leaves cards worth one point less in hand"),
    ],
)  # fmt: skip
def test_what_a_better_card_does(hands: str, trick: str, better: str, other: str, reason: str) -> None:
    """The cards of the trick are those of the last seats; then it is the first one's turn."""
    leader = -len(trick.split()) % 4
    view = Table(*hands.split(" | "), leader=leader).play_all(trick).view(0)
    with speaking("en"):
        assert reason in reason_of(view, better, other)
        assert reason not in reason_of(view, other, better)


def test_two_discs_take_two_discards_to_make_a_1_safe() -> None:
    """O3, O10: with seven players two are Fools."""
    hands = ("1 B3", "B4 B5", "B6 B7", "B8 B9", "B10 B11", "R4 Y5", "G11 G12")
    one = Table(*hands, leader=4).play_all("B10 R4 G11")
    none = Table(*hands[:6], "B12 G12", leader=4).play_all("B10 R4 B12")
    with speaking("en"):
        assert "plays the 1 while" in reason_of(one.view(0), "1", "B3")
        assert "plays the 1 while" not in reason_of(none.view(0), "1", "B3")


def test_a_1_is_not_kept_for_later_where_it_is_safe_now() -> None:
    view = Table("1 B3", "B4 B6", "R4 Y5", "G11 G12", leader=1).play_all("B4 R4 G11").view(0)
    with speaking("en"):
        assert "keeps" not in reason_of(view, "B3", "1")


def test_what_the_others_hold_is_what_they_hold() -> None:
    """O12: it follows from the deck, the own hand and the cards played."""
    state, rng = ludotheque.game("fou", players=5, rounds=1).new(seed=3), random.Random(3)
    while not state.over:
        data = state.view(state.seat).data
        hands = [state.view(seat).data.seats[seat].hand for seat in range(5) if seat != state.seat]
        for colour in "GRYB":
            held = sorted(card for hand in hands for card in hand if card[0] == colour)
            assert sorted(_others_hold(data, colour)) == held
        state.play(rng.choice(state.moves()))
