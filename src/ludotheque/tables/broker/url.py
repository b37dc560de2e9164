"""Which broker, by its address."""

import asyncio
import os
from urllib.parse import urlsplit

from ludotheque.core.errors import Refusal
from ludotheque.tables.broker.local import LocalBroker
from ludotheque.tables.broker.notes import Broker
from ludotheque.tables.broker.valkey import ValkeyBroker

BROKER = "LUDOTHEQUE_BROKER"
EXAMPLE = "redis://127.0.0.1:6379"
_SCHEMES = {"redis", "rediss", "valkey", "valkeys", "unix"}


def chosen_broker() -> str:
    """The address that the environment names; empty: none."""
    return os.environ.get(BROKER, "")


def check_broker(url: str) -> None:
    """Refuse a broker that cannot be used, before anything else is begun."""
    broker = open_broker(url)
    if isinstance(broker, ValkeyBroker):
        asyncio.run(broker.check())


def open_broker(url: str) -> Broker:
    """The broker at an address; empty: this process is alone."""
    if not url:
        return LocalBroker()
    scheme, _, rest = url.partition("://")
    if scheme not in _SCHEMES or not rest or not _has_good_port(url):
        raise Refusal(f"no broker at {_without_password(url)}; write {EXAMPLE}, as for Valkey or Redis")
    return ValkeyBroker(as_for_redis(url))


def as_for_redis(url: str) -> str:
    """The same address as the client library writes it, which knows Redis alone by name."""
    scheme, colon, rest = url.partition("://")
    return f"{scheme.replace('valkey', 'redis')}{colon}{rest}"


def _has_good_port(url: str) -> bool:
    try:
        return urlsplit(url).port != 0
    except ValueError:
        return False


def _without_password(url: str) -> str:
    return f"{url.partition('://')[0]}://…@{url.rpartition('@')[2]}" if "@" in url else url
