"""Bots in worker processes, as the tables use them."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

import ludotheque
from ludotheque.core.errors import Refusal
from ludotheque.core.view import View
from ludotheque.tables.errors import TooMuch
from ludotheque.tables.thinking import HINT, Thinkers, ThinkingLimits, Usage
from ludotheque.workers import WorkerFailed

pytestmark = pytest.mark.slow
QUICK = ThinkingLimits(round=1.0, shortest=0.02)


def a_view() -> View:
    state = ludotheque.game("feurio", players=2).new(seed=1)
    state.play(state.moves()[0])
    return state.view(state.seat)


@asynccontextmanager
async def thinking(limits: ThinkingLimits | None = None) -> AsyncIterator[Thinkers]:
    """One worker, ready to think."""
    thinkers = Thinkers(1, limits)
    try:
        await thinkers.compiled("feurio", "bots")
        yield thinkers
    finally:
        thinkers.stop()


async def begun(thinkers: Thinkers, number: int) -> None:
    """Wait until somebody thinks and so many wait."""
    async with asyncio.timeout(60):
        while (thinkers.thinking, thinkers.waiting) != (1, number):
            await asyncio.sleep(0.01)


def test_thinkers_wake_up_choose_and_consider() -> None:
    async def story() -> None:
        thinkers = Thinkers(2)
        try:
            view = a_view()
            _, chosen, thoughts = await asyncio.gather(
                thinkers.warm(),
                thinkers.choose("novice", view, table="a", host="Ada"),
                thinkers.consider(view, person="Bo"),
            )
            legal = [str(move) for move in view.moves()]
            assert chosen in legal
            assert {thought.move for thought in thoughts} <= set(legal)
            assert len(thoughts) == len({thought.move for thought in thoughts}) <= 4
            await thinkers.compiled("feurio", "rules")
            assert thinkers.thoughts == {"novice": 1, HINT: 1}
            assert thinkers.seconds_thought[HINT] > 0
            assert thinkers.seconds_thought["novice"] > 0
            assert (thinkers.waiting, thinkers.thinking, thinkers.workers_replaced) == (0, 0, 0)
        finally:
            thinkers.stop()

    asyncio.run(story())


def test_a_view_that_is_not_to_be_decided_on_is_refused_from_afar() -> None:
    async def story() -> None:
        async with thinking() as thinkers:
            view = ludotheque.game("feurio", players=2).new(seed=1).view(1)
            with pytest.raises(Refusal, match="seat 1 is not to move"):
                await thinkers.choose("novice", view, table="a", host="Ada")

    asyncio.run(story())


def test_stopping_ends_a_thought() -> None:
    async def story() -> None:
        async with thinking() as thinkers:
            tasks = [
                asyncio.create_task(thinkers.choose("expert", a_view(), table=f"{k}", host="Ada"))
                for k in range(3)
            ]
            await begun(thinkers, 2)
            thinkers.stop()
            for ended in await asyncio.gather(*tasks, return_exceptions=True):
                assert isinstance(ended, WorkerFailed | asyncio.CancelledError)

    asyncio.run(story())


def test_sixty_hints_asked_and_dropped_keep_nobody_waiting() -> None:
    async def story() -> None:
        async with thinking() as thinkers:
            hints = [
                asyncio.create_task(thinkers.consider(a_view(), person=f"{number % 20}"))
                for number in range(60)
            ]
            await begun(thinkers, 59)
            for hint in hints:
                hint.cancel()
            await thinkers.choose("novice", a_view(), table="elsewhere", host="Bo")
            assert thinkers.dropped == 60
            assert thinkers.thoughts[HINT] <= 1, "the one that had begun stopped early"
            assert thinkers.seconds_thought[HINT] < 1.5
            assert (thinkers.waiting, thinkers.thinking) == (0, 0)

    asyncio.run(story())


def test_hints_that_are_waited_for_are_in_their_askers_share() -> None:
    async def story() -> None:
        async with thinking(QUICK) as thinkers:
            hints = [asyncio.create_task(thinkers.consider(a_view(), person="Ada")) for _ in range(3)]
            await begun(thinkers, 2)
            with pytest.raises(TooMuch, match="still thinks about your other hints"):
                await thinkers.consider(a_view(), person="Ada")
            await thinkers.choose("novice", a_view(), table="elsewhere", host="Bo")
            assert thinkers.thoughts[HINT] <= 1, "Bo has had less than Ada"
            await asyncio.gather(*hints)

    asyncio.run(story())


def test_bots_of_tables_that_nobody_looks_at_come_last() -> None:
    async def story() -> None:
        async with thinking() as thinkers:
            unseen = [
                asyncio.create_task(
                    thinkers.choose("expert", a_view(), table=f"{k}", host=f"{k}", watched=lambda: False)
                )
                for k in range(240)
            ]
            await begun(thinkers, 239)
            for number in range(5):
                before = thinkers.thoughts["expert"]
                await thinkers.choose("novice", a_view(), table="elsewhere", host="Bo")
                assert thinkers.thoughts["expert"] - before <= 1, f"move {number}"
            for task in unseen:
                task.cancel()

    asyncio.run(story())


def test_a_hundred_experts_do_not_keep_the_next_waiting_and_it_is_told_how_long() -> None:
    told: list[float | None] = []

    async def story() -> None:
        async with thinking(QUICK) as thinkers:
            await thinkers.choose("expert", a_view(), table="a", host="Ada")
            tasks = [
                asyncio.create_task(thinkers.choose("expert", a_view(), table=f"{k}", host=f"{k}"))
                for k in range(100)
            ]
            await begun(thinkers, 99)
            await thinkers.choose("expert", a_view(), table="next", host="Bo", on_wait=told.append)
            assert thinkers.thoughts["expert"] <= 102, "after one turn of everybody else"
            for task in tasks:
                task.cancel()

    asyncio.run(story())
    assert told[-1:] in ([None], []), "when it thinks nobody is told any more"
    assert all(seconds is not None and 0 < seconds < 30 for seconds in told[:-1])


def test_whoever_waits_long_is_told_so_and_is_told_when_it_is_over() -> None:
    told: list[float | None] = []

    async def story() -> None:
        async with thinking(ThinkingLimits(tell=0.01)) as thinkers:
            first = [
                asyncio.create_task(thinkers.consider(a_view(), person=person))
                for person in ("Ada", "Cy", "Di")
            ]
            await begun(thinkers, 2)
            await thinkers.choose("novice", a_view(), table="a", host="Bo", on_wait=told.append)
            await asyncio.gather(*first)

    asyncio.run(story())
    *seconds, over = told
    assert over is None
    assert seconds
    assert all(second is not None and second > 0 for second in seconds)


def test_thinking_is_bounded_for_each_person() -> None:
    async def story() -> None:
        async with thinking(ThinkingLimits(hints=0.01, bots=0.01, shortest=0.05)) as thinkers:
            await thinkers.consider(a_view(), person="Ada")
            with pytest.raises(
                TooMuch, match="many hints in the last minute; ask again in [0-9]+ s"
            ) as refused:
                await thinkers.consider(a_view(), person="Ada")
            assert refused.value.status == 429
            await thinkers.consider(a_view(), person="Bo")
            await thinkers.choose("expert", a_view(), table="a", host="Ada")
            usual = thinkers.seconds_thought["expert"]
            await thinkers.choose("expert", a_view(), table="a", host="Ada")
            assert thinkers.seconds_thought["expert"] - usual < usual, "it has had its share: briefly now"

    asyncio.run(story())


def test_what_was_used_fades_away(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    usage = Usage()
    usage.add("Ada", 30.0)
    usage.add("Ada", 10.0)
    assert usage.of("Ada") == 40.0
    assert usage.of("Bo") == 0.0
    now += 60.0
    assert 14.0 < usage.of("Ada") < 15.0
    now += 600.0
    for number in range(2000):
        usage.add(f"{number}", 0.001)
    assert len(usage._used) < 1100, "nobody is remembered for next to nothing"


def test_what_was_thought_elsewhere_counts_here() -> None:
    async def story() -> None:
        async with thinking(QUICK) as thinkers:
            told: list[tuple[str, bool]] = []
            thinkers.on_used = lambda person, _seconds, hint: told.append((person, hint))
            await thinkers.consider(a_view(), person="Ada")
            await thinkers.choose("novice", a_view(), table="a", host="Bo")
            assert told == [("Ada", True), ("Bo", False)]
            thinkers.hear_used("Ada", 1000.0, hint=True)
            with pytest.raises(TooMuch, match="many hints"):
                await thinkers.consider(a_view(), person="Ada")
            thinkers.colleagues.hear("other", 0.0, {"Bo": QUICK.hints_at_once})
            with pytest.raises(TooMuch, match="your other hints"):
                await thinkers.consider(a_view(), person="Bo")
            thinkers.colleagues.forget("other")
            assert await thinkers.consider(a_view(), person="Bo")

    asyncio.run(story())


def test_what_would_wait_for_long_goes_where_there_is_time() -> None:
    async def story() -> None:
        async with thinking(ThinkingLimits(round=30.0)) as thinkers:
            thinkers.colleagues.hear("busy", 50.0, {})
            thinkers.colleagues.hear("idle", 0.0, {})
            assert thinkers.idler_process("expert") is None, "there is time here"
            asked = [
                asyncio.create_task(thinkers.choose("expert", a_view(), table=str(k), host="Ada"))
                for k in range(4)
            ]
            await begun(thinkers, 3)
            sent = [thinkers.idler_process("expert") for _ in range(20)]
            assert sent[0] == "idle"
            assert sent[-1] is None, "what was sent there has to wait there too"
            for task in asked:
                task.cancel()
            await asyncio.gather(*asked, return_exceptions=True)

    asyncio.run(story())


def forced_view() -> View:
    """The last card of a hand: there is nothing to think about."""
    state = ludotheque.game("fou", players=4, rounds=1).new(seed=1)
    while len(state.moves()) > 1:
        state.play(state.moves()[0])
    return state.view(state.seat)


def test_the_time_of_an_answer_does_not_tell_whether_there_was_a_choice() -> None:
    async def story() -> None:
        async with thinking(ThinkingLimits(round=0.8, shortest=0.02)) as thinkers:
            for level, least in (("expert", 0.5), ("novice", 0.0)):
                began = time.monotonic()
                await thinkers.choose(level, forced_view(), table="a", host="Ada", steady=True)
                assert time.monotonic() - began >= least

    asyncio.run(story())
