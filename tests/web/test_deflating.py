"""Compression that costs no memory while nothing happens, and that any client understands."""

import ctypes
import zlib
from random import Random
from typing import Any

import psutil  # type: ignore[import-untyped]
import pytest
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory, PerMessageDeflate
from websockets.frames import Frame, Opcode

from ludotheque.web.deflating import HOLES, ThriftyDeflate, ThriftyDeflateFactory, deflating

MESSAGES = [
    f'{{"version":{k},"prompt":"it is the turn of Guest {k % 4}, who leads"}}'.encode() for k in range(6)
]


@pytest.fixture(params=["isal", "zlib"], autouse=True)
def compressor(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Intel's, and the one of every Python, which serves where there is no other."""
    if request.param == "zlib":
        monkeypatch.setattr("ludotheque.web.deflating.compressobj", zlib.compressobj)
        monkeypatch.setattr("ludotheque.web.deflating.LEVEL", 3)


def agreed(**asked: Any) -> tuple[ThriftyDeflate, PerMessageDeflate]:
    """The two ends of a connection."""
    client = ClientPerMessageDeflateFactory(client_max_window_bits=True, **asked)
    params, server = ThriftyDeflateFactory().process_request_params(client.get_request_params(), [])
    assert isinstance(server, ThriftyDeflate)
    return server, client.process_response_params(params, [])


def sent(server: PerMessageDeflate, client: PerMessageDeflate, message: bytes) -> int:
    """The bytes on the line of a message that arrives as it was."""
    packed = server.encode(Frame(Opcode.TEXT, message))
    assert bytes(client.decode(packed).data) == message
    return len(packed.data)


@pytest.mark.parametrize("asked", [{}, {"server_no_context_takeover": True}])
def test_who_rests_in_between_is_understood(asked: dict[str, bool]) -> None:
    server, client = agreed(**asked)
    for message in MESSAGES:
        sent(server, client, message)
        server.rest()
        server.rest()
        sent(client, server, message)


def test_what_was_sent_is_referred_to_while_there_is_something_to_send() -> None:
    server, client = agreed()
    first = sent(server, client, MESSAGES[0])
    server.rest()  # after a message, so that it stays
    assert sent(server, client, MESSAGES[1]) < first / 2
    server.rest()
    server.rest()
    assert sent(server, client, MESSAGES[2]) > first / 2, "it begins anew"


def test_who_wants_nothing_referred_to_gets_every_message_whole() -> None:
    server, client = agreed(server_no_context_takeover=True)
    assert sent(server, client, MESSAGES[0]) == sent(server, client, MESSAGES[0])


@pytest.mark.parametrize("window", range(9, 16))
def test_messages_of_any_length_arrive_through_any_window(window: int) -> None:
    server, client = agreed(server_max_window_bits=window)
    letters = Random(window)
    said = [bytes(letters.choices(b"abcdefgh", k=length)) for length in (0, 1, 300, 8192, 70_000, 2)]
    for message in said * 3:
        sent(server, client, message)


def test_what_unpacks_is_made_when_somebody_speaks() -> None:
    server, client = agreed()
    assert not hasattr(server, "decoder")
    for message in MESSAGES:
        sent(client, server, message)
        server.rest()
        server.rest()
    assert hasattr(server, "decoder")


def test_pings_are_not_compressed() -> None:
    server, _client = agreed()
    assert server.encode(Frame(Opcode.PING, b"1234")) == Frame(Opcode.PING, b"1234")


def test_compression_is_found_where_it_was_agreed_on() -> None:
    server, client = agreed()
    assert deflating([client, server]) is server
    assert deflating([]) is None


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "malloc_trim"), reason="glibc alone can do that")
def test_the_system_gets_back_what_was_given_up() -> None:
    between, ends = [], [agreed() for _ in range(2 * HOLES)]
    for server, client in ends:
        sent(server, client, b"".join(MESSAGES) * 30)
        between.append(bytearray(20_000))  # so that the holes do not lie at the end
    before = psutil.Process().memory_info().rss
    for _ in range(2):
        for server, _client in ends:
            server.rest()
    assert before - psutil.Process().memory_info().rss > 1.5 * HOLES * 4096, "a page of each"
    assert between
