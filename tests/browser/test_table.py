"""One visitor's table: help, clock, coach, misfits by eye, typed moves, and what is refused."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ludotheque.i18n.language import SHARED, languages, speaking
from ludotheque.tables.loading import playable
from tests.browser.axe import accessible
from tests.browser.conftest import Visitors
from tests.browser.forma_hand import FormaHand
from tests.browser.table_page import FRIEND, ME, PHONE, TablePage, bots

pytestmark = pytest.mark.slow
PHONE_SIZE = {"viewport": PHONE["viewport"]}


def test_a_hint_says_what_the_expert_would_do_and_plays_it(page: Page) -> None:
    table = TablePage.open(page, "feurio")
    table.wait_for_turn()
    page.locator("#hint").click()
    note = page.locator(".ui-note-hint")
    expect(note).to_contain_text("The expert would play:")
    expect(page.locator("svg[data-panel] .hinted")).not_to_have_count(0)
    accessible(page)
    table.after(lambda: note.locator("button.ui-small-primary").click())
    expect(note).to_have_count(0)


def test_no_tip_lies_over_a_menu(page: Page) -> None:
    table = TablePage.open(page, "feurio")
    table.wait_for_turn()
    told = len(table.log)
    table.click_choice()  # the tile; men come after it
    table.wait_for_turn(told)
    tile, tip = (
        page.locator("svg[data-panel] .can[aria-haspopup=menu]").first,
        page.locator("#tip:popover-open"),
    )
    at = table.free_point(tile)
    x, y = at["x"], at["y"]
    page.mouse.click(x, y)
    expect(page.locator("#menu:popover-open")).to_have_count(1)
    page.mouse.move(x, y - 200)
    page.mouse.move(x, y)
    page.wait_for_timeout(800)  # twice as long as a tip waits
    expect(tip).to_have_count(0)
    page.keyboard.press("Escape")
    page.mouse.move(x, y - 200)
    page.mouse.move(x, y)
    expect(tip).to_have_count(1)


def test_a_typed_move_and_one_that_cannot_be_read(page: Page) -> None:
    table = TablePage.open(page, "fou")
    table.wait_for_turn()
    page.keyboard.press("t")
    page.keyboard.type("nonsense")
    page.keyboard.press("Enter")
    assert "nonsense" in table.toast()
    move = table.state()["choices"][-1]["move"]
    table.after(lambda: table.type_move(move.lower()))
    expect(page.locator("#typed-move")).to_have_value("")


def test_the_table_in_words(page: Page) -> None:
    """Everything can be read and played without looking at a picture."""
    table = TablePage.open(page, "fou")
    table.wait_for_turn()
    page.keyboard.press("m")
    choices = page.locator("#move-list button")
    assert choices.count() == len({choice["move"] for choice in table.state()["choices"]})
    assert page.locator("#part-list li").count() > 10
    table.after(lambda: choices.first.click())
    page.keyboard.press("Escape")
    expect(page.locator("#moves")).to_be_hidden()


def test_a_clock_runs_and_a_bot_moves_when_the_time_is_up(page: Page) -> None:
    table = TablePage.open(page, "forma", clock={"kind": "move", "seconds": 5})
    table.wait_for_turn()
    clock = page.locator('[data-seat="0"] .ui-clock')
    expect(clock).to_have_text(re.compile(r"^0:0[0-5]$"))
    expect(clock).to_have_attribute("data-short", "")
    shown = clock.inner_text()
    expect(clock).not_to_have_text(shown)
    table.wait_for_turn(1)  # nobody has clicked
    assert len(table.log) >= 2


# What a lesson's note lies on: neither the menu and the way home, nor what the lesson is about.
UNDER_THE_NOTE = """() => {
  const note = document.querySelector(".ui-note-lesson").getBoundingClientRect();
  return [".ui-brand", ".ui-more-button", "#stage", "#tools"].filter((one) => {
    const box = document.querySelector(one).getBoundingClientRect();
    return Math.min(note.right, box.right) > Math.max(note.left, box.left)
      && Math.min(note.bottom, box.bottom) > Math.max(note.top, box.top);
  });
}"""


@pytest.mark.parametrize(("game", "settings"), [("feurio", {}), ("forma", PHONE_SIZE), ("fou", PHONE_SIZE)])
def test_a_lesson_leads_by_the_hand_to_its_end(visit: Visitors, game: str, settings: dict[str, Any]) -> None:
    page = visit(**settings)
    page.goto("/")
    page.locator(f"[data-play={game}][data-lesson]").click()
    page.wait_for_url("**/t/*")
    table, note = TablePage(page), page.locator("#lesson")
    moves = iter(["f12+f13+f14+f15+f16", "c4+c5", "k11"])  # in Forma there is nothing to click
    expect(note.locator("p")).to_be_visible()
    while page.get_by_role("button", name="Play on").count() == 0:
        told = note.inner_text()
        assert page.evaluate(UNDER_THE_NOTE) == [], told
        if note.locator("button").count():
            note.locator("button").click()
        elif game == "forma":
            table.type_move(next(moves))
        else:
            table.click(page.locator("svg[data-panel] .can.pointed").first)
            if page.locator("#menu:popover-open").count():
                page.locator("#menu [role=menuitem]").first.click()
        expect(note).not_to_have_text(told, use_inner_text=True)
        expect(note.locator("p")).to_be_visible()
    page.get_by_role("button", name="Play on").click()
    expect(note).to_be_empty()


def test_by_eye_an_element_that_does_not_fit_is_lost(page: Page) -> None:
    options = {"players": 2, "by_eye": True}
    table = TablePage.open(page, "forma", options=options, seats=[ME, *bots(1)])
    table.wait_for_turn()
    table.after(lambda: table.type_move("tower j10"))
    hand = FormaHand(table)
    before = len(table.log)
    start = table.free_point(hand.rack("I2"))
    page.mouse.move(start["x"], start["y"])
    page.mouse.down()
    page.mouse.move(*hand.point(10, 9.5), steps=4)
    ghost = page.locator("svg[data-panel=board] .ghost")
    assert not re.search("fits", ghost.get_attribute("class") or "")
    page.keyboard.press("Escape")  # what was taken up cannot be put back
    expect(ghost).to_have_count(1)
    page.mouse.up()
    page.wait_for_function("(told) => document.querySelectorAll('#log li').length > told", arg=before)
    assert "misjudges I2" in table.log[before]
    expect(page.get_by_role("button", name="Pass")).to_be_visible()
    expect(page.get_by_role("button", name="Take back")).to_be_disabled()


# What is refused, in the page's language; the table is none the worse


@pytest.mark.parametrize("language", languages())
def test_an_unknown_table(visit: Visitors, language: str) -> None:
    page = visit(locale=language)
    answer = page.goto("/t/nosuch")
    assert answer is not None and answer.status == 404
    assert page.locator("html").get_attribute("lang") == language
    with speaking(language):
        why = SHARED.text("there is no table {id}; the link may be mistyped", id="nosuch")
    expect(page.locator("main")).to_contain_text(why, ignore_case=True)
    page.locator("main a").click()
    expect(page.locator("[data-play]:not([data-lesson])")).to_have_count(len(playable()))


def test_a_move_out_of_turn(visit: Visitors) -> None:
    ada, bo = visit(), visit(locale="de-DE")
    host = TablePage.open(ada, "forma", seats=[ME, FRIEND])
    link = ada.locator(".ui-invite").input_value()
    bo.goto(link)
    bo.locator("#asides input").fill("Bo")
    bo.locator("#asides button").click()
    host.wait_for_turn()
    expect(bo.locator(".ui-seat[data-mine]")).to_be_visible()
    guest = TablePage(bo)
    guest.type_move("obstacle a1")
    words = guest.toast()
    assert "Guest" in words and "turn" not in words
    assert host.state()["ply"] == 0
    host.after(lambda: host.type_move("tower j10"))
    host.type_move("a1")
    guest.wait_for_turn()


def test_a_stale_move(page: Page) -> None:
    table = TablePage.open(page, "fou")
    table.wait_for_turn()
    table.after(table.click_choice)

    page.evaluate("""() => {
        const send = WebSocket.prototype.send;
        WebSocket.prototype.send = function (text) {
            send.call(this, text.replace(/"ply":\\d+/, '"ply":0'));
            WebSocket.prototype.send = send;
        };
    }""")
    ply = table.state()["ply"]
    table.click_choice()
    assert "moved on" in table.toast()
    assert table.state()["ply"] == ply
    table.after(table.click_choice)


def test_a_name_too_long(page: Page) -> None:
    page.goto("/")
    page.evaluate("document.querySelector('#name').removeAttribute('maxlength')")
    page.locator("#name").fill("A" * 25)
    page.locator("#me button").click()
    expect(page.locator("#saved")).to_contain_text("at most 24 characters")
    page.locator("#name").fill("Ada")
    page.locator("#me button").click()
    expect(page.locator("#saved")).to_have_text("Saved.")
    page.reload()
    expect(page.locator("#name")).to_have_value("Ada")


def test_nonsense_over_the_socket(visit: Visitors) -> None:
    page = visit(locale="fr-FR")
    table = TablePage.open(page, "fou")
    table.wait_for_turn()
    heard = page.evaluate(
        """async (id) => {
          const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/tables/${id}/watch`);
          const next = () => new Promise((resolve) => {
            socket.onmessage = (event) => resolve(JSON.parse(event.data));
          });
          await next();
          const heard = [];
          for (const text of ["nonsense", "[1]", '{"as": "x"}', '{"move": "G2"}', "x".repeat(5000)]) {
            socket.send(text);
            heard.push(await next());
          }
          socket.send('{"as": 3}');
          const open = socket.readyState === WebSocket.OPEN;
          socket.close();
          return { heard, open };
        }""",
        table.id,
    )
    assert heard["open"]
    for message in heard["heard"]:
        assert message["refused"]["code"] == "table/socket"
        assert "socket" in message["refused"]["message"]
    table.after(table.click_choice)
