"""What people read: home, opening a table, the table, the rules, the API's description."""

import hashlib
import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from litestar import Request, Response, Router, get
from litestar.response import Redirect, Template

from ludotheque.core.options import Options, complete
from ludotheque.core.page import Panel
from ludotheque.core.reading import read_records
from ludotheque.core.registry import definition, names
from ludotheque.drawing.svg import BASE_CSS
from ludotheque.i18n.language import SHARED, speaking
from ludotheque.tables.service import House
from ludotheque.tables.table import TableRefusal
from ludotheque.web import presenter
from ludotheque.web.identity import Visitor
from ludotheque.web.learn import render, rules_page
from ludotheque.web.routes.api import called, game_words, level_words, list_tables, root_of

_ = SHARED.text

IMMUTABLE = "public, max-age=31536000, immutable"
API_PAGE = Path(__file__).parent / "api.md"


@get("/", name="home")
async def home(house: House, visitor: Visitor) -> Template:
    """The games, and the tables one can join."""
    games = [
        {**game_words(name), "cover": cover(name, visitor.language), "css": _game_css(name)}
        for name in names()
    ]
    tables = await list_tables.fn(house, visitor)
    return Template("home.html", context={**await _common(house, visitor), "games": games, **tables})


async def _common(house: House, visitor: Visitor) -> dict[str, Any]:
    name = await called(house, visitor)
    return {"language": visitor.language, "theme": visitor.theme, "person": {"name": name}}


@lru_cache(64)
def cover(name: str, language: str) -> Panel:
    """The board of a game in the middle, from its learn/cover.jsonl."""
    found = definition(name)
    (record,) = read_records(found.folder / "learn" / "cover.jsonl")
    state = record.replay()
    with speaking(language):
        return found.page.panels(state.view(state.seat).data)["board"]


@get("/new/{game:str}")
async def new(house: House, visitor: Visitor, game: str) -> Template:
    """Choose options and seats."""
    words = game_words(game)
    context = {"game": words, "options": words["options"], "usual": _usual(game), "levels": level_words()}
    return Template("new.html", context={**await _common(house, visitor), **context})


def _usual(game: str) -> dict[str, Options]:
    """The usual options for each number of players, as the page writes it."""
    found = definition(game)
    return {
        json.dumps(number): complete(found.options, {**found.at_table, "players": number})
        for number in found.player_numbers
    }


@get("/t/{id:str}")
async def table(request: Request[Any, Any, Any], house: House, visitor: Visitor, id: str) -> Template:
    """A table."""
    room = await house.room(id)
    common = await _common(house, visitor)
    looker = presenter.Looker(visitor.person, common["person"]["name"])
    state = presenter.show(room, looker, root_of(request))
    game = room.table.game.definition
    context = {
        "state": state,
        "state_json": json.dumps(state).replace("<", "\\u003c"),
        "game_css": _game_css(game.name),
        "script": f"/games/{game.name}/script.js" if game.page.SCRIPT else "",
        "learn_url": f"/learn/{game.name}",
        "levels": level_words(),
    }
    return Template("table.html", context={**common, **context})


def _game_css(name: str) -> str:
    """Where a game's style is."""
    return f"/games/{name}/style.css?v={_version(definition(name).page.CSS)}"


def _version(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


@get("/t/{id:str}/record")
async def record(house: House, id: str) -> Response[bytes]:
    """The record of a finished game, to keep."""
    found = (await house.room(id)).table.record()
    name = f'attachment; filename="{found.game.name}-{id}.jsonl"'
    body = (found.to_json() + "\n").encode()
    return Response(body, media_type="application/x-ndjson", headers={"content-disposition": name})


@get("/learn/{game:str}")
async def learn(house: House, visitor: Visitor, game: str, bare: bool = False) -> Template:
    """The rules of a game."""
    html = rules_page(definition(game).name, visitor.language)
    context = {"game": game_words(game), "html": html, "bare": bare}
    return Template("learn.html", context={**await _common(house, visitor), **context})


@get("/docs/api")
async def api(house: House, visitor: Visitor) -> Template:
    """How programs use the server."""
    html = render(API_PAGE.read_text(encoding="utf-8"))
    return Template("api.html", context={**await _common(house, visitor), "html": html})


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
        raise TableRefusal("script", _("this game needs no script"))
    body = (found.folder / found.page.SCRIPT).read_bytes()
    return Response(body, media_type="text/javascript", headers={"cache-control": "no-cache"})


@get("/t")
async def no_table() -> Redirect:
    """A link that lost its end."""
    return Redirect("/")


router = Router(
    "/",
    include_in_schema=False,
    route_handlers=[home, new, table, record, learn, api, style, script, no_table],
)
