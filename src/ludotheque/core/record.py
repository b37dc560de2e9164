"""Records: a whole game as one JSON object that any program can replay and check (docs/records.md)."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ludotheque.core.errors import BadRecord, Refusal, quoted
from ludotheque.core.options import Options

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.core.outcomes import Recorded
    from ludotheque.core.state import State

FORMAT = "ludotheque/1"


@dataclass(frozen=True)
class Record:
    """A finished or running game. ``more`` holds what a record may carry besides."""

    game: "Game"
    setup: dict[str, Any]
    moves: tuple[str, ...]
    result: dict[str, Any] | None = None
    more: dict[str, Any] = field(default_factory=dict)
    unknown_options: dict[str, Any] = field(default_factory=dict)  # ignored, but kept

    @property
    def options(self) -> Options:
        """The options of the game."""
        return self.game.options

    def to_dict(self) -> dict[str, Any]:
        """The record as a JSON object."""
        known: dict[str, Any] = {
            "format": FORMAT,
            "game": self.game.name,
            "options": self.options | self.unknown_options,
            "setup": self.setup,
            "moves": list(self.moves),
        }
        if self.result is not None:
            known["result"] = self.result
        return known | self.more

    def to_json(self) -> str:
        """The record as one line."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    def __hash__(self) -> int:
        return hash(json.dumps(self.to_dict(), sort_keys=True))

    # Replaying

    def start(self) -> "State":
        """The position before the first move."""
        return self.game.recorded(self.setup)[0]

    def positions(self) -> Iterator["State"]:
        """The position before the first move and after each; it is one state that goes on."""
        state = self.start()
        yield state
        for ply in range(len(self.moves)):
            self._play(state, ply)
            yield state

    def replay(self, ply: int | None = None) -> "State":
        """The position after *ply* moves, or after all of them; it can be played on (see `Game.replay`)."""
        return self.game.replay(self, ply)

    def played(self, ply: int | None = None) -> tuple["State", "Recorded"]:
        """The position after *ply* moves, or after all, and the chance that the record still tells."""
        last = len(self.moves)
        if ply is not None and not 0 <= ply <= last:
            raise Refusal(f"the record has no ply {ply}; it has 0 to {last}")
        state, chance = self.game.recorded(self.setup)
        for number in range(last if ply is None else ply):
            self._play(state, number)
        return state, chance

    def _play(self, state: "State", ply: int) -> None:
        try:
            state.play(self.moves[ply])
        except BadRecord as error:  # chance has no outcome: found after the move
            raise BadRecord(error.why, ply=ply + 1) from None
        except Refusal as error:
            raise BadRecord(str(error), ply=ply) from None

    def check(self) -> "State":
        """Replay the whole record and compare its result; return the last position."""
        state = self.replay()
        if self.result is not None:
            self._check_result(state)
        return state

    def _check_result(self, state: "State") -> None:
        ply = len(self.moves)
        if state.result is None:
            raise BadRecord("the record has a result, but the game is not over", ply=ply)
        for name, true in state.result.items():
            told = self.result.get(name) if self.result else None
            if json.dumps(told) != json.dumps(true):
                why = f"the result's {name} must be {quoted(true)}, not {quoted(told)}"
                raise BadRecord(why, ply=ply)
