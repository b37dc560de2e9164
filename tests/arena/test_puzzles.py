"""Puzzles are found again by the same seed, and every one that we ship is one: legal and clear."""

import json
from dataclasses import replace
from itertools import islice

import pytest

import ludotheque
from ludotheque.arena.puzzles import Criteria, find_puzzles, judged, still_clear
from ludotheque.core.errors import BadRecord, Refusal
from ludotheque.core.puzzle import Puzzle, puzzle_of, puzzles_of
from ludotheque.core.reading import read_record
from ludotheque.core.registry import definition, names

QUICK = Criteria(simulations=60, longer=400, searches=2, margin=0.2, per_game=2)
SHIPPED = [name for name in names() if definition(name).puzzles_file]
LEAST = {"connect_four": 60, "feurio": 50, "forma": 9, "fou": 40}  # puzzles that come with a game
FEWEST = 0.05  # by which the next best move must be behind, in the chances of all searches together


def found(seed: str, number: int, workers: int = 1) -> list[list[str]]:
    game = ludotheque.game("connect_four")
    return list(islice(find_puzzles(game, seed, QUICK, workers=workers), number))


def test_equal_seeds_find_equal_puzzles() -> None:
    lines = found("a", 6)
    assert lines == found("a", 6)
    assert lines != found("b", 6)
    puzzles = [puzzle_of(read_record(line)) for some in lines for line in some]
    assert puzzles
    for puzzle in puzzles:
        assert puzzle.state.seat == puzzle.seat
        assert puzzle.best_chance - puzzle.next_chance >= FEWEST
    assert [line for some in lines for line in some] == [one.record.to_json() for one in puzzles]


@pytest.mark.slow
def test_several_processes_find_the_same() -> None:
    assert found("a", 4, workers=2) == found("a", 4)


def test_a_position_where_moves_are_alike_is_no_puzzle() -> None:
    state = ludotheque.game("connect_four").new()
    assert judged(state.view(0), "a", QUICK) == {}


def test_criteria_that_make_no_sense_are_refused() -> None:
    with pytest.raises(Refusal, match="margin between 0 and 1"):
        Criteria(margin=1.5)
    with pytest.raises(Refusal):
        Criteria(searches=0)


@pytest.mark.parametrize(
    ("told", "why"),
    [
        (None, '"puzzle" is missing'),
        ({"seat": 2, "solution": "a", "chances": {"a": 1.0}}, "seat is 0 to 1, not 2"),
        ({"seat": 0, "solution": "a", "chances": {"a": 1.5}}, "a number from 0 to 1"),
        ({"seat": 0, "solution": "b", "chances": {"a": 0.5}}, "a move of its chances"),
    ],
)
def test_a_record_that_tells_no_puzzle_is_refused(told: object, why: str) -> None:
    record = ludotheque.game("connect_four").new().record()
    with pytest.raises(BadRecord, match=why):
        puzzle_of(replace(record, more={"puzzle": told} if told else {}))


# What we ship


@pytest.mark.parametrize("name", LEAST)
def test_all_our_games_have_puzzles(name: str) -> None:
    assert len(puzzles_of(definition(name))) >= LEAST[name]


@pytest.mark.parametrize("name", SHIPPED)
def test_every_puzzle_replays_and_its_solution_is_the_best_by_far(name: str) -> None:
    puzzles = puzzles_of(definition(name))
    positions = set()
    for puzzle in puzzles:
        state = puzzle.record.check()
        legal = set(map(str, state.moves()))
        assert not state.over and state.seat == puzzle.seat
        assert puzzle.chances.keys() <= legal and len(legal) > 2
        assert puzzle.best_chance - puzzle.next_chance >= FEWEST, puzzle.record.more["seed"]
        positions.add(json.dumps([puzzle.record.setup, puzzle.record.moves]))
    assert len(positions) == len(puzzles), "no two are the same"


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
def test_a_fresh_search_still_finds_the_solution(name: str) -> None:
    puzzles = puzzles_of(definition(name))
    sample = [puzzles[k] for k in range(0, len(puzzles), max(1, len(puzzles) // 3))]
    assert all(_holds(puzzle) for puzzle in sample)


def _holds(puzzle: Puzzle) -> bool:
    return still_clear(puzzle, "another seed", Criteria(longer=4000, margin=FEWEST))
