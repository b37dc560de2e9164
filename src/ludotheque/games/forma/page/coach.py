"""For a first game of Forma: what to know now, told as a friend would at the table.

Topics come one at a time, by how many elements the newcomer has placed, so that each has its moment.
"""

from collections.abc import Callable

from ludotheque.games.forma import words
from ludotheque.games.forma.elements import SIDE, SQUARES
from ludotheque.games.forma.language import _
from ludotheque.games.forma.rules import OBSTACLES
from ludotheque.games.forma.view import FormaView, Square

Advice = tuple[str, str]
CROWDED = range(90, 140)  # empty squares left: time to think of what will still fit


def coach(data: FormaView, /) -> Advice | None:
    """A topic and what a newcomer should know about it now; None if there is nothing new."""
    if data.phase == "over":
        return "over", _over()
    if data.turn != data.viewer:
        return None
    if data.phase == "set-up":
        return _set_up(data)
    if data.must_pass:
        return "pass", _pass()
    if data.misfits:
        return "misfit", _misfit()
    empty = _empty(data)
    if len(empty) in CROWDED:
        return "crowded", _crowded()
    placed = sum(piece.seat == data.viewer for piece in data.pieces)
    if placed in LESSONS:
        topic, lesson = LESSONS[placed]
        return topic, lesson()
    openings = _nearly_closed(empty)
    return ("opening", _opening(openings[0])) if openings else None


def _empty(data: FormaView) -> set[Square]:
    taken = {*words.coverage(data), *data.holes, *data.obstacles, data.tower}
    return {square for square in _ALL if square not in taken}


_ALL = [(number % SIDE, number // SIDE) for number in range(SQUARES)]


def _nearly_closed(empty: set[Square]) -> list[Square]:
    """Empty squares with one open side (M11)."""
    return [
        (x, y)
        for x, y in sorted(empty)
        if sum(side in empty for side in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))) == 1
    ]


def _set_up(data: FormaView) -> Advice:
    if data.obstacles_left == OBSTACLES:
        return "set-up", _(
            "You are first, so you set the board up. Put as many grey obstacles as you like, or none at all, "
            "then the white tower: it ends the set-up. Nothing may touch side to side, and the tower keeps "
            "off the edge. Obstacles are worth 10 points to whoever closes them in, so put a few."
        )
    return "tower-up", _(
        "One obstacle more or less is a matter of taste. When you have enough, put the tower: after that you "
        "place your first element. A place near the middle makes everybody fight for it."
    )


def _place() -> str:
    return _(
        "Pick an element from your rack, turn it and flip it as you like, and drop it on empty squares, "
        "anywhere: it need not touch anything. Every square it covers is a point."
    )


def _size() -> str:
    return _(
        "Large elements first! Now there is room for them. Every square still in your rack counts a point "
        "less, which is why all scores begin below zero, and the large and awkward elements are the first "
        "that find no place any more."
    )


def _hole() -> str:
    return _(
        "Now for more points: close the last open side of an empty square and you earn 10. Any colour, "
        "obstacles, the tower and the board's edge help to close it, but it must be a single square. "
        "So look for squares with one open side, and do not leave any to the next player."
    )


def _bridge() -> str:
    return _(
        "The big prize is a bridge: your own squares, side to side, from one edge of the board to the "
        "opposite one. It earns 50 points, as much as five holes. Corners alone do not connect. Long "
        "elements get there fast."
    )


def _obstacle() -> str:
    return _(
        "A grey obstacle earns 10 to the player who closes all its sides with elements of their own; one "
        "foreign element beside it and nobody will. At the board's edge fewer sides are left to close. "
        "Rest the pointer on an obstacle to see how far it is."
    )


def _marker() -> str:
    return _(
        "A marker on a hole or on an obstacle you closed counts as your square. So a bridge may run over "
        "your markers: holes and bridges go well together."
    )


def _tower() -> str:
    return _(
        "The white tower: whoever closes its last open side earns 50, whoever closed the others. So never "
        "close its third side, unless the next player cannot reach the fourth!"
    )


def _block() -> str:
    return _(
        "Look at the others' squares too. One element across their path stops a bridge for good, and the "
        "small racks show what they still have to do it with."
    )


def _crossing() -> str:
    return _(
        "You can have several bridges. Two that run the same way share no square; one that goes up and one "
        "that goes across share just the square where they cross."
    )


# How many elements the newcomer has placed when each is told.
LESSONS: dict[int, tuple[str, Callable[[], str]]] = {
    0: ("place", _place),
    1: ("size", _size),
    2: ("hole", _hole),
    3: ("bridge", _bridge),
    4: ("obstacle", _obstacle),
    5: ("marker", _marker),
    6: ("tower", _tower),
    8: ("block", _block),
    10: ("crossing", _crossing),
}


def _opening(square: Square) -> str:
    return _(
        "Look at {square}: only one of its sides is open. If you have an element that closes it without "
        "covering it, that is 10 points.",
        square=words.name(square),
    )


def _crowded() -> str:
    return _(
        "It is getting crowded. Find the places where your large elements still fit and take them before "
        "somebody else does; the single squares can wait, they fit anywhere."
    )


def _misfit() -> str:
    return _(
        "It did not fit, so the element is out of the game and its squares will cost you. You may try one "
        "other; if that does not fit either, it is lost too and your turn is over."
    )


def _pass() -> str:
    return _(
        "None of your elements fits anywhere, so you pass. The board only fills up: from now on you watch, "
        "until nobody can place anything."
    )


def _over() -> str:
    return _(
        "That is the end: nobody can place anything. Points for squares, holes, obstacles, bridges and the "
        "tower, less one for every square left over. Look at the list to see what made the difference."
    )
