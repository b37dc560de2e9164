"""Live updates: a socket hears of everything that changes at a table, as its person may see it."""

import asyncio
from contextlib import suppress
from typing import Any

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from msgspec import DecodeError, Struct, ValidationError
from msgspec.json import Decoder, Encoder

from ludotheque.core.errors import Refusal
from ludotheque.i18n.language import SHARED
from ludotheque.tables.errors import NotAllowed, TableRefusal, Unavailable
from ludotheque.tables.service import Room, TableService
from ludotheque.web.errors import answer
from ludotheque.web.frames import Frame
from ludotheque.web.identity import visitor_of
from ludotheque.web.presenter import Viewer, frame_of

_ = SHARED.text
_encode = Encoder().encode

UNKNOWN = 4404  # why a socket was closed, for programs
RESTARTS = 1012  # the same, as browsers know it
LONGEST = 200  # characters of a message that we read


class Look(Struct, rename={"seat": "as"}, forbid_unknown_fields=True):
    """The one thing that a socket may ask: to look through another of one's seats."""

    seat: int


_decode = Decoder(Look).decode


class SocketSubscriber:
    """Somebody who watches a table through a socket."""

    def __init__(self, socket: WebSocket[Any, Any, Any], viewer: Viewer) -> None:
        self.person = viewer.person
        self._socket = socket
        self._viewer = viewer
        self._changed = asyncio.Event()
        self._closing = False
        self._shown: Frame | None = None

    def changed(self) -> None:
        """The table has changed; what happens in one go is shown in one go."""
        self._changed.set()

    def closing(self) -> None:
        """The server stops; whoever watches is told so, and opens the socket again a little later."""
        self._closing = True
        self._changed.set()

    async def show(self, tables: TableService, room: Room, root: str) -> None:
        """Send the table, and then whatever changes, until the socket closes."""
        while not self._closing:
            self._changed.clear()
            frame = frame_of(room, self._viewer, tables.now(), root, awake=tables.bots_awake)
            message = frame.message(self._shown)
            if message:
                await self._say(message if self._shown else self._named(message))
            self._shown = frame
            await self._changed.wait()
        await self.refuse(
            Unavailable("stopping", _("the server restarts; the page connects again by itself"))
        )
        await self._socket.close(RESTARTS)

    def _named(self, message: str) -> str:
        """A whole state, which is the same for many, with what this one is called."""
        return f'{{"name":{_encode(self._viewer.name).decode()},{message[1:]}'

    async def listen(self) -> None:
        """Hear what the person asks for, until the socket closes."""
        while True:
            text = await self._socket.receive_text()
            try:
                look = _decode(text[:LONGEST])
            except (DecodeError, ValidationError):
                why = _('the socket understands {{"as": SEAT}} only; everything else is done by HTTP')
                await self.refuse(TableRefusal("socket", why.replace("{{", "{").replace("}}", "}")))
                continue
            self._viewer = Viewer(self._viewer.person, self._viewer.name, look.seat)
            self.changed()

    async def refuse(self, refusal: Refusal) -> None:
        """Say what cannot be done."""
        await self._say(_encode({"refused": answer(refusal)}).decode())

    async def _say(self, message: str) -> None:
        await self._socket.send_data(message, mode="text")


@websocket("/tables/{id:str}/watch")
async def watch(
    socket: WebSocket[Any, Any, Any], tables: TableService, id: str, seat: int | None = None
) -> None:
    """Watch a table: the whole state first, then what changes."""
    with suppress(WebSocketDisconnect, OSError):  # whoever has gone, however early, need not be told anything
        await socket.accept()
        await _watch(socket, tables, id, seat)


async def _watch(socket: WebSocket[Any, Any, Any], tables: TableService, id: str, seat: int | None) -> None:
    person = visitor_of(socket.scope).person
    subscriber = SocketSubscriber(
        socket, Viewer(person, await tables.storage.name(person) or _("Guest"), seat)
    )
    root = str(socket.base_url).replace("ws", "http", 1).rstrip("/")
    try:
        if socket.scope["state"]["foreign"]:
            raise NotAllowed("foreign", _("this was sent by a page of another site"))
        async with tables.subscription(id, subscriber) as room:
            await _until_closed(subscriber.show(tables, room, root), subscriber.listen())
    except Refusal as refusal:
        await subscriber.refuse(refusal)
        await socket.close(UNKNOWN)


async def _until_closed(*work: Any) -> None:
    """Do several things at once until one of them ends."""
    tasks = [asyncio.ensure_future(each) for each in work]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
