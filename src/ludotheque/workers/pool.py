"""The pool: a queue of tasks, and a few processes that do them.

A task is a function of a module and arguments that can be pickled. `Pool.submit` promises its result as a
`concurrent.futures.Future`: a plain loop waits for it with ``result()``, asyncio with
``asyncio.wrap_future``, ``cancel()`` takes back a task that nobody has begun, and `Pool.drop` lets one stop
that somebody has. A thread for each process hands it one task after the other; a process that dies is
replaced, and its task is begun once more.
"""

import atexit
import os
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future
from dataclasses import dataclass, field
from itertools import count, islice
from queue import SimpleQueue
from types import TracebackType
from typing import Any, TypeVar, TypeVarTuple

from ludotheque.core.errors import Refusal
from ludotheque.workers.process import Worker, WorkerDied, WorkerFailed

Result = TypeVar("Result")
Arguments = TypeVarTuple("Arguments")

_TRIES = 3  # of a task whose worker dies
_WAITING = 2  # tasks in the queue for each worker while `as_finished` goes on
_UNREAD = 16  # results for each worker that `in_order` holds because an earlier one is not there yet


def cores() -> int:
    """How many processes can work at once on this machine."""
    return os.cpu_count() or 1


@dataclass
class _Task:
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    worker: int | None  # who must do it; None: whoever is free
    future: Future[Any] = field(default_factory=Future)


class Pool:
    """*workers* processes (one for each core if left out), started with the first task.

    One of them says so if it has to compile for long, unless the pool is *quiet*.

    >>> from ludotheque.workers import Pool
    >>> with Pool(2) as pool:  # in a script, under ``if __name__ == "__main__":``
    ...     list(pool.in_order(divmod, [(7, 2), (9, 4)]))
    [(3, 1), (2, 1)]
    """

    def __init__(self, workers: int | None = None, *, quiet: bool = False) -> None:
        self.workers = workers or cores()
        self._queue: deque[_Task] = deque()
        self._changed = threading.Condition()
        self._crew: dict[int, Worker] = {}
        self._begun: dict[Future[Any], tuple[int, int]] = {}  # who does it, and its number
        self._numbers = count()
        self.deaths = 0  # workers that ended by themselves, and were replaced
        self._threads: list[threading.Thread] = []
        self._closed = False
        self._quiet = quiet

    def submit(self, function: Callable[[*Arguments], Result], *arguments: *Arguments) -> "Future[Result]":
        """Let some worker do this."""
        (future,) = self._enqueue(_Task(function, arguments, None))
        return future

    def submit_to_each(
        self, function: Callable[[*Arguments], Result], *arguments: *Arguments
    ) -> list["Future[Result]"]:
        """Let every worker do this once."""
        return self._enqueue(*(_Task(function, arguments, number) for number in range(self.workers)))

    def _enqueue(self, *tasks: _Task) -> list["Future[Any]"]:
        with self._changed:
            if self._closed:
                raise Refusal("this pool of workers is closed; open another")
            self._start_threads()
            self._queue.extend(tasks)
            self._changed.notify_all()
        return [task.future for task in tasks]

    def drop(self, future: "Future[Any]") -> None:
        """Nobody waits for this any more: it is not begun, or stops as soon as it can (`nobody_waits`)."""
        if future.cancel():
            return
        with self._changed:
            worker, number = self._begun.get(future, (None, 0))
            if worker in self._crew:
                self._crew[worker].drop(number)

    def as_finished(
        self, function: Callable[[*Arguments], Result], calls: Iterable[tuple[*Arguments]]
    ) -> Generator[Result, None, None]:
        """The results of *function* for all *calls*, each as soon as it is there."""
        finished: SimpleQueue[Future[Result]] = SimpleQueue()
        left, pending = iter(calls), set[Future[Result]]()
        try:
            while True:
                for arguments in islice(left, self.workers * (1 + _WAITING) - len(pending)):
                    future = self.submit(function, *arguments)
                    pending.add(future)
                    future.add_done_callback(finished.put)
                if not pending:
                    return
                future = finished.get()
                pending.discard(future)
                yield future.result()
        finally:
            for future in pending:
                future.cancel()

    def in_order(
        self, function: Callable[[*Arguments], Result], calls: Iterable[tuple[*Arguments]]
    ) -> Generator[Result, None, None]:
        """The results of *function* for all *calls*, in the order of the calls."""
        left, pending = iter(calls), deque[Future[Result]]()
        try:
            while True:
                for arguments in islice(left, self.workers * _UNREAD - len(pending)):
                    pending.append(self.submit(function, *arguments))
                if not pending:
                    return
                yield pending.popleft().result()
        finally:
            for future in pending:
                future.cancel()

    def close(self) -> None:
        """End the processes at once; whoever still waits for a result gets an error."""
        with self._changed:
            self._closed = True
            waiting = list(self._queue)
            self._queue.clear()
            for worker in self._crew.values():
                worker.end()
            self._changed.notify_all()
        for task in waiting:
            task.future.cancel()
        for thread in self._threads:
            thread.join()
        atexit.unregister(self.close)

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _start_threads(self) -> None:
        if not self._threads:
            atexit.register(self.close)  # before multiprocessing's own, which waits for every process
            for number in range(self.workers):
                thread = threading.Thread(target=self._attend, args=(number,), daemon=True)
                self._threads.append(thread)
                thread.start()

    # What follows happens in the threads

    def _attend(self, number: int) -> None:
        """Hand worker *number* one task after the other until the pool closes."""
        try:
            while (task := self._next(number)) is not None:
                if task.future.set_running_or_notify_cancel():
                    self._do(number, task)
                    with self._changed:
                        self._begun.pop(task.future, None)
        finally:
            self._dismiss(number)

    def _next(self, number: int) -> _Task | None:
        """Wait for a task that worker *number* may do; None when the pool closes."""
        with self._changed:
            while not self._closed:
                for task in self._queue:
                    if task.worker in (None, number):
                        self._queue.remove(task)
                        return task
                self._changed.wait()
        return None

    def _do(self, number: int, task: _Task) -> None:
        for _ in range(_TRIES):
            try:
                worker = self._worker(number)
                result = worker.do(self._begin(number, task), (task.function, task.arguments))
            except WorkerDied as death:
                self._dismiss(number)
                self.deaths += not self._closed
                why = (
                    "the pool of workers was closed"
                    if self._closed
                    else f"{death}, {_TRIES} times over the same task"
                )
                error: BaseException = WorkerFailed(why)
                if self._closed:
                    break
            except BaseException as raised:
                error = raised
                break
            else:
                task.future.set_result(result)
                return
        task.future.set_exception(error)

    def _begin(self, worker: int, task: _Task) -> int:
        """A number for a task that is being begun."""
        with self._changed:
            number = next(self._numbers)
            self._begun[task.future] = worker, number
            return number

    def _worker(self, number: int) -> Worker:
        """The process of that number, started if there is none."""
        if number not in self._crew:
            worker = Worker(quiet=self._quiet or number > 0)
            with self._changed:
                self._crew[number] = worker
                if self._closed:
                    worker.end()
        return self._crew[number]

    def _dismiss(self, number: int) -> None:
        with self._changed:
            worker = self._crew.pop(number, None)
        if worker is not None:
            worker.bury()
