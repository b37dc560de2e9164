"""Cards and deals of Fou! read back as they are written, and nothing else reads."""

import json
from collections.abc import Callable
from typing import Any

import pytest

import ludotheque
from ludotheque.core.errors import BadRecord, IllegalMove, UnreadableMove
from ludotheque.core.reading import read_record
from ludotheque.games.fou.notation import CARD_NAMES, format_move, parse_move, read_typed
from ludotheque.i18n.language import speaking
from tests.games.fou.table import Table, deal_of
from tests.model.fou import deck
from tests.variants import random_positions


def test_every_card_reads_back() -> None:  # O1
    assert {parse_move(format_move(card)) for card in CARD_NAMES} == set(CARD_NAMES)
    assert {format_move(parse_move(name)) for name in deck(8)} == set(deck(8)) == set(CARD_NAMES.values())


@pytest.mark.parametrize(("typed", "card"), [("g17", "G17"), (" b 6 ", "B6"), ("1", "1"), ("x2", "x2")])
def test_a_card_may_be_typed_carelessly(typed: str, card: str) -> None:
    assert read_typed(typed) == card


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1 ",
        "01",
        "2",
        "G",
        "G1",
        "G0",
        "G02",
        "g17",
        "G28",
        "R24",
        "Y22",
        "B16",
        "17G",
        "G 17",
        "G17\n",
        "G٢",
    ],
)
def test_other_spellings_are_refused(text: str) -> None:
    with pytest.raises(
        UnreadableMove, match=r"is not a card; there are G2–G27, R2–R23, Y2–Y21, B2–B15, and 1"
    ):
        parse_move(text)


@pytest.mark.parametrize(
    ("card", "why"),
    [
        ("G18", "G18: this card is not in the deck with 4 players [O2]"),
        ("G6", "G6: seat 1 does not hold it [O5]"),
        ("Y3", "Y3: green was led and seat 1 can follow suit: play 1, G5 or G9 [O6]"),
    ],
)
def test_why_a_card_is_refused(card: str, why: str) -> None:  # O2, O5, O6
    table = Table("G2 R2", "G5 G9 Y3 1", "G6 R4", "G8 B5").play_all("G2")
    with pytest.raises(IllegalMove) as refused:
        table.play(card)
    assert str(refused.value) == why


def test_somebody_at_a_table_is_told_in_words() -> None:  # O6
    table = Table("G2 R2", "G5 G9 Y3 1", "G6 R4", "G8 B5").play_all("G2")
    with speaking("en", ("Ada", "Bo", "Cy", "Di")), pytest.raises(IllegalMove) as refused:
        table.play("Y3")
    assert refused.value.why == "green was led and you can follow suit: play a 1, green 5 or green 9"


def test_a_one_that_is_not_held_is_refused() -> None:  # O5
    with pytest.raises(IllegalMove, match=r"^1: seat 0 does not hold it \[O5\]$"):
        Table("G2 R2", "G5", "G6", "G8").play("1")


# Records


def played(players: int = 5, rounds: int | None = 1) -> dict[str, Any]:
    *_, state = random_positions(ludotheque.game("fou", players=players, rounds=rounds), 7)
    record: dict[str, Any] = json.loads(state.record().to_json())
    return record


def refusal(fields: dict[str, Any]) -> str:
    with pytest.raises(BadRecord) as refused:
        read_record(json.dumps(fields)).check()
    return str(refused.value)


def with_deals(change: Callable[[list[Any]], Any]) -> dict[str, Any]:
    record = played()
    deals = record["setup"]["deals"]
    changed = change(deals)
    return record | {"setup": {"deals": deals if changed is None else changed}}


DECK_OF_5 = "G2–G20, R2–R16, Y2–Y14, B2–B10, and 4 1s [O2]"


def put(deals: list[Any], seat: int, k: int, card: Any) -> None:
    deals[0][seat][k] = card


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda deals: {}, 'ply 0: "setup" must hold "deals", a list with a deal for each round'),
        (lambda deals: deals[0][:4], "ply 0: deal 1 must be a list of 5 hands, one per seat"),
        (lambda deals: [deals[0][:4]], "ply 0: deal 1 must be a list of 5 hands, one per seat"),
        (lambda deals: ["G2"], "ply 0: deal 1 must be a list of 5 hands, one per seat"),
        (
            lambda deals: [[*deals[0][:4], "G2"]],
            "ply 0: deal 1: the hand of seat 4 must be a list of 12 cards",
        ),
        (
            lambda deals: deals[0][2].pop() and None,
            "ply 0: deal 1: seat 2 must get 12 cards with 5 players, not 11 [O2]",
        ),
        (
            lambda deals: put(deals, 1, 3, "G21"),
            f'ply 0: deal 1: "G21" is not a card of the deck with 5 players: {DECK_OF_5}',
        ),
        (
            lambda deals: put(deals, 0, 0, 7),
            f"ply 0: deal 1: 7 is not a card of the deck with 5 players: {DECK_OF_5}",
        ),
        (
            lambda deals: put(deals, 0, 0, ["G2"]),
            f'ply 0: deal 1: ["G2"] is not a card of the deck with 5 players: {DECK_OF_5}',
        ),
        (lambda deals: [], "ply 0: the set-up ends too early: chance decides here, and it tells no outcome"),
        (
            lambda deals: [*deals, deals[0][:3]],
            "ply 0: deal 2 must be a list of 5 hands, one per seat",  # more are accepted, but not wrong ones
        ),
    ],
)
def test_wrong_deals_are_refused(change: Callable[[list[Any]], Any], message: str) -> None:  # O2, O4
    assert refusal(with_deals(change)) == message


def test_a_card_dealt_twice_is_refused() -> None:  # O2
    def twice(deals: list[Any]) -> None:
        cards = [(seat, k) for seat in range(5) for k in range(12)]
        seat, k = next((seat, k) for seat, k in cards if deals[0][seat][k] == "R2")
        other, j = next((seat, k) for seat, k in cards if deals[0][seat][k] == "Y7")
        deals[0][seat][k] = deals[0][other][j]

    assert refusal(with_deals(twice)) == "ply 0: deal 1: Y7 is dealt 2 times; the deck has 1 [O2]"

    def too_many_ones(deals: list[Any]) -> None:
        deals[0][0][:] = ["1"] * 12

    assert refusal(with_deals(too_many_ones)).startswith("ply 0: deal 1: 1 is dealt ")
    assert refusal(with_deals(too_many_ones)).endswith(" times; the deck has 4 [O2]")


def test_more_deals_than_rounds_are_accepted() -> None:
    record = played()
    record["setup"]["deals"] += [deal_of(5, seed) for seed in range(2)]
    assert read_record(json.dumps(record)).check().over


def test_a_round_without_a_deal_is_told_with_the_ply_it_begins_at() -> None:  # O4
    record = played(rounds=2)
    record["setup"]["deals"].pop()
    first = read_record(json.dumps(played(rounds=1)))
    assert record["moves"][: len(first.moves)] == list(first.moves)  # the same seed and the same choices
    assert refusal(record).startswith(f"ply {len(first.moves)}: the set-up ends too early")


def test_bad_moves_are_told_with_their_ply() -> None:  # O5, O6
    record = played()
    moves = record["moves"]
    held_elsewhere = record["setup"]["deals"][0][1][0]
    assert (
        refusal(record | {"moves": [held_elsewhere]})
        == f"ply 0: {held_elsewhere}: seat 0 does not hold it [O5]"
    )
    assert refusal(record | {"moves": [*moves[:9], "G99"]}).startswith(
        'ply 9: "G99" is not a card; there are'
    )
    assert refusal(record | {"moves": [*moves[:9], "G27"]}).startswith(
        "ply 9: G27: this card is not in the deck"
    )
    end = len(moves)
    assert refusal(record | {"moves": [*moves, "G2"]}) == f"ply {end}: G2: the game is over"
    assert "was led and seat 1 can follow suit" in refusal(
        record | {"moves": [moves[0], not_following(record)]}
    )


def not_following(record: dict[str, Any]) -> str:
    """A card of seat 1 that does not follow the first card, though it could."""
    hand, colour = record["setup"]["deals"][0][1], record["moves"][0][0]
    assert any(card[0] == colour for card in hand)
    return str(next(card for card in hand if card[0] not in (colour, "1")))


@pytest.mark.parametrize("rounds", [0, "2", 1.5])
def test_odd_rounds_are_refused(rounds: Any) -> None:
    record = played()
    record["options"]["rounds"] = rounds
    assert "rounds is a whole number from 1 to 1000000, or null" in refusal(record)


def test_a_missing_option_is_refused() -> None:
    record = played()
    del record["options"]["rounds"]
    assert refusal(record).startswith("ply 0: option rounds is missing")
