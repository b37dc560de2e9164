"""Contests that take milliseconds, for the tests of this folder."""

from dataclasses import replace

import ludotheque
from ludotheque.arena import Standing
from ludotheque.arena.match import Contest, GameResult
from ludotheque.core.game import Game
from ludotheque.engine.chance import Seed


def contest(game: Game, *bots: str, seed: Seed = 1) -> Contest:
    return Contest(game.name, game.options, bots, seed)


def two_players() -> Game:
    return ludotheque.game("feurio", players=2)


def a_result(
    scores: list[int], winners: list[int], *, seating: list[int] | None = None, number: int = 0
) -> GameResult:
    """A game that never was."""
    seats = len(scores)
    who = list(range(seats)) if seating is None else seating
    return GameResult(number, who, scores, winners, moves=[10] * seats, seconds=[0.5] * seats)


def without_times(standing: Standing) -> Standing:
    """All that two runs of the same contest must agree on."""
    return replace(standing, bots=tuple(replace(bot, seconds_per_move=None) for bot in standing.bots))
