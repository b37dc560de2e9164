"""Golden records: games of every variant that must replay for ever, legal moves included."""

import hashlib
from pathlib import Path

import pytest

import ludotheque
from ludotheque.core.registry import definition, names
from tests.variants import variants

RECORDS = Path(__file__).parent.parent / "records"


@pytest.mark.parametrize("name", sorted(path.stem for path in RECORDS.glob("*.jsonl")))
def test_golden_records_replay_with_their_digests(name: str) -> None:
    digests = []
    for line, record in enumerate(ludotheque.read_records(RECORDS / f"{name}.jsonl"), start=1):
        for ply, state in enumerate(record.positions()):
            moves = sorted(map(str, state.moves()))
            digest = hashlib.sha256("\n".join(moves).encode()).hexdigest()
            digests.append(f"{line} {ply} {len(moves)} {digest}")
        assert record.result is not None
        record.check()
    assert digests == (RECORDS / f"{name}.digest").read_text().splitlines()


@pytest.mark.parametrize("name", names())
def test_every_revision_has_a_golden_record(name: str) -> None:
    files = [RECORDS / f"{name}.jsonl", *RECORDS.glob(f"{name}-*.jsonl")]
    kept = {record.game.revision for file in files for record in ludotheque.read_records(file)}
    assert kept == set(range(1, definition(name).revision + 1))


@pytest.mark.parametrize("name", names())
def test_every_variant_has_a_golden_record(name: str) -> None:
    kept = [record.options for record in ludotheque.read_records(RECORDS / f"{name}.jsonl")]
    missing = [game for game in variants(name) if game.options not in kept]
    assert not missing
