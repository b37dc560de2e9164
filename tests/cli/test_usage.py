# ruff: noqa: E501 - a table reads best with one row per line
"""A command written wrong gets one sentence that says what would be right, and exit code 2."""

from pathlib import Path

import pytest

from tests.cli.run import RECORDS, in_a_process, in_process

Captured = pytest.CaptureFixture[str]
FILE = RECORDS / "feurio.jsonl"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["simulate", "feuro", "--records", "x"], 'no game "feuro"; did you mean "feurio"?'),
        (["simulate", "chess", "--records", "x"], 'no game "chess"; there are '),
        (["simulate", "feurio", "--set", "hott=true", "--records", "x"], 'no option "hott"; did you mean "hot"?'),
        (["simulate", "feurio", "--set", "hot", "--records", "x"], '--set hot: write it as "key=value"'),
        (["simulate", "feurio", "--set", "hot=maybe", "--records", "x"], "hot=maybe: hot is false or true"),
        (["simulate", "feurio", "--players", "7", "--records", "x"], "players=7: players is a whole number from"),
        (["simulate", "feurio", "--players", "two", "--records", "x"], 'unable to convert "two" into int'),
        (["simulate", "feurio", "--players", "2", "--set", "players=3", "--records", "x"], "given by --players already"),
        (["simulate", "feurio", "--bot", "randm", "--records", "x"], 'no bot "randm"; did you mean "random"?'),
        (["simulate", "feurio", "--bot", "random", "--bot", "random", "--records", "x"], "2 bots for 4 seats"),
        (["simulate", "feurio", "--bot", "search:second=1", "--records", "x"], 'search has no setting "second"; did you mean "seconds"?'),
        (["play", "feurio", "--bot", "regulr", "--records", "x"], 'no bot "regulr"; did you mean "regular"? `ludotheque bots` lists them'),
        (["play", "feurio", "--players", "1", "--bot", "regulr", "--records", "x"], 'no bot "regulr"; did you mean "regular"?'),
        (["simulate", "feurio", "--games", "0", "--records", "x"], "--games"),
        (["simulate", "feurio"], "--records"),
        (["simulate"], "GAME"),
        (["chekc"], 'Unknown command "chekc". Did you mean "check"?'),
        (["check", "--fast"], "unknown option --fast"),
        (["legal", FILE, "--lin", "3"], "Unknown option: --lin."),
        (["play", "feurio", "--seat", "4"], "--seat 4: seats are 0 to 3"),
        (["show", FILE, "--theme", "pink"], "pink"),
    ],
)  # fmt: skip
def test_a_command_written_wrong(arguments: list[str | Path], message: str, capsys: Captured) -> None:
    done = in_process(capsys, *arguments)
    assert done.code == 2
    assert message in done.err
    assert len(done.err.splitlines()) == 1
    assert not Path("x").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["legal", FILE, "--line", "99"], f"{FILE} has no record on line 99; its last is on line 20"),
        (["legal", FILE, "--ply", "99"], f"{FILE}:1: the record has no ply 99; it has 0 to 70"),
        (["show", FILE, "--seat", "3"], "no seat 3; seats are 0 to 0, a spectator is -1"),
        (["show", "none.jsonl"], "cannot read none.jsonl: No such file or directory"),
        (["show", FILE, "--svg", "no/such/folder.svg"], "cannot write no/such/folder.svg: No such file or directory"),
        (["simulate", "feurio", "--records", "no/such/file"], "cannot write no/such/file: No such file or directory"),
        (["check"], "check needs at least one file of records; - is standard input"),
    ],
)  # fmt: skip
def test_something_that_is_not_there(arguments: list[str | Path], message: str, capsys: Captured) -> None:
    done = in_process(capsys, *arguments)
    assert (done.code, done.err) == (1, f"{message}\n")


def test_games_lists_every_option(capsys: Captured) -> None:
    done = in_process(capsys, "games")
    assert done.code == 0
    for word in ("Feurio!", "players", "firebreaks", "hot", "versus, coop or solo"):
        assert word in done.out


@pytest.mark.slow
def test_help_and_version_in_a_process() -> None:
    for arguments in (["--help"], ["simulate", "--help"], ["--version"]):
        done = in_a_process(*arguments)
        assert (done.code, done.err) == (0, "")
        assert done.out


@pytest.mark.slow
def test_a_reader_that_stops_early_causes_no_traceback() -> None:
    import subprocess
    import sys

    command = f"{sys.executable} -m ludotheque legal {FILE} --digest | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout.startswith("1 0 6 ")
    assert done.stderr == ""
