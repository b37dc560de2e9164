"""Connections that cost little: whoever is slow, silent or endless does not keep others waiting.

uvicorn reads headers and bodies for as long as they take, without an end. Here a request's headers must be
complete within some seconds, and its body too; of connections that have not said anything yet only so many
may wait, and the oldest makes room for a new one; one address has only so many. A proxy in front of the
server does all of this too; it has as many connections as it likes.
"""

import asyncio
import ipaddress
import struct
import time
from collections import Counter
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State

from ludotheque.tables.errors import Unavailable
from ludotheque.web.addresses import unmapped
from ludotheque.web.deflating import ThriftyDeflate, ThriftyDeflateFactory, deflating
from ludotheque.web.gathering import Gathering
from ludotheque.web.limits import OURSELVES
from ludotheque.web.logs import new_number
from ludotheque.web.outgoing import outgoing_of
from ludotheque.web.security import HEADERS, LARGEST_HEADERS, PRIVATE
from ludotheque.web.settings import Network, Settings

MOST_WAITING = 256  # connections that have not asked for anything
MOST_OF_ONE = 500  # connections of one address
LARGEST_MESSAGE = 16 * 1024  # bytes that somebody says over a socket, unpacked
MOST_FRAGMENTS = 64  # of one message
SOCKET_BURST, SOCKET_BYTES = 256 * 1024, 32 * 1024  # on the line and unpacked: at once, and each second
MESSAGE_COST = 256  # bytes that a message counts for besides those in it
PIECE = 4096  # bytes that are read in one go: so much and no more is unpacked before it is counted
STRAIGHT = "ludotheque.straight"  # the extension of a socket's scope by which it offers the short way out
TEXT = 0x80 | Opcode.TEXT  # how a frame begins that is a whole message (RFC 6455, 5.2)
PACKED_TEXT = 0x40 | TEXT  # the same, compressed (RFC 7692, 6)


class Gate:
    """All connections of this process."""

    def __init__(self) -> None:
        self.proxies: tuple[Network, ...] = ()
        self.limited = True
        self._waiting: dict[GuardedHttp, None] = {}  # the oldest first
        self._of: Counter[str] = Counter()

    def admit(self, connection: "GuardedHttp") -> bool:
        """Whether a new connection may stay."""
        address = connection.address
        if self.limited and self._of[address] >= MOST_OF_ONE and not self._is_known(address):
            return False
        self._of[address] += 1
        self._waiting[connection] = None
        if len(self._waiting) > MOST_WAITING:
            next(iter(self._waiting)).give_up(408, "Others wait.")
        return True

    def heard(self, connection: "GuardedHttp") -> None:
        """It has asked for something."""
        self._waiting.pop(connection, None)

    def gone(self, address: str) -> None:
        """A connection of this address has ended."""
        self._of[address] -= 1
        if self._of[address] <= 0:
            del self._of[address]

    def _is_known(self, address: str) -> bool:
        if address in OURSELVES:
            return True
        found = ipaddress.ip_address(address)
        return any(found in network for network in self.proxies)


class GuardedHttp(HttpToolsProtocol):
    """An HTTP connection that must get on with it."""

    gate: ClassVar[Gate] = Gate()
    gathering: ClassVar[Gathering | None] = None  # with the other processes at this port
    header_seconds: ClassVar[float] = 10.0
    body_seconds: ClassVar[float] = 30.0

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._deadline: asyncio.TimerHandle | None = None
        self._counted = False
        self._in_headers = True
        self._header_bytes = 0
        self._silent = True
        self.taken_with = b""  # what was asked already, where another process accepted it

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for what it wants."""
        super().connection_made(transport)
        self._counted = self.gate.admit(self)
        if self._counted:
            self._expect(self.header_seconds)
        else:
            self._silent = False  # it is told why, though it has not spoken yet
            self.give_up(503, "Too many connections from your address.")
        if self.taken_with:
            self.data_received(self.taken_with)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        self._release()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on, unless the headers never end."""
        if self.transport.is_closing():
            return
        self._silent = False
        if self._deadline is None and (self.cycle is None or self.cycle.response_complete):
            self._expect(self.header_seconds)  # the next request on this line has begun
        super().data_received(data)
        if self._in_headers:
            self._header_bytes += len(data)
            if self._header_bytes > 2 * LARGEST_HEADERS:
                self.give_up(431, "Your headers are too long.")

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._in_headers = True

    def on_headers_complete(self) -> None:
        """A request's headers are there."""
        self.gate.heard(self)
        self._in_headers, self._header_bytes = False, 0
        self._expect(self.body_seconds)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """A request is there, and it is our turn."""
        self._relax()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """From now on it is a socket; its address still counts."""
        if sum(len(name) + len(value) for name, value in self.headers) > LARGEST_HEADERS:
            self.give_up(431, "Your headers are too long.")
            return
        self._relax()
        if self._is_handed_on():
            self.transport.abort()  # which closes our copy of the file, and not the connection
            return
        self.gate.heard(self)
        super().handle_websocket_upgrade()
        protocol = self.transport.get_protocol()
        assert isinstance(protocol, GuardedSocket)
        if self._counted:
            protocol.address, self._counted = self.address, False
        if not protocol.handshake_initiated:  # a body, a line that is too long: nothing else answers that
            protocol.close_sent = True
            self.give_up(400, "A socket is not opened like that.")

    def _is_handed_on(self) -> bool:
        """Whether the process has this connection now where the sockets of its table gather."""
        if self.gathering is None or self.taken_with or self._is_answering or self._has_body:
            return False
        lines = [b"%b %b HTTP/1.1" % (self.scope["method"].encode(), self.url)]
        lines += [b"%b: %b" % field for field in self.headers]
        file = self.transport.get_extra_info("socket").fileno()
        return self.gathering.hand_on(file, self.url, b"\r\n".join([*lines, b"", b""]))

    @property
    def _is_answering(self) -> bool:
        """Whether something is still to be said to what was asked before over this connection."""
        answered = self.cycle is None or self.cycle.response_complete
        return not answered or self.transport.get_write_buffer_size() > 0

    @property
    def _has_body(self) -> bool:
        """Whether the request that is there has a body, which is dropped for a socket."""
        return any(name in (b"content-length", b"transfer-encoding") for name, _ in self.headers)

    def send_400_response(self, msg: str) -> None:
        """Say that this is not HTTP."""
        self.give_up(400, msg)

    def give_up(self, status: int, why: str) -> None:
        """End the connection: with a word, if it is our turn to speak and somebody has spoken to us."""
        self.gate.heard(self)
        self._relax()
        if self.transport.is_closing():
            return
        if self._silent:
            self.transport.close()
        elif self.cycle is None or self.cycle.response_complete or self._awaits_body:
            headers = {
                "content-type": "text/plain",
                "content-length": len(why),
                "connection": "close",
                **({"retry-after": Unavailable.retry_after} if status == 503 else {}),
                "cache-control": PRIVATE,
                "x-request-id": new_number(),
                **HEADERS,
            }
            lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
            self.transport.write(STATUS_LINE[status] + f"{lines}\r\n{why}".encode())
            self.transport.close()
        else:
            self.transport.abort()

    def shutdown(self) -> None:
        """The server stops: a request that is not there to its end cannot be waited for."""
        if self._deadline is not None and self._awaits_body:
            self.give_up(503, "The server restarts; send this again in a moment.")
        else:
            super().shutdown()

    @property
    def _awaits_body(self) -> bool:
        """Whether a request is still coming in, and nothing of its answer has been said."""
        return self.cycle is not None and self.cycle.more_body and not self.cycle.response_started

    def _expect(self, seconds: float) -> None:
        self._relax()
        self._deadline = self.loop.call_later(seconds, self.give_up, 408, "That took too long.")

    def _relax(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _release(self) -> None:
        self._relax()
        self.gate.heard(self)
        if self._counted:
            self._counted = False
            self.gate.gone(self.address)

    @property
    def address(self) -> str:
        """Where it comes from."""
        return unmapped(self.client[0]) if self.client else ""


class GuardedSocket(WebSocketsSansIOProtocol):
    """A socket that takes what people send, and no more."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.address: str | None = None  # that is counted
        self._bytes_left, self._filled = float(SOCKET_BURST), time.monotonic()
        self._compression: ThriftyDeflate | None = None  # if it is agreed on
        self._outgoing = outgoing_of(self.loop)
        if self.conn.available_extensions:
            self.conn.available_extensions = [ThriftyDeflateFactory()]

    def handle_connect(self, event: Request) -> None:
        """Let the application in, and tell it of the short way out."""
        super().handle_connect(event)
        if not self.close_sent:
            self._compression = deflating(self.conn.extensions)
            self.scope["extensions"][STRAIGHT] = {"send_text": self.send_text, "write_text": self.write_text}

    async def send_text(self, message: bytes) -> None:
        """Send a message as `send` does; whoever does not read what they are sent is waited for."""
        while not self._takes_more():
            await self.writable.wait()
        self._outgoing.send()
        self._write(message)

    def write_text(self, message: bytes) -> bool:
        """Send a message with all that is said now, without the layers that only matter before a socket is
        open.

        False, and nothing is sent, while the line is full. Whoever has gone is an OSError.
        """
        if not self._takes_more():
            return False
        self._outgoing.add(self.loop, self._write, message)
        return True

    def _takes_more(self) -> bool:
        """Whether the line is not full; an OSError if they have gone."""
        if not self._is_open:
            raise ClientDisconnected
        return self.writable.is_set()

    @property
    def _is_open(self) -> bool:
        return self.conn.state is State.OPEN and not self.transport.is_closing()

    def _write(self, message: bytes) -> None:
        """Write a message, unless they have gone meanwhile."""
        if not self._is_open:
            return
        if self._compression:
            frame = framed(PACKED_TEXT, self._compression.packed(message))
        else:
            frame = framed(TEXT, message)
        self.transport.write(frame)

    def send_keepalive_ping(self) -> None:
        """Ask now and then whether somebody is there; where nothing happens meanwhile, memory is saved."""
        super().send_keepalive_ping()
        if self._compression:
            self._compression.rest()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        super().connection_lost(exc)
        if self.address is not None:
            GuardedHttp.gate.gone(self.address)

    def data_received(self, data: bytes) -> None:
        """Read on, unless it is a flood."""
        now = time.monotonic()
        filled = self._bytes_left + (now - self._filled) * SOCKET_BYTES
        self._bytes_left, self._filled = min(filled, SOCKET_BURST), now
        for start in range(0, len(data), PIECE):
            piece = data[start : start + PIECE]
            if not self._may_say(len(piece)) or self.transport.is_closing():
                return
            super().data_received(piece)

    def _may_say(self, more: int) -> bool:
        """Whether so many bytes more are not too many; else the socket ends."""
        self._bytes_left -= more
        if self._bytes_left < 0 and self.handshake_complete:
            self._end(1008, "too much at once")
            return False
        return True

    def handle_cont(self, event: Frame) -> None:
        """Take another piece of a message, of which there may not be endlessly many."""
        if len(self.frames) >= MOST_FRAGMENTS:
            self._end(1009, "too many pieces")
            return
        super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answer, unless it does not listen to the answers."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        """Hand a message on, if it is text, and one that need not wait behind too many others."""
        if not self._may_say(MESSAGE_COST + sum(map(len, self.frames))):
            return
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self._end(1007, "not UTF-8")
                return
        super().send_receive_event_to_app()

    def _end(self, code: int, why: str) -> None:
        self.frames = []
        if self.close_sent or self.transport.is_closing():
            return
        if not self.handshake_complete:
            self.transport.abort()
            return
        self.conn.fail(code, why)
        self.handle_parser_exception()


def framed(first: int, payload: bytes) -> bytes:
    """A frame of a server's; *first* is its first byte."""
    length = len(payload)
    if length < 126:
        return bytes((first, length)) + payload
    if length < 65_536:
        return struct.pack("!BBH", first, 126, length) + payload
    return struct.pack("!BBQ", first, 127, length) + payload


def guarded(settings: Settings) -> dict[str, Any]:
    """What uvicorn is told, so that it serves with these connections."""
    GuardedHttp.gate.proxies = settings.proxies
    GuardedHttp.gate.limited = settings.limits > 0
    return {
        "http": GuardedHttp,
        "ws": GuardedSocket,
        "ws_max_size": LARGEST_MESSAGE,
        "proxy_headers": False,  # addresses.py does it
        "server_header": False,
        "log_config": None,  # logs.py does it
        "access_log": False,
    }


def allow_many_files() -> None:
    """A connection is a file, and shells allow few of them: take as many as this user may have."""
    try:
        import resource
    except ImportError:  # Windows counts in another way
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 65_536 if hard == resource.RLIM_INFINITY else min(hard, 65_536)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
