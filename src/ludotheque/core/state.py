"""A state: one position of a game with everything in it, hidden things too. Only a referee holds one."""

from collections.abc import Callable, Sequence
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from ludotheque.core import saving
from ludotheque.core.errors import IllegalMove, Refusal, UnreadableMove, quoted
from ludotheque.core.history import Memory
from ludotheque.core.move import Move, Moves
from ludotheque.core.outcomes import Chance, Continued, Shuffled, Waiting, from_data
from ludotheque.core.playouts import Playouts, play_out
from ludotheque.core.record import Record
from ludotheque.core.roles import Outcome
from ludotheque.core.view import View, copied
from ludotheque.engine.chance import Seed, fresh_seed, source
from ludotheque.engine.contract import CHANCE, OVER, SPECTATOR, States
from ludotheque.engine.kernels import REFUSED, SEAT_BITS, SEAT_MASK, UNLISTED, unpack
from ludotheque.engine.memory import Place, Room, desk
from ludotheque.i18n.language import SHARED

if TYPE_CHECKING:
    from ludotheque.core.game import Game

_ = SHARED.text
_INTEGERS = frozenset((int, np.int32, np.int64))  # what learning programs play: the quick way


class State:
    """One position. ``seat`` is whose decision it is, −1 when the game is ``over``.

    A state changes when it is played on, and its hash with it. Equal states have the same game, past and
    position, and the same chance to come.
    """

    __slots__ = (
        "_advance", "_book", "_chance", "_count", "_desk", "_desk_at", "_kind", "_outcomes",
        "_past", "_room", "_states", "game", "over", "seat",
    )  # fmt: skip

    def __init__(self, game: "Game", states: States, chance: Chance) -> None:
        self._states = states
        self._chance = chance
        self._outcomes: list[Outcome] = []
        self._past: list[Move] | None = []
        self._belong_to(game)
        self._survey()

    def _belong_to(self, game: "Game") -> None:
        """Take from the game what is needed for every move."""
        definition = game.definition
        self.game = game
        self._advance = definition.quick.advance
        self._kind = definition.moves.kind
        self._book = definition.moves
        self._room, self._count = definition.no_moves, 0
        self._desk_at: Place = None  # until it is needed; till then the room is shared with others

    def _settle_down(self) -> None:
        """Take the list of legal moves into room of one's own, and set up a desk (`engine.memory`)."""
        self._room = self._room[:]
        record = self.game.definition.quick.place_of(self._states)
        self._desk, self._desk_at = desk(record, self._room, self._count)

    @classmethod
    def imagined(cls, game: "Game", states: States, chance: Chance) -> "State":
        """A position that somebody thinks possible; it has no past, and so no record."""
        state = cls(game, states, chance)
        state._past = None
        return state

    # Playing

    def _survey(self) -> None:
        """List the legal moves; where chance decides, let it, unless whoever holds the state does."""
        if self._desk_at is None:
            self._settle_down()
        survey = self.game.definition.quick.survey
        self._count, self.seat = unpack(survey(self._desk_at))
        while self.seat == CHANCE and not isinstance(self._chance, Waiting):
            self._deal(self._chance.outcome(self.game.definition, self._states))
            self._count, self.seat = unpack(survey(self._desk_at))
        self.over = self.seat == OVER

    def _deal(self, outcome: Outcome) -> None:
        self.game.definition.quick.deal(self._states, 0, outcome)
        self._outcomes.append(outcome)

    def moves(self) -> Moves:
        """The legal moves; none when the game is over."""
        if self._count == UNLISTED:
            self._survey()
        moves = Moves()  # `MoveBook.listed`, without the cost of a call
        moves._book = self._book
        moves._codes = self._room[: self._count]
        return moves

    def listed(self) -> "Room | None":
        """The integers of the legal moves, if they are listed already; None where that would take long."""
        return None if self._count == UNLISTED else self._room[: self._count]

    def play(self, move: Move | str | int) -> None:
        """Play a `Move`, or what its notation or integer names; an illegal one is refused with the reason."""
        if type(move) is not self._kind:
            move = self._understood(move)
        if self._desk_at is None:
            self._settle_down()
        packed = self._advance(self._desk_at, move)
        if packed == REFUSED:
            raise self._refusal(move)
        if self._past is not None:
            self._past.append(move)
        if packed >= 0:
            self._count = packed >> SEAT_BITS  # `unpack`, without the cost of a call
            self.seat = packed & SEAT_MASK
        else:
            self._survey()

    def _understood(self, move: Any) -> Move:
        """What was given as a move, as a Move of this game."""
        definition = self.game.definition
        if type(move) in _INTEGERS and 0 <= move < definition.rules.CODES:
            return self._book[int(move)]
        if isinstance(move, Move):
            raise IllegalMove(
                str(move),
                why=_("this is a move of {other}, not of {game}", other=move.game, game=self.game.name),
            )
        if isinstance(move, str):
            return definition.moves[definition.notation.parse_move(move)]
        if isinstance(move, bool | np.bool_) or not isinstance(move, int | np.integer):
            why = _("a move is a Move, its notation or its integer, not {given}", given=quoted(move))
            raise UnreadableMove(why)
        if not 0 <= move < definition.rules.CODES:
            last = definition.rules.CODES - 1
            raise UnreadableMove(_("no move {number}; they are 0 to {last}", number=move, last=last))
        return definition.moves[int(move)]

    def _refusal(self, move: Move) -> IllegalMove:
        if self.over:
            return IllegalMove(str(move), why=_("the game is over"))
        if self.seat == CHANCE:
            return IllegalMove(str(move), why=_("chance decides here; settle it first"))
        known = self.view(self.seat).states()  # a reason tells nothing that the mover may not know
        return self.game.definition.refusals.refusal(known, 0, int(move))

    def taken_as(self, move: Move | str | int) -> Move:
        """The move that this amounts to if somebody makes it at a table: itself, or a mistake it shows.

        `play` takes a move at its word and refuses an illegal one; where a game is played by eye, a referee
        who watches a player sees a mistake instead.
        """
        meant = self._understood(move) if type(move) is not self._kind else move
        taken_as = getattr(self.game.definition.refusals, "taken_as", None)
        return self._book[taken_as(self._states, 0, int(meant))] if taken_as else meant

    def undo(self) -> None:
        """Take the last move back; what chance had decided stays decided."""
        past = self._history()
        if not past:
            raise Refusal(_("there is no move to take back"))
        before = self.game.start(Continued(self._outcomes, Shuffled(source(0))))
        for move in past[:-1]:
            before.play(move)
        undealt = self._outcomes[len(before._outcomes) :]
        self._chance = _preceded(undealt, self._chance)
        for name in ("_states", "_outcomes", "_past", "_room", "_count", "seat", "over"):
            setattr(self, name, getattr(before, name))
        self._desk_at = None

    # Chance

    def chance(self) -> list[tuple[tuple[int, ...], float]]:
        """What chance can bring, each outcome with its probability, where a game can list that.

        It is the event that the state waits for (see `Game.root`), or else the last one that was settled.
        """
        definition = self.game.definition
        if not definition.rules.OUTCOME:
            raise Refusal(_("nothing in {game} is left to chance", game=definition.title))
        if not hasattr(definition.rules, "outcomes"):
            why = _("chance in {game} is a shuffle: its outcomes are too many to list", game=definition.title)
            raise Refusal(why)
        states = self._before_chance()
        out = np.zeros((definition.rules.MOST_OUTCOMES, definition.rules.OUTCOME), np.uint8)
        weights = np.zeros(definition.rules.MOST_OUTCOMES, np.float64)
        count = int(definition.kernels.outcomes(states, 0, out, weights))
        return [(tuple(out[k].tolist()), float(weights[k])) for k in range(count)]

    def _before_chance(self) -> States:
        """The position where chance decides, or has decided last."""
        if self.seat == CHANCE:
            return self._states
        state = self.game.root()
        past = iter(self._history())
        for outcome in self._outcomes[:-1]:
            state.settle(outcome.tolist())
            while state.seat != CHANCE:
                state.play(next(past))
        return state._states

    def settle(self, outcome: Sequence[int]) -> None:
        """Decide what chance has left open, in a state that waits for it (see `Game.root`)."""
        if self.seat != CHANCE:
            raise Refusal(_("nothing is left to chance here"))
        self._deal(self._checked_outcome(outcome))
        self._survey()

    def _checked_outcome(self, outcome: Sequence[int]) -> Outcome:
        """What was given as an outcome, if it can be one here, as far as the game can tell."""
        rules = self.game.definition.rules
        try:
            numbers = bytes(map(index, outcome))
        except (TypeError, ValueError):
            raise Refusal(f"an outcome is numbers from 0 to 255, not {quoted(outcome)}") from None
        if len(numbers) != rules.OUTCOME:
            why = _("an outcome is {size} numbers, not {given}", size=rules.OUTCOME, given=len(numbers))
            raise Refusal(why)
        if hasattr(rules, "outcomes") and tuple(numbers) not in dict(self.chance()):
            raise Refusal(f"chance cannot bring {list(numbers)} here; state.chance() lists what it can")
        return np.array(list(numbers), np.uint8)

    def reseed(self, seed: Seed) -> "State":
        """The same position with another future: a copy whose chance to come follows from *seed*."""
        twin = self.copy()
        twin._chance = Shuffled(source(seed))
        return twin

    def playouts(self, n: int, seed: Seed | None = None, *, threads: int | None = None) -> Playouts:
        """Play on from here *n* times at random, compiled, on all cores (or *threads* of them).

        Chance to come is drawn anew in each. Playout *k* depends on *seed* and *k* alone.
        """
        root = fresh_seed() if seed is None else seed
        return play_out(self.game.definition, self._states, self.game.players, n, root, threads)

    # Looking

    @property
    def scores(self) -> list[int]:
        """Every seat's score as it stands; where all share one goal, 1 if it is met, else 0."""
        out = np.zeros(self.game.players, np.int32)
        self.game.definition.kernels.scores(self._states, 0, out)
        values: list[int] = out.tolist()
        return values

    @property
    def winners(self) -> list[int]:
        """The seats that have won, ascending; nobody while the game goes on."""
        if not self.over:
            return []
        mask = self.game.definition.quick.winners(self._states, 0)
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
        return len(self._history())

    @property
    def history(self) -> list[Move]:
        """The moves played so far."""
        return list(self._history())

    @property
    def revealed(self) -> int:
        """How many hidden things somebody has been shown; a move may be undone while it stands."""
        return int(self.game.definition.kernels.revealed(self._states, 0))

    @property
    def outcomes(self) -> Sequence[Outcome]:
        """What chance has decided so far."""
        return tuple(self._outcomes)

    @property
    def setup(self) -> dict[str, Any]:
        """The same as a record tells it."""
        self._history()  # an imagined position has none
        return self.game.definition.notation.write_setup(self.game.options, self._outcomes)

    def view(self, seat: int = SPECTATOR, *, history: bool = True) -> View:
        """What *seat* may know, or a spectator; without its *history*, copies and pickles are small."""
        seat = index(seat)
        if not SPECTATOR <= seat < self.game.players:
            last = self.game.players - 1
            why = _("no seat {seat}; seats are 0 to {last}, a spectator is -1", seat=seat, last=last)
            raise Refusal(why)
        definition = self.game.definition
        layout = definition.rules.STATE
        hidden = np.ndarray(1, layout, bytearray(layout.itemsize))  # zeros, quicker than np.zeros
        definition.quick.hide(self._states, 0, seat, hidden, 0)
        return View(self.game, seat, hidden, self._memory_of(seat) if history else None)

    def _memory_of(self, seat: int) -> Callable[[], Memory] | None:
        """What *seat* has seen so far, put together when somebody asks for it.

        The lists only ever grow, or are replaced: their lengths of now tell what was there now.
        """
        game, past, outcomes = self.game, self._past, self._outcomes
        if past is None:
            return None
        plies, events = len(past), len(outcomes)
        return lambda: Memory.of(game, seat, past[:plies], outcomes[:events])

    def states(self) -> States:
        """The whole position, one record, the caller's own to change; nothing for players' eyes."""
        return copied(self._states)

    def record(self, **more: Any) -> Record:
        """The game so far as a record; *more* is carried along (names, dates …)."""
        return Record(
            game=self.game,
            setup=self.setup,
            moves=tuple(map(str, self._history())),
            result=self.result,
            more={"revision": self.game.revision, **more},
        )

    def _history(self) -> list[Move]:
        if self._past is None:
            raise Refusal("this position was imagined from a view; it has no past and no record")
        return self._past

    # A value

    def copy(self) -> "State":
        """The same position, independent of this one."""
        twin = object.__new__(State)
        twin.game, twin.seat, twin.over = self.game, self.seat, self.over
        twin._states = copied(self._states)
        twin._chance = self._chance.copy()
        twin._outcomes = self._outcomes.copy()
        twin._past = None if self._past is None else self._past.copy()
        twin._room, twin._count = self._room, self._count
        twin._desk_at = self._desk_at = None
        twin._advance, twin._book, twin._kind = self._advance, self._book, self._kind
        return twin

    __copy__ = copy

    def __deepcopy__(self, _memo: Any) -> "State":
        return self.copy()

    def to_bytes(self) -> bytes:
        """The whole state with its past and the chance to come; `Game.state_from_bytes` reads it again."""
        settled = self.over or not self.game.definition.rules.OUTCOME  # then no chance is left
        about = {
            "past": None if self._past is None else [int(move) for move in self._past],
            "outcomes": [outcome.tolist() for outcome in self._outcomes],
            "to_come": {} if settled else self._chance.to_come(),
        }
        return saving.pack("state", self.game, about, self._states)

    @classmethod
    def from_bytes(cls, game: "Game", data: bytes) -> "State":
        """The state that `to_bytes` saved, of the same game with the same options and revision."""
        about, states = saving.unpack("state", game, data)
        state = object.__new__(cls)
        state._states = states
        state._belong_to(game)
        state._outcomes = [np.array(outcome, np.uint8) for outcome in about["outcomes"]]
        past = about["past"]
        state._past = None if past is None else [game.definition.moves[code] for code in past]
        state._chance = from_data(about["to_come"])
        state._survey()
        return state

    def __reduce__(self) -> tuple[Callable[..., "State"], tuple["Game", bytes]]:
        return State.from_bytes, (self.game, self.to_bytes())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.game == other.game and self.to_bytes() == other.to_bytes()

    def __hash__(self) -> int:
        return hash(self.to_bytes())

    def __repr__(self) -> str:
        whose = "over" if self.over else f"seat {self.seat} to move" if self.seat >= 0 else "chance decides"
        return f"<{self.game.name}, {self.game.players} players, {whose}>"

    def _repr_svg_(self) -> str:
        return self.view(max(self.seat, SPECTATOR))._repr_svg_()


def _preceded(told: Sequence[Outcome], chance: Chance) -> Chance:
    """The same chance after some outcomes that are told."""
    copy = chance.copy()
    if not told or isinstance(copy, Waiting):
        return copy
    data = copy.to_come()
    told_again = [outcome.tolist() for outcome in told] + data.get("told", [])
    return from_data(data | {"told": told_again})
