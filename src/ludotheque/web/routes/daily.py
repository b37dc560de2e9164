"""What the day brings: a puzzle of every game, and a game that all play alone on the same shuffle."""

import asyncio
from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import date
from functools import lru_cache
from typing import Annotated, Any, Literal, NamedTuple

from litestar import Request, Response, Router, get, post
from litestar.response import Template
from msgspec import Meta, Struct

from ludotheque.core.puzzle import Puzzle, puzzles_of
from ludotheque.core.reading import read_record
from ludotheque.core.registry import definition
from ludotheque.i18n.language import SHARED, language
from ludotheque.tables.archive import table_of
from ludotheque.tables.chronicle import OVER
from ludotheque.tables.daily import (
    ONE_DAY,
    daily_key,
    daily_of,
    daily_shuffle,
    daily_table,
    day_of,
    game_of_day,
    open_daily,
    puzzle_number,
)
from ludotheque.tables.errors import NotFound
from ludotheque.tables.loading import playable
from ludotheque.tables.rooms import Room
from ludotheque.tables.service import TableService
from ludotheque.tables.summary import Summary
from ludotheque.tables.table import Table
from ludotheque.web import presenter, puzzles
from ludotheque.web.addresses import root_of
from ludotheque.web.covers import picture
from ludotheque.web.days import day_words
from ludotheque.web.errors import refusals_of
from ludotheque.web.identity import Visitor
from ludotheque.web.limits import MOVES, PICTURES, TABLES
from ludotheque.web.routes.api import TableLink, game_words, visitor_name
from ludotheque.web.routes.pages import page_context, table_context

_ = SHARED.text


class AnswerPuzzle(Struct):
    """The move that I would play, in its notation; *ply* is the position's, as at a table."""

    move: Annotated[str, Meta(max_length=2000)]
    ply: int | None = None
    seat: int | None = None


class Found(NamedTuple):
    """A puzzle, and the table that shows it."""

    puzzle: Puzzle
    room: Room


async def _found(tables: TableService, game: str, day: date) -> Found:
    """A game's puzzle of a day that has come."""
    today, known = day_of(tables.now()), definition(game)
    if day > today:
        why = _("the puzzle of {day} is not out yet; today is {today}", day=day, today=today)
        raise NotFound("day", why)
    number = puzzle_number(await daily_key(tables.storage), known, day)
    await tables.load_game(game)
    room = await asyncio.to_thread(puzzles.puzzle_room, game, number)
    return Found(puzzles_of(known)[number], room)


def games_with_puzzles() -> Sequence[str]:
    """The games that have any."""
    return [name for name in playable() if definition(name).puzzles_file]


# The API


@get("/puzzles")
async def list_puzzles(tables: TableService) -> dict[str, Any]:
    """The puzzles of today, one for each game that has any; `game` is the one on the home page."""
    day, names = day_of(tables.now()), games_with_puzzles()
    chosen = game_of_day(await daily_key(tables.storage), names, day) if names else None
    entries = [
        {"game": name, "title": definition(name).title, "url": f"/puzzle/{name}", "number": _how_many(name)}
        for name in names
    ]
    return {"day": day.isoformat(), "game": chosen, "puzzles": entries}


def _how_many(name: str) -> int:
    return len(puzzles_of(definition(name)))


@get("/puzzles/{game:str}")
async def todays_puzzle(tables: TableService, game: str) -> dict[str, Any]:
    """Today's puzzle of a game."""
    return await puzzle.fn(tables, game, day_of(tables.now()))  # type: ignore[no-any-return]


@get("/puzzles/{game:str}/{day:date}")
async def puzzle(tables: TableService, game: str, day: date) -> dict[str, Any]:
    """A puzzle: the position as its seat may see it. With its solution when the day is over (UTC)."""
    found = await _found(tables, game, day)
    return {
        "game": game,
        "title": definition(game).title,
        "day": day.isoformat(),
        "seat": found.puzzle.seat,
        "solution": _solution(found) if day < day_of(tables.now()) else None,
        "state": puzzles.shown(found.room),
    }


def _solution(found: Found) -> dict[str, Any]:
    return puzzles.solution(found.puzzle, found.room)


@post("/puzzles/{game:str}/{day:date}/moves", status_code=200, limit=MOVES)
async def answer_puzzle(tables: TableService, game: str, day: date, data: AnswerPuzzle) -> dict[str, Any]:
    """What a move in a puzzle is worth, beside the best one. Everybody may try as often as they like."""
    found = await _found(tables, game, day)
    if data.ply is not None:
        found.room.table.answers(data.ply)
    return puzzles.verdict(found.puzzle, found.room, data.move)


@get("/puzzles/{game:str}/{day:date}/preview")
async def preview_in_puzzle(tables: TableService, game: str, day: date, move: str) -> dict[str, str]:
    """What a move would bring at once, in a few words."""
    return {"words": puzzles.preview((await _found(tables, game, day)).room, move)}


@get("/puzzles/{game:str}/{day:date}/why")
async def why_in_puzzle(tables: TableService, game: str, day: date, part: str) -> dict[str, str]:
    """Why a part of the picture cannot be played, in a sentence; empty where that is no question."""
    return puzzles.why((await _found(tables, game, day)).room, part)._asdict()


@get("/daily/{game:str}")
async def daily(tables: TableService, visitor: Visitor, game: str) -> dict[str, Any]:
    """The game of the day: how many have tried it and met its goal, today and yesterday, and how far I am."""
    today, told = day_of(tables.now()), daily_of(game)
    text, tally = definition(game).translations.text, tables.storage.dailies.tally
    mine = await _mine(tables, visitor, game, today)
    return {
        "game": game,
        "day": today.isoformat(),
        "title": text(told.title),
        "invitation": text(told.invitation),
        "met_words": text(told.met),
        "today": asdict(await tally(game, today.isoformat())),
        "yesterday": asdict(await tally(game, (today - ONE_DAY).isoformat())),
        "mine": {"url": f"/t/{mine.id}", "over": mine.phase == OVER, "met": mine.met} if mine else None,
        "solution": f"/daily/{game}/solution#0",  # from the beginning
    }


async def _mine(tables: TableService, visitor: Visitor, game: str, day: date) -> Summary | None:
    key = await daily_key(tables.storage)
    return await tables.storage.summary(daily_table(key, game, day, visitor.person))


@post("/daily/{game:str}", limit=TABLES)
async def play_daily(tables: TableService, visitor: Visitor, game: str) -> TableLink:
    """My table for the game of the day; the same one however often I ask."""
    table = await open_daily(tables, game, visitor.person, await visitor_name(tables, visitor))
    return TableLink(table.id, f"/t/{table.id}", table.commitment)


# The pages


@get("/puzzle/{game:str}")
async def puzzle_page(tables: TableService, visitor: Visitor, game: str) -> Template:
    """Today's puzzle of a game."""
    return await _puzzle_page(tables, visitor, game, day_of(tables.now()))


@get("/puzzle/{game:str}/{day:date}/board.svg")
async def puzzle_board(
    tables: TableService, game: str, day: date, theme: Literal["auto", "light", "dark"]
) -> Response[str]:
    """The board of a puzzle, in the language of the visitor, which its address names too."""
    svg = puzzles.board_picture((await _found(tables, game, day)).room, language())
    headers = {"cache-control": "private, max-age=86400"}
    return Response(picture(game, svg, theme), media_type="image/svg+xml", headers=headers)


@get("/puzzle/{game:str}/yesterday")
async def yesterdays_puzzle_page(tables: TableService, visitor: Visitor, game: str) -> Template:
    """Yesterday's, with its solution."""
    return await _puzzle_page(tables, visitor, game, day_of(tables.now()) - ONE_DAY)


async def _puzzle_page(tables: TableService, visitor: Visitor, game: str, day: date) -> Template:
    found = await _found(tables, game, day)
    over = day < day_of(tables.now())
    told = {
        "api": f"/api/puzzles/{game}/{day}",
        "solution": _solution(found) if over else None,
        "yesterday": f"/puzzle/{game}/yesterday",
        "today": f"/puzzle/{game}",
    }
    title = definition(game).title
    heading = (
        _("{game}: the puzzle of {day}", game=title, day=day_words(day))
        if over
        else _("{game}: the puzzle of the day", game=title)
    )
    others = [game_words(name) for name in games_with_puzzles() if name != game]
    context = {
        **await page_context(tables, visitor),
        **table_context(found.room.table, puzzles.shown(found.room)),
        "puzzle": told,
        "heading": heading,
        "others": others,
    }
    return Template("puzzle.html", context=context)


@get("/daily/{game:str}")
async def daily_page(tables: TableService, visitor: Visitor, game: str) -> Template:
    """The game of the day."""
    context = {"game": game_words(game), "daily": await daily.fn(tables, visitor, game)}
    return Template("daily.html", context={**await page_context(tables, visitor), **context})


@get("/daily/{game:str}/solution", limit=PICTURES)
async def solution_page(
    request: Request[Any, Any, Any], tables: TableService, visitor: Visitor, game: str
) -> Template:
    """How yesterday's game could have been won, as a game to replay."""
    told = daily_of(game)
    day = day_of(tables.now()) - ONE_DAY
    shuffle = daily_shuffle(await daily_key(tables.storage), game, day)
    text = await request.app.state.solutions.get(tables, game, shuffle)
    if text is None:
        raise NotFound("solution", _("nobody has found out how that one could have been won"))
    await tables.load_game(game)
    record = read_record(text)
    seats = [{"name": _("Clairvoyant"), "kind": "person"}]
    record = replace(record, more={**record.more, "seats": seats, "started": f"{day}T00:00:00Z"})
    table = await asyncio.to_thread(_replayed, record.to_json())
    common = await page_context(tables, visitor)
    viewer = presenter.Viewer(visitor.person, common["person"]["name"])
    state = presenter.show(Room(table), viewer, tables.now(), root_of(request))
    title = definition(game).translations.text(told.title)
    heading = _("{title}: the solution of {day}", title=title, day=day_words(day))
    context = {**common, **table_context(table, state, record.to_json()), "heading": heading}
    return Template("solution.html", context=context)


@lru_cache(32)
def _replayed(text: str) -> Table:
    return table_of(read_record(text))


async def of_the_day(tables: TableService, visitor: Visitor) -> dict[str, Any]:
    """What the home page tells of today."""
    listed = await list_puzzles.fn(tables)
    dailies = [
        await daily.fn(tables, visitor, name) for name in playable() if definition(name).daily is not None
    ]
    return {"day": listed["day"], "puzzle": await _on_the_home_page(tables, listed), "dailies": dailies}


async def _on_the_home_page(tables: TableService, listed: dict[str, Any]) -> dict[str, Any] | None:
    """The puzzle of the day; its picture where that needs no compiling."""
    name = listed["game"]
    if name is None:
        return None
    board = f"/puzzle/{name}/{listed['day']}/board.svg?language={language()}&theme="
    loaded = tables.has_loaded(name)
    return {"game": name, "title": definition(name).title, "board": board if loaded else ""}


_API = [
    list_puzzles, todays_puzzle, puzzle, answer_puzzle, preview_in_puzzle, why_in_puzzle, daily, play_daily,
]  # fmt: skip
for _handler in _API:
    _handler.responses = refusals_of(_handler)
router = Router("/api", tags=["daily"], route_handlers=_API)
pages_router = Router(
    "/",
    include_in_schema=False,
    route_handlers=[puzzle_page, puzzle_board, yesterdays_puzzle_page, daily_page, solution_page],
)
