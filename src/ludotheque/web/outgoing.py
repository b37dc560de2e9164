"""What sockets say leaves together: many screens are drawn first, and then all their messages are sent.

Drawing is the interpreter's work, and sending that of the compressor and the system. Taking turns with every
message, each drives the other's code out of the processor's cache.
"""

from asyncio import AbstractEventLoop
from collections.abc import Callable
from weakref import WeakKeyDictionary

MOST_TOGETHER = 64  # messages; the first of them waits until the last one is drawn


class Outgoing:
    """The messages of a loop that have not left yet."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Callable[[bytes], None], bytes]] = []

    def add(self, loop: AbstractEventLoop, write: Callable[[bytes], None], message: bytes) -> None:
        """Let a message be written when all that is to be drawn now has been."""
        if not self._waiting:
            loop.call_soon(self.send)
        self._waiting.append((write, message))
        if len(self._waiting) >= MOST_TOGETHER:
            self.send()

    def send(self) -> None:
        """Write all that waits."""
        waiting, self._waiting = self._waiting, []
        for write, message in waiting:
            write(message)


_of_loops: WeakKeyDictionary[AbstractEventLoop, Outgoing] = WeakKeyDictionary()


def outgoing_of(loop: AbstractEventLoop) -> Outgoing:
    """The one for all sockets of a loop."""
    return _of_loops.setdefault(loop, Outgoing())
