"""Everybody sits everywhere, equally often."""

from collections import Counter
from itertools import combinations

import pytest

from ludotheque.arena.seating import seating


@pytest.mark.parametrize("players", range(1, 9))
@pytest.mark.parametrize("bots", range(1, 10))
def test_after_as_many_games_as_bots_everybody_has_had_every_seat(bots: int, players: int) -> None:
    for first in (0, 5 * bots):
        had: Counter[tuple[int, int]] = Counter()
        for number in range(first, first + bots):
            had.update(enumerate(seating(bots, players, 7, number)))
        assert had == {(seat, bot): 1 for seat in range(players) for bot in range(bots)}


@pytest.mark.parametrize(("bots", "players"), [(2, 3), (3, 4), (2, 4), (3, 8)])
def test_too_few_bots_go_round_the_table(bots: int, players: int) -> None:
    order = seating(bots, players, 7, 0)
    assert order[bots:] == order[:-bots]
    counts = Counter(order).values()
    assert max(counts) - min(counts) <= 1


def test_with_more_bots_than_seats_everybody_meets_everybody() -> None:
    met = Counter(frozenset(seating(4, 2, 7, number)) for number in range(1_200))
    assert met.keys() == {frozenset(pair) for pair in combinations(range(4), 2)}
    assert min(met.values()) > 150, "200 of 1200 are expected"


def test_everybody_follows_everybody() -> None:
    after = Counter(
        (order[seat - 1], order[seat])
        for order in (seating(4, 4, 7, number) for number in range(1_200))
        for seat in range(4)
    )
    assert len(after) == 12
    assert min(after.values()) > 320, "400 are expected"


def test_the_seed_decides() -> None:
    def many(seed: int) -> list[list[int]]:
        return [seating(5, 4, seed, number) for number in range(20)]

    assert many(1) == many(1) != many(2)
