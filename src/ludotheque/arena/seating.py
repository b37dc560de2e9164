"""Who sits where: the bots go round the table, a seat further in every game."""

import numpy as np

from ludotheque.engine.chance import Seed, shuffle_first, source


def seating(bots: int, players: int, seed: Seed, number: int) -> list[int]:
    """Which of *bots* bots has each seat in game *number*; it depends on *seed* and *number* alone.

    The bots stand in a circle. The table takes as many as it has seats, going round the circle again if
    there are too few, and the next game begins one bot further on. So after as many games as there are
    bots everybody has had every seat once. Then a new circle is drawn, so that in the long run everybody
    meets everybody, and follows everybody, equally often.
    """
    circle = np.arange(bots, dtype=np.uint8)
    shuffle_first(circle, bots, source(f"{seed}/circle/{number // bots}"))
    return [int(circle[(number + seat) % bots]) for seat in range(players)]
