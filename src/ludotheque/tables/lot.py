"""Who sits where is drawn by lot when a game begins (M5, F9, O4), before anything is dealt."""

import random

from ludotheque.core.fair_shuffle import drawn_seats
from ludotheque.core.fairness import Proof


def draw(players: int, proof: Proof | None) -> tuple[int, ...]:
    """For each seat the place in which its player has waited; provably so where there is a *proof*."""
    if proof is None:
        return tuple(random.SystemRandom().sample(range(players), players))
    return drawn_seats(bytes.fromhex(proof.secret), proof.table, proof.contributions)
