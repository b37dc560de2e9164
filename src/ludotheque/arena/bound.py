"""How often a shared goal can be met: by somebody who knows what is hidden, and by a bot who does not."""

from collections.abc import Iterator
from dataclasses import dataclass

from ludotheque.arena.match import Match
from ludotheque.bots import bot
from ludotheque.core.foresight import EFFORT, check_foreseeable, foresee
from ludotheque.core.game import Game
from ludotheque.engine.chance import Seed


@dataclass(frozen=True)
class Shuffle:
    """What one shuffle allows, and what the bot made of it; None where that is not known."""

    number: int
    winnable: bool | None
    bot_won: bool | None


def bound(
    game: Game, shuffles: int, seed: Seed, *, effort: int = EFFORT, bot_name: str | None = "expert"
) -> Iterator[Shuffle]:
    """One shuffle after the other; number *k* is that of game *k* of ``ludotheque simulate`` with this seed.

    Without a *bot_name* nobody plays. The clairvoyant's answers depend on seed and effort alone.
    """
    check_foreseeable(game)
    if bot_name is not None:
        bot(bot_name, game)  # an unknown bot is refused before anything is computed
    return (_one(game, number, f"{seed}/{number}", effort, bot_name) for number in range(shuffles))


def _one(game: Game, number: int, seed: str, effort: int, bot_name: str | None) -> Shuffle:
    winnable = foresee(game.new(seed=seed), effort=effort, seed=seed).winnable
    bot_won = None if bot_name is None else bot_wins(game, bot_name, seed)
    if bot_won and winnable is False:
        raise AssertionError(f"{bot_name} won what was proven lost; please report seed {seed}")
    return Shuffle(number, winnable, bot_won)


def bot_wins(game: Game, bot_name: str, seed: str) -> bool:
    """Whether a bot in every seat, each with its own view, meets the goal."""
    return bool(Match(game, [bot_name] * game.players, seed).play().winners)
