"""How much a server carries: `make load`. Everything runs on 127.0.0.1, bounded in number and in time.

Real rules and rendered pictures; each table has four people in two languages at four screens, in a process
of their own (`bench.screens`), who play over their sockets. Measured are moves a second (each table plays on
as soon as all its screens show the move), the time from a click until every other screen has it, at a given
pace, and the server's CPU, bytes and memory. `python -m bench.load --help` names what can be changed.
"""

import asyncio
import gc
import random
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter
from msgspec import UNSET
from msgspec.json import decode
from rich.console import Console
from rich.table import Table
from tests.web.server import Server

from bench.loaded import LONGEST, Start, at_rest, cpu_of, memory_of, on_postgres, on_sqlite
from bench.screens import Line, News, Person, Screen, screen
from ludotheque.core.options import complete
from ludotheque.core.registry import definition
from ludotheque.core.registry import game as make_game

SEATS = 4
LANGUAGES = ("en", "fr", "en", "fr")
RESTED = 45.0  # seconds after which a socket has given up what it sends with (web/deflating.py)
GAMES = ("fou", "feurio", "forma")
FEW = 10  # moves at each table, at a pace
AT_THE_DOOR = 100  # who come to a table at once; of more than 256 the server sends some away
app = App(help="Measure how much a server carries, on this machine.")


@dataclass
class Figures:
    """What was measured of one load."""

    moves: int = 0
    seconds: float = 0.0
    cpu: float = 0.0  # seconds of the server's processes
    latencies: list[float] = field(default_factory=list)  # from a click to every other screen
    sizes: list[int] = field(default_factory=list)  # of every message, before compression
    wire: list[int] = field(default_factory=list)

    def row(self, what: str, memory: float) -> list[str]:
        """The figures as cells."""
        return [
            what,
            f"{self.moves:,}",
            f"{self.moves / self.seconds:,.0f}",
            *(f"{1000 * _quantile(self.latencies, share):.1f}" for share in (0.5, 0.99)),
            f"{1000 * self.cpu / self.moves:.2f}",
            f"{statistics.median(self.sizes):,.0f}",
            f"{statistics.mean(self.sizes):,.0f}",
            f"{statistics.median(self.wire):,.0f}",
            f"{memory:,.0f}",
        ]


HEAD = ("what", "moves", "moves/s", "p50 ms", "p99 ms", "CPU ms", "bytes", "mean", "on the wire", "MB")


def _quantile(values: Sequence[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


class Playing:
    """A table at which four people play as soon as they may, or at a pace."""

    def __init__(self, url: str, id: str, line: Line, script: Sequence[str], seed: int, most: int) -> None:
        self.screens: list[Screen] = []
        self.latencies: list[float] = []
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._url, self._id, self._line = url, id, line
        self._script = script
        self._choice = random.Random(seed)
        self._left = most
        self._pause = 0.0  # seconds from move to move; 0: as soon as everybody has seen the last
        self._ply = 0
        self._clicked = 0.0

    async def look(self, people: Sequence[Person]) -> None:
        """Let everybody look at the table."""
        self.screens = [await screen(self._url, self._id, person, self._heard) for person in people]
        self._ply = self.screens[0].ply

    def begin(self, pause: float = 0.0) -> None:
        """Play on, now or at a pace."""
        self._pause = pause
        asyncio.get_running_loop().call_later(self._choice.random() * pause, self._move)

    def _move(self) -> None:
        mover = next((one for one in self.screens if one.to_act), None)
        if self._left == 0 or mover is None:
            return self.done.set_result(None) if not self.done.done() else None
        self._left -= 1
        move = self._script[self._ply] if self._script else self._choice.choice(mover.choices).move
        self._clicked = time.perf_counter()
        mover.send({"play": {"ply": self._ply, "move": move}})
        return None

    def _heard(self, _screen: Screen, news: News) -> None:
        if news.refused is not UNSET and not self.done.done():
            self.done.set_exception(RuntimeError(news.refused["message"]))
        if (
            len(self.screens) < SEATS
            or not self._clicked
            or any(one.ply <= self._ply for one in self.screens)
        ):
            return
        now = time.perf_counter()
        self._ply += 1
        self.latencies.append(max(one.shown_at for one in self.screens) - self._clicked)
        rest = max(0.0, self._clicked + self._pause - now)
        self._clicked = 0.0
        if rest:
            asyncio.get_running_loop().call_later(rest, self._move)
        else:
            asyncio.get_running_loop().call_soon(self._move)

    def close(self) -> None:
        """Everybody turns away."""
        for one in self.screens:
            one.close()
        self._line.close()


async def opened(url: str, game: str, seed: int, script: Sequence[str], most: int) -> Playing:
    """A table of four people who look at it."""
    people = [Person(language) for language in LANGUAGES]
    connection = Line(url)
    id = await open_table(connection, game, people)
    playing = Playing(url, id, connection, script, seed, most)
    await playing.look(people)
    return playing


async def open_table(connection: Line, game: str, people: Sequence[Person]) -> str:
    """A table at which these people sit; its id."""
    seats = [{"kind": "me"}, *({"kind": "open"} for _ in people[1:])]
    wish = {
        "game": game,
        "options": {"players": len(people)},
        "seats": seats,
        "listed": False,
        "seating": "fixed",
    }
    id = str(decode(await connection.request(people[0], "POST", "/api/tables", wish))["id"])
    for seat, person in enumerate(people[1:], start=1):
        await connection.request(
            person, "POST", f"/api/tables/{id}/sit", {"seat": seat, "name": f"Guest {seat}"}
        )
    return id


def script_of(name: str, seed: int) -> list[str]:
    """A whole game's moves, where nothing is left to chance; else none: the page offers them."""
    found = definition(name)
    game = make_game(name, **complete(found.options, {**found.at_table, "players": SEATS}))
    if found.rules.OUTCOME:
        return []
    choice, state = random.Random(seed), game.new(seed=seed)
    while not state.over:
        state.play(choice.choice(state.moves()))
    return [str(move) for move in state.history]


async def play(server: Server, game: str, tables: int, moves: int, pace: float = 0.0) -> Figures:
    """Play at many tables at once: *moves* at each; *pace*: so many a second at all of them together."""
    scripts = [script_of(game, seed) for seed in range(min(tables, 20))]
    running = [await opened(server.url, game, k, scripts[k % len(scripts)], moves) for k in range(tables)]
    await asyncio.sleep(0.3)  # until everybody has seen everybody arrive
    for playing in running:
        for one in playing.screens:
            one.sizes.clear()
            one.wire.clear()
    gc.collect()
    await at_rest(server)
    cpu, began = cpu_of(server), time.perf_counter()
    for playing in running:
        playing.begin(tables / pace if pace else 0.0)
    await asyncio.wait_for(asyncio.gather(*(playing.done for playing in running)), LONGEST)
    seconds, cpu = time.perf_counter() - began, cpu_of(server) - cpu
    latencies = [latency for playing in running for latency in playing.latencies]
    screens = [one for playing in running for one in playing.screens]
    figures = Figures(len(latencies), seconds, cpu, latencies)
    figures.sizes = [size for one in screens for size in one.sizes]
    figures.wire = [size for one in screens for size in one.wire]
    for playing in running:
        playing.close()
    return figures


async def idle(server: Server, game: str, tables: int) -> float:
    """Tables at which four people look and nobody moves; the server's memory then, in MB."""
    screens: list[Screen] = []
    connection = Line(server.url)
    for _ in range(tables):
        people = [Person(language) for language in LANGUAGES]
        id = await open_table(connection, game, people)
        screens += [await screen(server.url, id, person) for person in people]
    await at_rest(server)
    await asyncio.sleep(RESTED)
    memory = memory_of(server)
    for one in screens:
        one.close()
    connection.close()
    return memory


async def join(server: Server, game: str, watchers: int) -> tuple[float, float]:
    """Many people come to look at one table at once: seconds until all see it, and CPU seconds."""
    connection = Line(server.url)
    id = await open_table(connection, game, [Person(language) for language in LANGUAGES])
    people = [Person(LANGUAGES[k % SEATS]) for k in range(watchers)]
    await at_rest(server)
    cpu, began = cpu_of(server), time.perf_counter()
    at_the_door = asyncio.Semaphore(AT_THE_DOOR)

    async def come(person: Person) -> Screen:
        async with at_the_door:
            return await screen(server.url, id, person)

    screens = await asyncio.wait_for(asyncio.gather(*map(come, people)), LONGEST)
    seconds = time.perf_counter() - began
    await asyncio.sleep(2)  # what comes of it afterwards counts too
    cpu = cpu_of(server) - cpu
    for one in screens:
        one.close()
    connection.close()
    return seconds, cpu


# The whole


@app.default
def main(
    *games: str,
    tables: int = 200,
    moves: int = 40,
    pace: Annotated[float, Parameter(help="moves a second, for the time from a click")] = 200.0,
    idle_tables: int = 2000,
    watchers: int = 400,
    sqlite: Annotated[bool, Parameter(help="one process with a file")] = True,
    postgres: Annotated[bool, Parameter(help="two processes with PostgreSQL and Valkey")] = True,
) -> None:
    """Measure all of it and print a table; 0 of something leaves it out."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # the server inherits it
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 140)
    with tempfile.TemporaryDirectory() as folder:
        if sqlite:
            with on_sqlite(Path(folder)) as start:
                if moves or pace:
                    console.print(playing(start, "SQLite, one process", games or GAMES, tables, moves, pace))
                for number in (watchers // 4, watchers) if watchers else ():
                    console.print(joining(start, number))
                if idle_tables:
                    console.print(idling(start, idle_tables))
        if postgres and (moves or pace):
            title = "PostgreSQL and Valkey, two processes"
            with on_postgres(Path(folder)) as start:
                console.print(playing(start, title, games or GAMES, tables, moves, pace))


def playing(start: Start, title: str, games: Sequence[str], tables: int, moves: int, pace: float) -> Table:
    """The figures of each game: as fast as it goes, and at a pace."""
    screens = f"{tables} tables, {SEATS} screens each, {len(set(LANGUAGES))} languages"
    shown = Table(*HEAD, title=f"{title}: {screens}")
    for column in shown.columns[1:]:
        column.justify = "right"
    for game in games:
        if moves:
            with start() as server:
                figures = asyncio.run(play(server, game, tables, moves))
                shown.add_row(*figures.row(game, memory_of(server)))
        if pace:
            with start() as server:
                figures = asyncio.run(play(server, game, tables, FEW, pace))
                shown.add_row(*figures.row(f"{game}, {pace:.0f} moves/s", memory_of(server)))
    return shown


def joining(start: Start, watchers: int) -> str:
    """What it takes when many come to look at one table at once."""
    with start() as server:
        seconds, cpu = asyncio.run(join(server, GAMES[0], watchers))
    return f"{watchers} sockets join one table: {seconds:.1f} s, {cpu:.1f} s CPU"


def idling(start: Start, tables: int) -> str:
    """The memory of many tables at which nothing happens."""
    with start() as server:
        before = asyncio.run(idle(server, GAMES[0], 1))
        memory = asyncio.run(idle(server, GAMES[0], tables))
    return f"{tables:,} idle tables with {SEATS} sockets each: {memory:,.0f} MB (one table: {before:,.0f} MB)"


if __name__ == "__main__":
    app()
