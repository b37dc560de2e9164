"""``ludotheque new``: what it writes can be installed, tested and played at once."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.run import in_process

Captured = pytest.CaptureFixture[str]
NAME = "three_heaps"
Run = Callable[..., str]


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new game's folder."""
    folder = tmp_path_factory.mktemp("new") / NAME
    command = [sys.executable, "-m", "ludotheque", "new", NAME, "--folder", str(folder)]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert f"pip install -e {folder}" in said
    return folder


@pytest.fixture(scope="module")
def run(package: Path) -> Run:
    """Run Python where the new game is installed by pip, beside everything that is installed here."""
    environment = package.parent / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True)
    python = environment / "bin" / "python"
    (site,) = environment.glob("lib/*/site-packages")
    (site / "beside.pth").write_text("\n".join(path for path in sys.path if Path(path).is_dir()))
    pip = [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check"]
    offline = ["--no-deps", "--no-build-isolation", "--no-index", "-q"]
    subprocess.run([*pip, "install", *offline, "-e", str(package)], check=True)

    def ran(*arguments: str, given: str = "") -> str:
        command = [str(python), "-m", *arguments]
        done = subprocess.run(
            command, input=given, cwd=package, env=os.environ, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return ran


@pytest.mark.slow
def test_its_tests_pass_at_once(run: Run) -> None:
    assert "5 passed" in run("pytest", "-p", "no:cacheprovider")


@pytest.mark.slow
def test_it_is_a_game_like_the_others(run: Run, package: Path) -> None:
    assert f"Three heaps ({NAME})" in run("ludotheque", "games")
    shown = run("ludotheque", "play", NAME, "--bot", "regular", "--seed", "1", given="help\na0\nquit\n")
    assert "Your turn: choose a move." in shown
    assert "seat 1 plays" in shown
    records = package / "games.jsonl"
    run("ludotheque", "simulate", NAME, "--games", "4", "--bot", "random", "--records", str(records))
    assert run("ludotheque", "check", str(records)) == "4 records ok\n"
    against = ("--bot", "regular", "--bot", "random")
    assert "random" in run("ludotheque", "arena", NAME, *against, "--games", "8")
    assert run("ludotheque", "perft", NAME, "--depth", "2") == "1 12\n2 113\n"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("fou", 'there is a game "fou" already; name yours otherwise'),
        ("json", 'there is a Python package "json" already; name yours otherwise'),
        ("Nim", '"Nim" cannot name a game; write small letters, digits and underscores'),
        ("my-game", '"my-game" cannot name a game; write small letters, digits and underscores'),
        ("class", '"class" cannot name a game; write small letters, digits and underscores'),
    ],
)
def test_a_name_that_will_not_do(name: str, why: str, tmp_path: Path, capsys: Captured) -> None:
    done = in_process(capsys, "new", name, "--folder", tmp_path / "game")
    assert (done.code, done.out, done.err) == (2, "", f"{why}\n")
    assert not (tmp_path / "game").exists()


def test_nothing_is_overwritten(tmp_path: Path, capsys: Captured) -> None:
    mine = tmp_path / NAME / "mine.txt"
    mine.parent.mkdir()
    mine.write_text("kept")
    done = in_process(capsys, "new", NAME, "--folder", tmp_path)
    assert (done.code, done.err) == (1, f"{mine.parent} is there already; name another with --folder\n")
    assert list(mine.parent.iterdir()) == [mine]


def test_a_folder_that_is_there_gets_the_game_as_a_folder_in_it(tmp_path: Path, capsys: Captured) -> None:
    done = in_process(capsys, "new", NAME, "--folder", tmp_path)
    assert f"pip install -e {tmp_path / NAME}" in done.out
    assert (tmp_path / NAME / "pyproject.toml").exists()


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "file").write_text("")
    done = in_process(capsys, "new", NAME, "--folder", tmp_path / "file" / "game")
    assert (done.code, done.err) == (1, f"cannot write {tmp_path / 'file' / 'game'}: Not a directory\n")
