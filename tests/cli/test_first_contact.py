# ruff: noqa: E501 - a table reads best with one row per line
"""The command where little is installed, in another alphabet, on a full disk, interrupted at once."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import platformdirs
import pytest

from tests.cli.run import RECORDS

FILE = RECORDS / "feurio.jsonl"
BARE = """
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {packages!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Absent())
"""


def extra_packages() -> set[str]:
    """What only the extra `web` installs, by the names they are imported by."""
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]
    names = {line.partition(">")[0].partition("[")[0] for line in project["optional-dependencies"]["web"]}
    return (names - {"markdown-it-py"}) | {"pydantic", "starlette"}  # rich brings markdown-it along


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which nothing but a plain install can be imported."""
    folder = tmp_path_factory.mktemp("bare")
    (folder / "sitecustomize.py").write_text(BARE.format(packages=extra_packages()))
    path = os.pathsep.join([str(folder), *sys.path])
    cache = platformdirs.user_cache_dir()  # another home would compile the games anew
    return {
        **os.environ,
        "PYTHONPATH": path,
        "HOME": str(folder),
        "XDG_CACHE_HOME": cache,
        "SHELL": "/bin/bash",
    }


def run(*arguments: str | Path, **more: object) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "ludotheque", *map(str, arguments)]
    settings = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "timeout": 120, **more}
    return subprocess.run(command, check=False, **settings)  # type: ignore[call-overload, no-any-return]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["serve"], 1, "`ludotheque serve` needs uvicorn, which is not installed: pip install 'ludotheque[web]'\n"),
        (["join", "http://127.0.0.1/t/a", "--seat", "0"], 1, "`ludotheque join` needs httpx, which is not installed: pip install 'ludotheque[web]'\n"),
        (["chekc"], 2, 'Unknown command "chekc". Did you mean "check"?'),
        (["serve", "--prot", "1"], 2, 'Unknown option: --prot.'),
        (["serve", "--help"], 0, ""),
        (["join", "--help"], 0, ""),
        (["--help"], 0, ""),
        (["--install-completion"], 0, ""),
        (["games"], 0, ""),
        (["bots"], 0, ""),
        (["check", FILE], 0, ""),
    ],
)  # fmt: skip
def test_a_plain_install_says_what_is_missing(
    arguments: list[str], code: int, sentence: str, bare: dict[str, str]
) -> None:
    done = run(*arguments, env=bare)
    assert (done.returncode, len(done.stderr.splitlines())) == (code, 1 if code else 0), done.stderr
    assert done.stderr.startswith(sentence)
    assert bool(done.stdout) == (code == 0)


@pytest.mark.slow
def test_a_game_that_cannot_be_used_harms_no_other(tmp_path: Path) -> None:
    about = tmp_path / "others-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: others\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[ludotheque.games]\nghost = no_such_module:DEFINITION\n")
    path = os.pathsep.join([str(tmp_path), *sys.path])
    done = run("games", env={**os.environ, "PYTHONPATH": path})
    assert done.returncode == 0
    assert done.stderr.startswith("the game ghost (no_such_module) cannot be used: ")
    assert len(done.stderr.splitlines()) == 1
    assert "Feurio!" in done.stdout


ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["simulate", "--help"],
        ["games"],
        ["bots"],
        ["show", FILE, "--ply", "9"],
        ["show", RECORDS / "fou.jsonl", "--ply", "9"],
        ["show", RECORDS / "forma.jsonl", "--ply", "9"],
        ["legal", FILE],
        ["arena", "feurio", "--bot", "random", "--games", "2", "--workers", "1"],
        ["bound", "feurio", "--set", "mode=solo", "--shuffles", "1", "--effort", "1", "--no-bot"],
    ],
    ids=lambda arguments: " ".join(map(str, arguments[:2])),
)
def test_a_terminal_that_knows_ascii_alone(arguments: list[str | Path]) -> None:
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONIOENCODING"} | ASCII
    done = run(*arguments, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()


@pytest.mark.slow
def test_records_are_utf_8_whatever_the_terminal(tmp_path: Path) -> None:
    bot = tmp_path / "übung.py"
    bot.write_text(
        "class First:\n"
        "    def __init__(self, game, *, seed=None): pass\n"
        "    def choose(self, view): return view.moves()[0]\n"
    )
    command = [
        "simulate",
        "feurio",
        "--players",
        "2",
        "--seed",
        "1",
        "--bot",
        f"{bot}:First",
        "--records",
        "-",
    ]
    plain = run(*command)
    foreign = run(*command, env=os.environ | ASCII, encoding="utf-8")
    assert (plain.returncode, foreign.returncode, foreign.stderr) == (0, 0, "")
    assert foreign.stdout == plain.stdout
    assert "übung" in plain.stdout


full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")


@full
@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments", [["--help"], ["games"], ["legal", FILE, "--ply", "0"], ["simulate", "feurio", "--records", "-"]],
    ids=lambda arguments: arguments[0],
)  # fmt: skip
def test_a_full_disk(arguments: list[str]) -> None:
    with Path("/dev/full").open("w") as nowhere:
        done = run(*arguments, stdout=nowhere)
    assert (done.returncode, done.stderr) == (1, "cannot write the output: No space left on device\n")


@full
@pytest.mark.slow
def test_a_full_disk_for_complaints_too() -> None:
    with Path("/dev/full").open("w") as nowhere:
        assert run("chekc", stdout=nowhere, stderr=nowhere).returncode == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("redirection", "code", "said"),
    [(">&-", 1, "cannot write the output: Bad file descriptor\n"), ("2>&-", 0, ""), (">&- 2>&-", 1, "")],
)
def test_closed_streams(redirection: str, code: int, said: str) -> None:
    command = f"{sys.executable} -m ludotheque games {redirection}"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (code, said)


INTERRUPTING = """
import os, signal, sys

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupting())
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "module",
    ["ludotheque.cli", "cyclopts", "rich.console", "numba", "numba.core.types", "ludotheque.games.fou.rules",
     "ludotheque.bots.tree"],
)  # fmt: skip
def test_ctrl_c_while_something_is_imported_is_quiet(module: str, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(INTERRUPTING.format(module=module))
    path = os.pathsep.join([str(tmp_path), *sys.path])
    done = run("simulate", "fou", "--bot", "search", "--records", "-", env={**os.environ, "PYTHONPATH": path})
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
