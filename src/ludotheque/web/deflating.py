"""Compression of what sockets send that costs little: neither time, nor memory while nothing happens.

A compressor takes 38 kB and more, and those of many sockets, each used for a message now and then, are
never in the processor's cache. So none lasts: a socket keeps the end of what it has sent, and each message
gets a new compressor, in the memory that the last one has just left, which is told that end. The other side
notices nothing: the end of each message is the end of a block, and later ones may refer to what came before
(RFC 7692, 7.2.1).

A socket over which nothing was sent for a while forgets what it has sent; its next message is a bit longer.
What unpacks is made with the first message that comes; it must be kept, as the other side may refer to it.

What is given up leaves holes in the process's memory; now and then the system gets them back.
"""

import ctypes
import sys
import zlib
from collections.abc import Sequence
from itertools import count
from typing import Any

from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import CTRL_OPCODES, Frame
from websockets.typing import BytesLike, ExtensionParameter

# Levels were measured with real messages, docs/speed.md.
try:
    from isal.isal_zlib import compressobj  # Intel's, which takes half the time; it runs on ARM as well

    LEVEL = 1
except ImportError:  # on a machine for which there is none
    from zlib import compressobj  # type: ignore[assignment]

    LEVEL = 3
WINDOW = 13  # bits of what is sent: 8 kB, about four messages
HEARD_WINDOW = 12  # bits of what is heard; it is there for as long as the socket is
MEMORY = 5  # zlib's measure of what a compressor takes
TAIL = b"\x00\x00\xff\xff"  # ends what zlib flushes, and is not sent
HOLES = 2000  # sockets that gave up what they had sent, after which that memory is given back
_given_up = count(1)


class ThriftyDeflate(PerMessageDeflate):
    """Compression whose parts are there when they are needed."""

    def __init__(self, negotiated: PerMessageDeflate) -> None:
        vars(self).update(vars(negotiated))
        for part in ("encoder", "decoder"):
            vars(self).pop(part, None)
        self._sent = b""  # its end, as far as a message may refer to it
        self._reach = 0 if self.local_no_context_takeover else 1 << self.local_max_window_bits
        self._used = False

    def packed(self, message: BytesLike) -> bytes:
        """A whole message, compressed."""
        encoder = compressobj(LEVEL, zlib.DEFLATED, -self.local_max_window_bits, MEMORY, zdict=self._sent)
        data = encoder.compress(message) + encoder.flush(zlib.Z_SYNC_FLUSH)
        if self._reach:
            self._sent = (self._sent + message)[-self._reach :]
        self._used = True
        return data.removesuffix(TAIL)

    def encode(self, frame: Frame) -> Frame:
        """Compress a message, which is never sent in pieces."""
        if frame.opcode in CTRL_OPCODES:
            return frame
        assert frame.fin
        return Frame(frame.opcode, self.packed(frame.data), rsv1=True)

    def decode(self, frame: Frame, *, max_size: int | None = None) -> Frame:
        """Unpack a message."""
        if not self.remote_no_context_takeover and not hasattr(self, "decoder"):
            self.decoder = zlib.decompressobj(wbits=-self.remote_max_window_bits)
        return super().decode(frame, max_size=max_size)

    def rest(self) -> None:
        """Forget what was sent, if nothing was since the last time."""
        if self._sent and not self._used:
            self._sent = b""
            if next(_given_up) % HOLES == 0:
                give_memory_back()
        self._used = False


def give_memory_back() -> None:
    """Let the system have what the process holds and does not use, where its C library can do that."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
    if trim is not None:
        trim(0)


class ThriftyDeflateFactory(ServerPerMessageDeflateFactory):
    """Agrees with a client on compression."""

    def __init__(self) -> None:
        super().__init__(server_max_window_bits=WINDOW, client_max_window_bits=HEARD_WINDOW)

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        """What the client asked for, and what does it."""
        agreed, negotiated = super().process_request_params(params, accepted_extensions)
        return agreed, ThriftyDeflate(negotiated)


def deflating(extensions: Sequence[Any]) -> ThriftyDeflate | None:
    """The compression of a connection, if it was agreed on."""
    return next((one for one in extensions if isinstance(one, ThriftyDeflate)), None)
