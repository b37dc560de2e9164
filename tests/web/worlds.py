"""Two worlds that somebody cannot tell apart: the same game, but what they may not know is dealt otherwise.

Found for any game by its own `hide`: things that were shuffled change places as long as every view that the
person had so far stays the same, to the byte.
"""

import hashlib
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from dataclasses import replace as replace_case
from operator import eq
from typing import Any

import numpy as np
from msgspec.structs import replace

import ludotheque
from ludotheque.core.errors import Refusal
from ludotheque.core.game import Game
from ludotheque.core.outcomes import Recorded
from ludotheque.core.state import State
from ludotheque.engine.contract import SPECTATOR
from ludotheque.tables.events import PERSON, Begun, Event, Moved, Occupant, Opened

SECRET = "5ec2e75ec2e7" * 5 + "abcd"  # planted: nobody may see it while a game goes on
ATTEMPTS = 30


def token(who: int) -> str:
    """What the person in a seat sends along; who watches is SPECTATOR."""
    return f"the-token-of-player-{who}-of-our-worlds"


def person(who: int) -> str:
    return hashlib.sha256(token(who).encode()).hexdigest()[:32]


@dataclass(frozen=True)
class Case:
    """A position, and who looks at it: through which seats, some of which may be at one screen."""

    id: str
    game: Game
    seats: tuple[int, ...]  # of whoever looks; none: a spectator
    orders: tuple[tuple[int, ...], tuple[int, ...]]  # what was shuffled, in each of the two worlds
    moves: tuple[str, ...]
    next_move: str
    forked: bool = False  # the table plays on from a position of another game

    @property
    def who(self) -> int:
        """Whose token the visitor has."""
        return self.seats[0] if self.seats else SPECTATOR

    def seated(self, seat: int) -> int:
        """Who sits in a seat: the visitor in all of theirs."""
        return self.who if seat in self.seats else seat

    def state(self, world: int) -> State:
        return played(self.game, self.orders[world], self.moves)

    def events(self, world: int, now: float) -> list[Event]:
        """All that happened at the table so far, in one of the two worlds."""
        game, state = self.game, started(self.game, self.orders[world])
        people = [
            Occupant(PERSON, person=person(self.seated(seat)), name=f"Player {seat}")
            for seat in range(game.players)
        ]
        opened = Opened(now, game=game.name, options=game.options, seats=tuple(people), host=person(0))
        if self.forked:
            return [replace(opened, setup=state.setup, moves=self.moves)]
        events: list[Event] = [replace(opened, secret=SECRET), Begun(now, setup=state.setup)]
        for move in self.moves:
            events.append(Moved(now, move=move, person=person(self.seated(state.seat))))
            state.play(move)
        return events


def outcome_of(game: Game, order: Sequence[int]) -> Any:
    size = game.definition.rules.OUTCOME
    outcome = np.zeros(size, np.uint8)
    outcome[: len(order)] = order[:size]
    return outcome


def started(game: Game, order: Sequence[int]) -> State:
    return game.start(Recorded([outcome_of(game, order)]))


def played(game: Game, order: Sequence[int], moves: Sequence[str]) -> State:
    state = started(game, order)
    for move in moves:
        state.play(move)
    return state


def seen(
    game: Game, order: Sequence[int], moves: Sequence[str], seats: Sequence[int]
) -> Iterator[list[bytes]]:
    """What somebody with these seats, or none, has seen so far."""
    state = started(game, order)
    yield [bytes(state.view(seat)) for seat in (SPECTATOR, *seats)]
    for move in moves:
        state.play(move)
        yield [bytes(state.view(seat)) for seat in (SPECTATOR, *seats)]


def twin(
    game: Game, order: Sequence[int], moves: Sequence[str], seats: Sequence[int], chance: random.Random
) -> tuple[int, ...] | None:
    """Another order, in which they would have seen the same; None if they know everything."""
    known, now = list(seen(game, order, moves, seats)), tuple(order)
    truth, found = started(game, order).states().tobytes(), None
    for _ in range(ATTEMPTS):
        one, two = sorted(chance.sample(range(len(order)), 2))
        other = (*now[:one], now[two], *now[one + 1 : two], now[one], *now[two + 1 :])
        try:
            same = other != now and all(map(eq, seen(game, other, moves, seats), known))  # stops at once
        except Refusal:
            continue  # a move would not have been legal
        if same:
            now = other
            found = now if started(game, now).states().tobytes() != truth else found
    return found


def cases(name: str, options: dict[str, Any], seed: int = 1) -> Iterator[Case]:
    """A random game, looked at from several seats, none, and two at one screen, at several moments."""
    game, chance = ludotheque.game(name, **options), random.Random(seed)
    order = game.definition.notation.unshuffled(game.options)
    chance.shuffle(order)
    state = started(game, order)
    while not state.over:
        state.play(chance.choice(state.moves()))
    moves = tuple(map(str, state.history))
    last = game.players - 1
    for ply in sorted({0, len(moves) // 3, 2 * len(moves) // 3}):
        for seats in ((), (0,), *([(1, last)] if last > 1 else [])):
            other = twin(game, order, moves[: ply + 1], seats, chance)
            if other and ply + 1 < len(moves):  # at the end the secret is shown
                id = f"{name[:6].replace('_', '')}{len(moves) % 10}p{ply}s{''.join(map(str, seats))}"
                case = Case(id, game, seats, (tuple(order), other), moves[:ply], moves[ply])
                yield case
                if ply and len(seats) == 1:
                    yield replace_case(case, id=f"{id}f", forked=True)
