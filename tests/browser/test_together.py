"""Several people at a table: by the link, at one screen, watching; leaving and returning, taking back."""

import json
import re

import pytest
from playwright.sync_api import Page, Response, WebSocket, expect

from ludotheque.core.reading import read_record
from tests.browser.conftest import Visitors
from tests.browser.forma_hand import large_first
from tests.browser.table_page import CAN, FRIEND, ME, TablePage, bots

pytestmark = pytest.mark.slow

COLOURS = {"G": "Green", "R": "Orange", "Y": "Yellow", "B": "Blue"}


class Received:
    """Every text that a page gets from the server, each with how far the game was (−1: it does not tell)."""

    def __init__(self, page: Page) -> None:
        self.texts: list[tuple[int, str]] = []
        self.ply = -1
        page.on("response", self._response)
        page.on("websocket", self._socket)

    def _response(self, response: Response) -> None:
        if response.request.resource_type in ("document", "fetch", "xhr") and response.ok:
            self._keep(response.text())

    def _socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self._keep(str(frame)))

    def _keep(self, text: str) -> None:
        self.ply = told_ply(text, self.ply)
        self.texts.append((self.ply, text))


def told_ply(text: str, before: int) -> int:
    """How far the game is, as a message or the state within a page says."""
    if text.startswith("{"):
        return int(json.loads(text).get("ply", before))
    told = re.findall(r'"ply": ?(\d+), ?"(?!seat)', text)
    return int(told[-1]) if told else before


def invited(host: TablePage, guest: Page, name: str) -> TablePage:
    """Somebody comes by the link that the host's page shows, gives a name and sits down."""
    guest.goto(host.page.locator(".ui-invite").first.input_value())
    guest.locator("#asides input").fill(name)
    guest.locator("#asides button").click()
    table = TablePage(guest)
    expect(guest.locator(".ui-seat[data-mine]")).to_be_visible()
    return table


def test_two_browsers_at_one_table_by_the_link(visit: Visitors) -> None:
    """A table from the form, a friend by its link, a game by clicks; neither hears of the other's hand."""
    ada, bo = visit(), visit()
    received = [Received(ada), Received(bo)]
    ada.goto("/new/fou")
    ada.locator("fieldset[data-name=players] label", has_text=re.compile("^4$")).click()
    ada.locator("input[name=rounds]").fill("1")
    for seat, who in enumerate(["me", "friend", "bot:novice", "bot:novice"]):
        ada.locator("#seats select").nth(seat).select_option(who)
    ada.get_by_label("Seat 1, as listed above").check()
    ada.locator("#new button.ui-primary").click()
    ada.wait_for_url("**/t/*")
    host = TablePage(ada)
    tables = [host, invited(host, bo, "Bo")]

    for number in range(200):
        ada.wait_for_function(
            "() => !document.querySelector('#replay').hidden"
            ' || document.querySelector(\'[data-seat="0"][data-turn], [data-seat="1"][data-turn]\')'
        )
        if host.over:
            break
        seat = 0 if ada.locator('[data-seat="0"][data-turn]').count() else 1
        if number == 6:
            tables[seat].page.reload()
        tables[seat].wait_for_turn()
        lines = len(host.log)
        tables[seat].click_choice()
        ada.wait_for_function("(lines) => document.querySelectorAll('#log li').length > lines", arg=lines)

    expect(bo.locator("#pane-result .ui-result-words")).to_be_visible()
    record = read_record(ada.request.get(f"/t/{host.id}/record").text())
    hands = [[set(state.view(seat).data.seats[seat].hand) for seat in (0, 1)] for state in record.positions()]
    for seat in (0, 1):
        texts = [(ply, text) for ply, text in received[seat].texts if 0 <= ply < len(record.moves)]
        assert len({ply for ply, _ in texts}) > 10
        assert any(named(text) & hands[ply][seat] for ply, text in texts)
        for ply, text in texts:
            assert not named(text) & hands[ply][1 - seat] - {"1"}, (ply, seat)


def named(text: str) -> set[str]:
    """The cards that a text tells of, other than as "still out": as much is known of every card.

    A table's page brings the shapes of all cards, whoever has them.
    """
    text = re.sub(r'<script[^>]* id="shapes">.*?</script>', "", text, flags=re.DOTALL)
    text = re.sub(r"out:[GRYB]\d+|(Green|Red|Yellow|Blue) \d+: still out", "", text)
    letters = set(re.findall(r"\b[GRYB]\d+\b", text))
    words = re.findall(rf"\b({'|'.join(COLOURS.values())}) (\d+)", text)
    return letters | {colour[0] + number for colour, number in words}


def test_hands_are_hidden_from_who_asks_for_them(visit: Visitors) -> None:
    ada, bo, eve = visit(), visit(), visit()
    seats = [ME, FRIEND, *bots(2)]
    host = TablePage.open(ada, "fou", seats=seats)
    invited(host, bo, "Bo")
    host.wait_for_turn()
    hand = set(re.findall(r'"card:([^"]+)"', json.dumps(host.state()["panels"]["hand"]["order"])))
    for page in (bo, eve):
        for path in ("?seat=0", "", "/at/0?seat=0", "/record", "/view?seat=0", "/preview?move=G2&seat=0"):
            answer = page.request.get(f"/api/tables/{host.id}{path}")
            assert not named(answer.text()) & hand or not answer.ok, path
        assert page.request.get(f"/t/{host.id}/record").status == 409


def test_hot_seat_with_a_curtain(page: Page) -> None:
    """Two players at one screen: nobody's cards lie open until the one whose turn it is lifts the curtain."""
    seats = [ME, ME, *bots(2)]
    table = TablePage.open(page, "fou", seats=seats)
    lifted = set()
    for _ in range(200):
        table.wait_for_turn()
        if table.over:
            break
        curtain = page.locator("#curtain")
        if curtain.is_visible():
            lifted.add(page.locator(".ui-seat[data-turn]").get_attribute("data-seat"))
            assert page.locator(CAN).count() == 0
            assert page.locator('[data-key^="card:"] .card-face, .chip-mine').count() == 0
            curtain.locator("button").click()
            expect(page.locator("#now[data-mine]")).to_be_visible()
        table.after(table.click_choice)
    assert table.over
    assert lifted == {"0", "1"}


def test_hot_seat_names(page: Page) -> None:
    """Those who share a screen are asked for their names."""
    page.goto("/new/forma")
    for seat in (0, 1):
        page.locator("#seats select").nth(seat).select_option("me")
    names = page.locator("#seats .ui-seat-name:visible")
    expect(names).to_have_count(2)
    names.nth(1).fill("Cleo")
    page.get_by_label("Seat 1, as listed above").check()
    page.locator("#new button.ui-primary").click()
    page.wait_for_url("**/t/*")
    expect(page.locator('[data-seat="1"] .ui-seat-who')).to_have_text("Cleo")


def test_what_is_usual_follows_the_number_of_players(page: Page) -> None:
    page.goto("/new/feurio")
    mode = page.locator("fieldset[data-name=mode]")
    expect(mode.get_by_label("Versus")).to_be_checked()
    page.locator("fieldset[data-name=players]").get_by_label("1", exact=True).check()
    expect(mode.get_by_label("Solo")).to_be_checked()
    page.locator("fieldset[data-name=players]").get_by_label("3", exact=True).check()
    expect(mode.get_by_label("Versus")).to_be_checked()
    expect(mode.get_by_label("Solo")).to_be_hidden()
    mode.get_by_label("Versus").check()
    page.locator("fieldset[data-name=players]").get_by_label("1", exact=True).check()
    expect(mode.get_by_label("Solo")).to_be_checked()  # nothing else goes with one player, or is offered
    expect(mode.get_by_label("Versus")).to_be_hidden()
    page.locator("fieldset[data-name=players]").get_by_label("3", exact=True).check()
    mode.get_by_label("Coop").check()
    expect(page.get_by_label("Firebreaks")).to_be_hidden()
    page.locator("fieldset[data-name=players]").get_by_label("2", exact=True).check()
    expect(mode.get_by_label("Coop")).to_be_checked()  # it was chosen, so it stays
    page.locator("#new button.ui-primary").click()
    page.wait_for_url("**/t/*")
    expect(page.locator('[data-panel="goal"]')).to_be_visible()


def test_leaving_and_returning(visit: Visitors) -> None:
    ada, bo = visit(), visit()
    host = TablePage.open(ada, "forma", seats=[ME, FRIEND])
    guest = invited(host, bo, "Bo")
    host.wait_for_turn()

    ada.locator("#leave").click()
    ada.locator("#leaving button[value=leave]").click()
    guest.wait_for_turn()  # a bot has played for Ada
    expect(bo.locator('[data-seat="0"] .ui-seat-about')).to_have_text("a bot stands in")
    ada.locator(f'.ui-entry[href="/t/{guest.id}"]').click()
    expect(bo.locator('[data-seat="0"] .ui-seat-about')).to_have_text("")
    guest.type_move(large_first(guest.state()))
    host.wait_for_turn()
    assert host.mine

    ada.goto("/")
    expect(bo.locator('[data-seat="0"] .ui-seat-about')).to_have_text("away")
    ada.locator(".ui-entry-mine").click()
    ada.wait_for_url("**/t/*")
    expect(bo.locator('[data-seat="0"] .ui-seat-about')).to_have_text("")
    host.wait_for_turn()
    host.type_move(large_first(host.state()))
    guest.wait_for_turn()
    assert guest.mine


def test_a_spectator_sees_what_all_may_see(visit: Visitors) -> None:
    ada, eve = visit(), visit()
    table = TablePage.open(ada, "fou")
    table.wait_for_turn()
    eve.goto("/")
    expect(eve.locator(f'.ui-entry[href="/t/{table.id}"]')).to_have_count(0)  # a game against bots is private
    ada.locator("#share").click()
    eve.goto(ada.locator("#link-watch").input_value())
    ada.keyboard.press("Escape")
    expect(eve.locator("#watching")).to_contain_text("You are watching.")
    expect(ada.locator("#watching")).to_contain_text("1")
    assert eve.locator(CAN).count() == 0
    assert eve.locator("svg[data-panel=hand] .can, .chip-mine").count() == 0
    told = len(table.log)
    table.after(table.click_choice)
    eve.wait_for_function("(told) => document.querySelectorAll('#log li').length > told", arg=told)


def test_chat_and_title(visit: Visitors) -> None:
    ada, bo = visit(), visit()
    host = TablePage.open(ada, "forma", seats=[ME, FRIEND])
    guest = invited(host, bo, "Bo")
    host.wait_for_turn()
    assert ada.title().startswith("●")
    assert not bo.title().startswith("●")
    ada.keyboard.press("c")
    ada.keyboard.type("hello <b>Bo</b>")
    ada.keyboard.press("Enter")
    expect(bo.locator("#unread")).to_have_text("1")
    bo.locator("#tab-chat").click()
    expect(bo.locator("#talk li")).to_contain_text("hello <b>Bo</b>")
    expect(bo.locator("#unread")).to_be_hidden()
    host.after(lambda: host.type_move("tower j10"))
    host.type_move("a1")
    guest.wait_for_turn()
    expect(ada).not_to_have_title(re.compile("^●"))
    expect(bo).to_have_title(re.compile("^● Your turn"))


def test_taking_back_alone(page: Page) -> None:
    table = TablePage.open(page, "forma")
    table.wait_for_turn()
    expect(page.locator("#undo")).to_be_disabled()
    table.after(lambda: table.type_move("tower j10"))
    table.after(lambda: table.type_move("a1"))
    assert table.state()["ply"] == 3
    page.locator("#undo").click()
    expect(page.locator("#log li").last).to_contain_text("takes a move back")
    assert table.state()["ply"] == 1
    table.after(lambda: table.type_move("a1"))


def test_taking_back_when_another_must_agree(visit: Visitors) -> None:
    ada, bo = visit(), visit()
    host = TablePage.open(ada, "forma", seats=[ME, FRIEND])
    guest = invited(host, bo, "Bo")
    host.wait_for_turn()
    host.after(lambda: host.type_move("tower j10"))
    host.type_move("a1")
    guest.wait_for_turn()
    for answer, left in (("No", 2), ("Agree", 1)):
        ada.keyboard.press("Escape")
        ada.locator("#undo").click()
        expect(ada.locator("#asides")).to_contain_text("waiting for the others")
        bo.get_by_role("button", name=answer).click()
        expect(ada.locator("#asides")).to_be_empty()
        assert host.state()["ply"] == left
    host.wait_for_turn()
    assert host.mine
