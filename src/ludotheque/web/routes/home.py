"""The home page: the games, what the day brings, and the tables one can join."""

from functools import cache
from typing import Literal

from litestar import Response, Router, get
from litestar.exceptions import NotFoundException
from litestar.response import Template

from ludotheque.core.registry import definition
from ludotheque.i18n.language import languages
from ludotheque.tables.loading import playable
from ludotheque.tables.service import TableService
from ludotheque.web.covers import cover, drawn_cover, picture
from ludotheque.web.identity import Visitor
from ludotheque.web.routes.api import game_words, list_tables
from ludotheque.web.routes.daily import of_the_day
from ludotheque.web.routes.pages import IMMUTABLE, page_context, version_of


@get("/", name="home")
async def home(tables: TableService, visitor: Visitor) -> Template:
    """The games, and the tables one can join."""
    lists = await list_tables.fn(tables, visitor)
    known = {entry["game"] for entry in (*lists["mine"], *lists["finished"])}
    games = [
        {
            **game_words(name),
            "cover": _cover_address(tables, name, visitor.language),
            "puzzle": bool(definition(name).puzzles_file),
            "new_to_visitor": name not in known,
        }
        for name in playable()
    ]
    context = {**await page_context(tables, visitor), "games": games, **lists}
    return Template("home.html", context={**context, "today": await of_the_day(tables, visitor)})


@get("/games/{game:str}/cover.svg")
async def cover_picture(
    tables: TableService, game: str, language: str, theme: Literal["auto", "light", "dark"]
) -> Response[str]:
    """A game's picture on the home page."""
    svg = _cover(tables, game, language) if game in playable() and language in languages() else ""
    if not svg:
        raise NotFoundException
    headers = {"cache-control": IMMUTABLE}
    return Response(picture(game, svg, theme), media_type="image/svg+xml", headers=headers)


def _cover_address(tables: TableService, name: str, language: str) -> str:
    """Where a game's picture is but for its theme; empty if there is none yet."""
    svg = _cover(tables, name, language)
    return f"/games/{name}/cover.svg?language={language}&v={_version(name, svg)}&theme=" if svg else ""


@cache
def _version(name: str, svg: str) -> str:
    return version_of(picture(name, svg, ""))


def _cover(tables: TableService, name: str, language: str) -> str:
    return cover(name, language) or (drawn_cover(name, language) if tables.has_loaded(name) else "")


router = Router("/", include_in_schema=False, route_handlers=[home, cover_picture])
