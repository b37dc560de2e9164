"""Fou! rule by rule; each test names the rules it holds (docs/rules/fou.md)."""

from collections import Counter

import pytest

import ludotheque
from ludotheque.core.errors import BadOption
from ludotheque.games.fou.cards import DECKS
from ludotheque.games.fou.rules import SHEET
from tests.games.fou.table import Table, deal_of, names

A, P, R, C = range(4)  # the printed examples' players, in seat order


def settled(table: Table) -> tuple[int, tuple[int, ...]]:
    """Who won the previous trick, and who took its discs."""
    trick = table.view().data.last_trick
    return trick.winner, trick.fools


def spare(*played: str) -> list[str]:
    """Hands with the cards to be played and two more, so that the round goes on."""
    extra = ("R2 R3", "R4 R5", "R6 R7", "R8 R9", "R10 R11", "R12 R13", "R14 R15", "R16 R17")
    return [f"{card} {more}" for card, more in zip(played, extra, strict=False)]


# The deck


def test_the_largest_deck_is_the_whole_game() -> None:  # O1
    deck = ludotheque.game("fou", players=8).new(seed=1).view().data.deck
    highest = {letter: max(int(card[1:]) for card in deck if card[0] == letter) for letter in "GRYB"}
    assert highest == {"G": 27, "R": 23, "Y": 21, "B": 15}
    assert (len(deck), deck.count("1")) == (88, 6)


@pytest.mark.parametrize(
    ("players", "highest", "ones", "cards", "discs"),
    [
        (4, (17, 13, 10, 8), 4, 48, 1),
        (5, (20, 16, 14, 10), 4, 60, 1),
        (6, (23, 19, 17, 13), 4, 72, 1),
        (7, (26, 22, 20, 14), 6, 84, 2),
        (8, (27, 23, 21, 15), 6, 88, 2),
    ],
)
def test_the_deck_by_number_of_players(
    players: int, highest: tuple[int, ...], ones: int, cards: int, discs: int
) -> None:  # O2, O3
    assert DECKS[players - 4].tolist() == [*highest, ones, discs]
    state = ludotheque.game("fou", players=players).new(seed=3)
    dealt = Counter(card for hand in state.record().setup["deals"][0] for card in hand)
    tops = zip("GRYB", highest, strict=True)
    expected = {f"{letter}{n}": 1 for letter, top in tops for n in range(2, top + 1)}
    assert dealt == expected | {"1": ones}
    assert sum(dealt.values()) == cards
    assert {seat.cards for seat in state.view().data.seats} == {11 if players == 8 else 12}


@pytest.mark.parametrize("players", [3, 9, None, True])
def test_four_to_eight_play(players: object) -> None:  # O2
    with pytest.raises(BadOption, match="players is a whole number from 4 to 8"):
        ludotheque.game("fou", players=players)


@pytest.mark.parametrize("rounds", [0, -1, "all", True])
def test_rounds_are_a_number_or_null(rounds: object) -> None:
    with pytest.raises(BadOption, match="rounds is a whole number from 1 to 1000000, or null"):
        ludotheque.game("fou", rounds=rounds)


# A trick


def test_seat_0_leads_the_first_round_with_any_card() -> None:  # O4, O5
    state = ludotheque.game("fou", players=6).new(seed=2)
    assert state.seat == 0
    assert names(state) == set(state.view(0).data.seats[0].hand)


def test_everybody_plays_one_card_clockwise_but_who_holds_a_disc() -> None:  # O5
    table = Table("G5 R2", "G6 R3", "G7 R4", "G8 R5", "G9 R6", leader=3, discs=[0])
    order: list[int] = []
    for card in ("G8", "G9", "G6", "G7"):
        order.append(table.seat)
        table.play(card)
    assert order == [3, 4, 1, 2]


def test_who_holds_the_colour_must_play_it_or_a_one() -> None:  # O6, O7
    table = Table("G5 R2", "G6 Y3 1", "Y7 R4", "1 B5").play_all("G5")
    assert names(table) == {"G6", "1"}
    table.play("G6")
    assert names(table) == {"Y7", "R4"}  # holds none: anything
    table.play("Y7")
    assert names(table) == {"1", "B5"}  # a 1 is not the colour, so it never has to be played


def test_a_one_led_leaves_the_colour_open() -> None:  # O8
    table = Table("1 R2", "1 G6 Y3", "G7 R4", "G8 B5").play_all("1")
    assert names(table) == {"1", "G6", "Y3"}
    table.play("1")
    assert table.view().data.led is None
    assert names(table) == {"G7", "R4"}
    table.play("G7")
    assert table.view().data.led == "G"
    assert names(table) == {"G8"}


def test_equal_ones_are_one_move() -> None:  # O1
    assert sorted(map(str, Table("1 1 1 R2", "G2", "G3", "G4").moves())) == ["1", "R2"]


@pytest.mark.parametrize(
    ("leader", "out", "cards", "winner", "fool"),
    [
        (A, [C], {A: "B7", P: "B5", R: "B8"}, R, P),  # a
        (R, [P], {R: "Y10", C: "G5", A: "Y2"}, R, C),  # b
        (R, [], {R: "B5", C: "G9", A: "Y4", P: "B2"}, R, A),  # c
        (R, [], {R: "B5", C: "B8", A: "1", P: "B2"}, C, A),  # d
        (A, [], {A: "B5", P: "1", R: "Y9", C: "B6"}, C, R),  # e
    ],
)
def test_the_printed_tricks(
    leader: int, out: list[int], cards: dict[int, str], winner: int, fool: int
) -> None:  # O9, O10
    hands = spare(*(cards.get(seat, "G2") for seat in range(4)))
    table = Table(*hands, leader=leader, discs=out).play_all(" ".join(cards.values()))
    assert settled(table) == (winner, (fool,))
    assert table.seat == winner  # leads the next trick
    assert [seat.fool for seat in table.view().data.seats] == [seat == fool for seat in range(4)]


def test_of_nothing_but_ones_the_first_wins_and_the_last_is_worst() -> None:  # O9
    table = Table(*spare("1", "1", "1", "1"), leader=2).play_all("1 1 1 1")
    assert settled(table) == (2, (1,))
    table = Table("1 R2", "1 R3", "1 R4", "1 R5", "1 R6", "R7 R8", "1 R9", discs=[5]).play_all("1 1 1 1 1 1")
    assert settled(table) == (0, (4, 6))  # two discs: the last two (O10)


def test_of_equal_discards_the_later_is_worse() -> None:  # O10
    assert settled(Table(*spare("B5", "Y9", "G9", "B6")).play_all("B5 Y9 G9 B6")) == (3, (2,))
    assert settled(Table(*spare("B5", "G9", "Y9", "B6"), leader=2).play_all("Y9 B6 B5 G9")) == (2, (0,))


def test_of_several_ones_the_later_is_worse() -> None:  # O7, O10
    assert settled(Table(*spare("B5", "1", "1", "B6")).play_all("B5 1 1 B6")) == (3, (2,))
    assert settled(Table(*spare("1", "1", "B5", "B6")).play_all("1 1 B5 B6")) == (3, (1,))


def test_a_discard_is_worse_than_any_card_of_the_colour() -> None:  # O10
    assert settled(Table(*spare("B2", "G17", "B3", "1")).play_all("B2 G17 B3 1")) == (2, (1,))


@pytest.mark.parametrize(
    ("cards", "winner", "fools"),
    [
        ("B5 Y9 G4 B6 B7 B8 B9", 6, (1, 2)),  # two discards
        ("B5 Y9 B2 B6 B7 B8 B9", 6, (1, 2)),  # one discard, then the lowest of the colour
        ("B5 Y9 1 B6 B7 1 B9", 6, (1, 5)),  # then the last 1
        ("B5 B4 B3 B6 B7 B8 B9", 6, (1, 2)),  # no discard: the two lowest
        ("B5 Y9 G9 Y8 G8 B8 B9", 6, (3, 4)),  # equal discards
        ("B5 Y9 G9 Y10 G10 R9 B9", 6, (2, 5)),  # three equal: the last two
    ],
)
def test_two_discs_go_to_the_two_worst(cards: str, winner: int, fools: tuple[int, int]) -> None:  # O3, O10
    hands = spare(*cards.split())
    hands = [hand.replace("R9 ", "R9 R20 ") if hand.startswith("R9") else hand for hand in hands]
    hands[3] = hands[3].replace("R8 R9", "R8 R21")
    table = Table(*hands).play_all(cards)
    assert settled(table) == (winner, fools)
    order: list[int] = []
    while len(order) < 5:
        order.append(table.seat)
        table.play(table.moves()[0])
    assert not set(order) & set(fools)  # both sit out (O5)


def test_the_view_tells_who_would_win_and_who_would_be_the_fool() -> None:  # O9, O10
    table = Table(*spare("B5", "Y9", "B6", "B7"))
    told = []
    for card in ("B5", "Y9", "B6"):
        table.play(card)
        told.append((table.view().data.winning, table.view().data.worst))
    assert told == [(0, ()), (0, (1,)), (2, (1,))]


# The end of a round


def test_the_round_ends_with_the_trick_in_which_a_hand_runs_out() -> None:  # O11
    table = Table("B2", "B3 G5", "B4 G6", "B5 G7", rounds=1).play_all("B2 B3 B4")
    assert not table.over
    table.play("B5")
    assert table.over


def test_the_last_tricks_disc_counts_but_does_not_carry_over() -> None:  # O11, O14
    table = Table("B2", "B3 G5", "B4", "B5 G7").play_all("B2 B3 B4 B5")
    view = table.view().data
    assert settled(table) == (3, (0,))
    assert view.sheet == ((0, -5, 10, -7),)
    assert (view.round, [seat.fool for seat in view.seats]) == (2, [False] * 4)
    assert {seat.cards for seat in view.seats} == {12}
    for _ in range(4):  # everybody plays in the first trick
        table.play(table.moves()[0])
    assert len(table.view().data.last_trick.plays) == 4


def test_the_printed_scoring() -> None:  # O13, O14
    """Hands worth 17 and 13; of two players who went out, one took the disc."""
    table = Table("B5", "B6 G12 1", "B7 R8 Y5", "B2", rounds=1).play_all("B5 B6 B7 B2")
    assert table.scores == [10, -17, -13, 0]
    assert table.winners == [0]


def test_ones_left_in_hand_cost_five_each() -> None:  # O13
    table = Table("B5", "B6 1 1 G2", "B7 1", "B2 Y3", rounds=1).play_all("B5 B6 B7 B2")
    assert table.scores == [10, -12, -5, -3]


@pytest.mark.parametrize(
    ("first", "totals", "leader"),
    [
        (0, [0, 0, -50, 0], 2),  # the lowest total, whoever it was
        (0, [0, -50, -50, 0], 1),  # of two the next clockwise from the first player
        (2, [0, -50, -50, 0], 1),  # who comes last himself
        (2, [-50, 0, 0, -50], 3),
        (3, [-50, -50, 0, -50], 0),
        (1, [0, -50, 0, 0], 1),
    ],
)
def test_the_lowest_total_leads_the_next_round(first: int, totals: list[int], leader: int) -> None:  # O15
    totals = [total - score for total, score in zip(totals, (10, -3, -3, -3), strict=True)]
    table = Table("B5", "B6 G3", "B7 R3", "B2 Y3", leader=0, first=first, totals=totals)
    table.play_all("B5 B6 B7 B2")
    assert (table.view().data.round, table.seat) == (2, leader)


# The end of the game


@pytest.mark.parametrize(("before", "over"), [(-76, False), (-77, True), (-90, True)])
def test_a_total_of_minus_80_ends_the_game(before: int, over: bool) -> None:  # O16
    table = Table("B5", "B6 G3", "B7 R3", "B2 Y3", totals=[0, before, 0, 0]).play_all("B5 B6 B7 B2")
    assert table.over == over
    assert table.scores[1] == before - 3


def test_plus_points_count_towards_the_total() -> None:  # O16: totals are net
    table = Table("B5", "B6 G3", "B7 R3", "B2 Y3", totals=[-89, 0, 0, 0]).play_all("B5 B6 B7 B2")
    assert (table.over, table.scores[0]) == (False, -79)


@pytest.mark.parametrize(("before", "over"), [(4, False), (5, True)])
def test_the_sixth_plus_ten_ends_the_game(before: int, over: bool) -> None:  # O16
    table = Table("B5", "B6 G3", "B7 R3", "B2 Y3", tens=[before, 0, 0, 0]).play_all("B5 B6 B7 B2")
    assert table.over == over
    assert table.view().data.seats[0].tens == before + 1


def test_the_highest_total_wins_and_equal_totals_share() -> None:  # O17
    hands = ("B5", "B6 G3", "B7 R3", "B2 Y3")
    one = Table(*hands, totals=[-60, -80, -50, -51]).play_all("B5 B6 B7 B2")
    assert (one.scores, one.winners) == ([-50, -83, -53, -54], [0])
    two = Table(*hands, totals=[-63, -80, -50, -51]).play_all("B5 B6 B7 B2")
    assert (two.scores, two.winners) == ([-53, -83, -53, -54], [0, 2])


def test_a_game_cut_off_by_rounds_has_winners_as_if_it_had_ended() -> None:  # O17
    table = Table("B5", "B6 G3", "B7 R3", "B2 Y3", rounds=1).play_all("B5 B6 B7 B2")
    assert table.result == {"scores": [10, -3, -3, -3], "winners": [0]}


def test_the_game_may_end_before_its_rounds_are_played() -> None:  # O16
    table = Table("B5", "B6 G3", "B7 R3", "B2 Y3", totals=[0, -77, 0, 0], rounds=9).play_all("B5 B6 B7 B2")
    assert table.over


def test_the_sheet_keeps_the_latest_rounds() -> None:  # O13
    table = Table("B5", "B6 G3", "B7 R3", "B2 Y3")
    table._states[0]["finished"] = SHEET
    table._states[0]["sheet"][:, 0] = range(-SHEET, 0)
    table.play_all("B5 B6 B7 B2")
    view = table.view().data
    assert (view.sheet_from, len(view.sheet), view.round) == (2, SHEET, SHEET + 2)
    assert [row[0] for row in view.sheet] == [*range(1 - SHEET, 0), 10]


def test_a_move_stands_once_a_card_is_shown() -> None:  # O12
    table = Table("B5", "B6 G3", "B7 R3", "B2 Y3")
    before = -1
    for card in ("B5", "B6", "B7", "B2"):
        assert table.revealed > before
        before = table.revealed
        table.play(card)
    assert table.revealed > before  # dealt anew
    assert deal_of(4) != deal_of(4, seed=1)
