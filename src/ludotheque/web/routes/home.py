"""The home page: the games, what the day brings, and the tables one can join."""

from litestar import Router, get
from litestar.response import Template

from ludotheque.core.registry import definition
from ludotheque.tables.loading import playable
from ludotheque.tables.service import TableService
from ludotheque.web.covers import cover, drawn_cover
from ludotheque.web.identity import Visitor
from ludotheque.web.routes.api import game_words, list_tables
from ludotheque.web.routes.daily import of_the_day
from ludotheque.web.routes.pages import game_css, page_context


@get("/", name="home")
async def home(tables: TableService, visitor: Visitor) -> Template:
    """The games, and the tables one can join."""
    lists = await list_tables.fn(tables, visitor)
    known = {entry["game"] for entry in (*lists["mine"], *lists["finished"])}
    games = [
        {
            **game_words(name),
            "cover": _cover(tables, name, visitor.language),
            "css": game_css(name),
            "puzzle": bool(definition(name).puzzles_file),
            "new_to_visitor": name not in known,
        }
        for name in playable()
    ]
    context = {**await page_context(tables, visitor), "games": games, **lists}
    return Template("home.html", context={**context, "today": await of_the_day(tables, visitor)})


def _cover(tables: TableService, name: str, language: str) -> str:
    return cover(name, language) or (drawn_cover(name, language) if tables.has_loaded(name) else "")


router = Router("/", include_in_schema=False, route_handlers=[home])
