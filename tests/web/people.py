"""People who use the API, each with a secret of their own."""

import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect


class Human:
    """Somebody at a server, with a name."""

    def __init__(self, url: str, name: str, language: str = "en") -> None:
        secret = secrets.token_hex(16)
        self.headers = {"authorization": f"Bearer {secret}", "accept-language": language}
        self.url = url
        self._api = f"{url}/api"
        self.post("/me", name=name)

    def at(self, url: str) -> "Human":
        """The same person, at another server."""
        again = copy(self)
        again.url, again._api = url, f"{url}/api"
        return again

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
        """A table; *seats* are me, friend, open or a level of bots, fixed. Options come as ``options``."""
        plain = ("me", "friend", "open")
        wished = [{"kind": seat} if seat in plain else {"kind": "bot", "level": seat} for seat in seats]
        options = {"players": len(seats), **more.pop("options", {})}
        asked = {"seating": "fixed", **more}
        id = self.post("/tables", game=game, options=options, seats=wished, **asked)["id"]
        return f"/tables/{id}"

    @contextmanager
    def watches(self, table: str, drawn: str = "", pictures: bool = True) -> Iterator["Watched"]:
        asked = f"drawn={drawn}&pictures={str(pictures).lower()}"
        url = f"{self.url.replace('http', 'ws', 1)}/api{table}/watch?{asked}"
        # A crowded machine is late now and then: nobody hangs up for it, nor stops answering the server's
        # pings because many messages are not read yet.
        with connect(
            url, additional_headers=self.headers, open_timeout=60, ping_interval=None, max_queue=None
        ) as socket:
            yield Watched(socket)

    def moves(self, table: str) -> int:
        """Play the first legal move; the ply that it answers."""
        state = self.get(table)
        assert state["to_act"], state["prompt"]
        self.post(f"{table}/moves", ply=state["ply"], move=state["choices"][0]["move"])
        ply: int = state["ply"]
        return ply

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
        return self.hear_within(60)

    def hear_within(self, seconds: float) -> dict[str, Any]:
        """The same, or a TimeoutError."""
        text = self.socket.recv(timeout=seconds)
        assert isinstance(text, str)
        self.heard.append(text)
        message: dict[str, Any] = json.loads(text)
        self._take(message)
        return message

    def plays(self, ply: int, move: str) -> None:
        """Send a move over the socket."""
        self.socket.send(json.dumps({"play": {"ply": ply, "move": move}}))

    def answer(self) -> dict[str, Any]:
        """What is said about it."""
        while True:
            message = self.hear()
            if "played" in message or "refused" in message:
                return message

    def until(self, key: str, value: Any) -> None:
        while self.state.get(key) != value:
            self.hear()

    def until_turn_after(self, ply: int) -> None:
        """Until the one who watches is to move, later than at that ply."""
        while not (self.state["ply"] > ply and self.state["to_act"]):
            self.hear()

    def _take(self, message: dict[str, Any]) -> None:
        self.state = merged_state(self.state, message) if "from" in message else self.state | message


def merged_state(state: dict[str, Any], message: dict[str, Any]) -> dict[str, Any]:
    """The state after a message that tells what changed, as `static/live.js` makes it."""
    assert message["from"] == state["version"], "something in between was missed"
    special = ("log", "chat", "seats", "extra", "panels", "gone", "from", "played")
    state = state | {key: value for key, value in message.items() if key not in special}
    for stream in ("log", "chat"):
        if stream in message:
            entries = state[stream]["entries"][: message[stream]["from"]] + message[stream]["entries"]
            state[stream] = {"from": 0, "entries": entries}
    changed = {seat["seat"]: seat for seat in message.get("seats", ())}
    state["seats"] = [seat | changed.get(seat["seat"], {}) for seat in state["seats"]]
    state["extra"] = state["extra"] | message.get("extra", {})
    panels = {name: panel for name, panel in state["panels"].items() if name not in message.get("gone", ())}
    for name, panel in message.get("panels", {}).items():
        panels[name] = merged_panel(panels[name], panel) if name in panels else panel
    drawn = "" if {"panels", "gone"} & message.keys() else state["drawn"]
    return state | {"panels": panels, "drawn": drawn}


def merged_panel(panel: dict[str, Any], news: dict[str, Any]) -> dict[str, Any]:
    """A panel after what changed in it, as `static/live.js` makes it."""
    known = dict(panel["parts"])
    for key, part in news.get("parts", {}).items():
        known[key] = part if isinstance(part, str) else edited(known[key], part)
    order = news.get("order")
    if order is None:
        order = [key for key in panel["order"] if key not in news.get("gone", ())]
        for key, previous in news.get("after", ()):
            order.insert(order.index(previous) + 1 if previous else 0, key)
    kept = {key: news.get(key, panel[key]) for key in ("box", "heading", "ground")}
    fan = news.get("fan", panel.get("fan")) and panel.get("fan", {}) | news.get("fan", {})
    fanned = {"fan": fan} if fan else {}
    return {**kept, **fanned, "order": order, "parts": {key: known[key] for key in order}}


def edited(part: str, edits: list[tuple[int, int, str]]) -> str:
    """A part after some edits: each tells where, how many letters are taken out, and what is put in."""
    for at, out, put in reversed(edits):
        part = part[:at] + put + part[at + out :]
    return part
