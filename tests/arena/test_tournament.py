"""Whole arenas: the same games whoever plays them, kept in a file, and bots that misbehave."""

import doctest
from pathlib import Path

import pytest

import ludotheque
from ludotheque.arena import run, tournament
from ludotheque.arena.ledger import Ledger
from ludotheque.arena.match import GameResult, Match, play_game
from ludotheque.bots.faults import BotFailed
from ludotheque.core.errors import BadOption, Refusal, UnknownBot
from ludotheque.core.game import Game
from ludotheque.core.registry import names
from ludotheque.workers import WorkerFailed
from tests.arena.contests import contest, two_players, without_times
from tests.variants import every_variant

BOTS = ["greedy", "random"]


@pytest.mark.slow
@every_variant
def test_an_arena_for_every_variant(game: Game) -> None:
    result = run(game, BOTS, games=2, seed=1)
    assert [bot.bot for bot in result.bots] == BOTS
    assert (result.game, result.options, result.seed) == (game.name, game.options, 1)
    for bot in result.bots:
        assert bot.games == (2 if game.players > 1 else 1), "alone they take turns"
        assert (bot.rating is None) == game.shared_goal
    if not game.shared_goal:
        assert sum(bot.wins for bot in result.bots) == 2


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_the_same_results_whatever_the_number_of_workers(name: str) -> None:
    def by(workers: int) -> object:
        bots = ["greedy", "search:simulations=20", "random"]
        return without_times(run(ludotheque.game(name), bots, games=6, seed=5, workers=workers))

    assert by(1) == by(3)


def test_a_game_of_an_arena_is_the_one_that_simulate_plays() -> None:
    game = two_players()
    result, record = play_game(contest(game, *BOTS, seed=5), 3)
    state = Match(game, [BOTS[k] for k in result.seating], "5/3").play()
    assert list(record.moves) == [str(move) for move in state.history]
    assert (result.scores, result.winners) == (state.scores, state.winners)
    assert sum(result.moves) == len(record.moves)
    assert min(result.seconds) > 0
    record.check()


def test_without_a_seed_no_two_arenas_are_alike() -> None:
    assert run(two_players(), BOTS, games=1).seed != run(two_players(), BOTS, games=1).seed


def test_games_are_kept_and_not_played_again(tmp_path: Path) -> None:
    kept = tmp_path / "games.jsonl"
    first = run(two_players(), BOTS, games=4, seed=5, keep=kept)
    text = kept.read_text()
    assert run(two_players(), BOTS, games=4, seed=5, keep=kept) == first, "the same times, too"
    assert run(two_players(), BOTS, games=4, keep=kept) == first, "the file knows the seed"
    assert kept.read_text() == text
    assert all(record.check().over for record in ludotheque.read_records(kept))


def test_more_games_are_added_to_those_played(tmp_path: Path) -> None:
    kept, reported = tmp_path / "games.jsonl", list[GameResult]()
    run(two_players(), BOTS, games=4, seed=5, keep=kept)
    longer = run(two_players(), BOTS, games=6, seed=5, keep=kept, on_game=reported.append)
    assert [result.number for result in reported] == list(range(6))
    assert without_times(longer) == without_times(run(two_players(), BOTS, games=6, seed=5))
    with pytest.raises(
        Refusal, match="games.jsonl holds more than 3 games already; ask for at least as many"
    ):
        run(two_players(), BOTS, games=3, seed=5, keep=kept)


def test_a_line_that_was_being_written_is_played_again(tmp_path: Path) -> None:
    kept = tmp_path / "games.jsonl"
    whole = run(two_players(), BOTS, games=4, seed=5, keep=kept)
    first, second, *_ = kept.read_bytes().splitlines(keepends=True)
    kept.write_bytes(first + second[:-40])
    assert without_times(run(two_players(), BOTS, games=4, seed=5, keep=kept)) == without_times(whole)
    assert sorted(Ledger(kept).games) == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("game", "bots", "seed", "message"),
    [
        (ludotheque.game("feurio", players=2), BOTS, 6, "holds games with seed 5, not 6; name another file"),
        (
            ludotheque.game("feurio", players=2),
            ["random"],
            5,
            r'with bots \["greedy", "random"\], not \["random"\]',
        ),
        (ludotheque.game("feurio", players=3), BOTS, 5, "holds games with options"),
    ],
)
def test_the_games_of_another_arena_are_refused(
    game: Game, bots: list[str], seed: int, message: str, tmp_path: Path
) -> None:
    kept = tmp_path / "games.jsonl"
    run(two_players(), BOTS, games=2, seed=5, keep=kept)
    before = kept.read_bytes()
    with pytest.raises(Refusal, match=message):
        run(game, bots, games=2, seed=seed, keep=kept)
    assert kept.read_bytes() == before


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    kept = tmp_path / "diary.txt"
    kept.write_text("Dear diary\n")
    with pytest.raises(Refusal, match="diary.txt:1: this is not a game of an arena"):
        run(two_players(), BOTS, games=2, keep=kept)
    assert kept.read_text() == "Dear diary\n"


@pytest.mark.parametrize(
    ("bots", "settings", "refusal", "message"),
    [
        (["gredy"], {}, UnknownBot, 'no bot "gredy"; did you mean "greedy"?'),
        ([], {}, UnknownBot, "0 bots; an arena has 1 to 100"),
        (BOTS, {"games": 0}, BadOption, "games=0: games is a whole number from 1"),
        (BOTS, {"workers": 0}, BadOption, "workers=0: workers is a whole number from 1"),
    ],
)
def test_what_cannot_be_played_is_refused_before_a_file_is_made(
    bots: list[str], settings: dict[str, int], refusal: type[Refusal], message: str, tmp_path: Path
) -> None:
    with pytest.raises(refusal, match=message):
        run(two_players(), bots, keep=tmp_path / "games", **settings)  # type: ignore[arg-type]
    assert not list(tmp_path.iterdir())


FIRST = r"\(game 0, seat 0, ply 0\)"
BAD_BOTS = """
import os

class Bot:
    def __init__(self, game, *, seed=None):
        pass

class Silent(Bot):
    def choose(self, view):
        pass

class Cheat(Bot):
    def choose(self, view):
        return "pass"

class Broken(Bot):
    def choose(self, view):
        return view.no_such_thing

class Crash(Bot):
    def choose(self, view):
        os._exit(3)
"""


@pytest.fixture
def bad_bots(tmp_path: Path) -> Path:
    file = tmp_path / "bad.py"
    file.write_text(BAD_BOTS)
    return file


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "Silent",
            rf"bad.py:Silent {FIRST} chose wrong: a move is a Move, its notation or its integer",
        ),
        (
            "Cheat",
            rf"bad.py:Cheat {FIRST} chose wrong: pass: the drawn tile must be laid first \[F11\]",
        ),
    ],
)
def test_a_wrong_move_is_told_with_whose_it_was(name: str, message: str, bad_bots: Path) -> None:
    with pytest.raises(Refusal, match=message):
        run(two_players(), [f"{bad_bots}:{name}"], games=2)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "error", "message"),
    [
        ("Cheat", Refusal, "the drawn tile must be laid first"),
        (
            "Broken",
            BotFailed,
            r"bad.py:Broken broke down \(game \d, seat 0, ply 0\), bad.py line 18: AttributeError: "
            "'View' object has no attribute 'no_such_thing'$",
        ),
        ("Crash", WorkerFailed, "a worker ended with exit code 3, 3 times over the same task"),
    ],
)
def test_what_happens_in_a_worker_is_told(
    name: str, error: type[Exception], message: str, bad_bots: Path, tmp_path: Path
) -> None:
    with pytest.raises(error, match=message):
        run(two_players(), [f"{bad_bots}:{name}"], games=2, workers=2, keep=tmp_path / "kept")
    assert not (tmp_path / "kept").exists(), "no game, no file"


def test_the_example_of_run_runs() -> None:
    (example,) = doctest.DocTestFinder().find(tournament.run, "run")
    assert doctest.DocTestRunner().run(example).failed == 0
