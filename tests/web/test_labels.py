"""Moves that are told beside each other can be told apart, in a review and in a hint."""

from collections.abc import Iterator
from itertools import combinations, islice
from pathlib import Path

import pytest

import ludotheque
from ludotheque.core.view import View
from ludotheque.i18n.language import languages, speaking
from ludotheque.reviews import Decision
from ludotheque.tables.archive import table_of
from ludotheque.tables.service import Hint
from ludotheque.tables.thinking import Thought
from ludotheque.web.labels import labels
from ludotheque.web.presenter import show_hint
from ludotheque.web.review import _moment
from tests.reviews.test_judging import GOLDEN, on_line
from tests.web.test_pointing import seen

FILES = sorted(GOLDEN.glob("*.jsonl"))
MOST = 12  # moves of a position that are compared; an expert considers fewer


def positions(file: Path, step: int = 7) -> Iterator[View]:
    for record in ludotheque.read_records(file):
        for ply in range(0, len(record.moves), step):
            state = record.replay(ply)
            yield state.view(state.seat, history=False)


def alike(view: View) -> list[str]:
    """Some legal moves, those first that are called the same."""
    page, moves = view.game.definition.page, [str(move) for move in islice(view.moves(), 200)]
    return sorted(moves, key=lambda move: page.label(view.data, move))[:MOST]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
@pytest.mark.parametrize("language", ["en", "de"])
def test_no_two_moves_are_called_the_same(file: Path, language: str) -> None:
    with speaking(language):
        for view in positions(file):
            moves = alike(view)
            assert len(set(labels(view, moves))) == len(moves), labels(view, moves)


def test_two_moves_are_told_apart_in_words() -> None:
    """Not by notation, which is for those who type: two cells always lie in opposite directions."""
    for view in positions(GOLDEN / "feurio.jsonl", 11):
        for pair in combinations(alike(view), 2):
            assert not any("(" in label or "," in label.replace(", for ", "") for label in labels(view, pair))


def test_moves_that_differ_in_words_are_left_as_they_are() -> None:
    view = seen("feurio.jsonl", 5, 29)
    page = view.game.definition.page
    assert labels(view, ["B1 2,2", "pass"]) == [page.label(view.data, move) for move in ("B1 2,2", "pass")]


def twins() -> tuple[int, list[str]]:
    """A position of a game alone, and two spots for its tile."""
    record = on_line(GOLDEN / "feurio.jsonl", 1)
    for ply in range(4, len(record.moves)):
        state = record.replay(ply)
        moves = [str(move) for move in state.view(state.seat).moves()]
        if len(moves) > 2 and all(move.startswith("lay") for move in moves):
            return ply, moves
    raise AssertionError("no tile has two spots")


def test_a_moment_names_two_moves() -> None:
    ply, (played, better, *_more) = twins()
    table = table_of(on_line(GOLDEN / "feurio.jsonl", 1))
    moment = _moment(table, Decision(ply, 0, played, better, 0.4, 0.3, 0.4, 0.0, None, 0.0))
    assert moment["label"].startswith("Lay the ") and " at the " in moment["label"]
    assert moment["label"] != moment["better_label"]


def test_a_hint_names_each_move_that_was_considered() -> None:
    ply, moves = twins()
    table = table_of(on_line(GOLDEN / "feurio.jsonl", 1))
    view = table.state_at(ply).view(0)
    hint = show_hint(Hint(table, view, [Thought(move, 100, 0.5) for move in moves]))
    told = [hint["label"], *(other["label"] for other in hint["others"])]
    assert len(set(told)) == len(moves)


@pytest.mark.parametrize("language", list(languages()))
@pytest.mark.parametrize("line", [1, 15], ids=["a shared goal", "against each other"])
def test_no_line_of_a_hint_ends_between_a_number_and_its_percent(language: str, line: int) -> None:
    table = table_of(on_line(GOLDEN / "feurio.jsonl", line))
    view = table.state_at(4).view(table.state_at(4).seat)
    with speaking(language):
        hint = show_hint(Hint(table, view, [Thought(str(move), 20_000, 0.5) for move in view.moves()[:2]]))
    for words in (hint["words"], *(other["words"] for other in hint["others"])):
        assert "50\u00a0%" in words
