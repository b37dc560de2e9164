"""One decision of a game, judged: was there a better move, and how good did things stand?"""

from collections.abc import Iterator
from dataclasses import dataclass

from ludotheque.bots.search import SearchBot
from ludotheque.bots.trials import Trial, trial, try_moves
from ludotheque.core.errors import BadOption, quoted
from ludotheque.core.foresight import foresee
from ludotheque.core.game import Game
from ludotheque.core.move import Move
from ludotheque.core.record import Record
from ludotheque.core.state import State
from ludotheque.core.view import View
from ludotheque.engine.chance import Seed
from ludotheque.reviews.fortune import fortune

SIMULATIONS = 2000  # to look for a better move; half as many for each trial
SIMULATIONS_OF_MANY_MOVES = 600  # where a search is slow
MANY_MOVES = 1000


@dataclass(frozen=True)
class Judgement:
    """What was found out about a decision; chances are of every seat, 0 … 1.

    *known* and *played* are by what the seat could know when it moved; nothing hidden has gone into them.
    """

    ply: int
    seat: int
    move: str
    best: str  # what a search would have played; perhaps the same
    known: tuple[float, ...]  # with the best move
    played: tuple[float, ...]  # with the move that was played
    doubt: float  # the standard error of the difference, for the seat
    nearer: float  # how much more the best move brings the seat of what a search strives for
    nearer_doubt: float
    points: tuple[float, ...]  # how many more the best move brings each seat, on average
    open: tuple[float, ...]  # before the move, if everybody saw everything
    fortune: tuple[float, ...] = ()  # what chance gave after it; only where all share a goal


def usual_simulations(game: Game) -> int:
    """How much to search: a review of a whole game shall take less than a minute on two cores."""
    return SIMULATIONS_OF_MANY_MOVES if game.definition.rules.MAX_MOVES > MANY_MOVES else SIMULATIONS


def decisions_of(record: Record) -> Iterator[tuple[State, Move]]:
    """The positions of a record in which somebody had a choice, copied, with the move that was played."""
    for ply, state in enumerate(record.positions()):
        if ply < len(record.moves):
            played = state.game.definition.moves[state.game.definition.notation.parse_move(record.moves[ply])]
            legal = state.moves()
            if len(legal) > 1 or played not in legal:  # a mistake that the rules foresee is a choice too
                yield state.copy(), played


def judge(state: State, played: Move, *, simulations: int, seed: Seed) -> Judgement:
    """Judge a decision. It depends on the seat's view, the move and the seed.

    *open* and *fortune* depend on the position too.
    """
    check_simulations(simulations)
    view, ply, seat = state.view(state.seat, history=False), state.ply, state.seat
    best = _best(view.game, view, simulations, f"{seed}/{ply}/search")
    moves = [played] if best == played else [played, best]
    trials = try_moves(view, moves, simulations // 2, f"{seed}/{ply}/trial")
    before, after = trials[-1], trials[0]
    nearer, nearer_doubt = before.nearer_than(after, seat)
    return Judgement(
        ply=ply,
        seat=seat,
        move=str(played),
        best=str(best),
        known=_rounded(before.chances()),
        played=_rounded(after.chances()),
        doubt=round(before.ahead_of(after, seat)[1], 4),
        nearer=round(nearer, 4),
        nearer_doubt=round(nearer_doubt, 4),
        points=_rounded(
            tuple(a - b for a, b in zip(before.mean_points(), after.mean_points(), strict=True)), 2
        ),
        open=_rounded(_open_chances(state, before, simulations // 2, f"{seed}/{ply}/open")),
        fortune=_rounded(_fortune(state, played, max(1, simulations // 4), f"{seed}/{ply}/fortune")),
    )


def check_simulations(simulations: int) -> None:
    """Refuse a number that is too small to say anything."""
    if isinstance(simulations, bool) or not isinstance(simulations, int) or simulations < 2:
        raise BadOption(f"simulations={quoted(simulations)}: a review takes a whole number from 2")


def _best(game: Game, view: View, simulations: int, seed: Seed) -> Move:
    return SearchBot(game, simulations=simulations, seed=seed).choose(view)


def _open_chances(state: State, known: Trial, simulations: int, seed: Seed) -> tuple[float, ...]:
    """Every seat's chance if everybody saw everything; where nothing is ever hidden, what is *known*.

    Where all share a goal, one line that meets it is enough: they would all play it. At the start of a game a
    clairvoyant may find it where the search has not.
    """
    if not state.game.definition.rules.OUTCOME:
        return known.chances()
    found = trial(state.game, state.states(), state.seat, None, simulations, seed, is_open=True)
    if state.game.shared_goal:
        return (float(bool(found.wins.any()) or _can_be_foreseen(state, seed)),) * state.game.players
    return found.chances()


def _can_be_foreseen(state: State, seed: Seed) -> bool:
    has_clairvoyant = state.game.definition.clairvoyant is not None
    return has_clairvoyant and state.ply == 0 and foresee(state, seed=seed).winnable is True


def _fortune(state: State, played: Move, simulations: int, seed: Seed) -> tuple[float, ...]:
    """What chance gave after the move; where players are against each other, that is the rest of a review."""
    has_chance = state.game.definition.rules.OUTCOME > 0
    return fortune(state, played, simulations, seed) if state.game.shared_goal and has_chance else ()


def _rounded(values: tuple[float, ...], digits: int = 4) -> tuple[float, ...]:
    return tuple(round(value, digits) for value in values)
