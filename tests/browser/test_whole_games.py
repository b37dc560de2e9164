"""A whole game of each game against bots: by clicks, and by keys alone."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.forma_hand import FormaHand, large_first
from tests.browser.table_page import ME, TablePage, bots

pytestmark = pytest.mark.slow

TABLES = {
    "feurio": {"options": {"players": 2}, "seats": [ME, *bots(1)]},
    "fou": {"options": {"players": 4, "rounds": 1}, "seats": [ME, *bots(3)]},
}


@pytest.mark.parametrize("game", TABLES)
@pytest.mark.parametrize("how", ["clicks", "keys"])
def test_a_whole_game_of_parts_to_choose(page: Page, game: str, how: str) -> None:
    table = TablePage.open(page, game, **TABLES[game])
    act = table.click_choice if how == "clicks" else table.press_choice

    assert table.play_until_over(act) > 5

    expect(page.locator("#pane-result .ui-result-words")).to_be_visible()
    assert table.state()["phase"] == "over"


@pytest.mark.parametrize("how", ["mouse", "keys"])
def test_a_whole_game_of_forma(page: Page, how: str) -> None:
    """The first dozen moves by hand, in every way there is; the rest by calls, so that it ends some day."""
    table = TablePage.open(page, "forma", options={"players": 2}, seats=[ME, *bots(1)])
    table.wait_for_turn()
    hand = FormaHand(table)
    table.after(
        lambda: hand.press(hand.choose()) if how == "keys" else page.mouse.click(*hand.point(4.5, 6.5))
    )
    if table.state()["extra"]["things"].keys() == {"obstacle", "tower"}:
        table.after(lambda: table.type_move("tower j10"))
    ways = [hand.drag, hand.click] if how == "mouse" else [hand.press]

    for number in range(10):
        act = ways[number % len(ways)]
        one = hand.choose()
        table.after(lambda act=act, one=one: act(one))
        assert one.move in "\n".join(table.log[-2:]), act

    table.finish_by_calls(large_first)
    expect(page.locator("#pane-result .ui-result-words")).to_be_visible()
