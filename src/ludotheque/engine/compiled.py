"""How rules are compiled: one decorator, one record layout, one cache folder.

``@compiled`` is numba's ``njit(cache=True, nogil=True)`` with a cache folder of our own. numba keys its
cache by the function's *own* file, so an edit to a callee or a constant in another module would leave
stale machine code behind. Our folder is therefore named by a hash of every file that holds compiled
code: edit any of them and all of them are compiled anew.

Compile time is spent per function *and* per types of its arguments, and numba counts int8, int64 and a
literal 0 as three. So kernels widen a number with `int64` before they pass it on, and pass variables.

With ``NUMBA_DISABLE_JIT=1`` the same functions run as plain Python, for debugging and coverage.
"""

import hashlib
import os
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
import platformdirs

from ludotheque.engine import progress

Function = TypeVar("Function", bound=Callable[..., Any])

_config: Any = numba.config
UNCOMPILED = bool(_config.DISABLE_JIT)
int64: Any = np.int64  # typed loosely: to mypy an np.int64 is no int
CACHE_LINE = 64  # bytes; two threads on records that share one would slow each other down
if not UNCOMPILED:
    progress.announce()
_MARK = b"ludotheque.engine.compiled import"


@cache
def cache_folder() -> Path:
    """Where compiled code is kept, named by a hash of every file that holds some."""
    package = Path(__file__).parent.parent
    sources = sorted(file for file in package.rglob("*.py") if file != Path(__file__))
    digest = hashlib.sha256(numba.__version__.encode())
    for text in [Path(__file__).read_bytes(), *(file.read_bytes() for file in sources)]:
        if _MARK in text:
            digest.update(text)
    base = os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_dir("ludotheque")
    return Path(base) / f"kernels-{digest.hexdigest()[:16]}"


def compiled(function: Function) -> Function:
    """Compile *function* on its first call, keep the result on disk, release the GIL while it runs."""
    return _compile(function, forceinline=False)


def inlined(function: Function) -> Function:
    """The same for a short function on a hot path: its code is repeated wherever it is called."""
    return _compile(function, forceinline=True)


def _compile(function: Function, *, forceinline: bool) -> Function:
    if UNCOMPILED:
        return np.errstate(over="ignore")(function)  # random sources wrap around on purpose
    njit: Any = numba.njit  # its stub does not know all its options
    jit = njit(cache=True, nogil=True, forceinline=forceinline, no_cfunc_wrapper=True)
    usual = _config.CACHE_DIR
    _config.CACHE_DIR = str(cache_folder())  # read by numba when it decorates
    try:
        return jit(function)  # type: ignore[no-any-return]
    finally:
        _config.CACHE_DIR = usual


def direct(function: Function, *arguments: Any) -> Function:
    """The machine code of *function* for arguments of exactly these types, without numba's look at them.

    That look takes 0.6 µs of a call's 0.9: as long as playing three moves. The caller vouches that every
    later call has arguments of the same types. *function* is called once with these, to compile it.
    """
    function(*arguments)
    if UNCOMPILED:
        return function
    (compilation,) = (
        found
        for types, found in function.overloads.items()  # type: ignore[attr-defined]
        if types == tuple(map(numba.typeof, arguments))
    )
    return compilation.entry_point  # type: ignore[no-any-return]


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
