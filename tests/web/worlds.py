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
ATTEMPTS = 30  # exchanges that are tried
MANY = 300  # where little is hidden yet
MOST = 70  # per cent of the moves after the last shuffle: then some things are hidden yet

Deals = tuple[tuple[int, ...], ...]  # the order of all that is shuffled, each time that it is


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
    deals: tuple[Deals, Deals]  # what was shuffled, in each of the two worlds
    moves: tuple[str, ...]
    coming: tuple[str, ...]  # moves, to be made while they look
    forked: bool = False  # the table plays on from a position of another game

    @property
    def who(self) -> int:
        """Whose token the visitor has."""
        return self.seats[0] if self.seats else SPECTATOR

    def seated(self, seat: int) -> int:
        """Who sits in a seat: the visitor in all of theirs."""
        return self.who if seat in self.seats else seat

    def state(self, world: int) -> State:
        return played(self.game, self.deals[world], self.moves)

    def events(self, world: int, now: float) -> list[Event]:
        """All that happened at the table so far, in one of the two worlds."""
        game, state = self.game, started(self.game, self.deals[world])
        people = [
            Occupant(PERSON, person=person(self.seated(seat)), name=f"Player {seat}")
            for seat in range(game.players)
        ]
        opened = Opened(now, game=game.name, options=game.options, seats=tuple(people), host=person(0))
        outcomes = [outcome_of(game, order) for order in self.deals[world]]
        setup = game.definition.notation.write_setup(game.options, outcomes)
        if self.forked:
            return [replace(opened, setup=setup, moves=self.moves)]
        events: list[Event] = [replace(opened, secret=SECRET), Begun(now, setup=setup)]
        for move in self.moves:
            events.append(Moved(now, move=move, person=person(self.seated(state.seat))))
            state.play(move)
        return events


def outcome_of(game: Game, order: Sequence[int]) -> Any:
    size = game.definition.rules.OUTCOME
    outcome = np.zeros(size, np.uint8)
    outcome[: len(order)] = order[:size]
    return outcome


def started(game: Game, deals: Deals) -> State:
    return game.start(Recorded([outcome_of(game, order) for order in deals]))


def played(game: Game, deals: Deals, moves: Sequence[str]) -> State:
    state = started(game, deals)
    for move in moves:
        state.play(move)
    return state


def seen(game: Game, deals: Deals, moves: Sequence[str], seats: Sequence[int]) -> Iterator[list[bytes]]:
    """What somebody with these seats, or none, has seen so far."""
    state = started(game, deals)
    yield [bytes(state.view(seat)) for seat in (SPECTATOR, *seats)]
    for move in moves:
        state.play(move)
        yield [bytes(state.view(seat)) for seat in (SPECTATOR, *seats)]


def twin(
    game: Game,
    deals: Deals,
    moves: Sequence[str],
    seats: Sequence[int],
    chance: random.Random,
    attempts: int = ATTEMPTS,
) -> Deals | None:
    """The same with another last deal, in which they would have seen the same; None if they know everything.

    All before lies open by then, as the hands of a round of Fou! do at its end.
    """
    known, now, found = list(seen(game, deals, moves, seats)), deals, None
    truth = played(game, deals, moves).states().tobytes()
    for _ in range(attempts):
        other = (*now[:-1], exchanged(now[-1], chance))
        try:
            same = other != now and all(map(eq, seen(game, other, moves, seats), known))  # stops at once
        except Refusal:
            continue  # a move would not have been legal
        if same:
            now = other
            found = now if played(game, now, moves).states().tobytes() != truth else found
    return found


def exchanged(order: Sequence[int], chance: random.Random) -> tuple[int, ...]:
    """Two of them change places."""
    other = list(order)
    one, two = chance.sample(range(len(order)), 2)
    other[one], other[two] = other[two], other[one]
    return tuple(other)


def random_game(game: Game, shuffles: int, chance: random.Random) -> tuple[Deals, tuple[str, ...]]:
    """What was dealt, so many times, and all moves."""
    order = game.definition.notation.unshuffled(game.options)
    deals = tuple(tuple(chance.sample(order, len(order))) for _ in range(shuffles))
    state = started(game, deals)
    while not state.over:
        state.play(chance.choice(state.moves()))
    return deals, tuple(map(str, state.history))


def viewers(game: Game) -> list[tuple[int, ...]]:
    """The seats of those who look: none, one, and two at one screen."""
    last = game.players - 1
    return [(), (0,), *([(1, last)] if last > 1 else [])]


def cases(name: str, options: dict[str, Any], seed: int = 1) -> Iterator[Case]:
    """A random game, looked at from several seats, none, and two at one screen, at several moments."""
    game, chance = ludotheque.game(name, **options), random.Random(seed)
    deals, moves = random_game(game, 1, chance)
    for ply in sorted({0, len(moves) // 3, 2 * len(moves) // 3}):
        for seats in viewers(game):
            other = twin(game, deals, moves[: ply + 1], seats, chance)
            if other and ply + 1 < len(moves):  # at the end the secret is shown
                id = f"{name[:6].replace('_', '')}{len(moves) % 10}p{ply}s{''.join(map(str, seats))}"
                case = Case(id, game, seats, (deals, other), moves[:ply], moves[ply : ply + 1])
                yield case
                if ply and len(seats) == 1:
                    yield replace_case(case, id=f"{id}f", forked=True)


def streams(name: str, options: dict[str, Any], shuffles: int, seed: int = 3) -> Iterator[Case]:
    """A random game from its first move, and most of what is played after it was last shuffled."""
    game, chance = ludotheque.game(name, **options), random.Random(seed)
    deals, moves = random_game(game, shuffles, chance)
    before = last_deal(game, deals, moves)
    coming = moves[: before + MOST * (len(moves) - before) // 100]
    for seats in viewers(game):
        other = twin(game, deals, coming, seats, chance, MANY)
        assert other, f"whoever has the seats {seats} knows everything"
        id = f"{name[:6]}{shuffles}s{''.join(map(str, seats))}"
        yield Case(id, game, seats, (deals, other), (), coming)


def last_deal(game: Game, deals: Deals, moves: Sequence[str]) -> int:
    """After how many moves all had been dealt that ever was."""
    state, ply = started(game, deals), 0
    while len(state.outcomes) < len(deals):
        state.play(moves[ply])
        ply += 1
    return ply
