"""The rules also run uncompiled, for debugging and for coverage."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

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
