"""Every game as an OpenSpiel game: importing this registers ``ludotheque_fou`` and so on.

>>> import pyspiel
>>> import ludotheque.adapters.openspiel
>>> game = pyspiel.load_game("ludotheque_fou(players=5,rounds=1)")

Parameters    the game's options (0 stands for null), and ``rewards``: score or win.
Chance        explicit. A game that lists its outcomes has one chance node for each event. A shuffle is drawn
              one card, or tile, after the other, as OpenSpiel's own card games do: every node has few
              outcomes, and all orders come out equally likely. So no chance is sampled behind anybody's back,
              and a history alone tells the whole game.
Observation   `View.tensor` and `View.data`.
Information   the observation and `View.information_key`, as text and as 256 bits: equal exactly if all
state         that the seat has seen is equal.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from ludotheque.adapters.frames import win_shares
from ludotheque.core.definition import Definition
from ludotheque.core.errors import BadOption, Refusal, quoted
from ludotheque.core.extras import extra
from ludotheque.core.game import Game
from ludotheque.core.options import complete
from ludotheque.core.outcomes import Waiting
from ludotheque.core.registry import definition, names
from ludotheque.core.registry import game as make_game
from ludotheque.core.state import State
from ludotheque.core.view import View
from ludotheque.engine.chance import source
from ludotheque.engine.contract import CHANCE, SPECTATOR

with extra("openspiel", needed_by="ludotheque.adapters.openspiel"):
    import pyspiel

PREFIX = "ludotheque_"
KEY_BITS = 256
MOST_POINTS = 1e6  # no game here comes near
LONGEST = 10_000  # decisions and chance nodes: a whole game of Fou! has no end that is known before
REWARDS = ("score", "win")
_RESAMPLED = 1 << 53  # different worlds that a random number of theirs can choose


class SpielGame(pyspiel.Game):
    """One of our games with its options chosen, as OpenSpiel knows it."""

    definition: Definition
    kind: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.rewards = given.pop("rewards", "score")
        if self.rewards not in REWARDS:
            raise BadOption(f"rewards={quoted(self.rewards)}: rewards is score or win")
        chosen = {
            name: None if _is_null(self.definition, name, value) else value for name, value in given.items()
        }
        self.game = make_game(self.definition.name, **chosen)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.actions,
            max_chance_outcomes=_most_outcomes(self.game),
            num_players=self.game.players,
            min_utility=-MOST_POINTS if self.rewards == "score" else 0.0,
            max_utility=MOST_POINTS if self.rewards == "score" else 1.0,
            max_game_length=LONGEST,
        )
        super().__init__(self.kind, info, params or {})

    def new_initial_state(self) -> "SpielState":
        """The start, before chance has decided anything."""
        return SpielState(self, self.game.root())

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        """What makes observations of this game's states."""
        return SpielObserver(self.game, iig_obs_type, params)


class SpielState(pyspiel.State):
    """A state of ours that waits where chance decides."""

    def __init__(self, game: SpielGame, state: State) -> None:
        super().__init__(game)
        self.state = state
        self._rewards = game.rewards
        self._drawn: list[int] = []  # of a shuffle, so far
        self._imagined: tuple[int, str] | None = None  # by whom, and what that seat knew
        self._since: list[int] = []  # moves played in an imagined world

    # Playing

    def current_player(self) -> int:
        """The seat to move, or OpenSpiel's own numbers for chance and the end."""
        if self.state.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.state.seat == CHANCE else self.state.seat

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.state.over

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(map(int, self.state.moves())) if player == self.state.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may bring next, with its probability."""
        if self.state.seat != CHANCE:
            raise Refusal("nothing is left to chance here")
        if _lists_outcomes(self.state.game):
            return [(number, weight) for number, (_, weight) in enumerate(self.state.chance())]
        left = self._left()
        return [(value, count / left.total()) for value, count in sorted(left.items())]

    def _left(self) -> Counter[int]:
        """What is not drawn yet of what is shuffled."""
        return Counter(_shuffled(self.state.game)) - Counter(self._drawn)

    def _apply_action(self, action: int) -> None:
        if self.state.seat != CHANCE:
            self.state.play(int(action))
            self._since.append(int(action))
        elif _lists_outcomes(self.state.game):
            self.state.settle(self.state.chance()[action][0])
        else:
            if not self._left()[action]:
                raise Refusal(f"{action} is not left to be drawn")
            self._drawn.append(int(action))
            if len(self._drawn) == len(_shuffled(self.state.game)):
                room = self.state.game.definition.rules.OUTCOME - len(self._drawn)
                self.state.settle([*self._drawn, *[0] * room])
                self._drawn = []

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return str(self.state.game.definition.moves[int(action)])
        if _lists_outcomes(self.state.game) and self.state.seat == CHANCE:
            return f"chance {list(self.state.chance()[action][0])}"
        return f"chance {action}"

    def returns(self) -> list[float]:
        """What each seat has got: nothing before the end."""
        if not self.state.over:
            return [0.0] * self.state.game.players
        return (
            [float(score) for score in self.state.scores]
            if self._rewards == "score"
            else win_shares(self.state)
        )

    # Knowing

    def view(self, player: int) -> View:
        """What *player* may know."""
        return self.state.view(player)

    def key(self, player: int) -> str:
        """Equal exactly if all that *player* has seen is equal; of an imagined world, seen in it."""
        if self._imagined is None:
            return self.view(player).information_key()
        who, known = self._imagined
        if player == who and not self._since:
            return known
        return f"{known}/{player}/{bytes(self.view(player)).hex()}/{self._since}"

    def resample_from_infostate(self, player_id: int, _sampler: Callable[[], float]) -> "SpielState":
        """A state that *player_id* cannot tell from this one; the random number of theirs chooses it."""
        view = self.view(player_id)
        states = view.states()
        rng = source(int(_sampler() * _RESAMPLED))
        self.state.game.definition.kernels.imagine(states, 0, player_id, rng)
        twin = SpielState(self.get_game(), State.imagined(self.state.game, states, Waiting()))
        twin._imagined = player_id, self.key(player_id)
        return twin

    def __str__(self) -> str:
        told = f"drawn {self._drawn}" if self._drawn else repr(self.state)
        return f"{told} {self.history_str()}"


class SpielObserver:
    """Observations as OpenSpiel asks for them: a tensor, the same by name, and a text."""

    def __init__(self, game: Game, kind: Any, params: Any) -> None:
        if params:
            raise BadOption(f"an observation has no parameters, and {quoted(params)} was given")
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        self._own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recall = kind.perfect_recall
        self._size = game.tensor_size
        self.tensor = np.zeros(game.tensor_size + KEY_BITS * self._recall, np.float32)
        self.dict: dict[str, Any] = {}
        first = 0
        for plane in game.planes:
            self.dict[plane.name] = self.tensor[first : first + plane.size].reshape(plane.shape)
            first += plane.size
        if self._recall:
            self.dict["information_key"] = self.tensor[first:]

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what *player* observes into the tensor."""
        self.tensor[: self._size] = state.view(player if self._own else SPECTATOR).tensor()
        if self._recall:
            key = source(state.key(player))  # four words of 64 bits
            self.tensor[self._size :] = np.unpackbits(key.view(np.uint8))

    def string_from(self, state: SpielState, player: int) -> str:
        """The same as text."""
        seen = state.view(player if self._own else SPECTATOR)
        return f"{state.key(player)}" if self._recall else f"{seen.data}"


# What a game is like


def _lists_outcomes(game: Game) -> bool:
    return hasattr(game.definition.rules, "outcomes")


def _shuffled(game: Game) -> list[int]:
    return game.definition.notation.unshuffled(game.options)


def _most_outcomes(game: Game) -> int:
    rules = game.definition.rules
    if not rules.OUTCOME:
        return 0
    return int(rules.MOST_OUTCOMES) if _lists_outcomes(game) else max(_shuffled(game)) + 1


def _is_null(found: Definition, name: str, value: Any) -> bool:
    """Whether 0 was given where an option may be null: OpenSpiel's parameters have no null."""
    return value == 0 and any(
        option.name == name and option.accepts(None) and not option.accepts(0) for option in found.options
    )


def _parameters(found: Definition) -> dict[str, Any]:
    """The options with their usual values, and what we add."""
    usual = complete(found.options, {})
    return {name: 0 if value is None else value for name, value in usual.items()} | {"rewards": "score"}


def _registered(found: Definition) -> None:
    rules = found.rules
    if rules.OUTCOME and not hasattr(rules, "outcomes") and not found.notation.says_what_it_shuffles:
        return  # its chance cannot be told step by step
    chance, information = pyspiel.GameType.ChanceMode, pyspiel.GameType.Information
    kind = pyspiel.GameType(
        short_name=f"{PREFIX}{found.name}",
        long_name=found.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if rules.OUTCOME else chance.DETERMINISTIC,
        information=information.IMPERFECT_INFORMATION if rules.OUTCOME else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(found.player_numbers),
        min_num_players=min(found.player_numbers),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(found),
    )
    pyspiel.register_game(kind, type(f"{found.name}_game", (SpielGame,), {"definition": found, "kind": kind}))


for _name in names():
    _registered(definition(_name))
