"""Levels: a name that people understand, and a bot with settings behind it. One table for every game."""

from typing import Any

LEVELS: dict[str, tuple[str, dict[str, Any]]] = {
    "novice": ("search", {"simulations": 20, "sample_size": 1}),
    "regular": ("search", {"simulations": 100}),
    "expert": ("search", {"simulations": 20_000, "seconds": 1.5, "trees": 2}),
    "master": ("search", {"simulations": 20_000, "seconds": 1.5, "trees": 2, "network": "own"}),
}
