"""Puzzles as a page shows them: a table that is stored nowhere, seen from one seat, and what a move is worth.

All visitors see the same table, and it is drawn once. It is made of the view of the puzzle's seat like any
other (presenter.py): the record, which tells what is hidden and the solution, stays here.
"""

from functools import lru_cache

from ludotheque.core.puzzle import Puzzle, puzzles_of
from ludotheque.core.registry import definition
from ludotheque.core.view import View
from ludotheque.drawing.shapes import inlined
from ludotheque.i18n.language import SHARED, language, speaking
from ludotheque.i18n.words import unbroken
from ludotheque.reviews.words import percent, reason_of
from ludotheque.tables.events import BOT, PERSON, Occupant, Opened
from ludotheque.tables.people import BOT_NAMES, STAND_IN
from ludotheque.tables.rooms import Room
from ludotheque.tables.table import Table
from ludotheque.web import presenter
from ludotheque.web.frames import JsonObject
from ludotheque.web.pointing import pointed
from ludotheque.web.why_not import Reason, why_not

_ = SHARED.text

SOLVER = "solver"  # stands for everybody who looks at a puzzle


@lru_cache(256)
def puzzle_room(game: str, number: int) -> Room:
    """A game's puzzle as a table at which whoever looks has the seat."""
    return Room(_table(puzzles_of(definition(game))[number]))


def _table(puzzle: Puzzle) -> Table:
    record = puzzle.record
    seats = [
        Occupant(PERSON, person=SOLVER, name=BOT_NAMES[seat])
        if seat == puzzle.seat
        else Occupant(BOT, level=STAND_IN, name=BOT_NAMES[seat])
        for seat in range(record.game.players)
    ]
    opened = Opened(
        0.0,
        game=record.game.name,
        revision=record.game.revision,
        options=record.game.options,
        seats=tuple(seats),
        host="",
        listed=False,
        setup=record.setup,
        moves=record.moves,
    )
    return Table(SOLVER, opened)


def shown(room: Room) -> JsonObject:
    """The position as its seat may see it: the state of a table (api.md)."""
    return presenter.show(room, presenter.Viewer(SOLVER, ""), now=0.0)


@lru_cache(64)
def board_picture(room: Room, _language: str) -> str:
    """The board of a puzzle, as an SVG element, for a list."""
    view = _view(room)
    with speaking(language(), room.table.names()):
        board = view.game.definition.page.panels(view.data)["board"]
    box = " ".join(f"{value:g}" for value in board.box)
    body = inlined(board.ground + "".join(board.parts.values()))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{body}</svg>'


def _view(room: Room) -> View:
    return room.table.state.view(room.table.state.seat)


def verdict(puzzle: Puzzle, room: Room, move: str) -> JsonObject:
    """What a move is worth beside the best one, in numbers and in a sentence; the solution, if it was it."""
    played = _understood(room, move)
    chance, label = puzzle.chances.get(played), _label(room, played)
    found = solution(puzzle, room) if played == puzzle.solution else None
    return {
        "right": found is not None,
        "move": played,
        "label": label,
        "chance": chance,
        "best": puzzle.best_chance,
        "words": found["words"] if found else unbroken(_missed(puzzle, label, chance)),
        "solution": found,
    }


def solution(puzzle: Puzzle, room: Room) -> JsonObject:
    """The best move, why, and how the board shows it: for whoever has found it, or when the day is over."""
    view, label = _view(room), _label(room, puzzle.solution)
    with speaking(language(), room.table.names()):
        reason = reason_of(view, puzzle.solution, puzzle.next_best) if puzzle.next_best else ""
        seen = pointed(view, puzzle.solution)
    return {
        "move": puzzle.solution,
        "label": label,
        "words": unbroken(_solved(puzzle, label, reason)),
        **seen,
    }


def _understood(room: Room, move: str) -> str:
    """A legal move as records write it; a refusal says why it is not one."""
    table = room.table
    trial = table.state.copy()
    with speaking(language(), table.names()):
        trial.play(table.game.definition.notation.read_typed(move))
    return str(trial.history[-1])


def _label(room: Room, move: str) -> str:
    with speaking(language(), room.table.names()):
        return room.table.game.definition.page.label(_view(room).data, move)


def _solved(puzzle: Puzzle, label: str, reason: str) -> str:
    numbers = {"label": label, "best": percent(puzzle.best_chance), "next": percent(puzzle.next_chance)}
    shared = puzzle.record.game.shared_goal
    if reason and shared:
        return _(
            "“{label}” {reason}; it reaches the goal in {best} % of the imagined games, the next best move "
            "in {next} %.",
            reason=reason,
            **numbers,
        )
    if reason:
        return _(
            "“{label}” {reason}; it wins {best} % of the imagined games, the next best move {next} %.",
            reason=reason,
            **numbers,
        )
    if shared:
        return _(
            "“{label}” reaches the goal in {best} % of the imagined games, the next best move in {next} %.",
            **numbers,
        )
    return _("“{label}” wins {best} % of the imagined games, the next best move {next} %.", **numbers)


def _missed(puzzle: Puzzle, label: str, chance: float | None) -> str:
    best = percent(puzzle.best_chance)
    if chance is None:
        return _(
            "Not that one: the search gave “{label}” up early; the best move comes to {best} %.",
            label=label,
            best=best,
        )
    numbers = {"label": label, "chance": percent(chance), "best": best}
    if puzzle.record.game.shared_goal:
        return _(
            "Not quite: “{label}” reaches the goal in {chance} % of the imagined games, the best move in "
            "{best} %.",
            **numbers,
        )
    return _("Not quite: “{label}” wins {chance} % of the imagined games, the best move {best} %.", **numbers)


def preview(room: Room, move: str) -> str:
    """What a move would bring at once, in a few words."""
    return room.table.game.definition.page.preview(_view(room), move)


def why(room: Room, part: str) -> Reason:
    """Why a part of the picture cannot be played now; empty where that is no question."""
    return why_not(room.table, SOLVER, part)
