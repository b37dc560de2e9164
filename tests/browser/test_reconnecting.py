"""A server that dies under an open page: people see "Reconnecting …", never an error page, and play on."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Frame, Route, expect

from tests.browser.conftest import Visitors
from tests.browser.table_page import TablePage
from tests.servers import free_port
from tests.web.server import serving

pytestmark = pytest.mark.slow

KEYS = "(parts) => parts.map((part) => part.dataset.key)"


def test_a_page_outlives_its_server(visit: Visitors, tmp_path: Path) -> None:
    file, port, loaded = tmp_path / "tables.sqlite", free_port(), list[str]()
    with serving(file, port=port) as first:
        page = visit(base_url=first.url)
        table = TablePage.open(page, "connect_four")
        table.wait_for_turn()
        before, told = table.state()["ply"], len(table.log)
        page.on("framenavigated", lambda frame: _note(frame, loaded))
        first.kill()
        expect(page.locator("#line")).to_have_text("Reconnecting …")
        expect(page.locator("svg[data-panel=board]")).to_be_visible()
        table.click_choice()  # while nobody is there to hear of it
        expect(page.locator("#line")).to_have_text("Reconnecting …")
    with serving(file, port=port):
        page.evaluate("dispatchEvent(new Event('online'))")  # it would find out by itself, a little later
        expect(page.locator("#line")).to_have_text("")
        table.wait_for_turn(told)
        assert table.state()["ply"] > before, "what was clicked meanwhile was sent again"
        told = len(table.log)
        page.evaluate("WebSocket.prototype.send = () => undefined")  # a dead line that nobody has noticed
        page.route("**/moves", _proxy_without_a_server, times=1)
        table.click_choice()
        table.wait_for_turn(told)
        assert page.locator("#toasts p").count() == 0
    assert loaded == [], "the page was never left"


def test_a_page_is_not_sent_its_pictures_twice(visit: Visitors, tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as server:
        page, heard = visit(base_url=server.url), list[str]()
        page.on("websocket", lambda socket: socket.on("framereceived", lambda told: heard.append(str(told))))
        table = TablePage.open(page, "feurio")
        table.wait_for_turn()
        first = json.loads(heard[0])
        assert first["table"] == table.state()["table"] and "panels" not in first
        told = len(table.log)
        table.click_choice()
        table.wait_for_turn(told)
        shown = page.locator("svg[data-panel=board] > [data-key]").evaluate_all(KEYS)
        assert shown == table.state()["panels"]["board"]["order"], "what changes is drawn as ever"


def _proxy_without_a_server(route: Route) -> None:
    """As docs/running.md lets nginx answer while nobody is there."""
    route.fulfill(status=503, content_type="text/html", body="<!doctype html><p>Reconnecting …")


def _note(frame: Frame, loaded: list[str]) -> None:
    loaded.append(frame.url)
