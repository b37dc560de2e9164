"""Clocks, whatever happens in whatever order: beside a model that adds up every interval by itself."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.core.errors import Refusal
from ludotheque.tables.chronicle import PLAYING
from ludotheque.tables.clock import SHORTEST_TURN
from ludotheque.tables.events import CameBack, Event, Moved, StoodIn, TimeControl, Undone
from ludotheque.tables.summary import summary_of
from ludotheque.tables.table import Table, replayed
from tests.tables.tables import ADA, BO, NOON, opened_as

DAY = 24 * 3600.0

increments = st.sampled_from([0.0, 10.0, DAY / 2])
controls = st.one_of(
    st.builds(TimeControl, st.just("move"), st.sampled_from([30.0, 3 * DAY])),
    st.builds(TimeControl, st.just("game"), st.sampled_from([60.0, 5 * DAY]), increments),
)
kinds = st.sampled_from([*["move"] * 4, *["undo"] * 3, "bot", "leave", "back", "say", "none"])
acts = st.lists(st.tuples(kinds, st.one_of(st.floats(0.25, 5.0), st.floats(60.0, DAY))), max_size=25)


@dataclass
class Model:
    """What each seat has thought, interval by interval, and the moves that stand."""

    spent: Counter[int] = field(default_factory=Counter)
    turn: float = 0.0  # seconds of the present turn
    away: float | None = None  # seconds since whoever thought got up, until a bot has moved
    moves: list[tuple[int, str]] = field(default_factory=list)

    def passes(self, table: Table, seconds: float) -> None:
        if table.phase == PLAYING and not table.seats[table.state.seat].by_bot:
            self.turn += seconds
        elif self.away is not None:
            self.away += seconds

    def happens(self, table: Table, event: Event) -> None:
        if isinstance(event, Moved | Undone):
            self.spent[table.state.seat] += self.turn  # type: ignore[assignment]
            self.turn, self.away = 0.0, None
        if isinstance(event, StoodIn) and event.seat == table.state.seat and self.away is None:
            self.away = 0.0
        if isinstance(event, CameBack) and event.seat == table.state.seat:
            self.turn, self.away = self.turn + (self.away or 0.0), None
        if isinstance(event, Moved):
            self.moves.append((table.state.seat, event.person))
        if isinstance(event, Undone):
            del self.moves[event.ply :]

    def left(self, table: Table, seat: int) -> float:
        control = table.opened.clock
        thinks = self.turn if table.phase == PLAYING and seat == table.state.seat else 0.0
        if control.kind == "move":
            return max(0.0, control.seconds - thinks)
        earned = control.increment * sum(who == seat and bool(by) for who, by in self.moves)
        return max(0.0, max(SHORTEST_TURN, control.seconds + earned - self.spent[seat]) - thinks)


def done(table: Table, act: str, now: float) -> list[Event]:
    """What happens by an act; nothing if it is refused."""
    try:
        decided = _decided(table, act, now, table.seats[table.state.seat].who.person)
    except Refusal:
        return []
    return list(decided) if isinstance(decided, Sequence) else [decided] if decided else []


def _decided(table: Table, act: str, now: float, turn: str) -> Event | Sequence[Event] | None:
    match act:
        case "move":
            return table.move(now, turn, table.ply, str(table.state.moves()[0]))
        case "bot":
            return table.move_by_bot(now, table.position, str(table.state.moves()[-1]))
        case "leave":
            return table.leave(now, turn)
        case "back":
            return [*table.come_back(now, ADA), *table.come_back(now, BO)]
        case "undo":
            return _undone(table, now)
        case "say":
            return table.say(now, BO, "Bo", "hm")
    return None


def _undone(table: Table, now: float) -> list[Event]:
    """Whoever moved last takes it back, and the other agrees at once."""
    asked = table.ask_undo(now, next((move.person for move in reversed(table.past) if move.person), ADA))
    if isinstance(asked, Undone):
        return [asked]
    return [asked, *table.after([asked]).answer_undo(now, asked.of[0], True)]


@settings(deadline=None, max_examples=100)
@given(controls, acts)
def test_what_is_left_is_what_the_intervals_add_up_to(
    control: TimeControl, story: list[tuple[str, float]]
) -> None:
    first = opened_as("feurio", ["me", "open"], control, players=2)
    table, now, model = Table("test", first), NOON, Model()
    events: list[Event] = [first]
    for event in table.sit(NOON, BO, "Bo", 1):
        events.append(event)
        table = table.after([event])
    for act, seconds in story:
        now += seconds
        model.passes(table, seconds)
        for event in [] if table.phase != PLAYING else done(table, act, now):
            model.happens(table, event)
            events.append(event)
            table = table.after([event])
        for seat in (0, 1):
            left = table.time_left(seat, now)
            assert left is not None and abs(left - model.left(table, seat)) < 1e-3
    assert replayed("test", events).snapshot() == table.snapshot(), "a restart changes nothing"
    _check_deadline(table, model, now)


def _check_deadline(table: Table, model: Model, now: float) -> None:
    """The index has the very moment at which the time is up, or none if no clock runs."""
    if table.phase != PLAYING:
        return
    seat = table.state.seat
    due = summary_of(table).due
    if not table.seats[seat].by_bot:
        assert due is not None
        assert abs(max(0.0, due - now) - model.left(table, seat)) < 1e-3
