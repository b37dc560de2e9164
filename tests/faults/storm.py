"""Kill one thing after the other while people play, and look at what they played."""

import asyncio
import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from itertools import cycle

from rich.console import Console

from tests.faults import world as worlds
from tests.faults.players import Party, faults_of

WORLDS = {"alone": worlds.alone, "together": worlds.together}
MOVES_BETWEEN = 3  # that are acknowledged after a kill, before the next: play goes on in between
BETWEEN = (0.2, 1.5)  # seconds, after that
LONGEST_START, LONGEST_PAUSE, LONGEST_END = 120.0, 120.0, 240.0  # seconds


@dataclass
class Report:
    """What a storm did, and what it did not manage to do."""

    kills: Counter[str] = field(default_factory=Counter)
    games: int = 0
    moves: int = 0  # acknowledged
    records: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    @property
    def done(self) -> int:
        """All kills; where there was nothing to kill, none."""
        return self.kills.total()

    def __str__(self) -> str:
        told = ", ".join(f"{count} × {name}" for name, count in self.kills.items())
        return f"{self.games} games, {self.moves} moves acknowledged; killed: {told}"


class Stuck(Exception):
    """People cannot play, for far too long."""


def storm(
    name: str,
    *,
    kills: int,
    tables: int,
    seconds: float,
    seed: int = 0,
    told: Callable[[Report], None] = lambda _report: None,
) -> Report:
    """So many kills, or as many as fit into so many seconds, by turns; *told* hears of each."""
    chance = random.Random(seed)
    opened: AbstractContextManager[worlds.World] = WORLDS[name](chance)
    with opened as world:
        party = Party([server.url for server in world.servers], tables, random.Random(seed))
        playing = _Thread(party)
        playing.start()
        report = Report()
        try:
            _wait(lambda: len(party.games) >= tables, playing, LONGEST_START, "the first games did not begin")
            _kill_by_turns(world, playing, report, kills, time.monotonic() + seconds, chance, told)
        except Stuck as stuck:
            report.wrong.append(str(stuck))
        finally:
            party.enough = True
            playing.join(LONGEST_END)
        report.games, report.moves = len(party.games), party.moves
        report.records = [game.record for game in party.games if game.record]
        report.wrong += [*playing.trouble(), *_wrong(party)]
        report.wrong += [
            f"in the log: {line}" for line in world.logs().splitlines() if line.startswith("Traceback")
        ]
        if report.wrong:
            Console(stderr=True).print(world.logs()[-6000:], markup=False, highlight=False)
        return report


def _kill_by_turns(
    world: worlds.World,
    playing: "_Thread",
    report: Report,
    kills: int,
    end: float,
    chance: random.Random,
    told: Callable[[Report], None],
) -> None:
    """One after the other, each at least once, and each only when people have played on after the last."""
    names = list(world.kills)
    for name in cycle(names):
        late = time.monotonic() > end and len(report.kills) == len(names)
        if late or report.done >= kills or not playing.is_alive():
            return
        report.kills[name] += world.kills[name]()
        _let_play_go_on(playing, f"{name} killed: nobody plays on")
        time.sleep(chance.uniform(*BETWEEN))
        told(report)


def _let_play_go_on(playing: "_Thread", else_wrong: str) -> None:
    enough = playing.party.moves + MOVES_BETWEEN
    _wait(lambda: playing.party.moves >= enough, playing, LONGEST_PAUSE, else_wrong)


def _wrong(party: Party) -> list[str]:
    return [
        fault
        for game in party.games
        for fault in (faults_of(game) if game.record else [f"{game.table}: never ended"])
    ]


def _wait(true: Callable[[], bool], playing: "_Thread", seconds: float, else_wrong: str) -> None:
    end = time.monotonic() + seconds
    while not true() and playing.is_alive():
        if time.monotonic() > end:
            raise Stuck(else_wrong)
        time.sleep(0.1)


class _Thread(threading.Thread):
    """People play in a thread of their own: what is killed belongs to the main one."""

    def __init__(self, party: Party) -> None:
        super().__init__(daemon=True)
        self.party = party
        self._error: BaseException | None = None

    def run(self) -> None:
        try:
            asyncio.run(self.party.play())
        except BaseException as error:
            self._error = error

    def trouble(self) -> list[str]:
        """What went wrong there."""
        if self.is_alive():
            return ["some games did not end in time"]
        errors = self._error.exceptions if isinstance(self._error, BaseExceptionGroup) else [self._error]
        return [repr(error) for error in errors if error is not None]
