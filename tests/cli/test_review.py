"""``ludotheque review``."""

import json

import pytest

from tests.cli.run import RECORDS, in_a_process, in_process

pytestmark = pytest.mark.slow  # it starts workers


def test_a_game_is_reviewed_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    ran = in_process(capsys, "review", RECORDS / "connect_four.jsonl", "--line", "6", "--simulations", "40")
    assert ran.code == 0, ran.err
    assert "Connect Four: 13 decisions, 40 simulations each, seed 0" in ran.out
    assert "own decisions" in ran.out
    assert "The moments that decided the game:" in ran.out
    assert "of imagined games instead of" in ran.out


def test_a_review_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    ran = in_process(
        capsys, "review", RECORDS / "kuhn_poker.jsonl", "--simulations", "10", "--workers", "1", "--json"
    )
    found = json.loads(ran.out)
    assert found["simulations"] == 10
    assert {"ply", "seat", "move", "better", "known", "open", "swing", "luck"} <= found["decisions"][0].keys()
    assert len(found["accounts"]) == 2


def test_what_cannot_be_reviewed_is_refused_with_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    golden = RECORDS / "connect_four.jsonl"
    missing = in_process(capsys, "review", golden, "--line", "99")
    assert (missing.code, missing.err) == (1, f"{golden} has no record on line 99; its last is on line 6\n")
    line = json.loads(golden.read_text().splitlines()[0])
    running = json.dumps(line | {"moves": line["moves"][:-1], "result": None})
    refused = in_a_process("review", "-", given=running.replace(', "result": null', ""))
    assert refused.code == 1
    assert refused.err == "-:1: the game is not over; a review is for finished games\n"
