"""A whole game of each game against bots: by clicks, and by keys alone."""

from functools import partial

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitors
from tests.browser.forma_hand import FormaHand, large_first, placements
from tests.browser.table_page import NOTE_SHIFTS, TablePage

pytestmark = pytest.mark.slow

# Keys on a laptop, clicks on a desktop; test_phone.py has the phone.
WINDOWS = {"keys": {"width": 1024, "height": 768}, "clicks": {"width": 1440, "height": 900}}


def watched(visit: Visitors, how: str) -> Page:
    """A visitor's page that notes what shifts."""
    page = visit(viewport=WINDOWS["keys" if how == "keys" else "clicks"])
    page.add_init_script(NOTE_SHIFTS)
    return page


@pytest.mark.parametrize("game", ["feurio", "fou"])
@pytest.mark.parametrize("how", ["clicks", "keys"])
def test_a_whole_game_of_parts_to_choose(visit: Visitors, game: str, how: str) -> None:
    page = watched(visit, how)
    table = TablePage.open(page, game)
    act = table.click_choice if how == "clicks" else table.press_choice

    assert table.play_until_over(act) > 5

    expect(page.locator("#pane-result .ui-result-words")).to_be_visible()
    assert table.state()["phase"] == "over"
    table.assert_calm()
    page.reload()
    expect(page.locator("#pane-result .ui-result-words")).to_be_visible()
    table.assert_calm()


@pytest.mark.parametrize(("game", "least"), [("connect_four", 4), ("kuhn_poker", 1)])
@pytest.mark.parametrize("how", ["clicks", "keys"])
def test_a_whole_game_on_the_page_that_comes_by_default(page: Page, game: str, least: int, how: str) -> None:
    table = TablePage.open(page, game)
    act = table.click_choice if how == "clicks" else table.press_choice

    assert table.play_until_over(act) >= least

    expect(page.locator("#pane-result .ui-result-words")).to_be_visible()
    assert table.state()["phase"] == "over"


@pytest.mark.parametrize("how", ["mouse", "keys"])
def test_a_whole_game_of_forma(visit: Visitors, how: str) -> None:
    """The first dozen moves by hand, in every way there is; the rest by calls, so that it ends some day."""
    page = watched(visit, how)
    table = TablePage.open(page, "forma")
    table.wait_for_turn()
    hand = FormaHand(table)
    first = next(one for one in placements(table.state()) if one.name == "obstacle")
    place = hand.point(*first.middle)
    table.after(lambda: hand.press(first) if how == "keys" else page.mouse.click(*place))
    table.after(lambda: table.type_move("tower j10"))
    ways = [hand.drag, hand.click] if how == "mouse" else [hand.press]

    for number in range(10):
        act = ways[number % len(ways)]
        one = hand.choose()
        table.after(partial(act, one))
        assert one.move in "\n".join(table.log[-2:]), act

    table.finish_by_calls(large_first)
    expect(page.locator("#pane-result .ui-result-words")).to_be_visible()
    table.assert_calm()
    page.reload()
    expect(page.locator("#pane-result .ui-result-words")).to_be_visible()
    table.assert_calm()
