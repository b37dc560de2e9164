"""What was sent at a running server to break it, sent again: each is refused, and nobody else notices."""

import asyncio
import base64
import json
import os
import secrets
import socket
import struct
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx
import pytest
import uvicorn
from litestar.types import Receive, Scope, Send
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import connect

import ludotheque
from ludotheque.tables.storage.store import MOST_OF_A_HOST
from ludotheque.web import connections
from ludotheque.web.connections import MOST_WAITING, SOCKET_BURST, GuardedHttp, guarded
from ludotheque.web.limits import LIMITS, NEWCOMERS_ROOM, OPEN_SOCKETS, TABLES
from ludotheque.web.settings import Settings
from tests.servers import Valkey
from tests.web.people import Human
from tests.web.server import Server, serving

pytestmark = pytest.mark.slow  # servers, databases or thousands of moves

MEGABYTE = 1_000_000


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the usual limits, behind a proxy on this machine."""
    settings = {"LUDOTHEQUE_LIMITS": "1", "LUDOTHEQUE_PROXIES": "127.0.0.1"}
    with serving(tmp_path_factory.mktemp("strict") / "tables.sqlite", settings=settings) as running:
        yield running


def post(server: Server, path: str, body: bytes, **headers: str) -> httpx.Response:
    usual = {"content-type": "application/json"}
    return httpx.post(server.url + path, content=body, headers=usual | headers, timeout=30)


def test_a_cookie_of_backslashes_is_refused_unread(server: Server) -> None:
    for length, code in ((60_000, "headers"), (8000, "cookies")):
        cookie = 'person="' + "\\" * length + '"'
        began = time.monotonic()
        answer = httpx.get(f"{server.url}/api/me", headers={"cookie": cookie})
        assert (answer.status_code, answer.json()["code"]) == (431, f"request/{code}")
        assert time.monotonic() - began < 4, "it took 5 to 9 s"


def test_headers_without_end_are_cut_off(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), 20) as line:
        line.sendall(b"GET / HTTP/1.1\r\nhost: localhost\r\nx: ")
        with pytest.raises((ConnectionError, BrokenPipeError)):
            for _ in range(1000):
                line.sendall(b"x" * 10_000)
                time.sleep(0.001)


def test_deep_json_is_refused(server: Server) -> None:
    for body in (b"[" * 3000, b'{"a":' * 3000, b'{"game": ' + b"[" * 3000):
        answer = post(server, "/api/tables", body)
        assert (answer.status_code, answer.json()["code"]) == (400, "request/depth")
    answer = post(server, "/api/me", json.dumps({"name": "[[[" * 2000}).encode())
    assert answer.json()["code"] == "table/name", "brackets in a text are just letters"


def test_deep_words_over_a_socket_are_refused_and_it_stays_open(server: Server) -> None:
    ada = Human(server.url, "Ada")
    closed = "[" * 1900 + "]" * 1900
    with ada.watches(ada.opens("connect_four", "me", "me"), pictures=False) as seen:
        seen.hear()
        for words in ('{"play":{"zz":' + "[" * 3900, '{"play":{"zz":' + closed + "}}", '{"as":' + "[" * 3900):
            seen.socket.send(words)
            assert seen.answer()["refused"]["code"] == "table/socket", words[:20]
        seen.plays(0, seen.state["choices"][0]["move"])
        assert seen.answer()["played"]


def test_deep_json_within_a_passkey_is_refused(server: Server) -> None:
    ada = Human(server.url, "Ada")
    for deep in (b"[" * 40_000, b'{"a":' * 7000):
        response = {"clientDataJSON": base64.urlsafe_b64encode(deep).decode(), "attestationObject": "oA"}
        for path in ("/me/passkeys", "/passkey"):
            status, code, _why = ada.refused(path, id="AA", rawId="AA", type="public-key", response=response)
            assert (status, code) == (400, "request/depth")
    for deep in (b"\x81" * 30_000, b"\xa1\x61a" * 10_000, b"\xc6" * 30_000):
        challenge = ada.post("/me/passkeys/options")["challenge"]
        told = json.dumps({"type": "webauthn.create", "challenge": challenge, "origin": server.url})
        response = {
            "clientDataJSON": base64.urlsafe_b64encode(told.encode()).decode(),
            "attestationObject": base64.urlsafe_b64encode(deep).decode(),
        }
        asked = {"id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": response}
        status, code, _why = ada.refused("/me/passkeys", **asked)
        assert (status, code) == (403, "table/passkey")


def test_a_large_body_is_refused_by_its_length(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), 20) as line:
        head = f"POST /api/tables HTTP/1.1\r\nhost: localhost\r\ncontent-length: {9 * MEGABYTE}\r\n\r\n"
        line.sendall(head.encode())
        assert line.recv(100).startswith(b"HTTP/1.1 413"), "before any of it was sent"
    answer = post(server, "/api/tables", b" " * 9 * MEGABYTE)
    assert (answer.status_code, answer.json()["code"]) == (413, "request/size")


def test_a_large_body_of_unknown_length_is_refused_while_it_is_read(server: Server) -> None:
    sent = 0

    def endless() -> Iterator[bytes]:
        nonlocal sent
        for _ in range(9000):
            sent += 1
            yield b" " * 1000

    answer = httpx.post(f"{server.url}/api/tables", content=endless(), timeout=30)
    assert (answer.status_code, answer.json()["code"]) == (413, "request/size")


def test_a_body_that_is_not_json_is_refused(server: Server) -> None:
    for body in (b"\xff\xfe", b'{"name": "\xed\xa0\x80"}', b"{", b"null", b""):
        answer = post(server, "/api/me", body)
        assert answer.status_code == 400, body
        assert set(answer.json()) == {"code", "message"}


def memory(server: Server) -> int:
    """What the server's process occupies, in bytes."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    (line,) = [line for line in status.splitlines() if line.startswith("VmRSS")]
    return int(line.split()[1]) * 1024


def raw_socket(server: Server, path: str) -> socket.socket:
    """A socket after its handshake, with compression agreed upon."""
    line = socket.create_connection(("127.0.0.1", server.port), 20)
    line.sendall(
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n".encode()
    )
    assert b"101" in line.recv(4096)
    return line


def frame(payload: bytes, opcode: int, *, fin: bool = False, packed: bool = False) -> bytes:
    """A masked frame; the mask is 0."""
    first = opcode | 0x80 * fin | 0x40 * packed
    assert len(payload) < 65_536
    return struct.pack("!BBH4x", first, 0x80 | 126, len(payload)) + payload


def close_code(line: socket.socket) -> int:
    """The code with which the server closes a socket."""
    heard = b""
    while data := line.recv(65_536):
        heard += data
    at = 0
    while heard[at] & 0x0F != 8:
        length, skip = heard[at + 1], 2
        if length == 126:
            (length,), skip = struct.unpack("!H", heard[at + 2 : at + 4]), 4
        elif length == 127:
            (length,), skip = struct.unpack("!Q", heard[at + 2 : at + 10]), 10
        at += skip + length
    return int.from_bytes(heard[at + 2 : at + 4], "big")


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def either(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with each of the databases: what one takes for a text may be none for the other."""
    file, settings = tmp_path_factory.mktemp(request.param) / "tables.sqlite", {}
    if request.param == "postgres":
        settings["LUDOTHEQUE_DATABASE"] = request.getfixturevalue("postgres").new_database()
        subprocess.run([sys.executable, "-m", "ludotheque", "migrate"], env=os.environ | settings, check=True)
    with serving(file, settings=settings) as running:
        yield running


NUL_PATHS = (
    "/t/%00", "/t/%00/picture.png", "/puzzles/%00", "/puzzles/fou/%00", "/daily/%00", "/rules/%00",
    "/learn/%00", "/games/%00/cover.svg", "/fair/%00", "/%00", "/api/daily/%00", "/api/puzzles/%00",
    "/api/tables/%00", "/api/tables/a%00b/record", "/api/tables/a%00b/review", "/api/tables/a%00b/fairness",
    "/api/tables/a%00b/at/3",
)  # fmt: skip


def test_a_nul_in_a_path_is_found_nowhere(either: Server) -> None:
    ada = Human(either.url, "Ada")
    acts = [
        (f"/api/tables/a%00b/{act}", "POST") for act in ("chat", "sit", "moves", "hint", "leave", "review")
    ]
    acts += [("/api/me/games/a%00b", "DELETE"), *((path, "GET") for path in NUL_PATHS)]
    sent = {"text": "x", "seat": 0, "ply": 0, "move": "x"}
    for path, method in acts:
        body = sent if method == "POST" else None
        answer = httpx.request(method, either.url + path, json=body, headers=ada.headers, timeout=60)
        assert answer.status_code == 404, path
        assert "there is no such page here" in answer.text.lower(), path
    assert httpx.get(f"{either.url}/api/tables/%2500").status_code == 404, "three letters"
    with ada.watches("/tables/%00") as seen:
        assert seen.hear()["refused"]["code"] == "page/unknown"


def test_a_nul_in_what_is_sent_is_refused_or_just_a_letter(either: Server) -> None:
    ada, nul = Human(either.url, "Ada"), "a\0b"
    table = ada.opens("connect_four", "me", "open")
    assert ada.refused("/me", name=nul)[1] == "table/name"
    assert Human(either.url, "Bo").refused(f"{table}/sit", seat=1, name=nul, key=nul)[1] == "table/name"
    assert ada.refused("/me/here", code=nul)[1] == "table/code"
    assert ada.refused("/tables", game=nul)[1] == "game/unknown"
    assert ada.refused("/tables", game="connect_four", seats=[{"kind": "me", "name": nul}, {"kind": "me"}])
    ada.post(f"{table}/chat", text=nul)
    keys = {"p256dh": base64.urlsafe_b64encode(b"\4" + b"x" * 64).decode().rstrip("="), "auth": "A" * 22}
    ada.post("/push", endpoint=f"https://push.example.org/{nul}", keys=keys)
    ada.post("/push/stop", endpoint=f"https://push.example.org/{nul}")
    for query in ({"game": nul, "outcome": nul}, {"game": "%00"}):
        assert ada.get("/me/games", **query)["total"] == 0
    ada.get(table, seat=0, drawn=nul)
    told = {
        "type": "webauthn.get",
        "challenge": ada.post("/passkey/options")["challenge"],
        "origin": either.url,
    }
    response = {"clientDataJSON": base64.urlsafe_b64encode(json.dumps(told).encode()).decode()}
    asked = {"id": nul, "rawId": nul, "type": "public-key", "response": response}
    assert ada.refused("/passkey", **asked)[:2] == (403, "table/passkey")
    record = json.loads(a_record()) | {"table": nul, "started": nul, "note": nul}
    record["seats"] = [{"kind": "person", "name": nul}] * 2
    kept = ada.post("/records", record=json.dumps(record))
    assert ada.get(f"/tables/{kept['id']}")["phase"] == "over"


def a_record() -> str:
    state = ludotheque.game("connect_four").new(seed=3)
    while not state.over:
        state.play(state.moves()[0])
    return state.record().to_json()


def test_packed_frames_that_never_end_do_not_fill_the_memory(server: Server) -> None:
    ada = Human(server.url, "Ada")
    path = f"/api{ada.opens('connect_four', 'me', 'me')}/watch"
    packer = zlib.compressobj(9, zlib.DEFLATED, -12)
    bomb = packer.compress(b"\0" * 15 * MEGABYTE) + packer.flush(zlib.Z_SYNC_FLUSH)
    before = memory(server)
    for _ in range(10):
        with raw_socket(server, path) as line:
            line.sendall(frame(bomb[:-4], 1, packed=True))
            assert close_code(line) == 1009
    assert memory(server) - before < 20 * MEGABYTE, "it was 151 MB"


@pytest.mark.parametrize("letters", [0, 16_000])
def test_many_small_messages_that_unpack_to_much_are_cut_off(server: Server, letters: int) -> None:
    """Each is allowed, and all of them together are few bytes on the line."""
    path = f"/api{Human(server.url, 'Ada').opens('connect_four', 'me', 'me')}/watch"
    packer = zlib.compressobj(9, zlib.DEFLATED, -12)
    packed = [packer.compress(b" " * letters) + packer.flush(zlib.Z_SYNC_FLUSH) for _ in range(4_000)]
    burst = b"".join(frame(one[:-4], 1, fin=True, packed=True) for one in packed)[:SOCKET_BURST]
    before = memory(server)
    for _ in range(5):
        with raw_socket(server, path) as line:
            line.sendall(burst)
            with suppress(ConnectionResetError):  # what it did not read may cut off what it said
                assert close_code(line) == 1008
    assert memory(server) - before < 20 * MEGABYTE, "it was 250 MB"


def test_a_message_of_endlessly_many_pieces_is_cut_off(server: Server) -> None:
    path = f"/api{Human(server.url, 'Ada').opens('connect_four', 'me', 'me')}/watch"
    with raw_socket(server, path) as line:
        line.sendall(frame(b"", 1) + frame(b"", 0) * 1000)
        assert close_code(line) == 1009


def test_bad_utf8_closes_a_socket_without_a_traceback(server: Server) -> None:
    path = f"/api{Human(server.url, 'Ada').opens('connect_four', 'me', 'me')}/watch"
    for pieces in ([b"\xff\xfe"], [b"\xc3", b"\x28"]):
        with raw_socket(server, path) as line:
            first, *others = pieces
            line.sendall(frame(first, 1, fin=not others))
            for piece in others:
                line.sendall(frame(piece, 0, fin=True))
            assert close_code(line) == 1007
    assert "Traceback" not in server.log.read_text()


def test_a_flood_over_a_socket_ends_it(server: Server) -> None:
    path = f"/api{Human(server.url, 'Ada').opens('connect_four', 'me', 'me')}/watch"
    with raw_socket(server, path) as line, pytest.raises(ConnectionError):
        for _ in range(1000):
            line.sendall(frame(b"x" * 100, 9, fin=True) * 100)
            time.sleep(0.001)


def test_only_bearer_tokens_and_our_cookie_name_a_person(server: Server) -> None:
    """Two browsers behind one password of a proxy are two people."""
    with httpx.Client(base_url=f"{server.url}/api", auth=("family", "password")) as ada:
        ada.post("/me", json={"name": "Ada"}).raise_for_status()
        assert ada.get("/me").json()["name"] == "Ada"
        with httpx.Client(base_url=f"{server.url}/api", auth=("family", "password")) as bo:
            assert bo.get("/me").json()["name"] == "Guest"


@pytest.mark.parametrize("token", ["x", "x" * 19, "x" * 201])
def test_a_token_that_is_no_secret_is_refused(server: Server, token: str) -> None:
    headers = {"authorization": f"Bearer {token}"}
    answer = httpx.get(f"{server.url}/api/me", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (401, "request/token")
    assert "20" in answer.json()["message"]
    url = f"{server.url.replace('http', 'ws')}/api/tables/nowhere/watch"
    with connect(url, additional_headers=headers) as socket:
        assert "request/token" in str(socket.recv())
        with pytest.raises(ConnectionClosedError) as closed:
            socket.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4401


def test_a_short_cookie_names_nobody(server: Server) -> None:
    for cookie in ("person=x", 'person="', "person", "person=x; person=", "=;=;;"):
        answer = httpx.get(f"{server.url}/api/me", headers={"cookie": cookie})
        assert "person=" in answer.headers["set-cookie"]


def test_one_visitor_cannot_fill_the_list_of_tables(strict: Server) -> None:
    ada, bo = Human(strict.url, "Ada"), Human(strict.url, "Bo")
    his = bo.opens("connect_four", "me", "open")
    in_french = ada.headers | {"accept-language": "fr"}
    body = {"game": "connect_four", "seats": [{"kind": "me"}, {"kind": "open"}]}
    for _ in range(55):
        answer = httpx.post(f"{strict.url}/api/tables", json=body, headers=in_french, timeout=60)
        if answer.is_error:
            break
    assert (answer.status_code, answer.json()["code"]) == (429, "limit/tables")
    assert 1 <= int(answer.headers["retry-after"]) <= 30
    assert "réessayez" in answer.json()["message"]
    listed = [table["id"] for table in Human(strict.url, "Eve").get("/tables")["open"]]
    assert his.rpartition("/")[2] in listed
    assert len(listed) <= 1 + MOST_OF_A_HOST
    bo.opens("connect_four", "me", "open")


def test_nobody_talks_without_end(strict: Server) -> None:
    ada, eve = Human(strict.url, "Ada"), Human(strict.url, "Eve")
    table = ada.opens("connect_four", "me", "me")
    codes = []
    for number in range(120):
        answer = httpx.post(f"{strict.url}/api{table}/chat", json={"text": str(number)}, headers=eve.headers)
        codes.append(answer.json().get("code"))
    assert codes[0] is None
    assert codes.count("limit/chat") > 20, "a slow machine gives her time to talk more"
    ada.post(f"{table}/chat", text="at last")


def test_whoever_is_new_each_time_talks_and_opens_no_more_than_one_person(strict: Server) -> None:
    """Without a cookie or a token, everybody at one address counts as one: also on this very machine."""
    table = Human(strict.url, "Ada").opens("connect_four", "me", "me")
    body = {"game": "connect_four", "seats": [{"kind": "me"}, {"kind": "open"}]}
    for path, sent, code, most in (
        (f"{table}/chat", {"text": "hm"}, "limit/chat", 100),
        ("/tables", body, "limit/tables", 25),
    ):
        answers = [httpx.post(f"{strict.url}/api{path}", json=sent, timeout=60) for _ in range(most)]
        assert answers[0].is_success
        assert code in {answer.json().get("code") for answer in answers}


def a_secret(kind: str, address: str) -> dict[str, str]:
    """What somebody sends who is a new person with each request, by a token or a cookie that they make up."""
    secret = secrets.token_hex(16)
    named = {"authorization": f"Bearer {secret}"} if kind == "token" else {"cookie": f"person={secret}"}
    return named | {"x-forwarded-for": address}


@pytest.mark.parametrize(("kind", "address"), [("token", "203.0.113.9"), ("cookie", "203.0.113.10")])
def test_whoever_makes_up_a_name_for_each_request_is_not_many_people(
    strict: Server, kind: str, address: str
) -> None:
    body = {"game": "connect_four", "seats": [{"kind": "me"}, {"kind": "open"}]}
    honest = []
    for number in range(5):
        ada = a_secret("token", f"198.51.100.{number}")
        opened = httpx.post(f"{strict.url}/api/tables", json=body, headers=ada, timeout=60)
        honest.append(opened.json()["id"])

    def refusals(path: str, sent: Mapping[str, object], times: int) -> int:
        codes = []
        for _ in range(times):
            headers = a_secret(kind, address)
            answer = httpx.post(f"{strict.url}/api{path}", json=sent, headers=headers, timeout=60)
            codes.append(answer.status_code)
        assert set(codes) <= {200, 201, 429}
        return codes.count(429)

    room = LIMITS[TABLES].person.burst * NEWCOMERS_ROOM  # type: ignore[union-attr]
    assert refusals("/tables", body, 120) > 120 - room - 20, "a slow machine gives them time to open more"
    assert refusals(f"/tables/{honest[0]}/chat", {"text": "hm"}, 80) > 20
    listed = [table["id"] for table in Human(strict.url, "Eve").get("/tables")["open"]]
    assert set(honest) <= set(listed)
    elsewhere = a_secret(kind, "192.0.2.1")
    assert httpx.post(f"{strict.url}/api/tables", json=body, headers=elsewhere, timeout=60).is_success


def test_a_person_has_only_so_many_sockets(strict: Server) -> None:
    ada = Human(strict.url, "Ada")
    table = ada.opens("connect_four", "me", "me")
    burst = int(OPEN_SOCKETS.person.burst)  # type: ignore[union-attr]
    with ExitStack() as stack:
        for _ in range(burst):
            stack.enter_context(ada.watches(table))
        with ada.watches(table) as one_more:
            assert one_more.hear()["refused"]["code"] == "limit/sockets"
        with Human(strict.url, "Bo").watches(table) as his:
            assert "refused" not in his.hear()
    time.sleep(0.5)
    with ada.watches(table) as again:
        assert "refused" not in again.hear()


def test_people_without_a_cookie_share_what_their_address_may_do(strict: Server) -> None:
    body = {"game": "nosuch"}
    codes = set()
    for number in range(200):
        there = {"x-forwarded-for": f"1.2.3.4, 2001:db8::{number:x}"}
        codes.add(httpx.post(f"{strict.url}/api/tables", json=body, headers=there).json()["code"])
    assert codes == {"game/unknown", "limit/tables"}, "one line has a whole network of addresses"
    elsewhere = {"x-forwarded-for": "2001:db8:1::1"}
    answer = httpx.post(f"{strict.url}/api/tables", json=body, headers=elsewhere)
    assert answer.json()["code"] == "game/unknown"


def test_addresses_that_anybody_claims_to_have_do_not_count(server: Server) -> None:
    """This server has no proxy: who says so themselves is not believed, and shares nobody's limits."""
    answer = httpx.get(f"{server.url}/", headers={"x-forwarded-for": "6.6.6.6", "x-forwarded-proto": "https"})
    assert "Secure" not in answer.headers["set-cookie"]


@pytest.mark.slow
def test_slow_connections_keep_nobody_waiting(server: Server) -> None:
    with ExitStack() as stack:
        lines = []
        for _ in range(996):
            line = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), 20))
            line.sendall(b"GET / HTTP/1.1\r\nhost: ")
            lines.append(line)
        assert httpx.get(f"{server.url}/api/games", timeout=20).status_code == 200
        cut_off = 0
        for line in lines:
            line.setblocking(False)
            try:
                line.recv(1000)
            except BlockingIOError:
                continue
            cut_off += 1
        assert cut_off >= 996 - MOST_WAITING


class Impatient(GuardedHttp):
    header_seconds = 0.3
    body_seconds = 0.3


@contextmanager
def impatient_server() -> Iterator[int]:
    """A server with our connections and little patience, in a thread; the port."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        while (await receive()).get("more_body"):
            pass
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    with socket.create_server(("127.0.0.1", 0)) as listener:
        options = guarded(Settings()) | {"http": Impatient, "lifespan": "off"}
        server = uvicorn.Server(uvicorn.Config(app, **options))
        thread = threading.Thread(target=asyncio.run, args=[server.serve([listener])])
        thread.start()
        try:
            yield listener.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join()


def test_requests_must_come_in_time() -> None:
    with impatient_server() as port:
        whole = b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\n\r\nabc"
        for begun, told in (
            (b"GET / HTTP/1.1\r\nhost:", b"408"),
            (b"", b""),
            (whole[:-1], b"408"),
            (whole + whole[:10], b"204"),
            (whole + b"\r\n", b"204"),
        ):
            with socket.create_connection(("127.0.0.1", port), 20) as line:
                line.sendall(begun)
                heard = b""
                while data := _received(line):
                    heard += data
                assert told in heard
                assert bool(heard) == bool(told)


def _received(line: socket.socket) -> bytes:
    try:
        return line.recv(4096)
    except ConnectionResetError:
        return b""


def test_one_address_has_only_so_many_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST_OF_ONE", 5)
    with impatient_server() as port, ExitStack() as stack:

        def answer_to(address: str) -> bytes:
            line = socket.create_connection(("127.0.0.1", port), 20, source_address=(address, 0))
            stack.enter_context(line)
            line.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n")
            return _received(line)

        assert all(b"204" in answer_to("127.0.0.2") for _ in range(5))
        with socket.create_connection(("127.0.0.1", port), 20, source_address=("127.0.0.2", 0)) as sixth:
            told = _received(sixth)
        assert told.startswith(b"HTTP/1.1 503") and b"Too many connections from your address." in told
        assert told.lower().count(b"connection: close") == 1
        assert b"204" in answer_to("127.0.0.3")
        assert all(b"204" in answer_to("127.0.0.1") for _ in range(10)), "this machine may"
        stack.close()
        time.sleep(0.3)
        assert b"204" in answer_to("127.0.0.2"), "the others have gone"


def many_sockets(human: Human, servers: list[Server]) -> None:
    """As many as one person may have open, half of them at each server; another is refused at either."""
    tables = [Human(server.url, "Bo").opens("connect_four", "me", "me") for server in servers]
    there = [human.at(server.url) for server in servers]
    most = int(OPEN_SOCKETS.person.burst)  # type: ignore[union-attr]
    with ExitStack() as stack:
        for number in range(most):
            open_one = stack.enter_context(there[number % 2].watches(tables[number % 2]))
            assert "refused" not in open_one.hear()
        for hers, table in zip(there, tables, strict=True):
            with hers.watches(table) as one_more:
                assert one_more.hear()["refused"]["code"] == "limit/sockets"
    time.sleep(1)
    with there[1].watches(tables[1]) as again:
        assert "refused" not in again.hear()


@pytest.mark.slow
def test_processes_with_a_broker_count_together(tmp_path: Path, valkey: Valkey) -> None:
    settings = {"LUDOTHEQUE_LIMITS": "1", "LUDOTHEQUE_BROKER": valkey.url}
    burst = int(LIMITS[TABLES].person.burst)  # type: ignore[union-attr]
    with (
        serving(tmp_path / "one.sqlite", settings=settings) as one,
        serving(tmp_path / "two.sqlite", settings=settings) as two,
    ):
        ada, codes = Human(one.url, "Ada"), []
        for number in range(burst + 6):
            url = (one, two)[number % 2].url
            answer = httpx.post(f"{url}/api/tables", json={"game": "nosuch"}, headers=ada.headers, timeout=30)
            codes.append(answer.json()["code"])
        many_sockets(ada, [one, two])
    assert "limit/tables" in codes
    assert codes.count("game/unknown") <= burst + 2
