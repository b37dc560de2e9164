"""Bots choose from views, the same move for the same knowledge."""

import numpy as np
import pytest

import ludotheque
from ludotheque.bots import LEVELS, bot, bot_names
from ludotheque.bots.search import SearchBot
from ludotheque.bots.tree import glance, improvise, rewards, weigh
from ludotheque.core.game import Game
from ludotheque.core.registry import definition, names
from ludotheque.engine.binding import bind
from ludotheque.engine.chance import source
from tests.variants import every_variant, random_positions

NAMES = ["random", "greedy", "search:simulations=30"]


def test_every_kind_of_bot_is_tested_here() -> None:
    assert {name.partition(":")[0] for name in NAMES} == set(bot_names())


@pytest.mark.parametrize("name", NAMES)
@every_variant
def test_a_bot_cannot_see_what_is_hidden(name: str, game: Game) -> None:
    """Swap what is hidden, and the bot with the same seed chooses the same move."""
    for ply, state in enumerate(random_positions(game, 3)):
        if state.over or ply % 9:
            continue
        view = state.view(state.seat)
        other = view.imagine(seed=ply).view(state.seat)
        chosen = bot(name, game, seed=ply).choose(view)
        assert chosen in state.moves()
        assert bot(name, game, seed=ply).choose(other) == chosen


@pytest.mark.parametrize("own", [True, False], ids=["own", "default"])
@every_variant
def test_weights_and_rewards_are_numbers(game: Game, own: bool) -> None:
    """By the game's own heuristic, or by the one that a game without any gets."""
    rules = game.definition.rules
    functions = bind(rules, weigh, rewards, heuristic=game.definition.heuristic if own else None)
    gains, wins = np.full((2, game.players), np.nan, np.float32)
    for state in random_positions(game, 5):
        codes = np.array([move.code for move in state.moves()], np.int32)
        weights = np.full(len(codes), np.nan, np.float32)
        before = state._states.tobytes()
        functions["weigh"](state._states, 0, codes, len(codes), weights)
        assert np.isfinite(weights).all()
        assert state._states.tobytes() == before
        assert (codes < rules.CODES).all()
    assert state.over
    functions["rewards"](state._states, 0, gains, wins)
    assert ((gains >= 0) & (gains <= 1)).all()
    winners, others = state.winners, set(range(game.players)) - set(state.winners)
    share = 1.0 if game.shared_goal or not winners else 1.0 / len(winners)
    assert wins.tolist() == [np.float32(share if seat in winners else 0.0) for seat in range(game.players)]
    assert all(gains[winner] > gains[other] for winner in winners for other in others)


@pytest.mark.parametrize("own", [True, False], ids=["own", "default"])
@every_variant
def test_an_improvised_move_is_legal(game: Game, own: bool) -> None:
    rules, rng = game.definition.rules, source(1)
    heuristic = game.definition.heuristic if own else None
    functions = bind(rules, weigh, glance, improvise, heuristic=heuristic)
    sample, moves = np.zeros(3, np.int32), np.zeros(rules.MAX_MOVES, np.int32)
    weights = np.zeros(rules.MAX_MOVES, np.float32)
    for state in random_positions(game, 6):
        if not state.over:
            chosen = functions["improvise"](state._states, 0, sample, moves, weights, rng)
            assert chosen in [move.code for move in state.moves()]


@every_variant
def test_a_bot_plays_a_whole_game(game: Game) -> None:
    state = game.new(seed=1)
    seats = [bot(NAMES[seat % len(NAMES)], game, seed=seat) for seat in range(game.players)]
    while not state.over:
        state.play(seats[state.seat].choose(state.view(state.seat)))
    state.record().check()


def test_equal_seeds_make_equal_searches_and_others_do_not() -> None:
    game = ludotheque.game("feurio", players=2)
    state = game.new(seed=1)
    state.play(state.moves()[0])
    view = state.view(0)
    one, two, three = (SearchBot(game, simulations=200, seed=seed).consider(view) for seed in (1, 1, 2))
    assert one == two
    assert [reason.visits for reason in one] != [reason.visits for reason in three]


@pytest.mark.parametrize("trees", [1, 2])
def test_a_search_tells_its_reasons(trees: int) -> None:
    game = ludotheque.game("feurio", players=2)
    state = game.new(seed=1)
    state.play(state.moves()[0])
    reasons = SearchBot(game, simulations=400, trees=trees, seed=1).consider(state.view(0))
    assert sum(reason.visits for reason in reasons) == 400
    assert {reason.move for reason in reasons} <= set(state.moves())
    assert all(0 <= reason.expected <= 1 and 0 <= reason.win_chance <= 1 for reason in reasons)
    assert reasons[0].visits == max(reason.visits for reason in reasons)


def test_a_search_by_the_clock_ends() -> None:
    game = ludotheque.game("feurio")
    view = game.new(seed=1).view(0)
    assert SearchBot(game, seconds=0.05).choose(view) in view.moves()


@pytest.mark.parametrize("level", LEVELS)
def test_levels_are_bots(level: str) -> None:
    name, settings = LEVELS[level]
    assert bot(level, ludotheque.game("feurio"), seed=1)
    assert bot(name, ludotheque.game("feurio"), seed=1, **settings)


@pytest.mark.parametrize("name", names())
def test_master_has_the_settings_that_a_game_declares(name: str) -> None:
    for players in definition(name).player_numbers:
        game = ludotheque.game(name, players=players)
        declared = SearchBot(game, trees=2, network="own", **game.definition.mastery(game.options))
        master, expert = bot("master", game), bot("expert", game)
        assert isinstance(master, SearchBot)
        assert isinstance(expert, SearchBot)
        assert master.settings == declared.settings
        assert expert.settings == SearchBot(game).settings
