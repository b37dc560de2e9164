"""Forma beside blokus-rl, a Blokus engine: the same board, nearly the same pieces."""

import random
from collections.abc import Iterator
from statistics import mean

import numpy as np
from numpy.typing import NDArray

import ludotheque
from bench import blokus
from bench.measure import Row, best_rate, best_seconds
from ludotheque.core.game import Game
from ludotheque.games.forma import rules
from ludotheque.games.forma.bridges import most_bridges

GAMES = 1_000
PEER = "blokus-rl, Rust"
SIDE = 20


def rows() -> Iterator[Row]:
    """Random games, long lists of moves, bridges."""
    game = ludotheque.game("forma", players=4)
    yield Row(
        "random games, compiled, 1 thread",
        game_rate(game),
        "games/s",
        PEER,
        blokus.game_rate(),
        "10 ×, aim 20",
    )
    two = ludotheque.game("forma", players=2)
    yield Row("the same with 2 players", game_rate(two), "games/s")
    yield from _list_rows(game)
    yield from _bridge_rows(two)


def game_rate(game: Game) -> float:
    """Random games per second on one thread."""
    game.playouts(10, seed=1)

    def work() -> float:
        game.playouts(GAMES, seed=1, threads=1)
        return GAMES

    return best_rate(work)


def _list_rows(game: Game) -> Iterator[Row]:
    """All placements of an opening position, compiled and as moves."""
    state = game.new(seed=1)
    state.play("tower j10")
    states, room = state.view().states(), np.empty(rules.MAX_MOVES, np.int32)
    many = 200

    def listing() -> None:
        for _ in range(many):
            rules.legal(states, 0, room)

    yield Row(
        "placements of an opening, compiled", best_seconds(listing) / many * 1e3, "ms", want="< 0.05 ms"
    )
    yield Row("the same as Move objects", best_seconds(state.moves) * 1e3, "ms", want="< 10 ms")


def _bridge_rows(game: Game) -> Iterator[Row]:
    """The number of bridges after random games, and where a game never gets: full boards with holes."""
    late = [_final(game, seed) for seed in range(30)]
    crossings = [_crossing(width, random.Random(seed)) for width in (2, 3, 4, 5) for seed in range(10)]
    yield Row("bridges, end of a random game, mean", mean(_times(late)) * 1e3, "ms", want="< 1 ms")
    yield Row("bridges, wide bands that cross, mean", mean(_times(crossings)) * 1e3, "ms", want="< 1 ms")
    yield Row("the slowest of them", max(_times(crossings)) * 1e3, "ms", want="< 50 ms")


def _final(game: Game, seed: int) -> NDArray[np.uint32]:
    state, choice = game.new(seed=seed), random.Random(seed)
    while not state.over:
        state.play(choice.choice(state.moves()))
    own: NDArray[np.uint32] = state.view().states()["own"][0][0]
    return own


def _crossing(width: int, choice: random.Random) -> NDArray[np.uint32]:
    """A wandering band from south to north and one from west to east."""
    own = np.zeros((SIDE, SIDE), bool)
    for band in (own, own.T):
        at = choice.randrange(2, SIDE - width - 2)
        for step in range(SIDE):
            band[step, at : at + width] = True
            at = min(SIDE - width, max(0, at + choice.choice((-1, 0, 1))))
    rows: NDArray[np.uint32] = (own << np.arange(SIDE)).sum(axis=1).astype(np.uint32)
    return rows


def _times(boards: list[NDArray[np.uint32]]) -> list[float]:
    labels, dead_ends = np.zeros((2, (SIDE + 1) ** 2), np.int8), np.zeros(1, np.int64)

    def seconds(own: NDArray[np.uint32]) -> float:
        return best_seconds(lambda: most_bridges(own, labels, dead_ends))

    return [seconds(own) for own in boards]
