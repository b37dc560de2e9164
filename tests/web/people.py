"""People who use the API, each with a secret of their own."""

import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect


class Human:
    """Somebody at a server, with a name."""

    def __init__(self, url: str, name: str, language: str = "en") -> None:
        secret = secrets.token_hex(16)
        self.headers = {"authorization": f"Bearer {secret}", "accept-language": language}
        self._url = url
        self._api = f"{url}/api"
        self.post("/me", name=name)

    def get(self, path: str, **query: Any) -> Any:
        return self._good(httpx.get(self._api + path, params=query, headers=self.headers, timeout=60))

    def post(self, path: str, **body: Any) -> Any:
        return self._good(httpx.post(self._api + path, json=body, headers=self.headers, timeout=60))

    def refused(self, path: str, **body: Any) -> tuple[int, str, str]:
        """Status, code and message of something that cannot be done."""
        answer = httpx.post(self._api + path, json=body, headers=self.headers, timeout=60)
        assert answer.is_client_error, answer.text
        told = answer.json()
        assert set(told) == {"code", "message"}
        return answer.status_code, told["code"], told["message"]

    def opens(self, game: str, *seats: str, **more: Any) -> str:
        """A table; *seats* are me, friend, open or a level of bots. Options come as ``options``."""
        plain = ("me", "friend", "open")
        wished = [{"kind": seat} if seat in plain else {"kind": "bot", "level": seat} for seat in seats]
        options = {"players": len(seats), **more.pop("options", {})}
        id = self.post("/tables", game=game, options=options, seats=wished, **more)["id"]
        return f"/tables/{id}"

    @contextmanager
    def watches(self, table: str) -> Iterator["Watched"]:
        url = f"{self._url.replace('http', 'ws', 1)}/api{table}/watch"
        with connect(url, additional_headers=self.headers, open_timeout=60) as socket:
            yield Watched(socket)

    def moves(self, table: str) -> None:
        """Play the first legal move."""
        state = self.get(table)
        assert state["to_act"], state["prompt"]
        self.post(f"{table}/moves", ply=state["ply"], move=state["choices"][0]["move"])

    @staticmethod
    def _good(answer: httpx.Response) -> Any:
        assert answer.is_success, answer.text
        return answer.json()


class Watched:
    """A table seen through a socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.state: dict[str, Any] = {}
        self.heard: list[str] = []

    def hear(self) -> dict[str, Any]:
        """The next message, taken into the state."""
        text = self.socket.recv(timeout=60)
        assert isinstance(text, str)
        self.heard.append(text)
        message: dict[str, Any] = json.loads(text)
        self._take(message)
        return message

    def until(self, key: str, value: Any) -> None:
        while self.state.get(key) != value:
            self.hear()

    def _take(self, message: dict[str, Any]) -> None:
        for key, value in message.items():
            if key == "panels" and "panels" in self.state:
                for name, panel in value.items():
                    old = self.state["panels"].get(name, {"parts": {}})
                    parts = old["parts"] | panel["parts"]
                    kept = {part: parts[part] for part in panel["order"]}
                    self.state["panels"][name] = old | panel | {"parts": kept}
            elif key in ("log", "chat") and key in self.state:
                entries = self.state[key]["entries"][: value["from"]] + value["entries"]
                self.state[key] = {"from": 0, "entries": entries}
            else:
                self.state[key] = value
        for name in message.get("gone", ()):
            del self.state["panels"][name]
