"""A table on a phone: whole games with a finger, everything there and in reach, and nothing moves."""

from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from ludotheque.i18n.language import languages
from tests.browser.conftest import Visitors
from tests.browser.forma_hand import FormaHand, large_first
from tests.browser.table_page import (
    ME,
    NO_WIDER,
    NOTE_SHIFTS,
    PHONE,
    TABLES,
    TablePage,
    bots,
    first_choice,
    slow_down,
)

pytestmark = pytest.mark.slow

FINGER = 44  # px: what a finger meets
WORDS_WITHIN = """(button) => {
  const words = document.createRange();
  words.selectNodeContents(button);
  const [said, box] = [words.getBoundingClientRect(), button.getBoundingClientRect()];
  const { paddingLeft, borderLeftWidth } = getComputedStyle(button);
  const edge = parseFloat(paddingLeft) + parseFloat(borderLeftWidth) - 0.5; // letters end between pixels
  return said.left >= box.left + edge && said.right <= box.right - edge;
}"""


@pytest.mark.parametrize("game", TABLES)
def test_a_phone_can_play(visit: Visitors, game: str) -> None:
    """The first moves by taps, the rest by calls; nothing moves, to the end and afterwards."""
    page = visit(**PHONE)
    page.add_init_script(NOTE_SHIFTS)
    table = TablePage.open(page, game)
    table.wait_for_turn()
    assert page.evaluate(NO_WIDER)
    box = page.locator("svg[data-panel=board]").bounding_box()
    assert box and box["x"] >= 0 and box["y"] >= 0
    assert box["x"] + box["width"] <= 390 and box["y"] + box["height"] <= 844

    for _ in range(3):
        if not table.over:
            told = len(table.log)
            tap(table, game)
            table.wait_for_turn(told)
    page.locator("#tab-log").tap()
    expect(page.locator("#side")).to_have_attribute("data-open", "")
    expect(page.locator("#log li").last).to_be_visible()
    page.locator("#tab-log").tap()
    table.finish_by_calls(large_first if game == "forma" else first_choice)
    table.assert_calm()
    page.reload()
    expect(page.locator("#replay")).to_be_visible()
    table.assert_calm()


def tap(table: TablePage, game: str) -> None:
    """Do something that may be done, with a finger."""
    page = table.page
    if game == "forma":
        hand = FormaHand(table)
        one = hand.choose()
        if one.name in ("obstacle", "tower"):
            page.touchscreen.tap(*hand.point(*one.middle))
            page.locator("#game-tools button").last.tap()
        else:
            hand.tap(one)
        return
    part = page.locator("svg[data-panel] .can, #choices button").first
    if part.get_attribute("class") == "ui-choice":
        part.tap()
        return
    menu = part.get_attribute("aria-haspopup") == "menu"
    in_hand = part.evaluate("part => part.ownerSVGElement.dataset.panel === 'hand'")
    point = table.free_point(part)
    page.touchscreen.tap(point["x"], point["y"])
    if in_hand:  # the first tap raises a card, the second plays it
        expect(page.locator(".raised")).to_have_count(1)
        expect(page.locator("#say")).not_to_be_empty()
        assert page.locator("#say").evaluate("(line) => line.scrollHeight <= line.clientHeight")
        page.touchscreen.tap(point["x"], point["y"])
    if menu:
        page.locator("#menu [role=menuitem]").first.tap()


OVERLAPS = """() => {
  const seat = ["holds", "score", "who", "about", "beside"].map((one) => `.ui-seat-${one}`);
  const shown = [...document.querySelectorAll([".ui-clock", "button", ...seat])].filter(
    (one) => one.checkVisibility({ visibilityProperty: true }) && one.textContent.trim());
  const boxes = shown.map((one) => [one.textContent.trim(), one.getBoundingClientRect()]);
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const met = (a, k) => boxes.slice(k + 1).filter((b) => meet(a[1], b[1])).map((b) => [a[0], b[0]]);
  return boxes.flatMap(met);
}"""
SMALL = f"""() => [...document.querySelectorAll("main button:not(:disabled), header > button")]
  .filter((one) => one.checkVisibility({{ visibilityProperty: true }}) && !one.closest("dialog"))
  .map((one) => [one.id || one.textContent, one.getBoundingClientRect()])
  .filter(([, box]) => box.height < {FINGER} || box.width < {FINGER}).map(([name]) => name)"""

# Parts of pictures that answer to a finger, with their smaller side; cards in a hand may cover each other.
PARTS = """() => [...document.querySelectorAll("svg[data-panel] :is(.can, .lift)")]
  .map((one) => [one.dataset.key, one.getBoundingClientRect()])
  .map(([key, { width, height }]) => [key, Math.min(width, height)])"""


@pytest.mark.parametrize(
    ("game", "players", "holds"), [("feurio", 4, "men"), ("fou", 8, "cards"), ("forma", 4, "elements")]
)
def test_all_is_there_and_in_reach(visit: Visitors, game: str, players: int, holds: str) -> None:
    """Who am I, levels, what is left, whose turn, the clock; buttons for a finger; no field for typing."""
    page = visit(**PHONE)
    seats = [ME, *bots(players - 1)]
    clock = {"kind": "game", "seconds": 600}
    options = {"players": players}
    table = TablePage.open(page, game, options=options, seats=seats, clock=clock, ready=True)
    table.wait_for_turn()
    mine = page.locator(".ui-seat[data-mine]")
    for what in (".ui-seat-who", ".ui-seat-about", ".ui-seat-holds", ".ui-clock", ".ui-seat-score"):
        expect(mine.locator(what)).to_be_visible()
        assert page.locator(f"#seats {what}:visible").count() == (1 if what == ".ui-clock" else players)
    expect(mine.locator(".ui-seat-about")).to_have_text("you")
    expect(page.locator(".ui-seat-about").last).to_have_text("Novice")
    expect(mine.locator(".ui-seat-holds")).to_contain_text(holds)
    expect(page.locator(".ui-seat[data-turn]")).to_have_count(1)
    assert page.evaluate(OVERLAPS) == []
    assert page.evaluate(SMALL) == []
    parts = page.evaluate(PARTS)
    assert parts and [part for part in parts if part[1] < FINGER] == []
    expect(page.locator("#typed-move")).to_be_hidden()


CUT_OFF = """() => [...document.querySelectorAll("[role=tab]")].filter((tab) => {
  tab.hidden = false;
  const words = document.createRange();
  words.selectNodeContents(tab);
  const [{ left, right }, text] = [tab.getBoundingClientRect(), words.getBoundingClientRect()];
  return text.left < left || text.right > right || right > innerWidth;
}).map((tab) => tab.textContent)"""


@pytest.mark.parametrize("language", ["en", "fr", "de", "it"])
def test_every_tab_can_be_read(visit: Visitors, language: str) -> None:
    """All four, as when a game is over."""
    page = visit(**PHONE, locale=language)
    TablePage.open(page, "fou")
    assert page.evaluate(CUT_OFF) == []


@pytest.mark.parametrize("game", ["feurio", "fou", "forma"])
def test_nothing_moves_while_a_page_comes_slowly(visit: Visitors, game: str) -> None:
    """What is seen first stays where it is when the rest arrives; styles and scripts are there already.

    And a table that waits costs a phone nothing: what glows there is not styled or painted anew meanwhile.
    """
    page = visit(**PHONE, reduced_motion="no-preference")
    TablePage.open(page, game)
    page.add_init_script(NOTE_SHIFTS)
    slow_down(page)
    table = TablePage.open(page, game)
    table.wait_for_turn()
    table.assert_calm()
    page.wait_for_function(ONLY_GLOWS)
    assert styled_within(page, 500) < 5, "of 30 frames"


ONLY_GLOWS = """() => document.getAnimations()
  .every((one) => one.playState !== "running" || one.effect.getTiming().iterations === Infinity)"""


def styled_within(page: Page, milliseconds: int) -> float:
    """How often a page's styles are worked out while nobody does anything."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")  # counts from now
    page.wait_for_timeout(milliseconds)
    numbers = session.send("Performance.getMetrics")["metrics"]
    return next(float(one["value"]) for one in numbers if one["name"] == "RecalcStyleCount")


# Where points that are gained meet the total that they are added to; noted while they float.
NOTE_GAINS = """
  window.gains = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const gain of addedNodes) {
      if (gain.className !== "ui-float") continue;
      const total = document.createRange();
      total.selectNode(gain.parentElement.firstChild);
      for (const at of [300, 700, 1000]) {
        for (const animation of gain.getAnimations()) { animation.pause(); animation.currentTime = at; }
        const [a, b] = [gain.getBoundingClientRect(), total.getBoundingClientRect()];
        const over = Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
          && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
        window.gains.push([gain.textContent, at, over]);
      }
      for (const animation of gain.getAnimations()) animation.play();
    }
  }).observe(document, { childList: true, subtree: true });
"""


def test_points_that_are_gained_do_not_hide_the_total(visit: Visitors) -> None:
    page = visit(**PHONE, reduced_motion="no-preference")
    page.add_init_script(NOTE_GAINS)
    table = TablePage.open(page, "forma", seats=[ME, ME])
    table.wait_for_turn()
    for move in ("tower j10", "a1+a2+a3+a4+a5", "t1+t2+t3+t4+t5"):
        post(table, move)
    page.wait_for_function("() => window.gains.length >= 6")
    assert [gain for gain in page.evaluate("window.gains") if gain[2]] == []


# A point of a card that cannot be played, close to one that can: a browser would take the latter.
BESIDE = """() => {
  const held = (x, y) => document.elementFromPoint(x, y)?.closest("#hand [data-key]");
  const { left, right, top, bottom } = document.querySelector("#hand svg").getBoundingClientRect();
  for (let y = (top + bottom) / 2; y < bottom; y += 3) for (let x = left + 6; x < right - 6; x += 3) {
    const can = (dx) => held(x + dx, y)?.classList.contains("can");
    if (held(x, y) && !can(0) && !can(-4) && !can(4) && (can(-6) || can(6))) return { x, y };
  }
  return null;
}"""


def test_a_card_that_cannot_be_played_says_why_and_a_swipe_plays_one(visit: Visitors) -> None:
    page = visit(**PHONE)
    table = TablePage.open(page, "fou")
    table.wait_for_turn()
    while (point := page.evaluate(BESIDE)) is None:
        table.after(lambda: post(table, table.state()["choices"][0]["move"]))
    page.touchscreen.tap(point["x"], point["y"])
    note = page.locator("#toasts p")
    expect(note).to_contain_text("was led and you can follow suit")
    expect(page.locator(".raised")).to_have_count(0)
    note.get_by_role("button", name="Why?").tap()
    expect(page.locator("#rules .ui-rule-shown")).to_be_visible()
    expect(note).to_have_count(0)
    page.keyboard.press("Escape")
    card = page.locator("svg[data-panel=hand] .can").last
    table.after(lambda: swipe(page, table.free_point(card)))


def test_each_of_two_equal_cards_can_be_played(visit: Visitors) -> None:
    page = visit(**PHONE)
    ones = page.locator("svg[data-panel=hand] [data-key^='card:1:']")
    for _ in range(60):  # about every third hand has two of them
        table = TablePage.open(page, "fou")
        if ones.count() > 1:
            break
    table.wait_for_turn()
    point = table.free_point(ones.nth(1))
    page.touchscreen.tap(point["x"], point["y"])
    expect(ones.nth(1)).to_contain_class("raised")
    left = ones.count() - 1
    table.after(lambda: page.touchscreen.tap(point["x"], point["y"]))
    expect(ones).to_have_count(left)


def post(table: TablePage, move: str) -> None:
    body = {"ply": table.state()["ply"], "move": move}
    assert table.page.request.post(f"/api/tables/{table.id}/moves", data=body).ok


def touch(session: CDPSession, kind: str, *points: tuple[float, float]) -> None:
    fingers = [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(points)]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})


def swipe(page: Page, start: dict[str, float]) -> None:
    session = page.context.new_cdp_session(page)
    touch(session, "touchStart", (start["x"], start["y"]))
    for step in range(1, 6):
        touch(session, "touchMove", (start["x"], start["y"] - 16 * step))
    touch(session, "touchEnd")


SQUARE = "svg => svg.getScreenCTM().a * 32"


def test_two_fingers_bring_the_board_nearer(visit: Visitors) -> None:
    """Forma's squares are small: zoomed, each is large enough for a finger, and can be placed on."""
    page = visit(**PHONE)
    table = TablePage.open(page, "forma")
    table.wait_for_turn()
    board = page.locator("svg[data-panel=board]")
    assert board.evaluate(SQUARE) < FINGER
    session = page.context.new_cdp_session(page)
    touch(session, "touchStart", (180, 380), (210, 380))
    for step in range(1, 11):
        touch(session, "touchMove", (180 - 5 * step, 380), (210 + 5 * step, 380))
    touch(session, "touchEnd")
    assert board.evaluate(SQUARE) >= FINGER
    assert page.evaluate(NO_WIDER)
    page.locator("#unzoom").tap()
    assert board.evaluate(SQUARE) < FINGER
    expect(page.locator("#unzoom")).to_be_hidden()


def test_the_table_in_words_tells_what_can_be_done_in_forma(visit: Visitors) -> None:
    page = visit(**PHONE)
    table = TablePage.open(page, "forma")
    table.wait_for_turn()
    post(table, "tower j10")
    expect(page.locator("#prompt")).to_contain_text("place")
    page.locator("#moves-button").tap()
    page.locator("#move-list button", has_text="P5").tap()
    page.locator("#move-list input").fill("g12")
    first: Any = page.locator("#move-list ul button").first
    expect(first).to_contain_text("g12")
    move = first.inner_text().strip()
    told = len(table.log)
    first.tap()
    page.wait_for_function("(told) => document.querySelectorAll('#log li').length > told", arg=told)
    assert move in "\n".join(table.log)


def test_moves_can_be_confirmed(visit: Visitors) -> None:
    """With the setting, a first click only shows a move; by mouse too."""
    page = visit()
    table = TablePage.open(page, "feurio")
    table.wait_for_turn()
    page.locator("#settings-button").click()
    page.locator("[name=confirm]").check()
    page.keyboard.press("Escape")
    ply = table.state()["ply"]
    table.click(page.locator("svg[data-panel=board] .can").first)
    expect(page.locator("#say")).to_contain_text("Lay the")
    assert table.state()["ply"] == ply
    page.get_by_role("button", name="Not this").click()
    expect(page.locator("#say")).to_be_empty()
    table.click(page.locator("svg[data-panel=board] .can").first)
    told = len(table.log)
    page.get_by_role("button", name="Play it").click()
    page.wait_for_function("(told) => document.querySelectorAll('#log li').length > told", arg=told)
    page.reload()
    page.locator("#settings-button").click()
    expect(page.locator("[name=confirm]")).to_be_checked()


def test_no_note_leaves_half_of_the_line_that_says_what_to_do(visit: Visitors) -> None:
    """What lies over the line hides all of it; when it goes, the line is there again."""
    page = visit(**PHONE)
    TablePage.open(page, "feurio").wait_for_turn()
    prompt = page.locator("#prompt")
    expect(prompt).to_have_css("opacity", "1")
    page.locator("#hint").tap()
    note = page.locator(".ui-note-hint", has_text="The expert would play")
    expect(note).to_be_visible()
    expect(prompt).to_have_css("opacity", "0")
    note.get_by_role("button", name="Close").tap()
    expect(prompt).to_have_css("opacity", "1")
    page.goto("/puzzle/connect_four")
    expect(page.locator(".ui-note-puzzle")).to_be_visible()
    expect(prompt).to_have_css("opacity", "1")
    page.goto("/puzzle/connect_four/yesterday")
    expect(prompt).to_have_css("opacity", "0")


@pytest.mark.parametrize("language", languages())
def test_the_words_of_a_replay_stay_on_their_button(visit: Visitors, language: str) -> None:
    page = visit(**PHONE, locale=language)
    table = TablePage.open(page, "feurio")
    table.finish_by_calls(first_choice)
    page.locator("#play-on").wait_for()
    assert page.locator("#play-on").evaluate(WORDS_WITHIN)
