"""Scripted people who play game after game, and remember what the server has acknowledged.

Whoever cannot reach a server tries the next one; whoever is refused looks again. Nothing else is done about
faults here, as a browser would not either.
"""

import asyncio
import json
import random
import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from ludotheque.core.errors import Refusal
from ludotheque.core.reading import read_record

PAUSE = 0.03  # seconds between two looks at the table
KINDS = (
    ("fou", {"players": 4, "rounds": 1}, ("me", "open", "novice", "novice")),
    ("feurio", {"players": 2}, ("me", "open")),
    ("feurio", {"players": 2, "firebreaks": True}, ("me", "novice")),
)
TEMPORARY = (409, 429, 503)  # stale, too quick, the database is away: look again


@dataclass
class Game:
    """A game that was played: what was acknowledged, and what came of it."""

    table: str
    acknowledged: dict[int, str] = field(default_factory=dict)  # moves by ply
    record: str = ""
    watched_to_the_end: bool = False


class Trouble(Exception):
    """Something that must not happen, whatever is killed."""


class Player:
    """Somebody with a secret, at one of several servers."""

    def __init__(self, urls: Sequence[str], http: httpx.AsyncClient, start: int) -> None:
        self.headers = {"authorization": f"Bearer {secrets.token_hex(16)}", "accept-language": "en"}
        self._urls = urls
        self._http = http
        self._now = start  # the server that this person uses, until it fails

    @property
    def url(self) -> str:
        """The server at present."""
        return self._urls[self._now % len(self._urls)]

    def move_on(self) -> None:
        """Try another one."""
        self._now += 1

    async def once(self, method: str, path: str, **body: Any) -> httpx.Response | None:
        """One attempt; None if nobody answered, and nobody knows whether it was done."""
        try:
            answer = await self._http.request(
                method, self.url + path, json=body or None, headers=self.headers
            )
        except httpx.TransportError:
            self.move_on()
            await asyncio.sleep(PAUSE)
            return None
        if answer.is_server_error and answer.status_code != 503:
            raise Trouble(f"{method} {path}: {answer.status_code} {answer.text[:300]}")
        return answer

    async def surely(self, method: str, path: str, **body: Any) -> httpx.Response:
        """Ask until somebody answers; only for what may be done twice."""
        while True:
            answer = await self.once(method, path, **body)
            if answer is not None and answer.status_code not in TEMPORARY:
                return answer
            await asyncio.sleep(PAUSE)


class Party:
    """Tables at which people play until it is enough."""

    def __init__(self, urls: Sequence[str], tables: int, chance: random.Random) -> None:
        self._urls = urls
        self._tables = tables
        self._chance = chance
        self.games: list[Game] = []
        self.enough = False

    @property
    def moves(self) -> int:
        """How many were acknowledged."""
        return sum(len(game.acknowledged) for game in self.games)

    async def play(self) -> None:
        """Play until *enough* is set and all games that were begun are over."""
        limits = httpx.Limits(max_connections=200)
        async with httpx.AsyncClient(timeout=20, limits=limits) as http, asyncio.TaskGroup() as group:
            for number in range(self._tables):
                group.create_task(self._games(number, http))

    async def _games(self, number: int, http: httpx.AsyncClient) -> None:
        ada, bo = (Player(self._urls, http, number + k) for k in range(2))
        while not self.enough:
            kind = KINDS[(number + len(self.games)) % len(KINDS)]
            game = await self._opened(ada, bo, *kind)
            if game is None:
                continue
            self.games.append(game)
            watching = asyncio.create_task(self._watch(bo, game))
            try:
                await self._play(game, [ada, bo] if "open" in kind[2] else [ada])
                await asyncio.wait_for(watching, 60)
            except TimeoutError:
                raise Trouble(f"{game.table}: whoever watched never saw the end") from None
            finally:
                watching.cancel()
            game.record = (await ada.surely("GET", f"/t/{game.table}/record")).text

    async def _opened(
        self, ada: Player, bo: Player, name: str, options: dict[str, Any], seats: Sequence[str]
    ) -> Game | None:
        plain = ("me", "open")
        wished = [{"kind": seat} if seat in plain else {"kind": "bot", "level": seat} for seat in seats]
        answer = await ada.once("POST", "/api/tables", game=name, options=options, seats=wished)
        if answer is None or answer.status_code in TEMPORARY:
            await asyncio.sleep(PAUSE)
            return None  # perhaps it is there all the same; nobody has promised anything
        if answer.status_code != 201:
            raise Trouble(f"opening: {answer.status_code} {answer.text}")
        table = answer.json()["id"]
        if "open" in seats:
            await self._sit(bo, table, list(seats).index("open"))
        return Game(table)

    async def _sit(self, player: Player, table: str, seat: int) -> None:
        while True:
            await player.once("POST", f"/api/tables/{table}/sit", seat=seat, name="Bo")
            state = (await player.surely("GET", f"/api/tables/{table}")).json()
            if any(one["mine"] for one in state["seats"]):  # wherever the lot has put them
                return

    async def _play(self, game: Game, players: Sequence[Player]) -> None:
        path = f"/api/tables/{game.table}"
        while True:
            for player in players:
                answer = await player.surely("GET", path)
                if answer.status_code != 200:
                    raise Trouble(f"{game.table}: {answer.status_code} {answer.text}")
                state = answer.json()
                if state["phase"] == "over":
                    return
                if state["to_act"]:
                    await self._move(game, player, state)
                else:
                    await asyncio.sleep(PAUSE)

    async def _move(self, game: Game, player: Player, state: dict[str, Any]) -> None:
        ply, move = state["ply"], self._chance.choice(state["choices"])["move"]
        answer = await player.once("POST", f"/api/tables/{game.table}/moves", ply=ply, move=move)
        if answer is None or answer.status_code in TEMPORARY:
            return
        if not answer.is_success:
            raise Trouble(f"{game.table}: {move} at {ply}: {answer.status_code} {answer.text}")
        if ply in game.acknowledged:
            raise Trouble(f"{game.table}: the move at {ply} was acknowledged before, and is lost")
        game.acknowledged[ply] = move

    async def _watch(self, player: Player, game: Game) -> None:
        """Look through a socket; connect again when it is lost, as the page does."""
        while not game.watched_to_the_end:
            url = f"{player.url.replace('http', 'ws', 1)}/api/tables/{game.table}/watch"
            with suppress(OSError, WebSocketException, TimeoutError):
                async with connect(url, additional_headers=player.headers, max_size=None) as socket:
                    await _until_over(socket, game)
            await asyncio.sleep(PAUSE)


async def _until_over(socket: Any, game: Game) -> None:
    version = None
    async for text in socket:
        message = json.loads(text)
        if "from" in message and message["from"] != version:
            return  # a gap: look anew
        version = message.get("version", version)
        if message.get("phase") == "over":
            game.watched_to_the_end = True
            return


def faults_of(game: Game) -> list[str]:
    """What is wrong with a game that was played through kills: nothing, if all is well."""
    try:
        record = read_record(game.record)
        over = record.check().over
    except Refusal as refusal:
        return [f"{game.table}: {refusal}"]
    wrong = [] if over else [f"{game.table}: it is not over"]
    for ply, move in game.acknowledged.items():
        played = record.moves[ply] if ply < len(record.moves) else "nothing"
        if played != move:
            wrong.append(f"{game.table}: ply {ply} was acknowledged as {move}, the record has {played}")
    return wrong
