"""The day's puzzle is solved by a click, and the day's fire is opened by one."""

import re

import pytest
from playwright.sync_api import Page, expect

from ludotheque.core.puzzle import puzzles_of
from ludotheque.core.registry import definition
from ludotheque.i18n.language import languages, speaking
from ludotheque.web import puzzles
from tests.browser.conftest import Visitors
from tests.browser.table_page import NO_WIDER, PHONE

pytestmark = pytest.mark.slow


def solution(page: Page, game: str) -> tuple[str, str]:
    """The best move and one that is not, of the puzzle on the page: they are legal there, in their order."""
    told = page.request.get(f"/api/puzzles/{game}").json()
    legal = [choice["move"] for choice in told["state"]["choices"]]
    for puzzle in puzzles_of(definition(game)):
        here = len(puzzle.record.moves) == told["state"]["ply"] and set(puzzle.chances) <= set(legal)
        answer = page.request.post(f"/api/puzzles/{game}/{told['day']}/moves", data={"move": puzzle.solution})
        if here and answer.ok and answer.json()["right"]:
            return puzzle.solution, next(move for move in legal if move != puzzle.solution)
    raise AssertionError("no puzzle of ours is on the page")


def click(page: Page, game: str, move: str) -> None:
    """Click the part of the board that plays a move, and choose it where there are several."""
    told = page.request.get(f"/api/puzzles/{game}").json()["state"]["choices"]
    choice = next(one for one in told if one["move"] == move)
    part = page.locator(f'svg[data-panel] [data-key="{choice["at"]}"].can')
    if not choice["at"] or not part.count():
        page.locator("#choices").get_by_role("button", name=choice["label"], exact=True).click()
        return
    part.first.click()
    if sum(one["at"] == choice["at"] for one in told) > 1:
        page.locator("#menu").get_by_role("menuitem", name=choice["label"], exact=True).click()


@pytest.mark.parametrize("game", ["connect_four", "fou"])
def test_a_puzzle_is_solved_by_a_click(page: Page, game: str) -> None:
    page.goto(f"/puzzle/{game}")
    note = page.locator(".ui-note-puzzle")
    expect(note).to_contain_text("What would you play?")
    best, other = solution(page, game)
    click(page, game, other)
    expect(note).to_contain_text(re.compile("Not quite|Not that one"))
    note.get_by_role("button", name="Try again").click()
    expect(note).to_contain_text("What would you play?")
    click(page, game, best)
    expect(note).to_contain_text("That is it!")
    expect(note).to_contain_text("% of the imagined games")


def test_yesterdays_solution_is_shown_on_a_phone(visit: Visitors) -> None:
    page = visit(**PHONE)
    page.goto("/puzzle/connect_four")
    page.get_by_role("link", name="Yesterday’s puzzle and its solution").click()
    expect(page.locator(".ui-note-puzzle")).to_contain_text("The solution")
    expect(page.locator("svg[data-panel] .hinted").first).to_be_visible()
    assert page.evaluate(NO_WIDER)


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "fr-FR", "it-IT"])
def test_the_way_to_yesterdays_puzzle_is_not_cut_off(visit: Visitors, locale: str) -> None:
    page = visit(locale=locale)
    page.goto("/puzzle/connect_four")
    note = page.locator(".ui-note-puzzle")
    expect(note.get_by_role("link")).to_be_visible()
    for box in (note, page.locator("#lesson")):
        assert box.evaluate("(box) => box.scrollWidth <= box.clientWidth")


def test_a_solution_is_drawn_where_no_part_can_be_clicked(page: Page) -> None:
    page.goto("/puzzle/forma/yesterday")
    expect(page.locator(".ui-note-puzzle")).to_contain_text("; it wins")
    expect(page.locator("svg[data-panel=board] > .ghost > *")).not_to_have_count(0)
    outline = "(one) => getComputedStyle(one).stroke"
    shown, made = (page.locator(f"svg[data-panel=board] > {one} .latest") for one in (".ghost", "[data-key]"))
    assert shown.evaluate(outline) != made.evaluate(outline), "it could be taken for the last move"


@pytest.mark.parametrize("language", list(languages()))
def test_the_longest_solution_is_told_whole_on_a_phone(visit: Visitors, language: str) -> None:
    page = visit(**PHONE, locale=language)
    page.goto("/puzzle/fou/yesterday")
    words = page.locator(".ui-note-puzzle p")
    expect(words).to_be_visible()
    with speaking(language):
        told = [
            puzzles.solution(puzzle, puzzles.puzzle_room(game, number))["words"]
            for game in ("connect_four", "feurio", "forma", "fou")
            for number, puzzle in enumerate(puzzles_of(definition(game)))
        ]
    words.evaluate("(one, longest) => { one.textContent = longest; }", max(told, key=len))
    assert page.locator("#lesson").evaluate("(box) => box.scrollHeight <= box.clientHeight")
    expect(page.locator("#prompt")).to_have_css("opacity", "0")


def test_the_days_fire_is_opened_by_a_click(page: Page) -> None:
    page.goto("/")
    page.locator(".ui-today").get_by_role("link", name="To the table").click()
    expect(page.get_by_role("heading", name="The daily fire")).to_be_visible()
    page.get_by_role("button", name="Play today’s").click()
    expect(page).to_have_url(re.compile("/t/"))
    expect(page.locator("#now[data-mine]")).to_be_visible()
    expect(page.locator(".ui-fair")).to_have_count(0)
    table = page.url
    page.goto("/daily/feurio")
    expect(page.locator(".ui-tally").first).to_contain_text(re.compile("[1-9]\\d* tried it"))
    page.get_by_role("button", name="Go on with today’s").click()
    expect(page).to_have_url(table)


def test_the_solution_of_yesterdays_fire_begins_at_the_beginning(page: Page) -> None:
    page.goto("/daily/feurio")
    page.get_by_role("link", name="How yesterday’s could have been won").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(
        re.compile("The daily fire: the solution of .+")
    )
    expect(page.locator("#ply-words")).to_have_text(re.compile("^0/"))
    expect(page.locator("#prompt")).to_have_text(re.compile("drew a "))
