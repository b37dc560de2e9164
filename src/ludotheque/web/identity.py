"""Who asks, and in which language: a cookie that says "the same person as before", and nothing more.

There are no accounts. A person is known by a secret in a cookie, or in an ``Authorization: Bearer`` header
for programs; the rest of the server sees only its hash.
"""

import hashlib
import secrets
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from urllib.parse import urlsplit

from babel import negotiate_locale
from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from ludotheque.drawing.svg import THEMES
from ludotheque.i18n.language import SHARED, languages, speaking

YEAR = 365 * 24 * 3600
SAFE = ("GET", "HEAD", "OPTIONS")
HEADERS = {
    "content-security-policy": (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
        " frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
}
_ = SHARED.text


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
    """The outermost layer: knows who asks, speaks their language, notes what another site's page asks."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Find the visitor, and answer in their language."""
        if scope["type"] not in ("http", "websocket"):  # the server starts or stops
            await self._app(scope, receive, send)
            return
        headers = Headers.from_scope(scope)
        visitor = _recognise(headers)
        scope.setdefault("state", {})["visitor"] = visitor
        scope["state"]["foreign"] = _is_foreign(scope, headers)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                _add_headers(MutableScopeHeaders.from_message(message), visitor)
            await send(message)

        with speaking(visitor.language):
            await self._app(scope, receive, send_with_headers)


def _recognise(headers: Headers) -> Visitor:
    try:
        cookies = {name: morsel.value for name, morsel in SimpleCookie(headers.get("cookie", "")).items()}
    except CookieError:
        cookies = {}
    bearer = headers.get("authorization", "").removeprefix("Bearer ").strip()
    known = bearer or cookies.get("person", "")
    fresh = "" if known else secrets.token_urlsafe(24)
    theme = cookies.get("theme", "")
    return Visitor(
        person=hashlib.sha256((known or fresh).encode()).hexdigest()[:32],
        language=_language(cookies.get("language", ""), headers.get("accept-language", "")),
        theme=theme if theme in THEMES else THEMES[0],
        new_secret=fresh,
    )


def _language(chosen: str, accepted: str) -> str:
    """The language chosen here, else the first of the browser's that we speak."""
    if chosen in languages():
        return chosen
    preferences = [_preference(part) for part in accepted.split(",") if part.strip()]
    wanted = [tag for _, tag in sorted(preferences, key=lambda preference: -preference[0])]
    return negotiate_locale(wanted, list(languages()), sep="-") or "en"


def _preference(part: str) -> tuple[float, str]:
    tag, _, quality = part.partition(";q=")
    try:
        return float(quality or 1), tag.strip().split("-")[0].lower()
    except ValueError:
        return 0.0, tag.strip()


def _is_foreign(scope: Scope, headers: Headers) -> bool:
    """Whether another site's page makes the visitor's browser do something here."""
    origin = headers.get("origin", "")
    unsafe = scope["type"] == ScopeType.WEBSOCKET or scope.get("method") not in SAFE
    return unsafe and bool(origin) and urlsplit(origin).netloc != headers.get("host", "")


def _add_headers(headers: MutableScopeHeaders, visitor: Visitor) -> None:
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    if visitor.new_secret:
        cookie = f"person={visitor.new_secret}; Max-Age={YEAR}; Path=/; HttpOnly; SameSite=Lax"
        headers.add("set-cookie", cookie)
