"""Many games between bots: who is stronger, and how sure that is."""

from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from ludotheque.arena.ledger import Ledger
from ludotheque.arena.match import Contest, Played
from ludotheque.arena.standing import Standing, standing
from ludotheque.arena.workers import play_all
from ludotheque.bots import bot
from ludotheque.core.errors import BadOption, UnknownBot
from ludotheque.core.game import Game
from ludotheque.engine.chance import Seed, fresh_seed

_MOST_BOTS = 100


def run(
    game: Game,
    bots: Sequence[str],
    *,
    games: int = 100,
    seed: Seed | None = None,
    workers: int = 1,
    keep: Path | None = None,
    on_game: Callable[[Played], None] | None = None,
) -> Standing:
    """Play *games* games between *bots*, and say how each of them did.

    Bots are named as in `ludotheque.bot`: ``["expert", "search:simulations=200", "my_bot.py:MyBot"]``. They
    go round the table, so that after every ``len(bots)`` games each has had every seat equally often; with
    more bots than seats they take turns, with fewer each has several seats.

    Game *k* depends on *seed* and *k* alone, so the result does not depend on the number of *workers*, unless
    a bot looks at the clock. One worker is this process; more are processes of their own, so call this from
    under ``if __name__ == "__main__":``, as multiprocessing asks of a script.

    With *keep*, finished games are added to that file, one record a line; a second call goes on where
    the first was stopped. *on_game* is told every game, those found in the file too.

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
    tell = on_game or (lambda played: None)
    with closing(ledger):
        for played in list(ledger.games.values()):
            tell(played)
        missing = [number for number in range(games) if number not in ledger.games]
        with closing(play_all(contest, missing, workers)) as results:
            for played, record in results:
                ledger.add(played, record)
                tell(played)
    return standing(contest, ledger.games.values(), shared_goal=game.shared_goal)


def _check(game: Game, bots: Sequence[str], games: int, workers: int) -> None:
    """Refuse what cannot be played before anything is."""
    for name, number in (("games", games), ("workers", workers)):
        if number < 1:
            raise BadOption(f"{name}={number}: {name} is a whole number from 1")
    if not 1 <= len(bots) <= _MOST_BOTS:
        raise UnknownBot(f"{len(bots)} bots; an arena has 1 to {_MOST_BOTS}")
    for name in bots:
        bot(name, game)
