"""A finished game: result, replay, record, rematch, and playing on from a moment of it."""

import pytest
from playwright.sync_api import Page, expect

from ludotheque.core.reading import read_record
from tests.browser.forma_hand import large_first
from tests.browser.table_page import TablePage, first_choice

pytestmark = pytest.mark.slow


@pytest.fixture
def finished(page: Page) -> TablePage:
    table = TablePage.open(page, "fou")
    table.wait_for_turn()
    expect(page.locator("#pane-result")).to_be_hidden()
    assert page.request.get(f"/t/{table.id}/record").status == 409
    table.finish_by_calls(first_choice)
    return table


# Buttons and fields of the replay that leave its room, lie on each other, or cut their words off.
CROWDED = """() => {
  const room = document.querySelector("#replay").getBoundingClientRect();
  const all = [...document.querySelectorAll("#replay :is(button, select, input, output)")];
  const shown = all.filter((one) => one.checkVisibility()).map((one) => [one, one.getBoundingClientRect()]);
  const bad = shown.filter(([one, box], k) => box.left < room.left - 1 || box.right > room.right + 1
    || box.bottom > innerHeight || (k && box.left < shown[k - 1][1].right - 1)
    || one.scrollWidth > one.clientWidth + 1 || box.width < 30);
  return bad.map(([one]) => one.id || one.dataset.step);
}"""


@pytest.mark.parametrize("game", ["fou", "forma"])
def test_the_replay_has_room_in_every_window(page: Page, game: str) -> None:
    table = TablePage.open(page, game)
    table.wait_for_turn()
    table.finish_by_calls(large_first if game == "forma" else first_choice)
    for width, height in ((1440, 900), (1024, 768), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        expect(page.locator("#replay")).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert page.evaluate(CROWDED) == [], width


def test_the_record_can_be_downloaded_and_replayed(finished: TablePage) -> None:
    page = finished.page
    with page.expect_download() as download:
        page.locator("#pane-result a[download]").click()
    record = read_record(download.value.path().read_text())
    assert record.replay().over
    assert download.value.suggested_filename == f"fou-{finished.id}.jsonl"


def test_back_and_forth_through_the_game(finished: TablePage) -> None:
    page = finished.page
    last = finished.state()["ply"]
    shown = page.locator("#ply-words")
    expect(shown).to_have_text(f"{last}/{last}")
    page.keyboard.press("Home")
    expect(shown).to_have_text(f"0/{last}")
    expect(page.locator("svg[data-panel=hand] [data-key^='card:']")).to_have_count(12)
    page.keyboard.press("ArrowRight")
    expect(shown).to_have_text(f"1/{last}")
    page.locator("[data-step=next]").click()
    expect(shown).to_have_text(f"2/{last}")
    page.locator("#ply").fill("5")
    expect(shown).to_have_text(f"5/{last}")
    page.locator("#tab-log").click()
    page.locator("#log li").nth(2).click()
    expect(shown).to_have_text(f"3/{last}")
    mine = page.locator("svg[data-panel=hand]").inner_html()
    page.locator("#viewpoint").select_option("1")
    expect(page.locator("svg[data-panel=hand] [data-key^='card:']")).not_to_have_count(0)
    changed = "(before) => document.querySelector('svg[data-panel=hand]').innerHTML !== before"
    page.wait_for_function(changed, arg=mine)
    page.locator("[data-step=last]").click()
    expect(shown).to_have_text(f"{last}/{last}")
    page.locator("#speed").select_option(label="Fast")
    page.locator("#autoplay").click()  # by itself, from the beginning
    expect(shown).to_have_text(f"2/{last}")
    page.locator("[data-step=last]").click()
    expect(page.locator("#autoplay")).to_have_attribute("aria-pressed", "false")
    expect(shown).to_have_text(f"{last}/{last}")
    assert page.locator(".can").count() == 0


def test_a_link_to_a_moment(finished: TablePage) -> None:
    page = finished.page
    page.goto(f"/t/{finished.id}#4")
    page.reload()
    expect(page.locator("#ply-words")).to_have_text(f"4/{finished.state()['ply']}")


def test_play_on_from_here(finished: TablePage) -> None:
    page, before = finished.page, finished.id
    page.locator("#ply").fill("4")
    log = finished.log[:4]
    page.locator("#play-on").click()
    page.wait_for_url(lambda url: before not in url)
    table = TablePage(page)
    table.wait_for_turn()
    assert [line.split()[-1] for line in table.log[:4]] == [line.split()[-1] for line in log]
    table.after(table.click_choice)


def test_a_rematch(finished: TablePage) -> None:
    page, before = finished.page, finished.id
    page.locator("#pane-result button.ui-primary").click()
    page.wait_for_url(lambda url: before not in url)
    table = TablePage(page)
    table.wait_for_turn()
    assert table.state()["me"]["seats"] == [1]
    table.after(table.click_choice)
    again = page.url
    page.goto(f"/t/{before}")
    page.locator("#pane-result a.ui-primary").click()
    page.wait_for_url(again)
