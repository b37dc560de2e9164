"""A network in compiled code, files of weights, and the search that takes its advice."""

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque.arena import run
from ludotheque.bots import bot, network
from ludotheque.bots.learned import adviser_for, bound_advice
from ludotheque.bots.network import Layers, Network, network_in, own_network, read_networks, write_network
from ludotheque.bots.search import SearchBot, bound_search
from ludotheque.bots.tree import RECORDS, WORLD
from ludotheque.core.game import Game
from ludotheque.core.registry import definition, names

WIDTH, SECOND = 8, 4


def made(game: Game, *, scale: float, **about: Any) -> Network:
    """A network of random weights; with a scale of 0, one without an opinion."""
    rng = np.random.default_rng(1)
    inputs, answers = network.inputs_of(game), network.answers_of(game)
    shapes = ((inputs, WIDTH), (WIDTH,), (WIDTH, SECOND), (SECOND,), (SECOND, answers), (answers,))
    layers = Layers(*(rng.normal(0, scale, shape).astype(np.float16).astype(np.float32) for shape in shapes))
    usual = {"game": game.name, "options": dict(game.options), "any": [], "blend": 0.0, "cost": 1.0}
    return Network(layers, {**usual, **about})


@pytest.fixture
def fou() -> Game:
    return ludotheque.game("fou", players=4, rounds=1)


def middle_view(game: Game) -> ludotheque.View:
    state = game.new(seed=1)
    for _ in range(6):
        state.play(state.moves()[0])
    return state.view(state.seat)


def test_answers_are_those_of_plain_arithmetic(fou: Game) -> None:
    net, rng = made(fou, scale=0.3), np.random.default_rng(2)
    inputs = rng.normal(size=(5, network.inputs_of(fou))).astype(np.float32)
    inputs[:, ::3] = 0
    seats = np.array([0, 1, 2, 3, 1], np.int32)
    first = np.maximum(inputs @ net.layers.first + net.layers.first_bias, 0)
    second = np.maximum(first @ net.layers.second + net.layers.second_bias, 0)
    raw = second @ net.layers.heads + net.layers.heads_bias
    found = net.answers(inputs, seats)
    for row, seat in enumerate(seats):
        for kind in range(2):
            by_table, by_viewer = raw[row, 4 * kind : 4 * kind + 4], raw[row, 8 + 4 * kind : 12 + 4 * kind]
            wanted = 1 / (1 + np.exp(-(by_table + np.roll(by_viewer, seat))))
            assert found[row, 4 * kind : 4 * kind + 4] == pytest.approx(wanted, abs=1e-5)
    assert found[:, 8:] == pytest.approx(raw[:, 16:], abs=1e-4)


def test_a_file_holds_networks_for_several_options(tmp_path: Path) -> None:
    path = tmp_path / "weights.npz"
    four = ludotheque.game("fou", players=4, rounds=1)
    five = ludotheque.game("fou", players=5, rounds=1)
    write_network(path, made(four, scale=0.1, any=["rounds"]))
    write_network(path, made(five, scale=0.1))
    write_network(path, made(four, scale=0.1, any=["rounds"], note="newer"))
    assert len(read_networks(path)) == 2, "the newer took the older one's place"
    kept = network_in(path, ludotheque.game("fou", players=4))
    assert kept.about["note"] == "newer"
    for one, two in zip(kept.layers, made(four, scale=0.1).layers, strict=True):
        assert np.array_equal(one, two)
    with pytest.raises(
        ludotheque.Refusal, match=r"has no network for .*only for fou players=5,rounds=1; fou"
    ):
        network_in(path, ludotheque.game("fou", players=5, rounds=2))


def test_what_is_no_file_of_weights_is_refused(tmp_path: Path, fou: Game) -> None:
    path = tmp_path / "weights.npz"
    with pytest.raises(ludotheque.Refusal, match="there is no file"):
        bot(f"search:network={path}", fou)
    path.write_bytes(b"not weights")
    with pytest.raises(
        ludotheque.Refusal, match=r"holds no networks; `ludotheque train` writes files that do"
    ):
        bot(f"search:network={path}", fou)
    path.unlink()
    small = made(ludotheque.game("fou", players=5, rounds=1), scale=0.1)
    write_network(path, Network(small.layers, {**small.about, "options": dict(fou.options)}))
    with pytest.raises(ludotheque.Refusal, match="of another shape: what a seat sees has changed since"):
        bot(f"search:network={path}", fou)
    with pytest.raises(ludotheque.Refusal, match="blend must be a number from 0 to 1, not 2"):
        SearchBot(fou, simulations=1, blend=2)


def test_master_is_expert_where_a_game_declares_nothing_better() -> None:
    for name in names():
        if (definition(name).folder / network.FILE).is_file():
            continue
        for players in definition(name).player_numbers:
            game = ludotheque.game(name, players=players)
            if game.definition.mastery(game.options):
                continue
            view = game.new(seed=1).view(0)
            expert = bot("expert", game, seed=1, simulations=20, seconds=None)
            master = bot("master", game, seed=1, simulations=20, seconds=None)
            assert master.choose(view) == expert.choose(view)


@pytest.mark.slow  # kernels of its own are compiled
@pytest.mark.parametrize(("name", "players"), [("fou", 4), ("feurio", 3)])
def test_advice_without_an_opinion_changes_nothing(name: str, players: int, tmp_path: Path) -> None:
    game, path = ludotheque.game(name, players=players), tmp_path / "weights.npz"
    write_network(path, made(game, scale=0.0))
    view = middle_view(game)
    plain = SearchBot(game, simulations=1500, seed=1).consider(view)
    assert SearchBot(game, simulations=1500, seed=1, network=str(path)).consider(view) == plain


@pytest.mark.slow
@pytest.mark.parametrize("blend", [0.0, 0.5, 1.0])
def test_a_network_advises_the_search(blend: float, fou: Game, tmp_path: Path) -> None:
    path, view = tmp_path / "weights.npz", middle_view(fou)
    write_network(path, made(fou, scale=0.5, cost=2.0))
    advised = SearchBot(fou, simulations=400, seed=1, network=str(path), blend=blend)
    twin = pickle.loads(pickle.dumps(advised))
    found = advised.consider(view)
    assert sum(reason.visits for reason in found) == 200, "as many fewer as the network costs"
    assert found != SearchBot(fou, simulations=200, seed=1).consider(view)
    assert all(0 <= reason.expected <= 1 and 0 <= reason.win_chance <= 1 for reason in found)
    assert twin.consider(view) == found, "equal seeds, equal choices"


@pytest.mark.slow
def test_a_network_that_knows_the_best_card_is_followed(fou: Game, tmp_path: Path) -> None:
    """Without chances to tell moves apart, the first to be looked at is the one that it likes."""
    view = middle_view(fou)
    path, layers = tmp_path / "weights.npz", made(fou, scale=0.0).layers
    traits, moves = np.zeros((len(view.moves()), network.traits_of(fou)), np.float32), view.moves()
    for row, move in zip(traits, moves, strict=True):
        bound_advice(fou.definition)["describe_move"](view.states(), 0, move.code, row)
    tastes = 20 * np.linalg.pinv(traits)
    for move, taste in zip(moves, tastes.T, strict=True):
        layers.heads_bias[4 * fou.players :] = taste
        write_network(path, Network(layers, made(fou, scale=0.0).about))
        liked = SearchBot(fou, simulations=1, seed=1, network=str(path)).consider(view)
        assert [reason.move for reason in liked] == [move]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players", "open_hands"), [("fou", 4, True), ("feurio", 2, False)])
def test_a_network_judges_what_a_game_unveils_of_a_world(name: str, players: int, open_hands: bool) -> None:
    game = ludotheque.game(name, players=players)
    view = middle_view(game)
    world = view.imagine(seed=1)._states
    bound, adviser = bound_advice(game.definition), adviser_for(game, made(game, scale=0.3), 2)
    bound["ask"](world, 0, view.seat, adviser)
    wanted = np.zeros(network.described_by(game), np.float32)
    bound["describe"](world if open_hands else view.states(), 0, view.seat, wanted)
    assert np.array_equal(adviser.thoughts.inputs[: len(wanted)], wanted)


@pytest.mark.slow
def test_moves_are_known_by_the_numbers_that_a_game_has_for_them() -> None:
    game = ludotheque.game("feurio", players=2)
    view = middle_view(game)
    states = np.repeat(view.states(), RECORDS)
    bound = bound_advice(game.definition)
    adviser = adviser_for(game, made(game, scale=0.3), 2)
    adviser.held[1] = np.random.default_rng(1).normal(size=network.traits_of(game))
    traits = np.zeros(network.traits_of(game), np.float32)
    for move in view.moves():
        bound["describe_move"](states, WORLD, move.code, traits)
        liked = bound["taste"](states, WORLD, move.code, 1, adviser)
        assert liked == pytest.approx(float(traits @ adviser.held[1]), abs=1e-5)


def test_an_advised_search_weighs_moves_as_the_features_say() -> None:
    forma, feurio = definition("forma"), definition("feurio")
    assert forma.heuristic is not None and feurio.heuristic is not None
    assert bound_search(forma).weigh is forma.heuristic.weigh
    for name in ("weigh", "glance", "candidates"):
        assert bound_advice(forma)[name] is getattr(forma.features, name)
    assert bound_advice(feurio)["weigh"] is feurio.heuristic.weigh, "which has none of its own"


def test_a_game_brings_its_own(fou: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(fou.definition.__dict__, "folder", tmp_path)
    find = own_network.__wrapped__
    assert find(fou) is None
    write_network(tmp_path / network.FILE, made(fou, scale=0.1))
    assert find(fou) is not None
    assert find(ludotheque.game("fou", players=5, rounds=1)) is None, "not for that many"


def test_networks_that_games_bring_are_small_and_say_how_they_were_made() -> None:
    files = [path for name in names() if (path := definition(name).folder / network.FILE).is_file()]
    assert files
    for path in files:
        assert path.stat().st_size < 1_000_000
        for about in (one.about for one in read_networks(path)):
            name, options = about["game"], about["options"]
            assert own_network(ludotheque.game(name, **options)) is not None
            assert about["command"].startswith(f"ludotheque train {name} --players {options['players']} ")
            assert about["positions"] > 10 * about["games"] > 0


def test_the_master_of_two_players_of_feurio_takes_advice() -> None:
    game = ludotheque.game("feurio", players=2)
    master = bot("master", game)
    assert isinstance(master, SearchBot)
    assert master._adviser is own_network(game) is not None
    for other in ({"players": 4}, {"players": 2, "firebreaks": True}, {"players": 2, "hot": True}):
        assert own_network(ludotheque.game("feurio", **other)) is None, "not measured there"
    for shared in ({"players": 2, "mode": "coop"}, {"players": 4, "mode": "coop"}, {"mode": "solo"}):
        game = ludotheque.game("feurio", **shared)
        assert own_network(game) is None, "no better there (docs/solo.md)"
        assert bool(game.definition.mastery(game.options)) == (game.players == 2), "opens fewer moves"


@pytest.mark.parametrize("players", [2, 4])
def test_the_master_of_forma_takes_advice(players: int) -> None:
    game = ludotheque.game("forma", players=players)
    assert own_network(game) is not None and game.definition.mastery(game.options)
    for other in ({"touch": "corners"}, {"by_eye": True}):
        game = ludotheque.game("forma", players=players, **other)
        assert own_network(game) is None, "not measured there"
        assert not game.definition.mastery(game.options)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "players", "games", "wins"), [("feurio", 2, 20, 15), ("forma", 2, 6, 5), ("forma", 4, 4, 3)]
)
def test_its_advice_is_worth_having(name: str, players: int, games: int, wins: int) -> None:
    """At equal simulations, and few: with more it is measured by `bench.variants` (docs/bots.md)."""
    game = ludotheque.game(name, players=players)
    plain = "search:win=0,widening=1,simulations=40"
    advised, *_others = run(
        game, [f"{plain},network=own", *[plain] * (players - 1)], games=games, seed=1
    ).bots
    assert advised.wins >= wins
