"""`make strength` lists every contest that a figure is wanted of."""

import pytest
from bench.strength import TEXTBOOK, as_master, contests, has_a_master

import ludotheque
from ludotheque.bots import bot
from ludotheque.bots.network import own_network


@pytest.mark.parametrize("players", [2, 4])
def test_a_master_plays_everybody(players: int) -> None:
    game = ludotheque.game("forma", players=players)
    assert has_a_master(game)
    assert {("master", "regular"), ("master", "expert")} < {pair[:2] for pair in contests("levels", game, 0)}
    against = {weak: (strong, wanted) for strong, weak, wanted in contests("textbook", game, 0)}
    strong, wanted = against[f"{TEXTBOOK}:simulations=4000"]
    assert "network=own" in strong and wanted == ("≥ 80 %" if players == 2 else "≥ 2 ×")


def test_a_tenth_of_the_simulations_is_a_tenth() -> None:
    game = ludotheque.game("feurio", players=2)
    network = own_network(game)
    assert network is not None
    asked = int(as_master(game, 400).rpartition("=")[2])
    assert round(asked / network.about["cost"]) == pytest.approx(400, abs=1)
    state = game.new(seed=1)
    assert bot(as_master(game, 20), game, seed=1).choose(state.view(state.seat)) in state.moves()


def test_where_master_is_expert_it_is_not_listed() -> None:
    game = ludotheque.game("fou", players=5)
    assert not has_a_master(game)
    assert all("master" not in strong for strong, _weak, _wanted in contests("levels", game, 0))


def test_shared_goals_are_met_by_every_level() -> None:
    game = ludotheque.game("feurio", mode="solo")
    listed = [strong for strong, _weak, _wanted in contests("goal", game, 0)]
    assert listed[:3] == ["novice", "regular", "expert"]
    assert ("master" in listed) == has_a_master(game)
