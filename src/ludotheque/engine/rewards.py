"""What a game's heuristic may say of an outcome, where points decide."""

import math
from typing import Any

import numpy as np

from ludotheque.engine.bits import popcount
from ludotheque.engine.compiled import compiled
from ludotheque.engine.contract import Numbers, Weights

FOR_THE_WIN = 0.8  # the rest is for the lead: it tells lost games, and won ones, apart


@compiled
def win_and_lead(points: Numbers, winning: int, reach: float, gains: Weights, wins: Weights) -> None:
    """A seat's share of the win, and a little for its lead over the best other; *reach* is a clear lead."""
    shares, players = popcount(np.uint64(winning)), len(gains)
    for seat in range(players):
        rival: Any = -1000
        for other in range(players):
            if other != seat:
                rival = max(rival, points[other])
        wins[seat] = ((winning >> seat) & 1) / shares
        lead = 1.0 / (1.0 + math.exp((rival - points[seat]) / reach))
        gains[seat] = FOR_THE_WIN * wins[seat] + (1.0 - FOR_THE_WIN) * lead
