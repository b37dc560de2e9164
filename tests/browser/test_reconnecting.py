"""A server that dies under an open page: people see "Reconnecting …", never an error page, and play on."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Frame, Route, WebSocketRoute, expect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.browser.conftest import Visitors
from tests.browser.table_page import TablePage
from tests.servers import Postgres, free_port
from tests.web.people import Human
from tests.web.server import Server, serving

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


def test_whatever_is_clicked_while_the_server_is_away_is_answered_in_words_of_the_page(
    visit: Visitors, tmp_path: Path
) -> None:
    file, port = tmp_path / "tables.sqlite", free_port()
    with serving(file, port=port) as first:
        home, page = visit(base_url=first.url, locale="fr-FR"), visit(base_url=first.url, locale="fr-FR")
        home.goto("/")
        table = TablePage.open(page, "connect_four")
        table.wait_for_turn()
        first.kill()
        home.locator("[data-play]").first.click()
        expect(home.locator("#toasts p")).to_have_text(
            "Le serveur est injoignable pour le moment ; réessayez dans un instant."
        )
        page.locator("#rules-button").click()
        expect(page.locator("#rules-text")).to_have_text("Le serveur est injoignable. Nouvel essai…")
        page.locator("#hint").click()
        expect(page.locator("#line")).to_have_text("Reconnexion…")
    with serving(file, port=port):
        page.evaluate("dispatchEvent(new Event('online'))")
        expect(page.locator("#rules-text h1")).to_be_visible()
        expect(page.locator(".ui-note-hint button").first).to_be_visible()
        assert page.locator("#toasts p").count() == 0


def test_a_page_that_opens_while_the_database_is_away_goes_on_by_itself(
    visit: Visitors, tmp_path: Path
) -> None:
    with Postgres.running() as postgres:
        address = postgres.new_database()
        subprocess.run([sys.executable, "-m", "ludotheque", "migrate", "--database", address], check=True)
        with serving(tmp_path / "log", settings={"LUDOTHEQUE_DATABASE": address}) as server:
            page = visit(base_url=server.url)
            table = TablePage.open(page, "connect_four")
            table.wait_for_turn()
            here = page.url
            postgres.kill()
            answer = page.goto(here)
            assert answer is not None and answer.status == 503 and answer.headers["retry-after"] == "2"
            expect(page.locator("h1")).to_have_text("One moment …")
            with connect(f"{here.replace('http', 'ws').replace('/t/', '/api/tables/')}/watch") as socket:
                assert "cannot reach its database" in json.loads(socket.recv())["refused"]["message"]
                with pytest.raises(ConnectionClosed) as closed:
                    socket.recv()
                assert closed.value.rcvd is not None and closed.value.rcvd.code == 4503
            postgres.start()
            expect(page.locator("svg[data-panel=board]")).to_be_visible(timeout=60_000)
            assert page.url == here


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


class LossyLine:
    """Sockets that carry everything on to the page, but for the change to one version."""

    def __init__(self, version: int) -> None:
        self.opened = 0
        self.carried = list[dict[str, Any]]()
        self.lost = list[dict[str, Any]]()
        self._version = version

    def connect(self, page: WebSocketRoute) -> None:
        self.opened += 1
        page.connect_to_server().on_message(lambda message: self._carry(page, str(message)))

    def _carry(self, page: WebSocketRoute, message: str) -> None:
        told = json.loads(message)
        if told.get("version") == self._version:
            self.lost.append(told)
            return
        self.carried.append(told)
        page.send(message)


def moves(ada: Human, table: str) -> None:
    ada.moves(table)


def silences_watchers(ada: Human, table: str) -> None:
    """No line of the log tells that something was missed."""
    ada.post(f"{table}/rules", watchers_talk=False)


@pytest.mark.parametrize("act", [moves, silences_watchers])
def test_a_page_that_missed_a_message_asks_for_everything_again(
    act: Callable[[Human, str], None], visit: Visitors, server: Server
) -> None:
    ada, page, loaded = Human(server.url, "Ada"), visit(), list[str]()
    address = ada.opens("connect_four", "me", "me")
    line = LossyLine(ada.get(address)["version"] + 2)
    page.route_web_socket("**/watch?*", line.connect)
    table = TablePage.at(page, f"/t/{address.rpartition('/')[2]}")
    page.on("framenavigated", lambda frame: _note(frame, loaded))
    ada.moves(address)
    expect(page.locator("#log li")).to_have_count(1)
    act(ada, address)
    while not line.lost:
        page.wait_for_timeout(20)
    assert (line.opened, len(table.log)) == (1, 1), "it cannot know yet"
    for _ in range(2):
        ada.moves(address)
        expect(page.locator("#log li")).to_have_count(ada.get(address)["ply"])
    assert line.opened == 2, "once, and then it hears of what changes again"
    whole = [message for message in line.carried if "from" not in message]
    assert [message["version"] for message in whole[1:]] == [line.lost[0]["version"] + 1]
    shown = page.locator("svg[data-panel=board] > [data-key]").evaluate_all(KEYS)
    assert shown == table.state()["panels"]["board"]["order"]
    assert loaded == [], "the page was never left"


def _proxy_without_a_server(route: Route) -> None:
    """As docs/running.md lets nginx answer while nobody is there."""
    route.fulfill(status=503, content_type="text/html", body="<!doctype html><p>Reconnecting …")


def _note(frame: Frame, loaded: list[str]) -> None:
    loaded.append(frame.url)
