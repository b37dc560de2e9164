"""Letters to people whose tab is closed: posted to a real push service, and read as a browser reads them."""

import asyncio
import ipaddress
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from py_vapid import Vapid02

from ludotheque.core.errors import Refusal
from ludotheque.tables import service as tables_service
from ludotheque.tables.events import TimeControl
from ludotheque.tables.pending import Pacing
from ludotheque.tables.service import TableService
from ludotheque.tables.storage import Subscription, open_storage
from ludotheque.tables.summary import summary_of
from ludotheque.tables.thinking import Thinkers
from ludotheque.web.push import postman
from ludotheque.web.push.endpoints import check_endpoint, check_subscription, public_sockets
from ludotheque.web.push.keys import public_key, signing_key
from ludotheque.web.push.letters import Letter, News, Outcome, letter
from ludotheque.web.push.postman import Postman
from ludotheque.web.push.sending import Sender
from ludotheque.web.settings import Settings
from tests.tables.tables import ADA, BO, NOON, happened, opened
from tests.tables.test_service import Watcher, open_table
from tests.web.push_service import Browser, PushService, push_service

HERE = (ipaddress.ip_network("127.0.0.1/32"),)
DAY = 24 * 3600.0
SOON = 60.0


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


@asynccontextmanager
async def house(file: Path, absence: float = 60) -> AsyncIterator[TableService]:
    """A server's tables, with a postman who tells things at once."""
    tables = TableService(open_storage(str(file)), Thinkers(1), Pacing(0, absence, notice=0))
    await tables.start()
    going = asyncio.create_task(Postman(tables, Settings(push_networks=HERE)).keep_going())
    try:
        yield tables
    finally:
        going.cancel()
        await asyncio.gather(going, return_exceptions=True)
        await tables.stop()


async def subscribed(tables: TableService, person: str, browser: Browser, language: str = "en") -> None:
    told = browser.subscription
    where = Subscription(told["endpoint"], **told["keys"], language=language)
    check_subscription(where, HERE)
    await tables.storage.post.subscribe(person, where, tables.now())


async def until(true: Callable[[], Any]) -> None:
    async with asyncio.timeout(SOON):
        while not true():
            await asyncio.sleep(0.02)


async def all_told(tables: TableService) -> None:
    """Wait until no notice is left, not even a claimed one."""
    async with asyncio.timeout(SOON):
        while await tables.storage.post.due(float("inf"), 9):
            await asyncio.sleep(0.02)


async def by_post(tables: TableService, game: str = "feurio", **options: Any) -> str:
    """A game of days between Ada and Bo, which Ada begins."""
    room = await open_table(
        tables, game, "me", "open", clock=TimeControl("move", 3 * DAY), players=2, **options
    )
    await tables.act(room.table.id, lambda table, now: table.sit(now, BO, "Bo", 1))
    return room.table.id


async def plays(tables: TableService, id: str, person: str) -> None:
    """Somebody moves until it is another's turn."""
    while (table := (await tables.room(id)).table).seats[table.state.seat].who.person == person:
        move = str(table.state.moves()[0])
        await tables.act(id, lambda table, now, move=move: table.move(now, person, table.ply, move))  # type: ignore[misc]


def run(story: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        await story()

    asyncio.run(whole())


@pytest.mark.slow
def test_whoever_is_away_is_told_once_in_their_language(
    tmp_path: Path, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many servers there are; and nobody is told what they see, or have done themselves."""
    monkeypatch.setattr(postman, "ROUND", 0.02)
    bo, phone, ada = (service.browser(name) for name in ("bo", "phone", "ada"))

    async def story() -> None:
        async with house(tmp_path / "t.sqlite") as first, house(tmp_path / "t.sqlite") as second:
            await subscribed(first, BO, bo, "fr")
            await subscribed(second, BO, phone)
            await subscribed(first, ADA, ada)
            id = await by_post(first)
            await until(lambda: ada.got)  # Bo has sat down, and the game has begun
            await plays(first, id, ADA)
            await until(lambda: bo.got and phone.got)
            await all_told(second)
            assert sorted(service.asked) == ["ada", "bo", "phone"], "each once"
            assert bo.got[0].letter == {
                "title": "Feurio! : c’est votre tour",
                "body": "Ada · il reste 3\u00a0jours",
                "url": f"/t/{id}",
                "count": 1,
            }
            assert phone.got[0].letter["body"] == "Ada · 3 days left"
            headers = bo.got[0].headers
            assert abs(int(headers["ttl"]) - 3 * DAY) < 60 and headers["topic"] == "turns"
            key = public_key(await signing_key(second.storage))
            assert f"k={key}" in headers["authorization"], "the same key everywhere"
            async with first.subscription(id, Watcher(ADA)):
                await plays(first, id, BO)
                await all_told(first)
            assert len(ada.got) == 1, "she looks"
            await plays(first, id, ADA)
            other = await by_post(first)
            await plays(first, other, ADA)
            await until(lambda: phone.got[-1].letter["count"] == 2)
            assert phone.got[-1].letter["title"] == "It is your turn in 2 games"

    run(story)


@pytest.mark.slow
def test_what_fails_is_tried_again_where_it_failed_and_what_is_gone_is_forgotten(
    tmp_path: Path, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postman, "ROUND", 0.02)
    monkeypatch.setattr(postman, "PAUSES", (0.1, 0.1))
    good, slow, gone, dead = (service.browser(name) for name in ("good", "slow", "gone", "dead"))
    service.answers |= {"slow": [503, 429], "gone": [410], "dead": [500] * 9}

    async def story() -> None:
        async with house(tmp_path / "t.sqlite") as tables:
            for browser in (good, slow, gone, dead):
                await subscribed(tables, BO, browser)
            await plays(tables, await by_post(tables), ADA)
            await until(lambda: slow.got)
            await all_told(tables)
            asked = {name: service.asked.count(name) for name in service.browsers}
            assert asked == {"good": 1, "slow": 3, "gone": 1, "dead": 3}, "and then it is given up"
            left = {one.endpoint for one in await tables.storage.post.subscriptions(BO)}
            assert left == {good.endpoint, slow.endpoint, dead.endpoint}

    run(story)


@pytest.mark.slow
def test_a_notice_survives_its_server_and_an_old_one_is_dropped(
    tmp_path: Path, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postman, "ROUND", 0.02)
    bo = service.browser("bo")

    async def story() -> None:
        file = tmp_path / "t.sqlite"
        tables = TableService(open_storage(str(file)), Thinkers(1), Pacing(pace=0, notice=0))
        await tables.start()  # without a postman
        await subscribed(tables, BO, bo)
        waiting, answered = await by_post(tables), await by_post(tables)
        await plays(tables, waiting, ADA)
        await plays(tables, answered, ADA)
        await plays(tables, answered, BO)
        claimed = await tables.storage.post.claim(await tables.storage.post.due(tables.now(), 9), NOON)
        assert {one.table for one in claimed} == {waiting, answered}
        await tables.stop()  # it dies before it has told anything
        async with house(file) as again:
            again._time._now = NOON + 1  # its claim has ended
            await until(lambda: bo.got)
            await all_told(again)
            assert [one.letter["url"] for one in bo.got] == [f"/t/{waiting}"]

    run(story)


@pytest.mark.slow
def test_a_deadline_passes_while_the_server_is_away_and_the_next_player_is_told(
    tmp_path: Path, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody looks: the index finds the table, a bot plays on for good, and Bo has a letter."""
    monkeypatch.setattr(postman, "ROUND", 0.02)
    monkeypatch.setattr(tables_service, "MOST_IDLE", 0)
    bo, ago = service.browser("bo"), 5 * DAY - 1

    async def story() -> None:
        async with house(tmp_path / "t.sqlite", absence=0) as first:  # who has sat down has gone by now
            await subscribed(first, BO, bo)
            clock = TimeControl("game", 5 * DAY, 3600)
            room = await open_table(first, "feurio", "me", "open", clock=clock, ago=ago, players=2)
            id = room.table.id
            await first.act(id, lambda table, now: table.sit(now - ago, BO, "Bo", 1))
            later = await by_post(first)
            await first._let_sleep()
            assert set(first._rooms) == {id}, f"{later} has days, and sleeps"
        await asyncio.sleep(1)
        async with house(tmp_path / "t.sqlite") as second:
            await second.resume()
            await until(lambda: bo.got)
            table = (await second.room(id)).table
            assert table.seats[0].for_good and table.state.seat == 1
            assert bo.got[0].letter["body"] == "Ada · 5 days left"

    run(story)


@pytest.mark.slow
def test_the_end_of_a_game_is_told_too(
    tmp_path: Path, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postman, "ROUND", 0.02)
    bo = service.browser("bo")

    async def story() -> None:
        async with house(tmp_path / "t.sqlite") as tables:
            id = await by_post(tables, "connect_four")
            for _ in range(3):
                await tables.act(id, lambda table, now: table.move(now, ADA, table.ply, "1"))
                await tables.act(id, lambda table, now: table.move(now, BO, table.ply, "2"))
            await subscribed(tables, BO, bo)
            await tables.act(id, lambda table, now: table.move(now, ADA, table.ply, "1"))
            await until(lambda: bo.got)
            told = bo.got[-1].letter
            assert (told["title"], told["count"]) == ("Connect Four: the game is over", 0)

    run(story)


@pytest.mark.slow
def test_nobody_is_told_more_than_they_can_bear(
    tmp_path: Path, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is too much is put off by a minute; here by an hour, which no slow machine takes to play this."""
    monkeypatch.setattr(postman, "ROUND", 0.02)
    monkeypatch.setattr(postman, "MINUTE", 3600.0)
    bo = service.browser("bo")

    async def story() -> None:
        async with house(tmp_path / "t.sqlite") as tables:
            await subscribed(tables, BO, bo)
            for k in range(1, postman.MOST_IN_A_MINUTE + 3):
                await plays(tables, await by_post(tables), ADA)
                if k <= postman.MOST_IN_A_MINUTE:
                    await until(lambda k=k: len(bo.got) == k)  # type: ignore[misc]
            async with asyncio.timeout(SOON):
                while await put_off(tables) < 2:
                    await asyncio.sleep(0.02)
            await all_settled(tables)
            assert await put_off(tables) == 2
            assert len(bo.got) == postman.MOST_IN_A_MINUTE

    async def put_off(tables: TableService) -> int:
        """How many notices wait for longer than anybody claims one."""
        left = await tables.storage.post.due(float("inf"), 99)
        return sum(one.due > tables.now() + postman.CLAIM for one in left)

    async def all_settled(tables: TableService) -> None:
        async with asyncio.timeout(SOON):
            while await tables.storage.post.due(tables.now() + postman.CLAIM, 9):
                await asyncio.sleep(0.02)

    run(story)


def test_a_letter_tells_nothing_that_is_hidden() -> None:
    """It is made of what lists of tables tell, and that has no cards in it."""
    table = opened("fou", ["me", "open", "novice", "novice"], TimeControl("game", 5 * DAY, 3600), players=4)
    table = happened(table, table.sit(NOON, BO, "Bo", 1))
    turn = table.state.seat
    said = letter("de", table.seats[turn].who.person, News([summary_of(table)]), NOON)
    assert said.body.decode().startswith('{"title":"Fou!: ')
    assert all(name in said.body.decode() for k, name in enumerate(table.names()) if k != turn)
    assert len(said.body) < 300


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/x",
        "https://127.0.0.1/x",
        "https://10.1.2.3/x",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/x",
        "https://[::ffff:127.0.0.1]/x",
        "https://localhost/x",
        "https://push.example.org:8443/x",
        "https://me:secret@push.example.org/x",
        "ftp://push.example.org/x",
        "https://push.example.org/" + "x" * 1000,
        "https://[push/x",
        "nonsense",
        "",
    ],
)
def test_letters_go_to_push_services_on_the_internet_only(endpoint: str) -> None:
    with pytest.raises(Refusal, match="an https address of a push service"):
        check_endpoint(endpoint, ())


def test_a_setting_allows_a_network() -> None:
    check_endpoint("https://fcm.googleapis.com/fcm/send/abc", ())
    check_endpoint("http://127.0.0.1:5000/x", HERE)
    with pytest.raises(Refusal):
        check_endpoint("http://127.0.0.2:5000/x", HERE)


@pytest.mark.parametrize("address", ["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "fe80::1%eth0"])
def test_a_socket_is_made_for_public_addresses_only(address: str) -> None:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with pytest.raises(OSError, match="is not a public address"):
        public_sockets(())((family, socket.SOCK_STREAM, 6, "", (address, 443)))


def test_a_name_that_leads_into_the_house_leads_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever owns a name can point it at this machine a moment after it was checked."""

    async def story() -> None:
        knocked = []
        listener = await asyncio.start_server(lambda *line: knocked.append(line), "127.0.0.1", 0)
        port = listener.sockets[0].getsockname()[1]
        found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
        with push_service() as service:
            keys = service.browser("x").subscription["keys"]
            vapid = Vapid02()
            vapid.generate_keys()
            sender = Sender(vapid, "mailto:a@example.org", ())
            where = Subscription("https://push.example.org/x", **keys, language="en")
            assert await sender.send(where, Letter(b"{}", 60)) is Outcome.FAILED
            assert not knocked
            await sender.close()
        listener.close()

    run(story)
