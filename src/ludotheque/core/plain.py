"""What a game gets for nothing: a view of its record's fields, and a refusal that lists the choices."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludotheque.core.errors import IllegalMove
from ludotheque.core.frozen import Frozen
from ludotheque.engine.contract import OVER, SPECTATOR, States
from ludotheque.engine.errors import BrokenContract
from ludotheque.engine.kernels import Kernels, unpack
from ludotheque.i18n.language import SHARED

_ = SHARED.text
FEW = 8  # moves that a refusal names


@dataclass(frozen=True)
class PlainView:
    """A table as *viewer* sees it (−1: a spectator): the fields of its record, blanked by `contract.hide`."""

    viewer: int
    turn: int  # the seat to decide; −1 when the game is over
    scores: tuple[int, ...]
    winners: tuple[int, ...]  # empty while the game goes on
    moves: tuple[str, ...]  # what the viewer may play now
    fields: Frozen[str, Any]  # numbers, and tuples of them


class PlainViewing:
    """`roles.Viewing` for a game without a view.py.

    Its record tells the number of players in a field of that name, unless *players* is the only one possible.
    """

    def __init__(
        self, rules: Any, kernels: Kernels, format_move: Callable[[int], str], players: int | None
    ) -> None:
        if players is None and "players" not in rules.STATE.names:
            raise BrokenContract('rules.py: STATE needs a field "players", or the game a view.py')
        self._rules = rules
        self._kernels = kernels
        self._format = format_move
        self._players = players

    def describe(self, states: States, i: int, seat: int) -> PlainView:
        """The fields of record *i* as plain data."""
        players = self._players or int(states[i]["players"])
        scores = np.zeros(players, np.int32)
        self._kernels.scores(states, i, scores)
        moves = np.empty(self._rules.MAX_MOVES, np.int32)
        count, turn = unpack(self._kernels.survey(states, i, moves))
        mask = int(self._kernels.winners(states, i)) if turn == OVER else 0
        mine = turn == seat != SPECTATOR
        return PlainView(
            viewer=seat,
            turn=turn,
            scores=tuple(scores.tolist()),
            winners=tuple(k for k in range(players) if mask >> k & 1),
            moves=tuple(map(self._format, moves[:count].tolist())) if mine else (),
            fields=Frozen(fields_of(states[i])),
        )


def fields_of(record: Any) -> dict[str, Any]:
    """The fields of a state's record but its padding; arrays become tuples."""
    names = [name for name in record.dtype.names if name != "padding"]
    return {name: _plain(record[name]) for name in names}


def _plain(value: Any) -> Any:
    return _tuples(value.tolist())


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


class PlainRefusals:
    """`roles.Refusals` for a game without a refusals.py."""

    def __init__(self, rules: Any, kernels: Kernels, format_move: Callable[[int], str]) -> None:
        self._rules = rules
        self._kernels = kernels
        self._format = format_move

    def refusal(self, states: States, i: int, code: int) -> IllegalMove:
        """That the move is not legal, and what would be."""
        moves = np.empty(self._rules.MAX_MOVES, np.int32)
        count, _turn = unpack(self._kernels.survey(states, i, moves))
        legal = sorted(map(self._format, moves[:count].tolist()))
        shown = ", ".join(legal[:FEW]) + (" …" if count > FEW else "")
        why = _("it is not among the legal moves; you may play {moves}", moves=shown)
        return IllegalMove(self._format(code), why=why)
