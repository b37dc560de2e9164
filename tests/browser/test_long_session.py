"""A page that stays open for long: one socket at a time, and nothing that piles up."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Visitors
from tests.browser.table_page import TablePage

pytestmark = pytest.mark.slow

# Every socket that the page has ever opened.
COUNTED = """
globalThis.sockets = [];
globalThis.WebSocket = class extends WebSocket {
  constructor(address) {
    super(address);
    sockets.push(this);
  }
};
"""
# How many nodes the document has, and how many lines its log.
SHOWN = """() => {
  const all = document.createTreeWalker(document, NodeFilter.SHOW_ALL);
  let nodes = 1;
  while (all.nextNode()) nodes += 1;
  return [nodes, document.querySelectorAll("#log li").length];
}"""
LIVING = "sockets.filter((one) => one.readyState < WebSocket.CLOSING).length"


def test_there_is_one_socket_whatever_the_line_does(page: Page) -> None:
    """A phone wakes up while its old socket is still closing: that one must not open another when it ends."""
    page.add_init_script(COUNTED)
    TablePage.open(page, "feurio")
    for _ in range(5):
        page.evaluate("""() => {
            sockets.at(-1).close();
            dispatchEvent(new Event("online"));
            document.dispatchEvent(new Event("visibilitychange"));
        }""")
        page.wait_for_timeout(900)  # the first attempt of a socket that was lost comes within that
        assert page.evaluate(LIVING) == 1
    assert page.evaluate("sockets.length") == 6


def test_nothing_piles_up_while_a_game_goes_on(visit: Visitors) -> None:
    """When a game of several rounds is over, a page keeps what it shows, and hardly anything else."""
    page = visit()
    page.add_init_script('localStorage.setItem(\'settings\', \'{"pace": "instant", "summaries": false}\')')
    bots = [{"kind": "bot", "level": "novice"}] * 4
    options = {"players": 4, "rounds": 4}
    TablePage.open(page, "fou", seats=bots, options=options)
    page.wait_for_function("() => document.body.hasAttribute('data-over')")
    cdp = page.context.new_cdp_session(page)
    cdp.send("HeapProfiler.collectGarbage")
    kept = cdp.send("Memory.getDOMCounters")
    shown, lines = page.evaluate(SHOWN)
    assert kept["nodes"] < 1.5 * shown, (kept, shown)
    assert kept["jsEventListeners"] < 2 * lines, (kept, lines)
