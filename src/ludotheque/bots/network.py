"""A small network in compiled code, without PyTorch: from what a seat sees to what it thinks of its moves.

It has two hidden layers of rectified units, and three things to say of a position, in this order:

    gains    for every seat, from the first: what it will get, as `contract.rewards` has it
    wins     the same of the win alone
    tastes   for every number of every factor of a move: how much better than it looks to the heuristic a move
             with that number is; a move's taste is the sum of its factors'

Its input is the tensor of the seat to move, and every seat's score as it stands. Most of that is zero, and
the first layer takes the rest alone: that is most of what makes it quick.

A game's features.py changes both: its numbers of a position are the input instead of the tensor, and there is
a taste for each of its numbers of a move; the move's taste is the sum of these numbers times their tastes.

Some tensors tell of seats in the order of the table (a colour is a seat's), others begin with the seat that
looks. So scores are told in both orders, and the last layer answers in both; gains and wins are the sum of
the two, as chances.

A file of weights (.npz) holds networks for several numbers of players or options, each with a sentence about
where it comes from.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np

from ludotheque.core.errors import Refusal, quoted
from ludotheque.core.game import Game
from ludotheque.engine.compiled import compiled, inlined, int64
from ludotheque.engine.contract import Numbers, Weights

FILE = "weights.npz"  # in a game's folder
POINTS = np.float32(1 / 16)  # that a point counts for as an input


class Layers(NamedTuple):
    """The weights: a row for every input of a layer, a column for every output."""

    first: Weights
    first_bias: Weights
    second: Weights
    second_bias: Weights
    heads: Weights
    heads_bias: Weights


class Thoughts(NamedTuple):
    """Room for what a network makes of one position."""

    inputs: Weights
    first: Weights
    second: Weights
    answers: Weights
    found: Numbers  # which numbers are not zero, and one more


def thoughts_of(layers: Layers) -> Thoughts:
    """Room for a network of these layers."""
    inputs, first, second = len(layers.first), len(layers.first_bias), len(layers.second_bias)
    return Thoughts(
        inputs=np.zeros(inputs, np.float32),
        first=np.zeros(first, np.float32),
        second=np.zeros(second, np.float32),
        answers=np.zeros(len(layers.heads_bias), np.float32),
        found=np.zeros(max(inputs, first, second) + 1, np.int32),
    )


@inlined
def pass_on(given: Weights, weights: Weights, bias: Weights, found: Numbers, out: Weights) -> None:
    """What a layer makes of what it is given, where much of that is zero: four rows at a time of the rest.

    *found* is room for the numbers of those rows.
    """
    count = 0
    for i in range(len(given)):
        found[count] = i
        count += given[i] != 0.0  # no way to guess wrong
    for k in range(len(out)):
        out[k] = bias[k]
    whole = count - count % 4
    for n in range(0, whole, 4):
        i_0, i_1, i_2, i_3 = found[n], found[n + 1], found[n + 2], found[n + 3]
        x_0, x_1, x_2, x_3 = given[i_0], given[i_1], given[i_2], given[i_3]
        for k in range(len(out)):
            out[k] += (
                x_0 * weights[i_0, k] + x_1 * weights[i_1, k] + x_2 * weights[i_2, k] + x_3 * weights[i_3, k]
            )
    for n in range(whole, count):
        i_0 = found[n]
        x_0 = given[i_0]
        for k in range(len(out)):
            out[k] += x_0 * weights[i_0, k]


@inlined
def think(layers: Layers, thoughts: Thoughts, players: int, seat: int) -> None:
    """Answer to *inputs*, which *seat* sees. Gains and wins, as chances, come in the order of the table."""
    pass_on(thoughts.inputs, layers.first, layers.first_bias, thoughts.found, thoughts.first)
    for k in range(len(thoughts.first)):
        thoughts.first[k] = max(thoughts.first[k], np.float32(0.0))
    pass_on(thoughts.first, layers.second, layers.second_bias, thoughts.found, thoughts.second)
    for k in range(len(thoughts.second)):
        thoughts.second[k] = max(thoughts.second[k], np.float32(0.0))
    pass_on(thoughts.second, layers.heads, layers.heads_bias, thoughts.found, thoughts.answers)
    answers = thoughts.answers
    for kind in range(2):
        for other in range(players):
            turned = 2 * players + kind * players + (other - seat) % players
            logit = answers[kind * players + other] + answers[turned]
            answers[kind * players + other] = 1.0 / (1.0 + math.exp(-logit))


@compiled
def think_of_all(
    layers: Layers, thoughts: Thoughts, players: int, seats: Numbers, inputs: Weights, out: Weights
) -> None:
    """The same of many positions, one per row."""
    for row in range(int64(len(inputs))):
        for k in range(inputs.shape[1]):
            thoughts.inputs[k] = inputs[row, k]
        think(layers, thoughts, players, int64(seats[row]))
        for k in range(out.shape[1]):
            out[row, k] = thoughts.answers[k + (k >= 2 * players) * 2 * players]


@dataclass(frozen=True, eq=False)
class Network:
    """Layers, and what they are for."""

    layers: Layers
    about: Mapping[str, Any]  # game, options, any, blend, cost, and how it was made

    def answers(self, inputs: Weights, seats: Numbers) -> Weights:
        """Gains, wins and tastes of many positions, one per row, each as one of the *seats* sees it."""
        rows, players = np.ascontiguousarray(inputs, np.float32), int(self.about["options"]["players"])
        out = np.zeros((len(rows), len(self.layers.heads_bias) - 2 * players), np.float32)
        think_of_all(self.layers, thoughts_of(self.layers), players, seats, rows, out)
        return out

    def fits(self, game: Game) -> bool:
        """Whether it was made for *game*: that of its own options, but for those that may be any."""
        return game.name == self.about["game"] and all(
            value == game.options[option]
            for option, value in self.about["options"].items()
            if option not in self.about["any"]
        )

    @property
    def key(self) -> str:
        """What tells it from others in a file."""
        own = {k: v for k, v in self.about["options"].items() if k not in self.about["any"]}
        return ",".join(f"{option}={value}" for option, value in sorted(own.items()))


def described_by(game: Game) -> int:
    """How many numbers tell a network of a position, scores apart."""
    features = game.definition.features
    return features.FEATURES if features else game.tensor_size


def traits_of(game: Game) -> int:
    """How many numbers of the game's own tell a move from others; 0 if it is known by its factors."""
    features = game.definition.features
    return features.MOVE_FEATURES if features else 0


def inputs_of(game: Game) -> int:
    """How many numbers a network for *game* is given."""
    return described_by(game) + 2 * game.players


def answers_of(game: Game) -> int:
    """How many its last layer gives: gains and wins in both orders, and tastes."""
    return 4 * game.players + (traits_of(game) or sum(factor.size for factor in game.factors))


# Files


def write_network(path: Path, network: Network) -> None:
    """Put a network into a file, beside those for other options that it may hold already."""
    others = [one for one in (read_networks(path) if path.exists() else []) if one.key != network.key]
    arrays: dict[str, Any] = {}
    for number, one in enumerate([*others, network]):
        arrays[f"{number}/about"] = np.array(json.dumps(dict(one.about)))
        for name, array in one.layers._asdict().items():
            arrays[f"{number}/{name}"] = array.astype(np.float16)
    unfinished = path.with_name(f"{path.name}.new")
    with unfinished.open("wb") as file:
        np.savez_compressed(file, **arrays)
    unfinished.replace(path)  # at once: whoever stops the program finds the old file or the new one


def read_networks(path: Path) -> list[Network]:
    """All networks in a file."""
    try:
        with np.load(path) as kept:
            numbers = sorted({int(name.partition("/")[0]) for name in kept.files})
            return [_network({name: kept[f"{n}/{name}"] for name in _PARTS}) for n in numbers]
    except FileNotFoundError:
        raise Refusal(f"there is no file {path}") from None
    except (OSError, ValueError, KeyError, BadZipFile, EOFError):
        raise Refusal(f"{path} holds no networks; `ludotheque train` writes files that do") from None


_PARTS = ("about", *Layers._fields)


def _network(parts: Mapping[str, Any]) -> Network:
    layers = Layers(*(np.ascontiguousarray(parts[name], np.float32) for name in Layers._fields))
    return Network(layers, json.loads(str(parts["about"])))


def network_in(path: Path, game: Game) -> Network:
    """The network for *game* in a file."""
    found = read_networks(path)
    for network in found:
        if network.fits(game):
            return _checked(network, game, path)
    held = "; ".join(f"{one.about['game']} {one.key}" for one in found)
    raise Refusal(f"{path} has no network for {game!r}, only for {held or 'nothing'}")


def _checked(network: Network, game: Game, path: Path) -> Network:
    layers = network.layers
    if (len(layers.first), len(layers.heads_bias)) != (inputs_of(game), answers_of(game)):
        why = "what a seat sees has changed since; train it anew"
        raise Refusal(f"{path}: its network for {quoted(network.key)} is of another shape: {why}")
    return network


@cache
def own_network(game: Game) -> Network | None:
    """The network that *game* brings for its options, if it has one: then it has proved to be the better."""
    path = game.definition.folder / FILE
    if not path.is_file():
        return None
    fitting = [network for network in read_networks(path) if network.fits(game)]
    return _checked(fitting[0], game, path) if fitting else None


def told_more(network: Network, **more: Any) -> Network:
    """The same network with more said about it."""
    return replace(network, about={**network.about, **more})
