"""Bots that think in worker processes, so that no table waits for another's.

If more bots want to think than there are workers, everybody gets a fair share (shares.py), and everybody
thinks for a shorter time, so that all have had a turn within a few seconds. What nobody waits for any more is
dropped: it is not begun, or stops.
"""

import asyncio
import logging
import math
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, TypeVar, TypeVarTuple

from ludotheque.bots import bot
from ludotheque.bots.levels import LEVELS
from ludotheque.bots.search import SearchBot
from ludotheque.bots.searcher import Limits
from ludotheque.core.errors import Refusal
from ludotheque.core.game import Game
from ludotheque.core.move import Move
from ludotheque.core.state import State
from ludotheque.core.view import View
from ludotheque.i18n.language import SHARED
from ludotheque.reviews import Judgement, judge, usual_simulations
from ludotheque.tables.colleagues import Colleagues
from ludotheque.tables.errors import TooMuch
from ludotheque.tables.loading import playable
from ludotheque.tables.shares import FairQueue, Turn
from ludotheque.workers import Pool, WorkerFailed, nobody_waits
from ludotheque.workers.warming import What, compile_game

_ = SHARED.text
log = logging.getLogger(__name__)
Answer = TypeVar("Answer")
Arguments = TypeVarTuple("Arguments")

HINT, REVIEW = "hint", "review"  # counted beside the levels
REVIEW_SEED = 0  # as `ludotheque review` has it: the record gives the same review
_FEW = 4  # moves in a hint
_AT_TABLES: tuple[What, ...] = ("rules", "bots")  # that are used
_MINUTE = 60.0  # seconds
_GUESS = 1.0  # seconds that a thought takes of which nothing is known yet
_WORTH = 1.0  # seconds that a thought must begin sooner elsewhere
_STEADY = 0.5  # seconds for each move of a steady bot: most thoughts end sooner, and nobody waits for long
_LESSON = 0.1  # how much the newest thought counts in what the next is expected to take


@dataclass(frozen=True)
class ThinkingLimits:
    """How much bots think, in seconds, and in how many processes."""

    workers: int | None = None  # processes; None: one for each core
    hints: float = 40.0  # that a person may have in a minute; then they have to wait
    bots: float = 60.0  # that the tables of a host get in a minute; then they come last, and think briefly
    hints_at_once: int = 3  # that a person may wait for
    round: float = 4.0  # in which everybody who waits shall have had a turn
    shortest: float = 0.1  # thought, however many wait
    tell: float = 2.0  # waited, after which people are told of it, and then again and again


@dataclass(frozen=True)
class Thought:
    """A move that the expert considered."""

    move: str
    games: int  # imagined, that began with it
    win_chance: float


class Usage:
    """What everybody has used in the last minute, fading away."""

    def __init__(self) -> None:
        self._used: dict[str, tuple[float, float]] = {}  # seconds, and when that was so

    def add(self, person: str, seconds: float) -> None:
        """Somebody has used a little more."""
        if len(self._used) > 1000:  # forget whoever has used next to nothing
            self._used = {key: self._used[key] for key in self._used if self.of(key) > 0.01}
        self._used[person] = self.of(person) + seconds, time.monotonic()

    def of(self, person: str) -> float:
        """What somebody has used."""
        seconds, since = self._used.get(person, (0.0, 0.0))
        return seconds * math.exp((since - time.monotonic()) / _MINUTE)


@dataclass(eq=False)
class _Task:
    """A thought that is wanted."""

    turn: Turn
    kind: str  # the bot's level, or HINT
    usage: Usage
    think: Callable[[float], tuple[Any, float]]  # within so many seconds: the answer, and what it took
    answer: "asyncio.Future[Any]"
    asked: float
    begun: float = 0.0
    longest: float = math.inf  # seconds that it may ever think
    most: float = 0.0  # seconds that it may think, as many wait
    work: "Future[Any] | None" = None  # at the pool


class Thinkers:
    """Worker processes for all tables of a server.

    The numbers that tell how busy they are can be read at any time: `waiting`, `thinking`, `thoughts`, …
    Where several processes serve the same tables, each tells the others what was used (`on_used`,
    `hear_used`) and how busy it is (`colleagues`): a person has one share, wherever bots think for them.
    """

    def __init__(self, workers: int | None = None, limits: ThinkingLimits | None = None) -> None:
        self.limits = limits or ThinkingLimits()
        self._pool = Pool(workers or self.limits.workers, quiet=True)
        self._compiling: dict[tuple[str, What], asyncio.Future[None]] = {}
        self._queue = FairQueue()
        self._tasks: dict[Turn, _Task] = {}  # that wait or are thought
        self._bots, self._hints, self._reviews = Usage(), Usage(), Usage()
        self._usual: dict[str, float] = {}  # seconds that a thought of a kind takes
        self._asking = Counter[str]()  # for hints, by person
        self._thinking = 0
        self._stopped = False
        self.colleagues = Colleagues()
        self.on_used: Callable[[str, float, bool], None] = lambda _person, _seconds, _hint: None
        self.thoughts = Counter[str]()  # that ended, by level, and hints
        self.seconds_thought = defaultdict[str, float](float)
        self.seconds_waited = defaultdict[str, float](float)
        self.dropped = 0  # thoughts that nobody waited for any more

    # How busy they are

    @property
    def waiting(self) -> int:
        """Thoughts that have not begun."""
        return len(self._queue)

    @property
    def thinking(self) -> int:
        """Thoughts that go on."""
        return self._thinking

    @property
    def workers(self) -> int:
        """How many can go on at once."""
        return self._pool.workers

    @property
    def workers_replaced(self) -> int:
        """Processes that died by themselves."""
        return self._pool.deaths

    @property
    def wait(self) -> float:
        """In about how many seconds another thought would begin, with nobody's share looked at."""
        ahead = self.waiting + self.thinking + 1 - self.workers
        return ahead * self._usual_share() / self.workers if ahead > 0 else 0.0

    @property
    def hints_asked(self) -> dict[str, int]:
        """The hints that people wait for here."""
        return dict(self._asking)

    def _wait_of(self, turn: Turn) -> float:
        """In about how many seconds a turn that waits begins."""
        return (self._queue.ahead_of(turn) + 1) * self._usual_share() / self.workers

    def _usual_share(self) -> float:
        """About how long those take that are wanted now, each."""
        seconds = [min(task.turn.seconds, self._share()) for task in self._tasks.values()]
        return sum(seconds) / max(len(seconds), 1)

    # Other processes

    def idler_process(self, level: str) -> str | None:
        """A process in which a bot would begin to think much sooner than here."""
        wait = self.wait
        if wait < _WORTH:
            return None
        return self.colleagues.idler_than(wait - _WORTH, self._usual.get(level, _GUESS))

    def hear_used(self, person: str, seconds: float, hint: bool) -> None:
        """Bots of another process have thought in somebody's share."""
        (self._hints if hint else self._bots).add(person, seconds)
        self._queue.charge(person, seconds)

    # Waking up

    async def warm(self) -> None:
        """Compile what is not yet on disk, the rules first, and let every process load all of it.

        Each process compiles one part after the other, so that a bot who has to move waits for one at most.
        A game that does not work is logged, and harms no other.
        """
        left = iter([(name, what) for what in _AT_TABLES for name in playable()])

        async def one_by_one() -> None:
            for name, what in left:
                try:
                    await self.compiled(name, what)
                except (Refusal, WorkerFailed) as error:
                    log.error("%s cannot be played by bots: %s", name, error)

        async with asyncio.TaskGroup() as group:
            for _each in range(self.workers):
                group.create_task(one_by_one())
        for name in playable():
            if (name, "bots") in self._compiling:
                await asyncio.gather(*map(asyncio.wrap_future, self._pool.submit_to_each(_load, name)))

    async def compiled(self, name: str, what: What) -> None:
        """Return when a game's rules, or its bots, are compiled and on disk, for every process to load."""
        part = name, what
        if part not in self._compiling:
            self._compiling[part] = asyncio.wrap_future(self._pool.submit(compile_game, name, what))
        try:
            await asyncio.shield(self._compiling[part])
        except (Refusal, WorkerFailed):
            self._compiling.pop(part, None)  # whoever asks next may be luckier
            raise

    async def not_twice(self, name: str, what: What) -> None:
        """If a process compiles this part of a game, wait for it: another one need not do so too."""
        if (name, what) in self._compiling:
            await self.compiled(name, what)

    # Thinking

    async def choose(
        self,
        level: str,
        view: View,
        *,
        table: str,
        host: str,
        steady: bool = False,
        watched: Callable[[], bool] = lambda: True,
        on_wait: Callable[[float | None], None] = lambda _seconds: None,
    ) -> str:
        """The move that a bot of this level plays at a *table*, in the share of its *host*.

        A *steady* bot takes equally long for every move, even if it has no choice: where cards are hidden,
        the time of an answer would tell something of them. *watched* is asked whenever somebody can begin to
        think: what nobody looks at comes last. *on_wait* is called while it waits for long, so that people
        can be told, with the seconds that this will last yet; and once with None when that is over.
        """
        await self.not_twice(view.game.name, "bots")

        def comes_last() -> bool:
            return not watched() or self._bots.of(host) > self.limits.bots

        turn = Turn(host, table, self._usual.get(level, _GUESS), comes_last)
        task = self._task(turn, level, self._bots, partial(_choose, level, view))
        steady = steady and "seconds" in LEVELS[level][1]  # others count games: always as many
        if steady:
            task.longest = _STEADY
        telling = asyncio.create_task(self._tell(turn, on_wait))
        try:
            move = str(await self._thought(task))
            if steady:
                await asyncio.sleep(max(0.0, task.begun + task.most - time.monotonic()))
            return move
        finally:
            telling.cancel()

    async def consider(self, view: View, *, person: str) -> list[Thought]:
        """What the expert thinks of the best few moves, the best first, in the share of a *person*."""
        self._check_hints(person)
        self._asking[person] += 1
        try:
            await self.not_twice(view.game.name, "bots")
            turn = Turn(person, HINT, self._usual.get(HINT, _GUESS))
            thoughts: list[Thought] = await self._thought(
                self._task(turn, HINT, self._hints, partial(_consider, view))
            )
            return thoughts
        finally:
            self._asking -= Counter([person])  # which forgets whoever asks for nothing

    async def aside(self, function: Callable[[*Arguments], Answer], *arguments: *Arguments) -> Answer:
        """Let a process do something long that is nobody's turn."""
        return await asyncio.wrap_future(self._pool.submit(function, *arguments))

    async def judge(self, state: State, move: Move, *, table: str, person: str) -> Judgement:
        """What a decision in a finished game was worth; whatever else is wanted comes first."""
        await self.not_twice(state.game.name, "bots")
        turn = Turn(person, f"{REVIEW} {table}", self._usual.get(REVIEW, _GUESS), lambda: True)
        found: Judgement = await self._thought(
            self._task(turn, REVIEW, self._reviews, partial(_judge, state, move))
        )
        return found

    def stop(self) -> None:
        """End the processes; nobody waits for their thoughts any more."""
        self._stopped = True
        for task in [*self._tasks.values()]:
            task.answer.cancel()
        self._pool.close()

    def _check_hints(self, person: str) -> None:
        if self._asking[person] + self.colleagues.hints_of(person) >= self.limits.hints_at_once:
            raise TooMuch("hints", _("the expert still thinks about your other hints; wait for them"))
        excess = self._hints.of(person) / self.limits.hints
        if excess > 1:
            seconds = math.ceil(_MINUTE * math.log(excess))
            why = _("you have had many hints in the last minute; ask again in {seconds} s", seconds=seconds)
            raise TooMuch("hints", why)

    def _task(
        self, turn: Turn, kind: str, usage: Usage, think: Callable[[float], tuple[Any, float]]
    ) -> _Task:
        answer = asyncio.get_running_loop().create_future()
        return _Task(turn, kind, usage, think, answer, time.monotonic())

    async def _thought(self, task: _Task) -> Any:
        self._tasks[task.turn] = task
        self._queue.add(task.turn)
        self._begin_more()
        try:
            return await task.answer
        finally:
            if not task.answer.done() or task.answer.cancelled():
                self._drop(task)

    def _drop(self, task: _Task) -> None:
        """Nobody waits for it any more."""
        self.dropped += 1
        if task.work is not None:
            self._pool.drop(task.work)
        elif task.turn in self._queue:
            self._queue.remove(task.turn)
            del self._tasks[task.turn]

    def _begin_more(self) -> None:
        """Let whoever is next think, if a process is free."""
        while not self._stopped and self._thinking < self.workers:
            turn = self._queue.next()
            if turn is None:
                return
            task = self._tasks[turn]
            task.begun = time.monotonic()
            self._thinking += 1
            self.seconds_waited[task.kind] += task.begun - task.asked
            task.most = self._seconds_for(task)
            task.work = self._pool.submit(task.think, task.most)
            asyncio.wrap_future(task.work).add_done_callback(partial(self._end, task))

    def _seconds_for(self, task: _Task) -> float:
        """How long a thought may take: a share of a round, or next to nothing for whoever had too much."""
        if task.kind == REVIEW:
            return math.inf  # it has always the same to do, and only when nobody else wants to think
        spent = task.kind != HINT and self._bots.of(task.turn.person) > self.limits.bots
        return min(task.longest, self.limits.shortest if spent else self._share())

    def _share(self) -> float:
        """Seconds that everybody may think now so that all have a turn within a round."""
        wanted = len(self._queue) + self._thinking
        return max(self.limits.shortest, self.limits.round * self.workers / max(wanted, 1))

    def _end(self, task: _Task, done: "asyncio.Future[tuple[Any, float]]") -> None:
        """A process is free again."""
        self._thinking -= 1
        del self._tasks[task.turn]
        seconds = min(time.monotonic() - task.begun, task.most)
        if done.cancelled() or done.exception() is not None:
            self._fail(task, done)
        else:
            answer, seconds = done.result()
            seconds = min(seconds, task.most)  # what had to be compiled first is nobody's
            self._learn(task, seconds)
            if not task.answer.done():
                task.answer.set_result(answer)
        task.usage.add(task.turn.person, seconds)
        if task.kind != REVIEW:
            self.on_used(task.turn.person, seconds, task.kind == HINT)
        self._queue.settle(task.turn, seconds)
        self._begin_more()

    def _fail(self, task: _Task, done: "asyncio.Future[Any]") -> None:
        if task.answer.done():
            return
        error = None if done.cancelled() else done.exception()
        if error is None:
            task.answer.cancel()
        else:
            task.answer.set_exception(error)

    def _learn(self, task: _Task, seconds: float) -> None:
        self.thoughts[task.kind] += 1
        self.seconds_thought[task.kind] += seconds
        usual = self._usual.setdefault(task.kind, seconds)
        self._usual[task.kind] = usual + _LESSON * (seconds - usual)

    async def _tell(self, turn: Turn, on_wait: Callable[[float | None], None]) -> None:
        """Say again and again that a turn waits for long, and then that it waits no more."""
        await asyncio.sleep(self.limits.tell)
        if turn not in self._queue:
            return
        try:
            while turn in self._queue:
                on_wait(self._wait_of(turn))
                await asyncio.sleep(self.limits.tell)
        finally:
            on_wait(None)


# What follows happens in a worker


def _load(name: str) -> None:
    for what in _AT_TABLES:
        compile_game(name, what)


@lru_cache(64)
def _bot(level: str, game: Game) -> SearchBot:
    made = bot(level, game)
    assert isinstance(made, SearchBot)
    return made


def _choose(level: str, view: View, seconds: float) -> tuple[str, float]:
    """The move, and how long that took."""
    begun = time.monotonic()
    move = _bot(level, view.game).choose(view, Limits(seconds, nobody_waits))
    return str(move), time.monotonic() - begun


def _judge(state: State, move: Move, _seconds: float) -> tuple[Judgement, float]:
    begun = time.monotonic()
    found = judge(state, move, simulations=usual_simulations(state.game), seed=REVIEW_SEED)
    return found, time.monotonic() - begun


def _consider(view: View, seconds: float) -> tuple[list[Thought], float]:
    begun = time.monotonic()
    reasons = _bot("expert", view.game).consider(view, Limits(seconds, nobody_waits))
    thoughts = [Thought(str(reason.move), reason.visits, reason.win_chance) for reason in reasons[:_FEW]]
    return thoughts, time.monotonic() - begun
