"""What is refused before anything else looks at it, and the headers that every answer has."""

from collections.abc import Awaitable, Callable
from typing import ClassVar

from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPRequestEvent, Message, Receive, ReceiveMessage, Scope, Send

from ludotheque.core.errors import Refusal, quoted
from ludotheque.i18n.language import SHARED
from ludotheque.web.addresses import PROBES, PUBLIC_FOLDERS, can_be_host, header
from ludotheque.web.identity import LONGEST_COOKIES, check_token
from ludotheque.web.settings import PUBLIC

LARGEST_BODY = 64 * 1024
LARGEST_HEADERS = 16 * 1024
DEEPEST = 32  # brackets within brackets
PRIVATE = "private, no-store"
BUG = "Internal Server Error"  # how the framework calls what is not the visitor's fault
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
        " font-src 'self'; media-src 'self'; manifest-src 'self';"
        " frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
_ = SHARED.text

RefusalSender = Callable[[Scope, Send, Refusal], Awaitable[None]]


class BadRequest(Refusal):
    """A request that cannot be read."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(why)
        self.code = f"request/{code}"


class BodyTooLarge(BadRequest):
    """More than anybody needs to say at once."""

    status: ClassVar[int] = 413


class HeadersTooLarge(BadRequest):
    """More than a browser says about itself."""

    status: ClassVar[int] = 431


class NoPage(Refusal):
    """A path that leads nowhere."""

    code = "page/unknown"
    status: ClassVar[int] = 404

    def __init__(self) -> None:
        super().__init__(_("there is no such page here"))


class NoSocket(Refusal):
    """A socket where there is none, or one that is asked for in a way that cannot be read."""

    code = "socket/none"
    status: ClassVar[int] = 404

    def __init__(self) -> None:
        where = "/api/tables/ID/watch?seat=0&pictures=true"
        super().__init__(_("there is no such socket here, but one for each table: {where}", where=where))


class Security:
    """Refuses what nobody honest sends, and adds the headers that tell browsers what pages may do."""

    def __init__(self, app: ASGIApp, refuse: RefusalSender) -> None:
        self._app = app
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or refuse."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        public = scope["path"].startswith(PUBLIC_FOLDERS)
        opened = False

        async def send_with_headers(message: Message) -> None:
            nonlocal opened
            opened = opened or message["type"] == "websocket.accept"
            if message["type"] == "http.response.start":
                _add_headers(MutableScopeHeaders.from_message(message), public)
            if message["type"] == "websocket.close" and not opened and message.get("reason") != BUG:
                await self._refuse(scope, send, NoSocket())
            else:
                await send(message)

        try:
            check_request(scope)
            if scope["type"] == ScopeType.HTTP and not _has_no_body(scope):
                receive = await _whole_body(receive)
        except Refusal as refusal:
            await self._refuse(scope, send_with_headers, refusal)
        except _Gone:
            return
        else:
            await self._app(scope, receive, send_with_headers)


def check_request(scope: Scope) -> None:
    """Refuse what the head tells already: a size, a host, a path or a token that cannot be right."""
    if sum(len(name) + len(value) for name, value in scope["headers"]) > LARGEST_HEADERS:
        raise HeadersTooLarge(
            "headers", _("the headers have more than {most} characters", most=LARGEST_HEADERS)
        )
    if len(header(scope, b"cookie")) > LONGEST_COOKIES:
        why = _(
            "the cookies have more than {most} characters; delete those of this page", most=LONGEST_COOKIES
        )
        raise HeadersTooLarge("cookies", why)
    host = scope["state"]["host"]
    if not scope["state"]["known_host"] and not (scope["path"] in PROBES and can_be_host(host)):
        why = _(
            "{host} is not an address of this server; whoever runs it can name it in {setting}",
            host=quoted(host), setting=PUBLIC,
        )  # fmt: skip
        raise BadRequest("host", why)
    if "\0" in scope["path"]:  # not every database takes it for a letter
        raise NoPage
    check_token(scope)
    length = header(scope, b"content-length")
    if length.isdecimal() and (len(length) > 9 or int(length) > LARGEST_BODY):
        raise _too_large()


def _too_large() -> BodyTooLarge:
    return BodyTooLarge("size", _("that is too much at once: at most {most} bytes", most=LARGEST_BODY))


def _has_no_body(scope: Scope) -> bool:
    return header(scope, b"content-length") in ("", "0") and not header(scope, b"transfer-encoding")


class _Gone(Exception):
    """Whoever asked has gone before all was said."""


async def _whole_body(receive: Receive) -> Receive:
    """Read a request's body, as far as it may go, and hand it on in one piece."""
    body = bytearray()
    more = True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            raise _Gone
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > LARGEST_BODY:
            raise _too_large()
    _check_text(body)
    handed_on = False

    async def receive_whole() -> ReceiveMessage:
        nonlocal handed_on
        if handed_on:
            return await receive()  # nothing but the visitor's leaving
        handed_on = True
        whole: HTTPRequestEvent = {"type": "http.request", "body": bytes(body), "more_body": False}
        return whole

    return receive_whole


def _check_text(body: bytearray) -> None:
    """Refuse what no reader of JSON survives."""
    try:
        body.decode()
    except UnicodeDecodeError:
        raise BadRequest("text", _("that is not text in UTF-8")) from None
    check_depth(body)


def check_depth(body: bytes | bytearray) -> None:
    """Refuse JSON that is nested more deeply than anybody needs."""
    if depth(body) > DEEPEST:
        why = _("that is nested too deeply: at most {most} brackets within each other", most=DEEPEST)
        raise BadRequest("depth", why)


def depth(body: bytes | bytearray) -> int:
    """How deeply brackets stand within brackets in JSON, at most; those in texts do not count."""
    if body.count(b"[") + body.count(b"{") <= DEEPEST:
        return 0  # nobody needs to count
    deepest = now = 0
    in_text = escaped = False
    for byte in body:
        if escaped:
            escaped = False
        elif in_text:
            escaped, in_text = byte == 0x5C, byte != 0x22
        elif byte == 0x22:
            in_text = True
        elif byte in b"[{":
            now += 1
            deepest = max(deepest, now)
        elif byte in b"]}":
            now -= 1
    return deepest


def _add_headers(headers: MutableScopeHeaders, public: bool) -> None:
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    told = headers.get("cache-control", "")
    if not (public and told) and not told.startswith("private, max-age="):
        headers["cache-control"] = PRIVATE
