"""Many games between bots: who is stronger, and how sure that is."""

import secrets
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Literal, TypeAlias

from ludotheque.arena.cluster import RayCluster
from ludotheque.arena.entries import Contestant, Entry, check_travels, entries
from ludotheque.arena.ledger import Ledger
from ludotheque.arena.match import DUPLICATE, FRESH, Contest, GameResult, play_game
from ludotheque.arena.standing import Standing, standing
from ludotheque.bots.faults import told_of
from ludotheque.core.errors import BadOption, UnknownBot
from ludotheque.core.game import Game
from ludotheque.core.record import Record
from ludotheque.engine.chance import Seed, fresh_seed
from ludotheque.workers import Pool

_MOST_BOTS = 100
_GAMES = 100  # if nobody says how many
_MOST_GAMES = 1_000_000  # until an interval is narrow
_FIRST_LOOK = 10  # blocks of games before the first look at the intervals
_NEXT_LOOK = 1.1  # times as many before the next: whoever looks too often stops by luck


def run(
    game: Game,
    bots: Sequence[Contestant],
    *,
    games: int | None = None,
    seed: Seed | None = None,
    workers: int = 1,
    deals: Literal["fresh", "duplicate"] | None = None,
    until: float | None = None,
    ray: bool = False,
    keep: Path | None = None,
    on_game: Callable[[GameResult], None] | None = None,
) -> Standing:
    """Play *games* games (100 if left out) between *bots*, and say how each of them did.

    A bot is a name as in `ludotheque.bot` (``"expert"``, ``"search:simulations=200"``,
    ``"my_bot.py:MyBot"``), a class that is made with ``(game, seed=…)``, or an object with ``choose(view)``
    that lives through all games; see entries.py for ``new_game``. They go round the table, so that after
    every ``len(bots)`` games each has had every seat equally often; with more bots than seats they take
    turns, with fewer each has several seats.

    *deals*: with "duplicate", the ``len(bots)`` games of such a round have the same shuffles, so that nobody
    is dealt better cards than another, and intervals are narrower; with "fresh" every game has its own. If
    left out, duplicate wherever chance decides anything and several bots play. *until* stops as soon as every
    bot's interval is at most that wide, or after *games* (a million if left out).

    Game *k* depends on *seed* and *k* alone, so the result does not depend on the number of *workers*, unless
    a bot looks at the clock or learns from one game to the next. One worker is this process; more are
    processes of their own, so call this from under ``if __name__ == "__main__":``, as multiprocessing asks of
    a script. With *ray* a Ray cluster plays: the one that RAY_ADDRESS names, or one on this machine.

    With *keep*, finished games are added to that file, one record per line; a second call goes on where
    the first was stopped. *on_game* is called with every game, those found in the file too.

    >>> import ludotheque
    >>> from ludotheque.arena import run
    >>> result = run(ludotheque.game("feurio", players=2), ["greedy", "random"], games=10, seed=1)
    >>> [bot.bot for bot in result.bots if bot.win_share > 0.5]
    ['greedy']
    """
    most = games if games is not None else _GAMES if until is None else _MOST_GAMES
    entered = _checked(game, bots, most, workers, until)
    if workers > 1 or ray:
        check_travels(entered)
    ledger = Ledger(keep)
    contest = _contest(game, entered, seed, deals, ledger)
    ledger.open(contest, most)
    tell = on_game or (lambda result: None)
    with closing(ledger), _crew(workers, ray) as play:
        for result in list(ledger.games.values()):
            tell(result)
        for number in _looks(contest, most, until):
            _play_missing(contest, ledger, number, play, tell)
            played = [result for result in ledger.games.values() if result.number < number]
            found = standing(contest, played, shared_goal=game.shared_goal)
            if until is not None and _as_narrow(found, until):
                break
    return found


def _contest(
    game: Game, entered: tuple[Entry, ...], seed: Seed | None, deals: str | None, ledger: Ledger
) -> Contest:
    """Who plays what, and how it is shuffled; without a seed, that of the games found in the ledger."""
    if seed is None:
        seed = ledger.contest.seed if ledger.contest else fresh_seed()
    return Contest(
        game.name,
        game.options,
        tuple(entry.name for entry in entered),
        seed,
        tuple(entry.files for entry in entered),
        deals or _usual_deals(game, entered),
        entered,
        secrets.token_hex(8),
    )


def _usual_deals(game: Game, entered: Sequence[Entry]) -> str:
    by_chance = game.definition.rules.OUTCOME != 0
    return DUPLICATE if by_chance and len(entered) > 1 else FRESH


def _looks(contest: Contest, most: int, until: float | None) -> Iterator[int]:
    """After how many games to look at the intervals: at fixed numbers, so that equal seeds stop alike."""
    number, round_ = _FIRST_LOOK * len(contest.bots), len(contest.bots)
    while until is not None and number < most:
        yield number
        number = (int(number * _NEXT_LOOK) // round_ + 1) * round_
    yield most


def _as_narrow(found: Standing, width: float) -> bool:
    """Whether every interval is at most so wide."""
    return all(bot.interval is not None and bot.interval[1] - bot.interval[0] <= width for bot in found.bots)


def _play_missing(
    contest: Contest, ledger: Ledger, games: int, play: "_Play", tell: Callable[[GameResult], None]
) -> None:
    """Play what the ledger has not got of the first so many games."""
    missing = [(contest, number) for number in range(games) if number not in ledger.games]
    with closing(play(missing)) as finished:
        for result, record in finished:
            ledger.add(result, record)
            tell(result)


_Play: TypeAlias = Callable[[Sequence[tuple[Contest, int]]], Generator[tuple[GameResult, Record], None, None]]


@contextmanager
def _crew(workers: int, ray: bool) -> Iterator[_Play]:
    """Whoever plays games, each given back as soon as it is finished; one worker is this process."""
    if ray:
        with RayCluster() as cluster:
            yield lambda calls: cluster.as_finished(play_game, calls)
    elif workers == 1:
        yield lambda calls: (play_game(*call) for call in calls)
    else:
        with Pool(workers) as pool:
            yield lambda calls: pool.as_finished(play_game, calls)


def _checked(
    game: Game, bots: Sequence[Contestant], games: int, workers: int, until: float | None
) -> tuple[Entry, ...]:
    """Refuse what cannot be played before anything is."""
    for name, number in (("games", games), ("workers", workers)):
        if number < 1:
            raise BadOption(f"{name}={number}: {name} is a whole number from 1")
    if until is not None and not 0 < until < 1:
        raise BadOption(f"until={until}: an interval's width is above 0 and below 1, such as 0.02")
    if not 1 <= len(bots) <= _MOST_BOTS:
        raise UnknownBot(f"{len(bots)} bots; an arena has 1 to {_MOST_BOTS}")
    entered = entries(bots)
    for entry in entered:
        with told_of(entry.name, "when it was made"):
            entry.make(game, 0)
    return entered
