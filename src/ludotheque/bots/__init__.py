"""Bots: players that choose a move from a view. They never see a state."""

from ludotheque.bots.levels import LEVELS
from ludotheque.bots.specs import BOTS, Bot, bot

__all__ = ["BOTS", "LEVELS", "Bot", "bot"]
