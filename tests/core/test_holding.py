"""A file that one process works on at a time."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ludotheque.core.errors import Refusal
from ludotheque.core.holding import hold_bytes, holding, opened

HOLD = """
import sys, pathlib
from ludotheque.core.holding import holding
with holding(pathlib.Path(sys.argv[1]), shared=sys.argv[2] == "shared", otherwise="taken"):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.mark.parametrize(("theirs", "ours", "both"), [("alone", False, False), ("shared", True, True)])
def test_who_comes_second(tmp_path: Path, theirs: str, ours: bool, both: bool) -> None:
    file = tmp_path / "lock"
    asked = [sys.executable, "-c", HOLD, str(file), theirs]
    with subprocess.Popen(asked, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None and other.stdin is not None
        assert other.stdout.readline() == "held\n"
        if both:
            with holding(file, shared=ours, otherwise="taken"):
                pass
        with pytest.raises(Refusal, match="^taken$"), holding(file, otherwise="taken"):
            pass
        other.kill()
    with holding(file, otherwise="taken"):
        pass  # the system gave it back


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="cannot be written"), holding(tmp_path / "no" / "lock", otherwise=""):
        pass


@pytest.mark.skipif(sys.platform != "linux", reason="other systems lock bytes for a whole process")
def test_bytes_of_a_file(tmp_path: Path) -> None:
    """They are given back when their own descriptor is closed, and not with any other of the file."""
    file = tmp_path / "file"
    ours, theirs = opened(file), opened(file)
    assert hold_bytes(ours, 7, 2, shared=False)
    os.close(opened(file))
    assert not hold_bytes(theirs, 8, 1, shared=True)
    assert hold_bytes(theirs, 9, 1, shared=False)
    os.close(ours)
    assert hold_bytes(theirs, 8, 1, shared=True)
    os.close(theirs)
