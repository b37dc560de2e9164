"""The network as a bot: ``learned.py:Learned:weights=fou.pt``; ``simulations=100`` lets it guide a search."""

from pathlib import Path

import numpy as np
import torch

from ludotheque import Game, Move, View
from ludotheque.bots import Bot, search
from network import load


class Learned:
    """Plays what the network thinks best, or what a search finds that asks the network."""

    def __init__(
        self, game: Game, *, seed: int | str | None = None, weights: str = "fou.pt", simulations: int = 0
    ) -> None:
        torch.set_num_threads(1)  # a position or a few at a time: more threads would only wait for each other
        self.network = load(game, Path(weights))
        self.search: Bot | None = None
        if simulations:
            self.search = search(game, evaluate=self.network.evaluate, simulations=simulations, seed=seed)

    def choose(self, view: View) -> Move:
        """The best legal move."""
        if self.search is not None:
            return self.search.choose(view)
        logits, _ = self.network.evaluate(view.tensor()[None])
        legal = view.legal()
        return view.moves()[int(np.argmax(logits[0, legal]))]
