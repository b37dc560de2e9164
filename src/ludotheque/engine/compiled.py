"""How rules are compiled: one decorator, one record layout, one cache folder.

``@compiled`` is numba's ``njit(cache=True, nogil=True)`` with a cache folder of our own. numba keys its
cache by the function's *own* file and by where that lies, so an edit to a callee or a constant in another
module would leave stale machine code behind, and a second checkout would compile everything once more. So
each function's folder is named by what is in the files it depends on: its own and all that this one imports,
directly or not, from the same package or from ours. Whoever edits one game compiles that game anew and no
other; whoever has the same files elsewhere compiles nothing.

Compile time is spent per function *and* per types of its arguments, and numba counts int8, int64 and a
literal 0 as three. So kernels widen a number with `int64` before they pass it on, and pass variables.

With ``NUMBA_DISABLE_JIT=1`` the same functions run as plain Python, for debugging and coverage.
"""

import hashlib
import os
import re
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

import numba
import numpy as np
import platformdirs
from numba.core.caching import UserProvidedCacheLocator

from ludotheque.engine import progress
from ludotheque.engine.errors import explained

Function = TypeVar("Function", bound=Callable[..., Any])

_config: Any = numba.config
UNCOMPILED = bool(_config.DISABLE_JIT)
int64: Any = np.int64  # typed loosely: to mypy an np.int64 is no int
CACHE_LINE = 64  # bytes; two threads on records that share one would slow each other down
_OURS = __name__.partition(".")[0]
_IMPORTS = re.compile(
    r"^ *(?:from +(\.*)([\w.]*) +import +(\([^)]*\)|[^\n]*)|import +([\w.]+))", re.MULTILINE
)
_short: set[Callable[..., Any]] = set()
_decorating = Lock()  # games are loaded in threads, and numba's setting is one for all of them
if not UNCOMPILED:
    progress.announce()


def compiled(function: Function, *, files: Sequence[str] = (), brief: bool = False) -> Function:
    """Compile *function* on its first call, keep the result on disk, release the GIL while it runs.

    It depends on its own file, what that imports, and on *files*. A *brief* one keeps the GIL: to release it
    and to take it again would last as long as a third of playing a move.
    """
    return _compile(function, files, forceinline=False, nogil=not brief)


def inlined(function: Function, *, files: Sequence[str] = ()) -> Function:
    """The same for a short function on a hot path: its code is repeated wherever it is called.

    It makes no arrays, and neither returns one nor calls what returns one: there references are not counted.
    (Each count is an atomic instruction; those of arrays in tuples took an eighth of a search's time.)
    """
    return _compile(function, files, forceinline=True, nogil=True)


def short(function: Function) -> Function:
    """Mark a generic function that is to be `inlined`, whichever game it is bound to and whoever binds it."""
    _short.add(function)
    return function


def is_short(function: Callable[..., Any]) -> bool:
    """Whether a generic function is marked so."""
    return function in _short


def _compile(function: Function, files: Sequence[str], *, forceinline: bool, nogil: bool) -> Function:
    if UNCOMPILED:
        return np.errstate(over="ignore")(function)  # random sources wrap around on purpose
    njit: Any = numba.njit  # its stub does not know all its options
    counting = not forceinline  # said to each, or it would be as in whatever function calls this one first
    jit = njit(cache=True, nogil=nogil, forceinline=forceinline, no_cfunc_wrapper=True, _nrt=counting)
    folder = str(cache_folder(function, files))
    with _decorating:
        usual = _config.CACHE_DIR, _config.CACHE_LOCATOR_CLASSES
        # Both are read by numba when it decorates.
        _config.CACHE_DIR, _config.CACHE_LOCATOR_CLASSES = folder, f"{__name__}.{Anywhere.__name__}"
        try:
            return _explaining(jit(function))  # type: ignore[no-any-return]
        finally:
            _config.CACHE_DIR, _config.CACHE_LOCATOR_CLASSES = usual


class Anywhere(UserProvidedCacheLocator):
    """The cache folder of a function, wherever its file lies: the folder's name tells what is in the file."""

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        """The same for every path; numba's own hashes it."""
        return Path(py_file).stem


def _explaining(dispatcher: Any) -> Any:
    """Let a function that cannot be compiled say so in a sentence: numba asks for `_compile_for_args`."""
    compile_for = dispatcher._compile_for_args

    def compile_or_explain(*arguments: Any, **more: Any) -> Any:
        try:
            return compile_for(*arguments, **more)
        except OSError:  # a full disk is nobody's mistake
            raise
        except Exception as error:  # numba has many kinds
            raise explained(error, dispatcher.py_func) from None

    dispatcher._compile_for_args = compile_or_explain
    return dispatcher


def cache_folder(function: Callable[..., Any], files: Sequence[str] = ()) -> Path:
    """Where the machine code of *function* is kept."""
    module: str = function.__globals__["__name__"]
    own = sources_of(module, function.__code__.co_filename)
    return _cache_base() / f"{module}-{_digest(frozenset({*own, *files}))}"


def files_behind(*modules: Any) -> list[str]:
    """The files that these modules (None: no module) depend on, their own among them."""
    return [file for one in modules if one is not None for file in sources_of(one.__name__, one.__file__)]


@cache
def sources_of(module: str, file: str) -> frozenset[str]:
    """The file of a module, and those of the modules of its package, or of ours, that it imports."""
    homes = frozenset({module.partition(".")[0], _OURS})
    found: set[str] = set()
    waiting = [file]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += _imported(one, homes)
    return frozenset(found)


@cache
def _imported(file: str, homes: frozenset[str]) -> list[str]:
    """The files of what a file imports from these packages, wherever in it."""
    try:
        text = Path(file).read_text(encoding="utf-8")
    except OSError:  # typed at a prompt, or in an archive
        return []
    places: set[Path] = set()
    for dots, source, things, plain in _IMPORTS.findall(text):
        home = Path(file).parents[len(dots) - 1] if dots else None
        start = _place(source or plain, homes, home)
        if start is not None:
            names = (thing.split()[0] for thing in things.strip("()").split(",") if thing.strip())
            places |= {start, *(start / name for name in names if name.isidentifier())}
    candidates = (one for place in places for one in (place.with_suffix(".py"), place / "__init__.py"))
    return sorted(str(one) for one in candidates if one.is_file())


def _place(name: str, homes: frozenset[str], home: Path | None) -> Path | None:
    """Where the module or folder of that name must be; None if it is of no interest."""
    first, *rest = name.split(".")
    if home is not None:  # `from .cards import DECK`
        return home.joinpath(first, *rest)
    package = sys.modules.get(first) if first in homes else None
    folders = getattr(package, "__path__", None)
    return Path(next(iter(folders)), *rest) if folders else None


@cache
def _digest(files: frozenset[str]) -> str:
    digest = hashlib.sha256(numba.__version__.encode())
    for content in sorted(map(_content, files)):  # not by name: the same files may lie elsewhere
        digest.update(content)
    return digest.hexdigest()[:16]


@cache
def _content(file: str) -> bytes:
    return hashlib.sha256(Path(file).read_bytes() if Path(file).exists() else b"").digest()


@cache
def _cache_base() -> Path:
    return Path(os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_dir("ludotheque"))


def direct(function: Function, *arguments: Any) -> Function:
    """The machine code of *function* for arguments of exactly these types, without numba's look at them.

    That look takes 0.6 µs of a call's 0.9: as long as playing three moves. The caller vouches that every
    later call has arguments of the same types.
    """
    if not hasattr(function, "overloads"):  # it runs uncompiled
        return function
    types = tuple(map(numba.typeof, arguments))
    dispatcher: Any = function
    dispatcher.compile(types)
    return dispatcher.overloads[types].entry_point  # type: ignore[no-any-return]


def layout(fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """The dtype of a state's record: aligned, padded to whole cache lines, without a gap.

    Gaps are not copied, so a record with gaps would compare unequal to its copy. Uncompiled, the record
    type lets ``state.field`` work as it does in compiled code; compiled, a plain dtype halves the cost
    of a call from Python.
    """
    size = np.dtype(list(fields)).itemsize
    padding = -size % CACHE_LINE
    padded = np.dtype([*fields, ("padding", np.uint8, padding)], align=True)
    if padded.itemsize != size + padding:
        raise TypeError("this layout has gaps; order the fields from the widest type to the narrowest")
    return np.dtype((np.record, padded)) if UNCOMPILED else padded
