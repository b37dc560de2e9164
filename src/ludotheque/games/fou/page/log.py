"""What has happened at a table of Fou!, in sentences: move by move, and round by round."""

from ludotheque.core.page import Interlude, Line
from ludotheque.games.fou import words
from ludotheque.games.fou.language import _
from ludotheque.games.fou.view import FouView
from ludotheque.i18n.words import signed


def log_entry(before: FouView, move: str, after: FouView) -> str:
    """Who played which card; at the end of a trick its winner and Fools, at the end of a round the scores."""
    sentences = [_played(before, move)]
    if not after.trick and after.last_trick:
        sentences.append(words.trick_words(after, after.last_trick))
    if after.finished > before.finished:
        sentences.append(_scored(after))
    return " ".join(sentences)


def _played(before: FouView, card: str) -> str:
    who, name = words.someone(before.turn), words.card_name(card)
    if not before.trick:
        return _("{who} leads {card}.", who=who, card=name)
    if before.discards(card):
        return _("{who} discards {card}.", who=who, card=name)
    return _("{who} plays {card}.", who=who, card=name)


def _scored(data: FouView) -> str:
    scores = ", ".join(f"{words.someone(seat)} {signed(score)}" for seat, score in enumerate(data.sheet[-1]))
    return _("Round {number} ends: {scores}.", number=data.finished, scores=scores)


def interlude(data: FouView) -> Interlude | None:
    """A trick that has just ended; if it was the last of its round, what the round brought."""
    if data.last_trick is None or data.trick or data.phase == "over":
        return None
    if not data.new_round:
        return Interlude("trick", f"{data.finished}:{sum(len(seat.played) for seat in data.seats)}")
    lines = tuple(
        Line(seat, _("{total} in all", total=signed(about.total)), data.sheet[-1][seat])
        for seat, about in enumerate(data.seats)
    )
    title = _("Round {number} is over", number=data.finished)
    return Interlude("round", str(data.finished), title, lines, panel="previous")


def breakdown(data: FouView) -> list[Line]:
    """What each seat scored in each round; the rounds before those on the sheet are added up."""
    return [line for seat in range(len(data.seats)) for line in _rounds(data, seat)]


def _rounds(data: FouView, seat: int) -> list[Line]:
    column = [row[seat] for row in data.sheet]
    lines = [
        Line(seat, _round_words(number, score), score)
        for number, score in enumerate(column, start=data.sheet_from)
    ]
    if data.sheet_from > 1:
        earlier = data.seats[seat].total - sum(column)
        lines.insert(0, Line(seat, _("Rounds 1 to {last}", last=data.sheet_from - 1), earlier))
    return lines


def tally(data: FouView) -> list[dict[str, int]]:
    """Each seat's points, round by round."""
    return [
        {
            _("round {number}", number=number): row[seat]
            for number, row in enumerate(data.sheet, start=data.sheet_from)
        }
        for seat in range(len(data.seats))
    ]


def _round_words(number: int, score: int) -> str:
    """What a round brought (O13, O14): cards left always cost something, so 0 is a Fool who went out."""
    if score > 0:
        return _("Round {number}: no cards left", number=number)
    if score == 0:
        return _("Round {number}: no cards left, but the Fool of the last trick", number=number)
    return _("Round {number}: cards left in hand", number=number)
