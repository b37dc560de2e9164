"""One move at a table with four watchers, without a network: where the time goes.

``python -m bench.one_move [GAME] [--tables 50] [--profile]`` plays games through the real service, storage
and presenter; what would be sent is counted and dropped. At one table nobody shares a commit with anybody; at
many tables one commit serves all that wait for it, as on a busy server.
"""

import asyncio
import cProfile
import pstats
import random
import statistics
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import uvloop
from cyclopts import App

from bench.load import GAMES, LANGUAGES, SEATS
from ludotheque.i18n.language import speaking
from ludotheque.tables.events import Event
from ludotheque.tables.opening import FIXED, SeatRequest, TableRequest, opening
from ludotheque.tables.service import TableService
from ludotheque.tables.storage import open_storage
from ludotheque.tables.table import Table
from ludotheque.tables.thinking import Thinkers
from ludotheque.web.connections import STRAIGHT
from ludotheque.web.presenter import Viewer
from ludotheque.web.routes.socket import SocketSubscriber
from ludotheque.web.server import spare_the_collector

MOST = 100  # moves of one game
PEOPLE = [f"person {seat}" for seat in range(SEATS)]
app = App(help="What one move at a table costs, without a network.")


class Deaf:
    """A socket into nothing, with the short way out that our server offers."""

    def __init__(self) -> None:
        straight = {"send_text": self.send_text, "write_text": self.write_text}
        self.scope: dict[str, Any] = {"extensions": {STRAIGHT: straight}}
        self.sizes: list[int] = []
        self.heard = asyncio.Event()

    async def send_text(self, data: bytes) -> None:
        """Count what would be sent."""
        self.write_text(data)

    def write_text(self, data: bytes) -> bool:
        """The same, at once."""
        self.sizes.append(len(data))
        self.heard.set()
        return True


@dataclass
class Game:
    """A table with four people who look at it."""

    tables: TableService
    id: str
    sockets: Sequence[Deaf]
    looking: Sequence["asyncio.Task[None]"]

    async def play(self, seed: int) -> int:
        """Play a game, or its first hundred moves, each as soon as everybody has seen the last; how many."""
        room, choice, moves = await self.tables.room(self.id), random.Random(seed), 0
        while not room.table.state.over and moves < MOST:
            state = room.table.state
            move = str(choice.choice(state.moves()))
            person, ply = PEOPLE[state.seat], room.table.ply
            await self.tables.act(self.id, partial(_moves, person, ply, move))
            moves += 1
            for socket in self.sockets:
                while len(socket.sizes) < moves:
                    socket.heard.clear()
                    await socket.heard.wait()
        return moves


async def _play(
    game: str, seed: int, folder: Path, number: int, profiler: Any = None
) -> tuple[int, float, list[int]]:
    """Moves, CPU seconds and bytes of some games."""
    tables = TableService(open_storage(str(folder / f"{game}{seed}.sqlite")), Thinkers())
    await tables.start()
    await tables.load_game(game)
    games = [await _opened(tables, game) for _ in range(number)]
    await asyncio.sleep(0.5)  # until everybody has seen everybody arrive
    for one in games:
        for socket in one.sockets:
            socket.sizes.clear()
    began = time.process_time()
    if profiler:
        profiler.enable()
    moves = sum(await asyncio.gather(*(one.play(seed * number + k) for k, one in enumerate(games))))
    if profiler:
        profiler.disable()
    seconds = time.process_time() - began
    looking = [task for one in games for task in one.looking]
    for task in looking:
        task.cancel()
    await asyncio.gather(*looking, return_exceptions=True)
    await tables.stop()
    return moves, seconds, [size for one in games for socket in one.sockets for size in socket.sizes]


async def _opened(tables: TableService, game: str) -> Game:
    open_seats = [SeatRequest("open") for _ in PEOPLE[1:]]
    seats = [SeatRequest("me"), *open_seats]
    request = TableRequest(game, {"players": SEATS}, seats, seating=FIXED)
    table = await tables.open(game, lambda now: opening(request, PEOPLE[0], "Guest 0", now))
    for seat, person in enumerate(PEOPLE[1:], start=1):
        await tables.act(table.id, partial(_sits, person, seat))
    sockets = [Deaf() for _ in PEOPLE]
    looking = [
        asyncio.create_task(_look(tables, table.id, person, language, socket))
        for person, language, socket in zip(PEOPLE, LANGUAGES, sockets, strict=True)
    ]
    await asyncio.sleep(0)
    return Game(tables, table.id, sockets, looking)


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
def main(*games: str, tables: int = 1, profile: bool = False, times: int = 3, sort: str = "tottime") -> None:
    """Print CPU and bytes a move; with --profile, the functions that take the most time."""
    for game in games or GAMES:
        with tempfile.TemporaryDirectory() as folder:
            uvloop.run(_play(game, 0, Path(folder), 1))  # what is made once
            spare_the_collector()
            played = [uvloop.run(_play(game, seed, Path(folder), tables)) for seed in range(1, times + 1)]
            best = min(1000 * seconds / moves for moves, seconds, _ in played)
            sizes = [size for _, _, found in played for size in found]
            median, mean = statistics.median(sizes), statistics.mean(sizes)
            print(f"{game}: {best:.2f} ms CPU a move, {median:,.0f} bytes a message (mean {mean:,.0f})")
            if profile:
                profiler = cProfile.Profile()
                uvloop.run(_play(game, times + 1, Path(folder), tables, profiler))
                print(f"{played[0][0]} moves")
                pstats.Stats(profiler).sort_stats(sort).print_stats(60)


if __name__ == "__main__":
    app()
