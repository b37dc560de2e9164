"""The rules also run uncompiled, for debugging and for coverage."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import ludotheque
from ludotheque.core.registry import names

RECORDS = Path(__file__).parent.parent / "records"
PLIES = 10


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_uncompiled_rules_list_the_same_moves(name: str) -> None:
    record = json.loads((RECORDS / f"{name}.jsonl").read_text().splitlines()[0])
    plies = min(PLIES, len(record["moves"]) - 1)
    record["moves"] = record["moves"][:plies]
    del record["result"]
    done = subprocess.run(
        [sys.executable, "-m", "ludotheque", "legal", "-"],
        input=json.dumps(record),
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    moves = done.stdout.splitlines()
    digest = hashlib.sha256("\n".join(moves).encode()).hexdigest()
    assert f"1 {plies} {len(moves)} {digest}" in (RECORDS / f"{name}.digest").read_text().splitlines()


NUMBERS = """
import hashlib
import ludotheque
game = ludotheque.game("{name}")
state = game.new(seed=1)
while state.ply < {plies} and not state.over:
    state.play(state.moves()[-1])
digest = hashlib.sha256()
for seat in range(-1, game.players):
    view = state.view(seat)
    digest.update(view.tensor().tobytes() + view.imagine(2, seed=1).states.tobytes())
    digest.update(view.information_key().encode())
batch = ludotheque.batch(game, n=2, seed=1, tensors=True, masks=False)
for _ in range({steps}):
    batch.step(batch.random())
digest.update(batch.tensors.tobytes() + batch.seats.tobytes() + batch.counts.tobytes())
print(digest.hexdigest())
"""
STEPS = 2


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_uncompiled_code_gives_learning_programs_the_same_numbers(name: str) -> None:
    code = NUMBERS.format(name=name, plies=PLIES, steps=STEPS)
    compiled, uncompiled = (
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"NUMBA_DISABLE_JIT": disabled},
            capture_output=True,
            text=True,
            timeout=300,
            check=True,
        ).stdout
        for disabled in "01"
    )
    assert uncompiled == compiled


LAST_MOVES = """
import ludotheque
state = ludotheque.game("{name}").new(seed=1)
while state.ply < {plies} and not state.over:
    before, moves = state.copy(), state.moves()
    state.play(moves[-1])
    assert before.moves() == moves
print(*state.history, sep="\\n")
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_uncompiled_rules_play_the_same_moves(name: str) -> None:
    """The last of the legal ones: a pass is often among them, and the least like the others."""
    done = subprocess.run(
        [sys.executable, "-c", LAST_MOVES.format(name=name, plies=PLIES)],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    state = ludotheque.game(name).new(seed=1)
    while state.ply < PLIES and not state.over:
        state.play(state.moves()[-1])
    assert done.stdout.splitlines() == [str(move) for move in state.history]
