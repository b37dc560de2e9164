"""Bridges are counted exactly (M13, M14): against brute force, the slow model, and by their certificate."""

import random
from itertools import pairwise

import pytest

from tests.games.forma.boards import Square, count, effort, found, squares
from tests.model.forma import all_chains, brute_force_bridges, max_bridges, most_together

NARROW = """
.##########.#.###...
###.#############.##
#..################.
.#.################.
#..############.###.
##.#######....#.##.#
#.###..#######.....#
#.######.#########.#
#...####.#########.#
.#.##.#############.
.######.#######.####
#######.#########.##
#####..##########.#.
#####..#########..##
#######...#.####...#
#######...#....#####
...####...#.######..
.####..##..####.#.##
###.###..#.##.######
######.###.##.#.....
"""  # open ground behind narrow places: 3 + 3 bridges at most, 4 together
DEAD_ENDS = 3_000  # so many take some 30 ms
FULL = {(x, y) for x in range(20) for y in range(20)}


def board(size: int, density: float, chance: random.Random) -> set[Square]:
    return {(x, y) for x in range(size) for y in range(size) if chance.random() < density}


def bands(width: int, chance: random.Random, holes: int = 0) -> set[Square]:
    """A wandering band from south to north and one from west to east."""
    own: set[Square] = set()
    for turned in (False, True):
        at = chance.randrange(2, 18 - width)
        for step in range(20):
            band = {(at + k, step) for k in range(width)}
            own |= {(y, x) for x, y in band} if turned else band
            at = min(20 - width, max(0, at + chance.choice((-1, 0, 1))))
    return own - {(chance.randrange(20), chance.randrange(20)) for _ in range(holes)}


def hold(bridges: tuple[tuple[Square, ...], ...], own: set[Square], size: int) -> bool:
    """Whether these are bridges that may be chosen together (M13, M14)."""
    ways = []
    for bridge in bridges:
        steps = [abs(a - c) + abs(b - d) for (a, b), (c, d) in pairwise(bridge)]
        ends = bridge[0], bridge[-1]
        upright, level = ([end[axis] for end in ends] == [0, size - 1] for axis in (1, 0))
        if set(bridge) - own or set(steps) - {1} or not (upright or level):
            return False
        ways.append(upright)
    return all(
        len(set(one) & set(other)) == (0 if ways[i] == ways[j] else 1)
        for i, one in enumerate(bridges)
        for j, other in enumerate(bridges)
        if i < j
    )


@pytest.mark.parametrize(
    ("drawing", "most"),
    [
        ("#.. .#. ..#", 0),  # corners do not join (M13)
        ("### ### ###", 6),
        (".#. ### .#.", 2),
        (".#.. .### ##.. .#..", 1),  # a step: the west-east chain would share two squares
        (".#. ##. .##", 1),  # east exists, north exists, but they share two squares
        ("#### .... #### ####", 3),
        ("..#. ###. .### .#..", 1),  # both directions exist, together they share too much
        ("##. .## .##", 1),
        ("#...# ##### #...# #...# #####", 4),
    ],
)
def test_small_boards_drawn_by_hand(drawing: str, most: int) -> None:  # M13, M14
    own, size = squares(drawing), len(drawing.split())
    assert brute_force_bridges(own, size) == most
    assert count(own, size) == most


def both_ways(own: set[Square], size: int) -> bool:
    """Whether each direction alone has a bridge."""
    return reaches(own, size, 0) and reaches(own, size, 1)


def reaches(own: set[Square], size: int, axis: int) -> bool:
    reached = {square for square in own if square[axis] == 0}
    edge = list(reached)
    while edge:
        x, y = edge.pop()
        near = ({(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & own) - reached
        reached |= near
        edge += near
    return any(square[axis] == size - 1 for square in reached)


@pytest.mark.parametrize(
    ("size", "boards"), [(2, 60), (3, 150), pytest.param(3, 4_000, marks=pytest.mark.slow)]
)
def test_tiny_boards_agree_with_brute_force(size: int, boards: int) -> None:  # M14
    chance, only_one = random.Random(size * boards), 0
    for _ in range(boards):
        own = board(size, chance.uniform(0.5, 1), chance)
        most = brute_force_bridges(own, size)
        assert count(own, size) == most, own
        assert len(found(own, size)) == most
        only_one += most == 1 and both_ways(own, size)
    assert size == 2 or only_one > 0  # both directions exist and only one counts


def brute_force(own: set[Square], size: int) -> int:
    """M14 by trying all sets of chains, but no chain that holds another: that one would do as well."""
    edge = range(size)
    ends = (
        ("upright", {(x, 0) for x in edge}, {(x, size - 1) for x in edge}),
        ("level", {(0, y) for y in edge}, {(size - 1, y) for y in edge}),
    )
    lean: list[tuple[str, frozenset[Square]]] = []
    for way, begin, end in ends:
        chains: list[frozenset[Square]] = []
        for chain in sorted(all_chains(own, size, begin, end), key=len):
            if not any(shorter <= chain for shorter in chains):
                chains.append(chain)
        lean += [(way, chain) for chain in chains]
    return most_together(lean)


@pytest.mark.parametrize(("size", "boards"), [(4, 40), pytest.param(4, 1_200, marks=pytest.mark.slow)])
def test_small_boards_agree_with_brute_force(size: int, boards: int) -> None:  # M14
    chance, only_one = random.Random(boards), 0
    for _ in range(boards):
        own = board(size, chance.uniform(0.55, 0.9), chance)
        most = brute_force(own, size)
        assert count(own, size) == most, own
        bridges = found(own, size)
        assert len(bridges) == most
        assert hold(bridges, own, size), own
        only_one += most == 1 and both_ways(own, size)
    assert only_one > 0


@pytest.mark.parametrize(("size", "boards"), [(6, 15), pytest.param(7, 120, marks=pytest.mark.slow)])
def test_larger_boards_agree_with_the_slow_model(size: int, boards: int) -> None:  # M14
    chance = random.Random(size)
    for _ in range(boards):
        own = board(size, chance.uniform(0.6, 0.95), chance)
        assert count(own, size) == max_bridges(own, size), own


@pytest.mark.parametrize("width", [1, 2, 3, 5])
def test_what_is_found_on_the_whole_board_are_bridges(width: int) -> None:  # M13, M14
    chance = random.Random(width)
    for _ in range(30):
        own = bands(width, chance, holes=chance.randrange(8))
        bridges = found(own, 20)
        assert len(bridges) == count(own, 20)
        assert hold(bridges, own, 20)


def test_a_full_board_has_forty_bridges() -> None:  # M14
    assert count(FULL, 20) == 40
    assert hold(found(FULL, 20), FULL, 20)


def test_turning_and_mirroring_change_no_count() -> None:  # M14
    chance = random.Random(5)
    for _ in range(40):
        own = bands(chance.randrange(1, 5), chance, holes=6)
        most = count(own, 20)
        assert count({(y, x) for x, y in own}, 20) == most
        assert count({(19 - x, y) for x, y in own}, 20) == most
        assert count({(y, 19 - x) for x, y in own}, 20) == most


def comb(teeth: int) -> set[Square]:
    """A spine along the south edge with teeth to the north."""
    return {(x, 0) for x in range(20)} | {(x, y) for x in range(0, 2 * teeth, 2) for y in range(20)}


def test_crowded_boards_have_bridges_that_hold() -> None:
    """Boards far fuller than a game can make them: combs, thick crossings, holes everywhere (M14)."""
    chance = random.Random(9)
    boards = [FULL, comb(10), FULL - {(10, 10)}, {(x, y) for x, y in FULL if x % 2 or y % 2}]
    boards += [bands(width, chance, holes=10) for width in (4, 5, 6) for _ in range(8)]
    boards += [board(20, density, chance) for density in (0.6, 0.7, 0.8, 0.9, 0.95) for _ in range(3)]
    for own in boards:
        assert hold(found(own, 20), own, 20)


def test_open_ground_behind_narrow_places_is_not_searched_over_and_over() -> None:
    """Boards that a search without memory walks through in hundreds of thousands of ways (M14)."""
    own = squares(NARROW)
    assert count(own, 20) == 4
    for turned in (own, {(y, x) for x, y in own}, {(19 - x, y) for x, y in own}):
        assert effort(turned, 20) < DEAD_ENDS


def test_crowded_boards_take_few_dead_ends() -> None:
    chance = random.Random(11)
    boards = [board(20, density, chance) for density in (0.6, 0.7, 0.8, 0.85) for _ in range(8)]
    boards += [bands(width, chance, holes=10) for width in (2, 4, 6) for _ in range(8)]
    assert max(effort(own, 20) for own in boards) < DEAD_ENDS
