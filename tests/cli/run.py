"""Run the command as a user does, in a process of its own or, quicker, in this one."""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from ludotheque.cli import main

RECORDS = Path(__file__).parent.parent / "records"


@dataclass(frozen=True)
class Outcome:
    code: int
    out: str
    err: str


def in_process(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> Outcome:
    """The command's exit code and what it printed."""
    with pytest.raises(SystemExit) as ended:
        main([str(argument) for argument in arguments])
    printed = capsys.readouterr()
    code = ended.value.code
    assert isinstance(code, int)
    return Outcome(code, printed.out, printed.err)


def in_a_process(*arguments: str | Path, given: str = "") -> Outcome:
    """The same, with *given* on standard input."""
    done = subprocess.run(
        [sys.executable, "-m", "ludotheque", *map(str, arguments)],
        input=given,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return Outcome(done.returncode, done.stdout, done.stderr)
