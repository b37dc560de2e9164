"""A network's answers in compiled code, beside the same arithmetic by NumPy's matrix product."""

import zlib
from collections.abc import Iterator
from functools import partial
from itertools import pairwise

import numpy as np

import ludotheque
from bench.measure import Row, least_cpu
from ludotheque.bots.network import POINTS, Layers, Network, answers_of, inputs_of
from ludotheque.core.game import Game
from ludotheque.engine.contract import Numbers, Weights

BATCH, TRIES = 64, 300
WIDTH, SECOND = 64, 32  # as `ludotheque train` makes them
TABLES = (("feurio", 4), ("feurio", 2), ("fou", 5), ("forma", 2))


def rows() -> Iterator[Row]:
    """A batch of positions from the middle of random games."""
    for name, players in TABLES:
        game = ludotheque.game(name, players=players)
        inputs, seats = positions(game)
        network = made(game)
        ours = least_cpu(partial(network.answers, inputs, seats), TRIES)
        theirs = least_cpu(partial(by_numpy, network.layers, inputs), TRIES)
        what = f"{game.definition.title}, {players} players, batches of {BATCH}"
        yield Row(what, 1e6 * ours / BATCH, "µs CPU a position", "NumPy", 1e6 * theirs / BATCH, "< 20")


def made(game: Game) -> Network:
    """One of random weights: how long it takes does not depend on them."""
    rng = np.random.default_rng(zlib.crc32(game.name.encode()))
    sizes = (inputs_of(game), WIDTH, SECOND, answers_of(game))
    parts = [rng.normal(0, 0.1, shape) for given, got in pairwise(sizes) for shape in ((given, got), (got,))]
    layers = Layers(*(np.ascontiguousarray(part, np.float32) for part in parts))
    return Network(layers, {"options": dict(game.options)})


def positions(game: Game) -> tuple[Weights, Numbers]:
    """What seats see after 40 random moves, with the scores as they stand."""
    batch = ludotheque.batch(game, n=BATCH, seed=1, tensors=True, masks=False)
    for _ in range(40):
        batch.step(batch.random())
    scores = np.array([batch.state(k).scores for k in range(BATCH)])
    turned = np.stack([np.roll(row, -seat) for row, seat in zip(scores, batch.seats, strict=True)])
    inputs = np.concatenate([batch.tensors, scores * POINTS, turned * POINTS], axis=1)
    return inputs.astype(np.float32), batch.seats.copy()


def by_numpy(layers: Layers, inputs: Weights) -> Weights:
    """The three layers."""
    first = np.maximum(inputs @ layers.first + layers.first_bias, 0)
    second = np.maximum(first @ layers.second + layers.second_bias, 0)
    answers: Weights = second @ layers.heads + layers.heads_bias
    return answers
