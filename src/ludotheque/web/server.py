"""The server: uvicorn around the application, and a word to whoever started it."""

import socket
import threading
import webbrowser

import uvicorn
from rich.console import Console

from ludotheque.core.errors import Refusal
from ludotheque.tables.pending import Pacing
from ludotheque.tables.storage import Keeping, chosen_database, prepare
from ludotheque.web.app import create_app
from ludotheque.web.connections import allow_many_files, guarded
from ludotheque.web.logs import set_up_logs
from ludotheque.web.settings import read_settings


def run(host: str, port: int, *, database: str | None = None, open_browser: bool, **pacing: float) -> None:
    """Listen until Ctrl-C; *pacing* is what `Pacing` has."""
    listener = _listen(host, port)
    settings = read_settings(host)
    set_up_logs(settings.log)
    allow_many_files()
    address, keeping = chosen_database(database), Keeping.chosen()
    prepare(address)  # a database that cannot be used is told now, in a sentence
    app = create_app(address, Pacing(**pacing), keeping, settings)
    config = uvicorn.Config(app, timeout_graceful_shutdown=2, **guarded(settings))
    _Server(config, _address(host, listener), open_browser=open_browser).run(sockets=[listener])


class _Server(uvicorn.Server):
    """Says where it is as soon as it is there."""

    def __init__(self, config: uvicorn.Config, address: str, *, open_browser: bool) -> None:
        super().__init__(config)
        self._address = address
        self._open_browser = open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then tell people."""
        await super().startup(sockets)
        Console().print(f"Ludothèque is open at [bold]{self._address}[/bold] (Ctrl-C closes it)")
        if self._open_browser:
            threading.Thread(target=webbrowser.open, args=(self._address,), daemon=True).start()


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise Refusal(f"cannot listen at {host} port {port}: {why}; try --port 0 for a free one") from None
    return listener


def _address(host: str, listener: socket.socket) -> str:
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{listener.getsockname()[1]}"
