"""Live updates: a socket hears of everything that changes at a table, as its person may see it.

Moves may come over it too: that costs a fraction of a request.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from contextvars import copy_context
from dataclasses import replace
from typing import Any

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from msgspec import UNSET, DecodeError, Struct, UnsetType, ValidationError
from msgspec.json import Decoder, Encoder

from ludotheque.core.errors import Refusal
from ludotheque.i18n.language import SHARED
from ludotheque.tables.errors import NotAllowed, TableRefusal, Unavailable
from ludotheque.tables.service import Room, TableService
from ludotheque.web.connections import STRAIGHT
from ludotheque.web.errors import answer
from ludotheque.web.frames import Frame
from ludotheque.web.identity import visitor_of
from ludotheque.web.limits import MOVES, limits_of
from ludotheque.web.presenter import Viewer, frame_of
from ludotheque.web.routes.playing import PlayMove, played

_ = SHARED.text
_encode = Encoder().encode

REFUSED = 4000  # and the status: why a socket was closed, for programs
RESTARTS = 1012  # the same, as browsers know it
LONGEST = 4000  # characters of a message that we read


class Asked(Struct, rename={"seat": "as"}, forbid_unknown_fields=True):
    """What a socket may ask: to look through another of one's seats, or to play a move."""

    seat: int | UnsetType = UNSET
    play: PlayMove | UnsetType = UNSET


_decode = Decoder(Asked).decode


class SocketSubscriber:
    """Somebody who watches a table through a socket.

    What changes is told by a call of the loop's, not by a task that waits: it happens four times for each
    move. A task is needed only for somebody whose line is full.
    """

    def __init__(self, socket: WebSocket[Any, Any, Any], viewer: Viewer, drawn: str = "") -> None:
        self.person = viewer.person
        self._socket = socket
        self._say, self._say_at_once = _ways_out(socket)
        self._viewer = viewer
        self._drawn = drawn  # which panels they have already
        self._watching: asyncio.Future[None] | None = None  # until the server stops, or an error
        self._look: Callable[[], Frame] | None = None  # at the table as it is now
        self._context = copy_context()  # whoever tells of a change speaks another language
        self._due = False  # they will look again in a moment
        self._saying: asyncio.Task[None] | None = None  # a message to a line that is full
        self._playing = False  # a move of theirs is on its way; what it changes is shown with the answer
        self._played: int | None = None  # the version that their move led to, if they have not heard of it
        self._shown: Frame | None = None

    def changed(self) -> None:
        """The table has changed; what happens in one go is shown in one go, and with the answer to a move."""
        if not self._due and not self._playing and self._watching is not None:
            self._due = True
            asyncio.get_running_loop().call_soon(self._look_again, context=self._context)

    def closing(self) -> None:
        """The server stops; whoever watches is told so, and opens the socket again a little later."""
        if self._watching is not None and not self._watching.done():
            self._watching.set_result(None)

    async def show(self, tables: TableService, room: Room, root: str) -> None:
        """Send the table, and then whatever changes, until the socket closes."""
        self._look = lambda: frame_of(room, self._viewer, tables.now(), root, awake=tables.bots_awake)
        self._watching = asyncio.get_running_loop().create_future()
        self._context = copy_context()
        try:
            self.changed()
            await self._watching
        finally:
            self._watching.cancel()
            if self._saying:
                self._saying.cancel()
        await self.refuse(
            Unavailable("stopping", _("the server restarts; the page connects again by itself"))
        )
        await self._socket.close(RESTARTS)

    def _look_again(self) -> None:
        """Tell what is new; later, if their own move is on its way or their line is full."""
        self._due = False
        assert self._watching is not None
        assert self._look is not None
        if self._playing or self._saying or self._watching.done():
            return
        try:
            self._tell(self._look())
        except Exception as error:
            self._watching.set_exception(error)

    def _tell(self, frame: Frame) -> None:
        """Send what is new; nobody need hold a message, which can be long, while they wait for the next."""
        if self._shown:
            message = frame.message(self._shown)
        else:
            message = _with(b"name", self._viewer.name, frame.whole(self._drawn))
        if self._played is not None:
            message = _with(b"played", self._played, message)
            self._played = None
        self._shown = frame
        if message and not self._say_at_once(message):
            self._saying = asyncio.create_task(self._say_slowly(message))

    async def _say_slowly(self, message: bytes) -> None:
        """Wait for a line that is full; what changes meanwhile is shown afterwards, in one go."""
        try:
            await self._say(message)
        except Exception as error:
            if self._watching is not None and not self._watching.done():
                self._watching.set_exception(error)
        self._saying = None
        self.changed()

    async def listen(self, tables: TableService, id: str) -> None:
        """Hear what the person asks for, until the socket closes."""
        while True:
            text = await self._socket.receive_text()
            try:
                asked = _decode(text[:LONGEST])
            except (DecodeError, ValidationError, RecursionError):  # the last is for brackets within brackets
                why = _('the socket takes {{"as": SEAT}} and {{"play": MOVE}}; all else is done by HTTP')
                await self.refuse(TableRefusal("socket", why.replace("{{", "{").replace("}}", "}")))
                continue
            if asked.seat is not UNSET:
                self._viewer = replace(self._viewer, seat=asked.seat)
                self.changed()
            if asked.play is not UNSET:
                await self._play(tables, id, asked.play)

    async def _play(self, tables: TableService, id: str, move: PlayMove) -> None:
        """Play a move, within the same limits as by HTTP; the answer is `played`, or `refused`."""
        self._playing = True
        try:
            await limits_of(self._socket.scope).take(MOVES, self._socket.scope)
            self._played = (await played(tables, id, self.person, move)).version
        except Refusal as refusal:
            await self.refuse(refusal)
        finally:
            self._playing = False
            self.changed()

    async def refuse(self, refusal: Refusal) -> None:
        """Say what cannot be done."""
        await self._say(_refused(refusal))


def _refused(refusal: Refusal) -> bytes:
    return _encode({"refused": answer(refusal)})


def _ways_out(
    socket: WebSocket[Any, Any, Any],
) -> tuple[Callable[[bytes], Awaitable[None]], Callable[[bytes], bool]]:
    """How messages leave: straight to the line, where the server offers that (connections.py).

    The first way waits for a line that is full, the second says that it is.
    """
    straight: Any = (socket.scope.get("extensions") or {}).get(STRAIGHT)
    if straight:
        return straight["send_text"], straight["write_text"]
    return lambda message: socket.send_text(message.decode()), lambda _message: False


def _with(key: bytes, value: object, message: bytes) -> bytes:
    """A message, which may be the same for many, with something that is for one."""
    said = b'{"%s":%s' % (key, _encode(value))
    return b"%s,%s" % (said, message[1:]) if message else said + b"}"


@websocket("/tables/{id:str}/watch")
async def watch(
    socket: WebSocket[Any, Any, Any],
    tables: TableService,
    id: str,
    seat: int | None = None,
    drawn: str = "",
    pictures: bool = True,
) -> None:
    """Watch a table: the whole state first, then what changes; *drawn* tells which panels are known."""
    with suppress(WebSocketDisconnect, OSError):  # whoever has gone, however early, need not be told anything
        await socket.accept()
        viewer = Viewer(visitor_of(socket.scope).person, _("Guest"), seat, pictures)
        try:
            await _watch(socket, tables, id, viewer, drawn)
        except Refusal as refusal:
            await socket.send_text(_refused(refusal).decode())
            await socket.close(REFUSED + refusal.status)


async def _watch(
    socket: WebSocket[Any, Any, Any], tables: TableService, id: str, viewer: Viewer, drawn: str
) -> None:
    if socket.scope["state"]["foreign"]:
        raise NotAllowed("foreign", _("this was sent by a page of another site"))
    viewer = replace(viewer, name=await tables.storage.name(viewer.person) or viewer.name)
    subscriber = SocketSubscriber(socket, viewer, drawn)
    root = str(socket.base_url).replace("ws", "http", 1).rstrip("/")
    async with tables.subscription(id, subscriber) as room:
        await _until_closed(subscriber.show(tables, room, root), subscriber.listen(tables, id))


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
