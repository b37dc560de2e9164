"""Languages: every sentence a player reads is looked up here, in the language of whoever reads it.

English stands in the code; the others are gettext catalogues, ``locale/fr.po`` and so on, one folder of
them beside each game and one for all that games share. They are found on disk; what a catalogue does not
have, or a folder has no catalogue for, is said in English. A request, a socket or a test chooses a language
(and, at a table, what the players are called) for as long as a ``with speaking(…)`` lasts.
"""

from collections.abc import Callable, Sequence
from contextvars import ContextVar
from functools import cache, lru_cache, wraps
from gettext import NullTranslations
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar, TypeVarTuple

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class Speech:
    """A language, and what the players are called. The same ones are the same object: a quick key."""

    __slots__ = ("language", "names")

    def __init__(self, language: str, names: tuple[str, ...]) -> None:
        self.language, self.names = language, names


_speech = lru_cache(4096)(Speech)
_ENGLISH = _speech("en", ())
_spoken: ContextVar[Speech] = ContextVar("spoken", default=_ENGLISH)


class speaking:  # noqa: N801 (it reads as a function; a context manager made of a generator takes twice as long)
    """Speak *language*, and call the players by their *names*, seat by seat."""

    __slots__ = ("_before", "_speech")

    def __init__(self, language: str, names: Sequence[str] = ()) -> None:
        self._speech = _speech(language, tuple(names))

    def __enter__(self) -> None:
        self._before = _spoken.set(self._speech)

    def __exit__(self, *_error: object) -> None:
        _spoken.reset(self._before)


def language() -> str:
    """The language spoken now."""
    return _spoken.get().language


def called(seat: int) -> str | None:
    """The name of the player in a seat, if names are known."""
    names = _spoken.get().names
    return names[seat] if 0 <= seat < len(names) else None


def viewer_unless_named(viewer: int) -> int | None:
    """Who looks, where that matters: players whose names are known are called by them, others are "you"."""
    return None if _spoken.get().names else viewer


def kept(most: int, by: Callable[[*Ts], object]) -> Callable[[Callable[[*Ts], T]], Callable[[*Ts], T]]:
    """Keep what a function made, for the language and the names that were spoken.

    *by* gives, for the same arguments, the small value that the result is a function of. Of *most* results
    the older half is forgotten when there is one more.
    """

    def keeping(make: Callable[[*Ts], T]) -> Callable[[*Ts], T]:
        made: dict[object, T] = forgettable({})
        spoken = _spoken.get

        @wraps(make)
        def keep(*args: *Ts) -> T:  # it runs a hundred times for a move: keywords would take their time
            key = (by(*args), spoken())
            try:
                return made[key]
            except KeyError:
                pass
            if len(made) >= most:
                for old in list(islice(made, most // 2)):
                    made.pop(old, None)
            result = made[key] = make(*args)
            return result

        return keep

    return keeping


_all_kept: list[dict[object, Any]] = []


def forgettable(made: dict[object, T]) -> dict[object, T]:
    """The same: `forget_kept` empties it too."""
    _all_kept.append(made)
    return made


def forget_kept() -> None:
    """Forget all that was kept, as a test that compares needs it."""
    for made in _all_kept:
        made.clear()


class Translations:
    """The translations in a folder of ``.po`` files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._loaded: dict[str, NullTranslations] = {}
        self._known: dict[tuple[str, str], str] = {}  # the messages of the code, by language

    def text(self, message: str, /, **values: object) -> str:
        """A message in the language spoken now, with its ``{places}`` filled."""
        known = (_spoken.get().language, message)
        try:
            said = self._known[known]
        except KeyError:
            said = self._known[known] = self._translations().gettext(message)
        return said.format(**values) if values else said

    def plural(self, one: str, more: str, number: int, /, **values: object) -> str:
        """One of two messages, as the *number* asks; ``{number}`` stands for it."""
        message = self._translations().ngettext(one, more, number)
        return message.format(**{"number": number, **values})

    def _translations(self) -> NullTranslations:
        language = _spoken.get().language
        try:
            return self._loaded[language]
        except KeyError:
            return self._loaded.setdefault(language, _load(self.folder, language))


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
