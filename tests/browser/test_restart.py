"""The server stops and starts in the middle of a game: the page waits, and what was clicked is not lost."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitors
from tests.browser.table_page import TablePage
from tests.web.server import serving

pytestmark = pytest.mark.slow


def test_a_server_restarts_in_the_middle_of_a_game(visit: Visitors, tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite"
    with serving(database) as first:
        page = visit(base_url=first.url)
        table = TablePage.open(page, "fou")
        table.wait_for_turn()
        table.after(table.click_choice)
        log = table.log
    expect(page.locator("#line")).not_to_be_empty()
    table.click_choice()
    with serving(database, port=first.port):
        table.wait_for_turn(len(log))
        expect(page.locator("#line")).to_be_empty()
        assert table.log[: len(log)] == log
        table.play_until_over(table.click_choice)
        assert table.over
        page.goto("about:blank")
