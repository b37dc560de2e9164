"""Forma at the table: what a player holds over the board, by mouse, finger or keys."""

from base64 import b64decode
from dataclasses import dataclass
from typing import Any

from tests.browser.table_page import SQUARE, TablePage

FILES = "abcdefghijklmnopqrst"
SIDE = len(FILES)


@dataclass(frozen=True)
class Placement:
    """An element to be put down, lying in one of its ways, its south-west corner on a square."""

    name: str
    way: int
    x: int
    y: int
    thing: dict[str, Any]

    @property
    def cells(self) -> list[tuple[int, int]]:
        way = self.thing["ways"][self.way]
        return [(int(way[k]), int(way[k + 1])) for k in range(0, len(way), 2)]

    @property
    def middle(self) -> tuple[float, float]:
        """Where the pointer is while it is held there, in squares."""
        wide, high = (1 + max(cell[axis] for cell in self.cells) for axis in (0, 1))
        return self.x + wide / 2, self.y + high / 2

    @property
    def move(self) -> str:
        squares = [f"{FILES[self.x + dx]}{self.y + dy + 1}" for dx, dy in self.cells]
        return str(self.thing.get("says", "")) + "+".join(squares)

    def turns(self) -> str:
        """The keys that turn (r) and flip (f) it from the way it is taken to this one."""
        ways = {0: ""}
        waiting = [0]
        while self.way not in ways:
            now = waiting.pop(0)
            for key, table in (("r", "turn"), ("f", "flip")):
                after = int(self.thing[table][now])
                if after not in ways:
                    ways[after] = ways[now] + key
                    waiting.append(after)
        return ways[self.way]


def placements(state: dict[str, Any]) -> list[Placement]:
    """Everything that fits, of what a state lets its viewer put on the board."""
    told = state["extra"]
    return [
        Placement(name, way, corner % SIDE, corner // SIDE, {**told["turning"][name], **thing})
        for name, thing in told["things"].items()
        for way, fits in enumerate(fits_by_way(thing["fits"], len(told["turning"][name]["ways"])))
        for corner in _squares(fits)
    ]


def fits_by_way(fits: str, ways: int) -> list[str]:
    """Where a thing fits, way by way, as script.js takes it apart."""
    wide = len(fits) // ways
    return [fits[k * wide : (k + 1) * wide] for k in range(ways)]


def _squares(packed: str) -> list[int]:
    bits = b64decode(packed + "=" * (-len(packed) % 4))
    return [k for k in range(SIDE * SIDE) if bits[k // 8] >> (7 - k % 8) & 1]


def large_first(state: dict[str, Any]) -> str:
    """A move that brings the end nearer: the tower at once, then the largest element that fits."""
    if state["choices"]:
        move: str = state["choices"][0]["move"]
        return move
    found = placements(state)
    towers = [one for one in found if one.name == "tower"]
    return towers[0].move if towers else max(found, key=lambda one: len(one.cells)).move


class FormaHand:
    """A player's hand at a table of Forma."""

    def __init__(self, table: TablePage) -> None:
        self.table = table
        self.page = table.page

    def choose(self) -> Placement:
        """Something that fits, taken at random from what can be seen to fit."""
        return self.table.chance.choice(placements(self.table.state()))

    def point(self, x: float, y: float) -> tuple[float, float]:
        """A place of the board, in squares, on the screen."""
        board = self.table.state()["extra"]["board"]
        place = [board["left"] + x * board["pitch"], board["top"] + (SIDE - y) * board["pitch"]]
        found: list[float] = self.page.locator("svg[data-panel=board]").evaluate(
            "(svg, [x, y]) => { const p = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());"
            " return [p.x, p.y]; }",
            place,
        )
        return found[0], found[1]

    def rack(self, name: str) -> Any:
        return self.page.locator(f'svg[data-panel=hand] [data-key="rack:{name}"]')

    def drag(self, one: Placement, *, turned_by: str = "keys") -> None:
        """Take it from the rack with the mouse, turn it, and let it go on the board."""
        from_x, from_y = self._on_rack(one.name)
        mouse = self.page.mouse
        mouse.move(from_x, from_y)
        mouse.down()
        self._turn(one, turned_by)
        mouse.move(*self.point(*one.middle), steps=3)
        mouse.up()

    def click(self, one: Placement) -> None:
        """Click it in the rack, turn it with the buttons below the board, and click its place."""
        self.page.mouse.click(*self._on_rack(one.name))
        self._turn(one, "buttons")
        place = self.point(*one.middle)
        self.page.mouse.move(*place, steps=2)
        self.page.mouse.click(*place)

    def tap(self, one: Placement) -> None:
        """Tap it, tap its place, and confirm."""
        self.page.touchscreen.tap(*self._on_rack(one.name))
        self._turn(one, "buttons")
        self.page.touchscreen.tap(*self.point(*one.middle))
        self.page.locator("#game-tools button").last.tap()

    def press(self, one: Placement) -> None:
        """Keys alone: Tab to it, take it, turn it, bring it to its place, put it down."""
        keyboard = self.page.keyboard
        stones = {"obstacle": 1, "tower": 2}  # in the set-up they are taken with buttons
        button = f"#game-tools button:nth-child({stones.get(one.name)})"
        self.table.tab_to(f"{button}:focus" if one.name in stones else f'[data-key="rack:{one.name}"]:focus')
        keyboard.press("Enter")
        self._turn(one, "keys")
        x, y = self._corner()
        self._arrows(one.x - x, "ArrowRight", "ArrowLeft")
        self._arrows(one.y - y, "ArrowUp", "ArrowDown")
        keyboard.press("Enter")

    def _on_rack(self, name: str) -> tuple[float, float]:
        point = self.table.free_point(self.rack(name))
        return point["x"], point["y"]

    def _turn(self, one: Placement, by: str) -> None:
        for key in one.turns():
            if by == "buttons":
                self.page.locator("#game-tools button").nth("rf".index(key)).click()
            else:
                self.page.keyboard.press(key)

    def _corner(self) -> tuple[int, int]:
        """Where it is held now, as a screen reader is told."""
        told = self.page.locator("svg[data-panel=board] .overlay").get_attribute("aria-label")
        squares = SQUARE.findall((told or "").split()[-1])
        return min(FILES.index(file) for file, _ in squares), min(int(rank) for _, rank in squares) - 1

    def _arrows(self, steps: int, forward: str, back: str) -> None:
        for _ in range(abs(steps)):
            self.page.keyboard.press(forward if steps > 0 else back)
