"""Many games of a network against itself, and what it learns from them (proximal policy optimisation).

Every seat is the same network. A seat gains its share of the win, and its lead in points: whoever counts wins
alone learns little from the games that are lost anyway. What a decision was worth is judged by TD(λ): partly
by how the game ended, partly by what the network thought of it later on.
"""

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn.functional import cross_entropy, log_softmax, mse_loss, softmax

from ludotheque import Batch
from network import Network

Floats: TypeAlias = NDArray[np.float32]
Seats: TypeAlias = NDArray[Any]

ILLEGAL = -1e9  # a logit
LEAD = 20.0  # points that count as much as the win
LAMBDA = 0.6  # how much the end, which luck decides, counts against what was thought on the way
CLIP, ENTROPY, VALUE = 0.2, 0.02, 0.5  # as in Schulman and others (2017), but more open-minded
EPOCHS, MINIBATCH = 2, 1024


@dataclass
class Experience:
    """Decisions, one per row."""

    tensors: Tensor  # what the seat saw
    masks: Tensor  # what it might do
    actions: Tensor  # what it did
    likely: Tensor  # the logarithm of how likely that was
    shares: Tensor  # of the win that came of it for every seat, the one that decided first
    gains: Tensor  # the same of what it learns by
    advantages: Tensor  # how much more the seat gained than the network had thought


@dataclass
class Thoughts:
    """What a network makes of some positions."""

    actions: Tensor  # drawn by its policy
    likely: Tensor  # the logarithm of how likely each was
    shares: Floats  # of the win, by seat
    gains: Floats  # by seat


def think(network: Network, tensors: Tensor, masks: Tensor, seats: Seats) -> Thoughts:
    """What the network would do in each position, and what it expects of it."""
    with torch.inference_mode():
        logits, values, gains = network(tensors)
        policy = log_softmax(logits.masked_fill(~masks, ILLEGAL), dim=1)
        noise = -torch.empty_like(policy).exponential_().log()
        actions = (policy + noise).argmax(dim=1)  # Gumbel's way to draw by logarithms
        likely = policy.gather(1, actions[:, None])[:, 0]
        shares = softmax(values, dim=1).numpy()
        return Thoughts(actions, likely, by_seat(shares, seats), by_seat(gains.numpy(), seats))


def by_seat(relative: Floats, seats: Seats) -> Floats:
    """Columns that begin with the seat to move, as columns that begin with seat 0."""
    rows, players = relative.shape
    columns = (np.arange(players) - seats[:, None]) % players
    found: Floats = relative[np.arange(rows)[:, None], columns]
    return found


def gained(shares: Floats, scores: NDArray[np.int32]) -> Floats:
    """What a game that has ended brought to each seat: its share of the win, and its lead over the mean."""
    lead: Floats = (scores - scores.mean(axis=-1, keepdims=True)).astype(np.float32) / np.float32(LEAD)
    return shares + lead


def play(batch: Batch, network: Network, steps: int) -> Experience:
    """Step all games of a *batch* so often; a game that ends begins anew, and one that does not goes on."""
    shape, seen = (steps, batch.n), []
    tensors = torch.empty((*shape, batch.game.tensor_size))
    masks = torch.empty((*shape, batch.game.actions), dtype=torch.bool)
    seats, ended = np.empty(shape, np.int64), np.empty(shape, np.bool_)
    rewards, gains = np.empty((2, *shape, batch.game.players), np.float32)
    for step in range(steps):
        tensors[step], masks[step] = torch.tensor(batch.tensors), torch.tensor(batch.masks)
        seats[step] = batch.seats
        seen.append(think(network, tensors[step], masks[step], seats[step]))
        batch.step(seen[-1].actions.numpy())
        rewards[step], ended[step] = batch.rewards, batch.terminations
        gains[step] = gained(rewards[step], batch.scores)
    after = think(network, torch.tensor(batch.tensors), torch.tensor(batch.masks), batch.seats)
    shares, _ = judged(np.stack([one.shares for one in seen]), seats, rewards, ended, after.shares)
    gains, advantages = judged(np.stack([one.gains for one in seen]), seats, gains, ended, after.gains)
    return Experience(
        tensors.flatten(0, 1),
        masks.flatten(0, 1),
        torch.cat([one.actions for one in seen]),
        torch.cat([one.likely for one in seen]),
        torch.from_numpy(shares).flatten(0, 1),
        torch.from_numpy(gains).flatten(0, 1),
        torch.from_numpy(advantages).flatten(),
    )


def judged(
    values: Floats, seats: Seats, rewards: Floats, ended: NDArray[np.bool_], after: Floats
) -> tuple[Floats, Floats]:
    """What came of each decision for every seat, the deciding one first, and its advantage.

    By TD(λ), from the last step to the first; *after* is what the network thinks of where the games stand.
    """
    steps, games, players = values.shape
    outcomes, advantages = np.empty_like(values), np.empty((steps, games), np.float32)
    rows, coming = np.arange(games), after.copy()
    for step in range(steps - 1, -1, -1):
        coming[ended[step]] = rewards[step][ended[step]]
        seat = seats[step]
        outcomes[step] = coming[rows[:, None], (seat[:, None] + np.arange(players)) % players]
        thought = values[step, rows, seat]  # by the seat itself: others do not know its hand
        advantages[step] = outcomes[step, :, 0] - thought
        coming[rows, seat] = LAMBDA * coming[rows, seat] + (1 - LAMBDA) * thought
    return outcomes, advantages


def learn(network: Network, optimiser: torch.optim.Optimizer, seen: Experience) -> dict[str, float]:
    """Make the network a little better at what it has seen; how wrong, and how open-minded it was."""
    advantages = (seen.advantages - seen.advantages.mean()) / (seen.advantages.std() + 1e-6)
    told = {"value loss": 0.0, "gain loss": 0.0, "entropy": 0.0}
    parts = [part for _ in range(EPOCHS) for part in torch.randperm(len(advantages)).split(MINIBATCH)]
    for rows in parts:
        logits, values, gains = network(seen.tensors[rows])
        legal = logits.masked_fill(~seen.masks[rows], ILLEGAL)
        policy = log_softmax(legal, dim=1)
        ratio = (policy.gather(1, seen.actions[rows][:, None])[:, 0] - seen.likely[rows]).exp()
        gain = advantages[rows]
        better = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
        losses = cross_entropy(values, seen.shares[rows]), mse_loss(gains, seen.gains[rows])
        entropy = -(softmax(legal, dim=1) * policy).sum(dim=1).mean()  # exp(−1e9) would take long
        optimiser.zero_grad()
        (-better + VALUE * sum(losses) - ENTROPY * entropy).backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 0.5)
        optimiser.step()
        for name, figure in zip(told, (*losses, entropy), strict=True):
            told[name] += figure.item() / len(parts)
    return told
