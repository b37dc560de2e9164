"""Who counts as being at a table, over HTTP and sockets: an attack found stand-ins at work for nobody."""

import asyncio
import json
import secrets
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect

from tests.web.people import Human
from tests.web.server import UNLIMITED, Server, serving

pytestmark = pytest.mark.slow

CROWD = 400
MOST_HEARD = CROWD // 3  # messages that each may get while a crowd gathers; one for each arrival would be 400


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Whoever is silent for two seconds is away."""
    file = tmp_path_factory.mktemp("presence") / "tables.sqlite"
    with serving(file, "--absence", "2", settings=UNLIMITED) as running:
        yield running


def test_a_stranger_makes_nobody_play(server: Server) -> None:
    ada, bo, eve = (Human(server.url, name) for name in ("Ada", "Bo", "Eve"))
    table = ada.opens("feurio", "me", "open")
    bo.post(f"{table}/sit", seat=1)
    for player in (ada, bo):
        player.post(f"{table}/leave")
    with eve.watches(table) as seen:
        end = time.monotonic() + 1.5
        while time.monotonic() < end:
            try:
                seen.hear_within(0.2)
            except TimeoutError:
                continue
        assert [seat["stand_in"] for seat in seen.state["seats"]] == [True, True]
        assert seen.state["ply"] == 0, "72 moves were made for her"
        with bo.watches(table):
            seen.until("ply", 1)  # he plays: now somebody waits for Ada


def test_a_program_that_asks_for_nothing_any_more_is_away(server: Server) -> None:
    ada, bo = Human(server.url, "Ada"), Human(server.url, "Bo")
    table = ada.opens("feurio", "me", "open", clock={"kind": "move", "seconds": 600})
    with bo.watches(table) as seen:
        bo.post(f"{table}/sit", seat=1)
        ada.get(table)
        while not seen.state.get("seats") or not seen.state["seats"][0]["here"]:
            seen.hear()
        while not seen.state["seats"][0]["stand_in"]:  # she has a seat, and no socket
            seen.hear()


def test_whoever_was_put_aside_is_still_asked_for_an_undo_and_the_game_goes_on(server: Server) -> None:
    ada, bo = Human(server.url, "Ada"), Human(server.url, "Bo")
    table = ada.opens("feurio", "me", "open")
    bo.post(f"{table}/sit", seat=1)
    with ada.watches(table) as seen:
        seen.until("phase", "playing")
        while not seen.state["seats"][1]["stand_in"]:
            with suppress(AssertionError):  # until he has been away for long enough
                ada.post(f"{table}/stand-in", seat=1)
            with suppress(TimeoutError):
                seen.hear_within(0.5)
        ada.moves(table)
        ada.post(f"{table}/undo")
        state = ada.get(table)
        assert (state["ply"], state["undo"]["asked"]) == (1, {"name": "Ada", "mine": True, "of_me": False})
        ada.post(f"{table}/moves", ply=1, move="pass")
        seen.until_turn_after(2)  # a bot has moved for him, and nobody waits for his answer
        assert seen.state["undo"]["asked"] is None
        ply = ada.moves(table)
        ada.post(f"{table}/undo")
        with bo.watches(table) as his:
            while not (his.state.get("undo") or {}).get("asked"):
                his.hear()
            bo.post(f"{table}/undo/answer", yes=True)
            his.until("ply", ply)


def test_a_crowd_is_told_of_itself_now_and_then(server: Server) -> None:
    """Every arrival told everybody everything: 400 took half a minute."""
    table = Human(server.url, "Ada").opens("feurio", "me", "novice")
    heard = asyncio.run(gathered(f"{server.url.replace('http', 'ws', 1)}/api{table}/watch"))
    assert len(heard) == CROWD
    assert max(heard) <= MOST_HEARD


async def gathered(url: str) -> list[int]:
    """How many messages each of a crowd hears until the last has come."""
    async with AsyncExitStack() as stack:
        sockets: list[ClientConnection] = []
        counts = [0] * CROWD
        listening: list[asyncio.Task[None]] = []

        async def listen(number: int) -> None:
            async for _ in sockets[number]:
                counts[number] += 1

        for number in range(CROWD):
            headers = {"authorization": f"Bearer {secrets.token_hex(16)}"}
            opened: Any = connect(url, additional_headers=headers, open_timeout=120, max_queue=None)
            sockets.append(await stack.enter_async_context(opened))
            assert "phase" in json.loads(await sockets[number].recv())
            listening.append(asyncio.create_task(listen(number)))
        await asyncio.sleep(1)
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)
        return counts
