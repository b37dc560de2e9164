"""A bot that sits down at a table of a running server, as a person would, through the API."""

import asyncio
import base64
import json
import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
from msgspec.json import decode
from rich.console import Console
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus, WebSocketException

from ludotheque.bots import Bot
from ludotheque.bots import bot as make_bot
from ludotheque.core.errors import Refusal
from ludotheque.core.fairness import verify
from ludotheque.core.reading import read_record
from ludotheque.core.registry import game as make_game
from ludotheque.core.view import View

PAUSES = (0.5, 1, 2, 5, 10)  # seconds until a server that is away is asked again, and the last from then on
NOT_NOW = {429, 502, 503, 504}  # answers of a server that will do it later, or of a proxy
FAILED = 500  # from here on a status is not the asker's fault


class Away(Refusal):
    """The server does not answer, or not now."""


class Guest:
    """A bot on its way to a table elsewhere."""

    def __init__(self, url: str, seat: int, bot: str, name: str, contribution: str | None = None) -> None:
        parts = urlsplit(url)
        folder, _, self._table = parts.path.rpartition("/")
        if parts.scheme not in ("http", "https") or folder != "/t" or not self._table:
            raise Refusal(f"{url} is not a link to a table; it looks like http://127.0.0.1:8421/t/k3f9x2ab")
        self._key = parse_qs(parts.query).get("key", [""])[0]
        self._root = f"{parts.scheme}://{parts.netloc}"
        self._api = f"{self._root}/api/tables/{self._table}"
        self._seat, self._spec, self._name = seat, bot, name
        self._headers = {"authorization": f"Bearer {secrets.token_urlsafe(24)}"}
        self._contribution = secrets.token_urlsafe(24) if contribution is None else contribution
        self._bot: Bot | None = None
        self._tries = 0  # since the server was last there

    async def play(self) -> None:
        """Sit down, and move whenever it is this seat's turn."""
        async with httpx.AsyncClient(base_url=self._api, headers=self._headers, timeout=30) as http:
            promised = ((await _ask(http, "GET", "")).get("fairness") or {}).get("commitment", "")
            await _ask(http, "POST", "/sit", self._seat_request(promised))
            Console().print(f"{self._name} sits in seat {self._seat} of {self._root}/t/{self._table}")
            told = await self._patiently(lambda: self._follow(http))
            Console().print(told["result"]["words"])
            if promised:
                self._check(promised, await self._patiently(lambda: _ask(http, "GET", "/record")))

    async def _patiently(self, do: Callable[[], Awaitable[Any]]) -> Any:
        """Do something however often it takes: a server that restarts goes on with its tables."""
        while True:
            try:
                return await do()
            except Away as away:
                if not self._tries:
                    Console().print(f"{self._root} is away ({away}); trying again until it is back")
                await asyncio.sleep(PAUSES[min(self._tries, len(PAUSES) - 1)])
                self._tries += 1

    async def _follow(self, http: httpx.AsyncClient) -> dict[str, Any]:
        """Move at every turn that the socket tells of; the table, once the game is over."""
        await _ask(http, "GET", "?pictures=false")  # refuses for good if the table is gone
        state: dict[str, Any] = {}
        async with aclosing(self._messages()) as messages:
            async for message in messages:
                state |= message
                self._seat = next(iter(state["me"]["seats"]), self._seat)  # the lot may move us
                if state.get("phase") == "over":
                    return state
                if state.get("to_act"):
                    await self._move(http)
                self._tries = 0
        raise Away("it has hung up")

    async def _messages(self) -> AsyncGenerator[dict[str, Any], None]:
        """What the socket tells of the table, until it closes."""
        socket = f"{self._api.replace('http', 'ws', 1)}/watch?pictures=false"
        try:
            async with connect(socket, additional_headers=self._headers) as connection:
                async for text in connection:
                    message = decode(text)
                    if "refused" in message:
                        raise Away(message["refused"]["message"])
                    yield message
        except InvalidStatus as error:
            kind = Away if error.response.status_code >= FAILED else Refusal
            raise kind(f"{self._root} opens no socket: {error}") from None
        except (OSError, WebSocketException) as error:
            raise Away(str(error) or type(error).__name__) from None

    def _seat_request(self, promised: str) -> dict[str, Any]:
        request = {"seat": self._seat, "name": self._name, "key": self._key}
        return request | ({"contribution": self._contribution} if promised else {})

    def _check(self, promised: str, told: dict[str, Any]) -> None:
        """Shuffle again, and compare with what was promised before, and with what was contributed."""
        record = read_record(json.dumps(told))
        verify(record)
        fairness = record.more["fairness"]
        if (fairness["commitment"], fairness["contributions"][self._seat]) != (promised, self._contribution):
            raise Refusal("the shuffles are not the ones that were promised and contributed to")
        Console().print("the shuffles were fair")

    async def _move(self, http: httpx.AsyncClient) -> None:
        answered = await _ask(http, "GET", f"/view?seat={self._seat}")
        game = make_game(answered["game"], **answered["options"])
        view = View.from_bytes(game, base64.b64decode(answered["bytes"]))
        if not view.moves():
            return
        self._bot = self._bot or make_bot(self._spec, view.game)
        move = await asyncio.to_thread(self._bot.choose, view)
        await _ask(http, "POST", "/moves", {"ply": answered["ply"], "move": str(move)})


async def _ask(http: httpx.AsyncClient, method: str, path: str, data: Any = None) -> Any:
    try:
        answer = await http.request(method, path, json=data)
    except httpx.TransportError as error:
        raise Away(f"no server answers at {http.base_url.host}: {error or type(error).__name__}") from None
    if answer.status_code in NOT_NOW:
        raise Away(_why(answer))
    body = answer.json()
    if answer.is_error and body.get("code") != "table/stale":
        raise Refusal(_why(answer))
    return body


def _why(answer: httpx.Response) -> str:
    """The server's own sentence; a proxy has none."""
    plain = f"the server answered {answer.status_code}"
    try:
        told: str = answer.json().get("message", plain)
    except ValueError:
        return plain
    return told
