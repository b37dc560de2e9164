"""A review on the page of a finished game: progress, chart, moments, and the better move on the board."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitors
from tests.browser.table_page import NO_WIDER, PHONE
from tests.reviews.test_judging import BLUNDERS, on_line

pytestmark = pytest.mark.slow

CUT_OFF = """(values) => values
  .filter((one) => one.getBoundingClientRect().left < one.ownerSVGElement.getBoundingClientRect().left)
  .map((one) => one.textContent)"""
ALIKE = """(chart) => {
  const look = (one) => getComputedStyle(one).stroke + " " + getComputedStyle(one).strokeDasharray;
  const now = look(chart.querySelector(".chart-now"));
  return [...chart.querySelectorAll(".chart-line")].filter((one) => look(one) === now).length;
}"""  # lines that could be taken for the one of the move that is shown


@pytest.mark.parametrize("settings", [{}, PHONE], ids=["wide", "phone"])
def test_a_moment_shows_the_better_move_on_the_board(visit: Visitors, settings: dict[str, object]) -> None:
    page = visit(**settings)
    record = on_line(BLUNDERS, 3)
    page.goto("/")
    kept = page.request.post("/api/records", data={"record": record.to_json()}).json()
    page.goto(kept["url"])
    if settings:
        page.locator("#tab-result").click()
    page.locator(".ui-review-ask").click()
    expect(page.locator(".ui-account li")).to_have_count(4)
    expect(page.locator(".ui-chances svg")).to_have_count(1)
    assert page.evaluate(NO_WIDER)
    expect(page.locator(".ui-account-note")).to_contain_text("added up over all moves")
    assert page.locator(".ui-chances .chart-value").evaluate_all(CUT_OFF) == []
    assert page.locator(".ui-chances").evaluate(ALIKE) == 0
    moment = page.locator(".ui-moment", has_text="Move 29")
    expect(moment).to_contain_text("Column 6 instead of Column 1")
    moment.click()
    expect(page.locator("#ply-words")).to_have_text("28/30")
    expect(page.locator("#viewpoint")).to_have_value("0")
    expect(page.locator("svg[data-panel=board] > .ghost > *")).to_have_count(1)
    expect(page.locator("svg[data-panel=board] .hinted")).not_to_have_count(0)
    expect(page.locator(".ui-moment[aria-current]")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(page.locator("svg[data-panel=board] > .ghost")).to_have_count(0)
    expect(page.locator(".ui-moment[aria-current]")).to_have_count(0)
