"""Every game as a Gymnasium environment: one learner, and bots in the other seats.

Importing this registers ``Ludotheque/Fou-v0`` and so on, one for every game that is found.

>>> import gymnasium
>>> import ludotheque.adapters.gymnasium
>>> env = gymnasium.make("Ludotheque/Fou-v0", players=5, opponents="greedy")
>>> observation, info = env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
"""

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from ludotheque.adapters.spaces import (
    RENDER_MODES,
    LegalActions,
    MaskInfo,
    Masks,
    RenderMode,
    Rewards,
    check_choice,
    observation_of,
    observation_space,
    rendered,
    rewards_of,
)
from ludotheque.bots import Bot, bot
from ludotheque.core.batch import Batch
from ludotheque.core.errors import BadOption, Refusal
from ludotheque.core.extras import extra
from ludotheque.core.registry import game as make_game
from ludotheque.core.registry import names
from ludotheque.core.state import State

with extra("rl", needed_by="ludotheque.adapters.gymnasium"):
    import gymnasium
    from gymnasium.vector.utils import batch_space

_SEEDS = 2**31


class LearnerEnv(gymnasium.Env[Any, Any]):
    """A game from one seat; bots called *opponents* have the others: one name for all, or one for each.

    *seat* is the learner's, or None for another one in every game. A step plays the learner's move and then
    the bots', up to its next decision. *masks* and *rewards* are as in `adapters.pettingzoo.env`.

    An illegal move changes nothing: ``info["refusal"]`` says why, and the learner may choose again.
    (Gymnasium's own checks step with moves of another position.) With ``illegal="refuse"`` it is raised.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012 - Gymnasium's own way

    def __init__(
        self,
        name: str,
        *,
        opponents: str | Sequence[str] = "random",
        seat: int | None = 0,
        render_mode: RenderMode | None = None,
        masks: Masks = "info",
        rewards: Rewards = "win",
        illegal: Literal["tell", "refuse"] = "tell",
        **options: Any,
    ) -> None:
        check_choice("render_mode", render_mode, (None, *RENDER_MODES))
        check_choice("masks", masks, ("info", "observation"))
        check_choice("rewards", rewards, ("win", "score"))
        check_choice("illegal", illegal, ("tell", "refuse"))
        self.game = make_game(name, **options)
        check_choice("seat", seat, (None, *range(self.game.players)))
        self.render_mode = render_mode
        self.opponents = self._named(opponents)
        for one in set(self.opponents):
            bot(one, self.game)  # an unknown one is refused before anything is played
        self.action_space: LegalActions = LegalActions(self.game.actions)
        self.observation_space = observation_space(self.game, masks)
        self.seat = seat or 0
        self._fixed_seat, self._masks, self._rewards, self._illegal = seat, masks, rewards, illegal
        self._bots: list[Bot | None] = []
        self._state: State | None = None

    def _named(self, opponents: str | Sequence[str]) -> list[str]:
        others = self.game.players - 1
        named = [opponents] * others if isinstance(opponents, str) else list(opponents)
        if len(named) != others:
            raise BadOption(
                f"{len(named)} opponents for {others} other seats; name one for all, or one for each"
            )
        return named

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a game, and go on to the learner's first decision."""
        super().reset(seed=seed)
        if self._fixed_seat is None:
            self.seat = int(self.np_random.integers(self.game.players))
        while True:  # with some shuffles a game may end before the learner has decided anything
            root = int(self.np_random.integers(_SEEDS))
            others = iter(self.opponents)
            self._bots = [
                None if seat == self.seat else bot(next(others), self.game, seed=f"{root}/{seat}")
                for seat in range(self.game.players)
            ]
            self._state = self.game.new(seed=root)
            self._until_the_learner_decides(self._state)
            if not self._state.over:
                break
        return self._told(self._state)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play the learner's move, and the bots' after it; an illegal one changes nothing."""
        if self._state is None:
            raise Refusal("the game has not begun; call reset() first")
        if self._state.over:
            raise Refusal("the game is over; call reset() for another one")
        try:
            self._state.play(action)
        except Refusal as refusal:
            if self._illegal == "refuse" or not self.action_space.contains(action):
                raise
            observation, info = self._told(self._state)
            return observation, 0.0, False, False, info | {"refusal": str(refusal)}
        self._until_the_learner_decides(self._state)
        over = self._state.over
        reward = rewards_of(self._state, self._rewards)[self.seat] if over else 0.0
        observation, info = self._told(self._state)
        if self.render_mode == "human":
            self.render()
        return observation, reward, over, False, info

    def _until_the_learner_decides(self, state: State) -> None:
        while not state.over and state.seat != self.seat:
            mover = self._bots[state.seat]
            assert mover is not None
            state.play(mover.choose(state.view(state.seat)))

    def _told(self, state: State) -> tuple[Any, dict[str, Any]]:
        view = state.view(self.seat, history=False)
        self.action_space.offer(state, None if state.over else view)
        info: dict[str, Any] = MaskInfo(view) if self._masks == "info" else {}
        return observation_of(view, self._masks), info

    def render(self) -> Any:
        """The table as the learner sees it."""
        return rendered(self._state, self.seat, self.render_mode)


class BatchEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """*num_envs* games of one kind stepped at once by compiled code, every seat the learner's: self-play.

    Observation, ``info["action_mask"]`` and action are of the seat to move, ``info["seats"]``. A reward is
    that of the seat that has just moved; ``info["rewards"]`` has every seat's. A game that ends begins anew
    in the same step, and its last position is not told. All arrays are the batch's own: the next step
    writes into them, so copy what you keep.
    """

    metadata = {"autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        name: str,
        num_envs: int = 1,
        *,
        rewards: Rewards = "win",
        threads: int | None = None,
        **options: Any,
    ) -> None:
        check_choice("rewards", rewards, ("win", "score"))
        self.batch = Batch(
            make_game(name, **options), num_envs, tensors=True, rewards=rewards, threads=threads
        )
        self.num_envs = num_envs
        self.single_observation_space = observation_space(self.batch.game, "info")
        self.single_action_space = LegalActions(self.batch.game.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin all games anew."""
        if isinstance(seed, list):
            raise BadOption("a batch has one seed for all its games, not one for each")
        self.batch.reset(seed)
        return self.batch.tensors, self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Play one move in every game; if any is illegal it is refused, and nothing changes in any."""
        movers = self.batch.seats.copy()
        self.batch.step(actions)
        gained = self.batch.rewards[np.arange(self.num_envs), movers]
        never = np.zeros(self.num_envs, np.bool_)
        return self.batch.tensors, gained, self.batch.terminations, never, self._info()

    def _info(self) -> dict[str, Any]:
        batch = self.batch
        return {"action_mask": batch.masks, "seats": batch.seats, "rewards": batch.rewards}


def environment_id(name: str) -> str:
    """What Gymnasium calls the game of that name: ``Ludotheque/ConnectFour-v0``."""
    return f"Ludotheque/{''.join(word.capitalize() for word in name.split('_'))}-v0"


def _register() -> None:
    for name in names():
        gymnasium.register(
            environment_id(name),
            entry_point="ludotheque.adapters.gymnasium:LearnerEnv",
            vector_entry_point="ludotheque.adapters.gymnasium:BatchEnv",
            kwargs={"name": name},
        )


_register()
