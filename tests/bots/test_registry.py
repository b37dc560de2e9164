"""Bots are found through entry points, other people's just as ours."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ludotheque.bots import bot_names

OTHERS = """
class First:
    '''Plays the first move.'''

    def __init__(self, game, *, seed=None, depth: int = 1):
        self.depth = depth

    def choose(self, view):
        return view.moves()[0]
"""


def installed(folder: Path, entries: str) -> Path:
    """A package of somebody else's, as an installer leaves it."""
    (folder / "others.py").write_text(OTHERS)
    about = folder / "others-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: others\nVersion: 1\n")
    (about / "entry_points.txt").write_text(f"[ludotheque.bots]\n{entries}\n")
    return folder


def run(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    path = os.pathsep.join([str(folder), *sys.path])
    return subprocess.run(
        [sys.executable, "-m", "ludotheque", *arguments],
        env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_ours_are_listed_too() -> None:
    assert {"greedy", "random", "search"} <= set(bot_names())


@pytest.mark.slow
def test_a_bot_of_another_package_plays(tmp_path: Path) -> None:
    installed(tmp_path, "first = others:First")
    listed = run(tmp_path, "bots")
    assert "Plays the first move." in listed.stdout
    assert "depth=1" in listed.stdout
    command = ["simulate", "feurio", "--seed", "1", "--records", "-", "--bot"]
    played = run(tmp_path, *command, "first:depth=2")
    assert (played.returncode, played.stderr) == (0, "")
    assert '"first:depth=2"' in played.stdout
    wrong = run(tmp_path, *command, "first:depht=2")
    assert (wrong.returncode, wrong.stderr) == (2, 'first has no setting "depht"; did you mean "depth"?\n')


@pytest.mark.slow
def test_a_bot_that_cannot_be_loaded_is_refused_with_a_sentence(tmp_path: Path) -> None:
    installed(tmp_path, "last = others:Last")
    done = run(tmp_path, "simulate", "feurio", "--records", "-", "--bot", "last")
    assert done.returncode == 2
    assert done.stderr.startswith('the bot "last" cannot be loaded from others:Last: ')
    assert len(done.stderr.splitlines()) == 1
    listed = run(tmp_path, "bots")
    assert listed.returncode == 0
    assert "cannot be loaded" in listed.stdout
    assert "random" in listed.stdout
