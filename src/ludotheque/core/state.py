"""A state: one position of a game with everything in it, hidden things too. Only a referee holds one."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from ludotheque.core.errors import BadRecord, IllegalMove, Refusal
from ludotheque.core.move import Move
from ludotheque.core.view import View
from ludotheque.engine.chance import Source
from ludotheque.engine.contract import CHANCE, OVER, SPECTATOR, Numbers, States
from ludotheque.engine.kernels import REFUSED, SEATS, unpack
from ludotheque.i18n.language import SHARED

if TYPE_CHECKING:
    from ludotheque.core.definition import Outcome
    from ludotheque.core.game import Game
    from ludotheque.core.record import Record


_ = SHARED.text


class Chance(Protocol):
    """Where the outcomes of chance come from."""

    def outcome(self, game: "Game", states: States) -> "Outcome":
        """The outcome of the event that the state waits for."""

    def copy(self) -> "Chance":
        """The same outcomes to come, independent of this one."""


class Shuffled:
    """Outcomes drawn from a random source."""

    def __init__(self, rng: Source) -> None:
        self._rng = rng

    def outcome(self, game: "Game", states: States) -> "Outcome":
        """Shuffle."""
        rules = game.definition.rules
        outcome = np.zeros(rules.OUTCOME, np.uint8)
        rules.shuffle(states, 0, self._rng, outcome)
        return outcome

    def copy(self) -> "Shuffled":
        """A source in the same condition."""
        return Shuffled(self._rng.copy())


class Recorded:
    """Outcomes that a record tells."""

    def __init__(self, outcomes: Sequence["Outcome"]) -> None:
        self._outcomes = list(outcomes)

    def outcome(self, game: "Game", states: States) -> "Outcome":
        """The next one in the record."""
        if not self._outcomes:
            raise BadRecord("the set-up ends too early: chance decides here, and it tells no outcome")
        return self._outcomes.pop(0)

    def copy(self) -> "Recorded":
        """The same outcomes still to come."""
        return Recorded(self._outcomes)


class Continued:
    """Outcomes that are told already, and shuffles where none is."""

    def __init__(self, told: Sequence["Outcome"], after: Shuffled) -> None:
        self._told = list(told)
        self._after = after

    def tell(self, outcomes: Sequence["Outcome"]) -> None:
        """How the next events turn out, after those told already."""
        self._told.extend(outcomes)

    def outcome(self, game: "Game", states: States) -> "Outcome":
        """The next one told, if any; else shuffle."""
        return self._told.pop(0) if self._told else self._after.outcome(game, states)

    def copy(self) -> "Continued":
        """The same outcomes to come."""
        return Continued(self._told, self._after.copy())


class State:
    """One position. ``seat`` is whose decision it is, −1 when the game is ``over``."""

    __slots__ = (
        "_advance", "_book", "_buffer", "_chance", "_count", "_outcomes", "_played", "_states",
        "game", "over", "seat",
    )  # fmt: skip

    def __init__(self, game: "Game", states: States, chance: Chance) -> None:
        self.game = game
        self._states = states
        self._chance = chance
        self._outcomes: list[Outcome] = []
        self._played: list[int] | None = []
        self._buffer: Numbers = np.empty(game.definition.rules.MAX_MOVES, np.int32)
        self._advance = game.definition.advance
        self._book = game.definition.moves
        self._survey()

    @classmethod
    def begin(cls, game: "Game", chance: Chance) -> "State":
        """The start of a game."""
        return cls(game, game.blank(), chance)

    @classmethod
    def imagined(cls, game: "Game", states: States, chance: Chance) -> "State":
        """A position that somebody thinks possible; it has no past, and so no record."""
        state = cls(game, states, chance)
        state._played = None
        return state

    def _survey(self) -> None:
        survey = self.game.definition.kernels.survey
        self._count, self.seat = unpack(survey(self._states, 0, self._buffer))
        while self.seat == CHANCE:
            outcome = self._chance.outcome(self.game, self._states)
            self.game.definition.rules.deal(self._states, 0, outcome)
            self._outcomes.append(outcome)
            self._count, self.seat = unpack(survey(self._states, 0, self._buffer))
        self.over = self.seat == OVER

    def moves(self) -> list[Move]:
        """The legal moves; none when the game is over."""
        return self._book.listed(self._buffer[: self._count].tolist())

    def play(self, move: Move | str) -> None:
        """Play a move, given as a `Move` or in its notation; refuse it with the reason if illegal."""
        code = move if isinstance(move, Move) else self._parse(move)
        packed = self._advance(self._states, 0, code, self._buffer, self._count)
        if packed == REFUSED:
            raise self._refusal(code)
        if self._played is not None:
            self._played.append(code)
        self._count, seat = divmod(packed, SEATS)  # `unpack`, without the cost of a call
        self.seat = seat + CHANCE
        if self.seat < 0:
            self._survey()

    def _parse(self, text: str) -> int:
        return self.game.definition.notation.parse_move(text)

    def _refusal(self, code: int) -> IllegalMove:
        if self.over:
            return IllegalMove(str(self._book[code]), why=_("the game is over"))
        return self.game.definition.refusals.refusal(self._states, 0, code)

    @property
    def scores(self) -> list[int]:
        """Every seat's score as it stands; where all share one goal, 1 if it is met, else 0."""
        out = np.zeros(self.game.players, np.int32)
        self.game.definition.rules.scores(self._states, 0, out)
        values: list[int] = out.tolist()
        return values

    @property
    def winners(self) -> list[int]:
        """The seats that have won, ascending; nobody while the game goes on."""
        if not self.over:
            return []
        mask = self.game.definition.rules.winners(self._states, 0)
        return [seat for seat in range(self.game.players) if mask >> seat & 1]

    @property
    def result(self) -> dict[str, Any] | None:
        """The result as a record gives it; None while the game goes on."""
        if not self.over:
            return None
        if self.game.shared_goal:
            return {"won": bool(self.winners)}
        return {"scores": self.scores, "winners": self.winners}

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self.history)

    @property
    def history(self) -> list[Move]:
        """The moves played so far."""
        return [self._book[code] for code in self._past()]

    @property
    def revealed(self) -> int:
        """How many hidden things somebody has been shown; a move may be undone while it stands."""
        return int(self.game.definition.rules.revealed(self._states, 0))

    @property
    def outcomes(self) -> Sequence["Outcome"]:
        """What chance has decided so far."""
        return self._outcomes

    @property
    def setup(self) -> dict[str, Any]:
        """The same as a record tells it."""
        self._past()  # an imagined position has none
        return self.game.definition.notation.write_setup(self.game.options, self._outcomes)

    def view(self, seat: int = SPECTATOR) -> View:
        """What *seat* may know, or a spectator."""
        if not SPECTATOR <= seat < self.game.players:
            last = self.game.players - 1
            why = _("no seat {seat}; seats are 0 to {last}, a spectator is -1", seat=seat, last=last)
            raise Refusal(why)
        rules = self.game.definition.rules
        hidden = np.zeros(1, rules.STATE)
        rules.hide(self._states, 0, seat, hidden, 0)
        return View(self.game, seat, hidden)

    def states(self) -> States:
        """The whole position, one record, the caller's own to change; nothing for players' eyes."""
        return self._states.copy()

    def record(self, **more: Any) -> "Record":
        """The game so far as a record; *more* is carried along (names, dates …)."""
        from ludotheque.core.record import Record  # a record replays states

        return Record(
            game=self.game.name,
            options=self.game.options,
            setup=self.setup,
            moves=[str(move) for move in self.history],
            result=self.result,
            more={"revision": self.game.definition.revision, **more},
        )

    def copy(self) -> "State":
        """The same position, independent of this one."""
        twin = object.__new__(State)
        twin.game, twin.seat, twin.over = self.game, self.seat, self.over
        twin._states = self._states.copy()
        twin._chance = self._chance.copy()
        twin._outcomes = self._outcomes.copy()
        twin._played = None if self._played is None else self._played.copy()
        twin._buffer = np.empty_like(self._buffer)
        twin._buffer[: self._count] = self._buffer[: self._count]
        twin._count = self._count
        twin._advance, twin._book = self._advance, self._book
        return twin

    def _past(self) -> list[int]:
        if self._played is None:
            raise Refusal("this position was imagined from a view; it has no past and no record")
        return self._played

    def __repr__(self) -> str:
        whose = "over" if self.over else f"seat {self.seat} to move"
        return f"<{self.game.name}, {self.game.players} players, {whose}>"

    def _repr_svg_(self) -> str:
        return self.view(self.seat)._repr_svg_()
