"""The application, put together: the tables, the API, the pages, and what they stand on."""

import asyncio
import hashlib
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

from babel.numbers import format_decimal
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from litestar import Litestar, Request, Router
from litestar.config.compression import CompressionConfig
from litestar.connection import ASGIConnection
from litestar.datastructures import CacheControlHeader, State
from litestar.di import Provide
from litestar.enums import HttpMethod, ScopeType
from litestar.exceptions import HTTPException
from litestar.file_system import BaseLocalFileSystem
from litestar.handlers import BaseRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.static_files import create_static_files_router
from litestar.template import TemplateConfig
from litestar.types import ASGIApp, HTTPScope, PathType, Receive, Scope, Send
from litestar.types.file_types import FileInfo

from ludotheque.core.errors import Refusal, quoted
from ludotheque.drawing.fan import fanned
from ludotheque.drawing.shapes import inlined
from ludotheque.i18n.language import SHARED, language, languages
from ludotheque.tables.broker.url import open_broker
from ludotheque.tables.errors import NotAllowed
from ludotheque.tables.loading import playable
from ludotheque.tables.pending import Pacing
from ludotheque.tables.service import TableService
from ludotheque.tables.storage import Keeping, open_storage
from ludotheque.tables.thinking import Thinkers
from ludotheque.web.addresses import Addresses
from ludotheque.web.durations import time_left
from ludotheque.web.errors import RefusalAnswers, refuse, refuse_bug, refuse_http
from ludotheque.web.identity import Visitor, Visitors, visitor_of
from ludotheque.web.keys import PersonFinder
from ludotheque.web.limits import Limited, Limits, within_limits
from ludotheque.web.logs import Numbered
from ludotheque.web.metrics import Sampler, observe
from ludotheque.web.modules import module_tags
from ludotheque.web.open_sockets import SharedOpenSockets
from ludotheque.web.previews import Previews
from ludotheque.web.push.postman import Postman
from ludotheque.web.regulars import Regulars
from ludotheque.web.routes import api, daily, home, install, pages, probes, records
from ludotheque.web.security import LARGEST_BODY, Security
from ludotheque.web.settings import Settings
from ludotheque.web.shared_buckets import ValkeyBuckets
from ludotheque.web.solutions import Solutions
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
    on_awake: Callable[[], None] = lambda: None,
) -> ASGIApp:
    """The server's application, keeping its tables in *database*, a path or an address.

    *broker* is between several *processes* that serve the same tables; *on_start* gets all that is alive,
    and *on_awake* is called when all games are loaded.
    """
    settings = settings or Settings()
    storage = open_storage(database, keeping)
    limits = _limits(settings, Regulars(storage.mine.has_finished))
    workers = settings.thinking.workers or max(1, cores() // processes)

    def tables() -> TableService:
        return TableService(storage, Thinkers(workers, settings.thinking), pacing, open_broker(broker))

    version = _version(HERE / "static")
    templates = _templates(version)
    app = Litestar(
        route_handlers=[*_routes(), _assets(version), *documentation(SITE)],
        dependencies={
            "tables": Provide(_tables, sync_to_thread=False),
            "visitor": Provide(_visitor, sync_to_thread=False),
        },
        guards=[_no_foreign_site, within_limits],
        exception_handlers={Refusal: refuse, HTTPException: refuse_http, 500: refuse_bug},
        after_exception=[_log_bug],
        request_max_body_size=LARGEST_BODY,
        compression_config=CompressionConfig(backend="gzip", minimum_size=500, gzip_compress_level=6),
        template_config=TemplateConfig(engine=JinjaTemplateEngine.from_environment(templates)),
        # the framework's own pages would answer for every unknown path under /api: they stay out of the way
        openapi_config=OpenAPIConfig("Ludothèque", "1", path="/openapi", render_plugins=[JsonRenderPlugin()]),
        logging_config=None,  # logs.py does it
        lifespan=[lambda app: _alive(app, tables, settings, limits, on_start, on_awake)],
        state=State({"assets": f"/assets/{version}"}),
    )
    answers = RefusalAnswers(templates.get_template("error.html").render)
    return _guarded(app, settings, limits, answers, PersonFinder(storage.keys))


def _limits(settings: Settings, regulars: Regulars) -> Limits:
    """How much everybody may do; with a broker all processes count together."""
    if not settings.broker:
        return Limits(settings.limits, is_regular=regulars)
    buckets, sockets = ValkeyBuckets(settings.broker), SharedOpenSockets(settings.broker)
    return Limits(settings.limits, buckets, sockets, regulars)


@asynccontextmanager
async def _alive(
    app: Litestar,
    tables: Callable[[], TableService],
    settings: Settings,
    limits: Limits,
    on_start: Callable[[TableService], None],
    on_awake: Callable[[], None],
) -> AsyncIterator[None]:
    """From the first request to the last."""
    house = app.state.tables = tables()
    app.state.sampler, app.state.settings, app.state.previews = Sampler(house), settings, Previews()
    app.state.solutions = Solutions()
    await house.start()
    on_start(house)
    work = (
        _wake_up(house, settings.preload, on_awake),
        app.state.sampler.keep_sampling(),
        Postman(house, settings).keep_going(),
    )
    behind = [asyncio.create_task(each) for each in work]
    yield
    for task in behind:
        task.cancel()
    await house.stop()
    await limits.close()


def _routes() -> list[Router]:
    return [
        *(api.router, daily.router, records.router, probes.router),
        *(home.router, pages.router, daily.pages_router, records.pages_router, install.router),
    ]


class Files(BaseLocalFileSystem):
    """Files on this machine; a path that no file can have is one where there is none."""

    async def info(self, path: PathType, **more: Any) -> FileInfo:
        """What is known of a file."""
        try:
            return await super().info(path, **more)
        except (OSError, ValueError):  # a name that is too long, below a file, with a NUL
            raise FileNotFoundError(path) from None


def _assets(version: str) -> Router:
    """Scripts and styles, under an address that changes with them."""
    kept = CacheControlHeader(public=True, max_age=365 * 24 * 3600, immutable=True)
    return create_static_files_router(
        f"/assets/{version}", [HERE / "static"], Files(), include_in_schema=False, cache_control=kept
    )


def _guarded(
    app: ASGIApp, settings: Settings, limits: Limits, refuse: RefusalAnswers, person_of: PersonFinder
) -> ASGIApp:
    """What every request passes, from the outside in; all that is refused is told in the right language."""
    app = Security(Heads(app), refuse)
    app = Limited(app, limits, refuse)
    app = Visitors(app, person_of)
    app = Numbered(app, observe)
    return Addresses(app, settings)


class Heads:
    """Answers HEAD as GET; the connection leaves the body out."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer."""
        if scope["type"] != ScopeType.HTTP or scope["method"] != HttpMethod.HEAD:
            await self._app(scope, receive, send)
            return
        asked = cast(HTTPScope, {**scope, "method": HttpMethod.GET})
        await self._app(asked, receive, send)
        scope["path_template"] = asked.get("path_template", "")  # for who counts


async def _wake_up(tables: TableService, preload: bool, on_awake: Callable[[], None]) -> None:
    """What need not be done before the first page answers. Whoever asks for a game first has it first."""
    try:
        await asyncio.gather(tables.resume(), tables.wake_bots(preload))
        for name in playable() if preload else ():
            await tables.load_game(name)
        on_awake()
    except Exception:
        log.exception("the server did not wake up as it should")


def documentation(site: Path) -> list[Router]:
    """The pages that `make docs` builds, under /docs, if it has built them."""
    if not (site / "index.html").exists():
        return []
    return [create_static_files_router("/docs", [site], Files(), html_mode=True, include_in_schema=False)]


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
    environment.filters["fanned"] = fanned

    def asset(path: str) -> str:
        return f"/assets/{version}/{path}"

    environment.filters["decimal"] = lambda number: format_decimal(number, "0.0", locale=language())
    environment.globals |= {
        "_": SHARED.text,
        "plural": SHARED.plural,
        "languages": languages(),
        "time_left": time_left,
        "asset": asset,
        "module": module_tags(HERE / "static", asset),
    }
    return environment


def _version(folder: Path) -> str:
    """A name for the present contents of a folder: browsers may keep them for good."""
    digest = hashlib.sha256()
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            digest.update(file.read_bytes())
    return digest.hexdigest()[:12]
