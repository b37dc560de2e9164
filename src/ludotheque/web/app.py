"""The application, put together: the tables, the API, the pages, and what they stand on."""

import asyncio
import hashlib
import logging
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from litestar import Litestar, Request
from litestar.config.compression import CompressionConfig
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.handlers import BaseRouteHandler
from litestar.logging import LoggingConfig
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.static_files import create_static_files_router
from litestar.template import TemplateConfig
from litestar.types import ASGIApp, Logger, Scope

from ludotheque.core.errors import Refusal
from ludotheque.i18n.language import SHARED, languages
from ludotheque.tables.errors import NotAllowed
from ludotheque.tables.loading import playable
from ludotheque.tables.pending import Pacing
from ludotheque.tables.service import TableService
from ludotheque.tables.storage import Keeping, open_storage
from ludotheque.tables.thinking import Thinkers
from ludotheque.web.errors import refuse, refuse_http
from ludotheque.web.identity import Visitor, Visitors, visitor_of
from ludotheque.web.routes import api, pages

_ = SHARED.text
log = logging.getLogger(__name__)
HERE = Path(__file__).parent


def create_app(database: str, pacing: Pacing | None = None, keeping: Keeping | None = None) -> ASGIApp:
    """The server's application, keeping its tables in *database*, a path or an address."""
    storage = open_storage(database, keeping)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        tables = app.state.tables = TableService(storage, Thinkers(), pacing)
        await tables.start()
        behind = asyncio.create_task(_wake_up(tables))
        yield
        behind.cancel()
        await tables.stop()

    version = _version(HERE / "static")
    app = Litestar(
        route_handlers=[
            api.router,
            pages.router,
            create_static_files_router(
                f"/assets/{version}", [HERE / "static"], include_in_schema=False, cache_control=None
            ),
        ],
        dependencies={
            "tables": Provide(_tables, sync_to_thread=False),
            "visitor": Provide(_visitor, sync_to_thread=False),
        },
        guards=[_no_foreign_site],
        exception_handlers={Refusal: refuse, HTTPException: refuse_http},
        compression_config=CompressionConfig(backend="gzip", minimum_size=500),
        template_config=TemplateConfig(engine=JinjaTemplateEngine.from_environment(_templates(version))),
        # the framework's own pages would answer for every unknown path under /api: they stay out of the way
        openapi_config=OpenAPIConfig("Ludothèque", "1", path="/openapi", render_plugins=[JsonRenderPlugin()]),
        logging_config=LoggingConfig(log_exceptions="always", exception_logging_handler=_log_bug),
        lifespan=[lifespan],
    )
    return Visitors(app)  # outermost, so that a path that does not exist is refused in the right language too


async def _wake_up(tables: TableService) -> None:
    """What need not be done before the first page answers. Whoever asks for a game first has it first."""
    try:
        await asyncio.gather(tables.resume(), tables.wake_bots())
        for name in playable():
            await tables.load_game(name)
    except Exception:
        log.exception("the server did not wake up as it should")


def _tables(state: State) -> TableService:
    tables: TableService = state.tables
    return tables


def _visitor(scope: Scope) -> Visitor:
    return visitor_of(scope)


def _no_foreign_site(connection: ASGIConnection[Any, Any, Any, Any], _handler: BaseRouteHandler) -> None:
    """Another site's page may not act in the name of somebody who plays here."""
    if isinstance(connection, Request) and connection.scope["state"]["foreign"]:
        raise NotAllowed("foreign", _("this was sent by a page of another site"))


def _log_bug(logger: Logger, scope: Scope, traceback: list[str]) -> None:
    """Log what went wrong, unless it is a refusal: those are answers."""
    error = sys.exception()
    if not isinstance(error, Refusal) and getattr(error, "status_code", 500) >= 500:
        logger.error("%s failed:\n%s", scope["path"], "".join(traceback))


def _templates(version: str) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(HERE / "templates"), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
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
