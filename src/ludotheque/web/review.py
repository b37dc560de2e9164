"""The review of a finished game for a page and for programs: numbers, pictures and words."""

from msgspec import to_builtins

from ludotheque.drawing.chances import chances_chart
from ludotheque.i18n.language import SHARED, language, speaking
from ludotheque.i18n.words import NO_BREAK, signed
from ludotheque.reviews import Account, Decision, Review
from ludotheque.reviews.words import percent, sentence, why
from ludotheque.tables.reviewing import Progress
from ludotheque.tables.table import Table
from ludotheque.web.frames import JsonObject
from ludotheque.web.labels import labels
from ludotheque.web.pointing import pointed

_ = SHARED.text


def show_review(progress: Progress) -> JsonObject:
    """How far a review is, and all of it when it is there."""
    known = {"judged": progress.judged, "decisions": progress.decisions}
    if progress.review is None:
        return {**known, "review": None}
    with speaking(language(), progress.table.names()):
        return {**known, "review": _whole(progress.table, progress.review)}


def _whole(table: Table, review: Review) -> JsonObject:
    told = review.to_dict()
    return {
        "decisions": told["decisions"],
        "moments": [_moment(table, moment) for moment in review.moments],
        "seats": [_seat(table, review, seat) for seat in range(table.game.players)],
    }


def _moment(table: Table, moment: Decision) -> JsonObject:
    """A decision that lost much: what was better, where it lies on the board, and why."""
    view = table.state_at(moment.ply).view(moment.seat, history=False)
    assert moment.better is not None
    played, better = labels(view, [moment.move, moment.better])
    reason = why(view, moment.better, moment.move, (moment.known, moment.played), moment.points)
    return {
        **to_builtins(moment),
        "name": table.name(moment.seat),
        "label": played,
        "better_label": better,
        "words": sentence(reason),
        **pointed(view, moment.better),
    }


def _seat(table: Table, review: Review, seat: int) -> JsonObject:
    account = review.account(seat)
    own = [one for one in review.decisions if one.seat == seat]
    end = (table.ply, account.result)
    moments = [
        (one.ply, one.known, _("move {ply}", ply=one.ply + 1)) for one in review.moments if one.seat == seat
    ]
    chart = chances_chart(
        _("The chance to win, move by move"),
        table.ply,
        [*((one.ply, one.known) for one in own), end],
        [*((one.ply, one.open[seat]) for one in review.judgements), end],
        moments,
    )
    parts = [(label, value) for label, value in _parts(table, account) if value is not None]
    return {
        "seat": seat,
        "name": table.name(seat),
        "account": {name: round(value, 4) for name, value in to_builtins(account).items()},
        "parts": [
            {"label": label, "words": f"{signed(percent(value))}{NO_BREAK}%", "value": round(value, 4)}
            for label, value in parts
        ],
        "start": f"{percent(account.start)}{NO_BREAK}%",
        "result": f"{percent(account.result)}{NO_BREAK}%",
        "chart": chart,
    }


def _parts(table: Table, account: Account) -> list[tuple[str, float | None]]:
    """What took the chance from its start to the result; only what there can be in this game."""
    has_chance, alone = table.game.definition.rules.OUTCOME > 0, table.game.players == 1
    return [
        (_("Own decisions"), account.decided),
        (_("Decisions of the others"), None if alone else account.others),
        (_("Better than in imagined games"), account.beyond if table.game.shared_goal else None),
        (_("Luck"), account.luck if has_chance else None),
    ]
