"""Compression of what sockets send that costs no memory while nothing happens.

A compressor takes 32 kB and more, for as long as a socket is open; most sockets are of people who think, or
who left a tab open. The end of each message is the end of a block, so whoever compresses may begin anew with
any message (RFC 7692, 7.2.1): the other side notices nothing but some more bytes. So a socket over which
nothing was sent for a while gives its compressor up, and makes another when there is something to send. What
unpacks is made with the first message that comes; it must be kept, as the other side may refer to it.

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
from websockets.typing import ExtensionParameter

WINDOW = 12  # bits: 4 kB, about two messages
SETTINGS = {"memLevel": 5}
HOLES = 500  # compressors that were given up, after which their memory is given back
_given_up = count(1)


class ThriftyDeflate(PerMessageDeflate):
    """Compression whose parts are there when they are needed."""

    def __init__(self, negotiated: PerMessageDeflate) -> None:
        vars(self).update(vars(negotiated))
        self._used = False
        self._forget("encoder")
        self._forget("decoder")

    def encode(self, frame: Frame) -> Frame:
        """Compress a message."""
        if frame.opcode not in CTRL_OPCODES:
            self._used = True
            if not self.local_no_context_takeover and not hasattr(self, "encoder"):
                self.encoder = zlib.compressobj(wbits=-self.local_max_window_bits, **self.compress_settings)
        return super().encode(frame)

    def decode(self, frame: Frame, *, max_size: int | None = None) -> Frame:
        """Unpack a message."""
        if not self.remote_no_context_takeover and not hasattr(self, "decoder"):
            self.decoder = zlib.decompressobj(wbits=-self.remote_max_window_bits)
        return super().decode(frame, max_size=max_size)

    def rest(self) -> None:
        """Give the compressor up, if nothing was sent since the last time."""
        if not self._used and hasattr(self, "encoder"):
            self._forget("encoder")
            if next(_given_up) % HOLES == 0:
                give_memory_back()
        self._used = False

    def _forget(self, part: str) -> None:
        vars(self).pop(part, None)


def give_memory_back() -> None:
    """Let the system have what the process holds and does not use, where its C library can do that."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
    if trim is not None:
        trim(0)


class ThriftyDeflateFactory(ServerPerMessageDeflateFactory):
    """Agrees with a client on compression."""

    def __init__(self) -> None:
        super().__init__(
            server_max_window_bits=WINDOW, client_max_window_bits=WINDOW, compress_settings=SETTINGS
        )

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        """What the client asked for, and what does it."""
        agreed, negotiated = super().process_request_params(params, accepted_extensions)
        return agreed, ThriftyDeflate(negotiated)


def deflating(extensions: Sequence[Any]) -> ThriftyDeflate | None:
    """The compression of a connection, if it was agreed on."""
    return next((one for one in extensions if isinstance(one, ThriftyDeflate)), None)
