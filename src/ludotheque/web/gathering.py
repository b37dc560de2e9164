"""The sockets of a table gather in one of the processes that listen at a port.

The people of a table land in any of them, and each of those would replay, draw and compare for the same
table. So a table falls to one process, by its id, and the others hand its sockets on: the connection itself,
as a file, and what was asked over it. That saves work, and nothing else depends on it: whoever cannot be
handed on is served where they are, and the broker tells all processes of every move as before.

A process touches its door every second; one that stands still is soon handed nobody any more. Whoever was
handed to it just before waits with all whom it serves, until it goes on or is killed.
"""

import asyncio
import logging
import os
import re
import socket
import time
from array import array
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from errno import EMFILE
from pathlib import Path
from zlib import crc32

WATCH = re.compile(rb"/api/tables/([^/?]+)/watch(?:\?|\Z)")  # what a table's socket asks for
LARGEST = 64 * 1024  # bytes of a request's head; one that is longer stays where it is, and is refused there
MOST_AT_THE_DOOR = 128  # connections that wait to be taken; whoever comes then stays where they are
PATIENCE = 0.05  # seconds to say who comes, once at the door; it is said at once, unless a process is stopped
BEAT = 1.0  # seconds until a process touches its door again
SILENCE = 5.0  # seconds without, after which it is handed nobody; a busy process is late by one or two
PAUSE = 60.0  # seconds until a door is opened again that was shut because too many files were open

POSSIBLE = hasattr(socket, "recv_fds")  # not in Windows
Take = Callable[[socket.socket, bytes], object]
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Place:
    """Which one of several processes this is, and the folder where they find each other."""

    folder: Path
    number: int
    processes: int

    def door_of(self, number: int) -> Path:
        """Where a process takes connections from the others."""
        return self.folder / str(number)


class Gathering:
    """This process among the others."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._door: socket.socket | None = None
        self._next: asyncio.TimerHandle | None = None  # beat, or attempt to open the door again
        self._take: Take = lambda connection, head: connection.close()

    def hand_on(self, connection: int, target: bytes, head: bytes) -> bool:
        """Whether another process has this connection now, because *target* is at a table that falls to it.

        Our copy of the file is the caller's to close then.
        """
        watched = WATCH.match(target)
        if not watched:
            return False
        number = crc32(watched[1]) % self._place.processes
        if number == self._place.number or len(head) > LARGEST:
            return False
        door = self._place.door_of(number)
        try:
            if abs(time.time() - door.stat().st_mtime) > SILENCE:  # either way: clocks are set back, too
                return False
            with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as there:
                there.setblocking(False)
                there.connect(str(door))
                there.sendmsg([head], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array("i", [connection]))])
        except OSError:  # it starts or stops, it has died, or too many wait there
            return False
        return True

    def open(self, take: Take) -> None:
        """Let *take* have what others hand on, from now on."""
        self._take = take
        try:
            self._open_door()
        except OSError as error:  # no such sockets in this system; a path that is too long
            log.warning("the sockets of a table do not gather in one process: %s", error)

    def close(self) -> None:
        """Take who waits at the door, and nobody after them: the others serve those who come now."""
        if self._next is not None:
            self._next.cancel()
        if self._door is not None:
            self._own_path.unlink(missing_ok=True)
            with suppress(OSError):
                self._take_all(self._door)
            self._shut(self._door)

    @property
    def _own_path(self) -> Path:
        return self._place.door_of(self._place.number)

    def _open_door(self) -> None:
        self._door = self._new_door()
        asyncio.get_running_loop().add_reader(self._door, self._answer_the_door)
        self._beat()

    def _beat(self) -> None:
        """Show that this process's loop goes round."""
        with suppress(OSError):  # whose door is gone is handed nobody
            os.utime(self._own_path)
        self._do_in(BEAT, self._beat)

    def _do_in(self, seconds: float, what: Callable[[], None]) -> None:
        if self._next is not None:
            self._next.cancel()
        self._next = asyncio.get_running_loop().call_later(seconds, what)

    def _open_again(self) -> None:
        try:
            self._open_door()
        except OSError:  # still too many
            self._do_in(PAUSE, self._open_again)

    def _new_door(self) -> socket.socket:
        self._own_path.unlink(missing_ok=True)  # of one who was killed, whose successor this is
        door = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            door.setblocking(False)
            door.bind(str(self._own_path))
            door.listen(MOST_AT_THE_DOOR)
        except OSError:
            door.close()
            raise
        return door

    def _shut(self, door: socket.socket) -> None:
        asyncio.get_running_loop().remove_reader(door)
        door.close()
        self._door = None

    def _answer_the_door(self) -> None:
        if self._door is None:
            return
        try:
            self._take_all(self._door)
        except OSError as error:  # too many files are open: no use to be asked again and again
            log.warning("the sockets of a table do not gather in one process for a while: %s", error)
            self._shut(self._door)
            self._do_in(PAUSE, self._open_again)

    def _take_all(self, door: socket.socket) -> None:
        """Take who waits; whoever comes meanwhile has another turn, as the process has other work too."""
        with suppress(BlockingIOError):  # that was the last
            for _turn in range(MOST_AT_THE_DOOR + 1):  # Linux lets in one more
                caller, _ = door.accept()
                with caller:
                    self._take_from(caller)

    def _take_from(self, caller: socket.socket) -> None:
        caller.settimeout(PATIENCE)
        try:
            head, files, flags, _ = socket.recv_fds(caller, LARGEST, 1)
        except OSError:  # it died on the way
            return
        if flags & socket.MSG_CTRUNC and not files:
            raise OSError(EMFILE, os.strerror(EMFILE))  # the caller is the last file that could be opened
        connections = [found for file in files if (found := _connection(file))]
        if len(connections) == 1 and not flags & (socket.MSG_TRUNC | socket.MSG_CTRUNC):
            self._take(connections[0], head)
        else:
            for connection in connections:
                connection.close()


def _connection(file: int) -> socket.socket | None:
    """What came over a door, if it is a connection of somebody's; any other file is closed."""
    os.set_inheritable(file, False)
    try:
        found = socket.socket(fileno=file)
    except OSError:  # no socket at all
        os.close(file)
        return None
    if found.type == socket.SOCK_STREAM and found.family in (socket.AF_INET, socket.AF_INET6):
        return found
    found.close()
    return None
