"""``ludotheque perft``: how many lines of play of each length there are."""

import pytest

from tests.cli.run import in_process

Captured = pytest.CaptureFixture[str]
CONNECT_FOUR = [7, 49, 343, 2401, 16807, 117649, 823536, 5673234]


def test_connect_four_counts_as_everybody_counts_it(capsys: Captured) -> None:
    done = in_process(capsys, "perft", "connect_four", "--depth", "8")
    assert done.out.splitlines() == [f"{depth} {count}" for depth, count in enumerate(CONNECT_FOUR, start=1)]
    assert done.code == 0


def test_options_and_the_seed_choose_where_it_begins(capsys: Captured) -> None:
    arguments = ("perft", "feurio", "--players", "2", "--set", "firebreaks=true", "--depth", "3")
    one = in_process(capsys, *arguments, "--seed", "1")
    assert one.code == 0
    assert one == in_process(capsys, *arguments, "--seed", "1")
    assert one != in_process(capsys, *arguments, "--seed", "2")


def test_a_depth_of_nothing_is_refused(capsys: Captured) -> None:
    done = in_process(capsys, "perft", "fou", "--depth", "0")
    assert (done.code, done.err) == (2, "--depth 0: write a whole number from 1\n")
