"""Every page: small, from here alone, readable by everybody, in each language, light and dark, on a phone."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Response, Route, expect

from ludotheque.core.registry import definition
from ludotheque.i18n.language import SHARED, languages, speaking
from ludotheque.tables.loading import playable
from tests.browser.axe import accessible
from tests.browser.conftest import Visitors
from tests.browser.table_page import (
    FRIEND,
    ME,
    NO_WIDER,
    NOTE_SHIFTS,
    PHONE,
    TABLES,
    TablePage,
    assert_calm,
    bots,
    first_choice,
    slow_down,
)
from tests.web.server import Server

PLAIN = [
    "/", *(f"/{page}/{game}" for page in ("new", "learn") for game in TABLES),
    "/mine", "/here", "/about", "/fair", "/replay", "/offline", "/docs/api", "/t/nosuch",
    "/daily/feurio", "/puzzle/feurio", "/puzzle/fou", "/puzzle/forma", "/puzzle/fou/yesterday",
]  # fmt: skip


@pytest.mark.slow
def test_the_home_page_is_small_and_asks_nobody_else(page: Page, server: Server) -> None:
    responses: list[Response] = []
    page.on("response", lambda response: responses.append(response))
    page.goto("/", wait_until="networkidle")
    expect(page.locator("[data-play]:not([data-lesson])")).to_have_count(len(playable()))
    assert {response.url.split("/")[2] for response in responses} == {server.url.split("/")[2]}
    sizes = [response.request.sizes() for response in responses]
    assert sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes) < 100_000


@pytest.mark.slow
def test_nothing_moves_while_the_home_page_comes_slowly(page: Page) -> None:
    page.goto("/")
    page.add_init_script(NOTE_SHIFTS)
    slow_down(page)
    page.goto("/")
    assert_calm(page)


@pytest.mark.slow
@pytest.mark.parametrize("path", PLAIN)
def test_axe_finds_nothing_on_a_page(page: Page, path: str) -> None:
    page.goto(path)
    accessible(page)


CROWDS = {"fou": {"options": {"players": 8, "rounds": 1}, "seats": [ME, *bots(7)]}}  # otherwise as in TABLES


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", TABLES)
def test_axe_finds_nothing_at_a_table(visit: Visitors, game: str, theme: str) -> None:
    page = visit(color_scheme=theme)
    table = TablePage.open(page, game, guided=True, **CROWDS.get(game, {}))
    table.wait_for_turn()
    accessible(page)
    page.keyboard.press("m")
    accessible(page)
    page.keyboard.press("Escape")
    page.keyboard.press("c")
    accessible(page)


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_after_a_game(visit: Visitors, theme: str) -> None:
    page = visit(color_scheme=theme)
    table = TablePage.open(page, "fou")
    table.finish_by_calls(first_choice)
    accessible(page)
    TablePage.open(page, "feurio")
    for path in ("/", "/mine"):
        page.goto(path)
        accessible(page)


OPEN = """(id) => {
  const one = document.getElementById(id); // a dialog, or the button that opens one
  if (one.showModal) one.showModal();
  else one.click();
}"""


@pytest.mark.slow
@pytest.mark.parametrize("settings", [PHONE | {"color_scheme": "dark"}, {"color_scheme": "light"}])
def test_axe_finds_nothing_in_a_dialog(visit: Visitors, settings: dict[str, Any]) -> None:
    """All that a table has, while it waits for a friend; a summary is in test_pace.py."""
    page = visit(**settings)
    TablePage.open(page, "fou", seats=[ME, FRIEND, *bots(2)])
    expect(page.locator("#waiting")).to_be_visible()
    accessible(page)
    for dialog in ("share", "settings-button", "help-button", "leave", "resigning", "naming"):
        page.evaluate(OPEN, dialog)
        expect(page.locator("dialog:modal")).to_have_count(1)
        accessible(page)
        page.keyboard.press("Escape")
    page.evaluate("document.querySelector('#more').showPopover()")
    accessible(page)
    page.keyboard.press("Escape")
    page.evaluate(OPEN, "rules-button")
    expect(page.locator("#rules-text > *").first).to_be_visible()
    accessible(page)


def is_translated(game: str) -> bool:
    """Whether a game speaks other languages than English: those in examples/ do not."""
    return (definition(game).folder / "locale").is_dir()


@pytest.mark.slow
@pytest.mark.parametrize("language", languages())
def test_each_language(visit: Visitors, language: str) -> None:
    """The browser's language is spoken everywhere: on pages, at tables, in what happens and in refusals."""
    page = visit(locale=language)
    page.goto("/")
    with speaking(language):
        play, learn, log, nothing = map(
            SHARED.text, ("Play now", "Learn", "Log", "Nothing: it is not your turn.")
        )
    if language != "en":
        assert play != "Play now" and nothing != "Nothing: it is not your turn."
    assert page.locator("html").get_attribute("lang") == language
    expect(page.locator("[data-play]:not([data-lesson])").first).to_have_text(play)
    expect(page.locator('a[href^="/learn/"]').first).to_have_text(learn)
    texts = []
    for game in filter(is_translated, TABLES):
        page.goto(f"/learn/{game}")
        texts.append(page.locator("article").inner_text())
        table = TablePage.open(page, game)
        table.wait_for_turn()
        expect(page.locator("#tab-log")).to_have_text(log)
        texts += [table.prompt]
        table.type_move("nonsense")
        texts += [table.toast()]
    english = re.compile(r"\b(the|you|your|and|with)\b", re.IGNORECASE)
    for text in texts:
        common = len(english.findall(text))
        assert (common > 0) == (language == "en") or common <= len(text.split()) / 40, text[:300]


@pytest.mark.slow
def test_another_language_can_be_chosen(page: Page) -> None:
    page.goto("/")
    page.locator("#language").select_option("it")
    expect(page.locator("html")).to_have_attribute("lang", "it")
    page.goto("/learn/fou")
    expect(page.locator("html")).to_have_attribute("lang", "it")


BRIGHTNESS = """() => {
  const colour = getComputedStyle(document.body).backgroundColor.match(/[\\d.]+/g).slice(0, 3).map(Number);
  return Math.max(...colour);
}"""


@pytest.mark.slow
def test_light_and_dark(visit: Visitors) -> None:
    page = visit(color_scheme="light")
    page.goto("/")
    assert page.evaluate(BRIGHTNESS) > 200
    page.locator("#theme").click()
    page.wait_for_function(f"({BRIGHTNESS})() < 80")
    table = TablePage.open(page, "forma")
    table.wait_for_turn()
    assert page.evaluate(BRIGHTNESS) < 80
    expect(page.locator("svg[data-panel=board]")).to_have_class(re.compile(r"\bdark\b"))

    system = visit(color_scheme="dark")
    system.goto("/")
    assert system.evaluate(BRIGHTNESS) < 80


COUNT_ANIMATIONS = """
  window.animations = 0;
  const animate = Element.prototype.animate;
  const count = () => (window.animations += 1);
  Element.prototype.animate = function (...wish) { count(); return animate.apply(this, wish); };
  for (const kind of ["transitionrun", "animationstart"]) addEventListener(kind, count, true);
"""


@pytest.mark.slow
@pytest.mark.parametrize("wish", ["reduce", "no-preference"])
def test_movement_only_for_who_wants_it(visit: Visitors, wish: str) -> None:
    page = visit(reduced_motion=wish)
    page.add_init_script(COUNT_ANIMATIONS)
    table = TablePage.open(page, "fou")
    table.wait_for_turn()
    table.after(lambda: table.type_move(table.state()["choices"][0]["move"]))
    page.locator("#tab-chat").hover()
    table.after(lambda: table.type_move(table.state()["choices"][0]["move"]))
    assert (page.evaluate("window.animations") > 0) == (wish == "no-preference")


@pytest.mark.slow
def test_no_page_is_wider_than_a_phone(visit: Visitors) -> None:
    page = visit(**PHONE)
    for path in PLAIN:
        page.goto(path)
        assert page.evaluate(NO_WIDER), path


@pytest.mark.slow
@pytest.mark.parametrize("language", languages())
def test_no_language_is_wider_than_a_phone(visit: Visitors, language: str) -> None:
    page = visit(**PHONE, locale=language)
    for path in ("/", "/mine", "/here", "/new/forma", "/new/feurio", "/learn/fou", "/replay"):
        page.goto(path)
        assert page.evaluate(NO_WIDER), path


@pytest.mark.slow
def test_a_table_that_is_slow_to_open_says_so(page: Page) -> None:
    """From an empty cache the first table of a game waits for its rules to be compiled."""

    def slowly(route: Route) -> None:
        page.wait_for_timeout(2500)
        route.continue_()

    page.goto("/")
    page.route("**/api/tables", slowly)
    page.locator("[data-play=feurio]:not([data-lesson])").click()
    expect(page.locator("#toasts")).to_contain_text("One moment")
    page.wait_for_url("**/t/*")
