"""The shuffles, checked in the browser by the page's own script."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

import ludotheque
from ludotheque.core.fair_shuffle import shuffle_key, shuffled
from ludotheque.core.fairness import things_shuffled
from tests.browser.conftest import Visitors
from tests.browser.table_page import TablePage, first_choice
from tests.fairness.tampered import drawn_by_lot, tampered

pytestmark = pytest.mark.slow

VECTORS = Path(__file__).parent.parent / "fairness" / "fair.jsonl"
VERIFY = """async ([record, things, known]) => {
  const style = document.querySelector("link[rel=stylesheet]").href;
  const { told, verify } = await import(style.replace("style.css", "verify.js"));
  const game = things ? told(things, record) : await import(`/games/${record.game}/shuffle.js`);
  return verify(record, game, known);
}"""
WITHIN = """(told) => {
  const [box, pane] = [told, told.closest(".ui-pane")].map((element) => element.getBoundingClientRect());
  return box.height > 0 && box.left >= pane.left && box.right <= pane.right;
}"""
UNSHUFFLED = """async ([game, options]) => (await import(`/games/${game}/shuffle.js`)).unshuffled(options)"""


def checked(page: Page, record: dict[str, Any], known: Any = None, things: Any = None) -> list[list[Any]]:
    found: list[list[Any]] = page.evaluate(VERIFY, [record, things, known])
    return found


@pytest.mark.parametrize(("name", "players"), [("feurio", range(1, 5)), ("fou", range(4, 9))])
def test_the_browser_knows_by_itself_what_is_shuffled(page: Page, name: str, players: range) -> None:
    page.goto("/fair")
    for number in players:
        game = ludotheque.game(name, players=number)
        assert page.evaluate(UNSHUFFLED, [name, game.options]) == things_shuffled(game)


def test_a_server_that_lies_about_what_is_shuffled_is_found_out(page: Page) -> None:
    """Any deal follows from the secret if one may say afterwards in which order the deck was before."""
    page.goto("/fair")
    record = json.loads(VECTORS.read_text().splitlines()[3])
    (deal,) = record["setup"]["deals"] = record["setup"]["deals"][:1]
    deal.reverse()  # everybody has got another hand
    dealt, fair = [card for hand in deal for card in hand], record["fairness"]
    key = shuffle_key(bytes.fromhex(fair["secret"]), fair["table"], fair["contributions"])
    before = dict(zip(shuffled(range(len(dealt)), key, 0), dealt, strict=True))
    assert checked(page, record, things=[before[k] for k in range(len(dealt))])[-1] == ["told", True]
    assert checked(page, record)[-1] == ["shuffles", False]


def test_the_script_knows_fair_from_not(page: Page) -> None:
    page.goto("/fair")
    expect(page.locator("h1")).to_have_text("Fair shuffles")
    records = [json.loads(line) for line in VECTORS.read_text().splitlines()]
    verdicts = [all(so for _, so in checked(page, record)) for record in records]
    assert verdicts == [True, False, False, True, False, False]
    for hands in records[3]["setup"]["deals"]:
        hands[0].sort()  # the order within a hand means nothing
    assert all(so for _, so in checked(page, records[3]))
    deals = records[3]["setup"]["deals"]
    for dealt in (0, 1):
        fewer = records[3] | {"setup": {"deals": deals[:dealt]}}
        assert checked(page, fewer)[-1] == ["shuffles", False]
    deals[0][-1].pop()
    assert checked(page, records[3])[-1] == ["shuffles", False]
    fair = records[0]["fairness"]
    for spelling in (fair["secret"].upper(), fair["secret"] + "\n"):
        spelled = records[0] | {"fairness": fair | {"secret": spelling}}
        assert checked(page, spelled)[0] == ["secret", False]
    given = {"commitment": fair["commitment"], "contributions": [max(fair["contributions"])]}
    assert checked(page, records[0], given) == [
        ["secret", True], ["promise", True], ["contribution", True], ["shuffles", True],
    ]  # fmt: skip
    other = {"commitment": "00" * 32, "contributions": ["never-given"]}
    assert checked(page, records[0], other)[1:3] == [["promise", False], ["contribution", False]]


def test_the_script_and_verify_agree(page: Page) -> None:
    page.goto("/fair")
    for number, (record, fair) in enumerate(tampered()):
        things: list[Any] | None = (
            [] if record["game"] == "forma" else None
        )  # it shuffles nothing, so the server is asked
        steps = checked(page, record, things=things)
        assert all(so for _, so in steps) == fair, number


def test_a_game_is_promised_contributed_to_and_checked(page: Page) -> None:
    table = TablePage.open(page, "fou", contributes=True)
    table.wait_for_turn()
    fairness = table.state()["fairness"]
    assert len(fairness["contributions"][0]) == 32, "the browser contributed"
    page.locator("#tab-log").click()
    page.get_by_text("Fair shuffles").click()
    expect(page.locator("#commitment")).to_have_text(fairness["commitment"])
    assert page.locator("#commitment").evaluate(WITHIN), "all of it is in sight"
    table.finish_by_calls(first_choice)
    page.route("**/fairness", lambda route: route.abort())  # the browser asks nobody what was shuffled
    page.get_by_role("button", name="Check the shuffles").click()
    steps = page.locator(".ui-checks li")
    expect(steps).to_have_text([
        "The secret is the one that was promised.",
        "This browser was promised the same when you sat down.",
        "What this browser contributed is in it.",
        "Shuffled again, it comes out the same.",
    ])  # fmt: skip
    expect(page.locator(".ui-checks li[data-so]")).to_have_count(4)


@pytest.mark.parametrize("window", [(1280, 800), (1024, 768), (390, 844)])
def test_a_cheated_player_sees_that_they_were(visit: Visitors, window: tuple[int, int]) -> None:
    page = visit(viewport={"width": window[0], "height": window[1]}, locale="de-DE")
    table = TablePage.open(page, "fou", contributes=True)
    table.wait_for_turn()
    table.finish_by_calls(first_choice)
    page.route("**/record", _with_other_hands)
    page.get_by_role("button", name="Das Mischen prüfen").click()
    verdict = page.get_by_text("NICHT ehrlich gemischt.")
    expect(verdict).to_be_visible()
    assert verdict.evaluate(WITHIN), "it is in sight"
    expect(page.locator(".ui-checks li:not([data-so])")).to_have_text(
        ["Noch einmal gemischt, kommt etwas ANDERES heraus."]
    )


def _with_other_hands(route: Route) -> None:
    record = route.fetch().json()
    record["setup"]["deals"][0].reverse()
    route.fulfill(json=record)


def test_a_game_from_elsewhere_is_checked_too(page: Page, tmp_path: Path) -> None:
    page.goto("/")
    fair, lying, _deal, forma = *VECTORS.read_text().splitlines()[:3], json.dumps(lot_of_a_finished_game())
    kept = page.request.post("/api/records", data={"record": fair}).json()
    TablePage.at(page, kept["url"])
    assert verdict_on(page) == "The shuffles are fair."
    for number, (record, told) in enumerate(
        [
            (fair, "The shuffles are fair."),
            (lying, "The shuffles are NOT fair."),
            (forma, "The shuffles are fair."),
        ]
    ):
        file = tmp_path / f"{number}.jsonl"
        file.write_text(record)
        page.goto("/replay")
        page.locator("#record-file").set_input_files(file)
        page.wait_for_url("**/replay")
        assert verdict_on(page) == told


def verdict_on(page: Page) -> str:
    """What the button says of the game that is shown."""
    page.get_by_role("button", name="Check the shuffles").click()
    return page.locator(".ui-fairness strong").inner_text()


def lot_of_a_finished_game() -> dict[str, Any]:
    """A whole game of Forma whose seats were drawn."""
    state, chance = ludotheque.game("forma", players=4).new(), random.Random(1)
    while not state.over:
        state.play(chance.choice(state.moves()))
    return state.record(fairness=drawn_by_lot()["fairness"]).to_dict()


def test_a_rematch_is_contributed_to_again(page: Page) -> None:
    table = TablePage.open(page, "fou", contributes=True)
    table.wait_for_turn()
    table.finish_by_calls(first_choice)
    before = table.id
    page.locator("#pane-result button.ui-primary").click()
    page.wait_for_url(lambda url: before not in url)
    again = TablePage(page)
    again.wait_for_turn()
    assert len(again.state()["fairness"]["contributions"][1]) == 32, "one seat further on"
