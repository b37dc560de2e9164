"""Tables in the browser: how soon others see a move, how long pictures take, how much a page weighs."""

import random
import re
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
from tests.variants import variants
from tests.web.people import Human
from tests.web.server import afresh, serving

from bench.measure import Row
from ludotheque.core.registry import names
from ludotheque.core.state import State

MOVES = 60


def rows() -> Iterator[Row]:
    """A server on this machine, two people at it; pictures of every variant at every ply of a game."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "t.sqlite", start=afresh) as server:
        times = [1000 * seconds for seconds in _seen_after(server.url)]
        yield Row("a move on another's screen, median", statistics.median(times), "ms", want="< 100 ms")
        yield Row("the slowest of them", max(times), "ms")
        begin = time.perf_counter()
        size = _page_weight(server.url)
        yield Row("home page, all files", size / 1000, "kB", want="< 100 kB")
        yield Row("home page, all files fetched in", time.perf_counter() - begin, "s", want="< 1 s")
    for name in names():
        drawn = [1000 * seconds for seconds in _drawing_times(name)]
        yield Row(f"{name}: picture, mean", statistics.mean(drawn), "ms")
        yield Row(f"{name}: picture, slowest of {len(drawn)}", max(drawn), "ms", want="< 3 ms")


def _seen_after(url: str) -> Iterator[float]:
    """Seconds from a person's move to the other person's socket, move after move."""
    ada, bo = Human(url, "Ada"), Human(url, "Bo")
    table = ada.opens("feurio", "me", "open")
    bo.post(f"{table}/sit", seat=1)
    with bo.watches(table) as seen:
        seen.until("phase", "playing")
        for ply in range(MOVES):
            mover = ada if ada.get(table)["to_act"] else bo
            move = mover.get(table)["choices"][0]["move"]
            begin = time.perf_counter()
            mover.post(f"{table}/moves", ply=ply, move=move)
            seen.until("ply", ply + 1)
            yield time.perf_counter() - begin


def _page_weight(url: str) -> int:
    """The bytes of the home page and everything that it loads, as they travel."""
    with httpx.Client(base_url=url, headers={"accept-encoding": "gzip"}) as http:
        page = http.get("/")
        files = set(re.findall(r'(?:src|href)="(/assets/[^"]+)"', page.text))
        known: set[str] = set()
        total = int(page.headers.get("content-length", page.num_bytes_downloaded))
        while files - known:
            file = (files - known).pop()
            known.add(file)
            answer = http.get(file)
            total += answer.num_bytes_downloaded
            folder = file.rpartition("/")[0]
            files |= {f"{folder}/{name}" for name in re.findall(r'from "\./([^"]+)"', answer.text)}
        return total


def _drawing_times(name: str) -> Iterator[float]:
    for game in variants(name):
        choice, state = random.Random(1), game.new(seed=1)
        _draw(state)  # what is drawn once and kept
        while not state.over:
            state.play(choice.choice(state.moves()))
            yield min(_draw(state) for _ in range(3))


def _draw(state: State) -> float:
    view = state.view(state.seat)
    begin = time.perf_counter()
    state.game.definition.page.panels(view.data)
    return time.perf_counter() - begin
