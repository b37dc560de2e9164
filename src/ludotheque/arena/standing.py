"""The standing: what many games say about each bot.

Win share   wins / games. A win shared by m seats is 1/m of a win for each. A bot with several seats at a
            table gets what they win together. Where all seats share one goal, each game that met it is a
            win for everybody at the table.
Interval    95 %, by Wilson's formula (1927), which also makes sense near 0 and 1 and for few games. Games of
            one deal are not independent: there each deal is one observation, and the formula gets the number
            of independent games that would be as sure (the design effect of cluster sampling).
Rank        the place in a game, 1 is best: the winners first, then by score. Equals share the mean of their
            places, so that the mean over all seats is always (players + 1) / 2. A shared goal has none.
Rating      the mean (mu) of openskill's Plackett-Luce model, over the games in their order: everybody
            starts with 25. Sigma is how unsure the model is of it. A bot with several seats is rated by the
            mean of its ranks. A shared goal has none, nor has a bot that met no other.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from statistics import NormalDist, fmean
from typing import Any, TypeAlias

from openskill.models import PlackettLuce

from ludotheque.arena.match import FRESH, Contest, GameResult
from ludotheque.arena.origin import machine, versions
from ludotheque.core.options import Options
from ludotheque.engine.chance import Seed

CONFIDENCE = 0.95
_ENOUGH_BLOCKS = 10
_LEAST_EFFECT = 0.05  # however alike the blocks are
_Rating: TypeAlias = tuple[float | None, float | None]  # mu and sigma
_UNRATED: _Rating = (None, None)


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
    sigma: float | None
    seconds_per_move: float | None


@dataclass(frozen=True)
class Standing:
    """The result of an arena: a `BotStanding` for each bot, in the order they were named."""

    game: str
    options: Options
    seed: Seed
    bots: tuple[BotStanding, ...]
    games: int = 0
    deals: str = FRESH
    versions: dict[str, str] = field(default_factory=dict)  # of us and of what computes the games
    machine: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Plain data, as it is written to results.json."""
        return asdict(self)


def standing(contest: Contest, games: Iterable[GameResult], *, shared_goal: bool) -> Standing:
    """The standing after these *games*, whatever order they were finished in."""
    ordered = sorted(games, key=lambda result: result.number)
    rated = [_UNRATED] * len(contest.bots) if shared_goal else _ratings(len(contest.bots), ordered)
    bots = tuple(
        _bot_standing(
            contest, k, [result for result in ordered if k in result.seating], rated[k], shared_goal
        )
        for k in range(len(contest.bots))
    )
    return Standing(
        contest.game,
        contest.options,
        contest.seed,
        bots,
        games=len(ordered),
        deals=contest.deals,
        versions=versions(),
        machine=machine(),
    )


def _bot_standing(
    contest: Contest, k: int, games: Sequence[GameResult], rating: _Rating, shared_goal: bool
) -> BotStanding:
    wins = math.fsum(win(result, k, shared_goal=shared_goal) for result in games)
    sat = [(result, seat) for result in games for seat in _seats(result, k)]
    moves = sum(result.moves[seat] for result, seat in sat)
    ranks = [] if shared_goal else [places(result)[seat] for result, seat in sat]
    return BotStanding(
        bot=contest.bots[k],
        games=len(games),
        wins=wins,
        win_share=wins / len(games) if games else None,
        interval=_interval(contest, games, k, shared_goal) if games else None,
        mean_score=fmean(result.scores[seat] for result, seat in sat) if sat else None,
        mean_rank=fmean(ranks) if ranks else None,
        rating=rating[0],
        sigma=rating[1],
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


def wilson(wins: float, games: float, quantile: float | None = None) -> tuple[float, float]:
    """The interval that holds the true share of wins with 95 % confidence (E. B. Wilson, 1927)."""
    z = quantile or NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    share = wins / games
    middle = share + z * z / (2 * games)
    reach = z * math.sqrt(share * (1 - share) / games + (z / (2 * games)) ** 2)
    scale = 1 + z * z / games
    low = 0.0 if wins == 0 else (middle - reach) / scale
    high = 1.0 if wins == games else (middle + reach) / scale
    return low, high


def _interval(
    contest: Contest, games: Sequence[GameResult], k: int, shared_goal: bool
) -> tuple[float, float]:
    """The interval of a bot's win share, with the games of one deal taken together."""
    blocks: dict[int, list[float]] = defaultdict(list)
    for result in games:
        blocks[result.number // contest.block].append(win(result, k, shared_goal=shared_goal))
    return block_interval(list(blocks.values()))


def block_interval(blocks: Sequence[Sequence[float]]) -> tuple[float, float]:
    """The interval of the mean of values 0 … 1 that come in independent blocks.

    With one value in each it is Wilson's. Else it is Wilson's for as many games as would have the variance
    that the blocks show (W. G. Cochran, Sampling Techniques, 1977, chapter 9), with Student's quantile for
    the number of blocks. Few blocks can look alike by luck: until there are ten they narrow nothing.
    """
    games, wins = sum(map(len, blocks)), math.fsum(map(math.fsum, blocks))
    share = wins / games
    if len(blocks) in (1, games) or not 0 < share < 1:
        return wilson(wins, games)
    number = len(blocks)
    squares = math.fsum((math.fsum(block) - share * len(block)) ** 2 for block in blocks)
    variance = number / (number - 1) * squares / games**2
    effect = variance / (share * (1 - share) / games)  # the design effect; below 1 the blocks help
    effect = max(effect, _LEAST_EFFECT if number >= _ENOUGH_BLOCKS else 1.0)
    return wilson(wins / effect, games / effect, _student(number - 1))


def _student(freedom: int) -> float:
    """Student's quantile, by the expansion of R. A. Fisher and E. A. Cornish (1960)."""
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def _ratings(bots: int, games: Iterable[GameResult]) -> list[_Rating]:
    model = PlackettLuce(tau=0)  # a bot's strength does not drift
    found = {k: model.rating() for k in range(bots)}
    met: set[int] = set()
    for result in games:
        ranks = _mean_ranks(result)
        if len(ranks) > 1:
            teams = model.rate([[found[k]] for k in ranks], ranks=list(ranks.values()))
            found |= {k: rating for k, (rating,) in zip(ranks, teams, strict=True)}
            met |= ranks.keys()
    return [(found[k].mu, found[k].sigma) if k in met else _UNRATED for k in range(bots)]


def _mean_ranks(result: GameResult) -> dict[int, float]:
    """The mean of its seats' ranks for each bot at the table."""
    ranks = defaultdict(list)
    for k, place in zip(result.seating, places(result), strict=True):
        ranks[k].append(place)
    return {k: fmean(all_of_it) for k, all_of_it in ranks.items()}
