"""People at their screens for `bench.load`, as cheap as can be: raw sockets, and no message read in full.

They run in a process of their own, so that what they cost is not the server's.
"""

import asyncio
import base64
import os
import re
import secrets
import struct
import time
import zlib
from collections import deque
from collections.abc import Callable
from typing import cast
from urllib.parse import urlsplit

from msgspec import UNSET, Raw, Struct, UnsetType
from msgspec.json import Decoder, encode

TEXT, PING, PONG = 1, 9, 10
COMPRESSED, FINAL = 0x40, 0x80
TAIL = b"\x00\x00\xff\xff"  # what permessage-deflate leaves out
WINDOW = re.compile(rb"server_max_window_bits=(\d+)")


class Choice(Struct):
    """A legal move."""

    move: str


class News(Struct, gc=False):
    """What a screen needs to know of a message to play on; choices are read by whoever has to choose."""

    ply: int | UnsetType = UNSET
    to_act: bool | UnsetType = UNSET
    choices: Raw | UnsetType = UNSET
    refused: dict[str, str] | UnsetType = UNSET


_news = Decoder(News).decode
_choices = Decoder(list[Choice]).decode


class Person:
    """Somebody with a secret and a language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.headers = f"Authorization: Bearer {secrets.token_hex(16)}\r\nAccept-Language: {language}\r\n"


class Line(asyncio.Protocol):
    """An HTTP connection, opened again when the server has closed it; answers come one after the other."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._host, self._address = parts.netloc, (parts.hostname or "", parts.port or 80)
        self._waiting: deque[asyncio.Future[bytes]] = deque()
        self._buffer = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """For asyncio."""
        self._transport = cast(asyncio.Transport, transport)

    async def request(self, person: Person, method: str, path: str, body: object = None) -> bytes:
        """Send a request; the answer's body."""
        if self._transport is None or self._transport.is_closing():
            await asyncio.get_running_loop().create_connection(lambda: self, *self._address)
        assert self._transport is not None
        content = b"" if body is None else encode(body)
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: {self._host}\r\n{person.headers}"
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        )
        self._transport.write(head.encode() + content)
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._waiting.append(answer)
        return await answer

    def data_received(self, data: bytes) -> None:
        """For asyncio."""
        self._buffer += data
        while self._waiting:
            head, found, rest = self._buffer.partition(b"\r\n\r\n")
            length = _length(head)
            if not found or len(rest) < length:
                return
            self._buffer = rest[length:]
            status = int(head[9:12])
            answer = self._waiting.popleft()
            if status < 300:
                answer.set_result(rest[:length])
            else:
                answer.set_exception(RuntimeError(f"{status} {rest[:length].decode()}"))

    def connection_lost(self, error: Exception | None) -> None:
        """For asyncio."""
        for answer in self._waiting:
            answer.set_exception(ConnectionResetError("the server hung up"))

    def close(self) -> None:
        """Hang up."""
        if self._transport:
            self._transport.close()


def _length(head: bytes) -> int:
    for line in head.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            return int(value)
    return 0


class Socket(asyncio.Protocol):
    """A WebSocket that costs little; whoever has one says what a message means."""

    def __init__(self, host: str, path: str, headers: str = "") -> None:
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._host, self._path, self._headers = host, path, headers
        self._buffer = b""  # of a message that is not there to its end
        self._open = False
        self._inflater: zlib._Decompress | None = None
        self._transport: asyncio.Transport | None = None

    def message(self, payload: bytes, wire: int) -> None:
        """A message has come, unpacked; *wire*: how many bytes it had as it travelled, with its frame."""
        raise NotImplementedError

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """For asyncio."""
        self._transport = cast(asyncio.Transport, transport)
        key = base64.b64encode(os.urandom(16)).decode()
        self._transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: {self._host}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"{self._headers}"
            # as browsers ask for it
            "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """For asyncio."""
        if self._buffer:
            data = self._buffer + data
        start = 0 if self._open else self._opened(data)
        while self._open and (frame := _frame(data, start)):
            head, end = frame
            self._take(data[start], data[head:end], end - start)
            start = end
        self._buffer = data[start:]

    def _opened(self, data: bytes) -> int:
        """Take in the server's answer, if all of it is there; its length."""
        head, found, _ = data.partition(b"\r\n\r\n")
        if not found:
            return 0
        if b" 101 " not in head:
            self.ready.set_exception(RuntimeError(head.decode()))
            return 0
        if b"permessage-deflate" in head:
            window = WINDOW.search(head)
            self._inflater = zlib.decompressobj(-int(window[1]) if window else -15)
        self._open = True
        return len(head) + len(found)

    def _take(self, first: int, payload: bytes, wire: int) -> None:
        kind = first & 0x0F
        if kind == PING:
            self._write(PONG, payload)
        elif kind == TEXT:
            assert first & FINAL, "messages come in one frame"
            if first & COMPRESSED and self._inflater:
                payload = self._inflater.decompress(payload + TAIL)
            self.message(payload, wire)

    def send_text(self, text: bytes) -> None:
        """Send a message."""
        self._write(TEXT, text)

    def _write(self, kind: int, payload: bytes) -> None:
        assert self._transport is not None
        assert len(payload) < 1 << 16
        length = (
            bytes([0x80 | len(payload)]) if len(payload) < 126 else b"\xfe" + struct.pack("!H", len(payload))
        )
        mask = b"\x00\x00\x00\x00"  # a mask that changes nothing
        self._transport.write(bytes([FINAL | kind]) + length + mask + payload)

    def connection_lost(self, error: Exception | None) -> None:
        """For asyncio."""
        if not self.ready.done():
            self.ready.set_exception(ConnectionResetError("the server hung up"))

    def close(self) -> None:
        """Turn away."""
        if self._transport:
            self._transport.close()


class Screen(Socket):
    """A table on somebody's screen; `heard` is called for every message, with what it tells."""

    def __init__(self, person: Person, host: str, path: str, heard: Callable[["Screen", News], None]) -> None:
        super().__init__(host, path, person.headers)
        self.person = person
        self.ply = -1
        self.to_act = False
        self.shown_at = 0.0
        self.first = 0  # bytes of the first message
        self.sizes: list[int] = []  # of each later message, before compression
        self.wire: list[int] = []  # as it travelled, with its frame
        self._heard = heard
        self._choices = Raw(b"[]")

    @property
    def choices(self) -> list[Choice]:
        """What the person may do."""
        return _choices(self._choices)

    def message(self, payload: bytes, wire: int) -> None:
        """The table has changed."""
        self.shown_at = time.perf_counter()
        news = _news(payload)
        if news.ply is not UNSET:
            self.ply = news.ply
        if news.to_act is not UNSET:
            self.to_act = news.to_act
        if news.choices is not UNSET:
            self._choices = news.choices
        if not self.ready.done():
            self.first = len(payload)
            self.ready.set_result(None)
        else:
            self.sizes.append(len(payload))
            self.wire.append(wire)
        self._heard(self, news)

    def send(self, message: object) -> None:
        """Send a message."""
        self.send_text(encode(message))


def _frame(data: bytes, start: int) -> tuple[int, int] | None:
    """Where the payload of the frame at *start* begins and ends; None if it is not all there."""
    if len(data) < start + 2:
        return None
    length, head = data[start + 1], start + 2
    if length >= 126:
        head += 2 if length == 126 else 8
        if len(data) < head:
            return None
        length = int.from_bytes(data[start + 2 : head], "big")
    return (head, head + length) if len(data) >= head + length else None


async def screen(
    url: str, table: str, person: Person, heard: Callable[[Screen, News], None] = lambda _screen, _news: None
) -> Screen:
    """A table on somebody's screen, as soon as it shows something."""
    parts = urlsplit(url)
    path = f"/api/tables/{table}/watch"
    _, made = await asyncio.get_running_loop().create_connection(
        lambda: Screen(person, parts.netloc, path, heard), parts.hostname or "", parts.port or 80
    )
    await made.ready
    return made
