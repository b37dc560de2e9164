"""The search that asks an evaluator of your own, a network for instance, instead of playing games out."""

import time
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ludotheque.bots.explored import Explored
from ludotheque.bots.factored import factor_columns
from ludotheque.bots.guided_tree import FUNCTIONS, GuidedSettings, Judged, Leaves, Scratch
from ludotheque.bots.searcher import Limits, Searcher, check_positive
from ludotheque.bots.tree import NODE, RECORDS, ROOT, workspace
from ludotheque.core.definition import Definition
from ludotheque.core.errors import Refusal, UnknownBot, quoted
from ludotheque.core.game import Game
from ludotheque.core.view import View
from ludotheque.engine.batches import BY_GOAL, BY_WIN
from ludotheque.engine.binding import bind
from ludotheque.engine.chance import Seed, Source
from ludotheque.engine.contract import Numbers, Weights
from ludotheque.engine.observation import fields_of

Evaluate: TypeAlias = Callable[[NDArray[np.float32]], tuple[ArrayLike, ArrayLike]]
FIRST_NODES = 256
EAGERNESS = 4  # a batch is at most this part of the visits so far, so that the first are not made blindly
ROUNDING = 1e-4  # that a value may lie outside 0 … 1


class BoundGuide(NamedTuple):
    """What the bot calls of the functions in bots/guided_tree.py, bound to a game."""

    gather_leaves: Callable[..., tuple[int, int]]
    settle_leaves: Callable[..., None]
    lead: Callable[..., int]


@cache
def bound_guide(definition: Definition) -> BoundGuide:
    """The guided search for a game; of its heuristic only `plausible` counts."""
    rules, constants = definition.rules, {"FIELDS": fields_of(definition.rules.STATE)}
    homes: dict[str, Any] = {"heuristic": definition.heuristic, "observation": definition.observation}
    bound = bind(rules, *FUNCTIONS, **homes, constants=constants)
    return BoundGuide(*(bound[name] for name in BoundGuide._fields))


class GuidedBot(Searcher):
    """Searches with *evaluate*, which judges positions many at a time.

    ``evaluate(tensors)`` gets a float32 array (n, game.tensor_size), its own to keep: for each position what
    the seat to move there sees, as `View.tensor` has it. It returns two arrays, or what NumPy can make such:

    - *priors* (n, game.actions), or (n, the sum of the factors' sizes): logits, any finite numbers. In the
      second form the columns are those of the first of ``game.factors``, then of the next, and a move's logit
      is the sum of its factors'. The search takes the softmax over the legal moves.
    - *values* (n, game.players), 0 … 1: what each seat will get, as `Batch.rewards` has it by default: its
      share of the win, or 1 if a shared goal is met. The first column is the seat to move, the next the one
      to its left, and so on, just as the tensors go round the table.

    At most *batch* positions are judged at a time. *exploration* is how much priors count against what was
    found, *trust* as in `SearchBot`. With *simulations* alone, equal seeds make equal choices, if *evaluate*
    gives equal answers.
    """

    def __init__(
        self,
        game: Game,
        *,
        evaluate: Evaluate,
        seconds: float | None = None,
        simulations: int | None = None,
        batch: int = 16,
        exploration: float = 1.5,
        trust: float = 0.7,
        seed: Seed | None = None,
    ) -> None:
        super().__init__(game, seconds, simulations, seed)
        check_positive(batch=batch, exploration=exploration)
        if not callable(evaluate):
            raise UnknownBot(f"search: evaluate is a function of a batch of tensors, not {quoted(evaluate)}")
        self._evaluate = evaluate
        self._batch = batch
        reward = BY_GOAL if game.shared_goal else BY_WIN
        self._settings = GuidedSettings(exploration, trust, reward)

    def _search(self, view: View, limits: Limits, *, until_sure: bool) -> Explored:
        growth = _Growth(self._game, view, self._batch, self._next_source())
        lead = bound_guide(self._game.definition).lead
        done, left, begun = 0, self._budget, time.monotonic()
        while left > 0:
            wanted = min(self._batch, left, max(1, done // EAGERNESS))
            leaves = growth.gather(wanted, self._settings)
            if len(leaves):
                growth.settle(*self._answers(leaves))
            done += wanted
            left = max(self._left(done, begun, limits), int(done < 2))  # the first judges the root alone
            if done > 1 and (limits.stop() or (until_sure and lead(growth.nodes) > left)):
                break
        return Explored(self._game, [(growth.nodes[: growth.used].copy(), ROOT)])

    def _answers(self, tensors: Weights) -> tuple[Weights, Weights]:
        """What the evaluator says, if it makes sense."""
        answer = self._evaluate(tensors)
        if not isinstance(answer, tuple | list) or len(answer) != 2:
            raise Refusal(f"evaluate must return two arrays, priors and values, not {type(answer).__name__}")
        n, game = len(tensors), self._game
        factors = sum(factor.size for factor in game.factors)
        priors = _array("priors", answer[0], [(n, game.actions), (n, factors)])
        values = _array("values", answer[1], [(n, game.players)])
        if values.min() < -ROUNDING or values.max() > 1 + ROUNDING:
            wrong = values.min() if values.min() < 0 else values.max()
            raise Refusal(
                f"evaluate gave a value of {wrong:.4g}; values are what each seat will get, from 0 to 1"
            )
        return priors, np.clip(values, 0.0, 1.0)


def _array(name: str, given: Any, shapes: list[tuple[int, int]]) -> Weights:
    """An array of one of these shapes, with nothing infinite in it."""
    try:
        array = np.ascontiguousarray(given, np.float32)
    except (TypeError, ValueError, RuntimeError) as error:
        raise Refusal(f"evaluate gave {name} that are no array of numbers: {error}") from None
    if array.shape not in shapes:
        wanted = " or ".join(dict.fromkeys(str(shape) for shape in shapes))
        raise Refusal(f"evaluate gave {name} of shape {array.shape}, not {wanted}")
    if not np.isfinite(array).all():
        raise Refusal(f"evaluate gave {name} that are not finite: {array[~np.isfinite(array)][0]}")
    return array


class _Growth:
    """A tree that grows."""

    def __init__(self, game: Game, view: View, batch: int, rng: Source) -> None:
        rules = game.definition.rules
        self.nodes, self.used = np.zeros(FIRST_NODES, NODE), 1
        self._game, self._seat, self._rng = game, view.seat, rng
        self._states = np.repeat(view.states(), RECORDS)
        self._work = workspace(rules, game.players)
        self._scratch = Scratch(
            columns=np.zeros((1, 1), np.int32),  # known as soon as the evaluator has answered
            hidden=np.zeros(1, rules.STATE),
            points=np.zeros(game.players, np.int32),
            outcome=np.zeros(rules.OUTCOME, np.uint8),
        )
        tensors = np.zeros((batch, game.tensor_size), np.float32)
        self._leaves = Leaves(np.zeros(batch, np.int32), np.zeros(batch, np.int32), tensors)
        self._judged = _unjudged(FIRST_NODES, 0)
        self._found = 0

    def gather(self, wanted: int, settings: GuidedSettings) -> Weights:
        """Descend so often; the tensors of what is to be judged."""
        while self.used + wanted > len(self.nodes):
            self._make_room()
        kernels = bound_guide(self._game.definition)
        self.used, self._found = kernels.gather_leaves(
            *(self._states, self.nodes, self.used, self._seat, wanted, settings),
            *(self._judged, self._leaves, self._work, self._scratch, self._rng),
        )
        return self._leaves.tensors[: self._found].copy()

    def settle(self, priors: Weights, values: Weights) -> None:
        """Take the answers for what `gather` found."""
        if self._judged.logits.shape[1] != priors.shape[1]:
            if self._judged.answers.any():
                raise Refusal("evaluate gave priors of another width than before")
            self._judged = _unjudged(len(self.nodes), priors.shape[1])
            self._scratch = self._scratch._replace(columns=_columns(self._game, priors.shape[1]))
        settle = bound_guide(self._game.definition).settle_leaves
        settle(self.nodes, self._judged, self._leaves, self._found, priors, values, self._work.gains)

    def _make_room(self) -> None:
        more = len(self.nodes)
        self.nodes = np.concatenate([self.nodes, np.zeros(more, NODE)])
        fresh = _unjudged(more, self._judged.logits.shape[1])
        self._judged = Judged(*(np.concatenate(pair) for pair in zip(self._judged, fresh, strict=True)))


def _unjudged(nodes: int, columns: int) -> Judged:
    return Judged(
        np.zeros((nodes, columns), np.float32), np.zeros(nodes, np.float32), np.zeros(nodes, np.int32)
    )


def _columns(game: Game, width: int) -> Numbers:
    """Which columns of the priors each move's logit is the sum of."""
    if width == game.actions:
        return np.arange(game.actions, dtype=np.int32)[:, None]
    return factor_columns(game)
