"""What people read: home, opening a table, the table, the rules, the API's description."""

import asyncio
import hashlib
import json
from pathlib import Path
from typing import Any

from litestar import Request, Response, Router, get
from litestar.response import Redirect, Template

from ludotheque.core.options import Options, complete
from ludotheque.core.registry import definition
from ludotheque.drawing.svg import BASE_CSS
from ludotheque.i18n.language import SHARED
from ludotheque.tables.errors import NotFound
from ludotheque.tables.loading import playable
from ludotheque.tables.service import TableService
from ludotheque.web import presenter
from ludotheque.web.covers import cover, drawn_cover
from ludotheque.web.identity import Visitor
from ludotheque.web.learn import render, rules_page
from ludotheque.web.routes.api import game_words, level_words, list_tables, root_of, visitor_name

_ = SHARED.text

IMMUTABLE = "public, max-age=31536000, immutable"
FAIR_PAGES = Path(__file__).parent.parent / "fair"
API_PAGE = Path(__file__).parent / "api.md"


@get("/", name="home")
async def home(tables: TableService, visitor: Visitor) -> Template:
    """The games, and the tables one can join."""
    games = [
        {**game_words(name), "cover": _cover(tables, name, visitor.language), "css": _game_css(name)}
        for name in playable()
    ]
    lists = await list_tables.fn(tables, visitor)
    return Template("home.html", context={**await _common(tables, visitor), "games": games, **lists})


def _cover(tables: TableService, name: str, language: str) -> str:
    return cover(name, language) or (drawn_cover(name, language) if tables.has_loaded(name) else "")


async def _common(tables: TableService, visitor: Visitor) -> dict[str, Any]:
    name = await visitor_name(tables, visitor)
    return {"language": visitor.language, "theme": visitor.theme, "person": {"name": name}}


@get("/new/{game:str}")
async def new(tables: TableService, visitor: Visitor, game: str) -> Template:
    """Choose options and seats."""
    words = game_words(game)
    context = {"game": words, "options": words["options"], "usual": _usual(game), "levels": level_words()}
    return Template("new.html", context={**await _common(tables, visitor), **context})


def _usual(game: str) -> dict[str, Options]:
    """The usual options for each number of players, as the page writes it."""
    found = definition(game)
    return {
        json.dumps(number): complete(found.options, {**found.at_table, "players": number})
        for number in found.player_numbers
    }


@get("/t/{id:str}")
async def table(request: Request[Any, Any, Any], tables: TableService, visitor: Visitor, id: str) -> Template:
    """A table."""
    room = await tables.room(id)
    common = await _common(tables, visitor)
    viewer = presenter.Viewer(visitor.person, common["person"]["name"])
    state = presenter.show(room, viewer, tables.now(), root_of(request), awake=tables.bots_awake)
    game = room.table.game.definition
    context = {
        "state": state,
        "game_css": _game_css(game.name),
        "script": f"/games/{game.name}/script.js" if game.page.SCRIPT else "",
        "learn_url": f"/learn/{game.name}",
        "levels": level_words(),
        "shapes": presenter.shapes_of(game),
    }
    return Template("table.html", context={**common, **context})


def _game_css(name: str) -> str:
    """Where a game's style is."""
    return f"/games/{name}/style.css?v={_version(BASE_CSS + definition(name).page.CSS)}"


def _version(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


@get("/t/{id:str}/record")
async def record(tables: TableService, id: str) -> Response[bytes]:
    """The record of a finished game, to keep."""
    found = (await tables.room(id)).table.record()
    name = f'attachment; filename="{found.game.name}-{id}.jsonl"'
    body = (found.to_json() + "\n").encode()
    return Response(body, media_type="application/x-ndjson", headers={"content-disposition": name})


@get("/learn/{game:str}")
async def learn(tables: TableService, visitor: Visitor, game: str, bare: bool = False) -> Template:
    """The rules of a game."""
    await tables.load_game(game)  # its pictures are drawn by the rules
    html = await asyncio.to_thread(rules_page, game, visitor.language)
    context = {"game": game_words(game), "game_css": _game_css(game), "html": html, "bare": bare}
    return Template("learn.html", context={**await _common(tables, visitor), **context})


@get("/docs/api")
async def api(tables: TableService, visitor: Visitor) -> Template:
    """How programs use the server."""
    html = render(API_PAGE.read_text(encoding="utf-8"))
    return Template("api.html", context={**await _common(tables, visitor), "html": html})


@get("/fair")
async def fair(tables: TableService, visitor: Visitor) -> Template:
    """How the shuffles are proven, for players and for sceptics."""
    html = render(fair_page(visitor.language))
    return Template("fair.html", context={**await _common(tables, visitor), "html": html})


def fair_page(language: str) -> str:
    """The page about fair shuffles, in English where it is not there in a language."""
    files = [FAIR_PAGES / f"{code}.md" for code in (language, "en")]
    text = next(file for file in files if file.is_file()).read_text(encoding="utf-8")
    return text.replace("{check}", (FAIR_PAGES / "check.txt").read_text(encoding="utf-8").rstrip())


@get("/games/{game:str}/style.css")
async def style(game: str) -> Response[str]:
    """How a game's pictures look."""
    css = BASE_CSS + definition(game).page.CSS
    return Response(css, media_type="text/css", headers={"cache-control": IMMUTABLE})


@get("/games/{game:str}/script.js")
async def script(game: str) -> Response[bytes]:
    """What a game's table does that clicks on parts cannot."""
    found = definition(game)
    if not found.page.SCRIPT:
        raise NotFound("script", _("this game needs no script"))
    body = (found.folder / found.page.SCRIPT).read_bytes()
    return Response(body, media_type="text/javascript", headers={"cache-control": "public, no-cache"})


@get("/t")
async def no_table() -> Redirect:
    """A link that lost its end."""
    return Redirect("/")


router = Router(
    "/",
    include_in_schema=False,
    route_handlers=[home, new, table, record, learn, fair, api, style, script, no_table],
)
