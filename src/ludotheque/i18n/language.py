"""Languages: every sentence a player reads is looked up here, in the language of whoever reads it.

English stands in the code; the others are gettext catalogues, ``locale/fr.po`` and so on, one folder of
them beside each game and one for all that games share. They are found on disk; what a catalogue does not
have, or a folder has no catalogue for, is said in English. A request, a socket or a test chooses a language
(and, at a table, what the players are called) for as long as a ``with speaking(…)`` lasts.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import NullTranslations
from io import BytesIO
from pathlib import Path

_language: ContextVar[str] = ContextVar("language", default="en")
_names: ContextVar[Sequence[str]] = ContextVar("names", default=())


@contextmanager
def speaking(language: str, names: Sequence[str] = ()) -> Iterator[None]:
    """Speak *language*, and call the players by their *names*, seat by seat."""
    tokens = _language.set(language), _names.set(names)
    try:
        yield
    finally:
        _language.reset(tokens[0])
        _names.reset(tokens[1])


def language() -> str:
    """The language spoken now."""
    return _language.get()


def called(seat: int) -> str | None:
    """The name of the player in a seat, if names are known."""
    names = _names.get()
    return names[seat] if 0 <= seat < len(names) else None


class Translations:
    """The translations in a folder of ``.po`` files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def text(self, message: str, /, **values: object) -> str:
        """A message in the language spoken now, with its ``{places}`` filled."""
        return _filled(self._translations().gettext(message), values)

    def plural(self, one: str, more: str, number: int, /, **values: object) -> str:
        """One of two messages, as the *number* asks; ``{number}`` stands for it."""
        message = self._translations().ngettext(one, more, number)
        return _filled(message, {"number": number, **values})

    def _translations(self) -> NullTranslations:
        return _load(self.folder, _language.get())


def _filled(message: str, values: dict[str, object]) -> str:
    return message.format(**values) if values else message


def marked_for_translation(message: str) -> str:
    """Mark a message for translation where it is written; it is looked up where it is shown."""
    return message


@cache
def languages() -> dict[str, str]:
    """The languages that there are, and what each calls itself: English, and the catalogues found on disk."""
    from babel import Locale  # a terminal that speaks English need not wait for it

    codes = ["en", *sorted(file.stem for file in SHARED.folder.glob("*.po"))]
    return {code: (Locale.parse(code).get_display_name(code) or code).capitalize() for code in codes}


@cache
def _load(folder: Path, language: str) -> NullTranslations:
    """The catalogue of a language; English needs none, and stands in for one that is missing."""
    if not (folder / f"{language}.po").is_file():
        return NullTranslations()
    from babel.messages.mofile import write_mo  # a terminal that speaks English need not wait for it
    from babel.messages.pofile import read_po
    from babel.support import Translations

    compiled = BytesIO()
    with (folder / f"{language}.po").open("rb") as file:
        write_mo(compiled, read_po(file, locale=language))
    compiled.seek(0)
    return Translations(compiled)


SHARED = Translations(Path(__file__).parent / "locale")  # what is no game's own
