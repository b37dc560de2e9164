"""Why a move of Forma is not legal, in a sentence with the rule's number."""

from typing import Any

from ludotheque.core.errors import IllegalMove
from ludotheque.engine.contract import States
from ludotheque.games.forma.elements import ELEMENT_OF, ELEMENTS, SIDE, SQUARES
from ludotheque.games.forma.language import _
from ludotheque.games.forma.notation import covered, format_move, square_name
from ludotheque.games.forma.rules import (
    CORNERS,
    MISFIT,
    OBSTACLE,
    OBSTACLES,
    PASS,
    PLACING,
    SETTING_UP,
    TOWER,
)
from ludotheque.i18n.language import called

Reason = tuple[str, str]


def refusal(states: States, i: int, code: int) -> IllegalMove:
    """The reason why this move is not legal now."""
    s = states[i]
    setting_up = s["phase"] == SETTING_UP
    if OBSTACLE <= code < MISFIT:
        why, rule = _why_no_set_up(s, code) if setting_up else (_("the set-up is over"), "M6")
    elif setting_up:
        why, rule = _("the set-up comes first: obstacles, then the tower"), "M6"
    elif code == PASS:
        why, rule = _("you have an element that fits, so you must play"), "M9"
    elif code < OBSTACLE:
        why, rule = _why_no_placement(s, code)
    else:
        why, rule = _why_no_misfit(s, ELEMENTS[code - MISFIT])
    return IllegalMove(format_move(code), why=why, rule=rule)


def taken_as(states: States, i: int, code: int) -> int:
    """By eye, squares that make an element the seat still has but do not fit are a misfit (M8)."""
    s = states[i]
    if code >= OBSTACLE or s["phase"] != PLACING or not s["by_eye"]:
        return code
    kind = ELEMENT_OF[code // SQUARES]
    fits = all(int(s["free"][square // SIDE]) >> square % SIDE & 1 for square in covered(code))
    return code if fits or not s["held"][int(s["seat"]), kind] else MISFIT + int(kind)


def _why_no_set_up(s: Any, code: int) -> Reason:
    square = (code - OBSTACLE) % SQUARES
    x, y = square % SIDE, square // SIDE
    if code < TOWER and s["set_up"] >= OBSTACLES:
        return _("all {number} obstacles are on the board; put the tower", number=OBSTACLES), "M6"
    if _has_obstacle(s, x, y):
        return _("an obstacle stands there already"), "M6"
    if code >= TOWER and (min(x, y) == 0 or max(x, y) == SIDE - 1):
        return _("the tower may not stand on the board's edge"), "M6"
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)):
        if _has_obstacle(s, x + dx, y + dy) and (s["touch"] == CORNERS or 0 in (dx, dy)):
            other = square_name(square + dy * SIDE + dx)
            if 0 in (dx, dy):
                return _("it would touch the obstacle on {square} at a side", square=other), "M6"
            return _("it would touch the obstacle on {square} at a corner", square=other), "M6"
    return _("it cannot stand there"), "M6"


def _has_obstacle(s: Any, x: int, y: int) -> bool:
    return 0 <= x < SIDE and 0 <= y < SIDE and bool(int(s["obstacles"][y]) >> x & 1)


def _why_no_placement(s: Any, code: int) -> Reason:
    kind, seat = ELEMENT_OF[code // SQUARES], int(s["seat"])
    if s["held"][seat, kind] == 0:
        return _none_left(seat, ELEMENTS[kind]), "M7"
    for square in covered(code):
        if not int(s["free"][square // SIDE]) >> square % SIDE & 1:
            return _what_is_on(s, square, square_name(square)), "M7"
    return _("it cannot be placed there"), "M7"


def _who(seat: int) -> str:
    return called(seat) or _("seat {seat}", seat=seat)


def _none_left(seat: int, element: str) -> str:
    return _("{who} has no {element} left", who=_who(seat), element=element)


def _what_is_on(s: Any, square: int, name: str) -> str:
    x, y = square % SIDE, square // SIDE
    if square == s["tower"]:
        return _("{square} is taken by the tower", square=name)
    if _has_obstacle(s, x, y):
        return _("{square} is taken by an obstacle", square=name)
    for seat in range(s["players"]):
        if int(s["elements"][seat, y]) >> x & 1:
            return _("{square} is taken by an element of {who}", square=name, who=_who(seat))
        if int(s["own"][seat, y]) >> x & 1:
            return _("{square} is taken by a marker of {who}", square=name, who=_who(seat))
    return _("{square} is taken", square=name)


def _why_no_misfit(s: Any, name: str) -> Reason:
    if not s["by_eye"]:
        return _("this game is not played by eye; a misfit costs nothing, so none is recorded"), "M8"
    return _none_left(int(s["seat"]), name), "M8"
