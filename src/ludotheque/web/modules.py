"""The scripts of a page with all that they import: a browser fetches them at once, not step by step."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

from markupsafe import Markup

_IMPORT = re.compile(r'^import\b[^;]*?"\./([\w.]+)";', re.MULTILINE)


def imported_by(folder: Path, script: str) -> list[str]:
    """All modules that a script needs besides itself, in the order in which they are met."""
    met = [script]
    for module in met:  # it grows meanwhile
        found = _IMPORT.findall((folder / module).read_text())
        met += [one for one in found if one not in met]
    return met[1:]


def module_tags(folder: Path, asset: Callable[[str], str]) -> Callable[[str], Markup]:
    """A function for templates: the tags that load a module of *folder*."""

    @cache
    def tags(script: str) -> Markup:
        preload = Markup('<link rel="modulepreload" href="{}">')
        run = Markup('<script type="module" src="{}"></script>').format(asset(script))
        return Markup("").join([*(preload.format(asset(one)) for one in imported_by(folder, script)), run])

    return tags
