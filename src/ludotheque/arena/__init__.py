"""The arena: many games between bots, and what they say about the bots' strength."""

from ludotheque.arena.standing import BotStanding, Standing
from ludotheque.arena.tournament import run

__all__ = ["BotStanding", "Standing", "run"]
