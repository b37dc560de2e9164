"""Everything a person can do at a table, as JSON (api.md); the pages use the same calls."""

import base64
from collections.abc import Sequence
from typing import Annotated, Any

from litestar import Request, Router, get, post
from litestar.params import Parameter
from msgspec import Meta, Struct

from ludotheque.bots.levels import LEVELS
from ludotheque.core.options import Choice, Option, Whole, complete
from ludotheque.core.registry import definition, names
from ludotheque.i18n.language import SHARED, language, speaking
from ludotheque.tables.events import Clock
from ludotheque.tables.opening import SeatWish, Wish, going_on, opening
from ludotheque.tables.service import House
from ludotheque.tables.table import (
    LEVEL_NAMES,
    LEVEL_PHRASES,
    OVER,
    PLAYING,
    SEATING,
    Table,
    TableRefusal,
    good_name,
)
from ludotheque.tables.thinking import Thought
from ludotheque.web import presenter
from ludotheque.web.identity import Visitor
from ludotheque.web.routes.socket import watch

_ = SHARED.text

Asked = Request[Any, Any, Any]


class Name(Struct):
    """How somebody is called."""

    name: str


class Seat(Struct):
    """Who a seat is for: ``me``, a ``bot`` of a level, a ``friend`` with a link, or ``open`` to anybody."""

    kind: str
    level: str = "regular"
    name: str = ""  # of another player at my screen


class NewTable(Struct):
    """A table to open. Options left out have their usual values; without seats it is me against bots."""

    game: str
    options: dict[str, Any] = {}
    seats: list[Seat] = []
    clock: Clock = Clock()
    listed: bool = True
    guided: bool = False


class Opened(Struct):
    """A table that was opened."""

    id: str
    url: str


class Sitting(Struct):
    """A seat to take; *key* comes with a friend's link."""

    seat: int
    name: str = ""
    key: str = ""


class BotSitting(Struct):
    """A bot for a free seat."""

    seat: int
    level: str = "regular"


class Leaving(Struct):
    """A seat to leave; all of one's own if it is left out."""

    seat: int | None = None


class Moving(Struct):
    """A move in its notation, made for the position after *ply* moves."""

    ply: int
    move: Annotated[str, Meta(max_length=2000)]
    seat: int | None = None


class Answer(Struct):
    """Whether one agrees to an undo."""

    yes: bool


class Saying(Struct):
    """Something to say."""

    text: Annotated[str, Meta(max_length=4000)]


class Hinting(Struct):
    """For which of one's seats; the one whose turn it is if it is left out."""

    seat: int | None = None


class GoingOn(Struct):
    """Where to play on from, and in which seat."""

    ply: int
    seat: int = 0


class Done(Struct):
    """It was done; *version* counts what happened at the table."""

    version: int


@get("/games")
async def list_games() -> list[dict[str, Any]]:
    """All games with their options."""
    return [game_words(name) for name in names()]


def game_words(name: str) -> dict[str, Any]:
    """A game and its options, in the language of whoever asks."""
    found = definition(name)
    return {
        "name": found.name,
        "title": found.title,
        "summary": found.translations.text(found.summary),
        "players": _players(found.options[0]),
        "minutes": found.minutes,
        "options": [_option_words(name, option) for option in found.options],
    }


def _players(option: Option) -> str:
    if isinstance(option, Whole):
        return f"{option.low}–{option.high}"
    assert isinstance(option, Choice)
    return " / ".join(map(str, option.values))


def _option_words(game: str, option: Option) -> dict[str, Any]:
    found = definition(game)
    words: dict[str, Any] = {
        "name": option.name,
        "label": found.translations.text(option.label),
        "phrase": found.translations.text(option.phrase),
        "default": complete(found.options, found.at_table)[option.name],
    }
    if isinstance(option, Whole):
        return words | {"kind": "number", "low": option.low, "high": option.high, "optional": option.optional}
    assert isinstance(option, Choice)
    kind = "flag" if option.values == (False, True) else "choice"
    values = [{"value": value, "label": _value_label(game, value)} for value in option.values]
    return words | {"kind": kind, "values": values}


def _value_label(game: str, value: Any) -> str:
    return definition(game).translations.text(value.capitalize()) if isinstance(value, str) else str(value)


def level_words() -> list[dict[str, str]]:
    """The levels of bots."""
    return [
        {"name": level, "label": _(LEVEL_NAMES[level]), "phrase": _(LEVEL_PHRASES[level])} for level in LEVELS
    ]


@get("/me")
async def who_am_i(house: House, visitor: Visitor) -> Name:
    """How I am called here."""
    return Name(await called(house, visitor))


@post("/me", status_code=200)
async def call_me(house: House, visitor: Visitor, data: Name) -> Name:
    """Take a name."""
    name = good_name(data.name)
    await house.storage.rename(visitor.person, name)
    return Name(name)


async def called(house: House, visitor: Visitor) -> str:
    """A visitor's name, or what we call somebody who has not told it."""
    return await house.storage.name(visitor.person) or _("Guest")


@get("/tables")
async def list_tables(house: House, visitor: Visitor) -> dict[str, list[dict[str, Any]]]:
    """My tables, those that wait for players, and those one can watch."""
    mine = [room.table for room in await house.rooms(await house.storage.of(visitor.person))]
    listed = [room.table for room in await house.rooms(await house.storage.listed())]
    others = [table for table in listed if not table.seats_of(visitor.person)]

    def briefs(tables: Sequence[Table], phase: str) -> list[dict[str, Any]]:
        return [presenter.brief(table, visitor.person) for table in tables if table.phase == phase]

    return {
        "mine": briefs(mine, PLAYING) + briefs(mine, SEATING),
        "finished": briefs(mine, OVER)[:10],
        "open": briefs(others, SEATING),
        "running": briefs(others, PLAYING),
    }


@post("/tables")
async def open_table(house: House, visitor: Visitor, data: NewTable) -> Opened:
    """Open a table."""
    wish = Wish(
        data.game,
        data.options,
        [SeatWish(seat.kind, seat.level, seat.name) for seat in data.seats],
        data.clock,
        data.listed,
        data.guided,
    )
    table = await house.open(opening(wish, visitor.person, await called(house, visitor)))
    return _opened(table.id)


def _opened(id: str) -> Opened:
    return Opened(id, f"/t/{id}")


@get("/tables/{id:str}")
async def look(
    request: Asked,
    house: House,
    visitor: Visitor,
    id: str,
    seat: Annotated[int | None, Parameter(description="through which of my seats")] = None,
) -> dict[str, Any]:
    """A table as I may see it."""
    looker = presenter.Looker(visitor.person, await called(house, visitor), seat)
    return presenter.show(await house.room(id), looker, root_of(request))


def root_of(request: Any) -> str:
    """How links to this server begin, as the visitor reaches it."""
    return str(request.base_url).rstrip("/")


@post("/tables/{id:str}/sit", status_code=200)
async def sit(house: House, visitor: Visitor, id: str, data: Sitting) -> Done:
    """Take a free seat."""
    name = data.name or await called(house, visitor)
    table = await house.act(id, lambda table: table.sit(visitor.person, name, data.seat, data.key))
    await house.storage.rename(visitor.person, good_name(name))
    return Done(table.version)


@post("/tables/{id:str}/bot", status_code=200)
async def seat_bot(house: House, visitor: Visitor, id: str, data: BotSitting) -> Done:
    """Put a bot into a free seat of my table."""
    table = await house.act(id, lambda table: table.seat_bot(visitor.person, data.seat, data.level))
    return Done(table.version)


@post("/tables/{id:str}/leave", status_code=200)
async def leave(house: House, visitor: Visitor, id: str, data: Leaving) -> Done:
    """Get up; a bot plays on until I am back."""
    return Done((await house.act(id, lambda table: table.leave(visitor.person, data.seat))).version)


@post("/tables/{id:str}/moves", status_code=200)
async def move(house: House, visitor: Visitor, id: str, data: Moving) -> Done:
    """Play a move."""
    table = await house.act(id, lambda table: table.move(visitor.person, data.ply, data.move, data.seat))
    return Done(table.version)


@post("/tables/{id:str}/undo", status_code=200)
async def undo(house: House, visitor: Visitor, id: str) -> Done:
    """Take my last move back, or ask the others to agree."""
    room = await house.room(id)
    return Done((await house.act(id, lambda table: table.ask_undo(visitor.person, room.here()))).version)


@post("/tables/{id:str}/undo/answer", status_code=200)
async def answer_undo(house: House, visitor: Visitor, id: str, data: Answer) -> Done:
    """Agree to somebody's undo, or not."""
    return Done((await house.act(id, lambda table: table.answer_undo(visitor.person, data.yes))).version)


@post("/tables/{id:str}/chat", status_code=200)
async def chat(house: House, visitor: Visitor, id: str, data: Saying) -> Done:
    """Say something to everybody at the table."""
    name = await called(house, visitor)
    return Done((await house.act(id, lambda table: table.say(visitor.person, name, data.text))).version)


@post("/tables/{id:str}/hint", status_code=200)
async def hint(house: House, visitor: Visitor, id: str, data: Hinting) -> dict[str, Any]:
    """What the expert would do, and why."""
    thoughts = await house.hint(id, visitor.person, data.seat)
    table = (await house.room(id)).table
    best, *others = [_thought(table, thought) for thought in thoughts]
    return {**best, "others": others}


def _thought(table: Table, thought: Thought) -> dict[str, Any]:
    view = table.state.view(table.state.seat)
    page = table.game.definition.page
    with speaking(language(), table.names()):
        at = next((choice.at for choice in page.choices(view) if choice.move == thought.move), "")
        label = page.label(view.data, thought.move)
    chance, games = round(100 * thought.win_chance), thought.games
    if table.game.shared_goal:
        words = _("reaches the goal in {chance} % of {games} imagined games", chance=chance, games=games)
    else:
        words = _("wins {chance} % of {games} imagined games", chance=chance, games=games)
    return {"move": thought.move, "label": label, "at": at, "words": words}


@get("/tables/{id:str}/preview")
async def preview(house: House, visitor: Visitor, id: str, move: str) -> dict[str, str]:
    """What a move of mine would bring at once, in a few words."""
    table = (await house.room(id)).table
    turn = table.state.seat
    if table.phase != PLAYING or turn not in table.seats_of(visitor.person):
        raise TableRefusal("turn", _("it is not your turn"))
    return {"words": table.game.definition.page.preview(table.state.view(turn), move)}


@post("/tables/{id:str}/rematch")
async def rematch(house: House, visitor: Visitor, id: str) -> Opened:
    """Another game with the same players; whoever asks second joins the first one's."""
    return _opened(await house.rematch(id, visitor.person))


@post("/tables/{id:str}/from")
async def play_on(house: House, visitor: Visitor, id: str, data: GoingOn) -> Opened:
    """Play on from a place of a finished game, against bots."""
    table = (await house.room(id)).table
    name = await called(house, visitor)
    return _opened((await house.open(going_on(table, data.ply, visitor.person, name, data.seat))).id)


@get("/tables/{id:str}/at/{ply:int}")
async def look_back(house: House, id: str, ply: int, seat: int = -1) -> dict[str, Any]:
    """A finished game as it was after some moves, through the eyes of any seat (-1: a spectator's)."""
    table = (await house.room(id)).table
    table.record()  # refuses while the game goes on
    return presenter.show_past(table, ply, seat)


@get("/tables/{id:str}/record")
async def record(house: House, id: str) -> dict[str, Any]:
    """The record of a finished game."""
    return (await house.room(id)).table.record().to_dict()


@get("/tables/{id:str}/view")
async def raw_view(house: House, visitor: Visitor, id: str, seat: int) -> dict[str, Any]:
    """All that one of my seats may know, packed, for a bot that sits there."""
    table = (await house.room(id)).table
    if seat not in table.seats_of(visitor.person):
        raise TableRefusal("seat", _("seat {seat} is not yours", seat=seat + 1))
    packed = base64.b64encode(bytes(table.state.view(seat))).decode()
    return {
        "game": table.game.name,
        "options": table.game.options,
        "seat": seat,
        "ply": table.ply,
        "bytes": packed,
    }


@get("/openapi.json", include_in_schema=False)
async def openapi(request: Asked) -> dict[str, Any]:
    """All of this, described for machines."""
    return request.app.openapi_schema.to_schema()


router = Router(
    "/api",
    tags=["tables"],
    route_handlers=[
        list_games, who_am_i, call_me, list_tables, open_table, look, sit, seat_bot, leave, move, undo,
        answer_undo, chat, hint, preview, rematch, play_on, look_back, record, raw_view, watch, openapi,
    ],
)  # fmt: skip
