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

Bounds     Each square lets *east* and *north* change by one at most, each side between two squares lets
           east + north change by one at most. Distances in these two senses bound a, b and a + b (for
           one direction alone that bound is exact: Menger), and every corner's labels.

Search     For the sums a + b from the bound down: keep for every corner the labels still possible, strike
           those that no pattern of a square around supports, try one label where several are left, and
           take it back when a corner has none (constraint propagation with backtracking). It is exact;
           as luck decides how soon a search ends, it is broken off and begun anew with another taste,
           each time with more patience, until one ends.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.core.bits import popcount
from ludotheque.core.compiled import compiled

FAR = 99  # more than any distance on a board
WEST, EAST, SOUTH, NORTH, SOUTH_WEST, SOUTH_EAST, NORTH_EAST, NORTH_WEST = range(8)  # where distances start
# Corners of a square in a circle: 0 south-west, 1 south-east, 2 north-east, 3 north-west. The corners on
# one side of a bridge are neighbours in that circle; these are all such sets, as masks.
ONE_SIDE = (1, 2, 4, 8, 3, 6, 12, 9, 14, 13, 11, 7)
EMPTY = -1  # some corner has no possible label left
FOUND, NONE, GAVE_UP = 1, 0, -1  # how a search ended
PATIENCE = 250  # labels that a first search may try
TASTES = 4
ATTEMPTS = 40 * TASTES  # without end: the last one has a patience of 2 ** 47


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
def _from_edge(own: NDArray[np.int8], size: int, edge: int, out: NDArray[np.int8]) -> None:
    """How many of the player's squares lie between each corner and an edge, at least."""
    corners = size + 1
    here = np.empty(13 * corners * corners, np.int32)
    there = np.empty(len(here), np.int32)
    for p in range(corners * corners):
        out[p] = FAR
    count = corners
    for k in range(corners):
        if edge <= EAST:
            here[k] = k * corners + (size if edge == EAST else 0)
        else:
            here[k] = k + (size * corners if edge == NORTH else 0)
        out[here[k]] = 0
    distance = 0
    while count > 0:
        after = 0
        while count > 0:
            count -= 1
            p = here[count]
            if out[p] < distance:
                continue
            x, y = p % corners, p // corners
            for sy in range(max(y - 1, 0), min(y, size - 1) + 1):
                for sx in range(max(x - 1, 0), min(x, size - 1) + 1):
                    step = own[sy * size + sx]
                    for k in range(4):
                        q = (sy + k // 2) * corners + sx + k % 2
                        if out[q] > distance + step:
                            out[q] = distance + step
                            if step:
                                there[after] = q
                                after += 1
                            else:
                                here[count] = q
                                count += 1
        here, there = there, here
        count = after
        distance += 1


@compiled
def _side_carries(own: NDArray[np.int8], size: int, x: int, y: int, across: bool) -> int:
    """1 if a bridge can pass between the corner (x, y) and the next one east (*across*) or north."""
    if across:
        below = own[(y - 1) * size + x] if y > 0 else 1
        above = own[y * size + x] if y < size else 1
        return below & above
    west = own[y * size + x - 1] if x > 0 else 1
    east = own[y * size + x] if x < size else 1
    return west & east


@compiled
def _from_corner(own: NDArray[np.int8], size: int, start: int, out: NDArray[np.int8]) -> None:
    """How many bridges can pass between each corner and *start*, at most, by counting sides."""
    corners = size + 1
    here = np.empty(5 * corners * corners, np.int32)
    there = np.empty(len(here), np.int32)
    for p in range(corners * corners):
        out[p] = FAR
    out[start] = 0
    here[0] = start
    count, distance = 1, 0
    while count > 0:
        after = 0
        while count > 0:
            count -= 1
            p = here[count]
            if out[p] < distance:
                continue
            x, y = p % corners, p // corners
            for k in range(4):
                nx, ny = x + (k == 0) - (k == 1), y + (k == 2) - (k == 3)
                if nx < 0 or ny < 0 or nx > size or ny > size:
                    continue
                step = _side_carries(own, size, min(x, nx), min(y, ny), k < 2)
                q = ny * corners + nx
                if out[q] > distance + step:
                    out[q] = distance + step
                    if step:
                        there[after] = q
                        after += 1
                    else:
                        here[count] = q
                        count += 1
        here, there = there, here
        count = after
        distance += 1


@compiled
def _strike_square(labels: Any, new: Any, corners: Any) -> None:
    """Write into *new* those labels of a player's square's corners that some pattern supports.

    ``labels[p, e]`` is a mask of the possible *north* numbers of corner *p* together with *east* = e.
    """
    words = labels.shape[1]
    for e in range(words):
        for c in range(4):
            new[c, e] = 0
    c0, c1, c2, c3 = corners
    for e in range(words):
        low = (labels[c0, e], labels[c1, e], labels[c2, e], labels[c3, e])
        same = low[0] & low[1] & low[2] & low[3]  # no bridge here
        for c in range(4):
            new[c, e] |= same
        for k in range(len(ONE_SIDE)):  # a west-east bridge
            up = ONE_SIDE[k]
            both = (
                low[0] >> (up & 1) & low[1] >> (up >> 1 & 1) & low[2] >> (up >> 2 & 1) & low[3] >> (up >> 3)
            )
            if both:
                for c in range(4):
                    new[c, e] |= both << (up >> c & 1)
        if e + 1 == words:
            break
        high = (labels[c0, e + 1], labels[c1, e + 1], labels[c2, e + 1], labels[c3, e + 1])
        for k in range(len(ONE_SIDE)):  # a north-south bridge
            up = ONE_SIDE[k]
            both = high[0] if up & 1 else low[0]
            both &= high[1] if up & 2 else low[1]
            both &= high[2] if up & 4 else low[2]
            both &= high[3] if up & 8 else low[3]
            if both:
                for c in range(4):
                    new[c, e + (up >> c & 1)] |= both
        for c in range(4):
            both = low[c] & high[(c + 1) & 3] & high[(c + 2) & 3] >> 1 & low[(c + 3) & 3] >> 1
            if both:
                _support_crossing(new, e, c, both)


@compiled
def _support_crossing(new: Any, e: int, first: int, both: int) -> None:
    """A crossing whose lowest corner is *first*, and the others counter-clockwise from there (M14)."""
    new[first, e] |= both
    new[(first + 1) & 3, e + 1] |= both
    new[(first + 2) & 3, e + 1] |= both << 1
    new[(first + 3) & 3, e] |= both << 1


@compiled
def _put_back(labels: Any, new: Any, p: int, c: int) -> int:
    """Keep only the supported labels of corner *p*; 1 if some were struck, EMPTY if all were."""
    left, changed = 0, 0
    for e in range(labels.shape[1]):
        left |= new[c, e]
        changed |= new[c, e] ^ labels[p, e]
        labels[p, e] = new[c, e]
    if left == 0:
        return EMPTY
    return 1 if changed else 0


@compiled
def _make_equal(labels: Any, new: Any, corners: Any) -> None:
    """The corners of any other square have one label in common."""
    c0, c1, c2, c3 = corners
    for e in range(labels.shape[1]):
        same = labels[c0, e] & labels[c1, e] & labels[c2, e] & labels[c3, e]
        for c in range(4):
            new[c, e] = same


@compiled
def _add_squares_around(size: int, p: int, queue: Any, waiting: Any, head: int, count: int) -> int:
    """Let the squares around corner *p* be looked at again; return how many wait."""
    x, y = p % (size + 1), p // (size + 1)
    for sy in range(max(y - 1, 0), min(y, size - 1) + 1):
        for sx in range(max(x - 1, 0), min(x, size - 1) + 1):
            square = sy * size + sx
            if not waiting[square]:
                queue[(head + count) % (size * size)] = square
                waiting[square] = 1
                count += 1
    return count


@compiled
def _propagate(
    own: Any, size: int, labels: Any, new: Any, queue: Any, waiting: Any, count: int, blame: Any
) -> bool:
    """Strike unsupported labels until nothing changes; if a corner has none left, blame a square: False."""
    head = 0
    sound = True
    while count > 0:
        square = queue[head]
        head = (head + 1) % (size * size)
        count -= 1
        waiting[square] = 0
        if not sound:
            continue  # only empty the queue
        first = square // size * (size + 1) + square % size
        corners = (first, first + 1, first + size + 2, first + size + 1)
        if own[square]:
            _strike_square(labels, new, corners)
        else:
            _make_equal(labels, new, corners)
        for c in range(4):
            changed = _put_back(labels, new, corners[c], c)
            if changed == EMPTY:
                sound = False
            elif changed:
                count = _add_squares_around(size, corners[c], queue, waiting, head, count)
        if not sound:
            blame[square] += 1
    return sound


@compiled
def _first_labels(labels: Any, a: int, b: int, far: Any) -> None:
    """The labels that the distances *far* allow."""
    for p in range(labels.shape[0]):
        for e in range(a + 1):
            mask = 0
            if a - far[EAST, p] <= e <= far[WEST, p]:
                for n in range(max(0, b - far[NORTH, p]), min(b, far[SOUTH, p]) + 1):
                    if (
                        e + n <= far[SOUTH_WEST, p]
                        and a - e + n <= far[SOUTH_EAST, p]
                        and a - e + b - n <= far[NORTH_EAST, p]
                        and e + b - n <= far[NORTH_WEST, p]
                    ):
                        mask |= 1 << n
            labels[p, e] = mask


@compiled
def _most_promising(labels: Any, size: int, blame: Any) -> int:
    """The corner with the fewest labels, at least two, for the blame around it; -1 if all have one."""
    best, fewest, weight = -1, 1, 0
    for p in range(labels.shape[0]):
        count = 0
        for e in range(labels.shape[1]):
            count += popcount(np.uint64(labels[p, e]))
        if count > 1:
            x, y = p % (size + 1), p // (size + 1)
            heavy = 1
            for sy in range(max(y - 1, 0), min(y, size - 1) + 1):
                for sx in range(max(x - 1, 0), min(x, size - 1) + 1):
                    heavy += blame[sy * size + sx]
            if best < 0 or count * weight < fewest * heavy:
                best, fewest, weight = p, count, heavy
    return best


@compiled
def _choose_label(labels: Any, p: int, taste: int) -> tuple[int, int]:
    """One of the labels of corner *p*: *taste* likes them greatest or least in each number."""
    words = labels.shape[1]
    e = words - 1 if taste & 1 == 0 else 0
    while labels[p, e] == 0:
        e += -1 if taste & 1 == 0 else 1
    n = 31 if taste & 2 == 0 else 0
    while labels[p, e] >> n & 1 == 0:
        n += -1 if taste & 2 == 0 else 1
    return e, n


@compiled
def _read_off(labels: Any, east: NDArray[np.int8], north: NDArray[np.int8]) -> None:
    """Write every corner's only label."""
    for p in range(labels.shape[0]):
        for e in range(labels.shape[1]):
            if labels[p, e]:
                east[p] = e
                north[p] = popcount(np.uint64(labels[p, e] - 1))


@compiled
def _search(
    own: Any, size: int, a: int, b: int, far: Any, attempt: int, blame: Any, east: Any, north: Any
) -> int:
    """Look for *a* north-south and *b* west-east bridges; GAVE_UP if it takes too long."""
    taste, patience = attempt % TASTES, PATIENCE << (attempt // TASTES)
    corners = (size + 1) * (size + 1)
    depths = np.empty((corners + 1, corners, a + 1), np.int32)
    tried = np.empty((corners + 1, 3), np.int32)
    new = np.empty((4, a + 1), np.int32)
    queue = np.empty(size * size, np.int32)
    waiting = np.zeros(size * size, np.int8)
    _first_labels(depths[0], a, b, far)
    count = size * size
    for square in range(count):
        queue[square] = square
        waiting[square] = 1
    depth, tries = 0, 0
    while True:
        labels = depths[depth]
        if _propagate(own, size, labels, new, queue, waiting, count, blame):
            p = _most_promising(labels, size, blame)
            if p < 0:
                _read_off(labels, east, north)
                return FOUND
            tries += 1
            if tries > patience:
                return GAVE_UP
            e, n = _choose_label(labels, p, taste)
            tried[depth, 0], tried[depth, 1], tried[depth, 2] = p, e, n
            depth += 1
            for q in range(corners):
                for k in range(a + 1):
                    depths[depth, q, k] = labels[q, k]
            for k in range(a + 1):
                depths[depth, p, k] = 0
            depths[depth, p, e] = 1 << n
        elif depth == 0:
            return NONE
        else:
            depth -= 1
            p = int(tried[depth, 0])
            depths[depth, p, tried[depth, 1]] &= ~(1 << tried[depth, 2])
        count = _add_squares_around(size, p, queue, waiting, 0, 0)


@compiled
def _least_beyond(far: NDArray[np.int8], size: int, edge: int) -> int:
    """The least distance from *edge* to the opposite one: the most bridges of one direction (Menger)."""
    least = FAR
    for k in range(size + 1):
        p = k * (size + 1) + size if edge == WEST else size * (size + 1) + k
        least = min(least, int(far[p]))
    return least


@compiled
def most_bridges(rows: NDArray[np.uint32], east: NDArray[np.int8], north: NDArray[np.int8]) -> int:
    """The greatest number of bridges in the squares *rows* (bit x of row y), for a board of any size (M14).

    *east* and *north*, (size + 1)² numbers, get the labels of one such choice, corner by corner.
    """
    size = len(rows)
    most = np.zeros(2, np.int64)  # north-south, west-east
    far = np.empty((8, (size + 1) * (size + 1)), np.int8)
    own = _useful(rows, size)
    for way in range(2):
        if _touches_both(rows, size, way):
            edge = WEST if way == 0 else SOUTH
            _from_edge(own, size, edge, far[edge])
            most[way] = _least_beyond(far[edge], size, edge)
    if most[0] > 0 and most[1] > 0:
        total = _most_both_ways(own, size, far, most[0], most[1], east, north)
        if total > 0:
            return total
    for p in range(far.shape[1]):  # as near to the west or south edge as can be
        east[p] = min(most[0], far[WEST, p]) if most[0] > 0 and most[0] >= most[1] else 0
        north[p] = min(most[1], far[SOUTH, p]) if most[1] > most[0] else 0
    return int(max(most[0], most[1]))


@compiled
def _most_both_ways(
    own: Any, size: int, far: Any, most_upright: int, most_level: int, east: Any, north: Any
) -> int:
    """The most bridges if both directions together beat each alone, with their labels; else 0 (M14)."""
    last = (size + 1) * (size + 1) - 1
    starts = (0, size, last, last - size)  # in the order of SOUTH_WEST and so on
    for k in range(4):
        _from_corner(own, size, starts[k], far[SOUTH_WEST + k])
    bound = min(most_upright + most_level, int(far[SOUTH_WEST, last]), int(far[SOUTH_EAST, last - size]))
    alone = max(most_upright, most_level)
    if bound <= alone:
        return 0
    for edge in range(4):
        _from_edge(own, size, edge, far[edge])
    blame = np.empty(size * size, np.int32)
    for total in range(bound, alone, -1):
        for a in range(max(1, total - most_level), min(most_upright, total - 1) + 1):
            for square in range(size * size):
                blame[square] = 0
            for attempt in range(ATTEMPTS):
                found = _search(own, size, a, total - a, far, attempt, blame, east, north)
                if found == FOUND:
                    return total
                if found == NONE:
                    break
    return 0
