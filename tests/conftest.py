"""Settings for all tests."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.disks import small_disk as small_disk
from tests.servers import NotInstalled, Postgres, Valkey

# No deadlines: speed is measured by `make bench`, never by a test.
settings.register_profile("all", deadline=None, max_examples=50)
settings.register_profile("quick", deadline=None, max_examples=8)


WHOLLY_SLOW = "\npytestmark = pytest.mark.slow"  # how a module says that all its tests are


def _is_inner_loop(config: pytest.Config) -> bool:
    return bool(config.option.markexpr == "not slow")


def pytest_configure(config: pytest.Config) -> None:
    """The inner loop, `make quick`, tries few examples of each property."""
    settings.load_profile("quick" if _is_inner_loop(config) else "all")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """The inner loop does not even import a module whose tests are all slow: that takes long enough."""
    if not _is_inner_loop(config) or collection_path.suffix != ".py":
        return None
    return WHOLLY_SLOW in collection_path.read_text("utf-8") or None


# What starts a process of its own; the inner loop has no time for it.
PROCESSES = {"server", "postgres", "valkey", "chromium"}


@pytest.hookimpl(tryfirst=True)  # before tests are chosen by their marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever needs a server, a database, a broker or a browser is slow."""
    for item in items:
        if isinstance(item, pytest.Function) and not PROCESSES.isdisjoint(item.fixturenames):
            item.add_marker(pytest.mark.slow)


os.environ["LUDOTHEQUE_QUIET"] = "1"  # where a cache is cold, compiling says so on standard error

# A run in the background is deaf to Ctrl-C, and so would be the programs that it starts and interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL for all tests of a process; each test makes a database of its own in it."""
    try:
        with Postgres.running() as server:
            yield server
    except NotInstalled as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def valkey() -> Iterator[Valkey]:
    """A Valkey for all tests of a process."""
    try:
        with Valkey.running() as server:
            yield server
    except NotInstalled as missing:
        pytest.skip(str(missing))
