"""``ludotheque bound``: what a clairvoyant could win, beside what a bot wins, on the same shuffles."""

from collections.abc import Sequence

from rich.console import Console
from rich.progress import track
from rich.table import Table

from ludotheque.arena.bound import Shuffle
from ludotheque.arena.bound import bound as each_shuffle
from ludotheque.arena.standing import wilson
from ludotheque.cli.arguments import Players, Positive, Seed, Settings, chosen_game, chosen_seed
from ludotheque.core.foresight import EFFORT
from ludotheque.core.game import Game


def bound(
    game: str,
    /,
    *,
    players: Players = None,
    settings: Settings = (),
    shuffles: Positive = 100,
    seed: Seed = None,
    effort: Positive = EFFORT,
    bot: str = "expert",
    no_bot: bool = False,
) -> int:
    """How often could a shared goal be met by somebody who knew what is hidden, and how often does a bot?

    Parameters
    ----------
    game
        Which game, of those with a shared goal; `ludotheque games` lists them.
    shuffles
        How many shuffles.
    effort
        How long to look for a win, for each shuffle, before saying "unknown"; 100 is a few seconds.
    bot
        Who plays the same shuffles in every seat, without knowing.
    no_bot
        Nobody plays; only the clairvoyant looks.
    """
    chosen = chosen_game(game, players, settings)
    bot_name = None if no_bot else bot
    root = chosen_seed(seed)
    results = each_shuffle(chosen, shuffles, root, effort=effort, bot_name=bot_name)
    progress = Console(stderr=True)
    hidden = not progress.is_terminal
    found = list(track(results, "looking ahead", total=shuffles, console=progress, disable=hidden))
    console = Console(highlight=False)
    console.print(f"{_title(chosen)}: {shuffles} shuffles, seed {root}, effort {effort}")
    console.print(_table(found, bot_name))
    return 0


def _title(game: Game) -> str:
    chosen = (f"{key}={str(value).lower()}" for key, value in game.options.items() if value is not False)
    return f"{game.definition.title} {' '.join(chosen)}"


def _table(found: Sequence[Shuffle], bot_name: str | None) -> Table:
    """The clairvoyant's three answers, and the bot's wins below."""
    table = Table(box=None, padding=(0, 1, 0, 2))
    table.add_column("")
    for heading in ("shuffles", "share", "95 % interval"):
        table.add_column(heading, justify="right")
    answers = {"can be won: yes, with a line that wins": True, "no, proven": False, "unknown": None}
    for words, answer in answers.items():
        table.add_row(words, *_share(sum(one.winnable is answer for one in found), len(found)))
    if bot_name is not None:
        table.add_row(f"{bot_name} wins", *_share(sum(bool(one.bot_won) for one in found), len(found)))
    return table


def _share(count: int, total: int) -> tuple[str, str, str]:
    low, high = wilson(count, total)
    return str(count), f"{count / total:.1%}", f"{low:.1%} … {high:.1%}"
