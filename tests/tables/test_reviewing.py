"""Reviews at the tables: made once in the workers, kept, resumed after a restart."""

import asyncio
from pathlib import Path

import pytest

import ludotheque
from ludotheque.core.record import Record
from ludotheque.reviews import decisions_of
from ludotheque.tables.archive import keep
from ludotheque.tables.errors import NotNow, TooMuch
from ludotheque.tables.reviewing import Progress
from ludotheque.tables.service import TableService
from ludotheque.tables.thinking import REVIEW
from tests.reviews.test_judging import BLUNDERS, GOLDEN, on_line
from tests.tables.tables import ADA, BO
from tests.tables.test_service import open_table, run, serving

pytestmark = pytest.mark.slow

KUHN, CONNECT_FOUR = on_line(BLUNDERS, 4), on_line(GOLDEN / "connect_four.jsonl", 6)


async def kept(tables: TableService, record: Record) -> str:
    await tables.load_game(record.game.name)
    return (await keep(tables.storage, record)).table


async def until(tables: TableService, id: str, judged: int) -> Progress:
    """Wait until so many decisions are judged; no longer, as the next is soon judged too."""
    async with asyncio.timeout(120):
        while (progress := await tables.review(id)).judged < judged:
            await asyncio.sleep(0)
    return progress


def test_a_review_is_that_of_the_record_and_made_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path / "t.sqlite") as tables:
            id = await kept(tables, KUHN)
            begun = await tables.begin_review(id, ADA)
            assert (begun.judged, begun.decisions, begun.review) == (0, 2, None)
            await tables.begin_review(id, BO)
            done = await until(tables, id, 2)
            assert done.review is not None
            assert done.review.to_dict() == ludotheque.review(KUHN).to_dict()
            assert (await tables.begin_review(id, ADA)).review == done.review
            assert tables.thinkers.thoughts[REVIEW] == 2
        async with serving(tmp_path / "t.sqlite") as tables:
            assert (await tables.begin_review(id, ADA)).review == done.review
            assert tables.thinkers.thoughts[REVIEW] == 0

    run(story)


def test_after_a_restart_a_review_goes_on_where_it_was(tmp_path: Path) -> None:
    total = len(list(decisions_of(CONNECT_FOUR)))

    async def story() -> None:
        async with serving(tmp_path / "t.sqlite") as tables:
            id = await kept(tables, CONNECT_FOUR)
            await tables.begin_review(id, ADA)
            await until(tables, id, 1)
        async with serving(tmp_path / "t.sqlite") as tables:
            before = (await tables.review(id)).judged
            assert 0 < before < total
            await tables.begin_review(id, ADA)
            assert (await until(tables, id, total)).review is not None
            assert tables.thinkers.thoughts[REVIEW] == total - before

    run(story)


def test_a_running_game_is_not_reviewed(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path / "t.sqlite") as tables:
            id = (await open_table(tables, "kuhn_poker", "me", "me", players=2)).table.id
            for ask in (tables.begin_review(id, ADA), tables.review(id)):
                with pytest.raises(NotNow, match="give everything away"):
                    await ask
            await tables.act(id, lambda table, now: table.resign(now, ADA))
            with pytest.raises(NotNow, match="given up"):
                await tables.begin_review(id, ADA)

    run(story)


def test_somebody_may_wait_for_two_reviews_at_once(tmp_path: Path) -> None:
    golden = [on_line(GOLDEN / "connect_four.jsonl", line) for line in (1, 2, 3)]

    async def story() -> None:
        async with serving(tmp_path / "t.sqlite") as tables:
            first, second, third = [await kept(tables, record) for record in golden]
            await tables.begin_review(first, ADA)
            await tables.begin_review(second, ADA)
            with pytest.raises(TooMuch, match="two reviews"):
                await tables.begin_review(third, ADA)
            await tables.begin_review(third, BO)

    run(story)
