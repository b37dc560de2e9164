"""A small disk that tests can fill, files that nobody may write to, and damaged ones."""

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of one megabyte."""
    folder = tmp_path / "small"
    folder.mkdir()
    mounting = ["mount", "-t", "tmpfs", "-o", "size=1m", "none", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mounting, capture_output=True).returncode != 0:
        pytest.skip("only root can mount a small disk to fill; run the tests as root once")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(ballast: Path) -> None:
    """Leave not a byte free."""
    with ballast.open("ab", buffering=0) as file, suppress(OSError):
        while True:
            file.write(b"x" * 1024)


def overwrite_behind_the_header(file: Path) -> None:
    """Leave SQLite's first page, by which it knows a file, and nothing else."""
    with file.open("r+b") as damaged:
        damaged.seek(4096)
        damaged.write(os.urandom(file.stat().st_size - 4096))


def cut_in_half(file: Path) -> None:
    """As a program does that writes a file anew and does not get to its end."""
    os.truncate(file, file.stat().st_size // 2)


def emptied(file: Path) -> None:
    """As one does that has just begun."""
    os.truncate(file, 0)


def overwrite_the_second_half(file: Path) -> None:
    """As a disk does that fails."""
    half = file.stat().st_size // 2
    with file.open("r+b") as damaged:
        damaged.seek(half)
        damaged.write(os.urandom(file.stat().st_size - half))


@contextmanager
def read_only(files: Sequence[Path]) -> Iterator[None]:
    """Nobody may write to these files until the block ends, not even who has them open already."""
    chattr = shutil.which("chattr")
    if not chattr or subprocess.run([chattr, "+i", *files], capture_output=True).returncode != 0:
        pytest.skip("only root can make open files read-only, on some disks; run the tests as root once")
    try:
        yield
    finally:
        subprocess.run([chattr, "-i", *files], check=True)
