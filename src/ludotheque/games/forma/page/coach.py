"""For a first game of Forma: what to know now, as a friend at the table would say it.

Lessons come one at a time, by how many elements the newcomer has placed, so that each has its moment.
"""

from functools import partial

from ludotheque.drawing.coaching import Topics, advice
from ludotheque.games.forma import words
from ludotheque.games.forma.language import _
from ludotheque.games.forma.rules import OBSTACLES
from ludotheque.games.forma.view import FormaView
from ludotheque.i18n.language import marked_for_translation

CROWDED = range(90, 140)  # empty squares left: time to think of what will still fit

# How many elements the newcomer has placed when a lesson is due, and the lesson.
LESSONS = {
    "place": (
        0,
        marked_for_translation(
            "Pick an element from your rack, turn it and flip it as you like, and drop it on empty squares, "
            "anywhere: it need not touch anything. Every square it covers is a point."
        ),
    ),
    "size": (
        1,
        marked_for_translation(
            "Large elements first! Now there is room for them. In the end every square still in your rack "
            "counts a point less, and the large and awkward elements are the first that find no place any "
            "more."
        ),
    ),
    "hole": (
        2,
        marked_for_translation(
            "Now for more points: close the last open side of an empty square and you earn 10. Any colour, "
            "obstacles, the tower and the board's edge help to close it, but it must be a single square. "
            "So look for squares with one open side, and do not leave any to the next player."
        ),
    ),
    "bridge": (
        3,
        marked_for_translation(
            "The big prize is a bridge: your own squares, side to side, from one edge of the board to the "
            "opposite one. It earns 50 points, as much as five holes. Corners alone do not connect. Long "
            "elements get there fast."
        ),
    ),
    "obstacle": (
        4,
        marked_for_translation(
            "A grey obstacle earns 10 to the player who closes all its sides with elements of their own; one "
            "foreign element beside it and nobody will. At the board's edge fewer sides are left to close. "
            "Rest the pointer on an obstacle to see how far it is."
        ),
    ),
    "marker": (
        5,
        marked_for_translation(
            "A marker on a hole or on an obstacle you closed counts as your square. So a bridge may run over "
            "your markers: holes and bridges go well together."
        ),
    ),
    "tower": (
        6,
        marked_for_translation(
            "The white tower: whoever closes its last open side earns 50, whoever closed the others. So "
            "never close its third side, unless the next player cannot reach the fourth!"
        ),
    ),
    "block": (
        8,
        marked_for_translation(
            "Look at the others' squares too. One element across their path stops a bridge for good, and the "
            "small racks show what they still have to do it with."
        ),
    ),
    "crossing": (
        10,
        marked_for_translation(
            "You can have several bridges. Two that run the same way share no square; one that goes up and "
            "one that goes across share just the square where they cross."
        ),
    ),
}


def coach(data: FormaView, /) -> tuple[str, str] | None:
    """A topic and what a newcomer should know about it now; None if there is nothing new."""
    return advice(TOPICS, data)


def _over(data: FormaView) -> str:
    if data.phase != "over":
        return ""
    return _(
        "That is the end: nobody can place anything. Points for squares, holes, obstacles, bridges and the "
        "tower, less one for every square left over. Look at the list to see what made the difference."
    )


def _set_up(data: FormaView) -> str:
    if data.phase != "set-up" or data.obstacles_left < OBSTACLES:
        return ""
    return _(
        "You are first, so you set the board up. Put as many grey obstacles as you like, or none at all, "
        "then the white tower: it ends the set-up. Nothing may touch side to side, and the tower keeps "
        "off the edge. Obstacles are worth 10 points to whoever closes them in, so put a few."
    )


def _tower_up(data: FormaView) -> str:
    if data.phase != "set-up":
        return ""
    return _(
        "One obstacle more or less is a matter of taste. When you have enough, put the tower: after that you "
        "place your first element. A place near the middle makes everybody fight for it."
    )


def _pass(data: FormaView) -> str:
    if not data.must_pass:
        return ""
    return _(
        "None of your elements fits anywhere, so you pass. The board only fills up: from now on you watch, "
        "until nobody can place anything."
    )


def _misfit(data: FormaView) -> str:
    if not data.misfits:
        return ""
    return _(
        "It did not fit, so the element is out of the game and its squares will cost you. You may try one "
        "other, or pass; if that does not fit either, it is lost too and your turn is over."
    )


def _crowded(data: FormaView) -> str:
    if data.empty not in CROWDED:
        return ""
    return _(
        "It is getting crowded. Find the places where your large elements still fit and take them before "
        "somebody else does; the single squares can wait, they fit anywhere."
    )


def _lesson(topic: str, data: FormaView) -> str:
    due, lesson = LESSONS[topic]
    placed = sum(piece.seat == data.viewer for piece in data.pieces)
    return _(lesson) if placed == due else ""


def _opening(data: FormaView) -> str:
    if not data.nearly_closed:
        return ""
    return _(
        "Look at {square}: only one of its sides is open. If you have an element that closes it without "
        "covering it, that is 10 points.",
        square=words.name(min(data.nearly_closed)),
    )


TOPICS: Topics = {
    "over": _over,
    "set-up": _set_up,
    "tower-up": _tower_up,
    "pass": _pass,
    "misfit": _misfit,
    "crowded": _crowded,
    **{topic: partial(_lesson, topic) for topic in LESSONS},
    "opening": _opening,
}
