"""Headers, hosts, origins and proxies: who may ask for what, and what browsers are told."""

import json
import re
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from ludotheque.core.errors import Refusal
from ludotheque.web.security import HEADERS
from ludotheque.web.settings import PublicAddress, Settings, read_settings
from tests.web.people import Human
from tests.web.server import Server, serving

pytestmark = pytest.mark.slow  # servers, databases or thousands of moves

PUBLIC = "https://games.example.org"
HANDSHAKE = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    "Sec-WebSocket-Version: 13\r\n\r\n"
)


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server behind a proxy with TLS on this machine."""
    settings = {"LUDOTHEQUE_PUBLIC": f"{PUBLIC}, http://nas.home:8421", "LUDOTHEQUE_PROXIES": "127.0.0.1"}
    with serving(tmp_path_factory.mktemp("proxied") / "tables.sqlite", settings=settings) as running:
        yield running


def asset(server: Server) -> str:
    found = re.search(r"/assets/[0-9a-f]+/style.css", httpx.get(server.url).text)
    assert found
    return found.group()


def test_every_answer_has_the_headers(server: Server) -> None:
    paths = ["/", "/nix", "/t/nix", "/api/games", "/api/nix", "/healthz", "/readyz", asset(server)]
    answers = [httpx.get(server.url + path) for path in paths]
    answers.append(httpx.post(f"{server.url}/api/me", content=b"{"))
    answers.append(httpx.post(f"{server.url}/api/me", content=b" " * 100_000))
    answers.append(httpx.get(server.url, headers={"host": "evil.example"}))
    answers.append(httpx.request("BREW", server.url))
    assert {answer.status_code for answer in answers} >= {200, 400, 404, 413}
    for answer in answers:
        for name, value in HEADERS.items():
            assert answer.headers[name] == value, (answer.url, answer.status_code)
        assert "server" not in answer.headers


def test_no_script_or_style_may_stand_in_a_page() -> None:
    policy = HEADERS["content-security-policy"]
    assert "unsafe" not in policy
    assert policy.startswith("default-src 'none'")


def test_public_files_carry_no_cookie_and_pages_are_kept_by_nobody(server: Server) -> None:
    for path in (asset(server), "/games/fou/style.css", "/games/forma/script.js"):
        answer = httpx.get(server.url + path, timeout=60)
        assert answer.status_code == 200
        assert "set-cookie" not in answer.headers
        assert "public" in answer.headers["cache-control"]
    for path in ("/worker.js", "/manifest.webmanifest", "/qr.svg?path=/", "/openapi", "/api/openapi.json"):
        answer = httpx.get(server.url + path)
        assert (answer.status_code, "set-cookie" in answer.headers) == (200, False)
    for path in ("/assets/nix", f"{asset(server)}.nix", "/games/nix/style.css", "/icons/nix"):
        answer = httpx.get(server.url + path)
        assert (answer.status_code, "set-cookie" in answer.headers) == (404, False)
        assert answer.headers["cache-control"] == "private, no-store"
    for path in ("/", "/nix", "/learn/fou", "/docs/api", "/api/games", "/api/tables"):
        answer = httpx.get(server.url + path, timeout=60)
        assert answer.headers["cache-control"] == "private, no-store"
        flags = {part.strip() for part in answer.headers["set-cookie"].split(";")[1:]}
        assert flags >= {"HttpOnly", "SameSite=Lax", "Path=/"}
        assert "Secure" not in flags, "this is plain HTTP"


def told(answer: httpx.Response, header: str) -> str:
    return "another each time" if header in ("date", "x-request-id") else answer.headers.get(header, "")


def test_a_head_is_what_a_page_has(server: Server) -> None:
    paths = ("/", "/nix", "/healthz", "/readyz", "/worker.js", "/api/games", "/api/nix", asset(server))
    with httpx.Client(base_url=server.url, timeout=60) as client:  # on one line: a body would be in the way
        client.get("/")  # and no newcomer any more
        for path in paths:
            head, page = client.head(path), client.get(path)
            assert (head.status_code, head.content) == (page.status_code, b"")
            assert [told(head, name) for name in page.headers] == [told(page, name) for name in page.headers]
        assert client.head("/api/records").status_code == 405
    assert server.numbers()['ludotheque_request_seconds_count{method="HEAD",route="/healthz",status="200"}']


def test_a_path_that_no_file_can_have_is_not_found(server: Server) -> None:
    style = asset(server)
    folder = style.rpartition("/")[0]
    for path in ("%00", "a%00b", "style.css/x", "x" * 300, "x/" * 1500, "%ff", "..%2f..%2fapp.py", "."):
        assert httpx.get(f"{server.url}{folder}/{path}").status_code == 404, path
        assert httpx.head(f"{server.url}{folder}/{path}").status_code == 404, path
    assert httpx.get(server.url + style).status_code == 200


def test_an_unknown_host_is_refused(server: Server) -> None:
    """A name of somebody else's that points at this machine (DNS rebinding)."""
    for host in ("evil.example", f"evil.example:{server.port}", "127.0.0.1.evil.example", "10.0.0.7", ""):
        answer = httpx.get(f"{server.url}/api/me", headers={"host": host})
        assert (answer.status_code, answer.json()["code"]) == (400, "request/host")
        assert "LUDOTHEQUE_PUBLIC" in answer.json()["message"]
    page = httpx.get(server.url, headers={"host": "evil.example", "accept-language": "de"})
    assert (page.status_code, "evil.example" in page.text, "Adresse" in page.text) == (400, True, True)
    url = f"{server.url.replace('http', 'ws')}/api/tables/nix/watch"
    with connect(url.replace("127.0.0.1", "localhost")) as watched:
        assert "table/unknown" in str(watched.recv())
    for host in ("localhost", "LOCALHOST:1", "[::1]:8421", "127.0.0.1"):
        assert httpx.get(f"{server.url}/api/me", headers={"host": host}).status_code == 200


NO_HOSTS = (
    "localhost:abc", "localhost:99999999", "localhost:65536", "127.0.0.1:-1", "127.0.0.1:8421, evil.com",
    "127.0.0.1:80/../x", 'localhost:"><b>', "localhost:80@evil.com", ":8421",
    "[::1]:9:9", "[::1", "[::1]x", "::1",
)  # fmt: skip


def test_a_host_whose_port_is_none_is_refused(server: Server) -> None:
    for host in NO_HOSTS:
        for path in ("/", "/t/nix", "/qr.svg?path=/t/nix", "/healthz", "/metrics"):
            answer = httpx.get(server.url + path, headers={"host": host})
            assert answer.status_code == 400, (host, path)
        answer = httpx.get(f"{server.url}/api/me", headers={"host": host})
        assert answer.json()["code"] == "request/host" and "LUDOTHEQUE_PUBLIC" in answer.json()["message"]
        with socket.create_connection(("127.0.0.1", server.port), 20) as line:
            asked = f"GET /api/tables/nix/watch HTTP/1.1\r\nHost: {host}\r\n{HANDSHAKE}"
            line.sendall(asked.encode())
            heard = line.recv(4096)
            while b"request/host" not in heard:
                heard += (more := line.recv(4096))
                assert more, heard


def test_no_number_of_a_host_goes_with_more(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite", "--host", "0.0.0.0") as server:
        for host in ('[fe80::1%"><b>]', "[fe80::1%/../x]:80", "[fe80::1", "192.168.1.20:x"):
            assert httpx.get(server.url, headers={"host": host}).status_code == 400, host


def test_friends_on_the_network_come_by_numbers_or_by_name(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite", "--host", "0.0.0.0") as server:
        for host, status in (("192.168.1.20:8421", 200), ("[fe80::1]:8421", 200), ("evil.example", 400)):
            assert httpx.get(f"{server.url}/api/me", headers={"host": host}).status_code == status


def test_another_sites_page_can_change_nothing(server: Server) -> None:
    host = server.url.removeprefix("http://")
    for headers, status in (
        ({"origin": server.url}, 200),
        ({}, 200),
        ({"origin": "null"}, 403),
        ({"origin": "http://["}, 403),
        ({"origin": f"http://{host}.evil.example"}, 403),
        ({"origin": f"http://127.0.0.1:{server.port + 1}"}, 403),
        ({"origin": PUBLIC}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
    ):
        answer = httpx.post(f"{server.url}/api/me", json={"name": "Ada"}, headers=headers)
        assert answer.status_code == status, headers


@pytest.mark.parametrize("host", ["games.example.org", "127.0.0.1:8421", "localhost"])
def test_behind_a_proxy_everything_works_whatever_host_it_names(proxied: Server, host: str) -> None:
    headers = {"host": host, "origin": PUBLIC, "x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https"}
    with httpx.Client(base_url=proxied.url, headers=headers, timeout=60) as browser:
        page = browser.get("/")
        assert "Secure" in page.headers["set-cookie"]
        secret = page.headers["set-cookie"].partition(";")[0]
        browser.headers["cookie"] = secret
        seats = [{"kind": "me"}, {"kind": "friend"}]
        opened = browser.post("/api/tables", json={"game": "connect_four", "seats": seats})
        assert opened.status_code == 201, opened.text
        table = browser.get(f"/api/tables/{opened.json()['id']}").json()
        assert table["seats"][1]["invite"].startswith(f"{PUBLIC}/t/")
    url = f"ws://127.0.0.1:{proxied.port}/api/tables/{opened.json()['id']}/watch"
    with connect(url, origin=Origin(PUBLIC), additional_headers={"cookie": secret}) as watched:
        assert f"{PUBLIC}/t/" in str(watched.recv())
    with connect(url, origin=Origin("https://evil.example")) as watched:
        assert "table/foreign" in str(watched.recv())


def test_a_page_without_tls_is_another_site(proxied: Server) -> None:
    headers = {"host": "games.example.org", "origin": PUBLIC.replace("https", "http")}
    answer = httpx.post(f"{proxied.url}/api/me", json={"name": "Ada"}, headers=headers)
    assert answer.status_code == 403
    assert answer.json()["code"] == "table/foreign"


def test_a_second_public_address_has_its_own_links(proxied: Server) -> None:
    headers = {"host": "nas.home:8421", "origin": "http://nas.home:8421"}
    answer = httpx.post(f"{proxied.url}/api/me", json={"name": "Ada"}, headers=headers)
    assert answer.status_code == 200
    assert "Secure" not in answer.headers["set-cookie"]
    assert httpx.get(proxied.url, headers={"host": "evil.example"}).status_code == 400


def test_a_proxy_is_known_where_both_kinds_of_addresses_are_served(tmp_path: Path) -> None:
    settings = {"LUDOTHEQUE_PROXIES": "127.0.0.1", "LUDOTHEQUE_LOG": "json"}
    with serving(tmp_path / "t.sqlite", "--host", "::", settings=settings) as running:
        url = f"http://127.0.0.1:{running.port}"
        assert httpx.get(f"{url}/api/games", headers={"x-forwarded-for": "192.0.2.7"}).status_code == 200
        assert httpx.get(f"{url}/api/games").status_code == 200
    logged = [json.loads(line) for line in running.log.read_text().splitlines()]  # which follows the answers
    asked = [line["address"] for line in logged if line.get("path") == "/api/games"]
    assert asked == ["192.0.2.7", "127.0.0.1"]


def test_settings_that_make_no_sense_are_refused() -> None:
    good = {
        "LUDOTHEQUE_PUBLIC": f"{PUBLIC}/",
        "LUDOTHEQUE_PROXIES": "10.0.0.0/8,::1",
        "LUDOTHEQUE_LIMITS": "off",
        "LUDOTHEQUE_PRELOAD": "off",
        "LUDOTHEQUE_BOT_PROCESSES": "3",
        "LUDOTHEQUE_BOT_SECONDS": "90",
        "LUDOTHEQUE_HINT_SECONDS": "7.5",
    }
    settings = read_settings("::", good)
    assert settings.public == (PublicAddress("https", "games.example.org"),)
    assert (len(settings.proxies), settings.limits, settings.preload) == (2, 0, False)
    thinking = settings.thinking
    assert (thinking.workers, thinking.bots, thinking.hints) == (3, 90, 7.5)
    assert read_settings("127.0.0.1", {}) == Settings()
    for address, told in {
        "redis://valkey:6379": "redis://valkey:6379",  # a machine of that name
        "valkeys://valkey:6379/valkey": "rediss://valkey:6379/valkey",
    }.items():
        assert read_settings("127.0.0.1", {"LUDOTHEQUE_BROKER": address}).broker == told
    for name, value in {
        "LUDOTHEQUE_PUBLIC": "games.example.org",
        "LUDOTHEQUE_PROXIES": "nginx",
        "LUDOTHEQUE_LIMITS": "-1",
        "LUDOTHEQUE_METRICS_TOKEN": "short",
        "LUDOTHEQUE_LOG": "xml",
        "LUDOTHEQUE_PRELOAD": "later",
        "LUDOTHEQUE_BOT_PROCESSES": "many",
        "LUDOTHEQUE_BOT_SECONDS": "-1",
        "LUDOTHEQUE_HINT_SECONDS": "nan",
    }.items():
        with pytest.raises(Refusal, match=name):
            read_settings("127.0.0.1", {name: value})


def test_a_name_is_as_long_as_it_may_be(server: Server) -> None:
    ada = Human(server.url, "Ada")
    assert ada.refused("/me", name="x" * 60_000)[0] == 400
