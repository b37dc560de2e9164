"""Link previews: what a page says about itself to whoever shares its link, and the picture beside it."""

import asyncio
import re

import httpx
import pytest

from ludotheque.tables.table import Table, replayed
from ludotheque.web import previews
from ludotheque.web.previews import SIZE, Previews
from tests.tables.tables import ADA, BO, NOON, happened, opened, play_first
from tests.web.people import Human
from tests.web.server import Server
from tests.web.worlds import cases

pytestmark = pytest.mark.slow


def drawn(table: Table) -> bytes:
    return asyncio.run(Previews().picture(table))


def size_of(png: bytes) -> tuple[int, int]:
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])


def test_a_picture_is_drawn_from_a_spectators_view_alone() -> None:
    """Two deals that a spectator cannot tell apart have the same picture, to the byte."""
    case = next(case for case in cases("fou", {"players": 4, "rounds": 1}) if not case.seats)
    one, two = (replayed(case.id, case.events(world, NOON)) for world in (0, 1))
    assert one.state.states().tobytes() != two.state.states().tobytes()
    assert drawn(one) == drawn(two) and size_of(drawn(one)) == SIZE


def test_a_picture_follows_the_game_and_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    drawings, real = [], previews._drawn

    def counted(table: Table, spoken: str) -> bytes:
        drawings.append(table)
        return real(table, spoken)

    monkeypatch.setattr(previews, "_drawn", counted)

    async def story() -> None:
        kept, table = Previews(), opened("feurio", ["me", "open"], players=2)
        cover = await kept.picture(table)
        table = happened(table, table.sit(NOON, BO, "Bo", 1))
        first = await kept.picture(table)
        talk = happened(table, table.say(NOON, BO, "Bo", "hello"))
        assert await kept.picture(talk) is first, "nothing moved"
        later = await kept.picture(play_first(table, ADA))
        assert len({cover, first, later}) == 3 and len(drawings) == 3

    asyncio.run(story())


def test_a_shared_link_tells_what_it_leads_to(server: Server) -> None:
    ada = Human(server.url, "Ada")
    table = ada.opens("feurio", "me", "friend")
    invitation = next(seat["invite"] for seat in ada.get(table)["seats"] if seat["invite"])
    page = httpx.get(invitation, headers={"accept-language": "de"}, timeout=60).text
    told = dict(re.findall(r'<meta property="(og:[\w:]+)" content="([^"]*)">', page))
    address = f"{server.url}{table.replace('/tables/', '/t/')}"
    assert told["og:title"] == "Feurio!: Spiel mit!" and told["og:url"] == address, "without the key"
    assert told["og:image"] == f"{address}/picture.png" and "key=" not in "".join(told.values())
    answer = httpx.get(told["og:image"], timeout=60)
    assert answer.headers["content-type"] == "image/png" and size_of(answer.content) == SIZE
