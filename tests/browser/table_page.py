"""A table in a browser, with the verbs that people use: click, type, take, wait for one's turn."""

import random
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

CAN = "svg[data-panel] .can"

# Whether more has happened than *told* lines of the log, and it is one's turn or the game is over.
TURN = """(told) => {
  const now = document.querySelector("#now");
  const over = !document.querySelector("#replay").hidden;
  return document.querySelectorAll("#log li").length > told && !document.querySelector("#play[data-busy]")
    && (over || now.hasAttribute("data-mine") || !document.querySelector("#curtain").hidden);
}"""

# A point of a part that nothing else covers, as near to its middle as possible; null if there is none.
FREE_POINT = """(part) => {
  part.scrollIntoView({ block: "nearest", inline: "nearest" });
  const box = part.getBoundingClientRect();
  const points = [];
  for (let i = 1; i < 24; i += 1) for (let j = 1; j < 24; j += 1) points.push([i / 24, j / 24]);
  points.sort(([a, b], [c, d]) => Math.hypot(a - 0.5, b - 0.5) - Math.hypot(c - 0.5, d - 0.5));
  for (const [across, down] of points) {
    const [x, y] = [box.x + across * box.width, box.y + down * box.height];
    if (document.elementFromPoint(x, y)?.closest("[data-key]") === part) return { x, y };
  }
  return null;
}"""


# Keeps every layout shift that a page tells of, those right after an input too.
NOTE_SHIFTS = """
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const rect = ({ x, y, width, height }) => [x, y, width, height].map(Math.round);
      const moved = entry.sources.map(({ node, previousRect, currentRect }) =>
        [node?.id || node?.getAttribute?.("class") || node?.nodeName, rect(previousRect), rect(currentRect)]);
      window.shifts.push([entry.value, moved]);
    }
  }).observe({ type: "layout-shift", buffered: true });
"""
SLOW_LINE = {"offline": False, "latency": 50, "downloadThroughput": 20_000, "uploadThroughput": 20_000}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
NO_WIDER = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
CALM = 0.02  # what all shifts of a page may add up to


def assert_calm(page: Page) -> None:
    """Nothing has moved on a page since it opened; it must have NOTE_SHIFTS."""
    shifts: list[tuple[float, Any]] = page.evaluate("window.shifts")
    worst = sorted(shifts, key=lambda shift: -shift[0])[:3]
    assert sum(value for value, _ in shifts) < CALM, worst


def slow_down(page: Page) -> None:
    """From now on all comes slowly, as on a bad line."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW_LINE)


class TablePage:
    """A table as one visitor sees it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.chance = random.Random(7)

    @classmethod
    def open(cls, page: Page, game: str, **wish: Any) -> "TablePage":
        """Open a table by a call, seats fixed, and go there; *wish* changes what TABLES says."""
        asked = {"game": game, "seating": "fixed", **TABLES[game], **wish}
        answer = page.request.post("/api/tables", data=asked)
        assert answer.ok, answer.text()
        return cls.at(page, answer.json()["url"])

    @classmethod
    def at(cls, page: Page, url: str) -> "TablePage":
        page.goto(url)
        table = cls(page)
        table.wait_until_connected()
        return table

    # What is seen

    @property
    def id(self) -> str:
        return self.page.url.split("/t/")[1].split("?")[0].split("#")[0]

    @property
    def over(self) -> bool:
        return self.page.locator("#replay").is_visible()

    @property
    def mine(self) -> bool:
        return self.page.locator("#now[data-mine]").count() > 0

    @property
    def prompt(self) -> str:
        return self.page.locator("#prompt").inner_text()

    @property
    def log(self) -> list[str]:
        return self.page.locator("#log li").all_text_contents()

    def toast(self) -> str:
        """The sentence that tells why something was refused; it takes it off the screen."""
        note = self.page.locator("#toasts p")
        note.wait_for()
        words = note.inner_text()
        self.page.evaluate("document.querySelector('#toasts').replaceChildren()")
        return words

    def state(self) -> dict[str, Any]:
        """The table as the API tells it to this visitor."""
        state: dict[str, Any] = self.page.request.get(f"/api/tables/{self.id}").json()
        return state

    def assert_calm(self) -> None:
        """Nothing has moved on this page since it opened; it must have NOTE_SHIFTS."""
        assert_calm(self.page)

    def wait_until_connected(self) -> None:
        """Until the page's socket is open: the server then knows that its visitor is here."""
        seat = self.page.locator(".ui-seat[data-mine]").first
        if seat.count():
            expect(self.page.locator(".ui-seat[data-mine]:not([data-away])").first).to_be_visible()

    # What is done

    def wait_for_turn(self, told: int = -1) -> None:
        """Until it is this visitor's turn and more than *told* lines are in the log, or the game is over."""
        self.page.wait_for_function(TURN, arg=told)

    def after(self, act: Callable[[], Any]) -> None:
        """Do something, and wait until it has happened and it is one's turn again."""
        told = len(self.log)
        act()
        self.wait_for_turn(told)

    def click(self, part: Locator) -> None:
        """Click a part of a picture where it can be seen."""
        point = self.free_point(part)
        self.page.mouse.click(point["x"], point["y"])

    def free_point(self, part: Locator) -> dict[str, float]:
        """Where a part can be seen and clicked."""
        point: dict[str, float] | None = part.evaluate(FREE_POINT)
        assert point, f"nobody can click {part.get_attribute('data-key')}"
        return point

    def click_choice(self) -> None:
        """Click something that may be done now: a part, and in its menu if it has one, or a button."""
        options = self.page.locator(f"{CAN}, #choices button")
        one = options.nth(self.chance.randrange(options.count()))
        if one.get_attribute("class") == "ui-choice":
            one.click()
            return
        menu = one.get_attribute("aria-haspopup") == "menu"
        self.click(one)
        if menu:
            items = self.page.locator("#menu [role=menuitem]")
            items.nth(self.chance.randrange(items.count())).click()

    def press_choice(self) -> None:
        """The same with keys alone."""
        keyboard = self.page.keyboard
        self.tab_to(f"{CAN}:focus, #choices button:focus")
        for _ in range(self.chance.randrange(3)):
            keyboard.press("ArrowRight")
        keyboard.press("Enter")
        if self.page.locator("#menu:popover-open").count():
            for _ in range(self.chance.randrange(3)):
                keyboard.press("ArrowDown")
            keyboard.press("Enter")

    def tab_to(self, selector: str, most: int = 90) -> None:
        """Press Tab until what has the focus matches."""
        for _ in range(most):
            if self.page.locator(selector).count():
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not reach {selector}")

    def type_move(self, move: str) -> None:
        if not self.page.locator("#typed-move").is_visible():
            self.page.evaluate("document.activeElement?.blur()")
            self.page.keyboard.press("t")
        self.page.locator("#typed-move").fill(move)
        self.page.locator("#typed-move").press("Enter")

    def play_until_over(self, act: Callable[[], Any], most: int = 10_000) -> int:
        """Do *act* whenever it is one's turn, at most so many times; how often it was done."""
        self.wait_for_turn()
        for number in range(most):
            if self.over:
                return number
            self.after(act)
        return most

    def finish_by_calls(self, choose: Callable[[dict[str, Any]], str]) -> None:
        """Let the API play the rest of the game: *choose* gives a move for a state."""
        while (state := self.state())["phase"] == "playing":
            if state["to_act"]:
                body = {"ply": state["ply"], "move": choose(state)}
                answer = self.page.request.post(f"/api/tables/{self.id}/moves", data=body)
                assert answer.ok, answer.text()
        expect(self.page.locator("#replay")).to_be_visible()


def first_choice(state: dict[str, Any]) -> str:
    """The first move that a state offers."""
    move: str = state["choices"][0]["move"]
    return move


def bots(number: int, level: str = "novice") -> list[dict[str, str]]:
    return [{"kind": "bot", "level": level}] * number


ME = {"kind": "me"}
FRIEND = {"kind": "friend"}
TABLES: dict[str, dict[str, Any]] = {  # small ones
    "connect_four": {"options": {"players": 2}, "seats": [ME, *bots(1)]},
    "kuhn_poker": {"options": {"players": 2}, "seats": [ME, *bots(1)]},
    "feurio": {"options": {"players": 2}, "seats": [ME, *bots(1)]},
    "forma": {"options": {"players": 2, "by_eye": False}, "seats": [ME, *bots(1)]},
    "fou": {"options": {"players": 4, "rounds": 1}, "seats": [ME, *bots(3)]},
}
SQUARE = re.compile(r"([a-t])(\d+)")
