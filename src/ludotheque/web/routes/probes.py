"""What machines ask that watch over a server: whether it is alive, whether it can serve, how busy it is."""

import asyncio
import secrets
from typing import Any

from litestar import MediaType, Request, Response, Router, get
from litestar.datastructures import State

from ludotheque.core.errors import Refusal
from ludotheque.tables.errors import NotAllowed, Unavailable
from ludotheque.tables.service import TableService
from ludotheque.web.identity import bearer_token
from ludotheque.web.limits import OURSELVES
from ludotheque.web.metrics import CONTENT_TYPE, Sampler, report
from ludotheque.web.settings import METRICS_TOKEN, Settings

PATIENCE = 5.0  # seconds for the database and the broker


@get("/healthz", media_type=MediaType.TEXT)
async def health() -> str:
    """The process is alive."""
    return "alive\n"


@get("/readyz")
async def ready(tables: TableService) -> Response[str]:
    """The database and the broker answer, what people do can be kept, and they can be sent here."""
    try:
        async with asyncio.timeout(PATIENCE):
            await tables.check()
    except Refusal as refusal:
        return _text(503, str(refusal))
    except TimeoutError:
        return _text(503, f"the database or the broker has not answered for {PATIENCE:.0f} seconds")
    return _text(200, "ready")


def _text(status: int, words: str) -> Response[str]:
    headers = {"retry-after": str(Unavailable.retry_after)} if status == 503 else {}
    return Response(f"{words}\n", status_code=status, media_type=MediaType.TEXT, headers=headers)


@get("/metrics")
async def metrics(request: Request[Any, Any, Any], state: State) -> Response[bytes]:
    """How busy it is, for this machine or whoever has the token."""
    sampler: Sampler = state.sampler
    if not _may_read(request, state.settings):
        why = f"the metrics are for this machine only, or for whoever sends {METRICS_TOKEN} as a Bearer token"
        raise NotAllowed("metrics", why)
    sampler.sample()
    return Response(report(), headers={"content-type": CONTENT_TYPE})


def _may_read(request: Request[Any, Any, Any], settings: Settings) -> bool:
    """Behind a proxy everybody may seem to be on this machine: then only a token counts.

    Without one the name that was asked for must be ours: a page of another site may have brought a browser of
    this machine here by a name of its own. With one it is any: it may be that of a machine among others.
    """
    if settings.metrics_token:
        given = bearer_token(request.scope) or ""
        return secrets.compare_digest(given.encode(), settings.metrics_token.encode())
    alone = not settings.public and not settings.proxies
    client = request.scope["client"]
    known = request.scope["state"]["known_host"]
    return alone and known and client is not None and client[0] in OURSELVES


router = Router("/", include_in_schema=False, route_handlers=[health, ready, metrics])
