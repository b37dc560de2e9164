"""What the server writes down: lines for people, or JSON objects, one per line, for machines.

No line has a cookie, a token, the key of an invitation (it is in a query, and those are left out) or a hand.
Lines that belong to one request have its number, which the answer has too, as ``X-Request-ID``.
"""

import logging
import re
import secrets
import time
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, Literal

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from msgspec.json import encode

from ludotheque.web.addresses import header

requests = logging.getLogger("ludotheque.requests")
GOOD_NUMBER = re.compile(r"[\w.:-]{1,64}")

_number: ContextVar[str] = ContextVar("request", default="")


class JsonLines(logging.Formatter):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        """A line."""
        line: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{record.msecs:03.0f}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if number := _number.get():
            line["request"] = number
        line |= getattr(record, "facts", {})
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return encode(line).decode()


class PlainLines(logging.Formatter):
    """A line as people read it, with the number of its request."""

    def __init__(self) -> None:
        super().__init__("%(levelname)s %(name)s: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        """A line."""
        number = _number.get()
        return super().formatMessage(record) + (f" [request {number}]" if number else "")


def set_up_logs(kind: Literal["plain", "json"]) -> None:
    """Write to standard error from now on: what is amiss, and as JSON every request too."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if kind == "json" else PlainLines())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.captureWarnings(True)
    requests.setLevel(logging.INFO if kind == "json" else logging.WARNING)
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)  # somebody's nonsense is not worth a line


class Numbered:
    """Gives every request a number, or takes that of a proxy of ours; logs it when it is done."""

    def __init__(self, app: ASGIApp, observe: Callable[[Scope, int, float], None]) -> None:
        self._app = app
        self._observe = observe

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with the number."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        number = _its_number(scope)
        began = time.perf_counter()
        status = 101 if scope["type"] == ScopeType.WEBSOCKET else 0

        async def send_with_number(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (b"x-request-id", number.encode())]
            await send(message)

        token = _number.set(number)
        try:
            await self._app(scope, receive, send_with_number)
        finally:
            seconds = time.perf_counter() - began
            self._observe(scope, status, seconds)
            if requests.isEnabledFor(logging.INFO):
                _log(scope, status, seconds)
            _number.reset(token)


def _its_number(scope: Scope) -> str:
    given = "" if scope["state"]["direct"] else header(scope, b"x-request-id")
    return given if GOOD_NUMBER.fullmatch(given) else new_number()


def new_number() -> str:
    """A number that no request has had."""
    return secrets.token_hex(8)


def _log(scope: Scope, status: int, seconds: float) -> None:
    method = scope.get("method", "SOCKET")
    facts = {
        "method": method,
        "path": scope["path"],
        "status": status,
        "milliseconds": round(1000 * seconds, 1),
        "address": scope["client"][0] if scope["client"] else "",
    }
    requests.info("%s %s %s", method, scope["path"], status, extra={"facts": facts})
