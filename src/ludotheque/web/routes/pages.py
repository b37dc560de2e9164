"""What people read: home, opening a table, the table, the rules, the API's description."""

import asyncio
import hashlib
import io
import json
import re
from itertools import product
from pathlib import Path
from typing import Annotated, Any

import segno
from litestar import Request, Response, Router, get
from litestar.params import Parameter
from litestar.response import Redirect, Template

from ludotheque.core.definition import Definition
from ludotheque.core.errors import BadOption
from ludotheque.core.options import Choice, Option, Options, Whole, complete
from ludotheque.core.registry import definition
from ludotheque.drawing.svg import BASE_CSS
from ludotheque.i18n.language import SHARED, marked_for_translation
from ludotheque.tables.errors import NotFound, TableRefusal
from ludotheque.tables.history import GIVEN_UP, LOST, RESIGNED, SHARED_SCREEN, TIED, WON
from ludotheque.tables.loading import playable
from ludotheque.tables.service import TableService
from ludotheque.tables.table import Table
from ludotheque.web import presenter
from ludotheque.web.addresses import root_of
from ludotheque.web.identity import Visitor
from ludotheque.web.learn import render, rules_page
from ludotheque.web.limits import PICTURES
from ludotheque.web.routes.api import game_words, level_words
from ludotheque.web.routes.mine import MOST_SHOWN, my_games, my_passkeys, my_statistics

_ = SHARED.text

IMMUTABLE = "public, max-age=31536000, immutable"
LONGEST_PATH = 200  # of a link as a QR code
OUTCOME_WORDS = {
    WON: marked_for_translation("Won"),
    TIED: marked_for_translation("Shared the win"),
    LOST: marked_for_translation("Lost"),
    RESIGNED: marked_for_translation("Resigned"),
    GIVEN_UP: marked_for_translation("Given up by all"),
    SHARED_SCREEN: marked_for_translation("At one screen"),
}
FAIR_PAGES = Path(__file__).parent.parent / "fair"
ABOUT_PAGES = Path(__file__).parent.parent / "about"
API_PAGE = Path(__file__).parent / "api.md"
AT_THE_BOARD = re.compile(r"board|hand|seat:\d+")  # panels that are not shown at the side


async def page_context(tables: TableService, visitor: Visitor, besides: str = "") -> dict[str, Any]:
    """What every page needs; the turns at other tables than the one *besides* which they are told."""
    name = await tables.storage.name(visitor.person)
    turns = [] if visitor.new_secret else await tables.storage.turns(visitor.person)
    return {
        "language": visitor.language,
        "theme": visitor.theme,
        "person": {"name": name or _("Guest"), "named": bool(name)},
        "turns": sum(one.id != besides for one in turns),
    }


@get("/new/{game:str}")
async def new(tables: TableService, visitor: Visitor, game: str) -> Template:
    """Choose options and seats."""
    words = game_words(game)
    context = {
        "game": words,
        "options": words["options"],
        "usual": _usual(game),
        "together": _together(game),
        "can_forget": bool(definition(game).page.PAST_PANELS),
        "levels": level_words(),
    }
    return Template("new.html", context={**await page_context(tables, visitor), **context})


def _together(game: str) -> list[dict[str, Any]]:
    """All choices that go together, of options with few values each: the page offers no others."""
    found = definition(game)
    few = {option.name: values for option in found.options if (values := _few_values(option))}
    return [chosen for chosen in _combined(few) if _go_together(found, chosen)]


def _few_values(option: Option) -> list[Any]:
    if isinstance(option, Choice):
        return list(option.values)
    assert isinstance(option, Whole)
    return list(range(option.low, option.high + 1)) if option.high - option.low < 10 else []


def _combined(few: dict[str, list[Any]]) -> list[dict[str, Any]]:
    return [dict(zip(few, values, strict=True)) for values in product(*few.values())]


def _go_together(found: Definition, chosen: dict[str, Any]) -> bool:
    try:
        found.go_together(complete(found.options, chosen))
    except BadOption:
        return False
    return True


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
    common = await page_context(tables, visitor, besides=id)
    viewer = presenter.Viewer(visitor.person, common["person"]["name"])
    state = presenter.show(room, viewer, tables.now(), root_of(request), awake=tables.bots_awake)
    return Template("table.html", context={**common, **table_context(room.table, state, grace=room.grace)})


def _room_for_a_hand(table: Table) -> tuple[float, ...] | None:
    """The box of the hand that whoever plays will see, if there is one: its room is kept from the start."""
    hand = table.game.definition.page.panels(table.state.view(0).data).get("hand")
    return hand.box if hand else None


def table_context(
    table: Table, state: dict[str, Any], record: str = "", grace: float = 0.0
) -> dict[str, Any]:
    """What the page of a table needs to show a state of it; *record* tells a game that is stored nowhere."""
    game = table.game.definition
    return {
        "state": state,
        "beside": [name for name in state["panels"] if not AT_THE_BOARD.fullmatch(name)],
        "game_css": game_css(game.name),
        "script": f"/games/{game.name}/script.js" if game.page.SCRIPT else "",
        "shuffle": f"/games/{game.name}/shuffle.js" if game.shuffle_script else "",
        "learn_url": f"/learn/{game.name}",
        "levels": level_words(),
        "grace": grace,
        "shapes": presenter.shapes_of(game),
        "hand": None if "hand" in state["panels"] else _room_for_a_hand(table),
        "record": record,
        "puzzle": None,
    }


@get("/t/{id:str}/picture.png", limit=PICTURES)
async def picture(request: Request[Any, Any, Any], tables: TableService, id: str) -> Response[bytes]:
    """A table as everybody may see it, for where its link is shared."""
    table = (await tables.room(id)).table
    drawn = await request.app.state.previews.picture(table)
    headers = {"cross-origin-resource-policy": "cross-origin"}  # other sites show it beside the link
    return Response(drawn, media_type="image/png", headers=headers)


@get("/mine")
async def mine(
    request: Request[Any, Any, Any],
    tables: TableService,
    visitor: Visitor,
    game: str = "",
    against: str = "",
    outcome: str = "",
    start: Annotated[int, Parameter(ge=0)] = 0,
) -> Template:
    """My games, what they say, and how to have them elsewhere."""
    sought = {"game": game, "against": against, "outcome": outcome}
    asked = {name: value or None for name, value in sought.items()}
    found = await my_games.fn(tables, visitor, start=start, **asked)
    context = {
        **found,
        "sought": sought,
        "start": start,
        "page_size": MOST_SHOWN,
        "game_choices": [(name, definition(name).title) for name in playable()],
        "outcomes": {outcome: _(words) for outcome, words in OUTCOME_WORDS.items()},
        "statistics": await my_statistics.fn(tables, visitor),
        "here": root_of(request).partition("://")[2] + "/here",
        "passkeys": (await my_passkeys.fn(tables, visitor)).passkeys,
    }
    return Template("mine.html", context={**await page_context(tables, visitor), **context})


@get("/here")
async def here(tables: TableService, visitor: Visitor) -> Template:
    """Where somebody comes in who is known on another device."""
    running = await tables.storage.mine.running(visitor.person)
    finished = await tables.storage.mine.finished(visitor.person, 1)
    context = {"has_games": bool(running or finished)}
    return Template("here.html", context={**await page_context(tables, visitor), **context})


def game_css(name: str) -> str:
    """Where a game's style is."""
    return f"/games/{name}/style.css?v={version_of(BASE_CSS + definition(name).page.CSS)}"


def version_of(text: str) -> str:
    """A name for a text, for an address that browsers may keep for good."""
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
    rules = await asyncio.to_thread(rules_page, game, visitor.language)
    context = {"game": game_words(game), "game_css": game_css(game), "rules": rules, "bare": bare}
    return Template("learn.html", context={**await page_context(tables, visitor), **context})


@get("/docs/api")
async def api(tables: TableService, visitor: Visitor) -> Template:
    """How programs use the server."""
    html = render(API_PAGE.read_text(encoding="utf-8"))
    return Template("api.html", context={**await page_context(tables, visitor), "html": html})


@get("/fair")
async def fair(tables: TableService, visitor: Visitor) -> Template:
    """How the shuffles are proven, for players and for sceptics."""
    html = render(fair_page(visitor.language))
    return Template("fair.html", context={**await page_context(tables, visitor), "html": html})


def fair_page(language: str) -> str:
    """The page about fair shuffles, in English where it is not there in a language."""
    text = _translated(FAIR_PAGES, language)
    for name in ("check", "more"):
        text = text.replace(f"{{{name}}}", (FAIR_PAGES / f"{name}.txt").read_text(encoding="utf-8").rstrip())
    return text


@get("/about")
async def about(tables: TableService, visitor: Visitor) -> Template:
    """What this is, and what the server knows of whom."""
    html = render(_translated(ABOUT_PAGES, visitor.language))
    return Template("about.html", context={**await page_context(tables, visitor), "html": html})


def _translated(folder: Path, language: str) -> str:
    """A page in a language, in English where it is not there."""
    files = [folder / f"{code}.md" for code in (language, "en")]
    return next(file for file in files if file.is_file()).read_text(encoding="utf-8")


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
    return _module(found.folder / found.page.SCRIPT)


@get("/games/{game:str}/shuffle.js")
async def shuffle(game: str) -> Response[bytes]:
    """What a game shuffles, for the browser's own check."""
    found = definition(game).shuffle_script
    if not found:
        raise NotFound("script", _("this game needs no script"))
    return _module(found)


def _module(file: Path) -> Response[bytes]:
    headers = {"cache-control": "public, no-cache"}
    return Response(file.read_bytes(), media_type="text/javascript", headers=headers)


@get("/qr.svg")
async def qr_code(
    request: Request[Any, Any, Any], path: Annotated[str, Parameter(max_length=LONGEST_PATH)]
) -> Response[bytes]:
    """A link to a page of this server, for a camera."""
    if not path.startswith("/") or path.startswith("//") or not path.isprintable():
        raise TableRefusal("qr", _("a QR code here leads to a page of this server, such as /t/k3f9x2ab"))
    picture = io.BytesIO()
    segno.make(root_of(request) + path, error="m", micro=False).save(picture, kind="svg", border=3, scale=6)
    return Response(picture.getvalue(), media_type="image/svg+xml")


@get("/t")
async def no_table() -> Redirect:
    """A link that lost its end."""
    return Redirect("/")


router = Router(
    "/",
    include_in_schema=False,
    route_handlers=[
        new,
        mine,
        here,
        table,
        record,
        picture,
        learn,
        fair,
        about,
        api,
        style,
        script,
        shuffle,
        qr_code,
        no_table,
    ],
)
