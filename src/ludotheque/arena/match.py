"""One game between bots, with everybody's thinking timed."""

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

from ludotheque.arena.seating import seating
from ludotheque.bots import Bot, bot
from ludotheque.core.errors import Refusal
from ludotheque.core.game import Game
from ludotheque.core.move import Move
from ludotheque.core.options import Options
from ludotheque.core.record import Record
from ludotheque.core.registry import game as make_game
from ludotheque.core.state import State
from ludotheque.engine.chance import Seed


@dataclass(frozen=True)
class Contest:
    """Everything that decides how game *k* goes, as plain data that travels to other processes."""

    game: str
    options: Options
    bots: tuple[str, ...]
    seed: Seed


@dataclass(frozen=True)
class Played:
    """What the standing needs to know of a game; lists go by seat."""

    number: int
    sitting: list[int]  # who had the seat: a place in `Contest.bots`
    scores: list[int]
    winners: list[int]  # seats
    moves: list[int]  # how many each made
    seconds: list[float]  # how long each thought


class Seats:
    """The bots of one game, a name for each seat; equal seeds seat equal bots."""

    def __init__(self, game: Game, names: Sequence[str], seed: str) -> None:
        self.names = list(names)
        self._bots: list[Bot] = [bot(name, game, seed=f"{seed}/{seat}") for seat, name in enumerate(names)]
        self.moves = [0] * len(names)
        self.seconds = [0.0] * len(names)

    def finish(self, state: State) -> None:
        """Play until the game is over."""
        while not state.over:
            self.move(state)

    def move(self, state: State) -> None:
        """Let the bot whose decision it is decide; refuse what is no legal move, and say whose it was."""
        seat = state.seat
        view = state.view(seat)
        begun = perf_counter()
        move = self._bots[seat].choose(view)
        self.seconds[seat] += perf_counter() - begun
        self.moves[seat] += 1
        try:
            if not isinstance(move, Move | str):
                raise Refusal(f"{move!r} is no move")
            state.play(move)
        except Refusal as error:
            raise Refusal(f"{self.names[seat]} (seat {seat}, ply {state.ply}) chose wrong: {error}") from None


def one_game(game: Game, names: Sequence[str], seed: str) -> tuple[State, Seats]:
    """A whole game between the bots of these *names*, a name for each seat; equal seeds, equal games."""
    state, seats = game.new(seed=seed), Seats(game, names, seed)
    seats.finish(state)
    return state, seats


class Referee:
    """Plays any game of a contest."""

    def __init__(self, contest: Contest) -> None:
        self._contest = contest
        self._game = make_game(contest.game, **contest.options)
        self._warm = False

    def play(self, number: int) -> tuple[Played, Record]:
        """Game *number*, which depends on the contest's seed and on *number* alone."""
        if not self._warm:
            self._warm_up()
        contest, seed = self._contest, f"{self._contest.seed}/{number}"
        sitting = seating(len(contest.bots), self._game.players, contest.seed, number)
        state, seats = one_game(self._game, [contest.bots[k] for k in sitting], seed)
        played = Played(number, sitting, state.scores, state.winners, seats.moves, seats.seconds)
        return played, state.record(seed=seed, seats=seats.names)

    def _warm_up(self) -> None:
        """Let each bot choose once, so that no clock runs while its compiled code is being loaded."""
        state = self._game.new(seed=0)
        while len(state.moves()) == 1:
            state.play(state.moves()[0])
        for name in set(self._contest.bots):
            bot(name, self._game, seed=0).choose(state.view(state.seat))
        self._warm = True
