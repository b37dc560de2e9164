"""A letter, encrypted for one browser (RFC 8291) and posted to its push service."""

import asyncio
import logging
from collections.abc import Sequence
from urllib.parse import urlsplit

import aiohttp
from py_vapid import Vapid02
from pywebpush import WebPusher

from ludotheque.core.errors import Refusal
from ludotheque.tables.storage import Subscription
from ludotheque.web.push.endpoints import check_endpoint, public_sockets
from ludotheque.web.push.letters import Letter, Outcome
from ludotheque.web.settings import Network

log = logging.getLogger(__name__)

PATIENCE = 10.0  # seconds for a push service to answer
TOPIC = "turns"  # a later letter takes the place of one that was not delivered yet


class Sender:
    """Posts letters."""

    def __init__(self, vapid: Vapid02, contact: str, networks: Sequence[Network]) -> None:
        self._vapid = vapid
        self._contact = contact
        self._networks = networks
        connector = aiohttp.TCPConnector(socket_factory=public_sockets(networks), limit=20)
        timeout = aiohttp.ClientTimeout(total=PATIENCE)
        self._session = aiohttp.ClientSession(connector=connector, timeout=timeout, trust_env=False)

    async def close(self) -> None:
        """Send nothing any more."""
        await self._session.close()

    async def send(self, where: Subscription, letter: Letter) -> Outcome:
        """Post a letter; whatever a push service answers is no fault of ours, but may be in the log."""
        service = urlsplit(where.endpoint).hostname
        try:
            check_endpoint(where.endpoint, self._networks)
            body = await asyncio.to_thread(_encrypted, where, letter.body)
            headers = self._headers(where.endpoint, letter.life)
            async with self._session.post(
                where.endpoint, data=body, headers=headers, allow_redirects=False
            ) as answer:
                outcome = _outcome(answer.status)
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            log.info("push service %s: %s", service, error or type(error).__name__)
            return Outcome.FAILED
        except (Refusal, ValueError) as error:
            log.warning("push service %s: %s", service, error)
            return Outcome.REFUSED
        if outcome is Outcome.REFUSED:
            log.warning("push service %s refused a letter with status %s", service, answer.status)
        return outcome

    def _headers(self, endpoint: str, life: int) -> dict[str, str]:
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "sub": self._contact}
        signed: dict[str, str] = self._vapid.sign(claims)
        return {
            **signed,
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(life),
            "topic": TOPIC,
            "urgency": "normal",
        }


def _encrypted(where: Subscription, body: bytes) -> bytes:
    info = {"endpoint": where.endpoint, "keys": {"p256dh": where.p256dh, "auth": where.auth}}
    return bytes(WebPusher(info).encode(body, "aes128gcm")["body"])


def _outcome(status: int) -> Outcome:
    if 200 <= status < 300:
        return Outcome.SENT
    if status in (404, 410):
        return Outcome.GONE
    return Outcome.FAILED if status == 429 or status >= 500 else Outcome.REFUSED
