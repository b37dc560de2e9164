"""A push service and a browser that subscribed with it, as far as our server can tell."""

import base64
import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


@dataclass
class Delivered:
    """What arrived for a browser: as it was sent, and as the browser reads it."""

    headers: dict[str, str]
    sealed: bytes
    letter: dict[str, Any]


class Browser:
    """Keys that only a browser has, and what it was sent."""

    def __init__(self, service: "PushService", name: str) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)
        self.endpoint = f"{service.url}/{name}"
        self.got: list[Delivered] = []

    @property
    def subscription(self) -> dict[str, Any]:
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": base64url(point), "auth": base64url(self._auth)}
        return {"endpoint": self.endpoint, "keys": keys}

    def take(self, headers: dict[str, str], sealed: bytes) -> None:
        assert headers["content-encoding"] == "aes128gcm"
        opened = http_ece.decrypt(sealed, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
        self.got.append(Delivered(headers, sealed, json.loads(opened)))


@dataclass
class PushService:
    """Listens on this machine. *answers* are the next statuses, by browser; otherwise it takes everything."""

    url: str
    browsers: dict[str, Browser] = field(default_factory=dict)
    answers: dict[str, list[int]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)  # every path, whatever was answered

    def browser(self, name: str) -> Browser:
        self.browsers[name] = Browser(self, name)
        return self.browsers[name]

    def take(self, name: str, headers: dict[str, str], sealed: bytes) -> int:
        self.asked.append(name)
        assert Vapid02.verify(headers["authorization"]), "signed by the server"
        planned = self.answers.get(name, [])
        status = planned.pop(0) if planned else 201
        if status == 201:
            self.browsers[name].take(headers, sealed)
        return status


@contextmanager
def push_service() -> Iterator[PushService]:
    """One that runs until the block ends."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            sealed = self.rfile.read(int(self.headers["content-length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            self.send_response(service.take(self.path[1:], headers, sealed))
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as listening:
        service = PushService(f"http://127.0.0.1:{listening.server_port}")
        thread = threading.Thread(target=listening.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        yield service
        listening.shutdown()
        thread.join()
