"""One move at a table with four watchers, without a network: where the time goes.

``python -m bench.one_move [GAME] [--profile]`` plays games through the real service, storage and presenter;
what would be sent is counted and dropped.
"""

import asyncio
import cProfile
import pstats
import random
import statistics
import tempfile
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from cyclopts import App

from bench.load import GAMES, LANGUAGES, SEATS
from ludotheque.i18n.language import speaking
from ludotheque.tables.events import Event
from ludotheque.tables.opening import SeatRequest, TableRequest, opening
from ludotheque.tables.service import TableService
from ludotheque.tables.storage import open_storage
from ludotheque.tables.table import Table
from ludotheque.tables.thinking import Thinkers
from ludotheque.web.presenter import Viewer
from ludotheque.web.routes.socket import SocketSubscriber

app = App(help="What one move at a table costs, without a network.")


class Deaf:
    """A socket into nothing."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    async def send_data(self, data: str, **_more: Any) -> None:
        """Count what would be sent."""
        self.sizes.append(len(data))


async def _play(game: str, seed: int, folder: Path) -> tuple[int, float, list[int]]:
    """Moves, CPU seconds and bytes of a game, or of its first hundred moves."""
    tables = TableService(open_storage(str(folder / f"{game}{seed}.sqlite")), Thinkers())
    await tables.start()
    await tables.load_game(game)
    people = [f"person {seat}" for seat in range(SEATS)]
    request = TableRequest(
        game, {"players": SEATS}, [SeatRequest("me"), *(SeatRequest("open") for _ in people[1:])]
    )
    table = await tables.open(game, lambda now: opening(request, people[0], "Guest 0", now))
    for seat, person in enumerate(people[1:], start=1):
        await tables.act(table.id, partial(_sits, person, seat))
    sockets = [Deaf() for _ in people]
    looking = [
        asyncio.create_task(_look(tables, table.id, person, language, socket))
        for person, language, socket in zip(people, LANGUAGES, sockets, strict=True)
    ]
    await asyncio.sleep(0.1)
    for socket in sockets:
        socket.sizes.clear()
    room, choice = await tables.room(table.id), random.Random(seed)
    began, moves = time.process_time(), 0
    while not room.table.state.over and moves < 100:
        state = room.table.state
        move = str(choice.choice(state.moves()))
        person, ply = people[state.seat], room.table.ply
        await tables.act(table.id, partial(_moves, person, ply, move))
        await asyncio.sleep(0)
        moves += 1
        while any(len(socket.sizes) < moves for socket in sockets):
            await asyncio.sleep(0)
    seconds = time.process_time() - began
    for task in looking:
        task.cancel()
    await asyncio.gather(*looking, return_exceptions=True)
    await tables.stop()
    return moves, seconds, [size for socket in sockets for size in socket.sizes]


def _sits(person: str, seat: int, table: Table, now: float) -> Sequence[Event]:
    return table.sit(now, person, f"Guest {seat}", seat)


def _moves(person: str, ply: int, move: str, table: Table, now: float) -> Sequence[Event]:
    return table.move(now, person, ply, move)


async def _look(tables: TableService, id: str, person: str, language: str, socket: Any) -> None:
    with speaking(language):
        subscriber = SocketSubscriber(socket, Viewer(person, "Guest"))
        async with tables.subscription(id, subscriber) as room:
            await subscriber.show(tables, room, "http://127.0.0.1")


@app.default
def main(*games: str, profile: bool = False, times: int = 3) -> None:
    """Print CPU and bytes a move; with --profile, the functions that take the most time."""
    for game in games or GAMES:
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(_play(game, 0, Path(folder)))  # what is made once
            played = [asyncio.run(_play(game, seed, Path(folder))) for seed in range(1, times + 1)]
            best = min(1000 * seconds / moves for moves, seconds, _ in played)
            sizes = [size for _, _, found in played for size in found]
            median, mean = statistics.median(sizes), statistics.mean(sizes)
            print(f"{game}: {best:.2f} ms CPU a move, {median:,.0f} bytes a message (mean {mean:,.0f})")
            if profile:
                profiler = cProfile.Profile()
                profiler.enable()
                asyncio.run(_play(game, 1, Path(folder) / ".."))
                profiler.disable()
                pstats.Stats(profiler).sort_stats("tottime").print_stats(45)


if __name__ == "__main__":
    app()
