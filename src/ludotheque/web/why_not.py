"""Why somebody who clicks a part of a picture cannot play it now: the reason that its game gives."""

from ludotheque.i18n.language import SHARED, language, speaking
from ludotheque.i18n.words import capitalised
from ludotheque.tables.table import PLAYING, Table

_ = SHARED.text


def why_not(table: Table, person: str, part: str) -> str:
    """A sentence; empty where that is no question."""
    if table.phase != PLAYING or not table.seats_of(person):
        return ""
    turn, definition = table.state.seat, table.game.definition
    if turn not in table.seats_of(person):
        return _("It is {name}’s turn.", name=table.name(turn))
    view = table.state.view(turn)
    with speaking(language(), table.names()):
        move = definition.page.attempt(view.data, part)
        if not move or move in map(str, view.moves()):
            return ""
        code = definition.notation.parse_move(move)
        return capitalised(definition.refusals.refusal(view.states(), 0, code).why) + "."
