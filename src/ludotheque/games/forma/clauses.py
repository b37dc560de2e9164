"""Can all these clauses be true at once? A small, exact solver that learns from its mistakes.

Literals   variable v is the literal 2 v, its opposite 2 v + 1. Variable 0 is always true: TRUE and FALSE.
Clauses    lists of literals, one of which at least must be true (`add`). They lie one after the other in an
           array, `room`: a clause's length, two links, and its literals. The first two of these are
           watched: nothing can follow from the clause while neither is false. All watches on a literal are
           linked; watch 2 c + k is on literal k of the clause at c.
Search     conflict-driven clause learning (Marques-Silva and Sakallah 1996; Eén and Sörensson 2003): assume
           a literal, follow what it implies, and where a clause comes out false, learn the clause that
           states the reason, go back to where it would have made a difference, and go on. Variables of late
           conflicts are assumed first (Ryan 2004), with the value they had last. Now and then the search
           begins anew, but it forgets nothing that it has learnt, so it comes to an end.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.compiled import compiled, inlined, int64

# Numbers that are arguments have one type: see engine.compiled.
TRUE: int = int64(0)  # literals
FALSE: int = int64(1)
NO: int = int64(-1)  # values of literals; NO is also no clause, no watch, no variable
OPEN, YES = 0, 1
FOUND, NONE, GAVE_UP = 1, 0, -1  # how a search ended: with values, without, or for want of room
LINKS, HEAD = 1, 3  # where a clause's links and literals begin
PATIENCE = 50  # conflicts before a new beginning, times 1, 1, 2, 1, 1, 2, 4, … (Luby 1993)
MOST_VARIABLES = 21_000

Room = NDArray[np.int32]
SEARCH = np.dtype(
    [
        ("stamp", np.int64, MOST_VARIABLES),  # by variable: higher if newer
        ("watch", np.int32, 2 * MOST_VARIABLES),  # by literal: the first watch on it
        ("trail", np.int32, MOST_VARIABLES),  # the literals that are true, in the order they became so
        ("before", np.int32, MOST_VARIABLES),  # by level: the length of the trail before its assumption
        ("level", np.int32, MOST_VARIABLES),  # by variable: how many assumptions its value rests on
        ("reason", np.int32, MOST_VARIABLES),  # by variable: the clause that implied its value, or NO
        ("older", np.int32, MOST_VARIABLES),  # by variable: the next one to assume
        ("newer", np.int32, MOST_VARIABLES),
        ("value", np.int8, 2 * MOST_VARIABLES),  # by literal
        ("last", np.int8, MOST_VARIABLES),  # by variable: which of its literals was true last
        ("seen", np.int8, MOST_VARIABLES),  # by variable, while learning
        ("variables", np.int64),
        ("used", np.int64),  # of the room
        ("known", np.int64),  # length of the trail
        ("followed", np.int64),  # how much of it
        ("levels", np.int64),  # assumptions made
        ("newest", np.int64),  # variable
        ("next", np.int64),  # all newer variables have a value
        ("conflicts", np.int64),
        ("contradiction", np.int64),  # 1 if the clauses contradict each other outright
    ],
    align=True,
)


@compiled
def begin(s: Any) -> None:
    """No clauses, and no variable but TRUE."""
    s.variables, s.used, s.known, s.followed, s.levels, s.conflicts, s.contradiction = 0, 0, 0, 0, 0, 0, 0
    s.newest = NO
    new(s)
    _set(s, TRUE, NO)


@compiled
def new(s: Any) -> int:
    """The literal of a new variable."""
    variable = int(s.variables)
    s.variables += 1
    for literal in range(2 * variable, 2 * variable + 2):
        s.watch[literal] = NO
        s.value[literal] = OPEN
    s.last[variable] = 1
    s.seen[variable] = 0
    return 2 * variable


@inlined
def _set(s: Any, literal: int, reason: int) -> None:
    """Make an open literal true."""
    variable = literal >> 1
    s.value[literal] = YES
    s.value[literal ^ 1] = NO
    s.level[variable] = s.levels
    s.reason[variable] = reason
    s.trail[s.known] = literal
    s.known += 1


@compiled
def add(s: Any, room: Room, one: int, two: int, three: int, four: int, five: int) -> None:
    """Add a clause, before the search; literals known to be false, as FALSE is, are left out."""
    clause, length = int64(s.used), int64(0)
    for literal in (one, two, three, four, five):
        if s.value[literal] == YES:
            return
        if s.value[literal] == OPEN:
            room[clause + HEAD + length] = literal
            length += 1
    if length == 0:
        s.contradiction = 1
    elif length == 1:
        _set(s, int64(room[clause + HEAD]), NO)
    else:
        _attach(s, room, length)


@compiled
def _attach(s: Any, room: Room, length: int) -> None:
    """Make a clause of the literals that have been written to the first unused room."""
    clause = s.used
    room[clause] = length
    for k in range(2):
        literal = room[clause + HEAD + k]
        room[clause + LINKS + k] = s.watch[literal]
        s.watch[literal] = 2 * clause + k
    s.used += HEAD + length


@compiled
def _propagate(s: Any, room: Room) -> int:
    """Set all that follows from what is known; return a clause that comes out false, or NO."""
    while s.followed < s.known:
        gone = int64(s.trail[s.followed]) ^ 1
        s.followed += 1
        watch, kept, broken = int64(s.watch[gone]), NO, NO
        while watch != NO:
            clause, place = watch >> 1, watch & 1
            link = clause + LINKS + place
            following = int64(room[link])
            other = int64(room[clause + HEAD + 1 - place])
            if s.value[other] == YES or not _watch_another(s, room, watch, gone):
                room[link] = kept
                kept = watch
                if s.value[other] == OPEN:
                    _set(s, other, clause)
                elif s.value[other] == NO:
                    broken = clause
            watch = following
        s.watch[gone] = kept
        if broken != NO:
            return broken
    return NO


@inlined
def _watch_another(s: Any, room: Room, watch: int, gone: int) -> bool:
    """Move a watch from the literal *gone* to one that is not false, if the clause has one."""
    clause, place = watch >> 1, watch & 1
    for k in range(clause + HEAD + 2, clause + HEAD + room[clause]):
        literal = room[k]
        if s.value[literal] != NO:
            room[clause + HEAD + place] = literal
            room[k] = gone
            room[clause + LINKS + place] = s.watch[literal]
            s.watch[literal] = watch
            return True
    return False


@compiled
def _learn(s: Any, room: Room, clause: int) -> int:
    """Write to the unused room why *clause* came out false; return how many literals.

    What was implied at this level is replaced by its reasons until one literal of this level is left.
    """
    first = s.used + HEAD
    length, here, at = 1, 0, s.known - 1
    while True:
        for k in range(clause + HEAD, clause + HEAD + room[clause]):
            variable = room[k] >> 1
            if not s.seen[variable] and s.level[variable] > 0:
                s.seen[variable] = 1
                if s.level[variable] == s.levels:
                    here += 1
                else:
                    room[first + length] = room[k]
                    length += 1
        while not s.seen[s.trail[at] >> 1]:
            at -= 1
        here -= 1
        if here == 0:
            room[first] = s.trail[at] ^ 1
            return length
        clause = int64(s.reason[s.trail[at] >> 1])
        at -= 1


@compiled
def _shorten(s: Any, room: Room, length: int) -> int:
    """Drop what the rest of the clause learnt implies; bring the highest other level to the second place."""
    first = s.used + HEAD
    kept = 1
    for k in range(first + 1, first + length):
        literal = room[k]
        if not _implied(s, room, literal >> 1):
            room[first + kept] = literal
            if s.level[literal >> 1] > s.level[room[first + 1] >> 1]:
                room[first + kept], room[first + 1] = room[first + 1], literal
            kept += 1
    return kept


@inlined
def _implied(s: Any, room: Room, variable: int) -> bool:
    """Whether all reasons of a variable are in the clause learnt as well, or known for good."""
    clause = s.reason[variable]
    if clause == NO:
        return False
    for k in range(clause + HEAD, clause + HEAD + room[clause]):
        other = room[k] >> 1
        if not s.seen[other] and s.level[other] > 0:
            return False
    return True


@compiled
def _renew(s: Any) -> None:
    """Make the variables seen while learning the newest, in the order of their values."""
    for at in range(s.known):
        variable = int64(s.trail[at] >> 1)
        if s.seen[variable]:
            s.seen[variable] = 0
            if variable != s.newest:
                older, newer = s.older[variable], s.newer[variable]
                s.older[newer] = older
                if older != NO:
                    s.newer[older] = newer
                _enlist(s, variable)


@compiled
def _enlist(s: Any, variable: int) -> None:
    """Make a variable the newest."""
    s.older[variable] = s.newest
    if s.newest != NO:
        s.newer[s.newest] = variable
        s.stamp[variable] = s.stamp[s.newest] + 1
    else:
        s.stamp[variable] = 0
    s.newest = variable


@compiled
def _go_back(s: Any, levels: int) -> None:
    """Take assumptions back until so many are left, with all that rests on them."""
    if s.levels <= levels:
        return
    for at in range(s.before[levels], s.known):
        literal = s.trail[at]
        variable = literal >> 1
        s.value[literal], s.value[literal ^ 1] = OPEN, OPEN
        s.last[variable] = literal & 1
        if s.stamp[variable] > s.stamp[s.next]:
            s.next = variable
    s.known = s.before[levels]
    s.followed = s.known
    s.levels = levels


@compiled
def _assume(s: Any) -> bool:
    """Give the newest open variable the value it had last; False if all have one."""
    while s.value[2 * s.next] != OPEN:
        s.next = s.older[s.next]
        if s.next == NO:
            return False
    s.before[s.levels] = s.known
    s.levels += 1
    _set(s, int64(2 * s.next + s.last[s.next]), NO)
    return True


@compiled
def _luby(k: int) -> int:
    """Term *k* (from 1) of 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, …"""
    while k & (k + 1):
        power = 1
        while 2 * power <= k:
            power *= 2
        k -= power - 1
    return (k + 1) // 2


@compiled
def solve(s: Any, room: Room) -> int:
    """Look for values of all variables that make all clauses true: FOUND, NONE, or GAVE_UP."""
    for variable in range(s.variables - 1, -1, -1):
        _enlist(s, variable)
    s.next = s.newest
    beginnings, patience = 1, PATIENCE
    while not s.contradiction:
        clause = _propagate(s, room)
        if clause != NO:
            if s.levels == 0:
                return NONE
            if s.used + HEAD + s.variables > len(room):
                return GAVE_UP
            s.conflicts += 1
            patience -= 1
            _mend(s, room, clause)
        elif patience <= 0:
            beginnings += 1
            patience = PATIENCE * _luby(beginnings)
            _go_back(s, int64(0))
        elif not _assume(s):
            return FOUND
    return NONE


@compiled
def _mend(s: Any, room: Room, clause: int) -> None:
    """Learn why *clause* came out false, and go back to where that is worth knowing."""
    length = _shorten(s, room, _learn(s, room, clause))
    _renew(s)
    new_clause = int64(s.used)
    literal, second = int64(room[new_clause + HEAD]), room[new_clause + HEAD + 1]
    if length == 1:
        _go_back(s, int64(0))
        _set(s, literal, NO)
    else:
        _go_back(s, int64(s.level[second >> 1]))
        _attach(s, room, length)
        _set(s, literal, new_clause)
