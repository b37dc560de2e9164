"""Languages: every sentence a player reads is looked up here, in the language of whoever reads it.

English stands in the code; the others are gettext catalogues, ``locale/fr.po`` and so on, one folder of
them beside each game and one for all that games share. They are found on disk; what a catalogue does not
have, or a folder has no catalogue for, is said in English. A request, a socket or a test chooses a language
(and, at a table, what the players are called) for as long as a ``with speaking(…)`` lasts.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, wraps
from gettext import NullTranslations
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
_language: ContextVar[str] = ContextVar("language", default="en")
_names: ContextVar[tuple[str, ...]] = ContextVar("names", default=())


@contextmanager
def speaking(language: str, names: Sequence[str] = ()) -> Iterator[None]:
    """Speak *language*, and call the players by their *names*, seat by seat."""
    tokens = _language.set(language), _names.set(tuple(names))
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


def kept(most: int, by: Callable[P, object]) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Keep what a function made, for the language and the names that were spoken.

    *by* gives, for the same arguments, the small value that the result is a function of. Of *most* results
    the older half is forgotten when there is one more.
    """

    def keeping(make: Callable[P, T]) -> Callable[P, T]:
        made: dict[object, T] = {}

        @wraps(make)
        def keep(*args: P.args, **kwargs: P.kwargs) -> T:
            key = (by(*args, **kwargs), _language.get(), _names.get())
            try:
                return made[key]
            except KeyError:
                pass
            if len(made) >= most:
                for old in list(islice(made, most // 2)):
                    made.pop(old, None)
            result = made[key] = make(*args, **kwargs)
            return result

        _all_kept.append(made)
        return keep

    return keeping


_all_kept: list[dict[object, Any]] = []


def forget_kept() -> None:
    """Forget all that was kept, as a test that compares needs it."""
    for made in _all_kept:
        made.clear()


class Translations:
    """The translations in a folder of ``.po`` files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._loaded: dict[str, NullTranslations] = {}

    def text(self, message: str, /, **values: object) -> str:
        """A message in the language spoken now, with its ``{places}`` filled."""
        return _filled(self._translations().gettext(message), values)

    def plural(self, one: str, more: str, number: int, /, **values: object) -> str:
        """One of two messages, as the *number* asks; ``{number}`` stands for it."""
        message = self._translations().ngettext(one, more, number)
        return _filled(message, {"number": number, **values})

    def _translations(self) -> NullTranslations:
        language = _language.get()
        try:
            return self._loaded[language]
        except KeyError:
            return self._loaded.setdefault(language, _load(self.folder, language))


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
