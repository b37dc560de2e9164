"""Contests that take milliseconds, for the tests of this folder."""

from dataclasses import replace

import ludotheque
from ludotheque.arena import Standing
from ludotheque.arena.match import Contest, Played
from ludotheque.core.game import Game
from ludotheque.engine.chance import Seed


def contest(game: Game, *bots: str, seed: Seed = 1) -> Contest:
    return Contest(game.name, game.options, bots, seed)


def two_players() -> Game:
    return ludotheque.game("feurio", players=2)


def told(
    scores: list[int], winners: list[int], *, sitting: list[int] | None = None, number: int = 0
) -> Played:
    """A game that somebody tells of."""
    seats = len(scores)
    who = list(range(seats)) if sitting is None else sitting
    return Played(number, who, scores, winners, moves=[10] * seats, seconds=[0.5] * seats)


def without_times(standing: Standing) -> Standing:
    """All that two runs of the same contest must agree on."""
    return replace(standing, bots=tuple(replace(bot, seconds_per_move=None) for bot in standing.bots))
