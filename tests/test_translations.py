"""Every sentence a player can read is there in every language, with the same places to fill."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

import ludotheque
from ludotheque.core.registry import definition, names
from ludotheque.i18n.language import SHARED, languages

ROOT = Path(ludotheque.__file__).parent
KEYWORDS = {"_": None, "plural": (1, 2), "marked_for_translation": None}
METHODS = [("**.py", "python"), ("web/templates/**.html", "jinja2.ext:babel_extract")]
PLACE = re.compile(r"{(\w*)")


def catalogues() -> Iterator[tuple[str, Path, Path]]:
    """Name, folder of the sources, folder of the catalogues."""
    yield "shared", ROOT, SHARED.folder
    for name in names():
        locale = definition(name).folder / "locale"
        if locale.is_dir():  # without, a game speaks English
            yield name, definition(name).folder, locale


@cache
def messages(sources: Path) -> set[str | tuple[str, ...]]:
    found = extract_from_dir(
        sources, METHODS, keywords=KEYWORDS,
        directory_filter=lambda folder: Path(folder) != ROOT / "games",
    )  # fmt: skip
    return {message for _, _, message, _, _ in found}


def listed(text: Any) -> tuple[str, ...]:
    """A message, or its forms for one and for more."""
    return tuple(text) if isinstance(text, list | tuple) else (text,)


def places(text: str) -> set[str]:
    return set(PLACE.findall(text))


@pytest.mark.parametrize("language", [language for language in languages() if language != "en"])
@pytest.mark.parametrize(("name", "sources", "folder"), [pytest.param(*c, id=c[0]) for c in catalogues()])
def test_nothing_is_left_untranslated(name: str, sources: Path, folder: Path, language: str) -> None:
    with (folder / f"{language}.po").open("rb") as file:
        catalogue: Catalog = read_po(file, locale=language)
    known = {message.id: message for message in catalogue if message.id}
    wanted = messages(sources)
    assert wanted, "nothing was found to translate"
    missing = sorted(str(message) for message in wanted - set(known))
    assert not missing, f"run `make messages` and translate: {missing}"
    assert not sorted(str(message) for message in set(known) - wanted), "nobody says this any more"
    for message in known.values():
        texts = listed(message.string)
        assert all(texts), f"untranslated: {message.id}"
        assert not message.fuzzy, f"only guessed: {message.id}"
        ids = listed(message.id)
        for text in texts:
            assert places(text) - {"number"} <= set().union(*map(places, ids)), f"places of {message.id}"
            assert places(ids[-1]) - {"number"} <= places(text), f"places of {message.id}"
