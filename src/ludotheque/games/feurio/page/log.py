"""Moves of Feurio! in words: what can be done, what was done, what it would bring, how it added up."""

from collections.abc import Iterator

from ludotheque.core.move import Move
from ludotheque.core.page import Choice, Line
from ludotheque.core.view import View
from ludotheque.games.feurio import rules, words
from ludotheque.games.feurio.language import _
from ludotheque.games.feurio.notation import coordinates, parse_move, split
from ludotheque.games.feurio.rules import LAY, MEN, MEN_OF_A_COLOUR, PASS
from ludotheque.games.feurio.view import Area, Cell, FeurioView, Tile, describe
from ludotheque.games.feurio.words import Progress, colour_name, men_of, opened, place, seat_name


def choices(view: View) -> list[Choice]:
    """The legal moves, tile by tile from the top, each with what it does there; a pass comes last."""
    return [_choice(view.data, move) for move in sorted(view.moves(), key=_reading_order)]


def _reading_order(move: Move) -> tuple[bool, int, int, int]:
    q, r = coordinates(move.code % rules.CELLS)
    return move.code == PASS, r, q, move.code


def _choice(data: FeurioView, move: Move) -> Choice:
    if move.code == PASS:
        return Choice(str(move), label(data, str(move)))
    verb, cell, colour, men = split(move.code)
    where = place(coordinates(cell))
    if verb == MEN:
        return Choice(str(move), opened(men_of(colour, men)), f"tile:{where}")
    return Choice(str(move), _laid_here(data, verb, colour), f"spot:{where}")


def _laid_here(data: FeurioView, verb: int, colour: str) -> str:
    if verb == LAY:
        return _("Lay the {value} here", value=data.drawn)
    return _("Face down as a firebreak, for {men}", men=men_of(colour, 1))


def label(data: FeurioView, move: str) -> str:
    """A move in words, with its place."""
    code = parse_move(move)
    if code == PASS:
        return _("Pass") if data.phase == "finish" else _("Place no men")
    verb, number, colour, men = split(code)
    cell = coordinates(number)
    if verb == MEN:
        return opened(_on_tile(data, cell, men_of(colour, men)))
    if verb == LAY:
        return _lay_there(data, cell)
    return _("Firebreak on {place}, for {men}", place=place(cell), men=men_of(colour, 1))


def _on_tile(data: FeurioView, cell: Cell, men: str) -> str:
    value = tile_at(data, cell).value
    return _("{men} on the {value} at {place}", men=men, value=value, place=place(cell))


def _lay_there(data: FeurioView, cell: Cell) -> str:
    if data.drawn is None:
        return _("Lay the tile on {place}", place=place(cell))
    return _("Lay the {value} on {place}", value=data.drawn, place=place(cell))


def tile_at(data: FeurioView, cell: Cell) -> Tile:
    """The tile that lies on a cell."""
    return next(tile for tile in data.tiles if tile.cell == cell)


# What happened


def log_entry(before: FeurioView, move: str, after: FeurioView) -> str:
    """What a player did, and what came of it."""
    sentences = [_deed(before, move, after), *_consequences(before, after)]
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
    where, value = place(coordinates(number)), tile_at(after, coordinates(number)).value
    if verb == LAY:
        return _("{who} laid a {value} on {place}.", who=who, value=value, place=where)
    if verb == MEN:
        sent = men_of(colour, men)
        return _("{who} put {men} on the {value} at {place}.", who=who, men=sent, value=value, place=where)
    return _("{who} laid a tile face down on {place}, a firebreak, and gave {men} for it.",
             who=who, place=where, men=men_of(colour, 1))  # fmt: skip


def _consequences(before: FeurioView, after: FeurioView) -> list[str]:
    if before.mode != "versus":
        rows = zip(words.progress(before), words.progress(after), strict=True)
        return [change for was, row in rows if (change := _step(was, row))]
    changes = _changes(before, after)
    return [f"{changes}."] if changes else []


def _changes(before: FeurioView, after: FeurioView) -> str:
    """Whose points changed, and how: ``Ada +3, Bo −2``."""
    gains = [new.score - old.score for old, new in zip(before.seats, after.seats, strict=True)]
    return ", ".join(
        f"{_('You') if seat == before.viewer else seat_name(before, seat)} {f'{gain:+d}'.replace('-', '−')}"
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


# What would happen


def preview(view: View, move: str) -> str:
    """What a legal move would bring at once, from what its seat knows."""
    if move not in map(str, view.moves()) or move == "pass":
        return ""
    states, code = view.states(), parse_move(move)
    rules.play(states, 0, code)
    before, after = view.data, describe(states, 0, view.seat)
    sentences = [*_area_made(after, code), *_consequences(before, after)]
    return " ".join(sentences) or _("Nothing changes in the count at once.")


def _area_made(after: FeurioView, code: int) -> Iterator[str]:
    """The area that men sent by a move would be part of."""
    verb, number, colour, _men = split(code)
    if verb != MEN:
        return
    for area in after.areas:
        if area.colour == colour and coordinates(number) in area.cells:
            if after.mode == "versus":
                yield words.area_words(area)
            else:
                yield goal_words(next(row for row in words.progress(after) if row.colour == colour)) + "."


# How it added up


def breakdown(data: FeurioView) -> list[Line]:
    """The areas of each seat and what they are worth, or how far each colour came."""
    if data.mode != "versus":
        return [Line(-1, goal_words(row)) for row in words.progress(data)]
    lines = [line for seat in range(len(data.seats)) for line in _count(data, seat)]
    if len(data.seats) == 3:
        lines.append(Line(-1, _("The helpers are taken off before the count.")))
    return lines + _tie(data)


def goal_words(row: Progress) -> str:
    """How far a colour is on its way to the goal (F26)."""
    areas = words.areas_words(row.areas)
    values = {"colour": colour_name(row.colour), "placed": row.placed, "all": MEN_OF_A_COLOUR, "areas": areas}
    if row.reaches_water:
        return _("{colour}: {placed} of {all} men placed, {areas}, at open water", **values)
    return _("{colour}: {placed} of {all} men placed, {areas}, no open water", **values)


def _count(data: FeurioView, seat: int) -> list[Line]:
    areas = [area for area in data.areas if area.colour in data.seats[seat].colours]
    if not areas:
        return [Line(seat, _("No area"), 0)]
    areas.sort(key=lambda area: -area.worth)
    return [Line(seat, _sum_words(data, area), area.worth) for area in areas]


def _sum_words(data: FeurioView, area: Area) -> str:
    """``Green: 6 + 5 + 2 = 13, divided by 2, rounded up``."""
    addends = sorted((tile_at(data, cell).value or 0 for cell in area.cells), reverse=True)
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
