"""What a person has played: how each game came out for them, against whom, and what that says of their play.

Everything here follows from the summaries of finished games, so that equal games give equal figures.

Rating  the mean (mu) of openskill's Plackett-Luce model over a person's games of one kind in their order, and
        how unsure the model is of it (sigma). Somebody new has 25 ± 8.3. Bots do not learn: a regular one has
        25, a novice 4 less and an expert 4 more, about what games between them say (docs/bots.md).
        A game counts if one person in one seat won or lost it against others.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce, PlackettLuceRating

from ludotheque.tables.events import BOT, PERSON, Occupant
from ludotheque.tables.people import name_of
from ludotheque.tables.summary import Result, Summary

WON, TIED, LOST = "won", "tied", "lost"
RESIGNED = "resigned"  # by this person alone: it counts as lost
GIVEN_UP = "given up"  # by all people: nobody has won
SHARED_SCREEN = "one screen"  # several seats were this person's
_LOST = (LOST, RESIGNED)

_REGULAR = 25.0
BOT_RATINGS = {"novice": _REGULAR - 4, "regular": _REGULAR, "expert": _REGULAR + 4, "master": _REGULAR + 4}
_BOT_SIGMA = 1.0


@dataclass(frozen=True)
class Opponent:
    """Somebody else at the table."""

    name: str
    kind: str
    level: str = ""  # of a bot
    person: str = ""  # not for others' eyes

    @property
    def key(self) -> str:
        """Who counts as the same: a person by who they are, a bot by its level."""
        return f"{BOT} {self.level}" if self.kind == BOT else f"{PERSON} {self.person or self.name}"


@dataclass(frozen=True)
class PlayedGame:
    """A finished game as one person played it."""

    summary: Summary
    result: Result
    seats: tuple[int, ...]  # the person's
    opponents: tuple[Opponent, ...]
    outcome: str
    score: int | None
    place: int | None  # 1 is best; None where there are no places

    @property
    def is_rated(self) -> bool:
        """Whether it says how strong somebody plays."""
        counted = bool(self.result.scores) or self.outcome == RESIGNED
        return self.outcome in (WON, TIED, *_LOST) and counted and bool(self.opponents)


@dataclass(frozen=True)
class Tally:
    """How many games, and how they came out."""

    played: int = 0
    won: int = 0
    tied: int = 0
    lost: int = 0


@dataclass(frozen=True)
class Rating:
    """How strong somebody plays, and how unsure that is."""

    mu: float
    sigma: float
    games: int


@dataclass(frozen=True)
class Statistics:
    """What a person has played of one game."""

    game: str
    tally: Tally
    opponents: tuple[tuple[Opponent, Tally], ...]  # those met most often first
    rating: Rating | None


def played(summary: Summary, person: str) -> PlayedGame | None:
    """A finished game as this person played it; None if they did not, or nobody knows how it ended."""
    seats, result = tuple(summary.seats_of(person)), summary.result
    if not seats or result is None:
        return None
    opponents = tuple(_opponent(who, k) for k, who in enumerate(summary.seats) if k not in seats)
    score = result.scores[seats[0]] if result.scores else None
    outcome = _outcome(result, seats, opponents)
    place = _place(result, seats[0]) if result.scores and outcome != SHARED_SCREEN else None
    return PlayedGame(summary, result, seats, opponents, outcome, score, place)


def _opponent(who: Occupant, seat: int) -> Opponent:
    return Opponent(name_of(who, seat), who.kind, who.level, who.person)


def _outcome(result: Result, seats: Sequence[int], opponents: Sequence[Opponent]) -> str:
    if len(seats) > 1:
        return SHARED_SCREEN
    if result.given_up and any(one.kind == PERSON for one in opponents):
        return GIVEN_UP
    if seats[0] in result.resigned:
        return RESIGNED
    if not result.scores:  # all share one goal
        return WON if seats[0] in result.winners else LOST
    places = [_place(result, seat) for seat in range(len(result.scores))]
    if places[seats[0]] > 1:
        return LOST
    return TIED if places.count(1) > 1 else WON


def _place(result: Result, seat: int) -> int:
    return 1 + sum(merit > _merits(result)[seat] for merit in _merits(result))


def _merits(result: Result) -> list[tuple[bool, bool, int]]:
    """The more, the better: those who resigned come last, and winners first."""
    return [
        (seat not in result.resigned, seat in result.winners, score)
        for seat, score in enumerate(result.scores)
    ]


def statistics(games: Iterable[PlayedGame]) -> list[Statistics]:
    """What these games, of one person, say: for each kind of game, the one played most often first."""
    kinds: dict[str, list[PlayedGame]] = {}
    for one in games:
        kinds.setdefault(one.summary.game, []).append(one)
    found = [Statistics(name, tally(own), _against(own), rating(own)) for name, own in kinds.items()]
    return sorted(found, key=lambda one: (-one.tally.played, one.game))


def tally(games: Sequence[PlayedGame]) -> Tally:
    """How these games came out."""
    count = Counter(one.outcome for one in games)
    return Tally(len(games), count[WON], count[TIED], sum(count[outcome] for outcome in _LOST))


def _against(games: Sequence[PlayedGame]) -> tuple[tuple[Opponent, Tally], ...]:
    met: dict[str, tuple[Opponent, list[PlayedGame]]] = {}
    for game in games:
        for one in {opponent.key: opponent for opponent in game.opponents}.values():
            met.setdefault(one.key, (one, []))[1].append(game)
    found = [(one, tally(own)) for one, own in met.values()]
    return tuple(sorted(found, key=lambda pair: (-pair[1].played, pair[0].key)))


def rating(games: Iterable[PlayedGame]) -> Rating | None:
    """What the model thinks after these games of one person, from the first to the last."""
    model = PlackettLuce()
    me, others, count = model.rating(), dict[str, PlackettLuceRating](), 0
    for game in sorted(games, key=lambda one: (one.result.ended, one.summary.id)):
        if not game.is_rated:
            continue
        count += 1
        known = [_rating_of(one, others, model) for one in game.opponents]
        teams = model.rate([[me], *([one] for one in known)], ranks=_ranks(game))
        me = teams[0][0]
        for one, (after,) in zip(game.opponents, teams[1:], strict=True):
            if one.kind == PERSON:
                others[one.key] = after
    return Rating(me.mu, me.sigma, count) if count else None


def _rating_of(
    one: Opponent, others: dict[str, PlackettLuceRating], model: PlackettLuce
) -> PlackettLuceRating:
    if one.kind == BOT:
        return model.rating(mu=BOT_RATINGS.get(one.level, _REGULAR), sigma=_BOT_SIGMA)
    return others.setdefault(one.key, model.rating())


def _ranks(game: PlayedGame) -> list[float]:
    """Places of the person and of the others, in the order of their seats; whoever resigned comes last."""
    if not game.result.scores:  # the person gave up against bots
        return [2.0, *[1.0] * len(game.opponents)]
    places = [float(_place(game.result, seat)) for seat in range(len(game.summary.seats))]
    mine = game.seats[0]
    return [places[mine], *places[:mine], *places[mine + 1 :]]
