"""Pgx beside us: its games stepped at random in batches by XLA, all in one loop, the random choice too."""

import os
import time
from typing import Any

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental.wrappers import auto_reset

BATCHES = (64, 256, 1024, 4096, 16384)  # games at once; few stay in the processor's cache
STEPS = 64
TRIES = 3


def best_rate(name: str, observations: bool = False) -> tuple[float, int]:
    """Steps a second at its best batch size, and that size; with masks, and with *observations* if wanted."""
    return max((_rate(name, n, observations), n) for n in BATCHES)


def _rate(name: str, n: int, observations: bool) -> float:
    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def random_step(carry: Any, _: Any) -> tuple[Any, None]:
        state, key = carry
        key, choice, chance = jax.random.split(key, 3)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        actions = jax.random.categorical(choice, logits, axis=1)
        after = step(state, actions, jax.random.split(chance, n))
        if not observations:  # what nobody asks for XLA leaves out
            after = after.replace(observation=state.observation)
        return (after, key), None

    run = jax.jit(lambda carry: jax.lax.scan(random_step, carry, None, length=STEPS)[0])
    keys = jax.random.split(jax.random.PRNGKey(0), n)
    carry = jax.block_until_ready(run((jax.jit(jax.vmap(env.init))(keys), jax.random.PRNGKey(1))))
    best = 0.0
    for _ in range(TRIES):
        begin = time.perf_counter()
        carry = jax.block_until_ready(run(carry))
        best = max(best, n * STEPS / (time.perf_counter() - begin))
    return best
