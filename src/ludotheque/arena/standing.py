"""The standing: what many games say about each bot.

Win share   wins / games. A win shared by m seats is 1/m of a win for each. A bot with several seats at a
            table gets what they win together. Where all seats share one goal, each game that met it is a
            win for everybody at the table.
Interval    95 %, by Wilson's formula (1927), which also makes sense near 0 and 1 and for few games.
Rank        the place in a game, 1 is best: the winners first, then by score. Equals share the mean of their
            places, so that the mean over all seats is always (players + 1) / 2. A shared goal has none.
Rating      the mean (mu) of openskill's Plackett-Luce model, over the games in their order: everybody
            starts with 25. A bot with several seats is rated by the mean of its ranks. A shared goal has
            none, nor has a bot that met no other.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from statistics import NormalDist, fmean
from typing import Any

from openskill.models import PlackettLuce

from ludotheque.arena.match import Contest, GameResult
from ludotheque.core.options import Options
from ludotheque.engine.chance import Seed

CONFIDENCE = 0.95


@dataclass(frozen=True)
class BotStanding:
    """What the games say about one bot; None where they say nothing."""

    bot: str
    games: int
    wins: float
    win_share: float | None
    interval: tuple[float, float] | None
    mean_score: float | None
    mean_rank: float | None
    rating: float | None
    seconds_per_move: float | None


@dataclass(frozen=True)
class Standing:
    """The result of an arena: a `BotStanding` for each bot, in the order they were named."""

    game: str
    options: Options
    seed: Seed
    bots: tuple[BotStanding, ...]

    def as_dict(self) -> dict[str, Any]:
        """Plain data, as it is written to results.json."""
        return asdict(self)


def standing(contest: Contest, games: Iterable[GameResult], *, shared_goal: bool) -> Standing:
    """The standing after these *games*, whatever order they were finished in."""
    ordered = sorted(games, key=lambda result: result.number)
    rated = [None] * len(contest.bots) if shared_goal else _ratings(len(contest.bots), ordered)
    bots = tuple(
        _bot_standing(name, k, [result for result in ordered if k in result.seating], rated[k], shared_goal)
        for k, name in enumerate(contest.bots)
    )
    return Standing(contest.game, contest.options, contest.seed, bots)


def _bot_standing(
    name: str, k: int, games: Sequence[GameResult], rating: float | None, shared_goal: bool
) -> BotStanding:
    wins = math.fsum(win(result, k, shared_goal=shared_goal) for result in games)
    sat = [(result, seat) for result in games for seat in _seats(result, k)]
    moves = sum(result.moves[seat] for result, seat in sat)
    ranks = [] if shared_goal else [places(result)[seat] for result, seat in sat]
    return BotStanding(
        bot=name,
        games=len(games),
        wins=wins,
        win_share=wins / len(games) if games else None,
        interval=wilson(wins, len(games)) if games else None,
        mean_score=fmean(result.scores[seat] for result, seat in sat) if sat else None,
        mean_rank=fmean(ranks) if ranks else None,
        rating=rating,
        seconds_per_move=math.fsum(result.seconds[seat] for result, seat in sat) / moves if moves else None,
    )


def _seats(result: GameResult, k: int) -> list[int]:
    return [seat for seat, who in enumerate(result.seating) if who == k]


def win(result: GameResult, k: int, *, shared_goal: bool) -> float:
    """Bot *k*'s share of the win, 0 … 1."""
    if not result.winners:
        return 0.0
    if shared_goal:
        return 1.0
    return sum(result.seating[seat] == k for seat in result.winners) / len(result.winners)


def places(result: GameResult) -> list[float]:
    """Every seat's rank in a game that had a winner; equals share the mean of their places."""
    merits = [(seat in result.winners, score) for seat, score in enumerate(result.scores)]
    better = [sum(other > merit for other in merits) for merit in merits]
    return [above + (merits.count(merit) + 1) / 2 for above, merit in zip(better, merits, strict=True)]


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The interval that holds the true share of wins with 95 % confidence (E. B. Wilson, 1927)."""
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    share = wins / games
    middle = share + z * z / (2 * games)
    reach = z * math.sqrt(share * (1 - share) / games + (z / (2 * games)) ** 2)
    scale = 1 + z * z / games
    low = 0.0 if wins == 0 else (middle - reach) / scale
    high = 1.0 if wins == games else (middle + reach) / scale
    return low, high


def _ratings(bots: int, games: Iterable[GameResult]) -> list[float | None]:
    model = PlackettLuce(tau=0)  # a bot's strength does not drift
    found = {k: model.rating() for k in range(bots)}
    met: set[int] = set()
    for result in games:
        ranks = _mean_ranks(result)
        if len(ranks) > 1:
            teams = model.rate([[found[k]] for k in ranks], ranks=list(ranks.values()))
            found |= {k: rating for k, (rating,) in zip(ranks, teams, strict=True)}
            met |= ranks.keys()
    return [found[k].mu if k in met else None for k in range(bots)]


def _mean_ranks(result: GameResult) -> dict[int, float]:
    """The mean of its seats' ranks for each bot at the table."""
    ranks = defaultdict(list)
    for k, place in zip(result.seating, places(result), strict=True):
        ranks[k].append(place)
    return {k: fmean(all_of_it) for k, all_of_it in ranks.items()}
