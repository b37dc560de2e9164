"""A table as one person may see it, as plain data: the `state` of the API (api.md).

It is made of views and of nothing else, so that what is hidden cannot get in.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any
from weakref import WeakKeyDictionary

from ludotheque.core.errors import Refusal
from ludotheque.core.fair_shuffle import SCHEME
from ludotheque.core.game import Game
from ludotheque.core.options import complete
from ludotheque.core.page import Panel
from ludotheque.core.registry import game as make_game
from ludotheque.core.view import View
from ludotheque.engine.contract import SPECTATOR
from ludotheque.i18n.language import SHARED, language, speaking
from ludotheque.tables.events import (
    FRIEND,
    PERSON,
    CameBack,
    Event,
    SeatTaken,
    StoodIn,
    UndoAnswered,
    Undone,
)
from ludotheque.tables.people import LEVEL_NAMES, name_of
from ludotheque.tables.service import Hint, Room
from ludotheque.tables.summary import NOBODY, Summary
from ludotheque.tables.table import OVER, PLAYING, SEATING, Table
from ludotheque.tables.thinking import Thought
from ludotheque.web.chart import score_chart

_, plural = SHARED.text, SHARED.plural

JsonObject = dict[str, Any]


@dataclass(frozen=True)
class Viewer:
    """Somebody who looks at a table, and the seat through which they would like to look."""

    person: str
    name: str
    seat: int | None = None


def viewpoint(table: Table, viewer: Viewer) -> tuple[int, int | None]:
    """The seat whose view a person gets, and the seat whose turn it is to lift the curtain.

    Several people at one screen have several seats: where hands are hidden, nobody's are shown until the
    one whose turn it is asks for them.
    """
    mine = table.seats_of(viewer.person)
    if not mine or table.phase == SEATING:
        return SPECTATOR, None
    if table.phase == OVER:
        return (viewer.seat if viewer.seat in mine else mine[0]), None
    turn = table.state.seat
    if len(mine) == 1:
        return mine[0], None
    if not table.game.definition.secret(table.game.options):
        return (turn if turn in mine else mine[0]), None
    if turn not in mine:
        return SPECTATOR, None
    return (turn, None) if viewer.seat == turn else (SPECTATOR, turn)


def show(room: Room, viewer: Viewer, now: float, root: str = "", *, awake: bool = True) -> JsonObject:
    """The whole state of a table for somebody.

    *root* begins the links to invite friends with; *awake* says whether bots can move at once.
    """
    table = room.table
    seat, curtain = viewpoint(table, viewer)
    view = table.state.view(seat)
    with speaking(language(), table.names()):
        return {
            **_about(table),
            **_position(table, view, table.ply),
            "version": table.version,
            "me": _me(table, viewer, seat),
            "curtain": curtain,
            "to_act": _to_act(table, viewer, seat),
            "choices": _choices(view) if _to_act(table, viewer, seat) else [],
            "extra": table.game.definition.page.extra(view),
            "seats": _seats(room, viewer, view, now, root),
            "log": {"from": 0, "entries": _log(room)},
            "chat": {"from": 0, "entries": _chat(table)},
            "undo": _undo(table, viewer.person),
            "coach": _coach(table, view),
            "result": _result(table, view) if table.phase == OVER else None,
            "rematch": table.rematch or None,
            "waking": not awake and table.phase == PLAYING and table.seats[table.state.seat].by_bot,
            "watching": len(room.here() - table.people()),
            "fairness": show_fairness(table),
        }


def show_past(table: Table, ply: int, seat: int) -> JsonObject:
    """A finished game as it was after *ply* moves, through any seat."""
    with speaking(language(), table.names()):
        view = table.state_at(ply).view(seat)
        scores = table.game.definition.page.scores(view.data)
        return {**_position(table, view, ply), "as": seat, "scores": scores}


def _about(table: Table) -> JsonObject:
    definition = table.game.definition
    return {
        "table": table.id,
        "game": definition.name,
        "title": definition.title,
        "options": table.game.options,
        "option_words": option_words(table.game),
        "phase": table.phase,
        "guided": table.opened.guided,
        "listed": table.opened.listed,
        "clock": {"kind": table.opened.clock.kind, "seconds": table.opened.clock.seconds},
        "watchers_talk": table.watchers_talk,
        "hot_seat": table.hot_seat,
    }


def show_fairness(table: Table) -> JsonObject | None:
    """What everybody may know about the shuffles: all but the secret, and that too when the game is over."""
    if not table.commitment:
        return None
    known: JsonObject = {
        "scheme": SCHEME,
        "table": table.id,
        "commitment": table.commitment,
        "contributions": [one or "" for one in table.contributions],
        "awaited": [seat for seat, one in enumerate(table.contributions) if one is None and not table.begun],
    }
    return known | {"secret": table.opened.secret} if table.phase == OVER else known


def option_words(game: Game) -> list[str]:
    """What was chosen about the game if it is not the usual, in a few words each."""
    definition, chosen = game.definition, game.options
    usual = complete(definition.options, {"players": game.players})
    words = [plural("{number} player", "{number} players", game.players)]
    for option in definition.options[1:]:
        value, label = chosen[option.name], definition.translations.text(option.label)
        if value is True:
            words.append(label)
        elif value != usual[option.name]:
            shown = definition.translations.text(value.capitalize()) if isinstance(value, str) else value
            words.append(_("{label}: {value}", label=label, value=shown))
    return words


def _position(table: Table, view: View, ply: int) -> JsonObject:
    definition = table.game.definition
    last = [str(move) for move in table.state.history[ply - 1 : ply]]
    data = view.data
    return {
        "ply": ply,
        "turn": max(NOBODY, data.turn),
        "prompt": _prompt(table, data, ply),
        "panels": _panels(view, language(), tuple(table.names())),
        "last": [key for move in last for key in definition.page.touched(data, move)],
    }


def _prompt(table: Table, data: Any, ply: int) -> str:
    if table.phase == SEATING and ply == table.ply:
        return (
            _("All are here: the game begins in a moment.")
            if table.full
            else _("The game begins when all seats are taken.")
        )
    return table.game.definition.page.prompt(data)


@lru_cache(256)
def _panels(view: View, _language: str, _names: tuple[str, ...]) -> JsonObject:
    """The panels, drawn once for everybody who sees the same."""
    return {name: _panel(panel) for name, panel in view.game.definition.page.panels(view.data).items()}


def _panel(panel: Panel) -> JsonObject:
    return {
        "box": panel.box,
        "heading": panel.heading,
        "ground": panel.ground,
        "order": list(panel.parts),
        "parts": dict(panel.parts),
    }


def _me(table: Table, viewer: Viewer, seat: int) -> JsonObject:
    mine = table.seats_of(viewer.person)
    return {"seats": mine, "host": viewer.person == table.host, "as": seat, "name": viewer.name}


def _to_act(table: Table, viewer: Viewer, seat: int) -> bool:
    if table.phase != PLAYING or seat != table.state.seat:
        return False
    return seat in table.seats_of(viewer.person) and not table.seats[seat].by_bot


def _choices(view: View) -> list[JsonObject]:
    return [asdict(choice) for choice in view.game.definition.page.choices(view)]


def _seats(room: Room, viewer: Viewer, view: View, now: float, root: str) -> list[JsonObject]:
    table, here = room.table, room.here()
    page, data = table.game.definition.page, view.data
    scores = page.scores(data)
    return [
        {
            "seat": number,
            "name": table.name(number),
            "kind": seat.who.kind,
            "level": _(LEVEL_NAMES[seat.who.level]) if seat.who.level else None,
            "mine": seat.who.person == viewer.person and seat.who.kind == PERSON,
            "here": seat.who.kind != PERSON or seat.who.person in here,
            "stand_in": seat.stood_in,
            "score": scores[number] if scores and table.phase != SEATING else None,
            "turn": table.phase == PLAYING and number == table.state.seat,
            "winner": number in table.state.winners,
            "clock": table.time_left(number, now),
            "marks": page.marks(data, number),
            "invite": _invitation(table, viewer, number, root),
        }
        for number, seat in enumerate(table.seats)
    ]


def _invitation(table: Table, viewer: Viewer, seat: int, root: str) -> str | None:
    who = table.seats[seat].who
    if who.kind != FRIEND or viewer.person != table.host:
        return None
    return f"{root}/t/{table.id}?key={who.key}"


def _chat(table: Table) -> list[JsonObject]:
    return [
        {"name": said.name, "seat": next(iter(table.seats_of(said.person)), -1), "text": said.text}
        for said in table.said
    ]


def _undo(table: Table, person: str) -> JsonObject:
    question = table.question
    asked = None
    if question:
        name = next((table.name(seat) for seat in table.seats_of(question.person)), "")
        asked = {"name": name, "mine": question.person == person, "of_me": person in question.waiting}
    return {"allowed": table.undo_ply(person) is not None and question is None, "asked": asked}


def _coach(table: Table, view: View) -> JsonObject | None:
    if not table.opened.guided or view.seat == SPECTATOR or view.data.turn not in (view.seat, -1):
        return None
    advice = table.game.definition.page.coach(view.data)
    return {"topic": advice[0], "text": advice[1]} if advice else None


def _result(table: Table, view: View) -> JsonObject:
    definition = table.game.definition
    return {
        "words": definition.page.prompt(view.data),
        "winners": table.state.winners,
        "lines": [asdict(line) for line in definition.page.breakdown(view.data)],
        "chart": score_chart(table),
        "plies": table.ply,
    }


# The log in words


Entries = list[tuple[int, str]]  # moves and their words
_entries: WeakKeyDictionary[Room, dict[tuple[str, ...], Entries]] = WeakKeyDictionary()


def _log(room: Room) -> list[JsonObject]:
    """Moves and what happened between them, in order."""
    table = room.table
    moves = [
        (ply, 0, past.seat, words)
        for ply, (past, words) in enumerate(zip(table.past, _move_entries(room), strict=True), start=1)
    ]
    notes = [(ply, 1, -1, _note(table, note)) for ply, note in table.notes]
    lines = sorted(moves + notes, key=lambda line: line[:2])
    return [{"ply": ply, "seat": seat, "words": words} for ply, _, seat, words in lines]


def _move_entries(room: Room) -> list[str]:
    """Each move in words; made once for each language, since most of a log stays as it was."""
    table = room.table
    entries = _entries.setdefault(room, {}).setdefault((language(), *table.names()), [])
    moves = table.state.history
    same = 0
    while same < min(len(entries), len(moves)) and entries[same][0] == moves[same]:
        same += 1  # an undo changes the rest
    del entries[same:]
    for ply in range(same, len(moves)):
        before, after = table.views[ply].data, table.views[ply + 1].data
        entries.append((moves[ply], table.game.definition.page.log_entry(before, str(moves[ply]), after)))
    return [words for _, words in entries]


def _note(table: Table, note: Event) -> str:
    match note:
        case SeatTaken(who=who, seat=seat) if who.kind == PERSON:
            return _("{name} sits down.", name=who.name)
        case SeatTaken(seat=seat):
            return _("Seat {seat}: {name}.", seat=seat + 1, name=table.name(seat))
        case UndoAnswered(yes=yes):
            return _("An undo was agreed to.") if yes else _("An undo was refused.")
        case Undone(person=person):
            name = next((table.name(seat) for seat in table.seats_of(person)), "")
            return _("{name} takes a move back.", name=name)
        case StoodIn(seat=seat, for_good=True):
            return _("{name}’s time is up; a bot plays on.", name=table.name(seat))
        case StoodIn(seat=seat):
            return _("{name} is away; a bot plays meanwhile.", name=table.name(seat))
        case CameBack(seat=seat):
            return _("{name} is back.", name=table.name(seat))
    raise AssertionError(note)


# Lists, and advice


def list_entries(summaries: Sequence[Summary], person: str) -> list[JsonObject]:
    """Tables in a list of tables; one of a game that is not here any more is left out, and harms no other."""
    entries = []
    for summary in summaries:
        with suppress(Refusal):
            entries.append(_list_entry(summary, person))
    return entries


def _list_entry(summary: Summary, person: str) -> JsonObject:
    game = make_game(summary.game, **summary.options)
    return {
        "id": summary.id,
        "game": game.name,
        "title": game.definition.title,
        "phase": summary.phase,
        "seats": [{"name": name_of(who, seat), "kind": who.kind} for seat, who in enumerate(summary.seats)],
        "options": game.options,
        "option_words": option_words(game),
        "my_turn": summary.turn in summary.seats_of(person),
    }


def show_hint(hint: Hint) -> JsonObject:
    """What the expert would do, and why; it names the moves of the position it thought about."""
    with speaking(language(), hint.table.names()):
        best, *others = [_advice(hint.view, thought) for thought in hint.thoughts]
    return {"ply": hint.table.ply, **best, "others": others}


def _advice(view: View, thought: Thought) -> JsonObject:
    page = view.game.definition.page
    at = next((choice.at for choice in page.choices(view) if choice.move == thought.move), "")
    chance, games = round(100 * thought.win_chance), thought.games
    if view.game.shared_goal:
        words = _("reaches the goal in {chance} % of {games} imagined games", chance=chance, games=games)
    else:
        words = _("wins {chance} % of {games} imagined games", chance=chance, games=games)
    return {"move": thought.move, "label": page.label(view.data, thought.move), "at": at, "words": words}


# What travels


def difference(old: JsonObject, new: JsonObject) -> JsonObject:
    """What changed between two states of a table: whole keys; within panels, their parts; new lines."""
    if not old:
        return new
    changed = {key: value for key, value in new.items() if old[key] != value}
    if "panels" in changed:
        changed["panels"] = {
            name: _panel_difference(old["panels"].get(name), panel)
            for name, panel in new["panels"].items()
            if panel != old["panels"].get(name)
        }
        changed["gone"] = sorted(set(old["panels"]) - set(new["panels"]))
    for lines in ("log", "chat"):
        if lines in changed:
            changed[lines] = _lines_difference(old[lines]["entries"], new[lines]["entries"])
    return changed


def _panel_difference(old: JsonObject | None, new: JsonObject) -> JsonObject:
    if old is None:
        return new
    parts = {key: part for key, part in new["parts"].items() if old["parts"].get(key) != part}
    kept = {key: new[key] for key in ("box", "heading", "ground") if old[key] != new[key]}
    return {**kept, "order": new["order"], "parts": parts}


def _lines_difference(old: Sequence[JsonObject], new: Sequence[JsonObject]) -> JsonObject:
    same = 0
    while same < min(len(old), len(new)) and old[same] == new[same]:
        same += 1
    return {"from": same, "entries": list(new[same:])}
