"""By post, in a browser: an app to install, letters with the tab closed, a kind page without a connection."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import launched
from tests.web.people import Human
from tests.web.push_service import PushService, push_service
from tests.web.server import Server, serving

pytestmark = pytest.mark.slow

HERE = {"LUDOTHEQUE_PUSH_NETWORKS": "127.0.0.1/32"}
# What a browser with a push service says; the test has the keys, and reads the letters in its place.
SUBSCRIBES = """(subscription) => {
  PushManager.prototype.subscribe = async function (options) {
    globalThis.asked = options;
    return { toJSON: () => subscription };
  };
}"""


@pytest.fixture(scope="module")
def chromium(chromium: Browser) -> Iterator[Browser]:
    """One that shows notifications."""
    with launched(chromium.browser_type, whole=True) as browser:
        yield browser


@pytest.fixture(scope="module")
def posting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, PushService]]:
    database = tmp_path_factory.mktemp("posting") / "t.sqlite"
    with push_service() as service, serving(database, settings=HERE) as server:
        yield server, service


def context_of(chromium: Browser, server: Server, **settings: Any) -> BrowserContext:
    return chromium.new_context(
        base_url=server.url, locale="en-GB", permissions=["notifications"], **settings
    )


def worker_ready(page: Page) -> None:
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("navigator.serviceWorker.controller !== null")


def test_the_pages_can_be_installed(posting: tuple[Server, PushService], chromium: Browser) -> None:
    """By Chromium's own criteria."""
    server, _ = posting
    context = context_of(chromium, server)
    page = context.new_page()
    page.goto("/")
    worker_ready(page)
    cdp = context.new_cdp_session(page)
    found = cdp.send("Page.getAppManifest")
    assert found["errors"] == [] and found["url"] == f"{server.url}/manifest.webmanifest"
    errors = [one["errorId"] for one in cdp.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert [one for one in errors if one != "in-incognito"] == []
    for icon in json.loads(found["data"])["icons"]:
        answer = page.request.get(icon["src"])
        width = int.from_bytes(answer.body()[16:20])
        assert answer.headers["content-type"] == "image/png" and icon["sizes"] == f"{width}x{width}"
    context.close()


def until(page: Page, found: Callable[[], Any]) -> Any:
    """What there is, as soon as there is something."""
    for _ in range(300):
        if there := found():
            return there
        page.wait_for_timeout(100)
    raise AssertionError("it did not happen")


def plays(human: Human, table: str) -> None:
    """Somebody moves until it is another's turn."""
    while human.get(table)["to_act"]:
        human.moves(table)


def deliver(context: BrowserContext, page: Page, letter: dict[str, Any]) -> None:
    """Bring a letter to the browser, as its push service does."""
    cdp = context.new_cdp_session(page)
    known: list[str] = []
    cdp.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: known.extend(one["registrationId"] for one in told["registrations"]),
    )
    cdp.send("ServiceWorker.enable")
    page.wait_for_timeout(200)
    origin = page.evaluate("location.origin")
    message = {"origin": origin, "registrationId": known[-1], "data": json.dumps(letter)}
    cdp.send("ServiceWorker.deliverPushMessage", message)


def test_a_letter_comes_with_the_tab_closed_and_leads_to_the_table(
    posting: tuple[Server, PushService], chromium: Browser
) -> None:
    server, service = posting
    phone = service.browser("bo")
    context = context_of(chromium, server)
    context.add_init_script(f"({SUBSCRIBES})({json.dumps(phone.subscription)})")
    page = context.new_page()
    ada = Human(server.url, "Ada")
    table = ada.opens("feurio", "me", "open", clock={"kind": "move", "seconds": 3 * 86400})
    url = table.replace("/tables/", "/t/")
    page.goto(url)
    assert page.evaluate("Notification.permission") == "granted"
    assert not phone.got and page.evaluate("globalThis.asked") is None, "nothing before a click"
    worker_ready(page)
    page.get_by_role("button", name="Tell me when it is my turn").click()
    expect(page.locator("#toasts")).to_contain_text("even with this page closed")
    key = page.request.get("/api/push").json()["key"]
    assert page.evaluate("asked") == {"userVisibleOnly": True, "applicationServerKey": key}
    sit = page.request.post(f"/api{table}/sit", data={"seat": 1, "name": "Bo"})
    assert sit.ok, sit.text()
    expect(page.locator(".ui-clock").first).to_have_text(re.compile("^(3 days 0 hr|2 days 23 hr)"))
    page.goto("/")  # away from the table
    plays(ada, table)
    assert page.request.get("/api/turns").json()["count"] == 1
    letter = until(page, lambda: phone.got)[0].letter
    assert letter["title"] == "Feurio!: it is your turn" and letter["url"] == url
    page.reload()
    expect(page.locator("#turns")).to_have_attribute("aria-label", "Your turn in other games: 1")
    deliver(context, page, letter)
    shown = """navigator.serviceWorker.ready.then(async (found) =>
        (await found.getNotifications()).map(({ title, body, tag, data }) => ({ title, body, tag, data })))"""
    [note] = until(page, lambda: page.evaluate(shown))
    assert (note["title"], note["tag"], note["data"]) == (letter["title"], "turns", {"url": url})
    opened = context.service_workers[0].evaluate(
        """async () => {
          let opened = "";
          clients.openWindow = async (address) => { opened = address; };
          const [notification] = await registration.getNotifications();
          const clicked = new NotificationEvent("notificationclick", { notification });
          const work = [];
          clicked.waitUntil = (promise) => work.push(promise);
          dispatchEvent(clicked);
          await Promise.all(work);
          return [opened, (await registration.getNotifications()).length];
        }"""
    )
    assert opened == [f"{server.url}{url}", 0]
    page.goto(url)
    expect(page.locator("#turns")).to_be_hidden()
    page.get_by_role("button", name="Tell me when it is my turn").click()  # and no more
    expect(page.locator("#bell")).to_have_attribute("aria-pressed", "false")
    context.close()


def test_without_a_line_a_kind_page_waits_and_goes_on_by_itself(tmp_path: Path, chromium: Browser) -> None:
    database = tmp_path / "t.sqlite"
    with serving(database) as first:
        context = context_of(chromium, first, color_scheme="dark")
        page = context.new_page()
        page.goto("/")
        worker_ready(page)
        table = page.request.post("/api/tables", data={"game": "feurio"}).json()["url"]
        page.goto(table)
        kept = page.evaluate(
            "caches.keys().then((all) => caches.open(all[0])).then((one) => one.keys())"
            ".then((found) => found.map((request) => new URL(request.url).pathname))"
        )
        assert sorted(re.sub("^/assets/[^/]+", "", path) for path in kept) == [
            "/icon.svg", "/offline", "/offline.js", "/style.css"
        ], "no table, no page, no answer of the API"  # fmt: skip
    page.goto(table)
    expect(page.get_by_role("heading", name="The connection is lost")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(29, 27, 25)"
    page.screenshot(path=tmp_path / "offline.png")
    with serving(database, port=first.port):
        expect(page.locator("#prompt")).to_be_visible()
        assert page.url.endswith(table)
        context.close()
