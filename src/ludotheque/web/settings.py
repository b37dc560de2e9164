"""What somebody who runs a server can set in its environment; docs/server.md has the table of them."""

import ipaddress
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias
from urllib.parse import urlsplit

from ludotheque.core.errors import Refusal, quoted
from ludotheque.tables.broker.url import BROKER, as_for_redis
from ludotheque.tables.thinking import ThinkingLimits

PUBLIC = "LUDOTHEQUE_PUBLIC"
PROXIES = "LUDOTHEQUE_PROXIES"
LIMITS = "LUDOTHEQUE_LIMITS"
METRICS_TOKEN = "LUDOTHEQUE_METRICS_TOKEN"
LOG = "LUDOTHEQUE_LOG"
PRELOAD = "LUDOTHEQUE_PRELOAD"
BOT_PROCESSES = "LUDOTHEQUE_BOT_PROCESSES"
BOT_SECONDS = "LUDOTHEQUE_BOT_SECONDS"
HINT_SECONDS = "LUDOTHEQUE_HINT_SECONDS"
CONTACT = "LUDOTHEQUE_CONTACT"
PUSH_NETWORKS = "LUDOTHEQUE_PUSH_NETWORKS"

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network


@dataclass(frozen=True)
class PublicAddress:
    """An address under which people reach the server, such as https://games.example.org."""

    scheme: str
    netloc: str

    def __str__(self) -> str:
        return f"{self.scheme}://{self.netloc}"


@dataclass(frozen=True)
class Settings:
    """All of them; the defaults are those of a server that somebody starts for themselves."""

    host: str = "127.0.0.1"  # where it listens
    public: tuple[PublicAddress, ...] = ()  # links begin with the first
    proxies: tuple[Network, ...] = ()  # whose X-Forwarded-… headers are believed
    limits: float = 1.0  # times the usual rates; 0: none
    metrics_token: str = ""
    log: Literal["plain", "json"] = "plain"
    broker: str = ""  # where processes count together
    preload: bool = True  # all games and their bots at the start; otherwise each when somebody asks for it
    thinking: ThinkingLimits = field(default_factory=ThinkingLimits)
    contact: str = ""  # whom a push service may write to, https: or mailto:
    push_networks: tuple[Network, ...] = ()  # where push services may be, besides the internet


def read_settings(host: str, environment: Mapping[str, str] | None = None) -> Settings:
    """The settings of a server that listens at *host*; refused with a sentence if one makes no sense."""
    found = os.environ if environment is None else environment
    return Settings(
        host=host,
        public=tuple(_public(address) for address in _listed(found.get(PUBLIC, ""))),
        proxies=tuple(_network(PROXIES, address) for address in _listed(found.get(PROXIES, ""))),
        limits=_limits(found.get(LIMITS, "")),
        metrics_token=_token(found.get(METRICS_TOKEN, "")),
        log=_log(found.get(LOG, "")),
        broker=as_for_redis(found.get(BROKER, "")),
        preload=_preload(found.get(PRELOAD, "")),
        thinking=_thinking(found),
        contact=_contact(found.get(CONTACT, "")),
        push_networks=tuple(
            _network(PUSH_NETWORKS, address) for address in _listed(found.get(PUSH_NETWORKS, ""))
        ),
    )


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _public(address: str) -> PublicAddress:
    try:
        parts = urlsplit(address)
        good = parts.scheme in ("http", "https") and parts.hostname and parts.path in ("", "/")
    except ValueError:
        good = False
    if not good or parts.query or parts.fragment or parts.username is not None:
        raise Refusal(
            f"{PUBLIC}={quoted(address)} is not a public address; it looks like https://games.example.org"
        )
    return PublicAddress(parts.scheme, parts.netloc.lower())


def _contact(text: str) -> str:
    if text and not text.startswith(("mailto:", "https://")):
        raise Refusal(f"{CONTACT}={quoted(text)} is not an address; it looks like mailto:ada@example.org")
    return text


def _network(setting: str, address: str) -> Network:
    try:
        return ipaddress.ip_network(address)
    except ValueError:
        raise Refusal(
            f"{setting}={quoted(address)} is not an address; it looks like 127.0.0.1 or 10.0.0.0/8"
        ) from None


def _limits(text: str) -> float:
    if text == "off":
        return 0.0
    try:
        factor = float(text or 1)
    except ValueError:
        factor = 0.0
    if not 0 < factor < 1e6:
        raise Refusal(f"{LIMITS}={quoted(text)} is neither off nor a factor such as 2")
    return factor


def _preload(text: str) -> bool:
    if text not in ("", "on", "off"):
        raise Refusal(f"{PRELOAD}={quoted(text)} is neither on nor off")
    return text != "off"


def _thinking(found: Mapping[str, str]) -> ThinkingLimits:
    usual = ThinkingLimits()
    processes = found.get(BOT_PROCESSES, "")
    if processes and not (processes.isdecimal() and 0 < int(processes) <= 1024):
        raise Refusal(f"{BOT_PROCESSES}={quoted(processes)} is not a number of processes, 1 to 1024")
    return ThinkingLimits(
        workers=int(processes) if processes else None,
        bots=_seconds(found, BOT_SECONDS, usual.bots),
        hints=_seconds(found, HINT_SECONDS, usual.hints),
    )


def _seconds(found: Mapping[str, str], name: str, usual: float) -> float:
    """Seconds of thinking in a minute; more than 60, because several processes think at once."""
    text = found.get(name, "")
    try:
        seconds = float(text or usual)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 1e6:
        raise Refusal(f"{name}={quoted(text)} is not a number of seconds in a minute, such as {usual:g}")
    return seconds


def _token(text: str) -> str:
    if text and len(text) < 20:
        raise Refusal(f"{METRICS_TOKEN} is too short to be a secret; take 20 characters or more")
    return text


def _log(text: str) -> Literal["plain", "json"]:
    if text in ("", "plain"):
        return "plain"
    if text == "json":
        return "json"
    raise Refusal(f"{LOG}={quoted(text)} is neither plain nor json")
