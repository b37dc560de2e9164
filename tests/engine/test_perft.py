"""Move counts in plain files that any engine can read: how many lines of play of each length there are."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludotheque
from ludotheque.core.outcomes import Recorded
from ludotheque.core.registry import definition, names
from ludotheque.core.state import State

FOLDER = Path(__file__).parent.parent / "perft"


def positions(file: Path) -> Iterator[dict[str, str]]:
    """The entries of a perft file: blocks of ``key value`` lines."""
    for block in file.read_text().strip().split("\n\n"):
        lines = [line for line in block.splitlines() if not line.startswith("#")]
        yield {key: value for key, _, value in (line.partition(" ") for line in lines)}


def perft(state: State, depth: int) -> int:
    """How many ways there are to play *depth* moves; a game that is over counts no further."""
    moves = state.moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        twin = state.copy()
        twin.play(move)
        total += perft(twin, depth - 1)
    return total


def start(entry: dict[str, str]) -> State:
    name, _, settings = entry["start"].partition(" ")
    found = definition(name)
    options = {option.name: option for option in found.options}
    chosen = {key: options[key].parse(value) for key, value in (word.split("=") for word in settings.split())}
    game = ludotheque.game(name, **chosen)
    state = game.start(Recorded(found.notation.read_setup(game.options, json.loads(entry["setup"]))))
    for move in json.loads(entry.get("moves", "[]")):
        state.play(move)
    return state


ENTRIES = [entry for file in sorted(FOLDER.glob("*.perft")) for entry in positions(file)]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["id"])
def test_move_counts(entry: dict[str, str]) -> None:
    state = start(entry)
    counts = [int(count) for count in entry["perft"].split()]
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("name", names())
def test_every_game_has_move_counts(name: str) -> None:
    assert (FOLDER / f"{name}.perft").exists()
