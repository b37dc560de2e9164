"""Shuffles that can be proven, beside a second, plain telling of the scheme (docs/records.md, "Fairness")."""

import hashlib
import hmac
import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import ludotheque
from ludotheque import Record, Refusal, read_records
from ludotheque.cli import verify as verify_command
from ludotheque.core import fair_shuffle, fairness, reading
from ludotheque.core.definition import Definition
from ludotheque.core.errors import BrokenGame
from ludotheque.core.registry import definition
from tests.cli.run import in_process

VECTORS = Path(__file__).parent.parent / "fairness" / "fair.jsonl"
SECRET = bytes(range(32))


def plain_shuffle(
    things: list[int], secret: bytes, table: str, contributions: list[str], event: int
) -> list[int]:
    """The scheme as a sceptic would write it, straight from the page."""
    message = "\n".join(["ludotheque-fair/1", table, *contributions]).encode()
    key = hmac.new(secret, message, hashlib.sha256).digest()
    stream = b"".join(hmac.new(key, b"%d\n%d" % (event, n), hashlib.sha256).digest() for n in range(100))
    numbers = [int.from_bytes(stream[k : k + 8], "big") for k in range(0, len(stream), 8)]
    for i in range(len(things) - 1, 0, -1):
        while (word := numbers.pop(0)) >= 2**64 - 2**64 % (i + 1):
            pass
        j = word % (i + 1)
        things[i], things[j] = things[j], things[i]
    return things


def fair_record(name: str, players: int) -> Record:
    """A record whose first shuffle follows from SECRET, without any move."""
    game = ludotheque.game(name, players=players)
    contributions = ["a_1", *[""] * (players - 1)]
    proof = fairness.Proof("table", fair_shuffle.committed(SECRET), SECRET.hex(), tuple(contributions))
    outcome = fairness.fair_outcome(game, proof.key(), 0)
    setup = game.definition.notation.write_setup(game.options, [outcome])
    return Record(game, setup, (), more={"fairness": proof.to_dict()})


@pytest.mark.parametrize(("name", "players"), [("feurio", 4), ("feurio", 1), ("fou", 4), ("fou", 8)])
@pytest.mark.parametrize("event", [0, 1, 7])
def test_the_shuffle_is_the_one_on_the_page(name: str, players: int, event: int) -> None:
    game = ludotheque.game(name, players=players)
    things = game.definition.notation.unshuffled(game.options)
    contributions = ["x", *[""] * (players - 1)]
    proof = fairness.Proof("tbl", fair_shuffle.committed(SECRET), SECRET.hex(), tuple(contributions))
    expected = plain_shuffle(list(things), SECRET, "tbl", contributions, event)
    assert fair_shuffle.shuffled(things, proof.key(), event) == expected
    assert sorted(expected) == sorted(things)


def test_what_is_shuffled_is_what_the_page_says() -> None:
    feurio, fou = ludotheque.game("feurio"), ludotheque.game("fou", players=4)
    assert feurio.definition.notation.unshuffled(feurio.options) == [v for v in range(1, 7) for _ in range(6)]
    cards = [fou.definition.notation.format_move(c) for c in fou.definition.notation.unshuffled(fou.options)]
    assert cards[:2] == ["G2", "G3"]
    assert cards[16:18] == ["R2", "R3"]
    assert cards[-5:] == ["B8", "1", "1", "1", "1"]


@pytest.mark.parametrize("name", ["feurio", "fou"])
def test_a_fair_record_is_fair(name: str) -> None:
    fairness.verify(fair_record(name, 4))


def changed(record: Record, **fields: Any) -> Record:
    return replace(record, more={"fairness": {**record.more["fairness"], **fields}})


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"secret": "00" * 32}, "the secret is not the one that was promised"),
        ({"secret": "00"}, 'the secret must be 64 lower-case hexadecimal digits, not "00"'),
        ({"secret": None}, "the secret must be 64 lower-case hexadecimal digits, not null"),
        ({"secret": SECRET.hex().upper()}, "the secret must be 64 lower-case hexadecimal digits, not"),
        ({"commitment": "X" * 64}, "the commitment must be 64 lower-case hexadecimal digits"),
        ({"contributions": ["b", "", "", ""]}, "shuffle 1 does not follow"),
        ({"contributions": ["a_1"]}, "there must be 4 contributions, one for each seat"),
        ({"contributions": ["a b", "", "", ""]}, "a contribution is at most 64 of"),
        ({"contributions": ["a" * 65, "", "", ""]}, "a contribution has at most 64 characters, not 65"),
        ({"table": "another"}, "shuffle 1 does not follow"),
        ({"table": 7}, "the table must be a text, not 7"),
        ({"scheme": "other/1"}, 'the scheme must be "ludotheque-fair/1", not "other/1"'),
    ],
)
def test_anything_else_is_not(fields: dict[str, Any], why: str) -> None:
    with pytest.raises(Refusal, match=why):
        fairness.verify(changed(fair_record("feurio", 4), **fields))


def test_the_order_within_a_hand_means_nothing() -> None:
    record = fair_record("fou", 5)
    hands = [list(reversed(hand)) for hand in record.setup["deals"][0]]
    fairness.verify(replace(record, setup={"deals": [hands]}))
    swapped = [hands[1], hands[0], *hands[2:]]
    with pytest.raises(Refusal, match="shuffle 1 does not follow"):
        fairness.verify(replace(record, setup={"deals": [swapped]}))


@pytest.mark.parametrize("deals", [0, 1])
def test_every_shuffle_that_the_moves_came_to_must_be_there(deals: int) -> None:
    record = list(read_records(VECTORS))[3]  # two rounds
    with pytest.raises(Refusal, match="the set-up ends too early"):
        fairness.verify(replace(record, setup={"deals": record.setup["deals"][:deals]}))
    fairness.verify(replace(record, moves=record.moves[:12]))  # more are accepted


def test_no_shuffle_at_all_is_not_fair() -> None:
    for name, shuffled in (("feurio", "stack"), ("fou", "deals")):
        with pytest.raises(Refusal):
            fairness.verify(replace(fair_record(name, 4), setup={shuffled: []}))


def test_numbers_are_fair() -> None:
    source = iter([2**64 - 1, 2**64 - 2, 5])
    assert fair_shuffle.uniform(source, 3) == (2**64 - 2) % 3
    source = iter([2**64 - 1, 5])
    assert fair_shuffle.uniform(source, 6) == 5  # 2**64 is no multiple of 6: the last words are passed over
    counted = [0] * 3
    for word in islice(fair_shuffle.words(b"k", 0), 3_000):
        counted[word % 3] += 1
    assert min(counted) > 900


def test_the_command_tells_fair_from_not(capsys: pytest.CaptureFixture[str]) -> None:
    done = in_process(capsys, "verify", VECTORS)
    assert done.code == 1
    assert [line.split(":")[0] for line in done.out.splitlines()] == [
        "1 fair", "2 NOT FAIR", "3 NOT FAIR", "4 fair", "5 NOT FAIR", "6 NOT FAIR",
    ]  # fmt: skip


def test_a_record_that_claims_nothing_is_not_proven(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, *_ = read_records(VECTORS)
    plain = json.loads(first.to_json())
    del plain["fairness"]
    file = tmp_path / "plain.jsonl"
    file.write_text(json.dumps(plain) + "\n" + first.to_json() + "\n")
    done = in_process(capsys, "verify", file)
    assert (done.code, done.out) == (0, "1 not proven\n2 fair\n")


def test_a_game_that_is_broken_costs_the_others_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def found(name: str) -> Definition:
        if name == "feurio":
            raise BrokenGame("the game feurio cannot be used: a fault")
        return definition(name)

    monkeypatch.setattr(reading, "definition", found)
    done = in_process(capsys, "verify", VECTORS)
    assert done.out.splitlines()[2:4] == ["3 NOT FAIR: the game feurio cannot be used: a fault", "4 fair"]


def test_every_verdict_is_printed_when_it_is_found(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def torn(path: str) -> Iterator[tuple[int, str]]:
        yield from islice(reading.read_lines(path), 1)
        raise OSError("the disk is gone")

    monkeypatch.setattr(verify_command, "read_lines", torn)
    with pytest.raises(OSError, match="gone"):
        verify_command.verify(str(VECTORS))
    assert capsys.readouterr().out == "1 fair\n"
