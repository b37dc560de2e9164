"""What PettingZoo and Gymnasium environments share: spaces, rewards, and pictures of a state."""

from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from ludotheque.adapters.frames import win_shares
from ludotheque.adapters.pictures import pixels
from ludotheque.core.errors import BadOption, Refusal, quoted
from ludotheque.core.extras import extra
from ludotheque.core.game import Game
from ludotheque.core.state import State

with extra("rl", needed_by="an environment"):
    from gymnasium.spaces import Box, Dict, Discrete, Space

RENDER_MODES = ("human", "ansi", "svg", "rgb_array")
BOUND = float(2**31)  # planes are scaled to about −1 … 1, but no game promises it
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
        self.legal: NDArray[np.int32] = np.zeros(0, np.int32)

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """A legal move's integer, each equally likely; with a *mask* or *probability* as usual."""
        if mask is None and probability is None and len(self.legal):
            return np.int64(self.legal[self.np_random.integers(len(self.legal))])
        return super().sample(mask, probability)


def observation_space(game: Game, masks: Masks) -> "Space[Any]":
    """Where observations lie: the tensor, or with the mask beside it."""
    tensor = Box(-BOUND, BOUND, (game.tensor_size,), np.float32)
    if masks == "info":
        return tensor
    return Dict({"observation": tensor, "action_mask": Box(0, 1, (game.actions,), np.int8)})


def mask_of(game: Game, legal: NDArray[np.int32]) -> NDArray[np.int8]:
    """1 for the legal moves among all integers."""
    mask = np.zeros(game.actions, np.int8)
    mask[legal] = 1
    return mask


def observation_of(state: State, seat: int, masks: Masks) -> Any:
    """What *seat* observes, in the space above."""
    view = state.view(seat)
    if masks == "info":
        return view.tensor()
    return {"observation": view.tensor(), "action_mask": mask_of(state.game, view.legal())}


def legal_now(state: State) -> NDArray[np.int32]:
    """The integers of the legal moves."""
    return np.array(state.moves()._codes, np.int32)


def rewards_of(state: State, rewards: Rewards) -> list[float]:
    """What each seat gets at the end: its share of the win, or its score."""
    return win_shares(state) if rewards == "win" else [float(score) for score in state.scores]


def check_choice(name: str, value: object, allowed: tuple[object, ...]) -> None:
    """Refuse a setting's value that is not among those *allowed*."""
    if value not in allowed:
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
