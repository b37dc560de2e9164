"""``ludotheque play``: a game in the terminal, people and bots in its seats."""

from collections.abc import Iterable
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console

from ludotheque.bots import Bot, bot
from ludotheque.cli.arguments import Bots, GameName, Players, Seed, Settings, chosen_game
from ludotheque.cli.simulate import bot_names
from ludotheque.core.errors import BadOption, Refusal
from ludotheque.core.state import State

LONGEST_LIST = 60  # moves that a screen can show
_HELP = """\
moves         list the legal moves
undo          take back your last move, unless something has been revealed since
help          this text
quit          leave the table"""


def play(
    game: GameName,
    /,
    *,
    players: Players = None,
    settings: Settings = (),
    seats: Annotated[tuple[int, ...], Parameter(name="--seat", help="A seat of yours; may be repeated.")] = (
        0,
    ),
    bots: Bots = ("regular",),
    seed: Seed = None,
    records: Annotated[Path | None, Parameter(help="Add the game to this file when it ends.")] = None,
) -> int:
    """Play in the terminal against bots, or several at one screen."""
    chosen = chosen_game(game, players, settings)
    for seat in seats:
        if not 0 <= seat < chosen.players:
            raise BadOption(f"--seat {seat}: seats are 0 to {chosen.players - 1}")
    names = bot_names(bots, chosen)
    others = {s: bot(names[s], chosen) for s in range(chosen.players) if s not in seats}
    table = TerminalTable(chosen.new(seed=seed), others, Console(highlight=False))
    table.run()
    if records is not None:
        _keep(table.state, records)
    return 0


class TerminalTable:
    """A state, the bots in some of its seats, and the screen that the people in the others share."""

    def __init__(self, state: State, bots: dict[int, Bot], console: Console) -> None:
        self.state = state
        self._bots = bots
        self._console = console
        self._before: list[State] = []  # the position before each move of a person

    def run(self) -> bool:
        """Play until the game is over (True) or somebody leaves (False)."""
        self._say(self._introduction())
        while not self.state.over:
            if self.state.seat in self._bots:
                self._bot_moves()
            elif not self._person_moves():
                return False
        self._show(self.state.seat)
        return True

    def _bot_moves(self) -> None:
        seat = self.state.seat
        with self._console.status(f"seat {seat} thinks …") if self._console.is_terminal else nullcontext():
            move = self._bots[seat].choose(self.state.view(seat))
        self.state.play(move)
        self._say(f"seat {seat} plays {move}")

    def _person_moves(self) -> bool:
        """Ask until a move is made or taken back; False if the person leaves."""
        self._show(self.state.seat)
        while True:
            try:
                text = self._console.input(f"[bold]seat {self.state.seat}[/bold]> ").strip()
            except EOFError:
                text = "quit"
            if text == "quit":
                self._say("You left the table.")
                return False
            if self._answer(text):
                return True

    def _answer(self, text: str) -> bool:
        """Do what was typed; whether the position has changed."""
        if text in ("help", "?", ""):
            self._say(f"{self.state.game.definition.notation.help_text()}\n{_HELP}")
        elif text == "moves":
            self._say(_listing(sorted(map(str, self.state.moves()))))
        elif text == "undo":
            return self._undo()
        else:
            return self._play(text)
        return False

    def _play(self, text: str) -> bool:
        before = self.state.copy()
        try:
            self.state.play(self.state.game.definition.notation.read_typed(text))
        except Refusal as error:
            self._say(f"{error} (type help for help)")
            return False
        self._before.append(before)
        return True

    def _undo(self) -> bool:
        if not self._before:
            self._say("There is nothing to take back.")
        elif self._before[-1].revealed != self.state.revealed:
            self._say("Something has been revealed since your last move; it stands.")
        else:
            self.state = self._before.pop()
            return True
        return False

    def _show(self, seat: int) -> None:
        data = self.state.view(seat).data
        text = self.state.game.definition.text
        self._console.print(text.draw(data))
        self._console.print(text.prompt(data), style="bold")

    def _say(self, words: str) -> None:
        self._console.print(words, markup=False)

    def _introduction(self) -> str:
        game = self.state.game
        mine = [seat for seat in range(game.players) if seat not in self._bots]
        return f"{game.definition.title} You have {_seats(mine)}. Type help for help."


def _listing(moves: list[str]) -> str:
    """All moves, or of thousands a few that show how they are written."""
    if len(moves) <= LONGEST_LIST:
        return "\n".join(moves)
    shown = moves[:: len(moves) // LONGEST_LIST + 1]
    return "\n".join([*shown, f"… {len(moves)} in all; these are a few of them"])


def _seats(seats: Iterable[int]) -> str:
    numbers = [str(seat) for seat in seats]
    return f"seat {numbers[0]}" if len(numbers) == 1 else f"seats {' and '.join(numbers)}"


def _keep(state: State, path: Path) -> None:
    try:
        with path.open("a", encoding="utf-8") as out:
            print(state.record().to_json(), file=out)
    except OSError as error:
        raise Refusal(f"cannot write {path}: {error.strerror}") from None
