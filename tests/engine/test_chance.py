"""Random sources: reproducible, even, and never shared."""

import math
from collections import Counter
from itertools import permutations

import numpy as np

import ludotheque
from ludotheque.engine.chance import (
    DRAWS,
    below,
    branch,
    draw_last,
    fraction,
    next_word,
    shuffle_first,
    source,
)


def test_equal_seeds_give_equal_games_and_others_do_not() -> None:
    game = ludotheque.game("feurio")
    stacks = [game.new(seed=seed).record().setup["stack"] for seed in (1, 1, 2, "1", None, None)]
    assert stacks[0] == stacks[1] == stacks[3]
    assert stacks[0] != stacks[2]
    assert stacks[4] != stacks[5]


def test_zero_is_a_seed_like_any_other() -> None:
    game = ludotheque.game("feurio")
    assert game.new(seed=0).record() == game.new(seed=0).record()


def test_the_first_words_of_a_source_are_those_of_xoshiro256plusplus() -> None:
    """The reference values of its authors' program for the state 1, 2, 3, 4."""
    rng = np.array([1, 2, 3, 4], np.uint64)
    assert [int(next_word(rng)) for _ in range(4)] == [
        41943041,
        58720359,
        3588806011781223,
        3591011842654386,
    ]


def test_numbers_below_a_limit_are_even() -> None:
    rng = source("even")
    counts = Counter(int(below(rng, 7)) for _ in range(70_000))
    assert set(counts) == set(range(7))
    expected = 10_000
    chi_squared = sum((count - expected) ** 2 / expected for count in counts.values())
    assert chi_squared < 30  # 6 degrees of freedom: once in 25,000 seeds, and this seed is fixed


def test_fractions_are_even_and_neither_0_nor_1() -> None:
    rng = source(1)
    drawn = np.array([fraction(rng) for _ in range(20_000)])
    assert drawn.min() > 0 and drawn.max() < 1
    counts, _ = np.histogram(drawn, bins=10, range=(0, 1))
    assert abs(counts - 2_000).max() < 5 * math.sqrt(2_000)


def test_every_order_is_equally_likely() -> None:
    rng = source("orders")
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(24_000):
        values = np.arange(5, dtype=np.uint8)
        shuffle_first(values, 4, rng)
        assert values[4] == 4
        counts[tuple(values[:4].tolist())] += 1
    assert set(counts) == set(permutations(range(4)))
    assert sum((count - 1_000) ** 2 / 1_000 for count in counts.values()) < 60  # 23 degrees of freedom


def drawn_at_once(values: list[int], left: int, rng: np.ndarray) -> int:
    """Draw as `draw_last` does, but each batch as one number; return how many words it refused."""
    last, refused = len(values) - 1, 0
    while last >= left:
        places = range(last, max(last - DRAWS, left - 1), -1)
        fair = False
        while not fair:
            ways = math.prod(place + 1 for place in places)
            way, rest = divmod(int(next_word(rng)) * ways, 2**64)
            fair = rest >= 2**64 % ways  # Lemire: as many words are left for every way
            refused += not fair
            for place in places:
                ways //= place + 1
                other, way = divmod(way, ways)
                values[place], values[other] = values[other], values[place]
        last -= len(places)
    return refused


def test_several_draws_from_one_word_are_one_exact_draw() -> None:
    refused = 0
    for number in range(30):
        count, left = 1024 - number, number * 7
        values, expected = np.arange(count, dtype=np.int32), list(range(count))
        draw_last(values, count, left, source(number))
        refused += drawn_at_once(expected, left, source(number))
        assert values.tolist() == expected
    assert refused > 0


def test_every_set_left_over_is_equally_likely() -> None:
    rng = source("sets")
    counts: Counter[frozenset[int]] = Counter()
    for _ in range(20_000):
        values = np.arange(6, dtype=np.uint8)
        draw_last(values, 6, 3, rng)
        counts[frozenset(values[:3].tolist())] += 1
    assert len(counts) == 20
    assert sum((count - 1_000) ** 2 / 1_000 for count in counts.values()) < 50  # 19 degrees of freedom


def test_the_games_of_a_run_have_sources_of_their_own() -> None:
    root = source("run")
    words = set()
    for number in range(1_000):
        rng = np.zeros(4, np.uint64)
        branch(root, number, rng)
        words.update(rng.tolist())
    assert len(words) == 4_000
