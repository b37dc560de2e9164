"""Many games between bots: who is stronger, and how sure that is."""

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from pathlib import Path

from ludotheque.arena.ledger import Ledger
from ludotheque.arena.match import Contest, GameResult, play_game
from ludotheque.arena.standing import Standing, standing
from ludotheque.bots import bot
from ludotheque.core.errors import BadOption, UnknownBot
from ludotheque.core.game import Game
from ludotheque.core.record import Record
from ludotheque.engine.chance import Seed, fresh_seed
from ludotheque.workers import Pool

_MOST_BOTS = 100


def run(
    game: Game,
    bots: Sequence[str],
    *,
    games: int = 100,
    seed: Seed | None = None,
    workers: int = 1,
    keep: Path | None = None,
    on_game: Callable[[GameResult], None] | None = None,
) -> Standing:
    """Play *games* games between *bots*, and say how each of them did.

    Bots are named as in `ludotheque.bot`: ``["expert", "search:simulations=200", "my_bot.py:MyBot"]``. They
    go round the table, so that after every ``len(bots)`` games each has had every seat equally often; with
    more bots than seats they take turns, with fewer each has several seats.

    Game *k* depends on *seed* and *k* alone, so the result does not depend on the number of *workers*, unless
    a bot looks at the clock. One worker is this process; more are processes of their own, so call this from
    under ``if __name__ == "__main__":``, as multiprocessing asks of a script.

    With *keep*, finished games are added to that file, one record per line; a second call goes on where
    the first was stopped. *on_game* is called with every game, those found in the file too.

    >>> import ludotheque
    >>> from ludotheque.arena import run
    >>> result = run(ludotheque.game("feurio", players=2), ["greedy", "random"], games=10, seed=1)
    >>> [bot.bot for bot in result.bots if bot.win_share > 0.5]
    ['greedy']
    """
    _check(game, bots, games, workers)
    ledger = Ledger(keep)
    if seed is None:
        seed = ledger.contest.seed if ledger.contest else fresh_seed()
    contest = Contest(game.name, game.options, tuple(bots), seed)
    ledger.open(contest, games)
    report = on_game or (lambda result: None)
    with closing(ledger):
        for result in list(ledger.games.values()):
            report(result)
        missing = [number for number in range(games) if number not in ledger.games]
        with closing(_play_all(contest, missing, workers)) as finished:
            for result, record in finished:
                ledger.add(result, record)
                report(result)
    return standing(contest, ledger.games.values(), shared_goal=game.shared_goal)


def _play_all(
    contest: Contest, numbers: Sequence[int], workers: int
) -> Generator[tuple[GameResult, Record], None, None]:
    """The games of these *numbers*, each as soon as it is finished; one worker is this process."""
    calls = [(contest, number) for number in numbers]
    if workers == 1 or not calls:
        for call in calls:
            yield play_game(*call)
        return
    with Pool(min(workers, len(calls))) as pool:
        yield from pool.as_finished(play_game, calls)


def _check(game: Game, bots: Sequence[str], games: int, workers: int) -> None:
    """Refuse what cannot be played before anything is."""
    for name, number in (("games", games), ("workers", workers)):
        if number < 1:
            raise BadOption(f"{name}={number}: {name} is a whole number from 1")
    if not 1 <= len(bots) <= _MOST_BOTS:
        raise UnknownBot(f"{len(bots)} bots; an arena has 1 to {_MOST_BOTS}")
    for name in bots:
        bot(name, game)
