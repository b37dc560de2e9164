"""A whole game reviewed: it follows from the record and the judgements of its decisions alone."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any

from ludotheque.core.errors import Refusal
from ludotheque.core.game import Game
from ludotheque.core.move import Move
from ludotheque.core.record import Record
from ludotheque.core.state import State
from ludotheque.engine.chance import Seed
from ludotheque.reviews.judging import Judgement, check_simulations, decisions_of, judge, usual_simulations
from ludotheque.workers import Pool

MOMENTS = 5  # that decided a game
LEAST = 0.01  # of what a search strives for, that a move must be nearer to be called better
DOUBT = 2.0  # standard errors by which a move must be better to count as better


@dataclass(frozen=True)
class Decision:
    """A decision and what it did; chances are those of the seat that made it, 0 … 1."""

    ply: int
    seat: int
    move: str
    better: str | None  # what would have been better, if anything surely was: to win, or to be nearer to it
    known: float  # by what the seat could know, with the better move, or the one played if none was better
    played: float  # the same with the move that was played
    open: float  # before the move, if everybody had seen everything
    luck: float  # what the known chance had changed by itself, or by chance, since the seat's decision before
    points: float | None  # that the better move brings on average; None where no points are counted
    nearer: float  # how much nearer to a win the better move comes, even where both hardly ever win

    @property
    def swing(self) -> float:
        """What the move did to the chance to win: 0, or how much it lost."""
        return self.played - self.known


@dataclass(frozen=True)
class Account:
    """How a seat came from where everybody begins to how it ended: start + the four others = result.

    Chances are those of imagined players. Where players are against each other these are equals, so that what
    nobody decided is luck. To a goal that all share they come far less often than people and bots do: there
    luck is what was drawn or dealt, and the rest is what the players did *beyond* the imagined ones.
    """

    start: float  # a fair share; where all share a goal, the chance to meet it at the first decision
    decided: float  # lost by its own decisions
    others: float  # by those of the others
    beyond: float  # what all did better than the imagined players; 0 where they are against each other
    luck: float  # what chance gave
    result: float  # the share of the win


@dataclass(frozen=True)
class Review:
    """What a finished game can teach."""

    game: Game
    judgements: tuple[Judgement, ...]
    result: tuple[float, ...]  # every seat's share of the win

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """Every decision, in order."""
        expected = [self._start(seat) for seat in range(self.game.players)]  # as the last decision left it
        drawn = [0.0] * self.game.players  # where all share a goal: what chance gave since then
        found = []
        for one in self.judgements:
            known = one.played[one.seat] + loss_of(one)
            luck = drawn[one.seat] if self.game.shared_goal else known - expected[one.seat]
            found.append(_decision(self.game, one, known, luck))
            drawn[one.seat] = 0.0
            for seat, given in enumerate(one.fortune):
                drawn[seat] += given
            for seat in range(self.game.players):
                expected[seat] = one.played[seat] if seat == one.seat else expected[seat] + _given(one, seat)
        return tuple(found)

    @cached_property
    def moments(self) -> tuple[Decision, ...]:
        """The decisions that decided the game: those that lost most, the worst first; at most five."""
        lost = [decision for decision in self.decisions if decision.better]
        return tuple(sorted(lost, key=lambda one: (one.swing, -one.nearer, one.ply))[:MOMENTS])

    def account(self, seat: int) -> Account:
        """Luck and skill of a seat, apart."""
        start = self._start(seat)
        decided = -sum(loss_of(one) for one in self.judgements if one.seat == seat)
        rest = self.result[seat] - start - decided
        others = sum(_given(one, seat) for one in self.judgements if one.seat != seat)
        if self.game.shared_goal:
            luck = sum(one.fortune[seat] for one in self.judgements if one.fortune)
            return Account(start, decided, others, rest - others - luck, luck, self.result[seat])
        if not self.game.definition.rules.OUTCOME:  # nothing is left to chance
            return Account(start, decided, rest, 0.0, 0.0, self.result[seat])
        return Account(start, decided, others, 0.0, rest - others, self.result[seat])

    def _start(self, seat: int) -> float:
        if self.game.shared_goal and self.judgements:
            first = self.judgements[0]
            return first.played[seat] - _given(first, seat)
        return 1 / self.game.players

    def to_dict(self) -> dict[str, Any]:
        """The review as a JSON object."""
        return {
            "game": self.game.name,
            "options": self.game.options,
            "result": self.result,
            "decisions": [
                asdict(one) | {"swing": round(one.swing, 4), "chances_open": judged.open}
                for one, judged in zip(self.decisions, self.judgements, strict=True)
            ],
            "moments": [moment.ply for moment in self.moments],
            "accounts": [
                {name: round(value, 4) for name, value in asdict(self.account(seat)).items()}
                for seat in range(self.game.players)
            ],
        }


def loss_of(one: Judgement) -> float:
    """How much of its chance to win the seat lost; what may be an accident of the search is nothing."""
    lost = one.known[one.seat] - one.played[one.seat]
    return lost if lost > DOUBT * one.doubt else 0.0


def _is_nearer(one: Judgement) -> bool:
    return one.nearer > max(DOUBT * one.nearer_doubt, LEAST)


def _given(one: Judgement, seat: int) -> float:
    """What a decision gave to a seat, or took from it."""
    return one.played[seat] - one.known[seat] if loss_of(one) else 0.0


def _decision(game: Game, one: Judgement, known: float, luck: float) -> Decision:
    seat, loses = one.seat, loss_of(one) > 0 or _is_nearer(one)
    return Decision(
        ply=one.ply,
        seat=seat,
        move=one.move,
        better=one.best if loses else None,
        known=round(known, 4),
        played=one.played[seat],
        open=one.open[seat],
        luck=round(luck, 4),
        points=None if game.shared_goal or not loses else one.points[seat],
        nearer=one.nearer if loses else 0.0,
    )


def put_together(record: Record, judgements: Iterable[Judgement]) -> Review:
    """The review of a finished game, from what was found about its decisions, in any order."""
    end = _end(record)
    shares = [1 / len(end.winners) if seat in end.winners else 0.0 for seat in range(record.game.players)]
    found = sorted(judgements, key=lambda one: one.ply)
    if record.game.shared_goal:
        shares = [float(bool(end.winners))] * record.game.players
        found = _in_hindsight(found, bool(end.winners))
    return Review(record.game, tuple(found), tuple(shares))


def _in_hindsight(judgements: Sequence[Judgement], won: bool) -> list[Judgement]:
    """What leads to a position that can still be won could be won itself: here is the way."""
    found: list[Judgement] = []
    for one in reversed(judgements):
        won = won or min(one.open) == 1.0
        found.append(replace(one, open=(1.0,) * len(one.open)) if won else one)
    return found[::-1]


def _end(record: Record) -> State:
    end = record.check()
    if not end.over:
        raise Refusal("the game is not over; a review is for finished games")
    return end


def review(
    record: Record,
    *,
    simulations: int | None = None,
    seed: Seed = 0,
    workers: int | None = None,
    on_progress: Callable[[int, int], None] = lambda done, total: None,
) -> Review:
    """Judge every decision of a finished game, in this process, or in *workers* of them.

    It depends on the record, on *simulations* (each decision is searched with so many) and on *seed* alone.
    *on_progress* is told how many decisions are judged, and of how many.
    """
    _end(record)
    budget = usual_simulations(record.game) if simulations is None else simulations
    check_simulations(budget)
    calls = [(state, move, budget, seed) for state, move in decisions_of(record)]
    on_progress(0, len(calls))
    return put_together(record, _judged(calls, workers, on_progress))


def _judged(
    calls: Sequence[tuple[State, Move, int, Seed]],
    workers: int | None,
    on_progress: Callable[[int, int], None],
) -> list[Judgement]:
    found: list[Judgement] = []
    if workers is None:
        for call in calls:
            found.append(judge_call(*call))
            on_progress(len(found), len(calls))
        return found
    with Pool(workers) as pool:
        for one in pool.as_finished(judge_call, calls):
            found.append(one)
            on_progress(len(found), len(calls))
    return found


def judge_call(state: State, move: Move, simulations: int, seed: Seed) -> Judgement:
    """`judge`, as workers are called."""
    return judge(state, move, simulations=simulations, seed=seed)
