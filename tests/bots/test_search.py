"""The search: it ends when it may, and believes what others show."""

import math
from collections import Counter

import numpy as np
import pytest

import ludotheque
from ludotheque.bots import tree
from ludotheque.bots.search import BATCH, SearchBot
from ludotheque.bots.searcher import NO_LIMITS, Limits
from ludotheque.core.state import State
from ludotheque.engine.binding import bind
from ludotheque.engine.chance import source
from tests.games.fou.table import Table
from tests.variants import random_positions

DRAWS = 8_000


def a_choice(name: str, ply: int) -> State:
    """A position after *ply* random moves or more where there is a choice."""
    positions = random_positions(ludotheque.game(name), 1)
    return next(state for k, state in enumerate(positions) if k >= ply and len(state.moves()) > 1)


@pytest.mark.parametrize("name", ["feurio", "fou"])
@pytest.mark.parametrize("ply", [3, 9, 20])
def test_ending_early_changes_no_choice(name: str, ply: int) -> None:
    state = a_choice(name, ply)
    view = state.view(state.seat)
    chosen = SearchBot(state.game, simulations=2_000, seed=1).choose(view)
    assert chosen == SearchBot(state.game, simulations=2_000, seed=1).consider(view)[0].move


def test_a_search_ends_early_when_nothing_can_change() -> None:
    """One card is safe, the other takes the disc and the round with it."""
    table = Table("R9 B2", "R5", "R6", "R7", leader=1).play_all("R5 R6 R7")
    bot = SearchBot(table.game, simulations=100 * BATCH, seed=1)
    assert bot.choose(table.view(0)) in table.moves()
    table = Table("R9 R2", "R5 G2", "R6 G3", "R7 G4", leader=1).play_all("R5 R6 R7")
    nodes = bot._grow(table.view(0), source(1), NO_LIMITS, until_sure=True)
    assert nodes[tree.ROOT]["visits"] < 100 * BATCH
    assert nodes[tree.ROOT]["visits"] % BATCH == 0


def test_simulations_and_seconds_whichever_is_over_first() -> None:
    state = a_choice("feurio", 3)
    by_count = SearchBot(state.game, simulations=50, seconds=600).consider(state.view(state.seat))
    assert sum(reason.visits for reason in by_count) == 50
    by_clock = SearchBot(state.game, simulations=10**6, seconds=0.01).consider(state.view(state.seat))
    assert 0 < sum(reason.visits for reason in by_clock) < 10**6


@pytest.mark.parametrize("trust", [0.0, 1.0])
def test_worlds_come_up_as_often_as_they_are_plausible(trust: float) -> None:
    table = Table("R2 R9", "G3 G9", "Y2 Y3", "B2 B3").play_all("R2 G3")
    definition, view = table.game.definition, table.view(2)
    bound = bind(definition.rules, *tree.FUNCTIONS, heuristic=definition.heuristic)
    states, rng = np.repeat(view.states(), tree.RECORDS), source(1)
    work = SearchBot(table.game)._workspace()
    found: Counter[bytes] = Counter()
    weights: dict[bytes, float] = {}
    for _ in range(DRAWS):
        bound["believe"](states, 2, trust, work, rng)
        world = states[tree.WORLD]["hands"].tobytes()
        found[world] += 1
        weights[world] = math.exp(trust * bound["plausible"](states, tree.WORLD, 2))
    assert len(found) == 9  # R9, G9, B2 and B3 in hands of one, one and two; seat 1 has no red
    total = sum(weights.values())
    far = sum(abs(found[world] / DRAWS - weight / total) for world, weight in weights.items()) / 2
    assert far < 0.04
    assert (max(found.values()) > 2 * min(found.values())) == (trust > 0)


def test_a_search_can_be_told_to_be_brief_or_to_stop() -> None:
    state = ludotheque.game("feurio", players=2).new(seed=3)
    state.play(state.moves()[0])
    view = state.view(state.seat)
    bot = SearchBot(state.game, simulations=1000 * BATCH, seed=1)

    def visits(limits: Limits) -> int:
        return sum(reason.visits for reason in bot.consider(view, limits))

    assert visits(Limits(stop=lambda: True)) == BATCH
    assert BATCH <= visits(Limits(seconds=0.001)) < 1000 * BATCH
    assert bot.choose(view, Limits(stop=lambda: True)) in view.moves()


def test_a_reward_is_for_the_win_or_for_the_lead() -> None:
    state = a_choice("feurio", 3)

    def expected(win: float) -> list[tuple[float, float]]:
        reasons = SearchBot(state.game, simulations=200, win=win, seed=1).consider(state.view(state.seat))
        return [(reason.expected, reason.win_chance) for reason in reasons]

    assert all(reward == pytest.approx(chance) for reward, chance in expected(1.0))
    assert all(0 < reward < 1 and reward != pytest.approx(chance) for reward, chance in expected(0.0))
    with pytest.raises(ludotheque.Refusal, match="win must be a number from 0 to 1, not 2"):
        SearchBot(state.game, win=2)


def test_whole_numbers_do_not_compile_the_search_anew() -> None:
    game = ludotheque.game("feurio", players=2)
    whole = SearchBot(game, exploration=1, bias=1, widening=1, trust=1, win=1).settings
    assert [type(value) for value in whole] == [type(value) for value in SearchBot(game).settings]


def test_the_reward_is_mixed_as_wanted() -> None:
    game = ludotheque.game("feurio", players=2)
    settings = SearchBot(game, win=0.5).settings
    bound = bind(game.definition.rules, *tree.FUNCTIONS, heuristic=game.definition.heuristic)
    states, work = np.repeat(game.new(seed=1).view().states(), tree.RECORDS), SearchBot(game)._workspace()
    bound["rewards"](states, tree.WORLD, work.gains, work.wins)
    usual, wins = work.gains.copy(), work.wins.copy()
    lead = (usual - 0.8 * wins) / 0.2
    bound["reward"](states, settings, work)
    assert work.gains == pytest.approx(0.5 * wins + 0.5 * lead, abs=1e-5)
