"""Bots of one's own in the arena: objects, classes, files; what they live through, and how they fail."""

import os
import re
from pathlib import Path
from typing import Any

import pytest

import ludotheque
from ludotheque import Move, View
from ludotheque.arena import run
from ludotheque.arena.match import GameResult
from ludotheque.bots.faults import BotFailed
from ludotheque.core.errors import Refusal, UnknownBot
from ludotheque.core.game import Game
from tests.arena.contests import two_players, without_times

pytestmark = pytest.mark.slow  # servers, databases or thousands of moves


class First:
    """Plays the first move there is; a class that is made for each game."""

    made = 0

    def __init__(self, game: Game, *, seed: object = None) -> None:
        type(self).made += 1

    def choose(self, view: View) -> Move:
        return view.moves()[0]


class Veteran:
    """Lives through many games, and notes which."""

    def __init__(self) -> None:
        self.games: list[tuple[str, int, object]] = []

    def new_game(self, game: Game, seat: int, seed: object) -> None:
        self.games.append((game.name, seat, seed))

    def choose(self, view: View) -> Move:
        return view.moves()[-1]


def test_objects_classes_and_names_play_each_other() -> None:
    veteran = Veteran()
    result = run(two_players(), [veteran, First, "random"], games=6, seed=3)
    assert [bot.bot for bot in result.bots] == ["Veteran", "First", "random"]
    assert [bot.games for bot in result.bots] == [4, 4, 4]
    assert len(veteran.games) == 4
    assert {seat for _, seat, _ in veteran.games} == {0, 1}
    assert len({seed for _, _, seed in veteran.games}) == 4
    again = run(two_players(), [Veteran(), First, "random"], games=6, seed=3)
    assert without_times(again) == without_times(result)


def test_two_objects_of_a_class_are_two_bots() -> None:
    one, two = Veteran(), Veteran()
    result = run(two_players(), [one, two], games=2, seed=3)
    assert [bot.bot for bot in result.bots] == ["Veteran", "Veteran 2"]
    assert len(one.games) == len(two.games) == 2


@pytest.mark.slow
def test_objects_travel_to_other_processes() -> None:
    alone = run(two_players(), [Veteran(), First], games=4, seed=3)
    assert without_times(run(two_players(), [Veteran(), First], games=4, seed=3, workers=2)) == without_times(
        alone
    )


def test_what_cannot_travel_is_refused_before_anything_is_played() -> None:
    stuck: Any = Veteran()
    stuck.games = [lambda: None]
    with pytest.raises(UnknownBot, match="Veteran cannot be sent to other processes"):
        run(two_players(), [stuck], games=2, workers=2)
    with pytest.raises(UnknownBot, match="3 is not a bot; give a name, a class, or an object with choose"):
        run(two_players(), [3], games=2)  # type: ignore[list-item]


OWN = """
import json
from pathlib import Path

import helper


class Mine:
    def __init__(self, game, *, seed=None, weights="", depth=1, careful=False, nothing=1):
        self.settings = [weights, depth, careful, nothing]
        made = Path(__file__).with_name("made")
        made.write_text(made.read_text() + "x" if made.exists() else "x")

    def new_game(self, game, seat, seed):
        pass

    def choose(self, view):
        import later
        return helper.first(view)
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    (tmp_path / "helper.py").write_text("def first(view):\n    return view.moves()[0]\n")
    (tmp_path / "later.py").write_text("")
    (tmp_path / "model.pt").write_bytes(b"weights")
    file = tmp_path / "mine.py"
    file.write_text(OWN)
    return file


def test_settings_are_of_any_plain_type(own: Path) -> None:
    settings = f"weights={own.with_name('model.pt')},depth=0,careful=true,nothing=none"
    made: Any = ludotheque.bot(f"{own}:Mine:{settings}", two_players())
    assert made.settings == [str(own.with_name("model.pt")), 0, True, None]
    assert ludotheque.bot(f"{own}:Mine:depth=-2.5", two_players()).settings[1] == -2.5  # type: ignore[attr-defined]


def test_a_file_imports_what_lies_beside_it_and_nobody_elses(own: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "helper.py").write_text("def first(view):\n    return view.moves()[-1]\n")
    (other / "mine.py").write_text(OWN)
    (other / "later.py").write_text("")
    view = two_players().new(seed=1).view(0)
    assert ludotheque.bot(f"{own}:Mine", view.game).choose(view) == view.moves()[0]
    assert ludotheque.bot(f"{other / 'mine.py'}:Mine", view.game).choose(view) == view.moves()[-1]


def test_a_bot_that_lasts_is_made_once(own: Path) -> None:
    run(two_players(), [f"{own}:Mine", "random"], games=10, seed=1)
    assert len(own.with_name("made").read_text()) == 2, "to see whether it can be made, and to play"


@pytest.mark.parametrize("changed", ["mine.py", "helper.py", "model.pt"])
def test_a_bot_whose_file_has_changed_is_another(changed: str, own: Path, tmp_path: Path) -> None:
    kept, bots = tmp_path / "games.jsonl", [f"{own}:Mine:weights={own.with_name('model.pt')}", "random"]
    run(two_players(), bots, games=2, seed=1, keep=kept)
    run(two_players(), bots, games=3, seed=1, keep=kept)
    before, file = kept.read_bytes(), own.with_name(changed)
    file.write_text(file.read_text() + "\n# better now\n")
    os.utime(file, ns=(1, 1))
    with pytest.raises(Refusal, match="as it was before its file changed; name another file, or delete it"):
        run(two_players(), bots, games=4, seed=1, keep=kept)
    assert kept.read_bytes() == before


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("helper.first(view)", "1 / 0", "mine.py line 19: ZeroDivisionError: division by zero"),
        (
            "import helper",
            "import no_such_module",
            "line 5: ModuleNotFoundError: No module named 'no_such_module'",
        ),
        ("        pass", "        raise KeyError(seat)", "before game 0 began, mine.py line 15: KeyError: 0"),
        ("[weights,", "[missing,", "when it was made, mine.py line 10: NameError: name 'missing'"),
    ],
)
def test_a_fault_is_told_in_one_sentence_with_its_line(old: str, new: str, told: str, own: Path) -> None:
    own.write_text(OWN.replace(old, new))
    with pytest.raises(BotFailed, match=re.escape(told)) as failed:
        run(two_players(), [f"{own}:Mine"], games=1, seed=1)
    assert "\n" not in str(failed.value)
    assert "mine.py" in str(failed.value)
    assert failed.value.traceback.startswith("Traceback")


def test_the_games_of_a_round_have_the_same_deal_and_everybody_every_seat() -> None:
    seats = list[list[int]]()

    def note(result: GameResult) -> None:
        seats.append(result.seating)

    game = ludotheque.game("fou", players=4)
    result = run(game, ["random", "greedy"], games=4, seed=1, on_game=note)
    assert result.deals == "duplicate"
    assert seats[0] != seats[1]
    assert sorted(zip(*seats[:2], strict=True)) == sorted([(0, 1), (1, 0)] * 2)
    assert run(game, ["random", "greedy"], games=2, seed=1, deals="fresh").deals == "fresh"
    assert run(game, ["random"], games=2, seed=1).deals == "fresh"
    assert run(ludotheque.game("forma"), ["random", "greedy"], games=2, seed=1).deals == "fresh", "no chance"


def test_the_same_shuffles_are_in_the_records(tmp_path: Path) -> None:
    kept = tmp_path / "games.jsonl"
    run(ludotheque.game("fou", players=4), ["random", "greedy"], games=4, seed=1, keep=kept)
    first = [record.setup["deals"][0] for record in ludotheque.read_records(kept)]
    assert first[0] == first[1] != first[2] == first[3]
    for record in ludotheque.read_records(kept):
        record.check()


def test_it_stops_when_the_intervals_are_narrow_and_always_at_the_same_game() -> None:
    def stopped(games: int | None = None) -> Any:
        return run(two_players(), ["greedy", "random"], seed=1, until=0.2, games=games)

    result = stopped()
    assert 20 <= result.games < 1000
    for bot in result.bots:
        assert bot.interval is not None
        assert bot.interval[1] - bot.interval[0] <= 0.2
    assert without_times(stopped()) == without_times(result)
    assert stopped(games=7).games == 7
    with pytest.raises(Refusal, match=r"until=2: an interval's width is above 0 and below 1, such as 0.02"):
        run(two_players(), ["random"], until=2)
