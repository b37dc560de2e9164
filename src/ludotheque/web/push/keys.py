"""What the server signs its letters with (VAPID, RFC 8292): made once, and kept with the tables.

All processes have the same key, and a browser that subscribed with it knows no other.
"""

import asyncio
import base64
from typing import TYPE_CHECKING

from ludotheque.tables.storage import Storage

if TYPE_CHECKING:
    from py_vapid import Vapid02  # it takes a while to import, and most starts need none of it

_NAME = "vapid"


def _made() -> bytes:
    from py_vapid import Vapid02

    vapid = Vapid02()
    vapid.generate_keys()
    return bytes(vapid.private_pem())


async def signing_key(storage: Storage) -> "Vapid02":
    """The server's key; made if there is none yet."""
    return await asyncio.to_thread(_read, await storage.post.secret(_NAME, _made))


def _read(pem: bytes) -> "Vapid02":
    from py_vapid import Vapid02

    return Vapid02.from_pem(pem)


def public_key(vapid: "Vapid02") -> str:
    """What a browser is given to know the server by, in base64url."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    point = vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).decode().rstrip("=")
