"""Messages that a socket writes straight to its line: any client reads them, nobody waits for the slow."""

import asyncio
import json
import socket
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from litestar.types import Receive, Scope, Send
from uvicorn.protocols.utils import ClientDisconnected
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from ludotheque.core.errors import Refusal
from ludotheque.tables.events import Said
from ludotheque.tables.opening import SeatRequest, TableRequest, opening
from ludotheque.tables.service import TableService
from ludotheque.tables.storage import open_storage
from ludotheque.tables.table import Table
from ludotheque.tables.thinking import Thinkers
from ludotheque.web.connections import STRAIGHT, framed, guarded
from ludotheque.web.presenter import Viewer
from ludotheque.web.routes.socket import SocketSubscriber
from ludotheque.web.settings import Settings


class Say:
    """The ways out that a server offers, for texts."""

    def __init__(self, ways: dict[str, Any]) -> None:
        self._ways = ways

    async def __call__(self, text: str) -> None:
        """Wait for a line that is full."""
        await self._ways["send_text"](text.encode())

    def at_once(self, text: str) -> bool:
        """False if the line is full."""
        return bool(self._ways["write_text"](text.encode()))


Talk = Callable[[Say, Receive, Send], Awaitable[None]]  # what an application does with an open socket

LENGTHS = (0, 1, 125, 126, 127, 65_535, 65_536, 200_000)
TEXTS = [("é☃𝄞x"[k % 4] * length)[:length] for k, length in enumerate(LENGTHS)]


@dataclass
class Served:
    """A server whose only application talks over sockets."""

    port: int
    ended: list[BaseException | None] = field(default_factory=list)  # how each talk did

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    def wait_for(self, talks: int) -> None:
        """Until so many have ended."""
        end = time.monotonic() + 20
        while len(self.ended) < talks:
            assert time.monotonic() < end
            time.sleep(0.01)


@contextmanager
def serving(talk: Talk, **options: Any) -> Iterator[Served]:
    """A server with our connections, in a thread."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        served = Served(listener.getsockname()[1])

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            await receive()
            await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
            straight: Any = scope["extensions"][STRAIGHT]  # type: ignore[index]
            try:
                await talk(Say(straight), receive, send)
            except OSError as error:
                served.ended.append(error)
            else:
                served.ended.append(None)

        config = uvicorn.Config(app, **guarded(Settings()) | {"lifespan": "off"} | options)
        server = uvicorn.Server(config)
        thread = threading.Thread(target=asyncio.run, args=[server.serve([listener])])
        thread.start()
        try:
            yield served
        finally:
            server.should_exit = True
            thread.join()


async def everything(say: Say, receive: Receive, _send: Send) -> None:
    """Say all of it, and wait until they have gone."""
    for text in TEXTS:
        await say(text)
    await receive()


@pytest.mark.parametrize("compression", ["deflate", None])
def test_any_client_reads_what_is_said(compression: str | None) -> None:
    with serving(everything) as served, connect(served.url, compression=compression) as client:
        assert bool(client.protocol.extensions) == (compression is not None)
        assert [client.recv(timeout=20) for _ in TEXTS] == TEXTS


@pytest.mark.parametrize("length", LENGTHS)
def test_a_frame_is_as_short_as_it_may_be(length: int) -> None:
    head = 2 if length < 126 else 4 if length < 65_536 else 10
    assert len(framed(0x81, bytes(length))) == head + length


async def endlessly(say: Say, _receive: Receive, _send: Send) -> None:
    """Never stop talking."""
    while True:
        await say("x" * 50_000)


def test_nobody_waits_for_somebody_who_does_not_read() -> None:
    said = 0

    async def counted(say: Say, receive: Receive, send: Send) -> None:
        nonlocal said
        if said:
            return await everything(say, receive, send)
        while True:
            said += 1
            await say("x" * 50_000)

    with serving(counted) as served:
        with connect(served.url, compression=None, max_queue=1, close_timeout=0.1):
            before = -1
            while before != said:  # until nothing more fits into the line
                before = said
                time.sleep(0.2)
            assert 50_000 * said < 50e6, "what is not read is not written without end"
            with connect(served.url) as other:
                assert other.recv(timeout=20) == TEXTS[0]
        served.wait_for(2)
        assert {type(error) for error in served.ended} == {type(None), ClientDisconnected}


def test_whoever_has_gone_ends_the_talk() -> None:
    with serving(endlessly) as served:
        with connect(served.url, close_timeout=0.1) as client:
            client.recv(timeout=20)
        with connect(served.url, close_timeout=0.1) as client:
            client.socket.close()
        served.wait_for(2)
        assert all(isinstance(error, OSError) for error in served.ended)


def test_nothing_is_said_after_the_end() -> None:
    async def too_late(say: Say, _receive: Receive, send: Send) -> None:
        await say("good-bye")
        await send({"type": "websocket.close", "code": 4000, "reason": ""})
        await say("and another thing")

    with serving(too_late) as served, connect(served.url) as client:
        assert client.recv(timeout=20) == "good-bye"
        with pytest.raises(ConnectionClosed) as closed:
            client.recv(timeout=20)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4000
        served.wait_for(1)
        assert isinstance(served.ended[0], OSError)


def test_all_of_it_comes_in_order_whichever_way_it_is_said() -> None:
    async def by_turns(say: Say, receive: Receive, _send: Send) -> None:
        for k in range(0, 300, 3):
            assert say.at_once(f"{k}")
            assert say.at_once(f"{k + 1}")
            await say(f"{k + 2}")
        await receive()

    with serving(by_turns) as served, connect(served.url) as client:
        assert [client.recv(timeout=20) for _ in range(300)] == [str(k) for k in range(300)]


def test_what_was_to_leave_for_somebody_who_goes_harms_nobody() -> None:
    async def said_and_closed(say: Say, _receive: Receive, send: Send) -> None:
        assert say.at_once("never heard, as the end comes first")
        await send({"type": "websocket.close", "code": 4000, "reason": ""})
        await asyncio.sleep(0)
        with pytest.raises(ClientDisconnected):
            say.at_once("too late")

    with serving(said_and_closed) as served, connect(served.url) as client:
        with pytest.raises(ConnectionClosed) as closed:
            client.recv(timeout=20)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4000
        served.wait_for(1)
        assert served.ended == [None]


def test_who_is_silent_for_a_while_begins_anew() -> None:
    async def with_a_pause(say: Say, receive: Receive, _send: Send) -> None:
        await receive()
        for _ in range(2):
            await say("what is said twice is short")
        await asyncio.sleep(0.5)
        await say("what is said twice is short")
        await receive()

    options = {"ws_ping_interval": 0.1, "ws_ping_timeout": None}
    with serving(with_a_pause, **options) as served, connect(served.url) as client:
        heard: list[int] = []
        (extension,) = client.protocol.extensions
        unpack = extension.decode

        def measured(frame: Any, **more: Any) -> Any:
            if frame.rsv1:
                heard.append(len(frame.data))
            return unpack(frame, **more)

        extension.decode = measured  # type: ignore[method-assign]
        client.send("go on")
        assert {client.recv(timeout=20) for _ in range(3)} == {"what is said twice is short"}
        assert heard[0] == heard[2] > heard[1]


class Elsewhere:
    """A socket of a server that has no short way."""

    def __init__(self) -> None:
        self.scope: dict[str, Any] = {}
        self.said: list[str] = []

    async def send_text(self, text: str) -> None:
        self.said.append(text)


class FullLine(Elsewhere):
    """A socket whose other side reads nothing for a while."""

    def __init__(self) -> None:
        super().__init__()
        self.reads = asyncio.Event()

    async def send_text(self, text: str) -> None:
        await self.reads.wait()
        self.said.append(text)

    async def close(self, code: int) -> None:
        self.said.append(f'{{"closed": {code}}}')


def _says(word: str, table: Table, now: float) -> Said:
    return table.say(now, "ada", "Ada", word)


def test_whose_line_is_full_is_told_afterwards_and_at_once(tmp_path: Path) -> None:
    async def watched() -> list[dict[str, Any]]:
        tables = TableService(open_storage(str(tmp_path / "tables.sqlite")), Thinkers())
        await tables.start()
        request = TableRequest("fou", {"players": 4}, [SeatRequest("me")] * 4)
        table = await tables.open("fou", lambda now: opening(request, "ada", "Ada", now))
        line: Any = FullLine()
        subscriber = SocketSubscriber(line, Viewer("ada", "Ada"))
        async with tables.subscription(table.id, subscriber) as room:
            showing = asyncio.create_task(subscriber.show(tables, room, ""))
            await asyncio.sleep(0)
            for word in ("one", "two", "three"):
                await tables.act(table.id, partial(_says, word))
            assert line.said == []
            line.reads.set()
            while len(line.said) < 2:
                await asyncio.sleep(0.01)
            subscriber.closing()
            await asyncio.wait_for(showing, 10)
        await tables.stop()
        return [json.loads(text) for text in line.said]

    whole, news, farewell, closed = asyncio.run(watched())
    assert whole["chat"]["entries"] == []
    assert [line["text"] for line in news["chat"]["entries"]] == ["one", "two", "three"]
    assert news["from"] == whole["version"]
    assert farewell["refused"]["code"] == "table/stopping"
    assert closed == {"closed": 1012}


def test_other_servers_are_told_by_asgi() -> None:
    there: Any = Elsewhere()
    subscriber = SocketSubscriber(there, Viewer("ada", "Ada", None))
    asyncio.run(subscriber.refuse(Refusal("not now")))
    assert "not now" in there.said[0]
