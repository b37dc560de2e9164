"""Many games stepped at once, and what a learning program asks of one view."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import ludotheque
from bench import pettingzoo_cards, pgx_batches
from bench.measure import Row, best_rate, best_seconds
from ludotheque.core.view import View

SECONDS = 0.5
PLIES = 25
CALLS = 1_000


def best_step_rate(name: str, **settings: Any) -> tuple[float, int]:
    """Steps a second at our best batch size, and that size."""
    return max((step_rate(name, n, **settings), n) for n in pgx_batches.BATCHES)


def step_rate(name: str, n: int, **settings: Any) -> float:
    """Steps a second, every action chosen at random among the legal ones."""
    batch = ludotheque.batch(name, n=n, seed=1, **settings)
    batch.step(batch.random())

    def work() -> float:
        steps, begin = 0, time.perf_counter()
        while time.perf_counter() - begin < SECONDS:
            batch.step(batch.random())
            steps += n
        return steps

    return best_rate(work)


def rows() -> Iterator[Row]:
    """Fou! beside the nearest games of Pgx and PettingZoo; the games that Pgx has too; single views."""
    (fou, games), (seen, fewer) = (best_step_rate("fou", players=5, tensors=shown) for shown in (False, True))
    masks = f"Fou!, 5 players, {games} games, masks"
    for peer in ("leduc_holdem", "sparrow_mahjong"):
        rate, n = pgx_batches.best_rate(peer)
        yield Row(masks, fou, "steps/s", f"Pgx {peer}, {n} games, masks", rate, want="8 M, 5 ×")
        rate, n = pgx_batches.best_rate(peer, observations=True)
        theirs = f"Pgx {peer}, {n} games, masks and observations"
        yield Row(f"the same with tensors, {fewer} games", seen, "steps/s", theirs, rate, want="2 M")
    rate, peer = pettingzoo_cards.best_rate()
    yield Row(masks, fou, "steps/s", f"PettingZoo {peer}", rate, want="50 ×")
    for name in ("connect_four", "kuhn_poker"):
        rate, n = pgx_batches.best_rate(name)
        ours, games = best_step_rate(name)
        what = f"{name}, {games} games, masks"
        yield Row(what, ours, "steps/s", f"Pgx {name}, {n} games, masks", rate, want="5 ×")
    yield Row("Feurio!, 4 players, lists", step_rate("feurio", 1024, masks=False, legal=True), "steps/s")
    yield Row(
        "Forma, 4 players, lists", step_rate("forma", 256, players=4, masks=False, legal=True), "steps/s"
    )
    yield from view_rows()


def view_rows() -> Iterator[Row]:
    """What one view gives, in mid-game."""
    for name, want in (("fou", "< 10 µs"), ("feurio", "< 30 µs"), ("forma", "< 30 µs")):
        view = mid_game(name)
        yield Row(f"{name}, view.tensor()", _seconds(view.tensor) * 1e6, "µs", want=want)
        yield Row(f"{name}, view.information_key()", _seconds(view.information_key) * 1e6, "µs")
    view = mid_game("fou")
    many = best_seconds(lambda: view.imagine(1_000, seed=1))
    yield Row("fou, view.imagine(1000)", many * 1e3, "ms", want="< 3 ms")


def mid_game(name: str) -> View:
    """A view after some moves."""
    state = ludotheque.game(name).new(seed=1)
    for ply in range(PLIES):
        moves = state.moves()
        state.play(moves[7 * ply % len(moves)])
    return state.view(state.seat)


def _seconds(ask: Callable[[], object]) -> float:
    def work() -> float:
        for _ in range(CALLS):
            ask()
        return CALLS

    return 1 / best_rate(work)
