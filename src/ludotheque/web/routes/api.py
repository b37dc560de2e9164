"""Everything a person can do at a table, as JSON (api.md); the pages use the same calls."""

import base64
from collections.abc import Sequence
from typing import Annotated, Any

from litestar import Request, Router, get, post
from litestar.params import Parameter
from msgspec import Meta, Struct

from ludotheque.bots.levels import LEVELS
from ludotheque.core.fairness import things_shuffled
from ludotheque.core.options import Choice, Option, Whole, complete
from ludotheque.core.registry import definition
from ludotheque.i18n.language import SHARED
from ludotheque.tables.chronicle import OVER, PLAYING, SEATING
from ludotheque.tables.errors import NotFound, NotNow, TableRefusal
from ludotheque.tables.loading import playable
from ludotheque.tables.opening import TableRequest, opening, playing_on
from ludotheque.tables.people import LEVEL_NAMES, LEVEL_PHRASES, STAND_IN, good_name
from ludotheque.tables.service import TableService
from ludotheque.tables.summary import Summary
from ludotheque.tables.table import Table
from ludotheque.web import presenter
from ludotheque.web.addresses import root_of
from ludotheque.web.errors import refusals_of
from ludotheque.web.identity import Visitor, visitor_of
from ludotheque.web.limits import CHAT, HINTS, MOVES, NAMES, REVIEWS, TABLES, line_of
from ludotheque.web.review import show_review
from ludotheque.web.routes import mine, push
from ludotheque.web.routes.asked import while_asked
from ludotheque.web.routes.playing import PlayMove, played
from ludotheque.web.routes.socket import watch
from ludotheque.web.why_not import why_not

_ = SHARED.text


class Name(Struct):
    """What somebody is called."""

    name: str


class TableLink(Struct):
    """Where a table is, and what it promises about its shuffles (empty if they cannot be proven)."""

    id: str
    url: str
    commitment: str


class TakeSeat(Struct):
    """A seat to take; *key* comes with a friend's link, *contribution* goes into the shuffles.

    *another* is whether *name* is that of somebody else at my screen: otherwise it is kept as mine.
    """

    seat: int
    name: str = ""
    key: str = ""
    contribution: str = ""
    another: bool = False


class Contribute(Struct):
    """What goes into the shuffles for one of my seats, or for all of them."""

    contribution: str
    seat: int | None = None


class SetRules(Struct):
    """What the host may say about a table; what is left out stays as it is."""

    watchers_talk: bool | None = None
    hot_seat: bool | None = None


class SeatBot(Struct):
    """A bot for a free seat."""

    seat: int
    level: str = STAND_IN


class StandIn(Struct):
    """The seat of somebody who is away."""

    seat: int


class LeaveSeat(Struct):
    """A seat to leave; all of one's own if it is left out."""

    seat: int | None = None


class AnswerUndo(Struct):
    """Whether one agrees to an undo."""

    yes: bool


class Say(Struct):
    """Something to say."""

    text: Annotated[str, Meta(max_length=4000)]


class AskHint(Struct):
    """For which of one's seats; the one whose turn it is if it is left out."""

    seat: int | None = None


class PlayOn(Struct):
    """Where to play on from, and in which seat."""

    ply: int
    seat: int = 0


class Done(Struct):
    """It was done; *version* counts what happened at the table."""

    version: int


@get("/games")
async def list_games() -> list[dict[str, Any]]:
    """All games with their options."""
    return [game_words(name) for name in playable()]


def game_words(name: str) -> dict[str, Any]:
    """A game and its options, in the language of whoever asks."""
    found = definition(name)
    return {
        "name": found.name,
        "title": found.title,
        "summary": found.translations.text(found.summary),
        "players": _players(found.options[0]),
        "minutes": found.minutes,
        "can_be_ready": found.can_be_ready,
        "credits": found.credits,
        "options": [_option_words(name, option) for option in found.options],
    }


def _players(option: Option) -> str:
    if isinstance(option, Whole):
        return f"{option.low}–{option.high}" if option.low < option.high else str(option.low)
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
async def who_am_i(tables: TableService, visitor: Visitor) -> Name:
    """What I am called here."""
    return Name(await visitor_name(tables, visitor))


@post("/me", status_code=200, limit=NAMES)
async def call_me(tables: TableService, visitor: Visitor, data: Name) -> Name:
    """Take a name."""
    name = good_name(data.name)
    await tables.storage.rename(visitor.person, name)
    return Name(name)


async def visitor_name(tables: TableService, visitor: Visitor) -> str:
    """A visitor's name, or what we call somebody who has given none."""
    return await tables.storage.name(visitor.person) or _("Guest")


@get("/tables")
async def list_tables(tables: TableService, visitor: Visitor) -> dict[str, list[dict[str, Any]]]:
    """My tables, those that wait for players, and those one can watch."""
    person = visitor.person
    mine = [table for table in await tables.storage.of(person) if table.seats_of(person)]
    others = [table for table in await tables.storage.listed(tables.now()) if not table.seats_of(person)]

    def entries(summaries: Sequence[Summary], phase: str) -> list[dict[str, Any]]:
        return presenter.list_entries([one for one in summaries if one.phase == phase], person)

    return {
        "mine": entries(mine, PLAYING) + entries(mine, SEATING),
        "finished": entries(mine, OVER)[:10],
        "open": entries(others, SEATING),
        "running": entries(others, PLAYING),
    }


@post("/tables", limit=TABLES)
async def open_table(
    request: Request[Any, Any, Any], tables: TableService, visitor: Visitor, data: TableRequest
) -> TableLink:
    """Open a table."""
    name, line = await visitor_name(tables, visitor), line_of(request.scope)
    return _link(await tables.open(data.game, lambda now: opening(data, visitor.person, name, now, line)))


def _link(table: Table) -> TableLink:
    return TableLink(table.id, f"/t/{table.id}", table.commitment)


@get("/tables/{id:str}")
async def look(
    request: Request[Any, Any, Any],
    tables: TableService,
    visitor: Visitor,
    id: str,
    seat: Annotated[int | None, Parameter(description="through which of my seats")] = None,
    pictures: Annotated[bool, Parameter(description="false: `panels` is empty")] = True,
) -> dict[str, Any]:
    """A table as I may see it."""
    viewer = presenter.Viewer(visitor.person, await visitor_name(tables, visitor), seat, pictures)
    return presenter.show(
        await tables.room(id), viewer, tables.now(), root_of(request), awake=tables.bots_awake
    )


@post("/tables/{id:str}/sit", status_code=200, limit=MOVES)
async def sit(tables: TableService, visitor: Visitor, id: str, data: TakeSeat) -> Done:
    """Take a free seat."""
    name = data.name or await visitor_name(tables, visitor)
    table = await tables.act(
        id,
        lambda table, now: table.sit(now, visitor.person, name, data.seat, data.key, data.contribution),
    )
    if data.name and not data.another:
        await tables.storage.rename(visitor.person, good_name(name))
    return Done(table.version)


@post("/tables/{id:str}/contribute", status_code=200, limit=MOVES)
async def contribute(tables: TableService, visitor: Visitor, id: str, data: Contribute) -> Done:
    """Contribute to the shuffles of a game that has not begun."""
    table = await tables.act(
        id, lambda table, now: table.contribute(now, visitor.person, data.contribution, data.seat)
    )
    return Done(table.version)


@post("/tables/{id:str}/rules", status_code=200, limit=MOVES)
async def set_rules(tables: TableService, visitor: Visitor, id: str, data: SetRules) -> Done:
    """Say, as the host, whether watchers may talk and whether one person may take several seats."""
    table = await tables.act(
        id, lambda table, now: table.set_rules(now, visitor.person, data.watchers_talk, data.hot_seat)
    )
    return Done(table.version)


@post("/tables/{id:str}/bot", status_code=200, limit=MOVES)
async def seat_bot(tables: TableService, visitor: Visitor, id: str, data: SeatBot) -> Done:
    """Put a bot into a free seat of my table."""
    table = await tables.act(
        id, lambda table, now: table.seat_bot(now, visitor.person, data.seat, data.level)
    )
    return Done(table.version)


@post("/tables/{id:str}/leave", status_code=200, limit=MOVES)
async def leave(tables: TableService, visitor: Visitor, id: str, data: LeaveSeat) -> Done:
    """Get up; a bot plays on until I am back."""
    return Done(
        (await tables.act(id, lambda table, now: table.leave(now, visitor.person, data.seat))).version
    )


@post("/tables/{id:str}/resign", status_code=200, limit=MOVES)
async def resign(tables: TableService, visitor: Visitor, id: str) -> Done:
    """Give up: a bot plays on for me, or the game is over if no person is left."""
    return Done((await tables.act(id, lambda table, now: table.resign(now, visitor.person))).version)


@post("/tables/{id:str}/stand-in", status_code=200, limit=MOVES)
async def stand_in(tables: TableService, visitor: Visitor, id: str, data: StandIn) -> Done:
    """Let a bot play for somebody who is away, until they are back; where there is no clock."""
    return Done((await tables.replace_absent(id, visitor.person, data.seat)).version)


@post("/tables/{id:str}/moves", status_code=200, limit=MOVES)
async def move(tables: TableService, visitor: Visitor, id: str, data: PlayMove) -> Done:
    """Play a move."""
    return Done((await played(tables, id, visitor.person, data)).version)


@post("/tables/{id:str}/undo", status_code=200, limit=MOVES)
async def undo(tables: TableService, visitor: Visitor, id: str) -> Done:
    """Take my last move back, or ask the others to agree."""
    return Done((await tables.act(id, lambda table, now: table.ask_undo(now, visitor.person))).version)


@post("/tables/{id:str}/undo/answer", status_code=200, limit=MOVES)
async def answer_undo(tables: TableService, visitor: Visitor, id: str, data: AnswerUndo) -> Done:
    """Agree to somebody's undo, or not."""
    return Done(
        (await tables.act(id, lambda table, now: table.answer_undo(now, visitor.person, data.yes))).version
    )


@post("/tables/{id:str}/chat", status_code=200, limit=CHAT)
async def chat(tables: TableService, visitor: Visitor, id: str, data: Say) -> Done:
    """Say something to everybody at the table."""
    name = await visitor_name(tables, visitor)
    return Done(
        (await tables.act(id, lambda table, now: table.say(now, visitor.person, name, data.text))).version
    )


@post("/tables/{id:str}/hint", status_code=200, limit=HINTS)
async def hint(
    request: Request[Any, Any, Any], tables: TableService, visitor: Visitor, id: str, data: AskHint
) -> dict[str, Any]:
    """What the expert would do, and why."""
    return presenter.show_hint(await while_asked(request, tables.hint(id, visitor.person, data.seat)))


@get("/tables/{id:str}/preview")
async def preview(
    tables: TableService,
    visitor: Visitor,
    id: str,
    move: str,
    ply: Annotated[int | None, Parameter(description="the position that I mean")] = None,
) -> dict[str, str]:
    """What a move of mine would bring at once, in a few words; nothing in a position that is gone."""
    table = (await tables.room(id)).table
    if ply is not None and ply != table.ply:
        return {"words": ""}  # a page that shows moves at its own pace may ask a little late
    turn = table.own_turn(visitor.person, _("it is not your turn"))
    return {"words": table.game.definition.page.preview(table.state.view(turn), move)}


@get("/tables/{id:str}/why")
async def why(tables: TableService, visitor: Visitor, id: str, part: str) -> dict[str, str]:
    """Why I cannot play a part of the picture now: a sentence and a rule; empty where that is no question."""
    return why_not((await tables.room(id)).table, visitor.person, part)._asdict()


@post("/tables/{id:str}/rematch", limit=TABLES)
async def rematch(tables: TableService, visitor: Visitor, id: str) -> TableLink:
    """Another game with the same players; whoever asks second joins the first one's."""
    return _link((await tables.room(await tables.rematch(id, visitor.person))).table)


@post("/tables/{id:str}/from", limit=TABLES)
async def play_on(tables: TableService, visitor: Visitor, id: str, data: PlayOn) -> TableLink:
    """Play on from a position of a finished game, against bots."""
    table = (await tables.room(id)).table
    name = await visitor_name(tables, visitor)
    forked = await tables.open(
        table.game.name, lambda now: playing_on(table, data.ply, visitor.person, name, data.seat, now)
    )
    return _link(forked)


@get("/tables/{id:str}/at/{ply:int}")
async def look_back(tables: TableService, id: str, ply: int, seat: int = -1) -> dict[str, Any]:
    """A finished game as it was after some moves, as any seat saw it (-1: a spectator)."""
    table = (await tables.room(id)).table
    table.record()  # refuses while the game goes on
    return presenter.show_past(table, ply, seat)


@post("/tables/{id:str}/review", status_code=200, limit=REVIEWS)
async def begin_review(tables: TableService, visitor: Visitor, id: str) -> dict[str, Any]:
    """Review a finished game: better moves, luck and skill. It is made once, and takes up to a minute."""
    return show_review(await tables.begin_review(id, visitor.person))


@get("/tables/{id:str}/review")
async def look_at_review(tables: TableService, id: str) -> dict[str, Any]:
    """How far the review of a finished game is, and the review when it is there."""
    return show_review(await tables.review(id))


@get("/tables/{id:str}/record")
async def record(tables: TableService, id: str) -> dict[str, Any]:
    """The record of a finished game."""
    return (await tables.room(id)).table.record().to_dict()


@get("/tables/{id:str}/fairness")
async def fairness(tables: TableService, id: str) -> dict[str, Any]:
    """What everybody may know about a table's shuffles, and what is shuffled, in its order before."""
    table = (await tables.room(id)).table
    known = presenter.show_fairness(table)
    if known is None:
        raise NotFound("unproven", _("the shuffles of this table cannot be proven"))
    return known | {"things": things_shuffled(table.game)}


@get("/tables/{id:str}/view")
async def raw_view(tables: TableService, visitor: Visitor, id: str, seat: int) -> dict[str, Any]:
    """All that one of my seats may know, packed, for a bot that sits there."""
    table = (await tables.room(id)).table
    if table.known_seat(seat) not in table.seats_of(visitor.person):
        raise TableRefusal("seat", _("seat {seat} is not yours", seat=seat + 1))
    if table.phase == SEATING:
        raise NotNow("seating", _("the game begins when all seats are taken"))
    packed = base64.b64encode(table.state.view(seat).to_bytes()).decode()
    return {
        "game": table.game.name,
        "options": table.game.options,
        "seat": seat,
        "ply": table.ply,
        "bytes": packed,
    }


@get("/openapi.json", include_in_schema=False)
async def openapi(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """All of this, described for machines."""
    return request.app.openapi_schema.to_schema()


async def _note_presence(request: Request[Any, Any, Any]) -> None:
    """Whoever asks for something at a table is there, as long as they go on asking."""
    id = request.path_params.get("id")
    if isinstance(id, str):
        await request.app.state.tables.acted(id, visitor_of(request.scope).person)


HANDLERS = [
    list_games, who_am_i, call_me, list_tables, open_table, look, sit, contribute, set_rules, seat_bot, leave,
    resign, stand_in, move, undo, answer_undo, chat, hint, preview, why, rematch, play_on, look_back, record,
    begin_review, look_at_review,
    fairness, raw_view, *push.HANDLERS, *mine.HANDLERS,
]  # fmt: skip
for _handler in HANDLERS:
    _handler.responses = refusals_of(_handler)
router = Router(
    "/api", tags=["tables"], before_request=_note_presence, route_handlers=[*HANDLERS, watch, openapi]
)
