"""PettingZoo's card games beside us: stepped at random with their masks, as its own benchmark does."""

import time
from importlib import import_module

CARD_GAMES = ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6")
SECONDS = 1.5


def best_rate() -> tuple[float, str]:
    """Steps a second of the quickest of its card games, and which it is."""
    return max((_rate(name), name) for name in CARD_GAMES)


def _rate(name: str) -> float:
    env = import_module(f"pettingzoo.classic.{name}").env()
    steps, begin = 0, time.perf_counter()
    seed = 0
    while time.perf_counter() - begin < SECONDS:
        env.reset(seed=seed)
        seed += 1
        for agent in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            done = termination or truncation
            env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))
            steps += 1
    return steps / (time.perf_counter() - begin)
