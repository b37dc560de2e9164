"""Who asks, and in which language: a cookie that says "the same person as before", and nothing more.

There are no accounts. A person is known by a secret in a cookie, or in an ``Authorization: Bearer`` header
for programs; the rest of the server sees only its hash, the key. Whoever came from another device (keys.py)
has a key that the database knows as that person's; everybody else is their own key. Nothing else names a
person: several people may share the password of a proxy, or its address.
"""

import hashlib
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import ClassVar

from babel import negotiate_locale
from litestar.datastructures import MutableScopeHeaders
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from ludotheque.core.errors import Refusal
from ludotheque.drawing.svg import THEMES
from ludotheque.i18n.language import SHARED, languages, speaking
from ludotheque.web.addresses import PROBES, PUBLIC_FILES, PUBLIC_FOLDERS, header

DEVICE = "d."  # begins the secrets whose person the database knows
YEAR = 365 * 24 * 3600
SHORTEST_SECRET, LONGEST_SECRET = 20, 200
LONGEST_COOKIES = 4096  # characters; ours are a tenth of that
LONGEST_PREFERENCES = 500
_ = SHARED.text


class BadToken(Refusal):
    """A token that is too short to be a secret, or absurdly long."""

    code = "request/token"
    status: ClassVar[int] = 401


@dataclass(frozen=True)
class Visitor:
    """Somebody who asks for a page or does something."""

    person: str
    language: str
    theme: str
    new_secret: str = ""  # to be given to them, if they are new here


def visitor_of(scope: Scope) -> Visitor:
    """The visitor that the middleware found."""
    found: Visitor = scope["state"]["visitor"]
    return found


class Visitors:
    """Knows who asks, speaks their language, and gives newcomers a cookie with what is not for everybody."""

    def __init__(self, app: ASGIApp, person_of: Callable[[str], Awaitable[str]]) -> None:
        self._app = app
        self._person_of = person_of

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Find the visitor, and answer in their language."""
        if scope["type"] not in ("http", "websocket"):  # the server starts or stops
            await self._app(scope, receive, send)
            return
        public = scope["path"].startswith(PUBLIC_FOLDERS) or scope["path"] in (*PROBES, *PUBLIC_FILES)
        visitor = scope["state"]["visitor"] = await self._recognise(scope)

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                secret = scope["state"].get("new_key") or visitor.new_secret
                headers = MutableScopeHeaders.from_message(message)
                if secret and "no-store" in headers.get("cache-control", ""):
                    headers.add("set-cookie", _cookie(secret, scope["scheme"]))
            await send(message)

        with speaking(visitor.language):
            await self._app(scope, receive, send if public else send_with_cookie)

    async def _recognise(self, scope: Scope) -> Visitor:
        cookies = read_cookies(header(scope, b"cookie"))
        known = bearer_token(scope) or cookies.get("person", "")
        if not is_good_secret(known):
            known = ""
        fresh = "" if known else secrets.token_urlsafe(24)
        key, theme = key_of(known or fresh), cookies.get("theme", "")
        return Visitor(
            person=await self._person_of(key) if known.startswith(DEVICE) else key,
            language=_language(cookies.get("language", ""), header(scope, b"accept-language")),
            theme=theme if theme in THEMES else THEMES[0],
            new_secret=fresh,
        )


def key_of(secret: str) -> str:
    """What the server knows of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()[:32]


def _cookie(secret: str, scheme: str) -> str:
    secure = "; Secure" if scheme == "https" else ""
    return f"person={secret}; Max-Age={YEAR}; Path=/; HttpOnly; SameSite=Lax{secure}"


def read_cookies(text: str) -> dict[str, str]:
    """The cookies of a request. Ours need no quotes, and none are unpacked: that can take very long."""
    if len(text) > LONGEST_COOKIES:
        return {}
    pairs = (part.partition("=") for part in text.split(";"))
    return {name.strip(): value.strip() for name, _, value in pairs}


def bearer_token(scope: Scope) -> str | None:
    """The token by which a program names itself; None if it sends none."""
    scheme, _, token = header(scope, b"authorization").strip().partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def is_good_secret(secret: str) -> bool:
    """Whether a secret is long enough that nobody guesses it."""
    return SHORTEST_SECRET <= len(secret) <= LONGEST_SECRET


def check_token(scope: Scope) -> None:
    """Refuse a token that could be anybody's: better than to take its owner for a stranger each time."""
    token = bearer_token(scope)
    if token is not None and not is_good_secret(token):
        raise BadToken(
            _(
                "a token is a secret of {least} to {most} characters; this has {length}",
                least=SHORTEST_SECRET, most=LONGEST_SECRET, length=len(token),
            )
        )  # fmt: skip


def _language(chosen: str, accepted: str) -> str:
    """The language chosen here, else the first of the browser's that we speak."""
    if chosen in languages():
        return chosen
    preferences = [_preference(part) for part in accepted[:LONGEST_PREFERENCES].split(",") if part.strip()]
    wanted = [tag for _, tag in sorted(preferences, key=lambda preference: -preference[0])]
    return negotiate_locale(wanted, list(languages()), sep="-") or "en"


def _preference(part: str) -> tuple[float, str]:
    tag, _, quality = part.partition(";q=")
    try:
        return float(quality or 1), tag.strip().split("-")[0].lower()
    except ValueError:
        return 0.0, tag.strip()
