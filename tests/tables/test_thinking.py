"""Bots in worker processes, as the tables use them."""

import asyncio

import pytest

import ludotheque
from ludotheque.core.errors import Refusal
from ludotheque.core.view import View
from ludotheque.tables.thinking import Thinkers
from ludotheque.workers import WorkerFailed


def a_view() -> View:
    state = ludotheque.game("feurio", players=2).new(seed=1)
    state.play(state.moves()[0])
    return state.view(state.seat)


@pytest.mark.slow
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
        finally:
            thinkers.stop()

    asyncio.run(story())


@pytest.mark.slow
def test_a_thought_that_nobody_waits_for_any_more_harms_nobody() -> None:
    async def story() -> None:
        thinkers = Thinkers(1)
        try:
            first = asyncio.create_task(thinkers.consider(a_view(), person="Ada"))
            second = asyncio.create_task(thinkers.choose("expert", a_view(), table="a", host="Ada"))
            await asyncio.sleep(0)
            first.cancel()
            second.cancel()
            assert await thinkers.choose("novice", a_view(), table="b", host="Bo")
        finally:
            thinkers.stop()

    asyncio.run(story())


@pytest.mark.slow
def test_a_view_that_is_not_to_be_decided_on_is_refused_from_afar() -> None:
    async def story() -> None:
        thinkers = Thinkers(1)
        try:
            with pytest.raises(Refusal, match="seat 1 is not to move"):
                view = ludotheque.game("feurio", players=2).new(seed=1).view(1)
                await thinkers.choose("novice", view, table="a", host="Ada")
        finally:
            thinkers.stop()

    asyncio.run(story())


@pytest.mark.slow
def test_stopping_ends_a_thought() -> None:
    async def story() -> None:
        thinkers = Thinkers(1)
        await thinkers.compiled("feurio", "bots")
        thinking = asyncio.create_task(thinkers.choose("expert", a_view(), table="a", host="Ada"))
        await asyncio.sleep(0)
        thinkers.stop()
        with pytest.raises((WorkerFailed, asyncio.CancelledError)):
            await thinking

    asyncio.run(story())
