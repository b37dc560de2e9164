"""A table of Forma in words: what the picture and the terminal say alike."""

from ludotheque.core.palette import COLOURS
from ludotheque.games.forma.notation import FILES
from ludotheque.games.forma.view import FormaView, Piece, Seat, Square

SEAT_LETTERS = "GBYR"  # a seat's colour and shape; with two players its two colours are drawn as one (M4)
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def name(square: Square) -> str:
    """c3 for (2, 2)."""
    return f"{FILES[square[0]]}{square[1] + 1}"


def count(number: int, noun: str) -> str:
    """A number and its noun: "one bridge", "12 holes"."""
    return f"{_NUMBERS[number] if number <= 10 else number} {noun}{'s' * (number != 1)}"


def seat_name(data: FormaView, seat: int) -> str:
    """Who that is, to the viewer."""
    return "You" if seat == data.viewer else f"{COLOURS[SEAT_LETTERS[seat]].name} (seat {seat})"


def prompt(data: FormaView) -> str:
    """One line that says what to do now."""
    if data.phase == "over":
        return outcome(data)
    who, you = seat_name(data, data.turn), data.turn == data.viewer
    if data.phase == "set-up":
        do = "put" if you else "puts"
        left = f"an obstacle ({data.obstacles_left} left) or " if data.obstacles_left else ""
        return f"Set-up: {who} {do} {left}the tower, which ends the set-up."
    if data.must_pass:
        return f"{who} {'have' if you else 'has'} nothing that fits and must pass."
    again = ", after a misfit," if data.misfits else ""
    return f"{who}{again} {'place' if you else 'places'} an element on empty squares."


def outcome(data: FormaView) -> str:
    """Who has won (M19)."""
    names = [seat_name(data, seat) for seat in data.winners]
    best = data.seats[data.winners[0]].score
    if len(names) > 1:
        return f"The game is over: {' and '.join(names)} share the win with {best} points."
    return f"The game is over: {names[0]} {'win' if names[0] == 'You' else 'wins'} with {best} points."


def ways(seat: Seat) -> list[tuple[str, int]]:
    """The five ways to score, and what is left over, with their points (M18)."""
    return [
        ("squares", seat.squares),
        ("holes", 10 * seat.holes),
        ("obstacles", 10 * seat.obstacles),
        ("bridges", 50 * len(seat.bridges)),
        ("tower", 50 * seat.tower),
        ("left over", -seat.left_over),
    ]


def piece_words(data: FormaView, piece: Piece) -> str:
    """An element on the board."""
    return f"{piece.element} of {seat_name(data, piece.seat)}: {'+'.join(map(name, piece.squares))}"


def obstacle_words(data: FormaView, square: Square, owner: int | None) -> str:
    """An obstacle, and whose it is, or how many of its sides each player has closed (M12)."""
    if owner is not None:
        return f"{name(square)}: an obstacle closed by {seat_name(data, owner)}"
    x, y = square
    sides = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}
    closed = [
        f"{count(n, 'side')} by {seat_name(data, seat)}"
        for seat in range(len(data.seats))
        if (n := len(sides & {at for piece in data.pieces if piece.seat == seat for at in piece.squares}))
    ]
    return f"{name(square)}: an obstacle, {', '.join(closed) if closed else 'open on all sides'}"


def describe(data: FormaView) -> str:
    """The table in words, for those who do not see it."""
    lines = [prompt(data)]
    for k, seat in enumerate(data.seats):
        points = ", ".join(f"{label} {points}" for label, points in ways(seat) if points)
        lines.append(f"{seat_name(data, k)}: {seat.score} points ({points}).")
        lines += [f"A bridge: {'+'.join(map(name, bridge))}." for bridge in seat.bridges]
    lines += [f"{piece_words(data, piece)}." for piece in data.pieces]
    lines += [f"{obstacle_words(data, square, owner)}." for square, owner in data.obstacles.items()]
    lines += [
        f"{name(square)}: a marker of {seat_name(data, owner)}." for square, owner in data.holes.items()
    ]
    if data.tower:
        lines.append(f"{name(data.tower)}: the tower.")
    return "\n".join(lines)
