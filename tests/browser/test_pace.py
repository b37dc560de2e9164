"""Everybody sees what happens at their own pace: tricks stay, rounds are summed up, forced moves play."""

from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import accessible
from tests.browser.conftest import Visitors
from tests.browser.table_page import TablePage, first_choice

pytestmark = pytest.mark.slow

TRICK_HELD_OR_MY_TURN = """() => !document.querySelector("#play[data-busy]") &&
  (!document.querySelector("#go-on").hidden || document.querySelector("#now[data-mine]"))"""


def prefer(page: Page, **settings: Any) -> None:
    page.evaluate("settings => (localStorage.settings = JSON.stringify(settings))", settings)
    page.reload()


def play_first_round_by_calls(table: TablePage) -> None:
    """Let the API play until somebody has scored; bots may have begun the next round by then."""
    while (state := table.state()) and not any(seat["score"] for seat in state["seats"]):
        if state["to_act"]:
            body = {"ply": state["ply"], "move": first_choice(state)}
            assert table.page.request.post(f"/api/tables/{table.id}/moves", data=body).ok


def test_a_round_is_summed_up_before_the_next_is_seen(page: Page) -> None:
    table = TablePage.open(page, "fou", options={"players": 4, "rounds": 2})
    prefer(page, pace="instant", summaries=True)
    table.wait_until_connected()
    play_first_round_by_calls(table)

    summary = page.locator("#interlude")
    expect(summary).to_be_visible()
    expect(summary.locator("h2")).to_have_text("Round 1 is over")
    expect(summary.locator("li")).to_have_count(4)
    assert page.locator("svg[data-panel=hand] [data-key]").count() < 12, "the next deal waits"
    accessible(page)
    page.keyboard.press("Enter")
    expect(summary).to_be_hidden()
    expect(page.locator("svg[data-panel=hand] [data-key]")).to_have_count(12)


def test_a_trick_stays_until_it_was_looked_at(page: Page) -> None:
    table = TablePage.open(page, "fou")
    prefer(page, pace="quick")
    for _trick in range(10):
        table.wait_for_turn()
        table.click_choice()
        page.wait_for_function(TRICK_HELD_OR_MY_TURN)
        if page.locator("#go-on").is_visible():
            break
    expect(page.locator("svg[data-panel=board] .lying.past").first).to_be_visible()
    assert table.state()["panels"]["board"]["parts"]["led"] != "", "the game has gone on meanwhile"
    page.locator("#go-on").click()
    expect(page.locator("#go-on")).to_be_hidden()


def test_a_forced_move_plays_itself_and_an_undo_goes_beyond_it(page: Page) -> None:
    table = TablePage.open(page, "feurio")
    page.locator("#settings-button").click()
    page.get_by_text("Forced moves play themselves").click()
    page.keyboard.press("Escape")
    for _ in range(40):
        state = table.state()
        if state["forced"]:
            break
        if state["to_act"]:
            body = {"ply": state["ply"], "move": state["choices"][-1]["move"]}
            page.request.post(f"/api/tables/{table.id}/moves", data=body)
    ply = table.state()["ply"]
    page.wait_for_function("ply => JSON.parse(document.querySelector('#log').children.length) > ply", arg=ply)
    assert table.state()["ply"] > ply


def where_it_fits(page: Page) -> tuple[float, float]:
    """A point of Forma's board on which the element in hand fits; obstacles lie anywhere."""
    box = page.locator("svg[data-panel=board]").bounding_box()
    assert box
    for down, across in product((0.3, 0.5, 0.7), repeat=2):
        x, y = box["x"] + box["width"] * across, box["y"] + box["height"] * down
        page.mouse.move(x, y)
        page.evaluate("() => new Promise(requestAnimationFrame)")
        if page.locator("svg[data-panel=board] .ghost.fits").count():
            return x, y
    raise AssertionError("it fits nowhere")


def test_home_to_first_own_move_takes_two_clicks(visit: Visitors) -> None:
    for game in ("feurio", "fou", "forma"):
        page = visit()
        page.goto("/")
        page.locator(f"[data-play={game}]:not([data-lesson])").click()
        page.wait_for_url("**/t/*")
        table = TablePage(page)
        table.wait_for_turn()
        told = len(table.log)
        if game == "forma":
            page.mouse.click(*where_it_fits(page))
        else:
            table.click_choice()
        page.wait_for_function("told => document.querySelectorAll('#log li').length > told", arg=told)
