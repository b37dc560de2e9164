"""Why a move is better: what is said is true by the rules, and tells the two moves apart."""

import pytest

from ludotheque.core.state import State
from ludotheque.games.feurio.reasons import _gain, _in_reach, _places
from ludotheque.games.feurio.view import FeurioView
from ludotheque.i18n.language import speaking
from ludotheque.reviews.words import reason_of
from tests.games.feurio.tables import name, play
from tests.reviews.test_judging import on_line
from tests.reviews.test_reasons import WEAK

KINDS = ({"players": 2}, {"players": 3}, {"players": 4, "hot": True}, {"players": 2, "firebreaks": True})
VERSUS, FOUR, TOGETHER, ALONE = 1, 2, 3, 4  # lines


@pytest.mark.parametrize(
    ("line", "ply", "better", "other", "reason"),
    [
        # A tile
        (VERSUS, 66, "lay 0,6", "lay -1,5", "keeps a free side at the 1 at the bottom"),
        (VERSUS, 66, "lay -1,5", "lay 0,6", "gives its areas 3 tiles more to grow to"),
        (VERSUS, 48, "lay 2,6", "lay 0,3", "keeps the 3 at the left out of the next tile’s reach"),
        (VERSUS, 24, "lay 4,0", "lay 1,4", "prepares a man worth 5 points"),
        (VERSUS, 36, "lay 4,1", "lay 1,5", "leaves Yellow and Orange 4 points less"),
        (FOUR, 40, "lay 5,0", "lay 4,-2", "lays the 1 beside its own men"),
        (FOUR, 62, "lay 3,-4", "lay 0,-2", "does not lay the 2 beside men of Green"),
        (FOUR, 22, "lay 0,-1", "lay 3,2", "takes a place from Blue that is worth 2 points"),
        (FOUR, 54, "lay 0,-1", "lay 0,4", "leaves Yellow one tile fewer to grow to"),
        (TOGETHER, 8, "lay -1,2", "lay 1,-1", "brings Green next to open water"),
        (TOGETHER, 12, "lay 2,1", "lay -1,2", "gives Orange 2 tiles more to grow to"),
        (TOGETHER, 56, "lay 1,4", "lay -2,6", "leaves the 1s more free sides"),
        # Men
        (FOUR, 13, "Y1 -1,2", "Y2 1,2", "takes a place from Blue that is worth 7 points"),
        (VERSUS, 74, "G1 0,6", "G1 4,3", "gives its areas one tile more to grow to"),
        (FOUR, 3, "B2 1,1", "B2 0,1", "prepares a man worth 6 points"),
        (ALONE, 7, "B1 -2,1", "R1 -2,1", "leaves open where Orange begins"),
        (ALONE, 45, "Y2 -5,2", "R2 -7,4", "sends men of Yellow, which has more left than Orange"),
    ],
)
def test_what_a_better_move_does(line: int, ply: int, better: str, other: str, reason: str) -> None:
    state = on_line(WEAK, line).replay(ply)
    view = state.view(state.seat)
    with speaking("en"):
        assert reason in reason_of(view, better, other)
        assert reason not in reason_of(view, other, better)


def test_one_more_1_stays_open() -> None:
    """Of the two spots one closes the last free side of a 1 (F26)."""
    state, closing = next(
        (state, closing)
        for seed in range(40)
        for state in laying(play(seed, 0, players=1))
        if (closing := [move for move in map(str, state.moves()) if closes_a_one(state, move)])
        and len(closing) < len(state.moves())
    )
    open_one = next(str(move) for move in state.moves() if str(move) not in closing)
    with speaking("en"):
        assert "keeps one more 1 open" in reason_of(state.view(0), open_one, closing[0])


def laying(state: State) -> list[State]:
    """The positions of a game in which a tile is laid, with nobody on the tiles."""
    found = []
    while not state.over:
        if len(state.moves()) > 1:
            found.append(state.copy())
        state.play(state.moves()[0])
        state.play("pass")
    return found


def closes_a_one(state: State, move: str) -> bool:
    before, now = state.view(0).data.tiles, after_move(state, move).tiles
    return any(a.value == 1 and a.free_sides and not b.free_sides for a, b in zip(before, now, strict=False))


@pytest.mark.parametrize("kind", KINDS, ids=name)
def test_a_place_is_worth_what_a_man_earns_there(kind: dict[str, int]) -> None:
    """F18, F19, F30."""
    tried = 0
    for seed in range(40):
        state = play(seed, 5 + 2 * (seed % 12), **kind)
        if state.view(state.seat).data.phase == "lay":
            continue
        seat, data = state.seat, state.view(state.seat).data
        colours = [one for one in data.seats[seat].colours if data.seats[seat].reserve[one]]
        for colour, tile in [(one, tile) for one in colours for tile in _places(data, one)]:
            after = after_move(state, f"{colour}1 {tile.cell[0]},{tile.cell[1]}")
            assert _gain(data, colour, tile) == after.seats[seat].score - data.seats[seat].score
            tried += 1
    assert tried > 20


@pytest.mark.parametrize("kind", KINDS, ids=name)
def test_an_area_is_in_reach_if_the_next_tile_can_change_what_divides_it(kind: dict[str, int]) -> None:
    """F11, F19."""
    found = {True: 0, False: 0}
    for seed in range(40):
        state = play(seed, 30 + seed, **kind)
        if state.over or state.view(state.seat).data.phase != "lay":
            continue
        data = state.view(state.seat).data
        for area in (area for area in data.areas if area.divisor):
            found[_in_reach(data, area)] += 1
            assert _in_reach(data, area) == any(
                one.divisor != area.divisor
                for move in state.moves()
                for one in after_move(state, str(move)).areas
                if (one.colour, one.cells) == (area.colour, area.cells)
            )
    assert min(found.values()) > 0


def after_move(state: State, move: str) -> FeurioView:
    """What whoever moves sees then."""
    after, seat = state.copy(), state.seat
    after.play(move)
    found: FeurioView = after.view(seat).data
    return found
