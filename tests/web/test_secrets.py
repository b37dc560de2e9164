"""Nobody peeks: what two people hear in two worlds that they cannot tell apart is the same, to the byte.

Two servers, each with the same tables, people, promises and moves; only what the visitor may not know was
dealt otherwise. Whatever the visitor asks for, by HTTP or a socket, must come out the same, refusals too; so
must what the servers log and count meanwhile. And what was planted (the secret of the shuffles, and the key
that follows from it) is nowhere in it.
"""

import asyncio
import base64
import json
import pickle
import random
import re
import shutil
import sqlite3
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from websockets.sync.client import connect

from ludotheque.bots import bot
from ludotheque.core.errors import Refusal
from ludotheque.core.fair_shuffle import shuffle_key
from ludotheque.core.registry import definition, names
from ludotheque.engine.contract import SPECTATOR
from ludotheque.tables.service import Hint
from ludotheque.tables.storage import open_storage
from ludotheque.tables.summary import summary_of
from ludotheque.tables.table import replayed
from ludotheque.tables.thinking import Thought
from ludotheque.web.presenter import show_hint
from tests.web.people import Watched
from tests.web.server import UNLIMITED, Server, serving
from tests.web.worlds import SECRET, Case, cases, streams, token

pytestmark = pytest.mark.slow

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("fou", {"players": 4, "rounds": 1}),
    ("feurio", {"players": 3, "firebreaks": True}),
    ("kuhn_poker", {}),
]
STREAMS: list[tuple[str, dict[str, Any], int]] = [  # and how often all is shuffled
    ("fou", {"players": 4, "rounds": 1}, 1),
    ("fou", {"players": 4, "rounds": 2}, 2),
    ("feurio", {"players": 3, "firebreaks": True}, 1),
]
SETTINGS = {**UNLIMITED, "LUDOTHEQUE_LOG": "json"}  # every request is logged
ILLEGAL = 4  # moves that are tried in vain, at every position
TAPS = 8  # parts of a picture that are asked about
NOISE = {"date", "x-request-id", "content-length"}  # of headers; the body's length is compared with it
MOMENTS = {"time", "request", "milliseconds"}  # of lines of a log
COUNTED = re.compile(r"ludotheque_\w+(_count|(?<!seconds)_total)\b")  # numbers that tell of no moment either
LATE = 20.0  # seconds, after which a log tells of every socket that was closed


@dataclass(frozen=True)
class Worlds:
    """Two servers, and what can be looked at there, by game; through a socket from the first move on, too."""

    servers: tuple[Server, Server]
    cases: list[list[Case]]
    streams: list[list[Case]]


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Worlds]:
    found = [list(cases(name, options, number)) for number, (name, options) in enumerate(GAMES)]
    long = [list(streams(name, options, shuffles)) for name, options, shuffles in STREAMS]
    folder, now = tmp_path_factory.mktemp("worlds"), time.time()
    files = [folder / "one.sqlite", folder / "two.sqlite"]
    for world, file in enumerate(files):
        asyncio.run(filled(file, [case for some in (*found, *long) for case in some], world, now))
    with ExitStack() as running:
        one, two = (running.enter_context(serving(file, settings=SETTINGS)) for file in files)
        yield Worlds((one, two), found, long)


async def filled(file: Path, cases: list[Case], world: int, now: float) -> None:
    """One world's tables, in a file."""
    storage = open_storage(str(file))
    await storage.start()
    for case in cases:
        events = case.events(world, now)
        await storage.append(events, 0, summary_of(replayed(case.id, events)))
    await storage.stop()


class Visitor:
    """Somebody in one of the worlds; everything they hear is kept."""

    def __init__(self, http: httpx.Client, server: Server, who: int) -> None:
        self.url = server.url
        self.headers = {"authorization": f"Bearer {token(who)}", "accept-language": "en"}
        self.heard: list[str] = []
        self._http = http

    def asks(self, method: str, path: str, body: Any = None) -> tuple[Any, ...]:
        """All of an answer that could tell something."""
        answer = self._http.request(method, self.url + path, json=body, headers=self.headers)
        text = answer.text.replace(self.url.removeprefix("http://"), "SERVER")
        told = {name: value for name, value in answer.headers.items() if name not in NOISE}
        self.heard.append(f"{told} {text}")
        return path, answer.status_code, told, text

    def plays(self, table: str, ply: int, move: str) -> None:
        body = {"ply": ply, "move": move}
        answer = self._http.post(f"{self.url}/api{table}/moves", json=body, headers=self.headers)
        assert answer.is_success, answer.text

    def takes(self, seen: Watched) -> list[str]:
        """The messages that have come since the last time."""
        news = [text.replace(self.url, "SERVER") for text in seen.heard]
        seen.heard.clear()
        self.heard.extend(news)
        return news


def questions(case: Case) -> Iterator[tuple[str, str, Any]]:
    """Whatever somebody may ask at a table, and much that they may not."""
    table, ply = f"/api/tables/{case.id}", len(case.moves)
    yield "GET", table, None
    yield "GET", f"/t/{case.id}", None
    for path in ("record", "fairness", "at/0", f"at/{ply}", "view?seat=9", "nothing"):
        yield "GET", f"{table}/{path}", None
    yield "GET", f"/t/{case.id}/record", None
    yield "GET", f"/t/{case.id}/picture.png", None
    for seat in range(SPECTATOR, case.game.players):
        for path in ("", "/view", "/at/0"):
            yield "GET", f"{table}{path}?seat={seat}", None
    for move in tried(case):
        yield "GET", f"{table}/preview?move={move}&ply={ply}", None
        yield "POST", f"{table}/moves", {"ply": ply, "move": move}
    yield "POST", f"{table}/moves", {"ply": "?"}
    yield "POST", f"{table}/sit", {"seat": 1, "key": "guess", "contribution": "a"}
    yield "POST", f"{table}/contribute", {"contribution": "a"}
    yield "POST", f"{table}/from", {"ply": 0}
    yield "POST", f"{table}/rematch", None
    if case.state(0).seat not in case.seats:
        yield "POST", f"{table}/hint", {}
    for path in ("/api/tables", "/api/turns", "/api/me/games", "/api/me/statistics", "/mine"):
        yield "GET", path, None


def taps(visitors: Sequence[Visitor], case: Case) -> Iterator[tuple[str, str, Any]]:
    """Why parts of the picture cannot be played: some of all that the visitor can tap on."""
    shown, *_ = (json.loads(visitor.asks("GET", f"/api/tables/{case.id}")[-1]) for visitor in visitors)
    parts = sorted({key for panel in shown["panels"].values() for key in panel["parts"]})
    for part in random.Random(case.id).sample(parts, min(TAPS, len(parts))):
        yield "GET", f"/api/tables/{case.id}/why?part={quote(part)}", None


def tried(case: Case) -> list[str]:
    """Moves that are not legal now, of those that the game knows at all."""
    codes = range(case.game.definition.rules.CODES)
    some = random.Random(case.id).sample(codes, min(ILLEGAL, len(codes)))
    texts = []
    for code in some:
        with suppress(LookupError, Refusal):  # not every number is a move
            texts.append(case.game.definition.notation.format_move(code))
    return sorted({*texts} - {str(move) for move in case.state(0).moves()})


def test_every_game_with_something_hidden_is_looked_at(worlds: Worlds) -> None:
    chancy = {name for name in names() if definition(name).rules.OUTCOME}
    assert chancy == {name for name, _ in GAMES}
    assert all(worlds.cases)
    for seen in (*worlds.cases[:2], *worlds.streams):
        assert {len(case.seats) for case in seen} == {0, 1, 2}


@pytest.mark.parametrize("number", range(len(GAMES)), ids=lambda number: GAMES[number][0])
def test_two_worlds_sound_the_same_to_who_cannot_tell_them_apart(number: int, worlds: Worlds) -> None:
    with httpx.Client(timeout=120) as http:
        for case in worlds.cases[number]:
            if case == their_turns(worlds.cases[number])[-1]:
                ask_for_hints(http, case, worlds.servers)
            look(http, case, worlds.servers)
    assert_written_alike(worlds.servers)


def look(http: httpx.Client, case: Case, servers: tuple[Server, Server]) -> None:
    visitors = [Visitor(http, server, case.who) for server in servers]
    for method, path, body in (*questions(case), *taps(visitors, case)):
        one, two = (visitor.asks(method, path, body) for visitor in visitors)
        assert one == two, case.id
    movers = [Visitor(http, server, case.seated(case.state(0).seat)) for server in servers]
    seen = [watched(visitor, mover, case) for visitor, mover in zip(visitors, movers, strict=True)]
    assert seen[0] == seen[1], case.id
    for visitor in visitors:
        scan(visitor.heard, case)


@pytest.mark.parametrize("number", range(len(STREAMS)), ids=["fou", "fou-dealt-twice", "feurio"])
def test_two_worlds_stream_the_same_from_the_first_move_on(number: int, worlds: Worlds) -> None:
    with httpx.Client(timeout=120) as http:
        for case in worlds.streams[number]:
            both = (streamed(http, case, server) for server in worlds.servers)
            for moment, (one, two) in enumerate(zip(*both, strict=True)):
                assert one == two, (case.id, moment)
            assert moment == len(case.coming) + 1
    assert_written_alike(worlds.servers)


def streamed(http: httpx.Client, case: Case, server: Server) -> Iterator[list[str]]:
    """What a visitor hears through a socket, ply by ply; they play in their seats, and others in theirs."""
    visitor, state = Visitor(http, server, case.who), case.state(0)
    with watching(visitor, case) as seen:
        seen.hear()
        yield visitor.takes(seen)
        let_all_come(http, case, server, seen)
        visitor.takes(seen)  # how many messages tell of that is a matter of moments
        yield [json.dumps(seen.state).replace(server.url, "SERVER")]
        for ply, move in enumerate(case.coming):
            if state.seat in case.seats:
                look_through(seen, state.seat)
                seen.plays(ply, move)
            else:
                Visitor(http, server, state.seat).plays(f"/tables/{case.id}", ply, move)
            seen.until("ply", ply + 1)
            state.play(move)
            yield visitor.takes(seen)
    scan(visitor.heard, case)


def let_all_come(http: httpx.Client, case: Case, server: Server, seen: Watched) -> None:
    """Whoever plays asks for something, and so is there before the first move."""
    for seat in range(case.game.players):
        if seat not in case.seats:
            Visitor(http, server, seat).asks("GET", f"/api/tables/{case.id}")
    while not all(seat["here"] for seat in seen.state["seats"]):
        seen.hear()


def look_through(seen: Watched, seat: int) -> None:
    """Lift the curtain, where several are at one screen."""
    if seen.state["curtain"] is not None:
        seen.socket.send(json.dumps({"as": seat}))
        seen.until("curtain", None)


def their_turns(some: list[Case]) -> list[Case]:
    """Positions in which whoever looks has to move."""
    return [case for case in some if case.state(0).seat in case.seats]


def test_bots_and_the_expert_are_told_the_same_in_both_worlds(worlds: Worlds) -> None:
    """A bot's move, and a hint, follow from the view that a worker gets, and from nothing else."""
    for case in (case for some in worlds.cases for case in some):
        one, two = (case.state(world) for world in (0, 1))
        for seat in (SPECTATOR, *case.seats):
            assert pickle.dumps(one.view(seat)) == pickle.dumps(two.view(seat)), case.id
    for case in (case for some in worlds.cases for case in their_turns(some)):
        tables = [replayed(case.id, case.events(world, 0.0)) for world in (0, 1)]
        views = [table.state.view(table.state.seat) for table in tables]
        chosen = [bot("search", case.game, simulations=50, seed=1).choose(view) for view in views]
        assert chosen[0] == chosen[1], case.id
        moves = [str(move) for move in views[0].moves()]
        for best in moves:  # of which alone it is shown where it would go
            thoughts = [Thought(move, 7, 0.5) for move in sorted(moves, key=lambda move: move != best)]
            hints = [show_hint(Hint(*both, thoughts)) for both in zip(tables, views, strict=True)]
            assert hints[0] == hints[1], (case.id, best)


def ask_for_hints(http: httpx.Client, case: Case, servers: tuple[Server, Server]) -> None:
    """What is advised in the two worlds differs by chance alone."""
    visitors = [Visitor(http, server, case.who) for server in servers]
    path = f"/api/tables/{case.id}/hint"
    with ThreadPoolExecutor() as both:
        answers = list(both.map(lambda visitor: visitor.asks("POST", path, {}), visitors))
    assert [status for _, status, *_ in answers] == [200, 200], answers
    one, two = (text for *_, text in answers)
    advice = [advised(json.loads(one)), advised(json.loads(two))]
    legal = set(map(str, case.state(0).moves()))
    for move in advice[0].keys() | advice[1].keys():
        assert move in legal
        told = [{**world[move], "words": ""} for world in advice if move in world]
        # Where a move would go is told of the best one, and which is best is chance; all are compared above.
        shown = [one for one in told if "ghost" in one]
        assert shown == shown[:1] * len(shown)
        told = [{key: one[key] for key in one if key not in ("at", "ghost")} for one in told]
        assert told == told[:1] * len(told), "only how often it won is a matter of chance"
    for written in planted(case):
        assert written not in one + two


def advised(hint: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """What is told of each move."""
    best = {key: value for key, value in hint.items() if key not in ("ply", "others")}
    return {told["move"]: told for told in (best, *hint["others"])}


@contextmanager
def watching(visitor: Visitor, case: Case) -> Iterator[Watched]:
    address = f"{visitor.url.replace('http', 'ws', 1)}/api/tables/{case.id}/watch"
    with connect(address, additional_headers=visitor.headers, open_timeout=120) as socket:
        yield Watched(socket)


def watched(visitor: Visitor, mover: Visitor, case: Case) -> dict[str, Any]:
    """The table through a socket, while the next move is made; every seat is tried to be looked through."""
    with watching(visitor, case) as seen:
        seen.hear()
        for seat in range(SPECTATOR, case.game.players):
            seen.socket.send(json.dumps({"as": seat}))
        mover.plays(f"/tables/{case.id}", len(case.moves), *case.coming)
        seen.until("ply", len(case.moves) + 1)
    visitor.heard.extend(seen.heard)
    return json.loads(json.dumps(seen.state).replace(visitor.url, "SERVER"))  # type: ignore[no-any-return]


def planted(case: Case) -> list[str]:
    """The secret of a table and the key of its shuffles, as they might be written."""
    key = shuffle_key(bytes.fromhex(SECRET), case.id, [""] * case.game.players)
    return [
        written
        for secret in (bytes.fromhex(SECRET), key)
        for written in (secret.hex(), secret.hex().upper(), base64.b64encode(secret).decode()[:40],
                        base64.urlsafe_b64encode(secret).decode()[:40], repr(secret)[2:-1])
    ]  # fmt: skip


def scan(heard: list[str], case: Case) -> None:
    everything = "\n".join(heard)
    assert case.id in everything
    for written in planted(case):
        assert written not in everything


def assert_written_alike(servers: tuple[Server, Server]) -> None:
    """What the two servers have logged and counted is the same, as soon as all is written down."""
    end = time.monotonic() + LATE
    while True:
        one, two = (written(server) for server in servers)
        if one == two or time.monotonic() > end:
            break
        time.sleep(0.05)
    assert one == two


def written(server: Server) -> tuple[list[dict[str, Any]], dict[str, float]]:
    """The log without moments, and what is counted but time; in order, for sockets close when they do."""
    counts = {name: number for name, number in server.numbers().items() if COUNTED.match(name)}
    lines = [json.loads(line) for line in server.log.read_text().splitlines()]
    told = [{key: value for key, value in line.items() if key not in MOMENTS} for line in lines]
    return sorted(told, key=repr), counts


def test_logs_and_metrics_tell_no_secrets(worlds: Worlds) -> None:
    for server in worlds.servers:
        told = server.log.read_text() + httpx.get(f"{server.url}/metrics", timeout=60).text
        for case in (case for some in worlds.cases for case in some):
            for written in (*planted(case), *(token(seat) for seat in range(-1, 4))):
                assert written not in told


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path / "tables.sqlite", settings=SETTINGS) as running:
        yield running


def stored_secret(server: Server, id: str, folder: Path) -> str:
    """The secret of a table, from a copy of the server's file: it is nowhere else."""
    for end in ("", "-wal"):
        shutil.copy(f"{server.log.with_suffix('.sqlite')}{end}", folder / f"copy.sqlite{end}")
    with closing(sqlite3.connect(folder / "copy.sqlite")) as file:
        rows = file.execute("select body from events where table_id = ? and number = 0", [id]).fetchall()
    secret: str = json.loads(rows[0][0])["secret"]
    return secret


def test_a_whole_game_with_bots_stand_ins_and_hints_keeps_its_secret_to_the_end(
    alone: Server, tmp_path: Path
) -> None:
    body = {"game": "fou", "options": {"players": 4, "rounds": 1}, "contributes": True}
    seats = [{"kind": "me"}, {"kind": "friend"}, *[{"kind": "bot", "level": "novice"}] * 2]
    with httpx.Client(timeout=120) as http:
        ada, bo, eve = (Visitor(http, alone, who) for who in (0, 1, SPECTATOR))
        id = json.loads(ada.asks("POST", "/api/tables", body | {"seats": seats, "seating": "fixed"})[-1])[
            "id"
        ]
        table, secret = f"/api/tables/{id}", stored_secret(alone, id, tmp_path)
        assert len(secret) == 64
        key = json.loads(ada.asks("GET", table)[-1])["seats"][1]["invite"].rpartition("=")[2]
        everybody = (ada, bo, eve)
        for visitor in everybody:
            visitor.asks("GET", f"/t/{id}")
        for visitor in (bo, eve):
            assert key not in "".join(visitor.heard), "only the host has a friend's key"
        sat = bo.asks("POST", f"{table}/sit", {"seat": 1, "key": key, "contribution": "from-Bo"})
        given = ada.asks("POST", f"{table}/contribute", {"contribution": "from-Ada"})
        assert (sat[1], given[1]) == (200, 200), (sat, given)
        play(table, ada, bo, secret, everybody)
        for path in (table, f"{table}/record", f"{table}/fairness", f"/t/{id}"):
            assert secret in eve.asks("GET", path)[-1], "now everybody may know"
    assert secret not in alone.log.read_text()


def play(table: str, ada: Visitor, bo: Visitor, secret: str, everybody: Sequence[Visitor]) -> None:
    """The whole game: Ada has a hint once, Bo leaves after a few moves and a bot stands in."""
    address = f"{ada.url.replace('http', 'ws', 1)}{table}/watch"
    with connect(address, additional_headers=ada.headers, open_timeout=120) as socket:
        seen, hinted, left = Watched(socket), False, False
        while seen.state.get("phase") != "over":
            seen.hear()
            assert (secret in seen.heard[-1]) == (seen.state["phase"] == "over")
            for visitor in (ada, bo):
                state = json.loads(visitor.asks("GET", table)[-1])
                if not state["to_act"]:
                    continue
                if visitor is ada and not hinted:
                    hinted = bool(visitor.asks("POST", f"{table}/hint", {}))
                elif visitor is bo and state["ply"] > 8 and not left:
                    left = bool(visitor.asks("POST", f"{table}/leave", {}))
                    continue
                visitor.plays(table.removeprefix("/api"), state["ply"], state["choices"][0]["move"])
            for visitor in everybody:
                shown = visitor.asks("GET", table)[-1]
                assert (secret in shown) == (json.loads(shown)["phase"] == "over")
        assert hinted
        assert left
