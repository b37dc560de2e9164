"""Why somebody who clicks a part of a picture cannot play it now: the reason that its game gives."""

from typing import NamedTuple

from ludotheque.i18n.language import SHARED, language, speaking
from ludotheque.i18n.words import capitalised
from ludotheque.tables.chronicle import PLAYING
from ludotheque.tables.table import Table

_ = SHARED.text


class Reason(NamedTuple):
    """A sentence, and the first rule that it stands on; both empty where that is no question."""

    words: str = ""
    rule: str = ""


def why_not(table: Table, person: str, part: str) -> Reason:
    """Why this person cannot play that part now."""
    if table.phase != PLAYING or not table.seats_of(person):
        return Reason()
    turn, definition = table.state.seat, table.game.definition
    if turn not in table.seats_of(person):
        return Reason(_("It is {name}’s turn.", name=table.name(turn)))
    view = table.state.view(turn)
    with speaking(language(), table.names()):
        move = definition.page.attempt(view.data, part)
        if not move or move in map(str, view.moves()):
            return Reason()
        refusal = definition.refusals.refusal(view.states(), 0, definition.notation.parse_move(move))
        return Reason(capitalised(refusal.why) + ".", refusal.rule.split(", ")[0])
