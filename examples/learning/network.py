"""A small network: from what a seat sees to a prior over its moves and every seat's chance to win."""

from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from ludotheque import Game, Refusal

WIDTH = 256
# A network that learns from single rounds is not shown the score sheet, so that it can play whole games too.
LEFT_OUT = ("totals", "prizes", "rounds")


class Network(nn.Module):
    """Two hidden layers and three heads: a logit for every action, and for every seat its value and its gain.

    Seats begin with the one that looks. A value is a logit of the share of the win; self_play.py says what a
    gain is, by which it learns to decide.
    """

    def __init__(self, game: Game, width: int = WIDTH) -> None:
        super().__init__()
        self.about = {"game": game.name, "players": game.players, "width": width}
        self.register_buffer("shown", _shown(game), persistent=False)
        self.body = nn.Sequential(
            nn.Linear(game.tensor_size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.policy = nn.Linear(width, game.actions)
        self.value = nn.Linear(width, game.players)
        self.gain = nn.Linear(width, game.players)
        for head in (self.policy, self.value, self.gain):  # it begins without an opinion
            nn.init.normal_(head.weight, std=0.01)
            nn.init.zeros_(head.bias)

    def forward(self, tensors: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Logits of actions (n, actions), values (n, players), gains (n, players)."""
        hidden = self.body(tensors * self.shown)
        return self.policy(hidden), self.value(hidden), self.gain(hidden)

    def evaluate(self, tensors: NDArray[np.float32]) -> tuple[NDArray[Any], NDArray[Any]]:
        """What ``ludotheque.bots.search(game, evaluate=…)`` asks: priors as logits, and values."""
        with torch.inference_mode():
            logits, values, _ = self(torch.from_numpy(tensors))
            return logits.numpy(), torch.softmax(values, dim=1).numpy()

    def save(self, path: Path) -> None:
        """Write the weights, and what they are for."""
        torch.save({"about": self.about, "weights": self.state_dict()}, path)


def load(game: Game, path: Path) -> Network:
    """The network in a file, if it is one for *game*."""
    try:
        kept = torch.load(path, weights_only=True)
    except FileNotFoundError:
        raise Refusal(f"there is no file {path}") from None
    about = kept["about"]
    if (about["game"], about["players"]) != (game.name, game.players):
        raise Refusal(f"{path} plays {about['game']} with {about['players']} players, not {game!r}")
    network = Network(game, about["width"])
    network.load_state_dict(kept["weights"])
    network.eval()
    return network


def _shown(game: Game) -> Tensor:
    """1 for each number of a tensor that the network may see."""
    parts = [torch.full((plane.size,), float(plane.name not in LEFT_OUT)) for plane in game.planes]
    return torch.cat(parts)
