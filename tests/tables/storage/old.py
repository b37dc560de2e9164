"""A file of the days before Alembic, as that server made it."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

SCHEMA = """
CREATE TABLE summaries (id VARCHAR(16) NOT NULL, phase VARCHAR(10) NOT NULL, listed BOOLEAN NOT NULL,
    attended BOOLEAN NOT NULL, touched FLOAT NOT NULL, body BLOB NOT NULL, PRIMARY KEY (id));
CREATE INDEX ix_summaries_touched ON summaries (touched);
CREATE INDEX ix_summaries_attended ON summaries (attended);
CREATE INDEX ix_summaries_phase ON summaries (phase);
CREATE TABLE events (table_id VARCHAR(16) NOT NULL, number INTEGER NOT NULL, body BLOB NOT NULL,
    PRIMARY KEY (table_id, number));
CREATE TABLE people (id VARCHAR(64) NOT NULL, name VARCHAR(100) NOT NULL, PRIMARY KEY (id));
CREATE TABLE seats (table_id VARCHAR(16) NOT NULL, person VARCHAR(64) NOT NULL,
    PRIMARY KEY (table_id, person), FOREIGN KEY(table_id) REFERENCES summaries (id));
CREATE INDEX ix_seats_person ON seats (person);
"""


def write_old_file(file: Path, tables: int) -> None:
    """Tables of Ada's; every second one waits for a bot. One more, ``bare``, has no summary."""
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.executescript(SCHEMA)
        for k in range(tables):
            _add(connection, f"t{k}", k)
        connection.execute("INSERT INTO events VALUES ('bare', 0, ?)", [_opened("bo")])
        connection.execute("INSERT INTO people VALUES ('ada', 'Ada')")


def _opened(host: str) -> bytes:
    fields = {
        "what": "opened",
        "at": 1e9,
        "game": "fou",
        "options": {},
        "seats": [],
        "host": host,
        "setup": {},
    }
    return json.dumps(fields).encode()


def _add(connection: sqlite3.Connection, id: str, k: int) -> None:
    attended = k % 2 == 0
    summary = {
        "id": id, "game": "fou", "options": {}, "phase": "playing", "listed": True,
        "seats": [{"kind": "person", "person": "ada", "name": "Ada"}], "turn": 0,
        "attended": attended, "touched": 1e9 + k,
    }  # fmt: skip
    row = [id, "playing", True, attended, 1e9 + k, json.dumps(summary).encode()]
    connection.execute("INSERT INTO summaries VALUES (?, ?, ?, ?, ?, ?)", row)
    connection.execute("INSERT INTO events VALUES (?, 0, ?)", [id, _opened("ada")])
    connection.execute("INSERT INTO events VALUES (?, 1, ?)", [id, b'{"what":"moved","at":1e9,"move":"G17"}'])
    connection.execute("INSERT INTO seats VALUES (?, 'ada')", [id])
