"""Who takes part in an arena: a bot's name, a class, or an object that lives through many games.

A bot that has a method ``new_game(game, seat, seed)`` is told of every game before its first move, and is
made once for all its games instead of once for each. Where it has several seats at a table there are as many
of it.
"""

import hashlib
import inspect
import pickle
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, TypeAlias, runtime_checkable

from ludotheque.bots import Bot, bot
from ludotheque.bots.faults import told_of
from ludotheque.bots.specs import files_of, takes_seed
from ludotheque.core.errors import UnknownBot, quoted
from ludotheque.core.game import Game
from ludotheque.engine.chance import Seed

Contestant: TypeAlias = str | type | Bot


@runtime_checkable
class Lasting(Protocol):
    """A bot that lives through many games."""

    def new_game(self, game: Game, seat: int, seed: Seed) -> None:
        """Another game begins, in which it has this seat."""


@dataclass(frozen=True)
class Entry:
    """A contestant with a name, and what its files are."""

    name: str
    who: Any = field(default=None, compare=False, repr=False)  # a class or an object; None: by its name
    files: str = ""  # a digest of what the bot is made of; nothing of ours

    def make(self, game: Game, seed: Seed) -> Bot:
        """A bot for a game; an object is itself."""
        if self.who is None:
            return bot(self.name, game, seed=seed)
        if isinstance(self.who, type):
            made: Bot = self.who(game, seed=seed)
            return made
        there: Bot = self.who
        return there


def entries(contestants: Sequence[Contestant]) -> tuple[Entry, ...]:
    """All of them, each with a name of its own unless they are named alike."""
    made = [_entry(contestant) for contestant in contestants]
    seen: dict[str, int] = {}
    for k, entry in enumerate(made):
        seen[entry.name] = seen.get(entry.name, 0) + 1
        if entry.who is not None and seen[entry.name] > 1:
            made[k] = Entry(f"{entry.name} {seen[entry.name]}", entry.who, entry.files)
    return tuple(made)


def _entry(contestant: Contestant) -> Entry:
    if isinstance(contestant, str):
        return Entry(contestant, files=_digest(files_of(contestant)))
    if isinstance(contestant, type):
        takes_seed(contestant, contestant.__name__)
        return Entry(contestant.__name__, contestant, _digest(_source(contestant)))
    if not callable(getattr(contestant, "choose", None)):
        raise UnknownBot(
            f"{quoted(contestant)} is not a bot; give a name, a class, or an object with choose(view)"
        )
    return Entry(type(contestant).__name__, contestant, _digest(_source(type(contestant))))


def _source(made: type) -> list[Path]:
    try:
        return [Path(inspect.getfile(made))]
    except (TypeError, OSError):  # typed into an interpreter
        return []


def _digest(files: Sequence[Path]) -> str:
    if not files:
        return ""
    digest = hashlib.sha256()
    for file in files:
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]


def check_travels(entered: Sequence[Entry]) -> None:
    """Refuse, in a sentence, what cannot be sent to other processes."""
    for entry in entered:
        try:
            pickle.dumps(entry.who)
        except Exception as error:
            raise UnknownBot(
                f"{entry.name} cannot be sent to other processes ({error}); play with one worker, "
                "or name it as file.py:Class"
            ) from None


class Company:
    """The bots of a contest in one process: those that last are made once."""

    def __init__(self, entered: Sequence[Entry], game: Game) -> None:
        self._entries = entered
        self._game = game
        self._lasting: dict[tuple[int, int], Bot] = {}

    def seat(self, order: Sequence[int], seed: str, when: str) -> list[Bot]:
        """A bot for each seat of a game, told that it begins."""
        seated = []
        for seat, k in enumerate(order):
            entry, own_seed = self._entries[k], f"{seed}/{seat}"
            with told_of(entry.name, f"before {when} began"):
                made = self._lasting.get((k, order[:seat].count(k))) or entry.make(self._game, own_seed)
                if isinstance(made, Lasting):
                    made.new_game(self._game, seat, own_seed)
                    self._lasting[k, order[:seat].count(k)] = made
            seated.append(made)
        return seated
