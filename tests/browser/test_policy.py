"""What the pages do is what their Content-Security-Policy allows: no inline script, no inline style."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitors
from tests.browser.table_page import TablePage

LISTEN = """
    window.violations = [];
    addEventListener("securitypolicyviolation", (event) =>
        window.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`));
"""


def violations(page: Page) -> list[str]:
    found: list[str] = page.evaluate("window.violations")
    return found


@pytest.mark.slow
def test_no_page_does_what_its_policy_forbids(visit: Visitors) -> None:
    page = visit()
    page.add_init_script(LISTEN)
    for path in ("/", "/new/connect_four", "/docs/api", "/learn/connect_four", "/t/nosuch", "/nix"):
        page.goto(path)
        assert violations(page) == [], path
    TablePage.open(page, "connect_four")
    page.locator("[data-panel=board]").wait_for()
    for key in ("m", "Escape", "c", "Escape", "?", "Escape", "r"):
        page.keyboard.press(key)
    assert violations(page) == []
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<p style=\"color: red\">x</p>')")
    expect(page.locator("body > p[style]")).not_to_have_css("color", "rgb(255, 0, 0)")
    page.wait_for_function("window.violations.length")  # so the test could have noticed
    visit.trouble.clear()
