"""``ludotheque new``: a package to start a game from, which can be played at once."""

import keyword
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from ludotheque.core.errors import BadOption, Refusal, quoted
from ludotheque.core.registry import names

TEMPLATES = Path(__file__).parent / "templates" / "game"
SUFFIX = ".in"  # of a template, so that nobody takes it for code


def new(
    name: str,
    /,
    *,
    folder: Annotated[
        Path | None,
        Parameter(
            help="The folder to make, or an existing one to put the game's own into; if left out, here."
        ),
    ] = None,
) -> int:
    """Write a game to start from: a package with its rules, notation and tests.

    Parameters
    ----------
    name
        What the game is called on a command line: small letters, digits and underscores.
    """
    _check_name(name)
    target = folder or Path(name)
    if folder is not None and folder.is_dir():
        target = folder / name
    if target.exists():
        raise Refusal(f"{target} is there already; name another with --folder")
    try:
        for template in sorted(TEMPLATES.rglob(f"*{SUFFIX}")):
            _write(template, target, name)
    except OSError as error:
        raise Refusal(f"cannot write {target}: {error.strerror}") from None
    print(f"{target} is a game that can be played: Nim, for you to change. Next:")
    for step in (f"pip install -e {target}", f"ludotheque play {name}", f"python -m pytest {target}"):
        print(f"    {step}")
    return 0


def _check_name(name: str) -> None:
    if not (name.isascii() and name.isidentifier() and name.islower()) or keyword.iskeyword(name):
        raise BadOption(f"{quoted(name)} cannot name a game; write small letters, digits and underscores")
    if name in names():
        raise BadOption(f"there is a game {quoted(name)} already; name yours otherwise")
    if find_spec(name):
        raise BadOption(f"there is a Python package {quoted(name)} already; name yours otherwise")


def _write(template: Path, target: Path, name: str) -> None:
    """Write a file from its template."""
    place = str(template.relative_to(TEMPLATES)).removesuffix(SUFFIX).replace("NAME", name)
    words = {
        "@NAME@": name,
        "@DASHED@": name.replace("_", "-"),
        "@TITLE@": name.replace("_", " ").capitalize(),
    }
    text = template.read_text(encoding="utf-8")
    for mark, word in words.items():
        text = text.replace(mark, word)
    file = target / place
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
