"""How strong the bots are, in every game and number of players: ``make strength``.

    python -m bench.strength [levels] [ladder] [textbook] [goal] [GAME …] [--players N] [--games N]
        [--workers N] [--most N] [--set KEY=VALUE …]

levels    each level against those below it. One bot of the stronger level sits with weaker ones at all other
          seats; "× fair" is its share of the wins over 1 / players.
ladder    a search against one with half as many simulations: more thinking must not make it weaker. It ends
          with --most simulations.
textbook  our searches, and `master`'s where it is not expert's, against that of the textbook
          (``bench/textbook.py``), which knows nothing of any game, at equal simulations and at ten times as
          many, and that against `regular`.
goal      how often each level meets a goal that all share; ``ludotheque bound`` says how often it could.

Where chance decides anything, the same shuffles are played from every seat (duplicate deals). --players N
takes only the tables for so many, --set gives options to the games that have them (rounds=2 shortens Fou!).

Rows are printed as they are known, in Markdown, all in one table.
"""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import ludotheque
from ludotheque.arena import run
from ludotheque.bots.network import own_network
from ludotheque.cli.arguments import chosen_game
from ludotheque.core.errors import BadOption
from ludotheque.core.game import Game
from ludotheque.core.options import Choice
from ludotheque.core.registry import definition, names

GAMES, WORKERS = 40, 2
FOLDER = f"{Path(__file__).parent}/"
TEXTBOOK = f"{FOLDER}textbook.py:Textbook"
RUNGS = (50, 100, 200, 400, 800, 1600)
PARTS = ["levels", "ladder", "textbook", "goal"]
GOALS = {1: "≥ 95 %", 2: "≥ 90 %", 3: "≥ 75 %", 4: "≥ 60 %"}  # wanted of an expert, by players
HEADING = ("game", "players", "bot", "against", "games", "wins (95 %)", "× fair (95 %)", "wanted", "s/move")


def tables(name: str, settings: Sequence[str]) -> Iterator[Game]:
    """The game with every number of players that play against each other."""
    known = {option.name for option in definition(name).options}
    own = [setting for setting in settings if setting.partition("=")[0] in known]
    games = (chosen_game(name, number, own) for number in definition(name).player_numbers)
    return (game for game in games if not game.shared_goal)


def together(name: str) -> Iterator[Game]:
    """The game with every number of players that can share a goal."""
    options = [option for option in definition(name).options if isinstance(option, Choice)]
    choices = [{option.name: value} for option in options for value in option.values]
    for number in definition(name).player_numbers:
        games = (_possible(name, choice | {"players": number}) for choice in choices)
        yield from [game for game in games if game is not None and game.shared_goal][:1]


def _possible(name: str, chosen: dict[str, Any]) -> Game | None:
    try:
        return ludotheque.game(name, **chosen)
    except BadOption:
        return None


def levels(game: Game) -> Iterator[tuple[str, str, str]]:
    """Who plays whom, and what is wanted of the first; master only where it is not expert."""
    players = game.players
    yield "novice", "random", "> 1 ×"
    yield "regular", "random", "≥ 95 %" if players <= 3 else "≥ 3 ×"  # of three, 3 × would be every game
    yield "regular", "novice", "> 1 ×"
    yield "expert", "regular", "≥ 70 %" if players == 2 else "≥ 1.6 ×"
    if has_a_master(game):
        yield "master", "regular", "≥ 70 %" if players == 2 else "≥ 1.6 ×"
        yield "master", "expert", "≥ 65 %" if players == 2 else "≥ 1.5 ×"


def has_a_master(game: Game) -> bool:
    """Whether `master` is something else than `expert`."""
    return own_network(game) is not None or bool(game.definition.mastery(game.options))


def as_master(game: Game, simulations: int) -> str:
    """A search set as `master` is, with exactly so many simulations: a network's cost changes how many."""
    network = own_network(game)
    settings = dict(game.definition.mastery(game.options))
    if network is not None:
        settings |= {"network": "own"}
        simulations = round(simulations * network.about["cost"])
    told = ",".join(f"{name}={value}" for name, value in settings.items())
    return f"search:{told},simulations={simulations}"


def ladder(most: int) -> Iterator[tuple[str, str, str]]:
    """The same for twice the simulations."""
    for fewer, more in pairwise(rung for rung in RUNGS if rung <= most):
        yield f"search:simulations={more}", f"search:simulations={fewer}", "≥ 1 ×"


def textbook(game: Game) -> Iterator[tuple[str, str, str]]:
    """At equal simulations, with a tenth of its own, and what it is worth itself."""
    ours = as_master(game, 400) if has_a_master(game) else "search:simulations=400"
    yield "search:simulations=400", f"{TEXTBOOK}:simulations=400", "> 1 ×"
    yield ours, f"{TEXTBOOK}:simulations=4000", "≥ 80 %" if game.players == 2 else "≥ 2 ×"
    yield "expert", f"{TEXTBOOK}:simulations=400", ""
    yield f"{TEXTBOOK}:simulations=400", "regular", ""


def goal(game: Game) -> Iterator[tuple[str, str, str]]:
    """Each level for itself, in every seat."""
    yield "novice", "", ""
    yield "regular", "", ""
    yield "expert", "", GOALS.get(game.players, "")
    if has_a_master(game):
        yield "master", "", GOALS.get(game.players, "")


def row(game: Game, strong: str, weak: str, wanted: str, games: int, workers: int) -> tuple[str, ...]:
    """What *games* games say; without a *weak* bot the strong one has all seats."""
    bots = [strong, *[weak] * (game.players - 1)] if weak else [strong]
    result = run(game, bots, games=games, seed=1, workers=workers).bots[0]
    assert result.interval is not None
    assert result.win_share is not None
    (low, high), share, fair = result.interval, result.win_share, game.players
    return (
        game.definition.title,
        str(game.players),
        f"`{strong.removeprefix(FOLDER)}`",
        f"`{weak.removeprefix(FOLDER)}`" if weak else "the goal",
        str(result.games),
        f"{share:.0%} ({low:.0%} … {high:.0%})",
        f"{share * fair:.2f} ({low * fair:.2f} … {high * fair:.2f})" if weak else "",
        wanted,
        f"{result.seconds_per_move or 0:.3f}",
    )


def contests(part: str, game: Game, most: int) -> Iterator[tuple[str, str, str]]:
    """Who plays whom in a part of the table."""
    if part == "textbook":
        return textbook(game)
    if part == "goal":
        return goal(game)
    return levels(game) if part == "levels" else ladder(most)


def arguments() -> Namespace:
    """What the command line asks for."""
    parser = ArgumentParser(prog="python -m bench.strength")
    parser.add_argument("what", nargs="*", metavar="PART|GAME", help=", ".join([*PARTS, *names()]))
    parser.add_argument("--players", type=int)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--workers", type=int, default=WORKERS)
    parser.add_argument("--most", type=int, default=RUNGS[-1])
    parser.add_argument("--set", action="append", default=[], dest="settings", metavar="KEY=VALUE")
    found = parser.parse_args()
    for word in found.what:
        if word not in [*PARTS, *names()]:
            parser.error(f"{word} is neither a part nor a game; there are {', '.join([*PARTS, *names()])}")
    return found


def main() -> None:
    asked = arguments()
    chosen = [name for name in names() if name in asked.what] or names()
    parts = [part for part in PARTS if part in asked.what] or PARTS
    for cells in (HEADING, ["---"] * len(HEADING)):
        print("|", " | ".join(cells), "|")
    for part in parts:
        for name in chosen:
            for game in together(name) if part == "goal" else tables(name, asked.settings):
                if asked.players in (None, game.players):
                    for contest in contests(part, game, asked.most):
                        print(
                            "|", " | ".join(row(game, *contest, asked.games, asked.workers)), "|", flush=True
                        )


if __name__ == "__main__":
    main()
