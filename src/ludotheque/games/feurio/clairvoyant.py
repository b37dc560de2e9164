"""Could somebody who knew the order of the tiles win? For the games with a shared goal (F26-F28).

Men never change which spots are the hottest (F11), so the question falls into two:

    lay out    all tiles, each on a hottest spot chosen at random, and note how many men each tile could
               hold in each turn (F13, F14)
    man        a plan says for every turn how many men of which colour go to which tile. Change one turn
               at random; keep the change if it brings more men into an area with open water, else keep it
               the more rarely the later (simulated annealing: Kirkpatrick, Gelatt and Vecchi, 1983)

A plan that meets the goal is a line of moves that wins: "yes". "No" takes a proof, and there is one: a
tile of value 1 has so few spaces that the four colours need several of them, still open at the end (F2,
F26). If no way to lay the tiles leaves enough, the game is lost whatever the men do.
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.bits import NONE, bit, lowest
from ludotheque.engine.chance import Source, below, fraction
from ludotheque.engine.compiled import compiled, int64
from ludotheque.engine.contract import Numbers, States
from ludotheque.games.feurio.areas import area_around, reaches_water
from ludotheque.games.feurio.rules import (
    CELLS,
    COLOURS,
    ENDED,
    MAX_MOVES,
    MEN,
    MEN_OF_A_COLOUR,
    MOST_MEN,
    PASS,
    SPACES,
    TILES,
    free_sides,
    legal,
    play,
    room,
)

MOST_TURNS = TILES - 1
STEPS = 200_000  # changes tried on one layout: about 30 ms
HOTTEST, COLDEST = 0.7, 0.25  # of the annealing, in men
WATER = 3  # men that open water is worth while a plan is made
MOST_LAYOUTS = 1_000_000  # looked at for a proof: about a second
GIVEN, LAID_OUT = 0, 1  # records


class Plan(NamedTuple):
    """Who goes where, turn by turn; the record LAID_OUT has the men who are there in the end."""

    lays: Numbers  # the move that lays the turn's tile
    most: NDArray[np.int64]  # (tile, turn): men on the tile after men are put there in that turn
    tile: NDArray[np.int64]
    colour: NDArray[np.int64]
    men: NDArray[np.int64]  # 0: nobody goes anywhere


def foresee(states: States, rng: Source, effort: int) -> tuple[bool | None, list[int]]:
    """Whether the game that begins at ``states[0]`` can be won, and moves that win it.

    None if *effort* layouts neither showed that it can nor the proof that it cannot.
    """
    if water_runs_out(np.repeat(states, TILES + 1), int64(MOST_LAYOUTS)):
        return False, []
    work, plan = np.repeat(states, 2), _empty_plan()
    for _ in range(effort):
        turns = lay_out(work, plan, rng)
        if man(work, plan, turns, int64(STEPS), rng):
            return True, _line(work, plan, turns)
    return None, []


def _empty_plan() -> Plan:
    turns = np.zeros((3, MOST_TURNS), np.int64)
    most = np.zeros((TILES, MOST_TURNS), np.int64)
    return Plan(np.zeros(MOST_TURNS, np.int32), most, turns[0], turns[1], turns[2])


def _line(states: States, plan: Plan, turns: int) -> list[int]:
    """The plan as moves."""
    line: list[int] = []
    cells = states["tile_cell"][LAID_OUT].tolist()
    for turn in range(turns):
        men, colour = int(plan.men[turn]), int(plan.colour[turn])
        verb = MEN + MOST_MEN * colour + men - 1
        line += [int(plan.lays[turn]), verb * CELLS + cells[plan.tile[turn]] if men else PASS]
    return line


@compiled
def lay_out(states: States, plan: Plan, rng: Source) -> int:
    """Lay all tiles at random (F11), nobody on them; return the number of turns (F27)."""
    i, turns = int64(LAID_OUT), 0
    states[i] = states[GIVEN]
    moves = np.empty(MAX_MOVES, np.int32)
    while states[i].phase != ENDED:
        plan.lays[turns] = moves[below(rng, legal(states, i, moves))]
        play(states, i, int64(plan.lays[turns]))
        for t in range(TILES):
            plan.most[t, turns] = room(states[i], t) if t < states[i].laid else 0
        play(states, i, int64(PASS))
        turns += 1
    return turns


@compiled
def man(states: States, plan: Plan, turns: int, steps: int, rng: Source) -> bool:
    """Look for a plan that meets the goal on the tiles laid out; True if it is found."""
    s = states[LAID_OUT]
    plan.men[:] = 0
    missing = _missing(s)
    for step in range(steps):
        turn = below(rng, turns)
        tile = below(rng, int64(s.players) + turn + 1)
        colour, men = below(rng, COLOURS), below(rng, MOST_MEN + 1)
        if men > plan.most[tile, turn] or (men == 0 and plan.men[turn] == 0):
            continue
        before = plan.tile[turn], plan.colour[turn], plan.men[turn]
        _send(s, plan, turn, tile, colour, men)
        now = _missing(s) if _allowed(s, plan, turn, turns) else int64(1000)
        if now == 0:
            return True
        heat = HOTTEST * (COLDEST / HOTTEST) ** (step / steps)
        if now <= missing or fraction(rng) < math.exp((missing - now) / heat):
            missing = now
        else:
            _send(s, plan, turn, before[0], before[1], before[2])
    return False


@compiled
def _send(s: Any, plan: Plan, turn: int, tile: int, colour: int, men: int) -> None:
    """Change a turn of the plan: those who went elsewhere come back first."""
    seat = turn % int64(s.players)
    _put(s, seat, plan.tile[turn], plan.colour[turn], -plan.men[turn])
    plan.tile[turn], plan.colour[turn], plan.men[turn] = tile, colour, men
    _put(s, seat, tile, colour, men)


@compiled
def _put(s: Any, seat: int, t: int, colour: int, men: int) -> None:
    """Put *men* of a seat's on tile *t*, or take them off if fewer than 0."""
    s.reserve[seat, colour] -= men
    s.men[t, colour] += men
    if s.men[t, colour] > 0:
        s.manned[colour] |= bit(t)
    else:
        s.manned[colour] &= ~bit(t)


@compiled
def _allowed(s: Any, plan: Plan, turn: int, turns: int) -> bool:
    """Whether the seat has the men that it sends in *turn* (F16, F28), and their tile always held them."""
    if s.reserve[turn % int64(s.players), plan.colour[turn]] < 0:
        return False
    tile, standing = plan.tile[turn], int64(0)
    for then in range(turns):
        if plan.tile[then] == tile and plan.men[then] > 0:
            standing += plan.men[then]
            if standing > plan.most[tile, then]:
                return False
    return True


@compiled
def _missing(s: Any) -> int:
    """How far from the goal: men outside their colour's best area, open water that it lacks (F26)."""
    missing = 0
    for colour in range(COLOURS):
        best = int64(0)
        left = s.manned[colour]
        while left != NONE:
            area = area_around(s, s.manned[colour], lowest(left))
            left &= ~area
            best = max(best, _men_on(s, area, colour) + (WATER if reaches_water(s, area) else 0))
        missing += MEN_OF_A_COLOUR + WATER - best
    return missing


@compiled
def _men_on(s: Any, area: Any, colour: int) -> int:
    """Men of a colour on the tiles of *area*."""
    men = int64(0)
    while area != NONE:
        men += int64(s.men[lowest(area), colour])
        area &= area - np.uint64(1)
    return men


@compiled
def water_runs_out(states: States, most: int) -> bool:
    """Whether it is proven that, wherever the tiles go, too few 1s are open in the end.

    All ways to lay the tiles are tried, depth first, at most *most* positions of them; ``states[0]`` is
    the start and the others are room to work in.
    """
    choices = np.empty((TILES, MAX_MOVES), np.int32)
    left = np.zeros(TILES, np.int64)
    depth = int64(0)
    left[0] = _lays(states, depth, choices[0])
    for _ in range(most):
        if left[depth] == 0:
            if depth == 0:
                return True
            depth -= 1
            continue
        left[depth] -= 1
        states[depth + 1] = states[depth]
        play(states, depth + 1, int64(choices[depth, left[depth]]))
        play(states, depth + 1, int64(PASS))
        if _watered(states[depth + 1]) >= COLOURS:
            if states[depth + 1].phase == ENDED:
                return False
            depth += 1
            left[depth] = _lays(states, depth, choices[depth])
    return False


@compiled
def _lays(states: States, i: int, moves: Numbers) -> int:
    """The ways to lay the next tile; beside one tile or two they are mirror images, and one will do."""
    count = legal(states, i, moves)
    return count if states[i].laid > 2 else 1


@compiled
def _watered(s: Any) -> int:
    """How many colours could stand on 1s that are open, or to come (F2)."""
    colours = int64(0)
    for t in range(TILES):
        if s.stack[t] == 1 and (t >= s.laid or free_sides(s, t) > 0):
            colours += int64(SPACES[1])
    return colours
