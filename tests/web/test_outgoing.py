"""Messages that leave together: none before all are drawn, none too late, each line's in order."""

import asyncio

from ludotheque.web.outgoing import MOST_TOGETHER, Outgoing, outgoing_of


def test_what_is_said_in_one_go_is_written_after_it() -> None:
    async def test() -> None:
        loop, written = asyncio.get_running_loop(), list[bytes]()
        outgoing = outgoing_of(loop)
        outgoing.add(loop, written.append, b"one")
        outgoing.add(loop, written.append, b"two")
        assert written == [], "others are still being drawn"
        await asyncio.sleep(0)
        assert written == [b"one", b"two"]
        outgoing.add(loop, written.append, b"three")
        await asyncio.sleep(0)
        assert written == [b"one", b"two", b"three"], "the next go has its own"

    asyncio.run(test())


def test_the_first_does_not_wait_for_endlessly_many() -> None:
    async def test() -> None:
        loop, written, outgoing = asyncio.get_running_loop(), list[bytes](), Outgoing()
        for k in range(MOST_TOGETHER):
            assert written == []
            outgoing.add(loop, written.append, b"%d" % k)
        assert written == [b"%d" % k for k in range(MOST_TOGETHER)]

    asyncio.run(test())


def test_every_loop_has_its_own() -> None:
    async def found() -> Outgoing:
        assert outgoing_of(asyncio.get_running_loop()) is outgoing_of(asyncio.get_running_loop())
        return outgoing_of(asyncio.get_running_loop())

    assert asyncio.run(found()) is not asyncio.run(found())
