"""Games on a Ray cluster: the one that RAY_ADDRESS names, or one on this machine.

A task is a function of a module and its arguments, as for `ludotheque.workers.Pool`; whatever becomes of
Ray's workers, every task is done, and games depend on their seeds alone, so the results are the same.
"""

import os
import traceback
from collections.abc import Callable, Generator, Iterable
from itertools import islice
from types import TracebackType
from typing import Any, TypeVar, TypeVarTuple

from ludotheque.core.errors import Refusal
from ludotheque.core.extras import extra
from ludotheque.workers import WorkerFailed

Result = TypeVar("Result")
Arguments = TypeVarTuple("Arguments")

_TRIES = 5  # of a task whose worker dies
_PENDING = 4  # tasks for each processor that are at the cluster at once
_SETTINGS = {
    "RAY_AUTH_MODE": "disabled",  # else Ray writes a token into the home folder
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # else Ray warns of what it will do some day
}


class RayCluster:
    """A cluster, started with the first task unless there is one; what was started ends with the block."""

    def __init__(self) -> None:
        for name, value in _SETTINGS.items():
            os.environ.setdefault(name, value)
        with extra("ray", needed_by="--ray"):
            import ray
        self._ray: Any = ray
        self._started = False

    def __enter__(self) -> "RayCluster":
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._started:
            self._ray.shutdown()

    def as_finished(
        self, function: Callable[[*Arguments], Result], calls: Iterable[tuple[*Arguments]]
    ) -> Generator[Result, None, None]:
        """The results of *function* for all *calls*, each as soon as it is there."""
        for _number, result in self._results(function, calls):
            yield result

    def in_order(
        self, function: Callable[[*Arguments], Result], calls: Iterable[tuple[*Arguments]]
    ) -> Generator[Result, None, None]:
        """The results of *function* for all *calls*, in the order of the calls."""
        early: dict[int, Result] = {}
        wanted = 0
        for number, result in self._results(function, calls):
            early[number] = result
            while wanted in early:
                yield early.pop(wanted)
                wanted += 1

    def _results(
        self, function: Callable[..., Result], calls: Iterable[tuple[Any, ...]]
    ) -> Generator[tuple[int, Result], None, None]:
        if not self._ray.is_initialized():
            self._ray.init(include_dashboard=False, log_to_driver=False, logging_level="ERROR")
            self._started = True
        task = self._ray.remote(max_retries=_TRIES)(_answer)
        left, pending = enumerate(calls), dict[Any, int]()
        most = _PENDING * max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        try:
            while True:
                for number, arguments in islice(left, most - len(pending)):
                    pending[task.remote(function, arguments)] = number
                if not pending:
                    return
                (done, *_), _rest = self._ray.wait(list(pending), num_returns=1)
                yield pending.pop(done), self._result(done)
        finally:
            for promise in pending:
                self._ray.cancel(promise, force=False)

    def _result(self, promise: Any) -> Any:
        try:
            succeeded, answer = self._ray.get(promise)
        except self._ray.exceptions.RayError as error:
            why = str(error).strip().splitlines()[0]
            raise WorkerFailed(f"a task was lost {_TRIES + 1} times on the Ray cluster: {why}") from None
        if succeeded:
            return answer
        raise answer


def _answer(function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[bool, Any]:
    """Whether a task succeeded, and its result or what was raised."""
    try:
        return True, function(*arguments)
    except Refusal as refusal:
        return False, refusal
    except Exception:
        return False, WorkerFailed(traceback.format_exc())
