"""A hand that the page fans by itself looks as the server would draw it."""

import random
from typing import Any

import pytest
from playwright.sync_api import Page

from ludotheque.drawing.fan import fanned
from ludotheque.drawing.shapes import inlined
from ludotheque.i18n.language import speaking
from ludotheque.web.frames import plain_panel
from tests.browser.table_page import TablePage
from tests.variants import variants

pytestmark = pytest.mark.slow

FANNED = """async (panels) => {
  const style = document.querySelector("link[rel=stylesheet]").href;
  const { fanned } = await import(style.replace("style.css", "fan.js"));
  return panels.map((panel) => fanned(panel).parts);
}"""
# Of each card in the hand: its key, place, how it is turned and veiled, and what is said of it.
HELD = """() => [...document.querySelectorAll("svg[data-panel=hand] > [data-key]")].map((card) => [
  card.dataset.key, ...[card, card.querySelector("[transform]")].map((one) => one.getAttribute("transform")),
  card.firstElementChild.getAttribute("class"), card.matches(".playable"), card.dataset.tip,
])"""


def test_the_page_fans_cards_as_the_server_does(page: Page) -> None:
    page.goto("/")
    hands, chance = [], random.Random(1)
    for seed, game in enumerate(variants("fou")):
        state = game.new(seed=seed)
        while not state.over and state.ply < 60:
            with speaking(("en", "fr", "it", "de")[seed % 4]):
                panels = game.definition.page.panels(state.view(state.seat).data)
            hands.append((plain_panel(panels["hand"]), dict(panels["hand"].parts)))
            state.play(chance.choice(state.moves()))
    told: list[dict[str, Any]] = [plain for plain, _parts in hands]
    shown = page.evaluate(FANNED, told)
    assert shown == [parts for _plain, parts in hands] == [dict(fanned(plain)) for plain in told]
    assert {1, 12} <= {len(parts) for parts in shown}
    assert "{" not in inlined("".join(parts for hand in shown for parts in hand.values())), "no slot is left"


def test_a_hand_that_was_played_from_looks_as_when_the_page_is_opened(page: Page) -> None:
    table = TablePage.open(page, "fou")
    table.wait_for_turn()
    for _ in range(4):
        table.after(table.click_choice)
        lived = page.evaluate(HELD)
        assert lived
        page.reload()
        table.wait_until_connected()
        assert page.evaluate(HELD) == lived
