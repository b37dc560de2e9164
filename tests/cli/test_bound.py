"""``ludotheque bound``: a share for each answer, beside the bot's; equal seeds print equal tables."""

import re

import pytest

import ludotheque
from ludotheque.arena.bound import Shuffle, bound
from ludotheque.core import foresight
from tests.cli.run import in_process

Captured = pytest.CaptureFixture[str]
SOLO = ("bound", "feurio", "--set", "mode=solo", "--shuffles", "3", "--seed", "1")
COUNT = re.compile(r"^ +(.*?)  +(\d+) +([\d.]+%) +([\d.]+% … [\d.]+%) *$", flags=re.MULTILINE)


def rows(out: str) -> dict[str, int]:
    return {words: int(count) for words, count, _, _ in COUNT.findall(out)}


def test_the_answers_add_up_and_the_bot_stands_beside_them(capsys: Captured) -> None:
    done = in_process(capsys, *SOLO, "--bot", "random")
    assert (done.code, done.err) == (0, "")
    assert "players=1 mode=solo: 3 shuffles, seed 1" in done.out
    yes, no, unknown, won = rows(done.out).values()
    assert yes + no + unknown == 3
    assert (yes, won) == (3, 0)
    assert "random wins" in rows(done.out)


@pytest.mark.parametrize("players", ["2", "3", "4"])
def test_together_too_and_without_a_bot(players: str, capsys: Captured) -> None:
    where = ("bound", "feurio", "--players", players, "--set", "mode=coop", "--shuffles", "1")
    done = in_process(capsys, *where, "--effort", "3", "--no-bot")
    assert done.code == 0
    assert len(rows(done.out)) == 3
    assert sum(rows(done.out).values()) == 1


def test_equal_seeds_print_equal_tables(capsys: Captured) -> None:
    first, second = (in_process(capsys, *SOLO, "--bot", "greedy").out for _ in range(2))
    assert first == second


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["feurio"], "Feurio! has no shared goal in this variant, where players are against each other;"),
        (["feurio", "--players", "2", "--set", "mode=solo"], "mode=solo: with players=2"),
        (["feuro"], 'no game "feuro"; did you mean "feurio"?'),
        (["feurio", "--set", "mode=solo", "--bot", "exprt"], 'no bot "exprt"; did you mean "expert"?'),
        (["feurio", "--set", "mode=solo", "--shuffles", "0"], "--shuffles"),
        (["feurio", "--set", "mode=solo", "--effort", "0"], "--effort"),
        (["feurio", "--set", "mode=solo", "--efort", "1"], "--efort"),
    ],
)  # fmt: skip
def test_a_command_written_wrong(arguments: list[str], message: str, capsys: Captured) -> None:
    done = in_process(capsys, "bound", *arguments)
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert len(done.err.splitlines()) == 1


def test_a_bot_that_wins_what_is_proven_lost_is_an_alarm(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ludotheque.game("feurio", mode="solo")
    monkeypatch.setattr("ludotheque.arena.bound.bot_wins", lambda *_: True)
    assert list(bound(game, 1, 1, bot_name="random")) == [Shuffle(0, True, True)]
    lost = foresight.Foresight(False, [])
    monkeypatch.setattr("ludotheque.arena.bound.foresee", lambda *_, **__: lost)
    with pytest.raises(AssertionError, match="won what was proven lost"):
        list(bound(game, 1, 1, bot_name="random"))
