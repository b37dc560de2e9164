"""SQLite's log, looked at while it is written: damage is seen, and what SQLite does is not taken for it."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from ludotheque.tables.storage.wal import Log
from tests.disks import cut_in_half, emptied, overwrite_the_second_half


class Written:
    """A database that somebody writes to, and its log as we look at it."""

    def __init__(self, file: Path) -> None:
        self.file, self.wal, self.shm = file, Path(f"{file}-wal"), Path(f"{file}-shm")
        self.writer = self.connected()
        self.do("CREATE TABLE moves (number INTEGER PRIMARY KEY, body BLOB)")
        self.log = Log(self.wal, self.shm)

    def connected(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.file, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA journal_mode=WAL")
        return connection

    def do(self, statement: str, *values: object) -> None:
        self.writer.execute(statement, values).fetchall()

    def move(self) -> None:
        self.do("INSERT INTO moves (body) VALUES (?)", os.urandom(6000))


@pytest.fixture
def written(tmp_path: Path) -> Iterator[Written]:
    written = Written(tmp_path / "t.sqlite")
    with closing(written.writer):
        yield written
    written.log.close()


def overwrite_the_begin(file: Path) -> None:
    with file.open("r+b") as damaged:
        damaged.write(os.urandom(32))


def put_an_older_copy_there(file: Path) -> None:
    size = file.stat().st_size
    with file.open("r+b") as damaged:
        begin = damaged.read(size // 3)
        damaged.seek(0)
        damaged.truncate()
        damaged.write(begin)


@pytest.mark.parametrize(
    "damage",
    [cut_in_half, emptied, overwrite_the_second_half, overwrite_the_begin, put_an_older_copy_there],
)
def test_damage_is_seen_and_stays_seen(written: Written, damage: Callable[[Path], None]) -> None:
    for _ in range(8):
        written.move()
        assert written.log.holds()
    damage(written.wal)
    for _ in range(8):
        assert not written.log.holds()
        written.move()


def test_what_sqlite_does_to_its_log_is_no_damage(written: Written) -> None:
    """It goes into the file, begins anew, shrinks, and holds more than was committed."""
    for mode in ("PASSIVE", "FULL", "RESTART", "TRUNCATE"):
        for _ in range(3):
            written.move()
            assert written.log.holds()
            written.do(f"PRAGMA wal_checkpoint({mode})")
            assert written.log.holds()
    written.do("PRAGMA cache_size=2")
    written.do("BEGIN")
    for _ in range(50):
        written.move()
        assert written.log.holds()
    written.do("ROLLBACK")
    assert written.log.holds()
    written.do("VACUUM")
    assert written.log.holds()
    for _ in range(1200):  # SQLite empties it at every thousandth page by itself
        written.move()
        assert written.log.holds()


def test_a_reader_that_holds_the_log_back_is_no_damage(written: Written) -> None:
    for begin in range(3):
        with closing(written.connected()) as reader:
            written.move()
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM moves").fetchone()
            for _ in range(600):
                written.move()
                assert written.log.holds()
            reader.execute("COMMIT")
        assert written.log.holds(), begin


def test_an_index_that_is_just_written_says_nothing(written: Written) -> None:
    """And what is found meanwhile is not forgotten."""
    written.move()
    assert written.log.holds()
    index = written.shm.read_bytes()
    cut_in_half(written.wal)
    with written.shm.open("r+b") as halfway:
        halfway.seek(20)
        halfway.write(b"\xff\xff")
        halfway.flush()
        assert written.log.holds()
        halfway.seek(0)
        halfway.write(index[:96])
    assert not written.log.holds()
