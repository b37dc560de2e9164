"""The application, put together: the tables, the API, the pages, and what they stand on."""

import asyncio
import hashlib
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from litestar import Litestar, Request, Router
from litestar.config.compression import CompressionConfig
from litestar.connection import ASGIConnection
from litestar.datastructures import CacheControlHeader, State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.handlers import BaseRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.static_files import create_static_files_router
from litestar.template import TemplateConfig
from litestar.types import ASGIApp, Scope

from ludotheque.core.errors import Refusal, quoted
from ludotheque.drawing.shapes import inlined
from ludotheque.i18n.language import SHARED, languages
from ludotheque.tables.broker.url import open_broker
from ludotheque.tables.errors import NotAllowed
from ludotheque.tables.loading import playable
from ludotheque.tables.pending import Pacing
from ludotheque.tables.service import TableService
from ludotheque.tables.storage import Keeping, open_storage
from ludotheque.tables.thinking import Thinkers
from ludotheque.web.addresses import Addresses
from ludotheque.web.errors import RefusalAnswers, refuse, refuse_bug, refuse_http
from ludotheque.web.identity import Visitor, Visitors, visitor_of
from ludotheque.web.limits import Limited, Limits, MemoryBuckets, within_limits
from ludotheque.web.logs import Numbered
from ludotheque.web.metrics import Sampler, observe
from ludotheque.web.routes import api, pages, probes
from ludotheque.web.security import LARGEST_BODY, Security
from ludotheque.web.settings import Settings
from ludotheque.web.shared_buckets import ValkeyBuckets
from ludotheque.workers.pool import cores

_ = SHARED.text
log = logging.getLogger(__name__)
HERE = Path(__file__).parent
SITE = HERE / "site"  # the documentation


def create_app(
    database: str,
    pacing: Pacing | None = None,
    keeping: Keeping | None = None,
    settings: Settings | None = None,
    *,
    broker: str = "",
    processes: int = 1,
    on_start: Callable[[TableService], None] = lambda tables: None,
) -> ASGIApp:
    """The server's application, keeping its tables in *database*, a path or an address.

    *broker* is between several *processes* that serve the same tables; *on_start* gets all that is alive.
    """
    settings = settings or Settings()
    storage = open_storage(database, keeping)

    limits = Limits(settings.limits, ValkeyBuckets(settings.broker) if settings.broker else MemoryBuckets())

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        thinkers = Thinkers(
            settings.thinking.workers or max(1, cores() // processes), limits=settings.thinking
        )
        tables = app.state.tables = TableService(storage, thinkers, pacing, open_broker(broker))
        app.state.sampler, app.state.settings = Sampler(tables), settings
        await tables.start()
        on_start(tables)
        work = (_wake_up(tables), app.state.sampler.keep_sampling())
        behind = [asyncio.create_task(each) for each in work]
        yield
        for task in behind:
            task.cancel()
        await tables.stop()
        await limits.buckets.close()

    version = _version(HERE / "static")
    templates = _templates(version)
    app = Litestar(
        route_handlers=[
            api.router,
            pages.router,
            probes.router,
            create_static_files_router(
                f"/assets/{version}",
                [HERE / "static"],
                include_in_schema=False,
                cache_control=CacheControlHeader(public=True, max_age=365 * 24 * 3600, immutable=True),
            ),
            *documentation(SITE),
        ],
        dependencies={
            "tables": Provide(_tables, sync_to_thread=False),
            "visitor": Provide(_visitor, sync_to_thread=False),
        },
        guards=[_no_foreign_site, within_limits],
        exception_handlers={Refusal: refuse, HTTPException: refuse_http, 500: refuse_bug},
        after_exception=[_log_bug],
        request_max_body_size=LARGEST_BODY,
        compression_config=CompressionConfig(backend="gzip", minimum_size=500),
        template_config=TemplateConfig(engine=JinjaTemplateEngine.from_environment(templates)),
        # the framework's own pages would answer for every unknown path under /api: they stay out of the way
        openapi_config=OpenAPIConfig("Ludothèque", "1", path="/openapi", render_plugins=[JsonRenderPlugin()]),
        logging_config=None,  # logs.py does it
        lifespan=[lifespan],
    )
    return _guarded(app, settings, limits, RefusalAnswers(templates.get_template("error.html").render))


def _guarded(app: ASGIApp, settings: Settings, limits: Limits, refuse: RefusalAnswers) -> ASGIApp:
    """What every request passes, from the outside in; all that is refused is told in the right language."""
    app = Security(app, refuse)
    app = Limited(app, limits, refuse)
    app = Visitors(app)
    app = Numbered(app, observe)
    return Addresses(app, settings)


async def _wake_up(tables: TableService) -> None:
    """What need not be done before the first page answers. Whoever asks for a game first has it first."""
    try:
        await asyncio.gather(tables.resume(), tables.wake_bots())
        for name in playable():
            await tables.load_game(name)
    except Exception:
        log.exception("the server did not wake up as it should")


def documentation(site: Path) -> list[Router]:
    """The pages that `make docs` builds, under /docs, if it has built them."""
    if not (site / "index.html").exists():
        return []
    return [create_static_files_router("/docs", [site], html_mode=True, include_in_schema=False)]


def _tables(state: State) -> TableService:
    tables: TableService = state.tables
    return tables


def _visitor(scope: Scope) -> Visitor:
    return visitor_of(scope)


def _no_foreign_site(connection: ASGIConnection[Any, Any, Any, Any], _handler: BaseRouteHandler) -> None:
    """Another site's page may not act in the name of somebody who plays here."""
    if isinstance(connection, Request) and connection.scope["state"]["foreign"]:
        raise NotAllowed("foreign", _("this was sent by a page of another site"))


async def _log_bug(error: Exception, scope: Scope) -> None:
    """Log what went wrong, unless it is a refusal: those are answers."""
    if not isinstance(error, Refusal) and getattr(error, "status_code", 500) >= 500:
        log.error("%s failed", quoted(scope["path"]), exc_info=error)


def _templates(version: str) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(HERE / "templates"), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    environment.filters["inlined"] = inlined
    environment.globals |= {
        "_": SHARED.text,
        "plural": SHARED.plural,
        "languages": languages(),
        "asset": lambda path: f"/assets/{version}/{path}",
    }
    return environment


def _version(folder: Path) -> str:
    """A name for the present contents of a folder: browsers may keep them for good."""
    digest = hashlib.sha256()
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            digest.update(file.read_bytes())
    return digest.hexdigest()[:12]
