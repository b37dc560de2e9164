"""A table of Forma in words: the sentences that the page and the terminal share."""

from functools import lru_cache

from ludotheque.games.forma.language import _, plural
from ludotheque.games.forma.notation import FILES
from ludotheque.games.forma.rules import FOR_HOLE, FOR_TOWER
from ludotheque.games.forma.view import FormaView, Piece, Seat, Square
from ludotheque.i18n.language import called, language, marked_for_translation
from ludotheque.i18n.words import listed

SEAT_LETTERS = "GBYR"  # a seat's colour and shape; with two players its two colours are drawn as one (M4)
COLOUR_NAMES = {
    "G": marked_for_translation("Green"),
    "B": marked_for_translation("Blue"),
    "Y": marked_for_translation("Yellow"),
    "R": marked_for_translation("Orange"),
}
WAY_NAMES = {  # of rules.WAYS
    "squares": marked_for_translation("squares"),
    "holes": marked_for_translation("holes"),
    "obstacles": marked_for_translation("obstacles"),
    "bridges": marked_for_translation("bridges"),
    "tower": marked_for_translation("tower"),
    "left_over": marked_for_translation("left over"),
}


def name(square: Square) -> str:
    """c3 for (2, 2)."""
    return f"{FILES[square[0]]}{square[1] + 1}"


def names(squares: tuple[Square, ...]) -> str:
    """Squares as a move spells them: c3+c4+d4."""
    return "+".join(map(name, squares))


def colour_name(seat: int) -> str:
    """The colour of a seat."""
    return _(COLOUR_NAMES[SEAT_LETTERS[seat]])


def player(seat: int) -> str:
    """Who sits there: by name at a table, else by colour."""
    return called(seat) or _("{colour} (seat {seat})", colour=colour_name(seat), seat=seat)


def seat_name(data: FormaView, seat: int) -> str:
    """Who that is: by name if it is known, else to the viewer, ``You`` or ``Green (seat 0)``."""
    return called(seat) or (_("You") if seat == data.viewer else player(seat))


def agent(data: FormaView, seat: int) -> str:
    """Who did something: "closed by Ada"; without names, to the viewer, "closed by you"."""
    return called(seat) or (_("you") if seat == data.viewer else player(seat))


def prompt(data: FormaView) -> str:
    """One line that says what to do now."""
    if data.phase == "over":
        return outcome(data)
    return _prompt_you(data) if data.turn == data.viewer else _prompt_other(data, player(data.turn))


def _prompt_you(data: FormaView) -> str:
    left = data.obstacles_left
    if data.phase == "set-up" and left:
        return _("Set-up: You put an obstacle ({left} left) or the tower, which ends the set-up.", left=left)
    if data.phase == "set-up":
        return _("Set-up: You put the tower, which ends the set-up.")
    if data.must_pass:
        return _("You have nothing that fits and must pass.")
    if data.may_pass:
        return _("It did not fit and is lost. You place another element on empty squares, or pass.")
    if data.misfits:
        return _("You try once more after a misfit: place an element on empty squares.")
    if data.by_eye:
        return _("You place an element on empty squares, by eye: one that does not fit is lost.")
    return _("You place an element on empty squares.")


def _prompt_other(data: FormaView, who: str) -> str:
    left = data.obstacles_left
    if data.phase == "set-up" and left:
        return _(
            "Set-up: {who} puts an obstacle ({left} left) or the tower, which ends the set-up.",
            who=who,
            left=left,
        )
    if data.phase == "set-up":
        return _("Set-up: {who} puts the tower, which ends the set-up.", who=who)
    if data.must_pass:
        return _("{who} has nothing that fits and must pass.", who=who)
    if data.misfits:
        return _("{who} tries once more after a misfit.", who=who)
    return _("{who} places an element on empty squares.", who=who)


def outcome(data: FormaView) -> str:
    """Who has won (M19)."""
    points = data.seats[data.winners[0]].score
    others = [player(seat) for seat in data.winners if seat != data.viewer]
    if not others:
        return _("The game is over: You win with {points} points.", points=points)
    who = listed(others)
    if data.viewer in data.winners:
        return _(
            "The game is over: You share the win with {who}, {points} points each.", who=who, points=points
        )
    if len(others) > 1:
        return _("The game is over: {who} share the win with {points} points.", who=who, points=points)
    return _("The game is over: {who} wins with {points} points.", who=who, points=points)


def ways(seat: Seat) -> list[tuple[str, int]]:
    """The five ways to score, and what is left over, with their points (M18)."""
    return [(way_name(way), points) for way, points in seat.points.items()]


def way_name(way: str) -> str:
    """One of these ways, by its name in `rules.WAYS`."""
    return _(WAY_NAMES[way])


def earned(data: FormaView, seat: Seat) -> int:
    """A seat's points: while the game goes on, without those that are only taken off at the end (M18)."""
    return seat.score if data.phase == "over" else seat.score - seat.points["left_over"]


def left_over(seat: Seat) -> str:
    """What would be taken off if the game ended now (M18)."""
    return _left_over(seat.left_over, language())


@lru_cache(1024)
def _left_over(number: int, spoken: str) -> str:
    return _("{number} left", number=number)


def gains(before: Seat, after: Seat) -> list[str]:
    """What a seat earned between two positions, way by way: "+5 squares", "+10 for a hole"."""
    points = {way: after.points[way] - before.points[way] for way in after.points}
    squares, holes = after.squares - before.squares, after.holes - before.holes
    obstacles, bridges = after.obstacles - before.obstacles, len(after.bridges) - len(before.bridges)
    earned = [plural("+{number} square", "+{number} squares", squares)] if squares else []
    if holes:
        earned.append(
            plural("+{points} for a hole", "+{points} for {number} holes", holes, points=points["holes"])
        )
    if obstacles:
        worth = points["obstacles"]
        earned.append(
            plural("+{points} for an obstacle", "+{points} for {number} obstacles", obstacles, points=worth)
        )
    if bridges:
        worth = points["bridges"]
        earned.append(
            plural("+{points} for a bridge", "+{points} for {number} bridges", bridges, points=worth)
        )
    if points["tower"]:
        earned.append(_("+{points} for the tower", points=points["tower"]))
    return earned


def piece_words(data: FormaView, piece: Piece) -> str:
    """An element on the board."""
    own = piece.seat == data.viewer and called(piece.seat) is None
    squares = names(piece.squares)
    if own:
        return _("Your {element}: {squares}", element=piece.element, squares=squares)
    return _("{element} of {who}: {squares}", element=piece.element, who=player(piece.seat), squares=squares)


def obstacle_words(data: FormaView, square: Square) -> str:
    """An obstacle, and whose it is, or how many of its sides each player has closed (M12)."""
    owner = data.obstacles[square]
    if owner is not None:
        who = agent(data, owner)
        return _("{square}: an obstacle closed by {who}", square=name(square), who=who)
    closed = ", ".join(
        plural("one side by {who}", "{number} sides by {who}", sides, who=agent(data, seat))
        for seat, sides in enumerate(data.sides[square])
        if sides
    )
    if not closed:
        return _("{square}: an obstacle, open on all sides", square=name(square))
    return _("{square}: an obstacle, {sides}", square=name(square), sides=closed)


def hole_words(data: FormaView, square: Square) -> str:
    """A marker on an encircled square (M11)."""
    who = agent(data, data.holes[square])
    return _("{square}: encircled by {who}, {points} points", square=name(square), who=who, points=FOR_HOLE)


def tower_words(data: FormaView, square: Square) -> str:
    """The tower, and who closed it (M15)."""
    if data.tower_by is None:
        return _("{square}: the tower", square=name(square))
    who = agent(data, data.tower_by)
    return _(
        "{square}: the tower, closed by {who}, {points} points",
        square=name(square),
        who=who,
        points=FOR_TOWER,
    )


def describe(data: FormaView) -> str:
    """The table in words, for those who do not see it."""
    lines = [prompt(data)]
    for k, seat in enumerate(data.seats):
        points = ", ".join(f"{label} {points}" for label, points in ways(seat) if points)
        lines.append(
            _("{who}: {score} points ({ways}).", who=seat_name(data, k), score=seat.score, ways=points)
        )
        lines += [_("A bridge: {squares}.", squares=names(bridge)) for bridge in seat.bridges]
    lines += [f"{piece_words(data, piece)}." for piece in data.pieces]
    lines += [f"{obstacle_words(data, square)}." for square in data.obstacles]
    lines += [f"{hole_words(data, square)}." for square in data.holes]
    if data.tower:
        lines.append(f"{tower_words(data, data.tower)}.")
    return "\n".join(lines)
