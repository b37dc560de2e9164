"""A whole game of each game against bots: by clicks, and by keys alone."""

import pytest
from playwright.sync_api import Page, expect

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
