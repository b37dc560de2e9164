"""Work for somebody who may go away before it is done."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from litestar import Request

from ludotheque.core.errors import Refusal

Result = TypeVar("Result")


class NobodyAsks(Refusal):
    """Whoever asked has hung up; so nobody reads this."""

    code = "request/gone"


async def while_asked(request: Request[Any, Any, Any], work: Coroutine[Any, Any, Result]) -> Result:
    """The result of *work*, which is cancelled if whoever sent the *request* hangs up."""
    task = asyncio.create_task(work)
    gone = asyncio.create_task(_hung_up(request))
    try:
        await asyncio.wait((task, gone), return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise NobodyAsks("whoever asked has hung up")
        return task.result()
    finally:
        task.cancel()
        gone.cancel()


async def _hung_up(request: Request[Any, Any, Any]) -> None:
    """Return when the connection is closed; the body has been read."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
