"""How many bridges a player's squares hold at most, exactly (M13, M14), and where they run.

Bridges of one direction share no square; bridges of different directions share exactly one. Two such
chains always meet, so "exactly one" says that they cross once and never run together. The most bridges
of both directions is therefore less than the sum of both maxima whenever a crossing is too narrow.

Labels     Give every corner of a square two numbers: *east*, how many north-south bridges lie west of
           it, and *north*, how many west-east bridges lie south of it. A board of 3 × 3 squares whose
           middle row and middle column are the player's, with one bridge each way (east, north):

               0,1 --- 0,1 --- 1,1 --- 1,1        north = b on the north edge, 0 on the south edge
                |   .   |   N   |   .   |         east  = a on the east edge,  0 on the west edge
               0,1 --- 0,1 --- 1,1 --- 1,1
                |   W   |   +   |   E   |         a square that is not the player's: four equal corners
               0,0 --- 0,0 --- 1,0 --- 1,0        W, E:  a west-east bridge, north differs by one
                |   .   |   S   |   .   |         N, S:  a north-south bridge, east differs by one
               0,0 --- 0,0 --- 1,0 --- 1,0        +:     both, counter-clockwise (0,0 1,0 1,1 0,1)

           Labels that obey this around every square are a choice of a + b bridges, and the other way
           round: each pair of bridges crosses once more in the counter-clockwise sense than in the
           clockwise one, so if no crossing is clockwise, every pair shares exactly one square.

Areas      Corners that squares of others join have one label in common: they make an area.

Bounds     Each square lets *east* and *north* change by one at most, each side between two squares lets
           east + north change by one at most. Distances between areas in these two senses bound a, b and
           a + b (for one direction alone that bound is exact: Menger), and every area's labels.

Search     For sums a + b up to the bound: say in clauses what labels must obey, and let `clauses`
           find some or prove that there are none. It is exact. What it learns from a dead end is a reason,
           mostly a narrow place, and it does not walk into it again by another way across open ground.

Effort     No seat can own more than 352 squares of a board of 400. Its markers never touch each other
           (M11), so each of M markers needs four sides: 4 M <= 440 (of the seat's elements) + 80 (the edge)
           + 4 (the tower) + the sides of r squares of others, and M <= 219 - r; that gives M <= 172, and
           elements have 180 squares. On all boards of that size that were tried, climbing towards the
           hardest too, the search met fewer than 1,400 dead ends.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.compiled import compiled, int64
from ludotheque.games.forma.clauses import (
    FALSE,
    FOUND,
    GAVE_UP,
    SEARCH,
    TRUE,
    YES,
    Room,
    add,
    begin,
    new,
    solve,
)

FAR = 99  # more than any distance on a board
LEAST, MOST, FIRST = range(3)  # of a number in an area's label: the bounds, and its literals' place
WAYS = 4  # for labels to differ along a side
ROOM = 1 << 20  # for clauses, at first
# Where distances start; numbers of one type, as they are arguments (see engine.compiled).
WEST, SOUTH, EAST, NORTH, SOUTH_WEST, SOUTH_EAST, NORTH_EAST, NORTH_WEST = map(int64, range(8))
ENOUGH = 2  # of these, where bridges run one way only


@compiled
def _touches_both(rows: NDArray[np.uint32], size: int, across: int) -> bool:
    """Whether some chain joins south to north, or (*across* = 1) west to east (M13)."""
    reached = np.zeros(size, np.int64)
    if across:
        for y in range(size):
            reached[y] = rows[y] & 1
    else:
        reached[0] = rows[0]
    changed = True
    while changed:
        changed = False
        for k in range(2 * size):
            y = k if k < size else 2 * size - 1 - k
            grown = reached[y] | (reached[y - 1] if y > 0 else 0) | (reached[y + 1] if y < size - 1 else 0)
            while True:
                wider = (grown | grown << 1 | grown >> 1) & rows[y]
                if wider == grown:
                    break
                grown = wider
            if grown != reached[y]:
                reached[y] = grown
                changed = True
    if not across:
        return bool(reached[size - 1] != 0)
    beyond = 0
    for y in range(size):
        beyond |= reached[y] >> (size - 1)
    return bool(beyond != 0)


@compiled
def _useful(rows: NDArray[np.uint32], size: int) -> Any:
    """The squares as a list of 0 and 1, without dead ends, which no bridge needs."""
    own = np.zeros(size * size, np.int8)
    for y in range(size):
        for x in range(size):
            own[y * size + x] = rows[y] >> x & 1
    changed = True
    while changed:
        changed = False
        for y in range(size):
            for x in range(size):
                square = y * size + x
                if own[square]:
                    ways = 1 if x == 0 else own[square - 1]
                    ways += 1 if x == size - 1 else own[square + 1]
                    ways += 1 if y == 0 else own[square - size]
                    ways += 1 if y == size - 1 else own[square + size]
                    if ways < 2:
                        own[square] = 0
                        changed = True
    return own


@compiled
def _areas(own: NDArray[np.int8], size: int, areas: NDArray[np.int32]) -> int:
    """Write the area of every corner; return how many areas there are."""
    corners = size + 1
    stack = np.empty(corners * corners, np.int32)
    count = 0
    areas[:] = -1
    for start in range(len(areas)):
        if areas[start] >= 0:
            continue
        areas[start] = count
        stack[0] = start
        waiting = 1
        while waiting > 0:
            waiting -= 1
            x, y = stack[waiting] % corners, stack[waiting] // corners
            for sy in range(max(y - 1, 0), min(y, size - 1) + 1):
                for sx in range(max(x - 1, 0), min(x, size - 1) + 1):
                    if not own[sy * size + sx]:
                        for p in _around(size, sy * size + sx):
                            if areas[p] < 0:
                                areas[p] = count
                                stack[waiting] = p
                                waiting += 1
        count += 1
    return count


@compiled
def _around(size: int, square: int) -> tuple[int, int, int, int]:
    """The corners of a square: south-west, south-east, north-east, north-west."""
    first = square // size * (size + 1) + square % size
    return first, first + 1, first + size + 2, first + size + 1


@compiled
def _neighbours(own: NDArray[np.int8], size: int, areas: Any, begins: Any, near: Any) -> None:
    """List the neighbours of area p into ``near[begins[p] : begins[p + 1]]``.

    2 q stands for an area q around a square with p, 2 q + 1 for one at the other end of a side.
    """
    begins[:] = 0
    for square in range(size * size):
        if own[square]:
            for p in _around(size, square):
                begins[areas[p] + 2] += 3
    for k in range(2, len(begins)):
        begins[k] += begins[k - 1]
    for square in range(size * size):
        if own[square]:
            around = _around(size, square)
            for k in range(12):
                p, q = areas[around[k & 3]], areas[around[(k + 1 + (k >> 2)) & 3]]
                near[begins[p + 1]] = 2 * q + (k >> 2 != 1)
                begins[p + 1] += 1


@compiled
def _on(size: int, where: int, k: int) -> int:
    """Corner number *k* of an edge; of a corner of the board, this one only."""
    x, y = k, k
    if where in (WEST, SOUTH_WEST, NORTH_WEST):
        x = 0
    elif where in (EAST, SOUTH_EAST, NORTH_EAST):
        x = size
    if where in (SOUTH, SOUTH_WEST, SOUTH_EAST):
        y = 0
    elif where in (NORTH, NORTH_WEST, NORTH_EAST):
        y = size
    return y * (size + 1) + x


@compiled
def _measure(size: int, areas: Any, begins: Any, near: Any, start: int, far: NDArray[np.int8]) -> None:
    """The distance of every area from an edge, in squares, or from a corner of the board, in sides."""
    far[:] = FAR
    queue = np.empty(len(far), np.int32)
    known = 0
    for k in range(size + 1):
        p = areas[_on(size, start, k)]
        if far[p] == FAR:
            far[p] = 0
            queue[known] = p
            known += 1
    done = 0
    while done < known:
        p = queue[done]
        done += 1
        for k in range(begins[p], begins[p + 1]):
            q = near[k] >> 1
            if far[q] == FAR and (start < SOUTH_WEST or near[k] & 1):
                far[q] = far[p] + 1
                queue[known] = q
                known += 1


@compiled
def _measure_from(own: Any, size: int, areas: Any, starts: int, far: Any) -> None:
    """The distances from the first so many starts."""
    begins = np.empty(far.shape[1] + 2, np.int32)
    near = np.empty(12 * size * size, np.int32)
    _neighbours(own, size, areas, begins, near)
    for start in range(starts):
        _measure(size, areas, begins, near, start, far[start])


@compiled
def _least_at(size: int, areas: Any, far: NDArray[np.int8], end: int) -> int:
    """The least distance at an edge or corner: so many bridges at most pass before it."""
    least = FAR
    for k in range(size + 1):
        least = min(least, int64(far[areas[_on(size, end, k)]]))
    return least


@compiled
def _possible(far: NDArray[np.int8], a: int, b: int, labels: NDArray[np.int32]) -> bool:
    """Write what numbers the distances *far* allow in each area's label; False if there is none."""
    for p in range(far.shape[1]):
        least_e, most_e = max(0, a - far[EAST, p]), min(a, far[WEST, p])
        least_n, most_n = max(0, b - far[NORTH, p]), min(b, far[SOUTH, p])
        for _ in range(2):  # each number narrows the other
            least_n = max(least_n, a + b - far[NORTH_EAST, p] - most_e, least_e + b - far[NORTH_WEST, p])
            most_n = min(most_n, far[SOUTH_WEST, p] - least_e, far[SOUTH_EAST, p] - a + most_e)
            least_e = max(least_e, a + b - far[NORTH_EAST, p] - most_n, a + least_n - far[SOUTH_EAST, p])
            most_e = min(most_e, far[SOUTH_WEST, p] - least_n, far[NORTH_WEST, p] - b + most_n)
        labels[0, LEAST, p], labels[0, MOST, p] = least_e, most_e
        labels[1, LEAST, p], labels[1, MOST, p] = least_n, most_n
        if least_e > most_e or least_n > most_n:
            return False
    return True


@compiled
def _reaches(labels: Any, p: int, k: int) -> int:
    """The literal that says: this number of area *p* is *k* at least."""
    if k <= labels[LEAST, p]:
        return TRUE
    if k > labels[MOST, p]:
        return FALSE
    return int(labels[FIRST, p]) + 2 * k


@compiled
def _say_bounds(s: Any, room: Room, labels: Any, far: NDArray[np.int8], a: int, b: int) -> None:
    """What reaches k reaches k - 1, and both numbers together obey the distances from the board's corners."""
    for p in range(far.shape[1]):
        for axis in range(2):
            one = labels[axis]
            one[FIRST, p] = 2 * (s.variables - one[LEAST, p] - 1)
            for k in range(one[LEAST, p] + 1, one[MOST, p] + 1):
                new(s)
                add(s, room, _reaches(one, p, k) ^ 1, _reaches(one, p, k - 1), FALSE, FALSE, FALSE)
        east, north = labels[0], labels[1]
        for k in range(east[LEAST, p], east[MOST, p] + 1):
            less, more = _reaches(east, p, k) ^ 1, _reaches(east, p, k + 1)
            top, floor = far[SOUTH_WEST, p] - k + 1, k + b - far[NORTH_WEST, p]
            add(s, room, less, _reaches(north, p, top) ^ 1, FALSE, FALSE, FALSE)
            add(s, room, less, _reaches(north, p, floor), FALSE, FALSE, FALSE)
            top, floor = far[SOUTH_EAST, p] - a + k + 1, a + b - k - far[NORTH_EAST, p]
            add(s, room, more, _reaches(north, p, top) ^ 1, FALSE, FALSE, FALSE)
            add(s, room, more, _reaches(north, p, floor), FALSE, FALSE, FALSE)


@compiled
def _say_near(s: Any, room: Room, labels: Any, p: int, q: int) -> None:
    """The numbers of areas around a square differ by one at most."""
    for k in range(min(labels[LEAST, p], labels[LEAST, q]) + 2, max(labels[MOST, p], labels[MOST, q]) + 1):
        add(s, room, _reaches(labels, p, k) ^ 1, _reaches(labels, q, k - 1), FALSE, FALSE, FALSE)
        add(s, room, _reaches(labels, q, k) ^ 1, _reaches(labels, p, k - 1), FALSE, FALSE, FALSE)


@compiled
def _say_side(s: Any, room: Room, labels: Any, p: int, q: int) -> None:
    """Between the ends of a side one number at most differs, by one.

    Four new variables say how, from *p* to *q*: *east* grows, *north* grows, *east* shrinks, *north* does.
    """
    first = new(s)
    for way in range(1, WAYS):
        other = new(s)
        for k in range(way):
            add(s, room, (first + 2 * k) ^ 1, other ^ 1, FALSE, FALSE, FALSE)
    for axis in range(2):
        one = labels[axis]
        grows, shrinks = first + 2 * axis, first + 2 * axis + 4
        for k in range(min(one[LEAST, p], one[LEAST, q]) + 1, max(one[MOST, p], one[MOST, q]) + 1):
            here, there = _reaches(one, p, k), _reaches(one, q, k)
            add(s, room, grows, here, there ^ 1, FALSE, FALSE)
            add(s, room, shrinks, here ^ 1, there, FALSE, FALSE)
        _say_near(s, room, one, p, q)


@compiled
def _say_square(s: Any, room: Room, labels: Any, around: Any, sides: Any) -> None:
    """A square carries one bridge, or two that cross counter-clockwise (M14).

    *sides* are the first literals of its sides counter-clockwise (`_say_side`), each counted from its end
    that comes first; -1 for a side between corners of one area.
    """
    for axis in range(2):
        for k in range(2):
            _say_near(s, room, labels[axis], around[k], around[k + 2])
    differs = new(s), new(s)  # *east* does, *north* does
    apart = around[0] != around[2] and around[1] != around[3]
    for k in range(4):
        apart &= sides[k] >= 0
        for way in range(WAYS if sides[k] >= 0 else 0):
            add(s, room, (sides[k] + 2 * way) ^ 1, differs[way & 1], FALSE, FALSE, FALSE)
    one, other = differs[0] ^ 1, differs[1] ^ 1
    if not apart:
        add(s, room, one, other, FALSE, FALSE, FALSE)
        return
    for k in range(4):  # a crossing: east grows, north grows, east shrinks, north shrinks, in a circle
        for way in range(WAYS):
            here = sides[k] + 2 * (way ^ (k & 2))  # the north and west sides are counted against the circle
            there = sides[(k + 1) & 3] + 2 * (((way + 1) & 3) ^ ((k + 1) & 2))
            add(s, room, one, other, here ^ 1, there, FALSE)


@compiled
def _say_all(s: Any, room: Room, labels: Any, areas: Any, own: Any, size: int) -> None:
    """What the labels around every square of the player's must obey."""
    corners = size + 1
    sides = np.full((2, corners * corners), -1, np.int64)  # [0] to the east of a corner, [1] to the north
    for p in range(corners * corners):
        for way in range(2):
            if (p // corners if way else p % corners) < size:
                one, other = int64(areas[p]), int64(areas[p + (corners if way else 1)])
                if one != other:
                    sides[way, p] = 2 * s.variables
                    _say_side(s, room, labels, one, other)
    for square in range(size * size):
        if own[square]:
            p, p_east, p_both, p_north = _around(size, square)
            around = (int64(areas[p]), int64(areas[p_east]), int64(areas[p_both]), int64(areas[p_north]))
            four = (sides[0, p], sides[1, p_east], sides[0, p_north], sides[1, p])
            _say_square(s, room, labels, around, four)


@compiled
def _search(memory: Any, own: Any, size: int, areas: Any, far: Any, a: int, b: int, labels: Any) -> bool:
    """Look for labels of *a* north-south and *b* west-east bridges."""
    if not _possible(far, a, b, labels):
        return False
    s = memory[0]
    space, found = ROOM, GAVE_UP
    while found == GAVE_UP:
        room = np.empty(space, np.int32)
        begin(s)
        _say_bounds(s, room, labels, far, a, b)
        _say_all(s, room, labels, areas, own, size)
        found = solve(s, room)
        space *= 2
    return bool(found == FOUND)


@compiled
def _number(s: Any, labels: Any, p: int) -> int:
    """The number that was found for an area."""
    k = int(labels[LEAST, p])
    while s.value[_reaches(labels, p, k + 1)] == YES:
        k += 1
    return k


@compiled
def _write_labels(s: Any, found: Any, areas: Any, labels: NDArray[np.int8]) -> None:
    """Write the labels that were found, corner by corner."""
    for axis in range(2):
        for p in range(len(areas)):
            labels[axis, p] = _number(s, found[axis], int64(areas[p]))


@compiled
def is_joined(rows: NDArray[np.uint32]) -> bool:
    """Whether there is a bridge (M13): far quicker to tell, and to compile, than how many there are."""
    return _ways(rows, int64(len(rows))) > 0


@compiled
def _ways(rows: NDArray[np.uint32], size: int) -> int:
    """In how many directions there is a bridge."""
    ways = 0
    for across in range(2):
        ways += int(_touches_both(rows, size, across))
    return ways


@compiled
def most_bridges(rows: NDArray[np.uint32], labels: NDArray[np.int8], dead_ends: NDArray[np.int64]) -> int:
    """The greatest number of bridges in the squares *rows* (bit x of row y), for a board of any size (M14).

    *labels*, 2 × (size + 1)² numbers, get the *east* and *north* of one such choice, corner by corner;
    ``dead_ends[0]`` grows by those that the search meets.
    """
    size = int64(len(rows))
    labels[:] = 0
    ways = _ways(rows, size)
    if ways == 0:
        return 0
    own = _useful(rows, size)
    areas = np.empty((size + 1) * (size + 1), np.int32)
    far = np.empty((8, _areas(own, size, areas)), np.int8)
    _measure_from(own, size, areas, int64(len(far) if ways == 2 else ENOUGH), far)
    upright, level = _least_at(size, areas, far[WEST], EAST), _least_at(size, areas, far[SOUTH], NORTH)
    if ways == 2:
        total = _most_both_ways(own, size, areas, far, upright, level, labels, dead_ends)
        if total > max(upright, level):
            return total
    for p in range(len(areas)):  # as near to the west or south edge as can be
        if upright >= level:
            labels[0, p] = min(upright, int64(far[WEST, areas[p]]))
        else:
            labels[1, p] = min(level, int64(far[SOUTH, areas[p]]))
    return max(upright, level)


@compiled
def _most_both_ways(
    own: Any, size: int, areas: Any, far: Any, upright: int, level: int, labels: Any, dead_ends: Any
) -> int:
    """The most bridges of both directions together; their labels, if they are more than of one alone (M14).

    Without a bridge the others still are a choice. So where no choice has some total, none has a greater one.
    """
    memory = np.empty(1, SEARCH)
    bounds = np.empty((2, 3, far.shape[1]), np.int32)
    rising = _least_at(size, areas, far[SOUTH_WEST], NORTH_EAST)
    falling = _least_at(size, areas, far[SOUTH_EAST], NORTH_WEST)
    best, bound = max(upright, level), min(upright + level, rising, falling)
    total = max(best + 1, bound - bound // 8)  # the bound is rarely reached on a crowded board
    while best < bound:
        fewest, most = max(1, total - level), min(upright, total - 1)
        found = False
        for k in range(most - fewest + 1):
            if not found:
                a = (fewest + most) // 2 + ((k + 1) // 2 if k & 1 else -k // 2)  # from the middle
                memory[0].conflicts = 0
                found = _search(memory, own, size, areas, far, a, total - a, bounds)
                dead_ends[0] += memory[0].conflicts
        if found:
            _write_labels(memory[0], bounds, areas, labels)
            best = total
            total += 1
        else:
            total -= 1
            bound = total
    return best
