"""The solver of clauses: against brute force, and when it runs out of room."""

import random
from itertools import product

import numba
import numpy as np

from ludotheque.games.forma import clauses

ROOM = 10_000
Clause = tuple[int, ...]


@numba.njit
def run(memory: np.ndarray, room: np.ndarray, variables: int, problem: np.ndarray) -> int:
    s = memory[0]
    clauses.begin(s)
    for _ in range(variables):
        clauses.new(s)
    for one, two, three, four, five in problem:
        clauses.add(s, room, one, two, three, four, five)
    return clauses.solve(s, room)


def solved(problem: list[Clause], variables: int, room: int = ROOM) -> tuple[int, list[bool]]:
    """How a search ended, and the values it left."""
    memory = np.empty(1, clauses.SEARCH)
    padded = [clause + (clauses.FALSE,) * (5 - len(clause)) for clause in problem]
    ended = run(memory, np.empty(room, np.int32), variables, np.array(padded, np.int64))
    return ended, [bool(memory[0]["value"][2 * v] == clauses.YES) for v in range(variables + 1)]


def holds(problem: list[Clause], values: list[bool]) -> bool:
    return all(any(values[literal >> 1] != bool(literal & 1) for literal in clause) for clause in problem)


def drawn(variables: int, count: int, chance: random.Random) -> list[Clause]:
    """Random clauses of two to five different variables."""
    numbers = range(1, variables + 1)
    sizes = [chance.choice((2, 3, 3, 3, 4, 5)) for _ in range(count)]
    return [tuple(2 * v + chance.randrange(2) for v in chance.sample(numbers, size)) for size in sizes]


def test_values_are_found_if_and_only_if_there_are_some() -> None:
    chance, found = random.Random(1), 0
    for _ in range(300):
        variables = chance.randrange(5, 11)
        problem = drawn(variables, chance.randrange(3, 9 * variables), chance)
        ended, values = solved(problem, variables)
        possible = any(holds(problem, [True, *rest]) for rest in product((False, True), repeat=variables))
        assert ended == (clauses.FOUND if possible else clauses.NONE)
        assert not possible or holds(problem, values)
        found += possible
    assert 50 < found < 250


def pigeons(count: int) -> list[Clause]:
    """Each of *count* pigeons has one of count - 1 holes, none together: a proof that needs much learning."""
    holes = count - 1
    lives = [[2 * (1 + pigeon * holes + hole) for hole in range(holes)] for pigeon in range(count)]
    apart = [
        (one[hole] ^ 1, other[hole] ^ 1)
        for k, one in enumerate(lives)
        for other in lives[:k]
        for hole in range(holes)
    ]
    return [*map(tuple, lives), *apart]


def test_it_gives_up_for_want_of_room_and_comes_to_an_end_with_more() -> None:
    assert solved(pigeons(6), 30, room=800)[0] == clauses.GAVE_UP
    assert solved(pigeons(6), 30, room=1 << 20)[0] == clauses.NONE


def test_a_contradiction_is_seen_without_a_search() -> None:
    assert solved([(2,), (3,)], 1)[0] == clauses.NONE
