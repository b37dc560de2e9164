"""Where Chromium is. ``python -m tests.browser.chromium`` tells, and installs one if there is none."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

VARIABLE = "LUDOTHEQUE_CHROMIUM"
SHELL = "chromium-headless-shell"  # has no windows and no notifications, and takes a third of the time
COMMANDS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
FIX = f"no Chromium: install one (Debian: apt install chromium), or set {VARIABLE} to its path"


def find(*, whole: bool = False) -> Path | None:
    """The Chromium to test with: the one that is named, a system's, or Playwright's own.

    A *whole* one can do what a shell cannot.
    """
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named) if Path(named).is_file() else None
    return next(_places(whole), None)


def _places(whole: bool) -> Iterator[Path]:
    commands = COMMANDS if whole else (SHELL, *COMMANDS)
    yield from (Path(path) for command in commands if (path := shutil.which(command)))
    shells = () if whole else ("chrome-headless-shell", "headless_shell")
    for name in (*shells, "chrome", "Chromium"):
        yield from (path for path in sorted(_own_folder().glob(f"chromium*/**/{name}")) if path.is_file())


def _own_folder() -> Path:
    """Where Playwright keeps the browsers that it has downloaded."""
    caches = Path("Library/Caches") if sys.platform == "darwin" else Path(".cache")
    usual = Path.home() / caches / "ms-playwright"
    return Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or usual)


def install() -> None:
    """Try to get what is missing: as root, Debian's packages; else Playwright's download."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        _try("apt-get", "update", "-q")
        for browser in (COMMANDS[0], SHELL):
            if not shutil.which(browser):
                get = ("apt-get", "install", "-q", "-y", "--no-install-recommends")
                _try(*get, browser, "fonts-dejavu-core")
    if find() is None:
        _try(sys.executable, "-m", "playwright", "install", "chromium")


def _try(*command: str) -> None:
    print("$", *command, file=sys.stderr, flush=True)
    quietly = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    try:
        subprocess.run(command, check=False, stdout=sys.stderr, env=quietly, timeout=600)
    except subprocess.TimeoutExpired:
        print("that took too long", file=sys.stderr)


def main() -> int:
    """Print the path of a Chromium; without one, say what to do."""
    if not os.environ.get(VARIABLE) and not (shutil.which(SHELL) and find(whole=True)):
        install()
    found = find()
    print(found or FIX, file=sys.stdout if found else sys.stderr)
    return 0 if found else 1


if __name__ == "__main__":
    sys.exit(main())
