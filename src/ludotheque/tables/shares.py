"""Who thinks next if more want to than there are workers: shares by seconds of thinking.

Everybody has the same share, and each table of a person the same share of that person's: whoever has had the
least goes first (start-time fair queuing, once among people and once among a person's tables). A thought
is counted with what it will probably take when it begins, and put right when it has ended. Whoever was away
is not owed anything: they come in beside the one who has had the least.

What nobody looks at comes last, but not never.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count

_PASSED_OVER = 20  # thoughts that are looked at, for one that is not, while both wait
_MOST_KEPT = 4096  # people, or tables of one, who wait for nothing but have had more than others

_numbers = count()


@dataclass(eq=False)
class Turn:
    """A wish to think once."""

    person: str  # in whose share it is
    table: str
    seconds: float  # that it will probably take
    comes_last: Callable[[], bool] = lambda: False  # nobody looks at it now
    number: int = field(default_factory=lambda: next(_numbers))  # by which equals go


@dataclass(eq=False)
class _Share:
    """What somebody has had, in seconds, and how it is divided below."""

    had: float = 0.0  # more than whoever came first
    now: float = 0.0  # what the part had that went last
    wanting: int = 0  # turns that wait or go on
    parts: dict[str, "_Share"] = field(default_factory=dict)

    def enter(self, key: str) -> "_Share":
        """One more turn is wanted by a part."""
        part = self.parts.setdefault(key, _Share())
        if part.wanting == 0:
            part.had = max(part.had, self.now)
        part.wanting += 1
        return part

    def leave(self, key: str) -> None:
        """One turn less."""
        part = self.parts[key]
        part.wanting -= 1
        if part.wanting == 0 and (part.had <= self.now or len(self.parts) > _MOST_KEPT):
            del self.parts[key]

    def begin(self, key: str) -> None:
        """A turn of this part begins."""
        self.now = max(self.now, self.parts[key].had)


class FairQueue:
    """Turns that wait; `next` begins one, `settle` says what it took."""

    def __init__(self) -> None:
        self._all = _Share()
        self._waiting: dict[Turn, None] = {}
        self._passed = 0  # turns since one that nobody looks at could have begun

    def __len__(self) -> int:
        return len(self._waiting)

    def __contains__(self, turn: Turn) -> bool:
        return turn in self._waiting

    def add(self, turn: Turn) -> None:
        """It waits from now on."""
        self._all.wanting += 1
        self._all.enter(turn.person).enter(turn.table)
        self._waiting[turn] = None

    def remove(self, turn: Turn) -> None:
        """It waits no more: nobody wants it."""
        del self._waiting[turn]
        self._leave(turn)

    def next(self) -> Turn | None:
        """Whose turn it is; it begins now."""
        if not self._waiting:
            return None
        last = {turn: turn.comes_last() for turn in self._waiting}
        starved = self._passed >= _PASSED_OVER
        turn = min(self._waiting, key=lambda turn: (last[turn] != starved, *self._order(turn)))
        self._passed = 0 if last[turn] or not any(last.values()) else self._passed + 1
        del self._waiting[turn]
        person = self._all.parts[turn.person]
        self._all.begin(turn.person)
        person.begin(turn.table)
        self._charge(turn, turn.seconds)
        return turn

    def settle(self, turn: Turn, seconds: float) -> None:
        """A turn that had begun is over and has taken so long."""
        self._charge(turn, seconds - turn.seconds)
        self._leave(turn)

    def charge(self, person: str, seconds: float) -> None:
        """Somebody who wants something here has had so much elsewhere."""
        if person in self._all.parts:
            self._all.parts[person].had += seconds

    def ahead_of(self, turn: Turn) -> int:
        """About how many turns begin before this one, if nobody else comes."""
        if turn.comes_last():
            return len(self._waiting) - 1
        rivals = [other for other in self._waiting if not other.comes_last()]
        order = self._order(turn)
        mine = sum(other.person == turn.person and self._order(other) < order for other in rivals)
        others = Counter(other.person for other in rivals if other.person != turn.person)
        return mine + sum(min(number, mine + 1) for number in others.values())

    def _order(self, turn: Turn) -> tuple[float, float, int]:
        person = self._all.parts[turn.person]
        return person.had, person.parts[turn.table].had, turn.number

    def _charge(self, turn: Turn, seconds: float) -> None:
        person = self._all.parts[turn.person]
        person.had += seconds
        person.parts[turn.table].had += seconds

    def _leave(self, turn: Turn) -> None:
        self._all.parts[turn.person].leave(turn.table)
        self._all.leave(turn.person)
        self._all.wanting -= 1
        if self._all.wanting == 0:
            self._all = _Share()  # nobody wants anything: all are equal again
