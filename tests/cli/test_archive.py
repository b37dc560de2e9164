"""`ludotheque export` and `import`: every finished game goes out, and comes in once."""

import asyncio
import json
from pathlib import Path

import pytest

from ludotheque.cli import main
from ludotheque.core.record import Record
from ludotheque.tables.events import Moved
from ludotheque.tables.storage import open_database
from ludotheque.tables.summary import summary_of
from ludotheque.tables.table import opened_table
from tests.cli.run import in_process
from tests.servers import Postgres
from tests.tables.storage.rows import storing
from tests.tables.tables import ADA, NOON, opened_as

pytestmark = pytest.mark.slow  # servers, databases or thousands of moves

RECORDS = Path("tests/records")
FAIR = Path("tests/fairness/fair.jsonl")


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[object, list[str]]:
    """Exit code and lines of a command."""
    with pytest.raises(SystemExit) as left:
        main([str(argument) for argument in arguments])
    return left.value.code, capsys.readouterr().out.splitlines()


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "tables.sqlite")
    server: Postgres = request.getfixturevalue("postgres")
    address = server.new_database()

    async def migrated() -> None:
        place = open_database(address)
        await place.migrate()
        await place.engine.dispose()

    asyncio.run(migrated())
    return address


def some_records(file: Path) -> list[str]:
    """One record of every game and variant, and those that prove their shuffles."""
    lines = [source.read_text().splitlines()[0] for source in sorted(RECORDS.glob("*.jsonl"))]
    lines += FAIR.read_text().splitlines()[::3]  # the fair ones
    file.write_text("\n".join(lines) + "\n")
    return lines


def plain(line: str) -> dict[str, object]:
    fields: dict[str, object] = json.loads(line)
    fields.pop("table", None)
    return fields


def test_what_came_in_goes_out_as_it_was(
    tmp_path: Path, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = some_records(tmp_path / "in.jsonl")
    told = run(capsys, "import", tmp_path / "in.jsonl", "--database", database)
    assert told == (0, [f"{len(lines)} records imported, 0 were there already"])
    assert run(capsys, "export", tmp_path / "out.jsonl", "--database", database)[0] == 0
    written = (tmp_path / "out.jsonl").read_text().splitlines()
    key = lambda fields: json.dumps(fields, sort_keys=True)  # noqa: E731
    assert sorted(map(plain, written), key=key) == sorted(map(plain, lines), key=key)
    assert run(capsys, "check", tmp_path / "out.jsonl") == (0, [f"{len(lines)} records ok"])
    for file in ("in.jsonl", "out.jsonl"):
        told = run(capsys, "import", tmp_path / file, "--database", database)
        assert told == (0, [f"0 records imported, {len(lines)} were there already"])
    other = tmp_path / "other.sqlite"
    told = run(capsys, "import", tmp_path / "out.jsonl", "--database", other)
    assert told == (0, [f"{len(lines)} records imported, 0 were there already"])


def test_a_bad_line_is_told_and_the_rest_goes_in(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, database = tmp_path / "in.jsonl", tmp_path / "t.sqlite"
    good = some_records(file)[:2]
    unfinished = json.loads(good[0])
    del unfinished["result"]
    unfinished["moves"].pop()
    half = json.dumps(json.loads(good[0]) | {"started": "\ud800"})
    file.write_text("\n".join([good[0], "no record", json.dumps(unfinished), half, good[1]]))
    code, told = run(capsys, "import", file, "--database", database)
    assert code == 1
    assert [line.partition(": ")[0] for line in told[:-1]] == [f"{file}:{number}" for number in (2, 3, 4)]
    assert "not over" in told[1] and "half a character" in told[2]
    assert told[-1] == "2 records imported, 0 were there already"


def test_games_played_here_come_out_and_do_not_come_in_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, database = tmp_path / "out.jsonl", tmp_path / "t.sqlite"

    async def played() -> Record:
        table, events = opened_table("abcdefgh", opened_as("fou", ["me"] * 4, players=4, rounds=1))
        async with storing(str(database)) as storage:
            await storage.append(events, 0, summary_of(table))
            while not table.state.over:
                acts = table.move(NOON, ADA, table.ply, str(table.state.moves()[0]))
                version, table = table.version, table.after(acts)
                await storage.append(acts, version, summary_of(table))
        return table.record()

    record = asyncio.run(played())
    assert run(capsys, "export", file, "--database", database)[0] == 0
    assert plain(file.read_text()) == plain(record.to_json())
    told = run(capsys, "import", file, "--database", database)
    assert told == (0, ["0 records imported, 1 were there already"])


def test_games_that_were_given_up_are_left_out_and_tables_that_cannot_be_read_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, database = tmp_path / "out.jsonl", tmp_path / "t.sqlite"
    finished = some_records(tmp_path / "in.jsonl")
    run(capsys, "import", tmp_path / "in.jsonl", "--database", database)

    async def stored(id: str, unknown: bool = False) -> None:
        table, events = opened_table(id, opened_as("feurio", ["me", "novice"], players=2))
        resigned = table.resign(NOON, ADA)
        bad = [Moved(NOON, move="dance", person=ADA)] if unknown else []
        async with storing(str(database)) as storage:
            await storage.append([*events, *bad, resigned], 0, summary_of(table.after([resigned])))

    for id in ("abcdefgh", "bcdefghi"):
        asyncio.run(stored(id))
    told = in_process(capsys, "export", file, "--database", database)
    end = f"{len(finished)} records written; 2 left out, given up by their players"
    assert (told.code, told.err.splitlines()) == (0, [end])
    assert len(file.read_text().splitlines()) == len(finished)
    asyncio.run(stored("cdefghij", unknown=True))
    told = in_process(capsys, "export", file, "--database", database)
    assert (told.code, told.err.splitlines()[-1]) == (1, end)
    assert told.err.startswith("table cdefghij: ")
    assert len(file.read_text().splitlines()) == len(finished)


def test_nothing_finished_is_an_empty_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database, none = tmp_path / "t.sqlite", tmp_path / "none.jsonl"
    none.touch()
    assert run(capsys, "import", none, "--database", database)[0] == 0
    assert run(capsys, "export", "-", "--database", database) == (0, [])


def test_a_file_that_is_missing_is_not_taken_for_an_empty_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, database = tmp_path / "out.jsonl", tmp_path / "t.sqlite"
    told = in_process(capsys, "export", out, "--database", database)
    assert (told.code, told.out) == (1, "")
    assert f"there is no file {database}" in told.err
    assert not out.exists()
    assert not database.exists()
