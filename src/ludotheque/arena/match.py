"""One game between bots, with everybody's thinking timed."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from time import perf_counter

from ludotheque.arena.entries import Company, Entry, entries
from ludotheque.arena.seating import seating
from ludotheque.bots import Bot, bot
from ludotheque.bots.faults import told_of
from ludotheque.core.errors import Refusal
from ludotheque.core.game import Game
from ludotheque.core.options import Options
from ludotheque.core.record import Record
from ludotheque.core.registry import game as make_game
from ludotheque.core.state import State
from ludotheque.engine.chance import Seed

FRESH, DUPLICATE = "fresh", "duplicate"  # deals


@dataclass(frozen=True)
class Contest:
    """Everything that decides how game *k* goes, as plain data that travels to other processes."""

    game: str
    options: Options = field(hash=False)
    bots: tuple[str, ...]
    seed: Seed
    files: tuple[str, ...] = ()  # a digest of what each bot is made of, "" for those that come with us
    deals: str = FRESH  # whether every game has a deal of its own, or a round of them the same
    entered: tuple[Entry, ...] = field(default=(), hash=False, compare=False, repr=False)
    token: str = ""  # of one call of `run`, whose bots no other gets

    @property
    def block(self) -> int:
        """How many games have the same deal: in as many everybody has every seat once."""
        return len(self.bots) if self.deals == DUPLICATE else 1

    def deal(self, number: int) -> str:
        """The seed of everything that chance decides in game *number*."""
        return f"{self.seed}/{number}" if self.deals == FRESH else f"{self.seed}/deal/{number // self.block}"


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

    def __init__(
        self,
        game: Game,
        names: Sequence[str],
        seed: str,
        *,
        bots: Sequence[Bot] | None = None,
        title: str = "",
    ) -> None:
        self.state = game.new(seed=seed)
        self.names = list(names)
        self.moves = [0] * len(names)
        self.seconds = [0.0] * len(names)
        self._seed = seed
        self._title = f"{title}, " if title else ""
        self._bots = bots or [bot(name, game, seed=f"{seed}/{seat}") for seat, name in enumerate(names)]

    def play(self) -> State:
        """Play until the game is over; its last position."""
        while not self.state.over:
            self._move()
        return self.state

    def _move(self) -> None:
        """Let the bot whose decision it is decide; refuse what is not a legal move, and say whose it was."""
        seat = self.state.seat
        view = self.state.view(seat)
        where = f"({self._title}seat {seat}, ply {self.state.ply})"
        begun = perf_counter()
        with told_of(self.names[seat], where):
            move = self._bots[seat].choose(view)
        self.seconds[seat] += perf_counter() - begun
        self.moves[seat] += 1
        try:
            self.state.play(move)
        except Refusal as error:
            raise Refusal(f"{self.names[seat]} {where} chose wrong: {error}") from None

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
        self._company = Company(contest.entered or entries(contest.bots), self._game)
        self._warm_up()

    def play(self, number: int) -> tuple[GameResult, Record]:
        """Game *number*."""
        contest = self._contest
        order = seating(len(contest.bots), self._game.players, contest.seed, number)
        title = f"game {number}"
        bots = self._company.seat(order, f"{contest.seed}/{number}", title)
        names = [contest.bots[k] for k in order]
        match = Match(self._game, names, contest.deal(number), bots=bots, title=title)
        state = match.play()
        result = GameResult(number, order, state.scores, state.winners, match.moves, match.seconds)
        return result, match.record()

    def _warm_up(self) -> None:
        """Let each bot of ours choose once, so that no clock runs while its compiled code is being loaded."""
        state = self._game.new(seed=0)
        while len(state.moves()) == 1:
            state.play(state.moves()[0])
        for entry in self._contest.entered:
            if entry.who is None and not entry.files:
                bot(entry.name, self._game, seed=0).choose(state.view(state.seat))


_referee = lru_cache(1)(Referee)  # a process plays one contest after the other
