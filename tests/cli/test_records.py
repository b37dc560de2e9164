"""The commands around records: simulate, check, legal, show (docs/records.md)."""

import hashlib
import json
from pathlib import Path

import pytest

from ludotheque.core.registry import names
from tests.cli.run import RECORDS, in_a_process, in_process
from tests.variants import variants

Captured = pytest.CaptureFixture[str]


@pytest.mark.parametrize("name", names())
def test_check_accepts_all_golden_records(name: str, capsys: Captured) -> None:
    count = len((RECORDS / f"{name}.jsonl").read_text().splitlines())
    done = in_process(capsys, "check", RECORDS / f"{name}.jsonl")
    assert (done.code, done.out) == (0, f"{count} records ok\n")


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_digest_prints_what_the_golden_file_holds(name: str, capsys: Captured) -> None:
    done = in_process(capsys, "legal", RECORDS / f"{name}.jsonl", "--digest")
    assert done.code == 0
    assert done.out == (RECORDS / f"{name}.digest").read_text()


@pytest.mark.parametrize("name", names())
def test_legal_lists_the_sorted_moves_of_a_ply(name: str, capsys: Captured) -> None:
    line, ply, count, digest = (RECORDS / f"{name}.digest").read_text().splitlines()[3].split()
    done = in_process(capsys, "legal", RECORDS / f"{name}.jsonl", "--line", line, "--ply", ply)
    moves = done.out.splitlines()
    assert moves == sorted(moves)
    assert (len(moves), hashlib.sha256("\n".join(moves).encode()).hexdigest()) == (int(count), digest)


def test_check_reports_every_bad_record_and_goes_on(tmp_path: Path, capsys: Captured) -> None:
    good = (RECORDS / "feurio.jsonl").read_text().splitlines()[0]
    late = json.loads(good)
    late["moves"].append("pass")
    file = tmp_path / "mixed.jsonl"
    file.write_text("\n".join([good, "{", good.replace("lay 0,1", "lay 9,9", 1), json.dumps(late), good]))
    done = in_process(capsys, "check", file)
    assert done.code == 1
    one, two, three = done.out.splitlines()
    assert one.startswith(f"{file}:2: ply 0: this is not a JSON object: ")
    assert two.startswith(f"{file}:3: ply 0: lay 9,9: it is not one of the hottest spots; ")
    assert three == f"{file}:4: ply 70: pass: the game is over"


def test_check_takes_several_files_and_says_which_cannot_be_read(tmp_path: Path, capsys: Captured) -> None:
    golden = RECORDS / "feurio.jsonl"
    count = len(golden.read_text().splitlines())
    assert in_process(capsys, "check", golden, golden).out == f"{2 * count} records ok\n"
    done = in_process(capsys, "check", tmp_path / "none.jsonl", golden)
    assert done.code == 1
    assert done.err == f"cannot read {tmp_path / 'none.jsonl'}: No such file or directory\n"


def test_a_file_of_no_records_has_none_that_are_bad(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "empty").write_text("\n")
    assert in_process(capsys, "check", tmp_path / "empty").out == "0 records ok\n"


def test_bytes_that_are_no_text_are_refused_without_a_traceback(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe")
    done = in_process(capsys, "check", tmp_path / "picture.png")
    assert done.code == 1
    assert ":1: ply 0: this is not a JSON object: " in done.out


def test_digest_goes_on_after_a_bad_record(tmp_path: Path, capsys: Captured) -> None:
    good = (RECORDS / "feurio.jsonl").read_text().splitlines()[0]
    file = tmp_path / "mixed.jsonl"
    file.write_text(f"[]\n{good}\n")
    done = in_process(capsys, "legal", file, "--digest")
    assert done.code == 1
    assert done.err == f"{file}:1: ply 0: a record is a JSON object, not a list\n"
    assert done.out.startswith("2 0 6 ")


@pytest.mark.slow
def test_the_same_records_whatever_the_number_of_workers(capsys: Captured) -> None:
    def by(*workers: str) -> str:
        command = ["simulate", "fou", "--games", "25", "--seed", "9", "--bot", "greedy", "--records", "-"]
        done = in_process(capsys, *command, *workers)
        assert (done.code, done.err) == (0, "")
        return done.out

    alone = by("--workers", "1")
    assert [json.loads(line)["seed"] for line in alone.splitlines()] == [f"9/{k}" for k in range(25)]
    assert alone == by("--workers", "3") == by()


@pytest.mark.parametrize("game", [next(variants(name)) for name in names()], ids=lambda game: game.name)
def test_simulated_games_check(game: object, tmp_path: Path, capsys: Captured) -> None:
    name, options = game.name, game.options  # type: ignore[attr-defined]
    settings = [f"--set={key}={json.dumps(value).strip(chr(34))}" for key, value in options.items()]
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    for file in (one, two):
        done = in_process(
            capsys, "simulate", name, *settings, "--games", "3", "--seed", "9", "--records", file
        )
        assert (done.code, done.out) == (0, "")
    assert one.read_text() == two.read_text()
    records = [json.loads(line) for line in one.read_text().splitlines()]
    assert [record["options"] for record in records] == [options] * 3
    assert len({json.dumps(record["moves"]) for record in records}) == 3
    assert in_process(capsys, "check", one).out == "3 records ok\n"


@pytest.mark.slow
def test_records_travel_through_pipes() -> None:
    simulated = in_a_process("simulate", "feurio", "--players", "2", "--games", "2", "--records", "-")
    assert simulated.code == 0
    assert in_a_process("check", "-", given=simulated.out).out == "2 records ok\n"
    shown = in_a_process("show", "-", "--ply", "4", given=simulated.out)
    assert shown.code == 0
    assert "\x1b" not in shown.out, "no colours in a pipe"
    assert len(in_a_process("legal", "-", "--ply", "0", given=simulated.out).out.splitlines()) > 0


@pytest.mark.parametrize("name", names())
def test_show_prints_the_table_and_draws_it(name: str, tmp_path: Path, capsys: Captured) -> None:
    file = RECORDS / f"{name}.jsonl"
    ply = str(min(6, len(json.loads(file.read_text().splitlines()[0])["moves"])))
    done = in_process(capsys, "show", file, "--ply", ply)
    assert done.code == 0
    assert len(done.out.splitlines()) > 2
    picture = tmp_path / "table.svg"
    assert in_process(capsys, "show", file, "--ply", ply, "--seat", "0", "--svg", picture).code == 0
    assert picture.read_text().startswith("<svg")


def test_show_keeps_a_firebreak_secret_from_other_seats(tmp_path: Path, capsys: Captured) -> None:  # F23
    lines = (RECORDS / "feurio.jsonl").read_text().splitlines()
    line, record = next((k, json.loads(text)) for k, text in enumerate(lines, 1) if '"break' in text)
    ply = 1 + next(k for k, move in enumerate(record["moves"]) if move.startswith("break"))
    shown = [
        in_process(
            capsys, "show", RECORDS / "feurio.jsonl", f"--line={line}", f"--ply={ply}", f"--seat={seat}"
        ).out
        for seat in range(-1, record["options"]["players"])
    ]
    assert len(set(shown)) > 1
