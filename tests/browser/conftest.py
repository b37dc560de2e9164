"""A real Chromium before a real server; each test has visitors of its own."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, Page, expect, sync_playwright

from tests.browser.chromium import FIX, FLAGS, find
from tests.web.server import Server, serving

PATIENCE = 45_000  # ms: for a slow machine; nothing waits longer than it must
IMPATIENT = """if (location.protocol === "http:")
  localStorage.settings ??= JSON.stringify({ pace: "instant", summaries: false });"""
FAILED = pytest.StashKey[bool]()
expect.set_options(timeout=PATIENCE)


def launched(kind: BrowserType, *, whole: bool = False) -> Browser:
    """A browser; without one, tests are skipped, but never in CI."""
    path = find(whole=whole)
    if path is None:
        if os.environ.get("CI") == "true":
            pytest.fail(FIX)
        pytest.skip(FIX)
    return kind.launch(executable_path=path, args=list(FLAGS))


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """The browser. It leaves with the last test of this folder: others need the event loop for themselves."""
    with sync_playwright() as playwright, launched(playwright.chromium) as browser:
        yield browser


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server") / "tables.sqlite") as running:
        yield running


class Visitors:
    """Makes visitors: each has a browser profile and a page of their own. Notes what goes wrong in pages."""

    def __init__(self, chromium: Browser, url: str, pictures: Path) -> None:
        self._chromium = chromium
        self.url = url
        self._pictures = pictures
        self._contexts: list[BrowserContext] = []
        self.trouble: list[str] = []

    def __call__(self, **settings: Any) -> Page:
        """A new visitor; *settings* are those of a Playwright context."""
        usual = {"locale": "en-GB", "base_url": self.url, "reduced_motion": "reduce"}
        viewport = {"viewport": {"width": 1280, "height": 800}}
        context = self._chromium.new_context(**(viewport | usual | settings))
        context.set_default_timeout(PATIENCE)
        context.add_init_script(IMPATIENT)
        self._contexts.append(context)
        context.on("weberror", lambda error: self.trouble.append(str(error.error)))
        context.on("console", self._hear)
        return context.new_page()

    def _hear(self, message: Any) -> None:
        # A refusal is answered with 4xx, and Chromium notes each in the console; the tests look at those.
        expected = message.text.startswith(("Failed to load resource", "WebSocket connection to"))
        if message.type in ("error", "warning") and not expected:
            self.trouble.append(message.text)

    def leave(self, failed: bool) -> None:
        pages = [page for context in self._contexts for page in context.pages]
        for number, page in enumerate(pages):
            if failed:
                page.screenshot(path=self._pictures / f"page{number}.png")
                print(f"{page.url}: see {self._pictures}/page{number}.png")
        for context in self._contexts:
            context.close()


@pytest.fixture
def visit(
    chromium: Browser, server: Server, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[Visitors]:
    visitors = Visitors(chromium, server.url, tmp_path)
    yield visitors
    visitors.leave(request.node.stash.get(FAILED, False))
    assert visitors.trouble == []


@pytest.fixture
def page(visit: Visitors) -> Page:
    return visit()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Any:
    """Let fixtures know that their test failed: there are pictures to take. Skip all in one line."""
    report = yield
    if report.skipped:
        report.longrepr = (__file__, None, FIX)
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report
