"""How strong the bots are, in every game and number of players: ``make strength``.

    python -m bench.strength [levels] [ladder] [GAME …] [--players N] [--games N] [--workers N] [--most N]

levels   each level against those below it. One bot of the stronger level sits with weaker ones at all other
         seats; "× fair" is its share of the wins over 1 / players.
ladder   a search against one with half as many simulations: more thinking must not make it weaker. It ends
         with --most simulations.

--players N takes only the tables for so many.

Rows are printed as they are known, in Markdown. Solo and co-operative games: see ``ludotheque bound``.
"""

import sys
from collections.abc import Iterator
from itertools import pairwise

import ludotheque
from ludotheque.arena import run
from ludotheque.core.game import Game
from ludotheque.core.registry import definition, names

GAMES, WORKERS = 40, 2
RUNGS = (50, 100, 200, 400, 800, 1600)
HEADING = ("game", "players", "bot", "against", "games", "wins (95 %)", "× fair (95 %)", "wanted", "s/move")


def tables(name: str) -> Iterator[Game]:
    """The game with every number of players that play against each other."""
    games = (ludotheque.game(name, players=number) for number in definition(name).player_numbers)
    return (game for game in games if not game.shared_goal)


def levels(players: int) -> Iterator[tuple[str, str, str]]:
    """Who plays whom, and what is wanted of the first."""
    yield "novice", "random", "> 1 ×"
    yield "regular", "random", "≥ 95 %" if players <= 3 else "≥ 3 ×"  # of three, 3 × would be every game
    yield "regular", "novice", "> 1 ×"
    yield "expert", "regular", "≥ 70 %" if players == 2 else "≥ 1.6 ×"


def ladder(most: int) -> Iterator[tuple[str, str, str]]:
    """The same for twice the simulations."""
    for fewer, more in pairwise(rung for rung in RUNGS if rung <= most):
        yield f"search:simulations={more}", f"search:simulations={fewer}", "≥ 1 ×"


def row(game: Game, strong: str, weak: str, wanted: str, games: int, workers: int) -> tuple[str, ...]:
    """What *games* games say."""
    bots = [strong, *[weak] * (game.players - 1)]
    result = run(game, bots, games=games, seed=1, workers=workers).bots[0]
    assert result.interval is not None
    assert result.win_share is not None
    low, high = result.interval
    share, fair = result.win_share, game.players
    return (
        game.definition.title,
        str(game.players),
        f"`{strong}`",
        f"`{weak}`",
        str(result.games),
        f"{share:.0%} ({low:.0%} … {high:.0%})",
        f"{share * fair:.2f} ({low * fair:.2f} … {high * fair:.2f})",
        wanted,
        f"{result.seconds_per_move or 0:.3f}",
    )


def number(arguments: list[str], name: str, usual: int) -> int:
    """The whole number after *name*."""
    return int(arguments[arguments.index(name) + 1]) if name in arguments else usual


def main(arguments: list[str]) -> None:
    games, workers = number(arguments, "--games", GAMES), number(arguments, "--workers", WORKERS)
    players = number(arguments, "--players", 0)
    most = number(arguments, "--most", RUNGS[-1])
    chosen = [name for name in names() if name in arguments] or names()
    parts = [part for part in ("levels", "ladder") if part in arguments] or ["levels", "ladder"]
    for cells in (HEADING, ["---"] * len(HEADING)):
        print("|", " | ".join(cells), "|")
    for part in parts:
        for game in (game for name in chosen for game in tables(name) if players in (0, game.players)):
            for contest in levels(game.players) if part == "levels" else ladder(most):
                print("|", " | ".join(row(game, *contest, games, workers)), "|", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
