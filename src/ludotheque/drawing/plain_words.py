"""A table in words, for games that bring none of their own: what the default page and the default text say.

They work on what any `Viewing.describe` tells: the default's `PlainView`, or a game's own dataclass, whose
fields they read if it has some of the same names.
"""

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from ludotheque.core.definition import HIDDEN, Definition
from ludotheque.core.plain import PlainView
from ludotheque.engine.contract import OVER
from ludotheque.i18n.language import SHARED, called
from ludotheque.i18n.words import listed

_ = SHARED.text
_EVERY_VIEW = {"viewer", "turn", "scores", "winners", "moves"}


def told_fields(data: Any) -> Mapping[str, Any]:
    """What a view tells besides what every view does."""
    if isinstance(data, PlainView):
        return data.fields
    assert is_dataclass(data)
    return {one.name: getattr(data, one.name) for one in fields(data) if one.name not in _EVERY_VIEW}


def players(definition: Definition, data: Any) -> int:
    """How many play, as far as the view tells."""
    scores: Sequence[int] | None = getattr(data, "scores", None)
    if scores:
        return len(scores)
    return int(told_fields(data).get("players", definition.player_numbers[0]))


def shared_goal(definition: Definition) -> bool:
    """Whether all win or lose together; a game where that depends on its options brings a page."""
    return definition.shared_goal(definition.first_game())


def seat_name(seat: int) -> str:
    """A player: by name if it is known, else by number."""
    return called(seat) or _("Seat {number}", number=seat)


def prompt(definition: Definition, data: Any) -> str:
    """What to do now, or how the game has ended."""
    if data.turn == OVER:
        return _result(definition, data)
    if data.turn < 0:
        return _("Chance decides.")
    if data.turn == data.viewer:
        return _("Your turn: choose a move.")
    return _("{name} to move.", name=seat_name(data.turn))


def _result(definition: Definition, data: Any) -> str:
    winners: Sequence[int] = getattr(data, "winners", ())
    if shared_goal(definition):
        return _("You have won together.") if winners else _("You have lost together.")
    if not winners:
        return _("The game is over.")
    if len(winners) > 1 and len(winners) == players(definition, data):
        return _("A draw.")
    if list(winners) == [data.viewer]:
        return _("You win.")
    if len(winners) == 1:
        return _("{name} wins.", name=seat_name(winners[0]))
    return _("{names} share the win.", names=listed([seat_name(seat) for seat in winners]))


def facts(definition: Definition, data: Any) -> list[tuple[str, str]]:
    """The fields that are told in words, each with what it is called: those that the board names, or all."""
    told = told_fields(data)
    board = definition.board
    if board is None:
        names = {name: name.replace("_", " ").capitalize() for name in told if name != "players"}
    else:
        names = {name: definition.translations.text(label) for name, label in board.facts.items()}
    return [(label, _value(told[name], players(definition, data))) for name, label in names.items()]


def _value(value: Any, seats: int) -> str:
    """A field's value; one for each seat is told with the names."""
    if not isinstance(value, tuple):
        return str(value)
    if len(value) == seats and not any(isinstance(one, tuple) for one in value):
        return " · ".join(f"{seat_name(seat)} {one}" for seat, one in enumerate(value))
    return " ".join(_value(one, -1) for one in value)


def hands(definition: Definition, data: Any) -> list[tuple[int, ...]]:
    """The cards of each seat, as values; what is not a card is left out."""
    board = definition.board
    if board is None or not board.hands:
        return []
    rows = (hand if isinstance(hand, tuple) else (hand,) for hand in told_fields(data)[board.hands])
    return [tuple(card for card in row if card in board.cards or card == HIDDEN) for row in rows]


def cells(definition: Definition, data: Any) -> tuple[tuple[int, ...], ...]:
    """The rows of the board, the lowest first; none without one."""
    board = definition.board
    return told_fields(data)[board.cells] if board and board.cells else ()
