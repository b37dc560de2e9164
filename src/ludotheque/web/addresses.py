"""Who asks from where, and for which address: what a proxy says is believed only if it is one of ours.

A browser that was lured to another site's page can be made to ask here: by a name that its owner points at
this machine (DNS rebinding), or by a form or a socket of that page. The first has a Host that we do not know,
the second an Origin that is not ours.
"""

import ipaddress
import re
import socket
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from ludotheque.web.settings import Settings

LOCAL_NAMES = ("localhost", "127.0.0.1", "::1")
EVERYWHERE = ("0.0.0.0", "::")
LARGEST_PORT = 65535
MAPPED = "::ffff:"  # begins an IPv4 address where IPv6 ones are expected
PUBLIC_FOLDERS = ("/assets/", "/games/", "/icons/")  # files that are the same for everybody
PUBLIC_FILES = (  # made for whoever asks, and for nobody by name
    "/worker.js", "/manifest.webmanifest", "/qr.svg",
    "/api/openapi.json", "/openapi", "/openapi/openapi.json",
)  # fmt: skip
PROBES = ("/healthz", "/readyz", "/metrics")  # asked by machines that know no name
SAFE = ("GET", "HEAD", "OPTIONS")
_HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([^\[\]:]+))(?::([0-9]{1,5}))?")


def header(scope: Scope, name: bytes) -> str:
    """The value of a header; "" if there is none, all of them in one if there are several."""
    return ", ".join(value.decode("latin-1") for key, value in scope["headers"] if key == name)


class Addresses:
    """The outermost layer: puts the visitor's address, the scheme and the host right for all that follows.

    The state tells the rest: whether the ``host`` is a ``known_host``, whether the request is ``foreign``
    (another site's page sent it), and whether it came ``direct`` or through a proxy of ours.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._origins = {str(address) for address in settings.public}
        self._schemes = {address.netloc: address.scheme for address in settings.public}
        self._names = _names(settings)
        self._trusts = lru_cache(1024)(self._is_proxy)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Put the addresses right."""
        if scope["type"] in ("http", "websocket"):  # and not when the server starts or stops
            self._resolve(scope)
        await self._app(scope, receive, send)

    def _resolve(self, scope: Scope) -> None:
        host = header(scope, b"host").lower()
        peer = ""
        if scope["client"]:
            peer = unmapped(scope["client"][0])
            scope["client"] = (peer, scope["client"][1])
        trusted = self._trusts(peer)
        if trusted:
            self._believe(scope)
        scope.setdefault("state", {}).update(
            host=host,
            known_host=self._knows(host),
            foreign=self._is_foreign(scope, host),
            direct=not trusted,
        )
        if self._settings.public:
            self._publish(scope, host)

    def _believe(self, scope: Scope) -> None:
        """Take the visitor's address and scheme from a proxy's word."""
        for hop in reversed(header(scope, b"x-forwarded-for").split(",")):
            address = _plain_address(hop)
            if not address:
                break
            scope["client"] = (address, 0)
            if not self._trusts(address):
                break
        scheme = header(scope, b"x-forwarded-proto").strip()
        if scheme in ("http", "https"):
            scope["scheme"] = _for_socket(scope, scheme)

    def _publish(self, scope: Scope, host: str) -> None:
        """Let links and cookies be those of the public address, whatever host the proxy asked for."""
        address = self._settings.public[0]
        scope["scheme"] = _for_socket(scope, self._schemes.get(host, address.scheme))
        if host not in self._schemes:
            others = [(key, value) for key, value in scope["headers"] if key != b"host"]
            scope["headers"] = [*others, (b"host", address.netloc.encode("latin-1"))]

    def _is_proxy(self, address: str) -> bool:
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self._settings.proxies)

    def _knows(self, host: str) -> bool:
        """Whether this is an address of ours: public, local, or a number where we listen everywhere."""
        name = _host_name(host)
        if host in self._schemes or name in self._names:
            return True
        return self._settings.host in EVERYWHERE and _is_address(name)

    def _is_foreign(self, scope: Scope, host: str) -> bool:
        """Whether another site's page makes the visitor's browser do something here."""
        if scope["type"] == ScopeType.HTTP and scope["method"] in SAFE:
            return False
        origin = header(scope, b"origin").lower()
        if not origin:
            return header(scope, b"sec-fetch-site") == "cross-site"
        if host in self._schemes:  # where https:// is known to be ours, http:// is another site
            return origin not in self._origins
        return origin not in self._origins and (_netloc(origin) or "nowhere") != host


def _names(settings: Settings) -> frozenset[str]:
    """The names of this machine that a browser may use."""
    names = {*LOCAL_NAMES, settings.host}
    names |= {_host_name(address.netloc) for address in settings.public}
    if settings.host in EVERYWHERE:
        own = socket.gethostname().lower()
        names |= {own, f"{own.partition('.')[0]}.local"}
    return frozenset(names)


def _host_name(host: str) -> str:
    """A host without its port: localhost:8421, [::1]:8421; "" if it is none, or its port is none."""
    found = _HOST.fullmatch(host)
    if not found or int(found[3] or 0) > LARGEST_PORT:
        return ""
    return found[1] or found[2]


def can_be_host(host: str) -> bool:
    """Whether anything can have this name; machines that ask how we are need not say any."""
    return not host or bool(_host_name(host))


def unmapped(address: str) -> str:
    """An address as it is written elsewhere: a socket for both kinds calls 127.0.0.1 ::ffff:127.0.0.1."""
    return address[len(MAPPED) :] if address.startswith(MAPPED) and "." in address else address


def _plain_address(text: str) -> str:
    """An address as numbers, without port or brackets; "" if it is none."""
    text = text.strip()
    name = text if _is_address(text) else _host_name(text.lower())
    return str(ipaddress.ip_address(name)) if _is_address(name) else ""


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def _netloc(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def _for_socket(scope: Scope, scheme: str) -> str:
    return scheme.replace("http", "ws") if scope["type"] == ScopeType.WEBSOCKET else scheme


def root_of(request: Any) -> str:
    """How links to this server begin, as the visitor reaches it."""
    return str(request.base_url).rstrip("/")
