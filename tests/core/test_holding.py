"""A file that one process works on at a time."""

import subprocess
import sys
from pathlib import Path

import pytest

from ludotheque.core.errors import Refusal
from ludotheque.core.holding import holding

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
