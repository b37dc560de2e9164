"""Where results come from: the versions of what computed them, and the machine."""

import os
import platform
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

_PARTS = ("ludotheque", "numba", "numpy", "openskill")


@cache
def versions() -> dict[str, str]:
    """The versions of us, of Python, and of the libraries that a game or a rating may depend on."""
    return {"python": platform.python_version()} | {name: _version(name) for name in _PARTS}


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:  # run from its sources
        return "unknown"


@cache
def machine() -> str:
    """The machine in a few words: its processor, how many cores, its system."""
    return f"{_processor()}, {os.cpu_count() or 1} cores, {platform.system()} {platform.machine()}"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(errors="replace").splitlines()
    except OSError:
        lines = []
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.processor() or "a processor"
