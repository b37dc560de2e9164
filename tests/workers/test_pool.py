"""The pool: every task is done once, whatever becomes of the processes."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from pathlib import Path

import pytest

from ludotheque.core.errors import BadOption, Refusal
from ludotheque.workers import Pool, WorkerFailed
from tests.workers import chores

pytestmark = pytest.mark.slow

LONG = 60.0  # seconds in which anything must have happened


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    with Pool(2) as opened:
        yield opened


def eventually(true: Callable[[], bool]) -> None:
    end = time.monotonic() + LONG
    while not true():
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.01)


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"


def test_results_come_in_the_order_of_the_calls_or_as_they_finish(pool: Pool) -> None:
    calls = [(number,) for number in range(100)]
    assert list(pool.in_order(chores.double, calls)) == [2 * number for number in range(100)]
    assert sorted(pool.as_finished(chores.double, calls)) == [2 * number for number in range(100)]
    assert list(pool.in_order(chores.double, [])) == list(pool.as_finished(chores.double, [])) == []


def test_a_result_does_not_wait_for_a_slower_one(pool: Pool, tmp_path: Path) -> None:
    late = tmp_path / "late"
    finished = pool.as_finished(chores.wait_for, [(late,), (Path(__file__),)])
    assert next(finished) == Path(__file__).read_text()
    late.write_text("late")
    assert list(finished) == ["late"]


def test_every_worker_does_what_is_for_each(pool: Pool) -> None:
    processes = {future.result(LONG) for future in pool.submit_to_each(chores.whoami)}
    assert len(processes) == 2
    assert os.getpid() not in processes


def test_asyncio_waits_without_blocking(pool: Pool) -> None:
    async def story() -> list[int]:
        futures = [asyncio.wrap_future(pool.submit(chores.double, number)) for number in range(5)]
        return await asyncio.gather(*futures)

    assert asyncio.run(story()) == [0, 2, 4, 6, 8]


def test_work_that_nobody_waits_for_is_never_begun(tmp_path: Path) -> None:
    started, goes_on, unwanted = tmp_path / "started", tmp_path / "goes_on", tmp_path / "unwanted"
    with Pool(1) as alone:
        first = alone.submit(chores.note_start_and_wait, started, goes_on)
        second = alone.submit(chores.note_start_and_wait, unwanted, goes_on)
        eventually(started.exists)
        assert not first.cancel(), "it has begun"
        assert second.cancel()
        goes_on.write_text("on")
        assert first.result(LONG) == "on"
        assert alone.submit(chores.double, 1).result(LONG) == 2
    assert not unwanted.exists()


def test_work_that_nobody_waits_for_any_more_can_stop(pool: Pool, tmp_path: Path) -> None:
    first = pool.submit(chores.note_start_and_wait_while_wanted, tmp_path / "first")
    second = pool.submit(chores.note_start_and_wait_while_wanted, tmp_path / "second")
    eventually(lambda: (tmp_path / "first").exists() and (tmp_path / "second").exists())
    pool.drop(first)
    assert first.result(LONG) == "stopped early"
    assert not second.done(), "somebody waits for this one"
    third = pool.submit(chores.wait_for, tmp_path / "goes_on")
    pool.drop(first)  # once more: it harms no other
    pool.drop(second)
    assert second.result(LONG) == "stopped early"
    (tmp_path / "goes_on").write_text("on")
    assert third.result(LONG) == "on"
    pool.drop(third)
    assert pool.submit(chores.double, 1).result(LONG) == 2


def test_a_worker_that_is_killed_is_replaced_and_its_task_done_again(pool: Pool, tmp_path: Path) -> None:
    before, started, goes_on = pool.deaths, tmp_path / "started", tmp_path / "goes_on"
    task = pool.submit(chores.note_start_and_wait, started, goes_on)
    eventually(lambda: started.exists() and started.read_text() != "")
    os.kill(int(started.read_text()), signal.SIGKILL)
    goes_on.write_text("on")
    assert task.result(LONG) == "on"
    for process in {future.result(LONG) for future in pool.submit_to_each(chores.whoami)}:
        os.kill(process, signal.SIGKILL)  # while they have nothing to do
    assert list(pool.in_order(chores.double, [(number,) for number in range(4)])) == [0, 2, 4, 6]
    assert pool.deaths > before


def test_a_refusal_comes_back_as_it_was_raised(pool: Pool) -> None:
    with pytest.raises(BadOption, match="^this cannot be done$"):
        pool.submit(chores.refuse).result(LONG)


@pytest.mark.parametrize(
    ("chore", "message"),
    [(chores.break_down, "KeyError: 'a bug'"), (chores.unpicklable, "pickle")],
)
def test_a_bug_comes_back_with_its_traceback(pool: Pool, chore: Callable[[], object], message: str) -> None:
    with pytest.raises(WorkerFailed, match=message):
        pool.submit(chore).result(LONG)
    assert pool.submit(chores.double, 4).result(LONG) == 8


def test_a_worker_that_dies_is_replaced_and_its_task_done_again(pool: Pool, tmp_path: Path) -> None:
    assert pool.submit(chores.die_once, tmp_path / "died").result(LONG) == "done"
    with pytest.raises(WorkerFailed, match="^a worker ended with exit code 7, 3 times over the same task$"):
        pool.submit(chores.die).result(LONG)
    processes = {future.result(LONG) for future in pool.submit_to_each(chores.whoami)}
    assert len(processes) == 2


def test_closing_ends_what_is_being_done(tmp_path: Path) -> None:
    started, never = tmp_path / "started", tmp_path / "never"
    closed = Pool(1)
    running = closed.submit(chores.note_start_and_wait, started, never)
    waiting = closed.submit(chores.double, 1)
    eventually(lambda: started.exists() and started.read_text() != "")
    closed.close()
    with pytest.raises(WorkerFailed, match="the pool of workers was closed"):
        running.result(0)
    with pytest.raises(CancelledError):
        waiting.result(0)
    assert not alive(int(started.read_text()))
    with pytest.raises(Refusal, match="this pool of workers is closed"):
        closed.submit(chores.double, 1)
    closed.close()


def in_a_script(body: str, folder: Path) -> "subprocess.Popen[str]":
    script = folder / "script.py"
    script.write_text(
        "from pathlib import Path\nfrom ludotheque.workers import Pool\nfrom tests.workers import chores\n"
        f"here = Path({str(folder)!r})\nif __name__ == '__main__':\n{body}"
    )
    return subprocess.Popen(
        [sys.executable, script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}, start_new_session=True,
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_workers_end_with_their_parent(how: signal.Signals, tmp_path: Path) -> None:
    body = (
        "    pool = Pool(1)\n"
        "    pool.submit(chores.note_start_and_wait, here / 'started', here / 'never').result()\n"
    )
    started = tmp_path / "started"
    with in_a_script(body, tmp_path) as parent:
        eventually(lambda: started.exists() and started.read_text() != "")
        worker = int(started.read_text())
        assert alive(worker)
        if how is signal.SIGINT:
            os.killpg(parent.pid, how)  # as a terminal does: the worker gets it, too
        else:
            parent.send_signal(how)
        _, said = parent.communicate(timeout=LONG)
        eventually(lambda: not alive(worker))
        assert said.count("Traceback") == (how is signal.SIGINT), "the parent's own, nothing of a worker"


@pytest.mark.slow
def test_a_pool_that_nobody_closed_does_not_hold_up_the_end(tmp_path: Path) -> None:
    with in_a_script("    print(Pool(2).submit(chores.double, 3).result())\n", tmp_path) as script:
        assert script.communicate(timeout=LONG) == ("6\n", "")
    assert script.returncode == 0
