"""Refusals as answers: JSON with a code for programs, a page for people; one sentence in both."""

from typing import Any

from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.response import Template

from ludotheque.core.errors import Refusal
from ludotheque.i18n.language import SHARED
from ludotheque.web.identity import visitor_of

_ = SHARED.text


def answer(refusal: Refusal) -> dict[str, str]:
    """A refusal as programs read it."""
    return {"code": refusal.code, "message": str(refusal)}


def refuse(request: Request[Any, Any, Any], refusal: Refusal) -> Response[Any]:
    """Answer a refusal of ours."""
    return _respond(request, refusal.status, answer(refusal))


def refuse_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """Answer what the framework refuses: a path that does not exist, a body of the wrong shape."""
    if error.status_code == 404:
        body = {"code": "page/unknown", "message": _("there is no such page here")}
    elif isinstance(error, ValidationException):
        body = {"code": "request/invalid", "message": _invalid(error)}
    else:
        body = {"code": f"http/{error.status_code}", "message": error.detail}
    return _respond(request, error.status_code, body)


def _invalid(error: ValidationException) -> str:
    """The first thing that is wrong with a request's parameters or body."""
    problems = error.extra if isinstance(error.extra, list) else []
    for problem in problems:
        if isinstance(problem, dict) and "message" in problem:
            where = problem.get("key", "")
            return f"{where}: {problem['message']}" if where else str(problem["message"])
    return error.detail


def _respond(request: Request[Any, Any, Any], status: int, body: dict[str, str]) -> Response[Any]:
    if request.url.path.startswith("/api/"):
        return Response(body, status_code=status, media_type=MediaType.JSON)
    visitor = visitor_of(request.scope)
    words = {"status": status, "message": body["message"]}
    context = {"language": visitor.language, "theme": visitor.theme, **words}
    return Template("error.html", context=context, status_code=status)
