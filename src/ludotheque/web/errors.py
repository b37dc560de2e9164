"""Refusals as answers: JSON with a code for programs, a page for people; one sentence in both."""

from collections.abc import Callable
from typing import Any

from litestar import MediaType, Request, Response
from litestar.datastructures import Headers
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, ValidationException
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import ResponseSpec
from litestar.response import Template
from litestar.types import Scope, Send
from msgspec import Struct
from msgspec.json import encode

from ludotheque.core.errors import Refusal
from ludotheque.i18n.language import SHARED
from ludotheque.web.identity import visitor_of

NO_BODY = "'data'"  # how the framework says it
_ = SHARED.text


class RefusalAnswer(Struct):
    """Why something was not done: a code that never changes, and a sentence in the language asked for."""

    code: str
    message: str


REFUSALS = {
    status: ResponseSpec(RefusalAnswer, description=why, generate_examples=False)
    for status, why in {
        400: "It cannot be done like this, or cannot be read.",
        401: "The token is not a secret.",
        403: "Somebody else may do it.",
        404: "There is no such table, game or position.",
        409: "It could be done, but not as the table is now.",
        413: "It is too long.",
        429: "It was done too often; Retry-After tells when to try again.",
        431: "The headers are too long.",
        500: "A mistake of the server's.",
        503: "The database does not answer; nothing is lost, try again.",
    }.items()
}


TOO_SLOW = ResponseSpec(
    str, description="The body took too long; the line is cut.",
    media_type=MediaType.TEXT, generate_examples=False,
)  # fmt: skip


def refusals_of(handler: HTTPRouteHandler) -> dict[int, ResponseSpec]:
    """How a call may be refused: all refusals look alike, but for that of a body that never ends."""
    return REFUSALS | ({408: TOO_SLOW} if "data" in handler.fn.__annotations__ else {})


def answer(refusal: Refusal) -> dict[str, str]:
    """A refusal as programs read it."""
    return {"code": refusal.code, "message": str(refusal)}


def refuse(request: Request[Any, Any, Any], refusal: Refusal) -> Response[Any]:
    """Answer a refusal of ours."""
    return _respond(request, refusal.status, answer(refusal), _headers(refusal))


def refuse_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """Answer what the framework refuses: a path that does not exist, a body of the wrong shape."""
    if error.status_code == 404:
        body = {"code": "page/unknown", "message": _("there is no such page here")}
    elif isinstance(error, ValidationException):
        body = {"code": "request/invalid", "message": _not_understood(_invalid(error))}
    else:
        body = {"code": f"http/{error.status_code}", "message": _in_our_words(request, error)}
    return _respond(request, error.status_code, body, error.headers or {})


def _in_our_words(request: Request[Any, Any, Any], error: HTTPException) -> str:
    """What the framework refuses, in the visitor's language; it speaks English itself."""
    if error.status_code == 400:
        return _not_understood(error.detail)
    if error.status_code == 405:
        return _wrong_method(request.method, Headers(error.headers or {}).get("allow", ""))
    return error.detail


def _not_understood(detail: str) -> str:
    return _("the request cannot be understood: {detail}", detail=detail)


def _wrong_method(method: str, allowed: str) -> str:
    methods = sorted(set(allowed.split(", ")) - {"OPTIONS"})
    return _("this address does not take {method}, only {methods}", method=method, methods=", ".join(methods))


def refuse_bug(request: Request[Any, Any, Any], _error: Exception) -> Response[Any]:
    """Answer for a mistake of ours; the log has the rest."""
    body = {"code": "server/bug", "message": _("something went wrong here; it was not your fault")}
    return _respond(request, 500, body, {})


def _invalid(error: ValidationException) -> str:
    """The first thing that is wrong with a request's parameters or body."""
    problems = error.extra if isinstance(error.extra, list) else []
    for problem in problems:
        if isinstance(problem, dict) and "message" in problem:
            if problem["message"] == NO_BODY:
                return _("it has no body; send a JSON object")
            where = problem.get("key", "")
            return f"{where}: {problem['message']}" if where else str(problem["message"])
    return error.detail


def _headers(refusal: Refusal) -> dict[str, str]:
    """What else an answer tells: when to try again."""
    seconds = getattr(refusal, "retry_after", 0)
    return {"retry-after": str(seconds)} if seconds else {}


def _is_api(path: str) -> bool:
    return path.startswith("/api/")


def _respond(
    request: Request[Any, Any, Any], status: int, body: dict[str, str], headers: dict[str, str]
) -> Response[Any]:
    if _is_api(request.scope["path"]):
        return Response(body, status_code=status, media_type=MediaType.JSON, headers=headers)
    context = _page_words(request.scope, status, body["message"])
    return Template("error.html", context=context, status_code=status, headers=headers)


def _page_words(scope: Scope, status: int, message: str) -> dict[str, Any]:
    visitor = visitor_of(scope)
    return {"language": visitor.language, "theme": visitor.theme, "status": status, "message": message}


class RefusalAnswers:
    """Answers refusals of what never reaches the framework."""

    def __init__(self, render: Callable[..., str]) -> None:
        self._render = render  # error.html

    async def __call__(self, scope: Scope, send: Send, refusal: Refusal) -> None:
        """Answer with a sentence; a socket is opened for it, as browsers show nothing of one that is not."""
        if scope["type"] == ScopeType.WEBSOCKET:
            await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
            text = encode({"refused": answer(refusal)}).decode()
            await send({"type": "websocket.send", "bytes": None, "text": text})
            await send({"type": "websocket.close", "code": 4000 + refusal.status, "reason": refusal.code})
            return
        if _is_api(scope["path"]):
            kind, body = b"application/json", encode(answer(refusal))
        else:
            page = self._render(**_page_words(scope, refusal.status, str(refusal)))
            kind, body = b"text/html; charset=utf-8", page.encode()
        headers = [(b"content-type", kind), (b"content-length", str(len(body)).encode())]
        headers += [(name.encode(), value.encode()) for name, value in _headers(refusal).items()]
        start = {"type": "http.response.start", "status": refusal.status, "headers": headers}
        await send(start)  # type: ignore[arg-type]
        await send({"type": "http.response.body", "body": body, "more_body": False})
