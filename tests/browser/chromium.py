"""Where Chromium is. ``python -m tests.browser.chromium`` tells, and installs one if there is none."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

VARIABLE = "LUDOTHEQUE_CHROMIUM"
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


def find() -> Path | None:
    """The Chromium to test with: the one that is named, a system's, or Playwright's own."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named) if Path(named).is_file() else None
    return next(_places(), None)


def _places() -> Iterator[Path]:
    yield from (Path(path) for command in COMMANDS if (path := shutil.which(command)))
    for name in ("chrome-headless-shell", "headless_shell", "chrome", "Chromium"):
        yield from (path for path in sorted(_own_folder().glob(f"chromium*/**/{name}")) if path.is_file())


def _own_folder() -> Path:
    """Where Playwright keeps the browsers that it has downloaded."""
    caches = Path("Library/Caches") if sys.platform == "darwin" else Path(".cache")
    usual = Path.home() / caches / "ms-playwright"
    return Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or usual)


def install() -> Path | None:
    """Try to get one: Playwright's download first; as root, Debian's package."""
    _try(sys.executable, "-m", "playwright", "install", "--only-shell", "chromium")
    if find() is None and shutil.which("apt-get") and os.geteuid() == 0:
        _try("apt-get", "update", "-q")
        packages = ("chromium", "fonts-dejavu-core")
        _try("apt-get", "install", "-q", "-y", "--no-install-recommends", *packages)
    return find()


def _try(*command: str) -> None:
    print("$", *command, file=sys.stderr, flush=True)
    quietly = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    try:
        subprocess.run(command, check=False, stdout=sys.stderr, env=quietly, timeout=600)
    except subprocess.TimeoutExpired:
        print("that took too long", file=sys.stderr)


def main() -> int:
    """Print the path of a Chromium; without one, say what to do."""
    found = find()
    if found is None and not os.environ.get(VARIABLE):
        found = install()
    print(found or FIX, file=sys.stdout if found else sys.stderr)
    return 0 if found else 1


if __name__ == "__main__":
    sys.exit(main())
