"""Many games stepped at once, by compiled code on all cores, for learning programs."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from time import thread_time
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ludotheque.core.errors import BadOption, IllegalMove, Refusal, UnreadableMove, quoted
from ludotheque.core.game import Game
from ludotheque.core.outcomes import Shuffled
from ludotheque.core.registry import game as make_game
from ludotheque.core.state import State
from ludotheque.core.view import View
from ludotheque.engine.batches import ALL_LEGAL, BY_GOAL, BY_SCORE, BY_WIN, FOR_CHANCE, Games, Room
from ludotheque.engine.chance import WORDS, Seed, checked_seed, fresh_seed, source
from ludotheque.engine.contract import Numbers, Weights

Rewards: TypeAlias = Literal["win", "score"]
SHARE = 64  # games that a thread takes at least
WORTH_WAKING = 0.00025  # seconds of work; less is done sooner than others are woken and waited for
TOLD = ("seats", "counts", "legal", "masks", "tensors", "rewards", "scores", "terminations")


class Batch:
    """*n* games of one kind, stepped together; make one with ``ludotheque.batch(name, n=…)``.

    All that is told of the games are arrays with one row per game, which belong to the batch: they are for
    reading, and the next step writes into them. Copy what you keep.

    - ``seats`` (n,): the seat whose decision it is
    - ``masks`` (n, actions): True for its legal moves, if asked for
    - ``legal`` (n, most): the integers of its legal moves, if asked for: the first of each row, as many as
      ``counts`` (n,) tells
    - ``tensors`` (n, size): what that seat sees, as `View.tensor` has it, if asked for
    - ``terminations`` (n,): whether the last step ended a game; a new one has begun in its place
    - ``rewards`` (n, players): of a game that ended, each seat's share of the win, or its score; else 0
    - ``scores`` (n, players): of a game that ended; else 0

    *masks*, *legal* and *tensors* say what is to be told of every position, *rewards* whether a seat gets its
    share of the win or its score, and *threads* how many work at it: what happens does not depend on that.
    *options* are those of a game that is named.
    """

    seats: Numbers
    counts: Numbers
    legal: Numbers
    masks: NDArray[np.bool_]
    tensors: Weights
    rewards: Weights
    scores: Numbers
    terminations: NDArray[np.bool_]

    def __init__(
        self,
        game: str | Game,
        n: int,
        *,
        seed: Seed | None = None,
        masks: bool = True,
        legal: bool = False,
        tensors: bool = False,
        rewards: Rewards = "win",
        threads: int | None = None,
        **options: Any,
    ) -> None:
        if isinstance(game, Game) and options:
            raise BadOption(f"options go with a game's name; {game!r} has its own")
        if rewards not in ("win", "score"):
            raise BadOption(f"rewards={quoted(rewards)}: a reward is a share of the win or the score")
        self.game = game if isinstance(game, Game) else make_game(game, **options)
        self.n = _whole(n, "n", "games")
        self.threads = _whole(os.cpu_count() or 1 if threads is None else threads, "threads", "threads")
        self._rewards = rewards
        self._allocate(bool(masks), bool(legal), bool(tensors))
        self.reset(seed)

    def _allocate(self, masks: bool, legal: bool, tensors: bool) -> None:
        rules, players, n = self.game.definition.rules, self.game.players, self.n
        try:
            games = Games(
                states=np.zeros(n, rules.STATE),
                sources=np.zeros((n, 2, WORDS), np.uint64),
                seats=np.zeros(n, np.int32),
                counts=np.zeros(n, np.int32),
                legal=np.zeros((n, rules.MAX_MOVES * legal), np.int32),
                masks=np.zeros((n, self.game.actions * masks), np.bool_),
                tensors=np.zeros((n, self.game.tensor_size * tensors), np.float32),
                rewards=np.zeros((n, players), np.float32),
                scores=np.zeros((n, players), np.int32),
                terminations=np.zeros(n, np.bool_),
            )
        except (MemoryError, ValueError):
            why = "fewer games, or legal=True instead of masks, take less"
            raise BadOption(f"n={n}: so many games do not fit into memory; {why}") from None
        self._take(games)

    def _take(self, games: Games) -> None:
        """Make these arrays the batch's own, and let others read what they tell."""
        self._games = games
        self._costs: dict[Any, float] = {}  # of each kernel: seconds for one game, the last time
        rules = self.game.definition.rules
        self._shares = _shares(self.n, self.threads)
        self._rooms = [
            Room(
                start=self.game.blank(),
                hidden=np.zeros(1, rules.STATE),
                moves=np.zeros(rules.MAX_MOVES, np.int32),
                outcome=np.zeros(rules.OUTCOME, np.uint8),
            )
            for _ in self._shares
        ]
        for name in TOLD:
            shown = getattr(games, name).view()
            shown.flags.writeable = False
            setattr(self, name, shown)

    # Playing

    def reset(self, seed: Seed | None = None) -> None:
        """Begin all games anew; game *k* depends on *seed* and *k* alone, and on what is played in it."""
        root = source(fresh_seed() if seed is None else checked_seed(seed))
        kernels = self.game.definition.batching
        self._run(kernels.begin_games, root)
        self._run(kernels.show_games)

    def step(self, actions: ArrayLike) -> None:
        """Play one move in every game: *actions* has its integer for each. A game that ends begins anew.

        If any is illegal, it is refused, and nothing is played in any game.
        """
        codes = self._codes(actions)
        self._check(codes)
        self._run(self.game.definition.batching.step_games, codes, self._reward)

    def random(self) -> Numbers:
        """A legal action for every game, each equally likely: what `step` takes. Seeded as the games are."""
        actions = np.empty(self.n, np.int32)
        self._run(self.game.definition.batching.choose_games, actions)
        return actions

    @property
    def _reward(self) -> int:
        if self._rewards == "score":
            return BY_SCORE
        return BY_GOAL if self.game.shared_goal else BY_WIN

    def _codes(self, actions: ArrayLike) -> Numbers:
        """What was given as actions, if it is one whole number for each game."""
        try:
            given = np.asarray(actions)
        except ValueError:
            given = np.asarray(None)
        if given.shape != (self.n,):
            raise UnreadableMove(f"step takes {self.n} actions, one for each game, not shape {given.shape}")
        if given.dtype.kind not in "iu":
            raise UnreadableMove(f"an action is a whole number, not {given.dtype}")
        if given.dtype != np.int32:
            given = np.clip(given, -1, self.game.actions).astype(np.int32)  # none may wrap around
        return np.ascontiguousarray(given)

    def _check(self, codes: Numbers) -> None:
        """Refuse actions of which any is illegal."""
        found = self._run(self.game.definition.batching.first_illegal, codes)
        illegal = [k for k in found if k != ALL_LEGAL]
        if illegal:
            raise self._refusal(min(illegal), int(codes[min(illegal)]))

    def _refusal(self, k: int, code: int) -> Refusal:
        if not 0 <= code < self.game.actions:
            return UnreadableMove(f"game {k}: no such action; they are 0 to {self.game.actions - 1}")
        try:
            self.state(k).play(code)
        except IllegalMove as refusal:
            return IllegalMove(f"game {k}, action {code}, {refusal.move}", why=refusal.why, rule=refusal.rule)
        except (KeyError, UnreadableMove):  # an integer that no move has
            pass
        return IllegalMove(f"game {k}, action {code}", why="it is not among the legal moves")

    def _run(self, kernel: Callable[..., Any], *arguments: Any) -> list[Any]:
        """Run *kernel* over all games; on all threads, if it took so long before, the last share on this one.

        It is this thread's own time that counts, not how long it waited for a processor.
        """
        short = self._costs.get(kernel, WORTH_WAKING) * self.n < WORTH_WAKING
        shares = [(0, self.n)] if short else self._shares
        *others, (room, (first, last)) = zip(self._rooms, shares, strict=False)
        waiting = [_pool().submit(kernel, self._games, one, *arguments, *share) for one, share in others]
        begun = thread_time()
        mine = kernel(self._games, room, *arguments, first, last)
        self._costs[kernel] = (thread_time() - begun) / (last - first)
        return [*(one.result() for one in waiting), mine]

    # Looking

    def state(self, k: int) -> State:
        """Game *k* as a state of its own, without a past; nothing for players' eyes."""
        row = self._row(k)
        chance = Shuffled(self._games.sources[row, FOR_CHANCE].copy())
        return self.game.imagined_state(self._games.states[row : row + 1], chance)

    def view(self, k: int) -> View:
        """What the seat to decide in game *k* sees."""
        state = self.state(k)
        return state.view(state.seat)

    def _row(self, k: int) -> int:
        try:
            return range(self.n)[k]
        except (IndexError, TypeError):
            raise Refusal(f"no game {quoted(k)}; they are 0 to {self.n - 1}") from None

    # A value

    def copy(self) -> "Batch":
        """The same games, which go on independently, and in the same way."""
        twin = object.__new__(Batch)
        twin.__setstate__(self.__getstate__())
        return twin

    __copy__ = copy

    def __deepcopy__(self, _memo: Any) -> "Batch":
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        settings = {"game": self.game, "n": self.n, "threads": self.threads, "_rewards": self._rewards}
        return {**settings, "games": tuple(array.copy() for array in self._games)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        settings = dict(state)
        games = Games(*settings.pop("games"))
        self.__dict__.update(settings)
        self._take(games)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Batch):
            return NotImplemented
        mine, theirs = (self.game, self.n, self._rewards), (other.game, other.n, other._rewards)
        arrays: list[tuple[Any, Any]] = [*zip(self._games, other._games, strict=True)]
        return mine == theirs and all(
            one.shape == two.shape and one.tobytes() == two.tobytes() for one, two in arrays
        )

    def __hash__(self) -> int:
        return hash((self.game, self._games.states.tobytes(), self._games.sources.tobytes()))

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<{self.n} games of {self.game!r}>"


batch = Batch  # as one writes it: ludotheque.batch("fou", n=4096, players=5, seed=1)


def _whole(value: Any, name: str, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 1:
        raise BadOption(f"{name}={quoted(value)}: the number of {what} is a whole number from 1")
    return int(value)


def _shares(n: int, threads: int) -> list[tuple[int, int]]:
    """The games for each thread, first and last; of few games one thread takes all."""
    count = max(1, min(threads, n // SHARE))
    ends = [n * k // count for k in range(count + 1)]
    return list(pairwise(ends))


@cache
def _pool() -> ThreadPoolExecutor:
    """The threads of this process; they wait where there is no work."""
    return ThreadPoolExecutor(os.cpu_count(), thread_name_prefix="batch")


os.register_at_fork(after_in_child=_pool.cache_clear)  # threads do not come along
