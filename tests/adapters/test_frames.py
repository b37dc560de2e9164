"""Records as tables, and as pictures."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pytest

import ludotheque
from ludotheque.adapters.frames import GAME_COLUMNS, PLY_COLUMNS
from ludotheque.adapters.plots import draw
from ludotheque.arena import run as arena
from ludotheque.arena.results import games_path, write_results
from tests.cli.run import in_process

pytestmark = pytest.mark.slow  # servers, databases or thousands of moves

Captured = pytest.CaptureFixture[str]
GOLDEN = Path(__file__).parent.parent / "records"


def finished(name: str, count: int = 3, **options: Any) -> list[ludotheque.Record]:
    game = ludotheque.game(name, **options)
    found = []
    for seed in range(count):
        state = game.new(seed=seed)
        while not state.over:
            state.play(state.moves()[seed % len(state.moves())])
        found.append(state.record(seed=seed, seats=[f"bot {seat}" for seat in range(game.players)]))
    return found


def test_a_row_per_game_tells_options_and_results() -> None:
    records = finished("feurio", players=2, firebreaks=True)
    frame = ludotheque.records_frame(records)
    assert set(GAME_COLUMNS) | {"mode", "firebreaks", "hot"} == set(frame.columns)
    assert frame["firebreaks"].to_list() == [True] * 3
    assert frame["scores"].to_list() == [record.result["scores"] for record in records if record.result]
    assert frame["seed"].to_list() == ["0", "1", "2"]


@pytest.mark.parametrize("name", sorted(path.stem for path in GOLDEN.glob("*.jsonl")))
def test_golden_records_have_a_row_per_game_and_one_per_decision(name: str) -> None:
    path = GOLDEN / f"{name}.jsonl"
    games = ludotheque.records_frame(path)
    assert games["line"].to_list() == list(range(1, path.read_text().count("\n") + 1))
    if name == "forma":
        return  # thirty thousand legal moves before every ply: the others show it as well
    plies = ludotheque.records_frame(path, plies=True)
    assert plies.columns == list(PLY_COLUMNS)
    assert len(plies) == games["plies"].sum()
    assert plies.filter(pl.col("legal") < 1).is_empty()


def test_a_decision_names_its_seat_its_move_and_how_the_game_ended() -> None:
    (record,) = finished("kuhn_poker", 1)
    frame = ludotheque.records_frame([record], plies=True)
    assert frame["move"].to_list() == list(record.moves)
    assert frame["name"].to_list() == [f"bot {seat}" for seat in frame["seat"]]
    assert record.result is not None
    assert frame["final_score"].to_list() == [record.result["scores"][seat] for seat in frame["seat"]]
    assert frame["win"].to_list() == [float(seat in record.result["winners"]) for seat in frame["seat"]]


@pytest.mark.parametrize("plies", [False, True])
def test_pandas_tells_the_same_as_polars(plies: bool) -> None:
    records = finished("feurio", players=2) + finished("fou", 1, players=4, rounds=1)
    records.append(ludotheque.game("fou", players=5).new(seed=1).record())  # without a result
    ours = ludotheque.records_frame(records, plies=plies)
    theirs = ludotheque.records_frame(records, plies=plies, engine="pandas")
    assert type(theirs).__module__.startswith("pandas")
    assert list(theirs.columns) == ours.columns
    for row, other in zip(ours.to_dicts(), theirs.to_dict("records"), strict=True):
        assert row == {name: None if value is pd.NA else value for name, value in other.items()}
    for column, kind in {"players": "Int64", "game": "string"}.items():
        assert theirs[column].dtype == kind
    empty = ludotheque.records_frame([], plies=plies, engine="pandas")
    assert (len(empty), len(empty.columns)) == (0, len(PLY_COLUMNS if plies else GAME_COLUMNS))


def test_a_running_game_has_no_result() -> None:
    record = ludotheque.game("fou", players=4).new(seed=1).record()
    frame = ludotheque.records_frame([record])
    assert (frame["over"][0], frame["scores"][0]) == (False, None)


def test_what_others_put_into_a_record_breaks_nothing() -> None:
    record = ludotheque.game("kuhn_poker").new(seed=1).record(seats={"a": 1}, arena=[1], seed=[2])
    frame = ludotheque.records_frame([record])
    assert (frame["seats"][0], frame["number"][0], frame["seed"][0]) == (None, None, "[2]")
    assert ludotheque.records_frame([record], plies=True).is_empty()


def test_what_cannot_be_made_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ludotheque.BadOption, match='engine="excel": a frame is made by polars or pandas'):
        ludotheque.records_frame([], engine="excel")
    with pytest.raises(ludotheque.Refusal, match="a frame is made of records, and 5 is not one"):
        ludotheque.records_frame(5)  # type: ignore[arg-type]
    bad = tmp_path / "bad.jsonl"
    bad.write_text("{}\n")
    with pytest.raises(ludotheque.Refusal, match=r'bad.jsonl:1: ply 0: "format" must be'):
        ludotheque.records_frame(bad)
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(ludotheque.Refusal, match=r"needs polars.*pip install 'ludotheque\[data\]'"):
        ludotheque.records_frame([])
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ludotheque.Refusal, match="pip install pandas"):
        ludotheque.records_frame([], engine="pandas")


@pytest.mark.parametrize(("suffix", "read"), [("parquet", pl.read_parquet), ("ndjson", pl.read_ndjson)])
def test_the_command_writes_what_can_be_read_again(
    tmp_path: Path, suffix: str, read: object, capsys: Captured
) -> None:
    file, out = GOLDEN / "fou.jsonl", tmp_path / f"out.{suffix}"
    done = in_process(capsys, "frame", str(file), "--plies", "--out", str(out))
    frame = ludotheque.records_frame(file, plies=True)
    assert done.out == f"{len(frame)} rows in {out}\n"
    assert read(out).equals(frame, null_equal=True)  # type: ignore[operator]


def test_lists_in_csv_are_json(tmp_path: Path, capsys: Captured) -> None:
    out = tmp_path / "out.csv"
    assert in_process(capsys, "frame", str(GOLDEN / "fou.jsonl"), "--out", str(out)).code == 0
    told = [json.loads(scores) for scores in pl.read_csv(out)["scores"]]
    assert told == ludotheque.records_frame(GOLDEN / "fou.jsonl")["scores"].to_list()
    wrong = in_process(capsys, "frame", str(GOLDEN / "fou.jsonl"), "--out", "x.xls")
    assert (wrong.code, wrong.err.count("\n")) == (2, 1)


# Pictures


def titles(figure: object) -> list[str]:
    return [axes.get_title() for axes in figure.axes if axes.get_title()]  # type: ignore[attr-defined]


def test_results_are_drawn_with_strength_against_time(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    game = ludotheque.game("feurio", players=2)
    write_results(arena(game, ["greedy", "random"], games=4, seed=1, keep=games_path(path)), path)
    drawn = titles(draw(path))
    assert drawn[0] == "Strength against thinking time"
    assert drawn[1:] == ["Win share by seat, 95 % intervals", "Scores at the end", "Length of a game"]
    games_path(path).unlink()
    assert titles(draw(path)) == ["Strength against thinking time"]


def test_scores_are_counted_by_seats_and_lengths_by_games(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    texts = [re.sub(r"bot \d", "random", one.to_json()) for one in finished("fou", players=4, rounds=1)]
    path.write_text("".join(f"{text}\n" for text in texts))
    counted = {axes.get_title(): axes.get_ylabel() for axes in draw(path).axes if axes.get_ylabel()}
    assert counted == {"Scores at the end": "seats", "Length of a game": "games"}


def test_records_are_drawn_with_a_row_for_each_variant(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "games.jsonl"
    records = finished("fou", players=4, rounds=1) + finished("feurio", mode="solo", players=1)
    path.write_text("".join(f"{record.to_json()}\n" for record in records))
    assert titles(draw(path)).count("Length of a game") == 2
    done = in_process(capsys, "plot", str(path))
    assert done.code == 0, done.err
    assert (tmp_path / "games.svg").read_text().startswith("<?xml")
    assert (tmp_path / "games.png").read_bytes().startswith(b"\x89PNG")


def test_what_cannot_be_drawn_is_refused(tmp_path: Path, capsys: Captured) -> None:
    for name, text, why in (
        ("a.json", "[]", "does not hold the results of an arena"),
        ("b.jsonl", "", "holds no finished game"),
        ("c.json", "", "does not hold the results"),
    ):
        (tmp_path / name).write_text(text)
        with pytest.raises(ludotheque.Refusal, match=why):
            draw(tmp_path / name)
    wrong = in_process(capsys, "plot", str(tmp_path / "a.json"), "--out", "x.gif")
    assert (wrong.code, wrong.err.count("\n")) == (2, 1)
    missing = in_process(capsys, "plot", str(tmp_path / "none.jsonl"))
    assert (missing.code, missing.err.count("\n")) == (1, 1)
