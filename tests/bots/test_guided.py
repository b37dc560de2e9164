"""The search with an evaluator of one's own: what it is asked, what it takes, and the tree that it leaves."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import ludotheque
from ludotheque.arena import run
from ludotheque.bots import search
from ludotheque.bots.explored import Explored
from ludotheque.core.game import Game
from ludotheque.core.registry import definition, names
from tests.variants import random_positions

Answer = tuple[NDArray[Any], NDArray[Any]]
SIMULATIONS, BATCH = 120, 8
OURS = [name for name in names() if definition(name).package.startswith("ludotheque.")]
QUICK = [name for name in names() if name not in OURS]


def widths(game: Game) -> list[int]:
    """Both forms of priors."""
    return [game.actions, sum(factor.size for factor in game.factors)]


class Indifferent:
    """Every move is as good as any other, and every seat wins as often; it keeps what it was asked."""

    def __init__(self, game: Game, width: int) -> None:
        self.width, self.players, self.asked = width, game.players, list[NDArray[np.float32]]()

    def __call__(self, tensors: NDArray[np.float32]) -> Answer:
        self.asked.append(tensors)
        n = len(tensors)
        return np.zeros((n, self.width), np.float32), np.full((n, self.players), 1 / self.players)


def a_choice(game: Game, ply: int) -> ludotheque.State:
    positions = enumerate(random_positions(game, 1))
    return next(state for k, state in positions if k >= ply and len(state.moves()) > 1)


def check_tree(position: Explored, below: int) -> None:
    """Visits add up, values are rewards, the most visited come first."""
    children = list(position.children.values())
    visits = [child.visits for child in children]
    assert visits == sorted(visits, reverse=True)
    assert sum(visits) <= position.visits
    assert -1e-6 <= position.value <= 1 + 1e-6
    for move, child in position.children.items():
        assert child.move == move
        assert position[str(move)] is child
        if below:
            check_tree(child, below - 1)


@pytest.mark.parametrize("name", [*QUICK, *(pytest.param(name, marks=pytest.mark.slow) for name in OURS)])
def test_every_game_can_be_searched_with_an_evaluator(name: str) -> None:
    game = ludotheque.game(name)
    state = a_choice(game, 1)
    view = state.view(state.seat)
    chosen = []
    for width in widths(game):
        evaluate = Indifferent(game, width)
        bot = search(game, evaluate=evaluate, simulations=SIMULATIONS, batch=BATCH, seed=1)
        reasons, tree = bot.consider(view), bot.tree
        assert tree is not None
        assert tree.visits == SIMULATIONS
        assert sum(reason.visits for reason in reasons) == SIMULATIONS - 1  # the first judged the root
        assert {reason.move for reason in reasons} <= set(view.moves())
        check_tree(tree, 3)
        assert np.array_equal(evaluate.asked[0], view.tensor()[None])
        assert {asked.dtype for asked in evaluate.asked} == {np.dtype(np.float32)}
        assert {asked.shape[1] for asked in evaluate.asked} == {game.tensor_size}
        assert max(len(asked) for asked in evaluate.asked) == (BATCH if game.actions > 2 else 1)
        chosen.append([(reason.move, reason.visits) for reason in reasons])
    assert chosen[0] == chosen[1]
    assert bot.choose(view) in view.moves()


def connect_four(*moves: str) -> ludotheque.State:
    state = ludotheque.game("connect_four").new()
    for move in moves:
        state.play(move)
    return state


def test_a_win_that_can_be_seen_is_found_and_a_loss_avoided() -> None:
    for moves, best in (("1 7 2 7 3", "4"), ("1 7 2 7 5", "7"), ("1 7 2 6 3", "4")):
        state = connect_four(*moves.split())
        bot = search(state.game, evaluate=Indifferent(state.game, 7), simulations=600, seed=1)
        assert str(bot.choose(state.view(state.seat))) == best


@pytest.mark.parametrize("seat", [0, 1])
def test_values_go_to_the_seats_that_they_are_of(seat: int) -> None:
    """An evaluator that says that seat 0 always wins, from whatever seat it looks."""
    state = connect_four(*"44"[: 2 - seat])
    game = state.game
    viewer = sum(plane.size for plane in game.planes[: [plane.name for plane in game.planes].index("viewer")])

    def evaluate(tensors: NDArray[np.float32]) -> Answer:
        values = tensors[:, viewer : viewer + 2]  # 1 0 seen from seat 0, 0 1 from seat 1
        return np.zeros((len(tensors), 7)), values

    bot = search(game, evaluate=evaluate, simulations=50, seed=1)
    bot.consider(state.view(state.seat))
    assert bot.tree is not None
    assert state.seat == seat
    assert bot.tree.value == pytest.approx(1.0 - seat)
    for reply in bot.tree[bot.tree.line()[0]].children.values():
        assert reply.seat == 1 - seat
        assert reply.value == pytest.approx(float(seat))


def test_priors_say_where_to_look_first() -> None:
    state = connect_four("4")

    def evaluate(tensors: NDArray[np.float32]) -> Answer:
        return np.tile(np.arange(7.0), (len(tensors), 1)), np.full((len(tensors), 2), 0.5)

    bot = search(state.game, evaluate=evaluate, simulations=200, seed=1)
    visits = [reason.visits for reason in sorted(bot.consider(state.view(1)), key=lambda one: one.move.code)]
    assert visits == sorted(visits)
    assert bot.tree is not None
    assert bot.tree["7"].prior == pytest.approx(np.exp(6) / np.exp(np.arange(7)).sum(), rel=1e-5)


def test_what_an_evaluator_must_not_say_is_refused() -> None:
    state = connect_four("4")
    n = 1
    wrongs: list[tuple[Any, str]] = [
        (None, "two arrays, priors and values, not NoneType"),
        ((np.zeros((n, 6)), np.zeros((n, 2))), r"priors of shape \(1, 6\), not \(1, 7\)"),
        ((np.zeros((n, 7)), np.zeros(n)), r"values of shape \(1,\), not \(1, 2\)"),
        ((np.full((n, 7), np.nan), np.zeros((n, 2))), "priors that are not finite: nan"),
        ((np.zeros((n, 7)), np.full((n, 2), np.inf)), "values that are not finite: inf"),
        ((np.zeros((n, 7)), np.full((n, 2), -3.5)), "a value of -3.5; values are what"),
        ((np.zeros((n, 7)), [["a", "b"]]), "values that are no array of numbers"),
    ]
    for answer, why in wrongs:
        bot = search(state.game, evaluate=lambda _, answer=answer: answer, simulations=9)  # type: ignore[misc]
        with pytest.raises(ludotheque.Refusal, match=f"evaluate (must return|gave) {why}|{why}"):
            bot.choose(state.view(1))
    settings: list[tuple[dict[str, Any], str]] = [
        ({"evaluate": 3}, "evaluate is a function of a batch of tensors, not 3"),
        ({"evaluate": len, "batch": 0}, "batch must be a number above 0"),
        ({"evaluate": len, "sample_size": 2}, 'search with evaluate has no setting "sample_size"'),
        ({"evaluate": len, "simulations": "x"}, "simulations must be a whole number"),
        ({"simulation": 3}, 'search has no setting "simulation"; did you mean "simulations"?'),
    ]
    for given, why in settings:
        with pytest.raises(ludotheque.UnknownBot, match=why):
            search(state.game, **given)


class Steady:
    """An evaluator that can be pickled."""

    def __call__(self, tensors: NDArray[np.float32]) -> Answer:
        return tensors[:, :7] * 0.1, np.full((len(tensors), 2), 0.5)


def test_copies_choose_alike_and_the_arena_takes_it() -> None:
    state = connect_four("4")
    bot = search(state.game, evaluate=Steady(), simulations=40, seed=1)
    bot.choose(state.view(1))
    twins = [copy.copy(bot), copy.deepcopy(bot), pickle.loads(pickle.dumps(bot))]
    reasons = bot.consider(state.view(1))
    for twin in twins:
        assert twin.tree is None
        assert twin.consider(state.view(1)) == reasons
    mine, _ = run(state.game, [bot, "random"], games=4, seed=1).bots
    assert mine.bot == "GuidedBot"


def plain(game: Game) -> Any:
    return search(game, simulations=200, trees=2, seed=1)


def guided(game: Game) -> Any:
    return search(game, evaluate=Indifferent(game, game.actions), simulations=200, seed=1)


@pytest.mark.parametrize("make", [plain, guided])
def test_the_tree_of_any_search_can_be_read_and_drawn(make: Callable[[Game], Any]) -> None:
    state = connect_four("4", "4")
    bot = make(state.game)
    assert bot.tree is None
    chosen = bot.choose(state.view(0))
    tree: Any = bot.tree
    check_tree(tree, 3)
    assert tree.line()[0] == chosen
    assert (tree.move, tree.seat, tree[chosen].seat) == (None, None, 0)
    with pytest.raises(ludotheque.Refusal, match='"9" was not looked at here'):
        tree["9"]
    drawn = tree.svg(depth=2, width=3, theme="light")
    assert drawn.startswith("<svg")
    assert tree._repr_svg_().startswith("<svg")
    shown = list(tree.children.values())[:3]
    assert drawn.count('class="box"') == 1 + len(shown) + sum(min(len(one.children), 3) for one in shown)
    assert f">{tree.visits:,} · {tree.value:.2f} · +4<" in drawn
    with pytest.raises(ludotheque.Refusal, match="at least one move"):
        tree.svg(depth=0)
