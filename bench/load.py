"""How much a server carries: `make load`. Everything runs on 127.0.0.1, bounded in number and in time.

Real rules and rendered pictures; each table has four people in two languages at four screens, in a process
of their own (`bench.screens`), who play over their sockets. Measured are moves a second (each table plays on
as soon as all its screens show the move), the time from a click until every other screen has it, at a given
pace, and the server's CPU, bytes and memory. Where npm is at hand boardgame.io's server is loaded in the same
run, and what ours makes is told as so many times its moves in memory: machines differ more than versions.

Every figure is printed as soon as it is known; standard error tells what is being done meanwhile. Opening
tables and playing may take `--longest` seconds each; then what there is counts. `python -m bench.load --help`
names what can be changed.
"""

import asyncio
import gc
import random
import resource
import tempfile
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import uvloop
from cyclopts import App, Parameter
from msgspec import UNSET
from msgspec.json import decode
from tests.web.server import Server

from bench import boardgame_io
from bench.figures import HEAD, Figures, print_row, tell
from bench.loaded import Start, at_rest, cpu_of, memory_of, on_postgres, on_sqlite
from bench.screens import Line, News, Person, Screen, screen
from ludotheque.core.options import complete
from ludotheque.core.registry import definition
from ludotheque.core.registry import game as make_game

SEATS = 4
LANGUAGES = ("en", "fr", "en", "fr")
RESTED = 45.0  # seconds after which a socket has given up what it sends with (web/deflating.py)
GAMES = ("fou", "feurio", "forma")
FEW = 10  # moves at each table, at a pace
AT_ONCE = 16  # tables that are opened at the same time
AT_THE_DOOR = 100  # who come to a table at once; of more than 256 the server sends some away
app = App(help="Measure how much a server carries, on this machine.")


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
        self._seen = 0  # screens that show the move

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

    def _heard(self, one: Screen, news: News) -> None:
        if news.refused is not UNSET and not self.done.done():
            self.done.set_exception(RuntimeError(news.refused["message"]))
        if not self._clicked or news.ply is UNSET:
            return
        self._seen += news.ply == self._ply + 1
        if self._seen == SEATS:
            self._all_saw_it(one.shown_at)

    def _all_saw_it(self, now: float) -> None:
        self._ply, self._seen = self._ply + 1, 0
        self.latencies.append(now - self._clicked)
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


async def open_tables(server: Server, game: str, tables: int, moves: int, longest: float) -> list[Playing]:
    """Tables of four people who look at them; after *longest* seconds those that are open by then."""
    scripts = [script_of(game, seed) for seed in range(min(tables, 20))]
    running: list[Playing] = []
    numbers, end = iter(range(tables)), time.monotonic() + longest

    async def open_some() -> None:
        for k in numbers:
            if time.monotonic() > end:
                return
            running.append(await opened(server.url, game, k, scripts[k % len(scripts)], moves))
            if len(running) % max(1, tables // 4) == 0:
                tell(f"{game}: {len(running)} of {tables} tables are open")

    await asyncio.gather(*(open_some() for _ in range(AT_ONCE)))
    return running


async def play(
    server: Server, game: str, tables: int, moves: int, longest: float, pace: float = 0.0
) -> Figures:
    """Play at many tables at once: *moves* at each; *pace*: so many a second at all of them together.

    After *longest* seconds what has been played by then counts.
    """
    running = await open_tables(server, game, tables, moves, longest)
    await asyncio.sleep(0.3)  # until everybody has seen everybody arrive
    for playing in running:
        for one in playing.screens:
            one.sizes.clear()
            one.wire.clear()
    gc.collect()
    gc.freeze()  # the screens are there until the end
    await at_rest(server)
    tell(f"{game}: {moves} moves at {len(running)} tables{f', {pace:.0f} a second' if pace else ''}")
    cpu, began = cpu_of(server), time.perf_counter()
    for playing in running:
        playing.begin(len(running) / pace if pace else 0.0)
    done, unfinished = await asyncio.wait([playing.done for playing in running], timeout=longest)
    for table in done:
        table.result()  # a refusal is told
    figures = Figures(seconds=time.perf_counter() - began, cpu=cpu_of(server) - cpu)
    if unfinished or len(running) < tables:
        figures.note = f"{len(running)} tables; at {len(unfinished)} time was up"
    figures.latencies = [latency for playing in running for latency in playing.latencies]
    figures.moves = len(figures.latencies)
    screens = [one for playing in running for one in playing.screens]
    figures.sizes = [size for one in screens for size in one.sizes]
    figures.wire = [size for one in screens for size in one.wire]
    for playing in running:
        playing.close()
    return figures


async def idle(server: Server, game: str, tables: int, longest: float) -> tuple[int, float]:
    """Tables at which four people look and nobody moves: how many, and the server's memory then, in MB."""
    screens: list[Screen] = []
    numbers, end = iter(range(1, tables + 1)), time.monotonic() + longest

    async def open_some() -> None:
        connection = Line(server.url)
        for number in numbers:
            if time.monotonic() > end:
                break
            people = [Person(language) for language in LANGUAGES]
            id = await open_table(connection, game, people)
            screens.extend([await screen(server.url, id, person) for person in people])
            if number % max(1, tables // 4) == 0:
                tell(f"{number} of {tables} idle tables are open")
        connection.close()

    await asyncio.gather(*(open_some() for _ in range(AT_ONCE)))
    await at_rest(server)
    await asyncio.sleep(RESTED)
    memory = memory_of(server)
    for one in screens:
        one.close()
    return len(screens) // SEATS, memory


async def join(server: Server, game: str, watchers: int, longest: float) -> tuple[float, float]:
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

    screens = await asyncio.wait_for(asyncio.gather(*map(come, people)), longest)
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
    longest: Annotated[float, Parameter(help="seconds to open tables, and to play")] = 30.0,
    sqlite: Annotated[bool, Parameter(help="one process with a file")] = True,
    postgres: Annotated[bool, Parameter(help="two processes with PostgreSQL and Valkey")] = True,
    peer: Annotated[bool, Parameter(help="boardgame.io's server beside ours; npm installs it")] = True,
) -> None:
    """Measure all of it and print a table; 0 of something leaves it out."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # the server inherits it
    screens = f"{tables} tables, {SEATS} screens each, {len(set(LANGUAGES))} languages"
    beside = peers(tables, moves, longest) if peer and moves else 0.0
    play_all = partial(playing, games or GAMES, tables, moves, pace, longest, beside)
    with tempfile.TemporaryDirectory() as folder:
        if sqlite:
            with on_sqlite(Path(folder)) as start:
                if moves or pace:
                    print(f"SQLite, one process: {screens}")
                    play_all(start)
                for number in (watchers // 4, watchers) if watchers else ():
                    print(joining(start, number, longest), flush=True)
                if idle_tables:
                    print(idling(start, idle_tables, 6 * longest), flush=True)
        if postgres and (moves or pace):
            with on_postgres(Path(folder)) as start:
                print(f"PostgreSQL and Valkey, two processes: {screens}")
                play_all(start)


def peers(matches: int, moves: int, longest: float) -> float:
    """Print what boardgame.io's server carries here; its moves a second in memory, 0 where it cannot run."""
    if not boardgame_io.is_there():
        print("boardgame.io is left out: Node.js and npm, which it needs, are not on the PATH")
        return 0.0
    boardgame_io.install()
    print(f"boardgame.io, one process: {matches} matches, {boardgame_io.SEATS} screens each, nothing drawn")
    print_row(HEAD)
    rates = []
    for what, on_disk in (("in memory", False), ("on disk", True)):
        with boardgame_io.serving(on_disk=on_disk) as server:
            figures = uvloop.run(boardgame_io.play(server, matches, moves, longest))
            print_row(figures.row(what, memory_of(server)))
            rates.append(figures.rate)
    return rates[0]


def playing(
    games: Sequence[str],
    tables: int,
    moves: int,
    pace: float,
    longest: float,
    beside: float,
    start: Start,
) -> None:
    """Print the figures of each game: as fast as it goes, and at a pace."""
    print_row(HEAD)
    for game in games:
        if moves:
            with start() as server:
                figures = uvloop.run(play(server, game, tables, moves, longest))
                print_row(figures.row(game, memory_of(server), beside))
        if pace:
            with start() as server:
                figures = uvloop.run(play(server, game, tables, FEW, longest, pace))
                print_row(figures.row(f"{game}, {pace:.0f} moves/s", memory_of(server)))


def joining(start: Start, watchers: int, longest: float) -> str:
    """What it takes when many come to look at one table at once."""
    tell(f"{watchers} people come to one table")
    with start() as server:
        seconds, cpu = uvloop.run(join(server, GAMES[0], watchers, longest))
    return f"{watchers} sockets join one table: {seconds:.1f} s, {cpu:.1f} s CPU"


def idling(start: Start, tables: int, longest: float) -> str:
    """The memory of many tables at which nothing happens."""
    with start() as server:
        _one, before = uvloop.run(idle(server, GAMES[0], 1, longest))
        number, memory = uvloop.run(idle(server, GAMES[0], tables, longest))
    return f"{number:,} idle tables with {SEATS} sockets each: {memory:,.0f} MB (one table: {before:,.0f} MB)"


if __name__ == "__main__":
    app()
