"""Every game as a PettingZoo environment.

>>> from ludotheque.adapters.pettingzoo import env
>>> fou = env("fou", players=5)
>>> fou.reset(seed=1)
>>> for agent in fou.agent_iter():
...     observation, reward, termination, truncation, info = fou.last()
...     fou.step(None if termination else fou.action_space(agent).sample(info["action_mask"]))
>>> fou.agents
[]
"""

from typing import Any

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
from ludotheque.core.errors import Refusal, quoted
from ludotheque.core.extras import extra
from ludotheque.core.game import Game
from ludotheque.core.registry import game as make_game
from ludotheque.core.state import State
from ludotheque.core.view import View
from ludotheque.engine.chance import fresh_seed

with extra("rl", needed_by="ludotheque.adapters.pettingzoo"):
    from gymnasium.spaces import Space
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel


def env(
    name: str,
    *,
    render_mode: RenderMode | None = None,
    masks: Masks = "info",
    rewards: Rewards = "win",
    **options: Any,
) -> "GameEnv":
    """The game called *name*, with its *options*, as an agent-environment cycle; one agent for each seat.

    *masks* says where the legal moves are told: with ``"info"`` an observation is the tensor alone and
    ``info["action_mask"]`` has the mask; with ``"observation"`` it is a dictionary of both. *rewards* are
    given at the end: a seat's share of the win, or its score.
    """
    return GameEnv(make_game(name, **options), render_mode=render_mode, masks=masks, rewards=rewards)


def parallel_env(name: str, **settings: Any) -> "ParallelEnv[str, Any, int]":
    """The same for programs that want an action of every agent at every step.

    Only the action of the seat to move counts; the others' are ignored. No game here has moves at the same
    time, so `env` says more clearly what happens.
    """
    converted: ParallelEnv[str, Any, int] = turn_based_aec_to_parallel(env(name, **settings))
    return converted


class GameEnv(AECEnv[str, Any, int]):
    """A game as an environment; copies, pickled or not, go on identically."""

    def __init__(self, game: Game, *, render_mode: RenderMode | None, masks: Masks, rewards: Rewards) -> None:
        super().__init__()
        check_choice("render_mode", render_mode, (None, *RENDER_MODES))
        check_choice("masks", masks, ("info", "observation"))
        check_choice("rewards", rewards, ("win", "score"))
        self.metadata = {
            "name": f"ludotheque_{game.name}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": True,
            "render_fps": 2,
        }
        self.game = game
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(game.players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._nothing: dict[str, float] = dict.fromkeys(self.possible_agents, 0)
        self._not_yet = dict.fromkeys(self.possible_agents, False)
        self._masks, self._rewards = masks, rewards
        self.action_spaces = {agent: LegalActions(game.actions) for agent in self.possible_agents}
        self.observation_spaces = {agent: observation_space(game, masks) for agent in self.possible_agents}
        self._state: State | None = None
        self._view: View | None = None  # of the agent to move
        self._seed: int | None = None
        self._games = 0

    def action_space(self, agent: str) -> LegalActions:
        """All integers of moves; without a mask it samples a legal one."""
        if agent not in self._seats:
            raise self._no_such(agent)
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> "Space[Any]":
        """Where the observations of *agent* lie."""
        if agent not in self._seats:
            raise self._no_such(agent)
        return self.observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. Without a seed it is the next of those that began with the last one given."""
        if seed is not None:
            self._seed, self._games = seed, 0
        elif self._seed is None:
            self._seed = fresh_seed()
        self._state = self.game.new(seed=f"{self._seed}/{self._games}" if self._games else self._seed)
        self._games += 1
        self.agents = self.possible_agents[:]
        self.rewards = self._nothing.copy()
        self._cumulative_rewards = self._nothing.copy()
        self.terminations = self._not_yet.copy()
        self.truncations = self._not_yet.copy()
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection: str | None = None
        self._turn_to_whoever_decides(self._state)

    def observe(self, agent: str) -> Any:
        """What *agent* observes."""
        if agent not in self._seats:
            raise self._no_such(agent)
        state = self._begun()
        view = self._view if agent == self.agent_selection else None
        return observation_of(view or state.view(self._seats[agent], history=False), self._masks)

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Of the agent to move: what it observes, what it has gained, whether it is over, and its info."""
        state = self._going_on()
        agent = self.agent_selection
        if not observe:
            seen = None
        elif self._view is not None:
            seen = observation_of(self._view, self._masks)
        else:
            seen = observation_of(state.view(self._seats[agent], history=False), self._masks)
        gained = self._cumulative_rewards[agent]
        return seen, gained, self.terminations[agent], self.truncations[agent], self.infos[agent]

    def step(self, action: int | None) -> None:
        """Play a move; an illegal one is refused, and nothing changes. After the end the action is None."""
        state = self._going_on()
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise Refusal(f"the game is over for {agent}; its only action is None")
            self._was_dead_step(action)
            return
        if action is None:
            raise Refusal(f"{agent} is to move; None is an action only after the end of the game")
        state.play(action)
        self._cumulative_rewards[agent] = 0
        self._view = None
        self.action_spaces[agent].offer(None, None)
        self.infos[agent] = {}
        if state.over:
            self._end(state)
        else:
            self._turn_to_whoever_decides(state)
        if self.render_mode == "human":
            self.render()

    def _turn_to_whoever_decides(self, state: State) -> None:
        agent = self.agent_selection = self.possible_agents[state.seat]
        view = self._view = state.view(state.seat, history=False)
        self.action_spaces[agent].offer(state, view)
        if self._masks == "info":
            self.infos[agent] = MaskInfo(view)

    def _end(self, state: State) -> None:
        gained = rewards_of(state, self._rewards)
        for agent, gain in zip(self.agents, gained, strict=True):  # all of them are still there
            self.rewards[agent] = gain
            self._cumulative_rewards[agent] += gain
            self.terminations[agent] = True
        self.agent_selection = self.agents[0]

    def render(self) -> Any:
        """The table as the agent to move sees it."""
        seat = self._seats[self.agent_selection] if self._state is not None and self.agents else 0
        return rendered(self._state, seat, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""

    def _going_on(self) -> State:
        state = self._state
        if state is None:
            raise self._not_begun()
        if not self.agents:
            raise Refusal("the game is over and every agent knows it; call reset() for another one")
        return state

    def _no_such(self, agent: object) -> Refusal:
        return Refusal(f"no agent {quoted(agent)}; there are {', '.join(self.possible_agents)}")

    def _begun(self) -> State:
        if self._state is None:
            raise self._not_begun()
        return self._state

    @staticmethod
    def _not_begun() -> Refusal:
        return Refusal("the game has not begun; call reset() first")
