"""A game in the terminal, typed by somebody."""

import io
import random
import re
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import ludotheque
from ludotheque.bots import bot
from ludotheque.cli.play import TerminalTable
from ludotheque.core.game import Game
from ludotheque.core.registry import names
from tests.cli.run import in_process

Captured = pytest.CaptureFixture[str]


class Typist(Console):
    """A console at which *answers* are typed; a function is asked for its answer."""

    def __init__(self, answers: list[Any], *, terminal: bool = False) -> None:
        self.paper = io.StringIO()
        super().__init__(file=self.paper, highlight=False, width=120, force_terminal=terminal)
        self._answers = iter(answers)

    def input(self, *_: object, **__: object) -> str:
        answer = next(self._answers, None)
        if answer is None:
            raise EOFError
        return answer if isinstance(answer, str) else str(answer())

    @property
    def text(self) -> str:
        return self.paper.getvalue()


def table(
    game: Game, answers: list[Any], *, people: tuple[int, ...] = (0,), seed: int = 1
) -> tuple[TerminalTable, Typist]:
    console = Typist(answers)
    bots = {seat: bot("random", game, seed=seat) for seat in range(game.players) if seat not in people}
    return TerminalTable(game.new(seed=seed), bots, console), console


def first_move(of: TerminalTable) -> str:
    return str(of.state.moves()[0])


@pytest.mark.parametrize("name", names())
def test_a_whole_game_typed_in_the_terminal(name: str) -> None:
    game = ludotheque.game(name)
    choice = random.Random(1)
    here: list[TerminalTable] = []
    answers = [lambda: str(choice.choice(here[0].state.moves()))] * 1_000
    playing, console = table(game, answers)
    here.append(playing)
    assert playing.run()
    assert playing.state.over
    assert re.search(r"win|share the win|won|lost", console.text.splitlines()[-1])
    playing.state.record().check()


def test_several_people_at_one_screen() -> None:
    here: list[TerminalTable] = []
    playing, console = table(
        ludotheque.game("feurio", players=2), [lambda: first_move(here[0])] * 300, people=(0, 1)
    )
    here.append(playing)
    assert playing.run()
    assert "You have seats 0 and 1" in console.text


def test_a_move_typed_wrong_costs_nothing() -> None:
    playing, console = table(ludotheque.game("feurio"), ["lay 99,0", "pass", "G1", "help", "moves", "quit"])
    assert not playing.run()
    assert playing.state.ply == 0
    assert '"lay 99,0": no forest reaches that far' in console.text
    assert "pass: the drawn tile must be laid first [F11] (type help for help)" in console.text
    assert '"G1" is not a move' in console.text
    assert "undo          take back your last move" in console.text
    assert re.search(r"^lay -?\d,-?\d$", console.text, flags=re.MULTILINE)
    assert console.text.endswith("You left the table.\n")


def test_undo_goes_back_to_the_last_thing_revealed() -> None:
    here: list[TerminalTable] = []
    playing, console = table(ludotheque.game("feurio"), ["undo", lambda: first_move(here[0]), "undo", "quit"])
    here.append(playing)
    assert not playing.run()
    assert playing.state.ply == 0, "a tile laid can be taken up again: nobody has learnt anything"
    assert "There is nothing to take back." in console.text


def test_undo_stops_at_a_tile_that_has_been_drawn() -> None:
    here: list[TerminalTable] = []
    playing, console = table(ludotheque.game("feurio"), [lambda: first_move(here[0]), "pass", "undo", "quit"])
    here.append(playing)
    assert not playing.run()
    assert playing.state.ply > 2
    assert "Something has been revealed since your last move; it stands." in console.text


def test_a_tile_shown_to_others_cannot_be_taken_back_with_firebreaks() -> None:  # F23
    here: list[TerminalTable] = []
    game = ludotheque.game("feurio", firebreaks=True)
    playing, console = table(game, [lambda: first_move(here[0]), "undo", "quit"])
    here.append(playing)
    assert not playing.run()
    assert playing.state.ply == 1
    assert "Something has been revealed" in console.text


@pytest.mark.parametrize("terminal", [True, False])
def test_a_terminal_says_who_thinks(terminal: bool) -> None:
    game = ludotheque.game("feurio", players=2)
    console = Typist(["quit"], terminal=terminal)
    assert not TerminalTable(game.new(seed=1), {0: bot("random", game, seed=1)}, console).run()
    assert ("seat 0 thinks …" in console.text) == terminal
    assert "seat 0 plays lay" in console.text


def test_the_game_can_be_kept_as_a_record(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    file = tmp_path / "mine.jsonl"
    done = in_process(capsys, "play", "feurio", "--seed", "4", "--records", file)
    assert done.code == 0, "to leave is no mistake"
    assert in_process(capsys, "check", file).out == "1 records ok\n"
