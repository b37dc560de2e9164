"""Kill one thing after the other while people play, and look at what they played."""

import asyncio
import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

from rich.console import Console

from tests.faults import world as worlds
from tests.faults.players import Party, faults_of

WORLDS = {"alone": worlds.alone, "together": worlds.together}
BETWEEN = (0.4, 2.0)  # seconds between two kills
LONGEST_START, LONGEST_END = 120.0, 240.0  # seconds


@dataclass
class Report:
    """What a storm did, and what it did not manage to do."""

    kills: Counter[str] = field(default_factory=Counter)
    games: int = 0
    moves: int = 0  # acknowledged
    records: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        told = ", ".join(f"{count} × {name}" for name, count in self.kills.items())
        return f"{self.games} games, {self.moves} moves acknowledged; killed: {told}"


def storm(name: str, *, kills: int, tables: int, seconds: float, seed: int = 0) -> Report:
    """So many kills, or as many as fit into so many seconds, by turns."""
    chance = random.Random(seed)
    opened: AbstractContextManager[worlds.World] = WORLDS[name](chance)
    with opened as world:
        party = Party([server.url for server in world.servers], tables, random.Random(seed))
        playing = _Thread(party)
        playing.start()
        report = Report()
        try:
            _wait(lambda: len(party.games) >= tables, playing, LONGEST_START)
            _kill_by_turns(world, playing, report, kills, time.monotonic() + seconds, chance)
        finally:
            party.enough = True
            playing.join(LONGEST_END)
        report.games = len(party.games)
        report.moves = sum(len(game.acknowledged) for game in party.games)
        report.records = [game.record for game in party.games if game.record]
        report.wrong = [*playing.trouble(), *_wrong(party)]
        report.wrong += [
            f"in the log: {line}" for line in world.logs().splitlines() if line.startswith("Traceback")
        ]
        if report.wrong:
            Console(stderr=True).print(world.logs()[-6000:], markup=False, highlight=False)
        return report


def _kill_by_turns(
    world: worlds.World, playing: "_Thread", report: Report, kills: int, end: float, chance: random.Random
) -> None:
    names = list(world.kills)
    turn = 0
    while sum(report.kills.values()) < kills and time.monotonic() < end and playing.is_alive():
        name = names[turn % len(names)]
        turn += 1
        report.kills[name] += world.kills[name]()
        time.sleep(chance.uniform(*BETWEEN))


def _wrong(party: Party) -> list[str]:
    return [
        fault
        for game in party.games
        for fault in (faults_of(game) if game.record else [f"{game.table}: never ended"])
    ]


def _wait(true: Callable[[], bool], playing: "_Thread", seconds: float) -> None:
    end = time.monotonic() + seconds
    while not true() and playing.is_alive():
        assert time.monotonic() < end, "the first games did not begin"
        time.sleep(0.1)


class _Thread(threading.Thread):
    """People play in a thread of their own: what is killed belongs to the main one."""

    def __init__(self, party: Party) -> None:
        super().__init__(daemon=True)
        self._party = party
        self._error: BaseException | None = None

    def run(self) -> None:
        try:
            asyncio.run(self._party.play())
        except BaseException as error:
            self._error = error

    def trouble(self) -> list[str]:
        """What went wrong there."""
        if self.is_alive():
            return ["some games did not end in time"]
        errors = self._error.exceptions if isinstance(self._error, BaseExceptionGroup) else [self._error]
        return [repr(error) for error in errors if error is not None]
