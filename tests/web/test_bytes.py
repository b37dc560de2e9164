"""How much travels: all that a page hears in a whole game of Fou!, as JSON and on the line."""

import asyncio
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.sync.client import connect

from ludotheque.core.registry import game as make_game
from ludotheque.tables.events import PERSON, Occupant, Opened
from ludotheque.tables.storage import open_storage
from ludotheque.tables.summary import summary_of
from ludotheque.tables.table import Table, opened_table
from tests.web.people import Watched
from tests.web.server import UNLIMITED, serving
from tests.web.worlds import SECRET, person, token

pytestmark = pytest.mark.slow

USUAL = 264  # moves of a whole game with four players, on average
MOST_JSON = 1_000_000  # bytes of all messages together, the whole first state included
MOST_ON_THE_LINE = 250_000  # bytes after permessage-deflate, the answer to the handshake included
GAME = "whole7"  # the table; with the secret, the shuffles follow from its name


class CountingSocket(socket.socket):
    """Counts what comes in."""

    count = 0

    def recv(self, *arguments: Any) -> bytes:
        data = super().recv(*arguments)
        self.count += len(data)
        return data


def test_a_whole_game_of_fou_is_less_than_a_megabyte(tmp_path: Path) -> None:
    """Four people; every move is heard by Ada's page before the next is made, so that none is left out."""
    file = tmp_path / "t.sqlite"
    table = asyncio.run(opened_in(file))
    with serving(file, settings=UNLIMITED) as server:
        netloc = urlsplit(server.url).netloc
        line = CountingSocket(socket.AF_INET)
        line.connect(("127.0.0.1", server.port))
        url = f"ws://{netloc}/api/tables/{GAME}/watch"
        with (
            httpx.Client(base_url=f"{server.url}/api/tables/{GAME}", timeout=60) as http,
            connect(url, sock=line, additional_headers=headers(0), open_timeout=60) as connection,
        ):
            assert connection.response is not None
            assert "permessage-deflate" in connection.response.headers["Sec-WebSocket-Extensions"]
            page = Watched(connection)
            page.until("phase", "playing")
            for ply, (seat, move) in enumerate(whole_game(table)):
                answer = http.post("/moves", json={"ply": ply, "move": move}, headers=headers(seat))
                assert answer.is_success, answer.text
                page.until("ply", ply + 1)
    size = sum(len(text.encode()) for text in page.heard)
    told = f"{page.state['ply']} moves: {size:,} bytes of JSON, {line.count:,} on the line"
    assert page.state["phase"] == "over" and page.state["ply"] >= USUAL, told
    assert size < MOST_JSON, told
    assert line.count < MOST_ON_THE_LINE, told
    print(told)


def headers(seat: int) -> dict[str, str]:
    return {"authorization": f"Bearer {token(seat)}", "accept-language": "en"}


async def opened_in(file: Path) -> Table:
    """A table whose shuffles are known, so that it is the same game each time."""
    game, storage = make_game("fou", players=4), open_storage(str(file))
    people = tuple(Occupant(PERSON, person=person(seat), name=f"Player {seat}") for seat in range(4))
    opened = Opened(
        time.time(), game="fou", options=game.options, seats=people, host=person(0), secret=SECRET
    )
    table, events = opened_table(GAME, opened)
    await storage.start()
    await storage.append(events, 0, summary_of(table))
    await storage.stop()
    return table


def whole_game(table: Table) -> Iterator[tuple[int, str]]:
    """Who plays what: the first legal move by its name."""
    state = table.state.copy()  # its later shuffles follow from the secret too
    while not state.over:
        seat, move = state.seat, min(str(move) for move in state.moves())
        yield seat, move
        state.play(move)
