"""What belongs to me: my games, what they say, and how to have all of it on another device."""

import time
from collections.abc import Sequence
from typing import Annotated, Any, Literal

from litestar import Request, Response, delete, get, post
from litestar.params import Parameter
from msgspec import Meta, Struct

from ludotheque.core.registry import definition
from ludotheque.i18n.language import SHARED
from ludotheque.tables.errors import NotFound
from ludotheque.tables.events import BOT, PERSON
from ludotheque.tables.history import PlayedGame, Statistics, Tally, played, statistics
from ludotheque.tables.people import LEVEL_NAMES
from ludotheque.tables.service import TableService
from ludotheque.web import presenter
from ludotheque.web.addresses import root_of
from ludotheque.web.identity import Visitor, bearer_token
from ludotheque.web.keys import CODE_SECONDS, new_code, new_device, person_of_code, set_key
from ludotheque.web.limits import CODES

_ = SHARED.text

MOST_SHOWN = 50  # finished games in one answer
LONGEST_CODE = 40

Against = Literal["people", "bots"]


class Code(Struct):
    """A code that brings me to another device, once; *path* is a page there that takes it."""

    code: str
    path: str
    seconds: int


class UseCode(Struct):
    """The code of another device."""

    code: Annotated[str, Meta(max_length=LONGEST_CODE)]


class Key(Struct):
    """Who I am now; programs, which keep no cookies, get the token to send from now on."""

    name: str
    token: str | None = None


@get("/me/games")
async def my_games(
    tables: TableService,
    visitor: Visitor,
    game: Annotated[str | None, Parameter(description="of this game only")] = None,
    against: Annotated[Against | None, Parameter(description="only with people, or only with bots")] = None,
    outcome: Annotated[str | None, Parameter(description="only those that came out so")] = None,
    start: Annotated[int, Parameter(ge=0, description="how many finished games to leave out")] = 0,
) -> dict[str, Any]:
    """My games: running ones, those that wait for me first, and finished ones, the latest first."""
    person = visitor.person
    running = [one for one in await tables.storage.mine.running(person) if one.seats_of(person)]
    running = [one for one in running if game in (None, one.game)]
    running.sort(key=lambda one: one.turn not in one.seats_of(person))
    finished = [one for one in await _played(tables, person) if _fits(one, game, against, outcome)]
    return {
        "running": presenter.list_entries(running, person),
        "finished": _entries(finished[start : start + MOST_SHOWN], person),
        "total": len(finished),
    }


async def _played(tables: TableService, person: str) -> list[PlayedGame]:
    found = [played(one, person) for one in await tables.storage.mine.finished(person)]
    return [one for one in found if one is not None]


def _fits(one: PlayedGame, game: str | None, against: str | None, outcome: str | None) -> bool:
    people = any(opponent.kind == PERSON for opponent in one.opponents)
    return (
        game in (None, one.summary.game)
        and outcome in (None, one.outcome)
        and (against is None or people == (against == "people"))
    )


def _entries(games: Sequence[PlayedGame], person: str) -> list[dict[str, Any]]:
    entries = []
    for one in games:
        for entry in presenter.list_entries([one.summary], person):  # none of a game that is gone
            entries.append(entry | _outcome_words(one))
    return entries


def _outcome_words(one: PlayedGame) -> dict[str, Any]:
    return {
        "ended": one.result.ended,
        "day": time.strftime("%Y-%m-%d", time.gmtime(one.result.ended)),
        "outcome": one.outcome,
        "score": one.score,
        "place": one.place,
        "opponents": [
            {"name": other.name, "kind": other.kind, "level": _level(other.level)} for other in one.opponents
        ],
    }


def _level(level: str) -> str | None:
    return _(LEVEL_NAMES[level]) if level in LEVEL_NAMES else None


@get("/me/statistics")
async def my_statistics(tables: TableService, visitor: Visitor) -> list[dict[str, Any]]:
    """What my finished games say: for each game how they came out, against whom, and a rating."""
    return [_statistics_words(one) for one in statistics(await _played(tables, visitor.person))]


def _statistics_words(one: Statistics) -> dict[str, Any]:
    found = one.rating
    return {
        "game": one.game,
        "title": definition(one.game).title,
        **_tally_words(one.tally),
        "opponents": [
            {
                "name": _level(other.level) if other.kind == BOT else other.name,
                "kind": other.kind,
                **_tally_words(tally),
            }
            for other, tally in one.opponents
        ],
        "rating": {"mu": round(found.mu, 1), "sigma": round(found.sigma, 1), "games": found.games}
        if found
        else None,
    }


def _tally_words(tally: Tally) -> dict[str, int]:
    return {"played": tally.played, "won": tally.won, "tied": tally.tied, "lost": tally.lost}


@delete("/me/games/{id:str}", status_code=200)
async def forget_game(tables: TableService, visitor: Visitor, id: str) -> dict[str, bool]:
    """Delete a finished game from my list and from my figures; others keep theirs."""
    if not await tables.storage.mine.hide(visitor.person, id):
        raise NotFound("unknown", _("there is no finished game {id} in your list", id=id))
    return {"deleted": True}


@post("/me/code", limit=CODES)
async def make_code(tables: TableService, visitor: Visitor) -> Code:
    """A code that brings me, with my seats and games, to another device: once, and soon."""
    code = await new_code(tables.storage.keys, visitor.person, tables.now())
    return Code(code, f"/here#{code}", CODE_SECONDS)


@post("/me/here", status_code=200, limit=CODES)
async def use_code(request: Request[Any, Any, Any], tables: TableService, data: UseCode) -> Response[Key]:
    """Be on this device who I am on the one that showed the code."""
    person = await person_of_code(tables.storage.keys, data.code, tables.now())
    return await come_in(request, tables, person)


async def come_in(request: Request[Any, Any, Any], tables: TableService, person: str) -> Response[Key]:
    """From now on whoever asks is this person: by a cookie, or by a token if they are a program."""
    secret = await new_device(tables.storage.keys, person, tables.now())
    program = bearer_token(request.scope) is not None
    name = await tables.storage.name(person) or _("Guest")
    answer = Response(Key(name, secret if program else None))
    if not program:
        set_key(request.scope, secret)
    return answer


# Passkeys: what is asked of a browser, and what it answers, is as WebAuthn has it.


# Passkeys. Only those who use one wait for what that needs to be imported.


class Passkeys(Struct):
    """How many passkeys I have."""

    passkeys: int


@get("/me/passkeys")
async def my_passkeys(tables: TableService, visitor: Visitor) -> Passkeys:
    """How many passkeys I have."""
    return Passkeys(len(await tables.storage.keys.passkeys(visitor.person)))


@post("/me/passkeys/options", status_code=200, limit=CODES)
async def passkey_options(
    request: Request[Any, Any, Any], tables: TableService, visitor: Visitor
) -> dict[str, Any]:
    """What a browser needs to make a passkey for me."""
    from ludotheque.web import passkeys

    name = await tables.storage.name(visitor.person) or _("Guest")
    site = passkeys.Site(root_of(request))
    return await passkeys.options_to_add(tables.storage.keys, site, visitor.person, name, tables.now())


@post("/me/passkeys", limit=CODES)
async def add_passkey(
    request: Request[Any, Any, Any], tables: TableService, visitor: Visitor, data: dict[str, Any]
) -> Passkeys:
    """Keep the passkey that my browser has made."""
    from ludotheque.web import passkeys

    site = passkeys.Site(root_of(request))
    await passkeys.add(tables.storage.keys, site, visitor.person, data, tables.now())
    return Passkeys(len(await tables.storage.keys.passkeys(visitor.person)))


@delete("/me/passkeys", status_code=200)
async def delete_passkeys(tables: TableService, visitor: Visitor) -> Passkeys:
    """Forget all my passkeys."""
    await tables.storage.keys.delete_passkeys(visitor.person)
    return Passkeys(0)


@post("/passkey/options", status_code=200, limit=CODES)
async def known_options(request: Request[Any, Any, Any], tables: TableService) -> dict[str, Any]:
    """What a browser needs to show one of its passkeys."""
    from ludotheque.web import passkeys

    return await passkeys.options_to_know(tables.storage.keys, passkeys.Site(root_of(request)), tables.now())


@post("/passkey", status_code=200, limit=CODES)
async def use_passkey(
    request: Request[Any, Any, Any], tables: TableService, data: dict[str, Any]
) -> Response[Key]:
    """Be on this device who I am by my passkey."""
    from ludotheque.web import passkeys

    site = passkeys.Site(root_of(request))
    person = await passkeys.person_of(tables.storage.keys, site, data, tables.now())
    return await come_in(request, tables, person)


HANDLERS = [
    my_games, my_statistics, forget_game, make_code, use_code, my_passkeys, passkey_options, add_passkey,
    delete_passkeys, known_options, use_passkey,
]  # fmt: skip
