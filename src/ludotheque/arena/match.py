"""One game between bots, with everybody's thinking timed."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from time import perf_counter

from ludotheque.arena.seating import seating
from ludotheque.bots import bot
from ludotheque.core.errors import Refusal
from ludotheque.core.game import Game
from ludotheque.core.options import Options
from ludotheque.core.record import Record
from ludotheque.core.registry import game as make_game
from ludotheque.core.state import State
from ludotheque.engine.chance import Seed


@dataclass(frozen=True)
class Contest:
    """Everything that decides how game *k* goes, as plain data that travels to other processes."""

    game: str
    options: Options = field(hash=False)
    bots: tuple[str, ...]
    seed: Seed


@dataclass(frozen=True)
class GameResult:
    """What the standing needs to know of a game; lists go by seat."""

    number: int
    seating: list[int]  # who had the seat: an index into `Contest.bots`
    scores: list[int]
    winners: list[int]  # seats
    moves: list[int]  # how many each made
    seconds: list[float]  # how long each thought


class Match:
    """A game between the bots of these *names*, one for each seat; equal seeds make equal matches."""

    def __init__(self, game: Game, names: Sequence[str], seed: str) -> None:
        self.state = game.new(seed=seed)
        self.names = list(names)
        self.moves = [0] * len(names)
        self.seconds = [0.0] * len(names)
        self._seed = seed
        self._bots = [bot(name, game, seed=f"{seed}/{seat}") for seat, name in enumerate(names)]

    def play(self) -> State:
        """Play until the game is over; its last position."""
        while not self.state.over:
            self._move()
        return self.state

    def _move(self) -> None:
        """Let the bot whose decision it is decide; refuse what is not a legal move, and say whose it was."""
        seat = self.state.seat
        view = self.state.view(seat)
        begun = perf_counter()
        move = self._bots[seat].choose(view)
        self.seconds[seat] += perf_counter() - begun
        self.moves[seat] += 1
        try:
            self.state.play(move)
        except Refusal as error:
            where = f"{self.names[seat]} (seat {seat}, ply {self.state.ply})"
            raise Refusal(f"{where} chose wrong: {error}") from None

    def record(self) -> Record:
        """The game so far, with the bots' names and the seed."""
        return self.state.record(seed=self._seed, seats=self.names)


def play_game(contest: Contest, number: int) -> tuple[GameResult, Record]:
    """Game *number* of a contest, in any process; it depends on the contest's seed and *number* alone."""
    return _referee(contest).play(number)


class Referee:
    """Plays any game of a contest."""

    def __init__(self, contest: Contest) -> None:
        self._contest = contest
        self._game = make_game(contest.game, **contest.options)
        self._warm_up()

    def play(self, number: int) -> tuple[GameResult, Record]:
        """Game *number*."""
        contest = self._contest
        order = seating(len(contest.bots), self._game.players, contest.seed, number)
        match = Match(self._game, [contest.bots[k] for k in order], f"{contest.seed}/{number}")
        state = match.play()
        result = GameResult(number, order, state.scores, state.winners, match.moves, match.seconds)
        return result, match.record()

    def _warm_up(self) -> None:
        """Let each bot choose once, so that no clock runs while its compiled code is being loaded."""
        state = self._game.new(seed=0)
        while len(state.moves()) == 1:
            state.play(state.moves()[0])
        for name in set(self._contest.bots):
            bot(name, self._game, seed=0).choose(state.view(state.seat))


_referee = lru_cache(1)(Referee)  # a process plays one contest after the other
