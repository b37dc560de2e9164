"""``ludotheque arena`` and ``ludotheque bots``, as a user calls them."""

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pexpect
import pytest

from ludotheque.bots import LEVELS, bot_names
from tests.cli.run import in_process

Captured = pytest.CaptureFixture[str]
ARENA = ["arena", "feurio", "--players", "2", "--bot", "greedy", "--bot", "random", "--seed", "5"]
HERE = [*ARENA, "--workers", "1"]
FIELDS = [
    "bot", "games", "wins", "win_share", "interval", "mean_score", "mean_rank", "rating",
    "sigma", "seconds_per_move",
]  # fmt: skip
SLOW_BOT = """
import time

class Sleeper:
    def __init__(self, game, *, seed=None):
        pass

    def choose(self, view):
        time.sleep(0.01)
        return view.moves()[0]
"""


def test_results_as_json(tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "results.json"
    done = in_process(capsys, *HERE, "--games", "6", "--out", file)
    assert (done.code, done.err) == (0, "")
    results = json.loads(file.read_text())
    assert list(results) == ["game", "options", "seed", "bots", "games", "deals", "versions", "machine"]
    assert (results["games"], results["deals"]) == (6, "duplicate")
    assert (results["game"], results["seed"]) == ("feurio", 5)
    assert results["options"] == {"players": 2, "mode": "versus", "firebreaks": False, "hot": False}
    assert [bot["bot"] for bot in results["bots"]] == ["greedy", "random"]
    for bot in results["bots"]:
        assert list(bot) == FIELDS
        assert bot["games"] == 6
        assert bot["win_share"] == bot["wins"] / 6
        assert bot["interval"][0] <= bot["win_share"] <= bot["interval"][1]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["results.json", "results.json.games.jsonl"]


def test_results_as_csv(tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "results.csv"
    assert in_process(capsys, *HERE, "--games", "4", "--out", file).code == 0
    with file.open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    columns = [name for name in FIELDS if name != "interval"]
    columns[4:4] = ["interval_low", "interval_high"]
    assert list(rows[0]) == ["game", "options", "seed", "deals", "versions", "machine", *columns]
    assert [(row["bot"], row["games"], row["seed"]) for row in rows] == [
        ("greedy", "4", "5"),
        ("random", "4", "5"),
    ]
    assert json.loads(rows[0]["options"])["players"] == 2


def test_the_table(capsys: Captured) -> None:
    done = in_process(capsys, *HERE, "--games", "6")
    title, header, *rows = done.out.splitlines()
    assert title == "Feurio! players=2, mode=versus, firebreaks=False, hot=False: 6 games, seed 5"
    assert re.split(" {2,}", header.strip()) == [
        "bot", "games", "wins", "share", "95 % interval", "mean score", "mean rank", "rating",
        "time per move",
    ]  # fmt: skip
    assert [row.split()[:2] for row in rows] == [["greedy", "6"], ["random", "6"]]
    assert all(row.rstrip().endswith(" ms") for row in rows)


def test_the_table_of_a_shared_goal_has_no_ranks(capsys: Captured) -> None:
    done = in_process(capsys, "arena", "feurio", "--players=1", "--bot=greedy", "--games=2", "--workers=1")
    header = done.out.splitlines()[1]
    assert re.split(" {2,}", header.strip()) == [
        "bot",
        "games",
        "goals met",
        "share",
        "95 % interval",
        "time per move",
    ]


@pytest.mark.parametrize(
    ("arguments", "message", "code"),
    [
        (["--bot", "gredy"], 'no bot "gredy"; did you mean "greedy"? `ludotheque bots` lists them', 2),
        (["--bot", "search:second=2"], 'search has no setting "second"; did you mean "seconds"?', 2),
        (["--bot", "search:simulations=2.5"], "search: simulations must be a whole number, not 2.5", 2),
        (["--bot", "random:seed=3"], 'random has no setting "seed"; it has none', 2),
        (["--bot", "none.py:MyBot"], 'no bot "none.py:MyBot": there is no file none.py', 2),
        (["--set", "hott=true"], 'no option "hott"; did you mean "hot"?', 2),
        (["--games", "0"], 'Invalid value "0" for --games', 2),
        (["--workers", "0"], 'Invalid value "0" for --workers', 2),
        (["--out", "results.txt"], '"results.txt": results are written as .json or .csv', 2),
        (
            ["--out", "no/such/results.json"],
            "cannot write no/such/results.json: No such file or directory",
            1,
        ),
        (["--out", "folder.json"], "cannot write folder.json: Is a directory", 1),
    ],
)
def test_an_arena_asked_for_wrongly(
    arguments: list[str],
    message: str,
    code: int,
    tmp_path: Path,
    capsys: Captured,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder.json").mkdir()
    out = [] if "--out" in arguments else ["--out", "results.json"]
    done = in_process(capsys, *ARENA, *out, *arguments)
    assert (done.code, done.out) == (code, "")
    assert message in done.err
    assert len(done.err.splitlines()) == 1
    assert [path.name for path in tmp_path.rglob("*")] == ["folder.json"], "nothing is half written"


def test_the_list_of_bots_tells_what_master_has_besides(capsys: Captured) -> None:
    done = in_process(capsys, "bots")
    assert done.code == 0
    assert "feurio with 2 players: win=0.0,widening=1.0 and a network besides" in done.out
    assert "feurio with 3 players" not in done.out


def test_an_arena_without_bots(capsys: Captured) -> None:
    done = in_process(capsys, "arena", "feurio")
    assert done.code == 2
    assert "--bot" in done.err


def sleepers(folder: Path, *more: str) -> list[str]:
    """An arena of two seconds' thinking, to be interrupted."""
    bot = folder / "sleeper.py"
    bot.write_text(SLOW_BOT)
    command = [sys.executable, "-m", "ludotheque", "arena", "feurio", "--players", "2", "--games", "8"]
    return [
        *command,
        "--bot",
        f"{bot}:Sleeper",
        "--bot",
        "random",
        "--out",
        str(folder / "results.json"),
        *more,
    ]


@pytest.mark.slow
def test_a_bot_that_takes_its_worker_along_is_told_in_a_sentence(tmp_path: Path, capsys: Captured) -> None:
    bot = tmp_path / "crash.py"
    bot.write_text(SLOW_BOT.replace("time.sleep(0.01)", "import os; os._exit(3)"))
    done = in_process(capsys, "arena", "feurio", "--bot", f"{bot}:Sleeper", "--workers", "2", "--games", "2")
    assert (done.code, done.out) == (1, "")
    assert done.err == "a worker ended with exit code 3, 3 times over the same task\n"


@pytest.mark.parametrize("more", [[], ["--traceback"]])
def test_a_bot_that_breaks_down_is_told_in_a_sentence(
    more: list[str], tmp_path: Path, capsys: Captured
) -> None:
    bot = tmp_path / "broken.py"
    bot.write_text(SLOW_BOT.replace("time.sleep(0.01)", "1 / 0"))
    arguments = ["--bot", f"{bot}:Sleeper", "--workers", "1", "--games", "2", "--players", "2"]
    done = in_process(capsys, "arena", "feurio", *arguments, *more)
    assert (done.code, done.out) == (1, "")
    *trace, sentence = done.err.splitlines()
    assert "broken.py:Sleeper broke down (game 0, seat" in sentence
    assert "ZeroDivisionError: division by zero" in sentence
    assert sentence.endswith("; --traceback shows all of it") == (not more)
    assert bool(trace) == bool(more)


def wait_for_a_game(file: Path) -> None:
    for _ in range(600):
        if file.exists() and b"\n" in file.read_bytes():
            return
        time.sleep(0.1)
    pytest.fail("no game ended")


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_run_that_was_stopped_goes_on(how: signal.Signals, workers: str, tmp_path: Path) -> None:
    command = sleepers(tmp_path, "--workers", workers)
    results, kept = tmp_path / "results.json", tmp_path / "results.json.games.jsonl"
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as run:
        wait_for_a_game(kept)
        if how is signal.SIGINT:
            os.killpg(run.pid, how)  # as a terminal does: the workers get it, too
        else:
            run.kill()
        _, said = run.communicate(timeout=20)
    before = kept.read_text().splitlines()
    assert 1 <= len(before) < 8
    assert not results.exists()
    if how is signal.SIGINT:
        assert run.returncode == 130
        assert said == f"stopped after {len(before)} of 8 games; the same command goes on from there\n"
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(json.loads(results.read_text())["bots"]) == 2
    after = kept.read_text().splitlines()
    assert after[: len(before)] == before, "nothing is lost"
    assert sorted(json.loads(line)["arena"]["number"] for line in after) == list(range(8))


@pytest.mark.slow
def test_the_progress_bar_shows_the_running_standing() -> None:
    terminal = pexpect.spawn(sys.executable, ["-m", "ludotheque", *HERE, "--games", "200"], encoding="utf-8")
    terminal.setwinsize(30, 150)
    terminal.expect(r"playing.*/200.*greedy \d+   random \d+", timeout=60)
    terminal.expect("95 % interval")
    terminal.expect(pexpect.EOF)


def test_bots_lists_every_bot_level_and_setting(capsys: Captured) -> None:
    done = in_process(capsys, "bots")
    assert done.code == 0
    for name in [*bot_names(), *LEVELS, "path/to/file.py:MyBot"]:
        assert re.search(rf"^ +{name}  +\w", done.out, flags=re.MULTILINE), name
    assert "simulations" in done.out
    assert "seed=" not in done.out
