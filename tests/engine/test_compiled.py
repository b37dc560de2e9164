"""Machine code is kept by the files that it depends on, other people's among them."""

import ast
import importlib
import re
import shutil
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from ludotheque.core.registry import definition, names
from ludotheque.engine import compiled, contract, kernels
from ludotheque.engine.compiled import cache_folder, files_behind, layout, sources_of
from ludotheque.engine.errors import BrokenContract

MARKS = {"inlined", "short"}
ARRAYS = re.compile("NDArray|Numbers|Weights|States|Source|Room|Workspace")


@pytest.fixture
def stranger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Somebody else's package: rules that import tables, absolutely and relatively, and a bystander."""
    package = tmp_path / "stranger"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "rules.py").write_text(
        "from ludotheque.engine.compiled import compiled\n"
        "from .cards import DECK\n"
        "from stranger import (\n    values,\n)\n"
        "@compiled\ndef worth(card):\n    return card * DECK * values.TEN\n"
    )
    (package / "cards.py").write_text("DECK = 52\n")
    (package / "values.py").write_text("TEN = 10\n")
    (package / "bystander.py").write_text("NOTHING = 0\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # it would outlive an edit within the same second
    monkeypatch.setattr(compiled, "_cache_base", lambda: tmp_path / "cache")
    yield package
    for name in [name for name in sys.modules if name.partition(".")[0] == "stranger"]:
        del sys.modules[name]


def folder_of(package: Path) -> Path:
    """Where the code of the package's rules is kept, as they are now on disk."""
    for cached in (sources_of, compiled._imported, compiled._digest, compiled._content):
        cached.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "stranger"]:
        del sys.modules[name]
    importlib.invalidate_caches()
    rules: ModuleType = importlib.import_module("stranger.rules")
    return cache_folder(getattr(rules.worth, "py_func", rules.worth))


def test_the_code_of_a_function_depends_on_what_its_file_imports(stranger: Path) -> None:
    before = folder_of(stranger)
    assert folder_of(stranger) == before
    (stranger / "bystander.py").write_text("NOTHING = 1\n")
    assert folder_of(stranger) == before
    for file in ("cards.py", "values.py", "rules.py"):
        path = stranger / file
        path.write_text(path.read_text() + "# changed\n")
        after = folder_of(stranger)
        assert after != before, file
        before = after


def test_an_edited_table_is_compiled_anew(stranger: Path) -> None:
    folder_of(stranger)
    assert sys.modules["stranger.rules"].worth(2) == 1040
    (stranger / "cards.py").write_text("DECK = 32\n")
    folder_of(stranger)
    assert sys.modules["stranger.rules"].worth(2) == 640


@pytest.mark.skipif(compiled.UNCOMPILED, reason="uncompiled, nothing is kept")
def test_the_same_files_elsewhere_are_not_compiled_again(
    stranger: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder_of(stranger)
    assert sys.modules["stranger.rules"].worth(3) == 1560
    moved = shutil.copytree(stranger, tmp_path / "elsewhere" / "stranger")
    monkeypatch.syspath_prepend(moved.parent)
    folder_of(moved)
    worth = sys.modules["stranger.rules"].worth
    assert worth.py_func.__code__.co_filename == str(moved / "rules.py")
    assert worth(3) == 1560
    assert sum(worth.stats.cache_hits.values()) == 1 and not worth.stats.cache_misses


@pytest.mark.parametrize("name", names())
def test_no_game_depends_on_another(name: str) -> None:
    rules = definition(name).rules
    files = {Path(file) for file in files_behind(rules)}
    assert Path(rules.__file__) in files
    assert {Path(module.__file__ or "") for module in (compiled, contract)} <= files
    for other in names():
        if other != name:
            assert not any(definition(other).folder in file.parents for file in files)


@pytest.mark.parametrize("name", names())
def test_generic_code_depends_on_the_game_that_it_is_bound_to(name: str) -> None:
    if compiled.UNCOMPILED:
        pytest.skip("nothing is compiled")
    rules = definition(name).rules
    usual = cache_folder(kernels.survey)
    bound = cache_folder(kernels.survey, files_behind(rules))
    assert bound != usual


def test_a_layout_with_gaps_is_refused() -> None:
    with pytest.raises(TypeError, match="this layout has gaps; order the fields from the widest type"):
        layout([("small", "i1"), ("large", "i8")])


@pytest.mark.skipif(compiled.UNCOMPILED, reason="uncompiled, nothing is kept")
def test_games_loaded_in_threads_keep_their_code_in_their_own_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "_cache_base", lambda: tmp_path / "cache")

    def decorated(number: int) -> tuple[str, Path]:
        other = tmp_path / f"{number}.py"
        other.write_text(f"SIZE = {number}\n")

        def double(x: int) -> int:
            return x + x

        kept: Any = compiled.compiled(double, files=[str(other)])
        return kept._cache.cache_path, cache_folder(double, [str(other)])

    with ThreadPoolExecutor(8) as threads:
        for path, folder in threads.map(decorated, range(200)):
            assert Path(path).is_relative_to(folder)


def test_inlined_functions_return_no_arrays() -> None:
    """Nobody would hold them: references are not counted there."""
    found = 0
    for file in Path(compiled.__file__).parents[1].rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and MARKS & {ast.unparse(d) for d in node.decorator_list}:
                found += 1
                assert node.returns is not None
                assert not ARRAYS.search(ast.unparse(node.returns)), f"{file.name}: {node.name}"
    assert found > 50


@pytest.mark.skipif(compiled.UNCOMPILED, reason="uncompiled, Python counts")
def test_inlined_functions_make_no_arrays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "_cache_base", lambda: tmp_path)

    def make(size: int) -> int:
        return len(np.zeros(size))

    with pytest.raises(BrokenContract, match="make .* cannot be compiled: nothing fits zeros"):
        compiled.inlined(make)(3)
    assert compiled.compiled(make)(3) == 3


@pytest.mark.skipif(compiled.UNCOMPILED, reason="uncompiled, Python counts")
def test_arrays_outlive_the_inlined_functions_that_they_are_given_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "_cache_base", lambda: tmp_path)

    @compiled.inlined
    def total(rooms: Any, count: int) -> int:
        part, found = rooms[0][:count], 0
        for k in range(count):
            found += part[k]
        return found

    @compiled.compiled
    def totals(size: int, count: int) -> int:
        found = 0
        for k in range(count):
            found += total((np.ones(size, np.int64), np.zeros(size, np.int64)), size - k % 2)
        return found

    room = np.ones(8, np.int64)
    references = sys.getrefcount(room)
    assert [total((room, room), count) for count in range(9)] == list(range(9))
    assert sys.getrefcount(room) == references
    assert totals(8, 1_000) == 7_500
