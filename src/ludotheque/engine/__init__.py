"""Compiled rules: what a game is made of, and the generic code that is bound to it."""
