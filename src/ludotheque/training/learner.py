"""The network as PyTorch trains it; `exported` makes of it what the search asks (bots/network.py)."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy_with_logits, embedding_bag

from ludotheque.bots.factored import factor_columns
from ludotheque.bots.network import Layers, answers_of, inputs_of, traits_of
from ludotheque.core.game import Game
from ludotheque.training.self_play import Position

WIDTH, SECOND = 64, 32
RATE, LAST_RATE, DECAY = 2e-3, 2e-4, 1e-3
MINIBATCH = 512
POLICY = 0.3  # how much moves count beside values


class Learner(nn.Module):
    """Two hidden layers, the first of which is given what is not zero, and heads for gains, wins, tastes."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.players, self.traits = game.players, traits_of(game)
        self.first = nn.Parameter(torch.randn(inputs_of(game), WIDTH) * 0.1)
        self.first_bias = nn.Parameter(torch.zeros(WIDTH))
        self.second = nn.Linear(WIDTH, SECOND)
        self.heads = nn.Linear(SECOND, answers_of(game))
        nn.init.zeros_(self.heads.weight)  # it begins without an opinion
        nn.init.zeros_(self.heads.bias)
        self.sharpness = nn.Parameter(torch.zeros(()))  # the logarithm of how much a move's weight counts
        self.register_buffer("seen", torch.zeros(inputs_of(game), dtype=torch.bool))
        self.register_buffer("tastes", torch.from_numpy(factor_columns(game)).long(), persistent=False)

    def forward(self, inputs: Tensor, amounts: Tensor, starts: Tensor) -> Tensor:
        """What the last layer says of positions, each given by what is not zero in it."""
        summed = embedding_bag(inputs, self.first, starts, mode="sum", per_sample_weights=amounts)
        hidden = torch.relu(summed + self.first_bias)
        return self.heads(torch.relu(self.second(hidden)))

    def exported(self) -> Layers:
        """The same weights for the search. What was never seen has none: that packs well."""
        with torch.no_grad():
            first = self.first * self.seen[:, None]
            parts = (first, self.first_bias, self.second.weight.T, self.second.bias)
            arrays = (*parts, self.heads.weight.T, self.heads.bias)
            half = (one.numpy().astype(np.float16) for one in arrays)  # as in a file
            return Layers(*(np.ascontiguousarray(one, np.float32) for one in half))


class Minibatch:
    """Some positions as tensors."""

    def __init__(self, positions: Sequence[Position]) -> None:
        self.inputs = _joined([one.inputs for one in positions]).long()
        self.amounts = _joined([one.amounts for one in positions])
        sizes = [len(one.inputs) for one in positions]
        self.starts = torch.tensor([0, *np.cumsum(sizes[:-1])], dtype=torch.long)
        self.targets = torch.from_numpy(np.stack([one.targets for one in positions])).float()
        self.seats = torch.tensor([one.seat for one in positions])
        teaching = [(row, one) for row, one in enumerate(positions) if len(one.moves)]
        self.rows = torch.tensor([row for row, one in teaching for _ in one.moves], dtype=torch.long)
        self.moves = _joined([one.moves for _, one in teaching]).long()
        self.traits = _joined([one.traits for _, one in teaching])
        self.looks = _joined([one.looks for _, one in teaching])
        self.shares = _joined([one.visits / one.visits.sum() for _, one in teaching])
        self.teaching = max(len(teaching), 1)
        self.size = len(positions)


def _joined(arrays: Sequence[Any]) -> Tensor:
    return torch.from_numpy(np.concatenate(arrays)) if arrays else torch.zeros(0)


def opinions(answers: Tensor, seats: Tensor, players: int) -> tuple[Tensor, Tensor]:
    """Gains and wins of every seat, as logits, and tastes: what `network.think` makes of a last layer."""
    turned = (torch.arange(players) - seats[:, None]) % players
    by_table, by_viewer = answers[:, : 2 * players], answers[:, 2 * players : 4 * players]
    rows = torch.cat([turned, players + turned], dim=1)
    return by_table + by_viewer.gather(1, rows), answers[:, 4 * players :]


def _taste(learner: Learner, tastes: Tensor, batch: Minibatch) -> Tensor:
    """How much each move is liked: by the game's own numbers of it, if there are any, or by its factors."""
    if learner.traits:
        return (tastes[batch.rows] * batch.traits).sum(dim=1)
    return tastes[batch.rows[:, None], learner.tastes[batch.moves]].sum(dim=1)


def losses(learner: Learner, batch: Minibatch) -> tuple[Tensor, Tensor]:
    """How wrong the network is about values, and about moves."""
    answers = learner(batch.inputs, batch.amounts, batch.starts)
    chances, tastes = opinions(answers, batch.seats, learner.players)
    values = binary_cross_entropy_with_logits(chances, batch.targets)
    taste = _taste(learner, tastes, batch)
    logits = (taste + batch.looks) * learner.sharpness.exp()
    highest = torch.full((batch.size,), -torch.inf).scatter_reduce(0, batch.rows, logits, "amax")
    shifted = logits - highest.detach()[batch.rows]
    sums = torch.zeros(batch.size).index_add(0, batch.rows, shifted.exp())
    moves = -(batch.shares * (shifted - sums[batch.rows].log())).sum() / batch.teaching
    return values, moves


def learn(
    learner: Learner, optimiser: torch.optim.Optimizer, positions: Sequence[Position], steps: int, rng: Any
) -> tuple[float, float]:
    """Let the network learn from some of these positions, so many times; how wrong it was on average."""
    told = np.zeros(2)
    for _ in range(steps):
        drawn = rng.integers(len(positions), size=min(MINIBATCH, len(positions)))
        batch = Minibatch([positions[k] for k in drawn])
        learner.seen[batch.inputs] = True
        values, moves = losses(learner, batch)
        optimiser.zero_grad()
        (values + POLICY * moves).backward()
        nn.utils.clip_grad_norm_(learner.parameters(), 1.0)
        optimiser.step()
        told += values.item(), moves.item()
    return float(told[0] / steps), float(told[1] / steps)
