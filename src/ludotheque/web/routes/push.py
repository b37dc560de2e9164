"""Being told, with the tab closed, that it is one's turn; and the games in which it is."""

from typing import Annotated, Any

from litestar import Request, get, post
from msgspec import Meta, Struct

from ludotheque.tables.service import TableService
from ludotheque.tables.storage import Subscription
from ludotheque.web import presenter
from ludotheque.web.identity import Visitor
from ludotheque.web.limits import DEVICES
from ludotheque.web.push.endpoints import LONGEST, check_subscription
from ludotheque.web.push.keys import public_key, signing_key

Endpoint = Annotated[str, Meta(max_length=LONGEST)]


class PushKeys(Struct):
    """A browser's keys, as it gives them."""

    p256dh: Annotated[str, Meta(max_length=200)]
    auth: Annotated[str, Meta(max_length=100)]


class Subscribe(Struct):
    """Where a browser can be told something: what its `PushSubscription` is as JSON."""

    endpoint: Endpoint
    keys: PushKeys


class Unsubscribe(Struct):
    """A browser that wants to be told nothing any more."""

    endpoint: Endpoint


class ServerKey(Struct):
    """What a browser needs to know the server by, when it subscribes."""

    key: str


class Devices(Struct):
    """In how many browsers I am told."""

    devices: int


@get("/push")
async def server_key(tables: TableService) -> ServerKey:
    """The server's public key, for `pushManager.subscribe`."""
    return ServerKey(public_key(await signing_key(tables.storage)))


@post("/push", status_code=200, limit=DEVICES)
async def subscribe(
    request: Request[Any, Any, Any], tables: TableService, visitor: Visitor, data: Subscribe
) -> Devices:
    """Tell me, in this browser and in my language, when it is my turn somewhere and I do not look."""
    where = Subscription(data.endpoint, data.keys.p256dh, data.keys.auth, visitor.language)
    check_subscription(where, request.app.state.settings.push_networks)
    await tables.storage.post.subscribe(visitor.person, where, tables.now())
    return await _devices(tables, visitor)


@post("/push/stop", status_code=200, limit=DEVICES)
async def unsubscribe(tables: TableService, visitor: Visitor, data: Unsubscribe) -> Devices:
    """Tell me nothing any more in this browser."""
    gone = Subscription(data.endpoint, "", "", "")
    await tables.storage.post.unsubscribe(gone.id, visitor.person)
    return await _devices(tables, visitor)


async def _devices(tables: TableService, visitor: Visitor) -> Devices:
    return Devices(len(await tables.storage.post.subscriptions(visitor.person)))


@get("/turns")
async def list_turns(tables: TableService, visitor: Visitor) -> dict[str, Any]:
    """The games in which it is my turn, the one that waits longest first."""
    entries = presenter.list_entries(await tables.storage.turns(visitor.person), visitor.person)
    return {"count": len(entries), "tables": entries}


HANDLERS = [server_key, subscribe, unsubscribe, list_turns]
