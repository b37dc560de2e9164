"""Looking for puzzles: bots play, and where one move seems far better than the others it is looked at longer.

A position is kept if it is a choice that a beginner gets wrong (the bot that plays what looks best does),
and if every one of several long searches, each with a seed of its own, finds the same move far better.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from random import Random

from ludotheque.bots.greedy import GreedyBot
from ludotheque.bots.search import SearchBot
from ludotheque.bots.searcher import Reason
from ludotheque.core.errors import Refusal
from ludotheque.core.game import Game
from ludotheque.core.puzzle import PUZZLE, Puzzle
from ludotheque.core.state import State
from ludotheque.core.view import View
from ludotheque.workers import Pool

SURE = 0.5  # the share of its simulations that a player spends on a move which it finds far better
EXPLORATION = 0.7  # of long searches: more than players have, so that every move gets its chance
FEWEST = 12  # visits of a move in a long search, below which nothing is said about it
FEWEST_OTHERS = 2  # moves that must have been worth a look: a choice of two is none
DIGITS = 3  # of a chance, as it is written
APART = 8  # plies between two puzzles of a game: they should not be the same
MOST_TOLD = 40  # moves whose chances are written: the most searched


@dataclass(frozen=True)
class Criteria:
    """What makes a puzzle."""

    simulations: int = 300  # of the players, before each of their moves
    longer: int = 4000  # simulations of each search that must agree
    searches: int = 3  # of these
    margin: float = 0.15  # by which the best move wins more often than any other
    per_game: int = 1  # puzzles of one game at most

    def __post_init__(self) -> None:
        if min(self.simulations, self.longer, self.searches, self.per_game) < 1 or not 0 < self.margin < 1:
            raise Refusal("a puzzle takes a simulation, a search and a game, and a margin between 0 and 1")


def find_puzzles(
    game: Game, seed: str, criteria: Criteria | None = None, *, workers: int = 1
) -> Iterator[list[str]]:
    """For game after game the puzzles in it, as JSON of records; equal seeds find equal puzzles."""
    wanted = criteria or Criteria()
    calls = ((game, f"{seed}/{number}", wanted) for number in count())
    if workers == 1:
        yield from (puzzles_in(*call) for call in calls)
        return
    with Pool(workers) as pool:
        yield from pool.in_order(puzzles_in, calls)


def puzzles_in(game: Game, seed: str, criteria: Criteria) -> list[str]:
    """The first puzzles of the game that follows from a seed."""
    state, found, last = _beginning(game, seed), list[str](), -APART
    players = [
        SearchBot(game, simulations=criteria.simulations, seed=f"{seed}/{seat}")
        for seat in range(game.players)
    ]
    while not state.over and len(found) < criteria.per_game:
        view = state.view(state.seat)
        reasons = players[state.seat].consider(view)
        if state.ply >= last + APART and _promises(reasons, criteria.margin):
            chances = judged(view, f"{seed}/{state.ply}", criteria)
            if chances:
                found.append(_written(state, chances, seed, criteria))
                last = state.ply
        state.play(reasons[0].move)
    return found


def _beginning(game: Game, seed: str) -> State:
    """The start of a game; where players would set the board up, it is ready."""
    state = game.new(seed=seed)
    ready = game.definition.ready
    for move in ready.set_up(state.copy(), Random(seed)) if ready else ():
        state.play(move)
    return state


def _promises(reasons: list[Reason], margin: float) -> bool:
    """Whether a quick search thinks that one move is far better: it spends most of its time there."""
    best, *others = reasons
    visits = sum(one.visits for one in others)
    if not others or best.visits < SURE * (best.visits + visits):
        return False
    return best.win_chance - sum(one.visits * one.win_chance for one in others) / visits >= margin


def judged(view: View, seed: str, criteria: Criteria) -> dict[str, float]:
    """How often each move wins, the best first; empty if the searches do not agree that it is far better."""
    found: list[list[Reason]] = []
    for number in range(criteria.searches):
        found.append(_searched(view, f"{seed}/{number}", criteria))
        if not _is_clear(found[-1], found[0][0], criteria):
            return {}
    looks_best = GreedyBot(view.game, seed=seed).choose(view)
    if looks_best == found[0][0].move:
        return {}
    return _chances(found)


def _searched(view: View, seed: str, criteria: Criteria) -> list[Reason]:
    bot = SearchBot(view.game, simulations=criteria.longer, exploration=EXPLORATION, seed=seed)
    return [reason for reason in bot.consider(view) if reason.visits >= FEWEST]


def _is_clear(reasons: list[Reason], first: Reason, criteria: Criteria) -> bool:
    """Whether a search finds the same move best as the *first*, and every other far behind it."""
    best, *others = reasons
    far_behind = [best.win_chance - one.win_chance >= criteria.margin for one in others]
    return best.move == first.move and len(others) >= FEWEST_OTHERS and all(far_behind)


def _chances(searches: list[list[Reason]]) -> dict[str, float]:
    """How often each move won, in all searches together; the most searched first."""
    visits, wins = dict[str, int](), dict[str, float]()
    for reason in (reason for reasons in searches for reason in reasons):
        move = str(reason.move)
        visits[move] = visits.get(move, 0) + reason.visits
        wins[move] = wins.get(move, 0.0) + reason.visits * reason.win_chance
    told = sorted(visits, key=lambda move: (-visits[move], move))[:MOST_TOLD]
    return {move: round(wins[move] / visits[move], DIGITS) for move in told}


def _written(state: State, chances: Mapping[str, float], seed: str, criteria: Criteria) -> str:
    told = {
        "seat": state.seat,
        "solution": next(iter(chances)),
        "chances": dict(chances),
        "simulations": criteria.longer * criteria.searches,
    }
    return state.record(seed=seed, **{PUZZLE: told}).to_json()


def still_clear(puzzle: Puzzle, seed: str, criteria: Criteria) -> bool:
    """Whether a fresh search still finds the solution best, and every other move clearly behind it."""
    reasons = _searched(puzzle.state.view(puzzle.seat), seed, criteria)
    return str(reasons[0].move) == puzzle.solution and _is_clear(reasons, reasons[0], criteria)
