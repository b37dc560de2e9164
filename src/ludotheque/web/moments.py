"""What a position means to a page beyond itself: a set-up to watch, a trick to look at, a lesson."""

from ludotheque.core.view import View
from ludotheque.engine.contract import SPECTATOR
from ludotheque.tables.chronicle import OVER, PLAYING
from ludotheque.tables.table import Table
from ludotheque.web.frames import JsonObject


def laid_of(table: Table, view: View) -> list[str]:
    """The parts of a ready board, for whoever sees it first: they are shown being laid."""
    if not table.opened.ready or table.ply != table.given:
        return []
    page = table.game.definition.page
    return [key for move in table.state.history for key in page.touched(view.data, str(move))]


def interlude_of(table: Table, view: View) -> JsonObject | None:
    """What has just ended, for somebody to look at before they see the game go on."""
    interlude = table.game.definition.page.interlude(view.data) if table.phase == PLAYING else None
    if interlude is None:
        return None
    lines = [dict(vars(line)) for line in interlude.lines]
    return {**vars(interlude), "lines": lines}  # `dataclasses.asdict` takes ten times as long


def lesson_of(table: Table, view: View) -> JsonObject | None:
    """The thoughts of a lesson that belong to this position, for whoever takes it."""
    if table.lesson is None or view.seat == SPECTATOR or table.phase == OVER:
        return None
    steps, text = table.lesson.steps, table.game.definition.translations.text
    thoughts = table.lesson.thoughts(table.ply - table.given)
    return {
        "first": thoughts.start,
        "number": len(steps),
        "thoughts": [
            {"says": text(steps[k].says), "shows": steps[k].shows, "waits": bool(steps[k].does)}
            for k in thoughts
        ],
    }
