"""Where letters may go. A browser names its push service by itself, and anybody can say they are a browser:
so the server posts to public addresses only, and looks again at the very address that it connects to.
"""

import base64
import binascii
import ipaddress
import socket
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlsplit

from ludotheque.core.errors import Refusal
from ludotheque.i18n.language import SHARED
from ludotheque.tables.storage import Subscription
from ludotheque.web.settings import Network

_ = SHARED.text

LONGEST = 1000  # characters of an address
PUBLIC_KEY, SHARED_SECRET = 65, 16  # bytes; the key is a point on P-256, uncompressed


class BadSubscription(Refusal):
    """Something that no push service of a browser says."""

    code = "push/subscription"


def check_subscription(where: Subscription, networks: Sequence[Network]) -> None:
    """Refuse what cannot be written to, or must not."""
    check_endpoint(where.endpoint, networks)
    key, secret = _decoded(where.p256dh), _decoded(where.auth)
    if len(key) != PUBLIC_KEY or key[0] != 4 or len(secret) != SHARED_SECRET:
        raise BadSubscription(_("the keys of a subscription are p256dh and auth, as the browser gives them"))


def check_endpoint(endpoint: str, networks: Sequence[Network]) -> None:
    """Refuse an address that is not https on its usual port, or names a machine that is not public."""
    why = _("a subscription's endpoint is an https address of a push service on the internet")
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise BadSubscription(why) from None
    number = _number(host)
    if number and any(number in network for network in networks):
        good = parts.scheme in ("http", "https")
    else:
        good = parts.scheme == "https" and port in (None, 443)
        good = good and (number.is_global if number else "." in host.strip("."))
    if not good or parts.username is not None or len(endpoint) > LONGEST or not endpoint.isascii():
        raise BadSubscription(why)


def public_sockets(networks: Sequence[Network]) -> Callable[[Any], socket.socket]:
    """Sockets for public addresses only: a name may lead anywhere, and elsewhere a moment later."""

    def make(info: tuple[int, int, int, str, tuple[Any, ...]]) -> socket.socket:
        family, kind, protocol, _name, address = info
        number = ipaddress.ip_address(address[0].partition("%")[0])
        if not number.is_global and not any(number in network for network in networks):
            raise OSError(f"{number} is not a public address")
        return socket.socket(family, kind, protocol)

    return make


def _number(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _decoded(text: str) -> bytes:
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (binascii.Error, ValueError):
        return b""
