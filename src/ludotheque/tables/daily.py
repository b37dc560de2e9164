"""What a day brings: a puzzle of every game, and a game for one on the same shuffle for everybody.

All of it follows from the date (UTC) and from a key that the server has made once and keeps with its tables:
all visitors agree, over restarts and in every process, and no other server has the same.
"""

import hmac
import secrets
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta

from ludotheque.core.definition import Daily, Definition
from ludotheque.core.foresight import foresee
from ludotheque.core.game import Game
from ludotheque.core.options import complete
from ludotheque.core.outcomes import Shuffled
from ludotheque.core.puzzle import puzzles_of
from ludotheque.core.registry import definition
from ludotheque.core.state import State
from ludotheque.engine.chance import source
from ludotheque.i18n.language import SHARED
from ludotheque.tables.errors import NotFound
from ludotheque.tables.events import PERSON, Occupant, Opened
from ludotheque.tables.opening import ID_LENGTH, ID_LETTERS
from ludotheque.tables.people import good_name
from ludotheque.tables.service import TableService
from ludotheque.tables.storage import Conflict, Storage
from ludotheque.tables.table import Table

_ = SHARED.text

ONE_DAY = timedelta(days=1)
_KEY = "daily"  # its name among the server's secrets
_KEY_BYTES = 32


def day_of(now: float) -> date:
    """The day of a moment, by UTC: the same for everybody."""
    return datetime.fromtimestamp(now, UTC).date()


async def daily_key(storage: Storage) -> bytes:
    """What the days of this server follow from."""
    return await storage.post.secret(_KEY, lambda: secrets.token_bytes(_KEY_BYTES))


def _drawn(key: bytes, *what: object) -> bytes:
    return hmac.digest(key, "\n".join(map(str, what)).encode(), "sha256")


def chosen(key: bytes, what: str, number: int, day: date) -> int:
    """Which of *number* things a day has: all have their turn, in an order of the server's, before any comes
    again."""
    turn, place = divmod(day.toordinal(), number)
    order = sorted(range(number), key=lambda k: _drawn(key, what, turn, k))
    return order[place]


# Puzzles


def puzzle_number(key: bytes, game: Definition, day: date) -> int:
    """Which of a game's puzzles a day has."""
    if not puzzles_of(game):
        raise NotFound("puzzle", _("{game} has no puzzles yet", game=game.title))
    return chosen(key, f"puzzle\n{game.name}", len(puzzles_of(game)), day)


def game_of_day(key: bytes, games: Sequence[str], day: date) -> str:
    """The game whose puzzle is everybody's on a day."""
    return games[chosen(key, "game", len(games), day)]


# The day's game


def daily_of(name: str) -> Daily:
    """What a game's day is like, or a refusal."""
    found = definition(name)
    if found.daily is None:
        raise NotFound("daily", _("{game} has no game of the day", game=found.title))
    return found.daily


def _daily_game(name: str) -> Game:
    found = definition(name)
    return Game(found, complete(found.options, daily_of(name).options))


def daily_shuffle(key: bytes, game: str, day: date) -> str:
    """What a day's game is shuffled by. Not for players' eyes."""
    return _drawn(key, "shuffle", game, day).hex()


def daily_table(key: bytes, game: str, day: date, person: str) -> str:
    """The table at which a person plays a day's game: one for each, and nobody can guess another's."""
    number = int.from_bytes(_drawn(key, "table", game, day, person), "big")
    return "".join(ID_LETTERS[number // len(ID_LETTERS) ** k % len(ID_LETTERS)] for k in range(ID_LENGTH))


def daily_opening(key: bytes, name: str, day: date, person: str, called: str, now: float) -> Opened:
    """The event that opens a person's table for a day's game: private, and without a promise about shuffles,
    which are the day's."""
    game = _daily_game(name)
    return Opened(
        now,
        game=name,
        revision=game.revision,
        options=game.options,
        seats=(Occupant(PERSON, person=person, name=good_name(called)),),
        host=person,
        listed=False,
        daily=day.isoformat(),
        shuffle=daily_shuffle(key, name, day),
    )


async def open_daily(tables: TableService, name: str, person: str, called: str) -> Table:
    """A person's table for today's game: the one that they have, or a new one."""
    key, day = await daily_key(tables.storage), day_of(tables.now())
    daily_of(name)
    id = daily_table(key, name, day, person)
    if await tables.storage.summary(id) is None:
        try:
            return await tables.open(name, lambda now: daily_opening(key, name, day, person, called, now), id)
        except Conflict:
            pass  # another click of theirs was quicker
    return (await tables.room(id)).table


# Its solution, when the day is over


def _start(name: str, shuffle: str) -> State:
    return _daily_game(name).start(Shuffled(source(f"{shuffle}/0")))


def solved(name: str, shuffle: str) -> str | None:
    """A record of a game that somebody would win who knew the shuffle; None if nobody has found such a one.

    It takes a few seconds, and compiles what it needs: for a worker.
    """
    state = _start(name, shuffle)
    if state.game.definition.clairvoyant is None:
        return None
    found = foresee(state, seed=shuffle)
    if not found.winnable:
        return None
    for move in found.line:
        state.play(move)
    return state.record().to_json()
