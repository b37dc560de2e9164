"""Bots: players that choose a move from a view. They never see a state."""

from ludotheque.bots.deciding import moves_to_choose_from
from ludotheque.bots.levels import LEVELS
from ludotheque.bots.registry import Bot, bot_names
from ludotheque.bots.search import search
from ludotheque.bots.specs import bot

__all__ = ["LEVELS", "Bot", "bot", "bot_names", "moves_to_choose_from", "search"]
