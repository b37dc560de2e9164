"""What PettingZoo and Gymnasium environments share: spaces, rewards, and pictures of a state."""

from collections.abc import Callable
from functools import cache
from threading import local
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from ludotheque.adapters.frames import win_shares
from ludotheque.core.definition import Definition
from ludotheque.core.errors import BadOption, Refusal, quoted
from ludotheque.core.extras import extra
from ludotheque.core.game import Game
from ludotheque.core.state import State
from ludotheque.core.view import View
from ludotheque.drawing.raster import pixels
from ludotheque.engine.chance import WORDS, Source, below, source
from ludotheque.engine.compiled import direct
from ludotheque.engine.memory import Room

with extra("rl", needed_by="an environment"):
    from gymnasium.spaces import Box, Dict, Discrete, Space

RENDER_MODES = ("human", "ansi", "svg", "rgb_array")
BOUND = float(2**31)  # planes are scaled to about −1 … 1, but no game promises it
_SEEDS = 2**63 - 1
WIDTH = 100  # characters of a table as text
RenderMode: TypeAlias = Literal["human", "ansi", "svg", "rgb_array"]
Rewards: TypeAlias = Literal["win", "score"]
Masks: TypeAlias = Literal["info", "observation"]


class LegalActions(Discrete):
    """All integers of a game's moves; ``sample()`` without a mask draws one that is legal now.

    Where nobody decides, or another seat, all integers are drawn from, as usual.
    """

    def __init__(self, actions: int) -> None:
        super().__init__(actions)
        self.view: View | None = None  # of the seat to move, while it is this one
        self._listed: Room | None = None  # its moves, where the state has listed them anyway
        self._source: Source | None = None

    def offer(self, state: State | None, view: View | None) -> None:
        """From now on draw from the legal moves of *state*, of which *view* is what the seat to move sees."""
        self.view = view
        self._listed = state.listed() if state is not None else None

    def seed(self, seed: Any = None) -> Any:
        """Equal seeds make equal draws."""
        self._source = None
        return super().seed(seed)

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """A legal move's integer, each equally likely; with a *mask* or *probability* as usual."""
        if mask is None and probability is None and self.view is not None:
            if self._source is None:
                self._source = source(int(self.np_random.integers(_SEEDS)))
            if self._listed is not None:
                return np.int64(self._listed[_below()(self._source, len(self._listed))])
            definition = self.view.game.definition
            room = _room(definition.rules.MAX_MOVES)
            return np.int64(_pick(definition)(self.view._states, 0, self._source, room))
        return super().sample(mask, probability)


@cache
def _below() -> Callable[[Source, int], int]:
    """`below`, quick to call."""
    return direct(below, np.zeros(WORDS, np.uint64), 0)


@cache
def _pick(definition: Definition) -> Callable[..., int]:
    """The game's `pick`, quick to call."""
    states, rng = np.zeros(1, definition.rules.STATE), np.zeros(WORDS, np.uint64)
    return direct(definition.kernels.pick, states, 0, rng, np.zeros(1, np.int32))


def _room(most: int) -> NDArray[np.int32]:
    """Room for so many moves, of this thread: making it anew takes longer than drawing a move."""
    found: NDArray[np.int32] | None = getattr(_rooms, str(most), None)
    if found is None:
        found = np.empty(most, np.int32)
        setattr(_rooms, str(most), found)
    return found


_rooms = local()


def observation_space(game: Game, masks: Masks) -> "Space[Any]":
    """Where observations lie: the tensor, or with the mask beside it."""
    tensor = Box(-BOUND, BOUND, (game.tensor_size,), np.float32)
    if masks == "info":
        return tensor
    return Dict({"observation": tensor, "action_mask": Box(0, 1, (game.actions,), np.int8)})


def mask_of(view: View) -> NDArray[np.int8]:
    """1 for the legal moves among all integers."""
    return view.mask().view(np.int8)


class MaskInfo(dict[str, Any]):
    """An info with the mask of the legal moves, which is made when somebody first looks at it.

    Of Forma's masks that takes as long as all the rest of a step, and not everybody looks.
    """

    def __init__(self, view: View) -> None:
        self["action_mask"] = None
        self._view: View | None = view

    def _make(self) -> None:
        if self._view is not None:
            self["action_mask"] = mask_of(self._view)
            self._view = None


def _having_made(name: str) -> Callable[..., Any]:
    plain = getattr(dict, name)

    def method(self: MaskInfo, *arguments: Any) -> Any:
        self._make()
        return plain(self, *arguments)

    return method


# All that reads a value. (`dict(info)` and `{**info}` ask for each key, because iterating is not as usual.)
for _name in (
    *("__getitem__", "__iter__", "__eq__", "__ne__", "__or__", "__ror__", "__repr__", "__reduce_ex__"),
    *("get", "items", "values", "pop", "popitem", "setdefault", "copy"),
):
    setattr(MaskInfo, _name, _having_made(_name))


def observation_of(view: View, masks: Masks) -> Any:
    """What the seat of *view* observes, in the space above."""
    if masks == "info":
        return view.tensor()
    return {"observation": view.tensor(), "action_mask": mask_of(view)}


def rewards_of(state: State, rewards: Rewards) -> list[float]:
    """What each seat gets at the end: its share of the win, or its score."""
    return win_shares(state) if rewards == "win" else [float(score) for score in state.scores]


def check_choice(name: str, value: object, allowed: tuple[object, ...]) -> None:
    """Refuse a setting's value that is not among those *allowed*."""
    if value not in allowed or isinstance(value, bool):  # True is no seat, though it equals 1
        told = ", ".join(quoted(one) for one in allowed)
        raise BadOption(f"{name}={quoted(value)}: {name} is one of {told}")


def rendered(state: State | None, seat: int, mode: str | None) -> Any:
    """The table as *seat* sees it: printed, or as text, SVG or pixels."""
    if state is None:
        raise Refusal("there is nothing to draw yet; call reset() first")
    if mode is None:
        raise Refusal(f"choose how to draw: render_mode is one of {', '.join(RENDER_MODES)}")
    view = state.view(seat)
    if mode == "svg":
        return view.svg(theme="light")
    if mode == "rgb_array":
        return pixels(view.svg(theme="light"))
    console = Console(width=WIDTH, highlight=False)
    with console.capture() as captured:
        console.print(view.game.definition.text.draw(view.data))
    if mode == "ansi":
        return captured.get()
    print(captured.get(), end="")
    return None
