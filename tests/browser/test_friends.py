"""Friends: a shared invitation, a bot for somebody away, talk; one's games, here and on another device."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import accessible
from tests.browser.conftest import Visitors
from tests.browser.table_page import FRIEND, ME, NOTE_SHIFTS, PHONE, TablePage, bots

pytestmark = pytest.mark.slow
AUTHENTICATOR = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
    "isUserVerified": True, "automaticPresenceSimulation": True,
}  # fmt: skip


def sit_down(guest: Page, link: str, name: str | None) -> None:
    """By the link: a name if it is asked for, and one tap."""
    guest.goto(link)
    form = guest.locator("form.ui-note-big")
    if name:
        expect(form.locator("input")).to_have_value("")
        form.locator("input").fill(name)
    form.locator("button").click()
    expect(guest.locator(".ui-seat[data-mine]")).to_be_visible()


def test_friends_come_by_the_shared_link_and_a_bot_plays_for_one_who_is_away(visit: Visitors) -> None:
    """And nothing moves meanwhile, on a desktop and on a phone."""
    ada, bo, eve = visit(), visit(), visit(**PHONE)
    for page in (ada, eve):
        page.add_init_script(NOTE_SHIFTS)
    ada.goto("/new/feurio")
    ada.locator("fieldset[data-name=players] label", has_text=re.compile("^3$")).click()
    ada.locator("#all-bots label", has_text="Expert").click()
    assert {ada.locator(f"#seats li:nth-child({k}) select").input_value() for k in (2, 3)} == {"bot:expert"}
    for k in (2, 3):
        ada.locator(f"#seats li:nth-child({k}) select").select_option("friend")
    expect(ada.locator("input[name=listed]")).to_be_checked()
    ada.locator(".ui-submit button").click()
    ada.wait_for_url("**/t/*")
    ada.locator("#share").click()
    expect(ada.locator("#qr-join")).to_have_js_property("complete", True)
    assert ada.locator("#qr-join").evaluate("(picture) => picture.naturalWidth") > 100
    link, watch = ada.locator("#link-join").input_value(), ada.locator("#link-watch").input_value()
    assert "key=" in link and "key=" not in watch
    ada.keyboard.press("Escape")

    sit_down(bo, link, "Ada")  # whatever one is called there, nobody is mistaken for another
    sit_down(eve, link, "Eve")
    expect(ada.locator("#log")).to_contain_text("drawn by lot")
    names = ada.locator(".ui-seat-who").all_inner_texts()
    assert sorted(names) == ["Ada", "Eve", "Guest"]

    ada.locator("#tab-chat").click()
    ada.locator("#chat-text").fill("hello")
    ada.locator("#say-form button").click()
    line = eve.locator("#talk li")
    eve.locator("#tab-chat").click()
    expect(line).to_contain_text("hello")
    expect(line.locator("time")).to_be_visible()
    line.locator(".ui-mute").click()
    expect(line).not_to_contain_text("hello")
    TablePage(eve).assert_calm()
    eve.reload()
    eve.locator("#tab-chat").click()
    expect(line).not_to_contain_text("hello")

    bo.goto("about:blank")
    expect(eve.get_by_text("Let a bot play")).to_be_visible()
    missed = ada.locator(".ui-seat", has_text="away")
    missed.get_by_text("Let a bot play").click()
    expect(ada.locator(".ui-seat", has_text="a bot stands in")).to_be_visible()
    bo.goto(watch)
    expect(ada.locator(".ui-seat", has_text="a bot stands in")).to_have_count(0)
    expect(eve.locator(".ui-seat", has_text="a bot stands in")).to_have_count(0)
    for page in (ada, eve):
        TablePage(page).assert_calm()

    again = TablePage.open(ada, "feurio", options={"players": 2}, seats=[{"kind": "me"}, {"kind": "open"}])
    again.page.locator("#share").click()
    sit_down(bo, again.page.locator("#link-join").input_value(), None)  # the name was asked for once


@pytest.mark.parametrize(("game", "others"), [("feurio", 0), ("fou", 2), ("forma", 0)])
def test_nothing_moves_when_a_game_of_friends_begins(visit: Visitors, game: str, others: int) -> None:
    """The hand has its room before it is dealt; whoever watches sees nothing move either."""
    host, guest, watcher = visit(**PHONE), visit(), visit()
    for page in (host, guest, watcher):
        page.add_init_script(NOTE_SHIFTS)
    table = TablePage.open(host, game, seats=[ME, FRIEND, *bots(others)])
    expect(host.locator("#waiting")).to_be_visible()
    room = host.locator("#board").bounding_box()
    host.locator("#share").evaluate("button => button.click()")
    watcher.goto(host.locator("#link-watch").input_value())
    board = watcher.locator("#board").bounding_box()
    sit_down(guest, host.locator("#link-join").input_value(), "Bo")
    host.keyboard.press("Escape")
    host.wait_for_function("() => document.querySelector('.ui-seat[data-turn]')")
    expect(host.locator("#hand svg")).to_be_visible()
    assert host.locator("#board").bounding_box() == room
    table.assert_calm()
    TablePage(guest).assert_calm()
    watcher.wait_for_function("() => document.querySelector('.ui-seat[data-turn]')")
    assert watcher.locator("#board").bounding_box() == board
    TablePage(watcher).assert_calm()


def test_my_games_here_and_on_another_device(visit: Visitors) -> None:
    ada, phone = visit(), visit(**PHONE, color_scheme="dark")
    ada.goto("/")
    ada.locator("#name").fill("Ada")
    ada.locator("#me button").click()
    expect(ada.locator("#saved")).not_to_be_empty()
    TablePage.open(ada, "connect_four")
    ada.locator("#leave").click()
    ada.locator("#leaving button[value=resign]").click()
    ada.locator("#resigning button[value=resign]").click()
    expect(ada.locator("#prompt")).to_have_text("The game was given up.")

    ada.goto("/mine")
    expect(ada.locator(".ui-played").first).to_contain_text("Resigned")
    expect(ada.locator("caption")).to_contain_text("rating")
    ada.locator("select[name=outcome]").select_option("won")
    expect(ada.locator("main")).to_contain_text("None that fits.")
    ada.goto("/mine")
    ada.locator("#make-code").click()
    expect(ada.locator("#code-qr")).to_be_visible()
    code = ada.locator("#code").inner_text()

    phone.goto(f"/here#{code}")
    phone.locator("#here .ui-primary").click()
    phone.wait_for_url("**/mine")
    expect(phone.locator(".ui-played").first).to_contain_text("Resigned")
    phone.locator("[data-forget]").first.click()
    phone.locator("#sure-yes").click()
    expect(phone.locator("main")).to_contain_text("None yet.")


def test_a_passkey_brings_somebody_back(visit: Visitors) -> None:
    page = visit()
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    root = visit.url.replace("127.0.0.1", "localhost")  # an address cannot have passkeys
    page.goto(f"{root}/")
    page.locator("#name").fill("Ada")
    page.locator("#me button").click()
    expect(page.locator("#saved")).not_to_be_empty()
    page.goto(f"{root}/mine")
    page.locator("#add-passkey").click()
    expect(page.locator("#passkey-count")).to_have_text("You have 1.")
    page.context.clear_cookies()
    page.goto(f"{root}/")
    expect(page.locator("#name")).to_have_value("Guest")
    page.goto(f"{root}/here")
    page.locator("#use-passkey").click()
    page.wait_for_url("**/mine")
    page.locator("#delete-passkeys").click()
    accessible(page)
    page.locator("#sure-yes").click()
    expect(page.locator("#delete-passkeys")).to_have_count(0)
    page.goto(f"{root}/")
    expect(page.locator("#name")).to_have_value("Ada")
