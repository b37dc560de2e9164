"""Every lesson, played to its end in every language, and whatever it lets the newcomer do."""

import pytest

from ludotheque.core.lesson import Lesson, Step
from ludotheque.core.registry import definition
from ludotheque.i18n.language import speaking
from ludotheque.tables.errors import NotNow
from ludotheque.tables.opening import TableRequest, opening
from ludotheque.tables.service import Room
from ludotheque.tables.table import Table
from ludotheque.web.presenter import Viewer, show
from tests.tables.tables import ADA, NOON, happened

WITH_LESSON = ("feurio", "fou", "forma")
LANGUAGES = ("en", "fr", "it", "de")
MOST_WORDS = 32


def lesson_of(game: str) -> Lesson:
    lesson = definition(game).page.LESSON
    assert lesson is not None
    return lesson


def opened(game: str) -> Table:
    return Table("test", opening(TableRequest(game, lesson=True), ADA, "Ada", NOON))


@pytest.mark.parametrize("game", WITH_LESSON)
def test_a_lesson_has_few_steps_of_one_thought_each(game: str) -> None:
    steps = lesson_of(game).steps
    assert 5 <= len(steps) <= 8
    assert max(len(step.says.split()) for step in steps) <= MOST_WORDS
    assert sum(bool(step.does) for step in steps) >= 3, "one learns by doing"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", WITH_LESSON)
@pytest.mark.parametrize("choose", [0, -1])
def test_a_lesson_is_played_to_its_end(game: str, language: str, choose: int) -> None:
    table, lesson, heard = opened(game), lesson_of(game), set[str]()
    with speaking(language):
        while True:
            shown = show(Room(table), Viewer(ADA, "Ada"), NOON)
            assert shown["coach"] is None
            thoughts = shown["lesson"]["thoughts"]
            assert thoughts and shown["lesson"]["number"] == len(lesson.steps)
            heard |= {thought["says"] for thought in thoughts}
            parts = {key for panel in shown["panels"].values() for key in panel["parts"]}
            assert {key for thought in thoughts for key in thought["shows"]} <= parts
            step = lesson.awaited(table.ply - table.given)
            if step is None:
                break
            assert shown["to_act"] and all(step.accepts(choice["move"]) for choice in shown["choices"])
            wanted = [str(move) for move in table.state.moves() if step.accepts(str(move))]
            table = happened(table, table.move(NOON, ADA, table.ply, wanted[choose]))
            for _reply in step.replies:
                reply = table.scripted_reply()
                assert reply, "the script fits whatever the newcomer did"
                table = happened(table, table.move_by_bot(NOON, table.position, reply))
    assert len(heard) == len(lesson.steps)
    if language != "en":
        assert not heard & {step.says for step in lesson.steps}, "all of it is translated"


def test_a_lesson_waits_for_what_it_speaks_of() -> None:
    table = opened("fou")
    with pytest.raises(NotNow, match="the lesson waits for something else: Everybody plays one card"):
        table.move(NOON, ADA, 0, "B2")
    assert [seat.who.level for seat in table.seats[1:]] == ["novice"] * 3


def test_patterns_can_shun() -> None:
    step = Step("…", does=("*c4*", "!*d4*"))
    assert step.accepts("c4+c5") and not step.accepts("c4+d4") and not step.accepts("a1")


def test_a_game_without_a_lesson_is_guided_among_novices() -> None:
    request = opening(TableRequest("connect_four", lesson=True), ADA, "Ada", NOON)
    assert request.guided and not request.lesson and request.seats[1].level == "novice"
