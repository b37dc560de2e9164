"""What the documents show is what happens."""

import doctest
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

import ludotheque
from ludotheque.cli import app
from ludotheque.tables.people import LEVEL_NAMES
from ludotheque.web.app import documentation

QUIETLY: dict[str, Any] = {"capture_output": True, "text": True, "check": False}
ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"^```python\n(.*?)^```$", flags=re.DOTALL | re.MULTILINE)

COMMAND = re.compile(r"^ *(?:\$ )?ludotheque (.*?)(?:   .*)?$", flags=re.MULTILINE)  # a remark may follow


def run(name: str, text: str) -> None:
    test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test)
    assert runner.tries > 0
    assert runner.failures == 0


@pytest.mark.parametrize("page", ["README.md", "docs/python.md", "docs/data.md", "docs/environments.md"])
def test_the_examples_of_a_page_run(page: str) -> None:
    run(page, "\n".join(BLOCK.findall((ROOT / page).read_text())))


def test_the_example_of_the_first_page_runs() -> None:
    (example,) = BLOCK.findall((ROOT / "docs" / "index.md").read_text())
    space: dict[str, Any] = {}
    exec(example, space)
    assert space["state"].over


def test_every_page_with_examples_is_tested() -> None:
    pages = {path.name for path in ROOT.glob("docs/*.md") if BLOCK.search(path.read_text())}
    assert pages == {"python.md", "data.md", "environments.md", "bots.md", "index.md"}


PAGES = [ROOT / "README.md", *ROOT.glob("docs/*.md"), *ROOT.glob("examples/*/README.md")]


@pytest.mark.parametrize("page", [path for path in PAGES if COMMAND.search(path.read_text())], ids=str)
def test_the_program_understands_every_command_of_a_page(page: Path) -> None:
    for line in COMMAND.findall(page.read_text()):
        app.parse_args(line, exit_on_error=False, print_error=False)


def test_the_pages_about_servers_name_every_setting() -> None:
    elsewhere = {"LUDOTHEQUE_QUIET"}  # what is said while rules are compiled
    sources = "".join(path.read_text() for path in (ROOT / "src").rglob("*.py"))
    pages = "".join((ROOT / "docs" / page).read_text() for page in ("server.md", "running.md"))
    named = set(re.findall(r"LUDOTHEQUE_[A-Z_]+", pages))
    assert named == set(re.findall(r'"(LUDOTHEQUE_[A-Z_]+)"', sources)) - elsewhere


def test_the_proxy_of_the_page_sends_every_header_that_is_believed() -> None:
    page = (ROOT / "docs" / "server.md").read_text()
    (proxy,) = re.findall(r"^```nginx\n(.*?)^```$", page, flags=re.DOTALL | re.MULTILINE)
    (believed,) = re.findall(r"whose (.*) are believed", page)
    sent = set(re.findall(r"proxy_set_header (\S+)", proxy))
    assert sent == {*re.findall(r"`(.*?)`", believed), "Host", "Upgrade", "Connection"}


def test_several_machines_of_the_page_get_all_addresses_of_a_table_together() -> None:
    page = (ROOT / "docs" / "running.md").read_text()
    (pattern,) = re.findall(r"^    ~(\S+) \$table;$", page, flags=re.MULTILINE)
    table = re.compile(pattern.replace("(?<", "(?P<"))
    for address in ("/t/k3f9", "/t/k3f9/picture.png", "/api/tables/k3f9", "/api/tables/k3f9/watch"):
        found = table.match(address)
        assert found and found["table"] == "k3f9"
    for address in ("/", "/t", "/new/fou", "/api/tables", "/api/puzzles/fou", "/assets/t/k3f9"):
        assert not table.match(address)


def test_the_bot_of_the_page_about_bots_plays(tmp_path: Path) -> None:
    from ludotheque.arena import run as arena

    (example,) = BLOCK.findall((ROOT / "docs" / "bots.md").read_text())
    assert example.count("\n") <= 11
    file = tmp_path / "my_bot.py"
    file.write_text(example)
    game = ludotheque.game("feurio", players=2)
    mine, _ = arena(game, [f"{file}:MyBot", f"{file}:MyBot:games=1"], games=2, seed=1).bots
    assert mine.games == 2


@pytest.mark.slow
def test_the_arena_of_the_page_about_bots_runs() -> None:
    page = (ROOT / "docs" / "bots.md").read_text()
    run("bots.md", "\n".join(re.findall(r"^```\n(>>> .*?)^```$", page, flags=re.DOTALL | re.MULTILINE)))


def test_the_example_of_the_package_runs() -> None:
    run("ludotheque", ludotheque.__doc__ or "")


def test_the_table_of_games_names_every_game() -> None:
    from ludotheque.core.registry import definition, names

    readme = (ROOT / "README.md").read_text()
    for name in names():
        if not definition(name).package.startswith("ludotheque."):
            continue  # a package of its own, such as the examples
        assert f"**{definition(name).title}**" in readme
        assert (ROOT / "docs" / "rules" / f"{name}.md").exists()


@pytest.mark.parametrize("page", sorted(path.name for path in ROOT.glob("*.md")))
def test_links_lead_somewhere(page: str) -> None:
    for target in re.findall(r"\]\((?!http)([^)#]+)\)", (ROOT / page).read_text()):
        assert (ROOT / target).exists(), target


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make docs` does."""
    out = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html"]
    built = subprocess.run(
        [*command, "-d", str(out / "trees"), "docs", str(out / "html")], cwd=ROOT, **QUIETLY
    )
    assert built.returncode == 0, built.stderr
    return out / "html"


@pytest.mark.slow
def test_every_game_has_a_page_with_the_same_headings(site: Path) -> None:
    headings = ["Play", "Rules", "Options", "Notation", "Observation", "Actions", "Rewards", "Speed"]
    for page in (ROOT / "docs" / "rules").glob("*.md"):
        text = (site / "games" / f"{page.stem}.html").read_text()
        assert re.findall(r"<h2>(\w+)<", text) == headings


@pytest.mark.slow
def test_the_site_has_no_inline_code_and_asks_nobody_else(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text()
        assert not re.search(r"<(script|style)>|\sstyle=|\son\w+=", text), page.name
        assert not re.search(r'<(script|link|img)[^>]*(src|href)="(https?:)?//', text), page.name


@pytest.mark.slow
def test_the_server_shows_the_site(site: Path) -> None:
    with TestClient(Litestar(documentation(site))) as client:
        assert "Feurio!" in client.get("/docs/games/feurio.html").text
        assert "Reference" in client.get("/docs/").text
        assert client.get("/docs/nowhere.html").status_code == 404


@pytest.mark.parametrize("path", ["%00", "index.html/x", "x" * 300])
def test_a_path_that_no_file_can_have_is_no_page(tmp_path: Path, path: str) -> None:
    (tmp_path / "index.html").write_text("here")
    with TestClient(Litestar(documentation(tmp_path))) as client:
        assert client.get("/docs/").text == "here"
        assert client.get(f"/docs/{path}").status_code == 404


def test_without_a_site_nothing_is_shown(tmp_path: Path) -> None:
    assert documentation(tmp_path) == []


def test_the_citation_names_this_version() -> None:
    assert f"\nversion: {ludotheque.__version__}\n" in (ROOT / "CITATION.cff").read_text()


def test_the_api_names_every_level() -> None:
    text = (ROOT / "src" / "ludotheque" / "web" / "routes" / "api.md").read_text()
    assert f"with a `level`: {', '.join(f'`{level}`' for level in LEVEL_NAMES)})" in text
