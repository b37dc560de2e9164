"""The notebooks run, cell by cell, each in a fresh namespace."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from ludotheque.core.registry import definition, names

NOTEBOOKS = Path(__file__).parent.parent / "docs" / "notebooks"
OURS = [name for name in names() if definition(name).package.startswith("ludotheque.")]


def shown(source: str, space: dict[str, Any]) -> Any:
    """Run a cell; what a notebook would show below it."""
    tree = ast.parse(source)
    last = tree.body[-1]
    if not isinstance(last, ast.Expr):
        exec(compile(tree, "<cell>", "exec"), space)
        return None
    exec(compile(ast.Module(tree.body[:-1], []), "<cell>", "exec"), space)
    return eval(compile(ast.Expression(last.value), "<cell>", "eval"), space)


@pytest.mark.parametrize("name", OURS)
def test_every_game_has_a_notebook_that_runs(name: str) -> None:
    notebook = json.loads((NOTEBOOKS / f"{name}.ipynb").read_text())
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    space: dict[str, Any] = {}
    results = [shown(cell, space) for cell in cells]
    assert results[0]._repr_svg_().startswith("<svg")
    assert len(results[-1]) > 0
