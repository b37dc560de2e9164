"""How much a server carries: `make load`. Everything runs on 127.0.0.1, bounded in number and in time.

Real rules and rendered pictures; each table has four people in two languages at four screens, in a process
of their own (`bench.screens`). Measured are moves a second (each table plays on as soon as all its screens
show the move), the time from a click until every other screen has it, at a given pace, and the server's CPU,
bytes and memory. `python -m bench.load --help` names what can be changed.
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
from msgspec.json import decode
from rich.console import Console
from rich.table import Table
from tests.web.server import UNLIMITED, Server, serving

from bench.screens import Line, News, Person, Screen, screen
from ludotheque.core.options import complete
from ludotheque.core.registry import definition
from ludotheque.core.registry import game as make_game

SEATS = 4
LANGUAGES = ("en", "fr", "en", "fr")
GAMES = ("fou", "feurio", "forma")
LONGEST = 120.0  # seconds that any part may take
TICKS = 100  # of the CPU's clock in a second, as Linux counts them for programs
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
        body = {"ply": self._ply, "move": move}
        asked = self._line.request(mover.person, "POST", f"/api/tables/{self._id}/moves", body)
        self._asked = asyncio.create_task(asked)
        self._asked.add_done_callback(self._answered)
        return None

    def _answered(self, asked: "asyncio.Task[bytes]") -> None:
        if not asked.cancelled() and (error := asked.exception()) and not self.done.done():
            self.done.set_exception(error)

    def _heard(self, _screen: Screen, _news: News) -> None:
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
    wish = {"game": game, "options": {"players": len(people)}, "seats": seats, "listed": False}
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
    await asyncio.sleep(1)
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
    cpu, began = cpu_of(server), time.perf_counter()
    screens = await asyncio.wait_for(
        asyncio.gather(*(screen(server.url, id, person) for person in people)), LONGEST
    )
    seconds = time.perf_counter() - began
    await asyncio.sleep(2)  # what comes of it afterwards counts too
    cpu = cpu_of(server) - cpu
    for one in screens:
        one.close()
    connection.close()
    return seconds, cpu


# The server's processes


def _tree(process: int) -> list[int]:
    """A process and all that it started."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [process, *(one for child in children for one in _tree(int(child)))]


def cpu_of(server: Server) -> float:
    """CPU seconds that the server's processes have used."""
    total = 0
    for process in _tree(server.process.pid):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        total += int(fields[11]) + int(fields[12])
    return total / TICKS


def memory_of(server: Server) -> float:
    """Megabytes of the server's process; bots' workers are not counted."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return next(int(row.split()[1]) for row in status.splitlines() if row.startswith("VmRSS")) / 1000


# The whole


@app.default
def main(
    *games: str,
    tables: int = 200,
    moves: int = 40,
    pace: Annotated[float, Parameter(help="moves a second, for the time from a click")] = 200.0,
    idle_tables: int = 2000,
    watchers: int = 400,
) -> None:
    """Measure all of it and print a table; games named alone are measured without the rest."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # the server inherits it
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 140)
    shown = Table(*HEAD, title=f"{tables} tables, {SEATS} screens each, {len(set(LANGUAGES))} languages")
    for column in shown.columns[1:]:
        column.justify = "right"
    with tempfile.TemporaryDirectory() as folder:
        for game in games or GAMES:
            for what, speed in ((game, 0.0), (f"{game}, {pace:.0f} moves/s", pace)):
                if speed or moves:
                    with serving(Path(folder) / f"{game}{speed}.sqlite", settings=UNLIMITED) as server:
                        figures = asyncio.run(
                            play(server, game, tables, moves if not speed else min(moves, 10), speed)
                        )
                        shown.add_row(*figures.row(what, memory_of(server)))
        console.print(shown)
        if watchers:
            with serving(Path(folder) / "join.sqlite", settings=UNLIMITED) as server:
                seconds, cpu = asyncio.run(join(server, GAMES[0], watchers))
            console.print(f"{watchers} sockets join one table: {seconds:.1f} s, {cpu:.1f} s CPU")
        if idle_tables:
            with serving(Path(folder) / "idle.sqlite", settings=UNLIMITED) as server:
                memory = asyncio.run(idle(server, GAMES[0], idle_tables))
            console.print(f"{idle_tables:,} idle tables with {SEATS} sockets each: {memory:,.0f} MB")


if __name__ == "__main__":
    app()
