"""What happened in a game of Feurio!, move by move, and how it added up."""

from ludotheque.core.page import Line
from ludotheque.games.feurio import words
from ludotheque.games.feurio.language import _
from ludotheque.games.feurio.notation import coordinates, parse_move, split
from ludotheque.games.feurio.rules import LAY, MEN, PASS
from ludotheque.games.feurio.view import Area, FeurioView, Progress
from ludotheque.games.feurio.words import colour_name, men_of, seat_name
from ludotheque.i18n.words import signed


def log_entry(before: FeurioView, move: str, after: FeurioView) -> str:
    """What a player did, and what came of it."""
    sentences = [_deed(before, move, after), *consequences(before, after)]
    if after.stack_left == 0 < before.stack_left:
        sentences.append(_("That was the last tile."))
    if after.phase == "over":
        sentences.append(words.outcome(after))
    return " ".join(sentences)


def _deed(before: FeurioView, move: str, after: FeurioView) -> str:
    who, code = seat_name(before, before.turn), parse_move(move)
    if code == PASS:
        return _("{who} passed.", who=who) if before.phase == "finish" else _("{who} placed no men.", who=who)
    verb, number, colour, men = split(code)
    cell = coordinates(number)
    value = after.tile(cell).value
    if verb == LAY:
        return _("{who} laid a {value}.", who=who, value=value)
    if verb == MEN:
        sent = men_of(colour, men)
        return _("{who} put {men} on the {value}.", who=who, men=sent, value=value)
    return _("{who} laid a tile face down, a firebreak, and gave {men} for it.",
             who=who, men=men_of(colour, 1))  # fmt: skip


def consequences(before: FeurioView, after: FeurioView) -> list[str]:
    """Whose points changed between two views, or which colours came nearer to the goal or lost ground."""
    if before.mode != "versus":
        rows = zip(before.progress, after.progress, strict=True)
        return [change for was, row in rows if (change := _step(was, row))]
    changes = _changes(before, after)
    return [f"{changes}."] if changes else []


def _changes(before: FeurioView, after: FeurioView) -> str:
    """Whose points changed, and how: ``Ada +3, Bo −2``."""
    gains = [new.score - old.score for old, new in zip(before.seats, after.seats, strict=True)]
    return ", ".join(
        f"{_('You') if seat == before.viewer else seat_name(before, seat)} {signed(gain)}"
        for seat, gain in enumerate(gains)
        if gain
    )


def _step(was: Progress, row: Progress) -> str:
    """A step of a colour towards the goal or away from it (F26)."""
    colour = colour_name(row.colour)
    if row.met and not was.met:
        return _("{colour} has done its part.", colour=colour)
    if row.reaches_water and not was.reaches_water:
        return _("{colour} has reached open water.", colour=colour)
    if was.reaches_water and not row.reaches_water:
        return _("{colour} has lost its open water.", colour=colour)
    return _("{colour} is one area again.", colour=colour) if row.areas == 1 < was.areas else ""


# How it added up


def breakdown(data: FeurioView) -> list[Line]:
    """The areas of each seat and what they are worth, or how far each colour came."""
    if data.mode != "versus":
        return [Line(-1, words.progress_words(row)) for row in data.progress]
    lines = [line for seat in range(len(data.seats)) for line in _count(data, seat)]
    if len(data.seats) == 3:
        lines.append(Line(-1, _("The helpers are taken off before the count.")))
    return lines + _tie(data)


def tally(data: FeurioView) -> list[dict[str, int]]:
    """Each seat's points: its largest area, and all others."""
    found = []
    for seat in data.seats:
        worths = sorted((area.worth for area in data.areas if area.colour in seat.colours), reverse=True)
        found.append({_("the largest area"): sum(worths[:1]), _("smaller areas"): sum(worths[1:])})
    return found


def _count(data: FeurioView, seat: int) -> list[Line]:
    areas = [area for area in data.areas if area.colour in data.seats[seat].colours]
    if not areas:
        return [Line(seat, _("No area"), 0)]
    areas.sort(key=lambda area: -area.worth)
    return [Line(seat, _sum_words(data, area), area.worth) for area in areas]


def _sum_words(data: FeurioView, area: Area) -> str:
    """``Green: 6 + 5 + 2 = 13, divided by 2, rounded up``."""
    addends = sorted((data.tile(cell).value or 0 for cell in area.cells), reverse=True)
    total = " + ".join(map(str, addends)) + (f" = {area.total}" if len(addends) > 1 else "")
    values = {"colour": colour_name(area.colour), "sum": total, "divisor": area.divisor}
    if area.divisor is None:
        return _("{colour}: {sum}, but no side is free", colour=values["colour"], sum=total)
    if area.total % area.divisor == 0:
        return _("{colour}: {sum}, divided by {divisor}", **values)
    if data.hot:
        return _("{colour}: {sum}, divided by {divisor}, rounded down", **values)
    return _("{colour}: {sum}, divided by {divisor}, rounded up", **values)


def _tie(data: FeurioView) -> list[Line]:
    """Why one of several with the most points won, or none of them alone (F22)."""
    best = max(seat.score for seat in data.seats)
    if data.phase != "over" or sum(seat.score == best for seat in data.seats) == 1:
        return []
    if len(data.winners) > 1:
        return [Line(-1, _("A tie, and their best areas are equal too: the win is shared."))]
    who = seat_name(data, data.winners[0])
    return [Line(-1, _("A tie: {who} has the most valuable single area.", who=who))]
