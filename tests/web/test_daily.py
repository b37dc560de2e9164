"""The puzzle and the game of the day: nothing is told before its time, and everybody counts once."""

import json
import re
from datetime import date, timedelta
from typing import Any

import httpx
import pytest

from ludotheque.core.foresight import foresee
from ludotheque.core.puzzle import Puzzle, puzzles_of
from ludotheque.core.registry import definition
from ludotheque.core.registry import game as make_game
from ludotheque.i18n.language import languages, speaking
from ludotheque.reviews.words import reason_of
from ludotheque.web.puzzles import puzzle_room, shown, solution
from tests.web.people import Human
from tests.web.server import Server, serving

pytestmark = pytest.mark.slow  # a server

GAMES = ("connect_four", "feurio", "forma", "fou")


def shown_puzzle(told: dict[str, Any]) -> Puzzle:
    """Which of a game's puzzles is shown: the one whose position it is."""
    puzzles, board = puzzles_of(definition(told["game"])), told["state"]["panels"]["board"]
    (found,) = [
        puzzle
        for number, puzzle in enumerate(puzzles)
        if shown(puzzle_room(told["game"], number))["panels"]["board"]["parts"] == board["parts"]
    ]
    return found


@pytest.mark.parametrize("game", ["connect_four", "feurio"])
def test_a_puzzle_is_answered(server: Server, game: str) -> None:
    ada = Human(server.url, "Ada")
    told = ada.get(f"/puzzles/{game}")
    puzzle, where = shown_puzzle(told), f"/puzzles/{game}/{told['day']}/moves"
    assert told["solution"] is None and told["state"]["to_act"]
    right = ada.post(where, move=puzzle.solution, ply=told["state"]["ply"])
    assert right["right"] and right["solution"]["move"] == puzzle.solution
    assert f"{round(100 * puzzle.best_chance)}\u00a0%" in right["words"]
    wrong = next(move for move in puzzle.chances if move != puzzle.solution)
    answer = ada.post(where, move=wrong)
    assert (answer["right"], answer["solution"], answer["chance"]) == (False, None, puzzle.chances[wrong])
    assert f"{round(100 * puzzle.chances[wrong])}\u00a0%" in answer["words"]
    assert ada.refused(where, move="nonsense")[0] == 400
    assert ada.refused(where, move=puzzle.solution, ply=0)[1] == "table/stale"


@pytest.mark.parametrize("game", GAMES)
def test_neither_the_solution_nor_what_is_hidden_is_told_before(server: Server, game: str) -> None:
    """A puzzle tells what a table would tell the same seat: its view, and nothing of the record's own."""
    ada = Human(server.url, "Ada")
    told = ada.get(f"/puzzles/{game}")
    page = httpx.get(f"{server.url}/puzzle/{game}", headers=ada.headers).text
    puzzle = shown_puzzle(told)
    for text in (json.dumps(told), page):
        assert '"chances"' not in text and '"setup"' not in text
        chance = rf"[:,\[] ?{re.escape(str(puzzle.best_chance))}[,\]}}]"  # a number: cards are scaled by 0.72
        assert not re.search(chance, text)
        assert str(puzzle.record.more["seed"]) not in text
    labels = [choice["move"] for choice in told["state"]["choices"]]
    assert labels == [
        choice.move for choice in puzzle.record.game.definition.page.choices(puzzle.state.view(puzzle.seat))
    ], "the choices come in the order of any table, not the best first"
    assert '"solution": null' in page


@pytest.mark.parametrize("game", GAMES)
def test_every_solution_is_drawn_on_the_board(game: str) -> None:
    for number, puzzle in enumerate(puzzles_of(definition(game))):
        assert solution(puzzle, puzzle_room(game, number))["ghost"], number


@pytest.mark.parametrize("language", list(languages()))
def test_a_solution_comes_with_the_games_own_reason(language: str) -> None:
    """The reason stands before the numbers, in every language; where a game has none, they stand alone."""
    puzzle, *_others = puzzles_of(definition("forma"))
    view = puzzle.state.view(puzzle.seat)
    assert puzzle.next_best is not None and puzzle.chances[puzzle.next_best] == puzzle.next_chance
    with speaking(language):
        reason = reason_of(view, puzzle.solution, puzzle.next_best)
        words = solution(puzzle, puzzle_room("forma", 0))["words"]
    assert 0 < words.index(reason) < words.index(f"{round(100 * puzzle.best_chance)}\u00a0%")


def test_yesterdays_puzzle_comes_with_its_solution_and_tomorrows_not_at_all(server: Server) -> None:
    ada = Human(server.url, "Ada")
    today = date.fromisoformat(ada.get("/puzzles")["day"])
    before, after = today - timedelta(days=1), today + timedelta(days=1)
    told = ada.get(f"/puzzles/connect_four/{before}")
    assert told["solution"]["move"] == shown_puzzle(told).solution
    page = httpx.get(f"{server.url}/puzzle/connect_four/yesterday", headers=ada.headers)
    assert page.status_code == 200 and json.dumps(told["solution"]["label"])[1:-1] in page.text
    assert f"the puzzle of {before.day}\u00a0{before:%B}</h1>" in page.text
    assert "the puzzle of the day</h1>" in httpx.get(f"{server.url}/puzzle/connect_four").text
    status, code, why = ada.refused(f"/puzzles/connect_four/{after}/moves", move="1")
    assert (status, code) == (404, "table/day") and str(after) in why
    assert ada.refused(f"/puzzles/kuhn_poker/{today}/moves", move="bet")[:2] == (404, "table/puzzle")


def test_all_visitors_agree_over_a_restart_and_servers_differ(tmp_path: Any) -> None:
    days = [f"2026-01-{day:02}" for day in range(1, 13)]

    def told(file: str) -> list[Any]:
        with serving(tmp_path / file) as server:
            people = [Human(server.url, name) for name in ("Ada", "Bo")]
            seen = [
                [one.get(f"/puzzles/connect_four/{day}")["state"]["panels"] for day in days] for one in people
            ]
            assert seen[0] == seen[1]
            return seen[0]

    first = told("one.sqlite")
    assert told("one.sqlite") == first
    assert told("two.sqlite") != first


def daily(human: Human) -> tuple[dict[str, int], dict[str, Any] | None]:
    found = human.get("/daily/feurio")
    return found["today"], found["mine"]


def test_the_days_game_counts_everybody_once(tmp_path: Any) -> None:
    with serving(tmp_path / "tables.sqlite") as server:
        ada, bo = (Human(server.url, name) for name in ("Ada", "Bo"))
        assert daily(ada) == ({"tried": 0, "met": 0}, None)
        link = ada.post("/daily/feurio")
        assert ada.post("/daily/feurio") == link and link["commitment"] == ""
        bos = bo.post("/daily/feurio")["id"]
        assert bos != link["id"]
        assert daily(bo)[0] == {"tried": 2, "met": 0}
        table = f"/tables/{link['id']}"
        state = ada.get(table)
        assert state["fairness"] is None and state["phase"] == "playing"
        assert state["option_words"][-1].startswith("The daily fire 2")
        assert bo.get(table)["to_act"] is False

        stack = _stack(ada, table, bo, f"/tables/{bos}")
        line = _line(stack)
        for ply, move in enumerate(line):
            bo.post(f"/tables/{bos}/moves", ply=ply, move=move)
        assert daily(bo) == ({"tried": 2, "met": 1}, {"url": f"/t/{bos}", "over": True, "met": True})
        assert daily(ada)[0] == {"tried": 2, "met": 1}
        assert ada.get("/daily/feurio")["yesterday"] == {"tried": 0, "met": 0}
        assert ada.refused("/daily/fou")[:2] == (404, "table/daily")


def _stack(ada: Human, table: str, bo: Human, bos: str) -> list[int]:
    """Ada loses; her record tells the tiles, and nothing of them was told before they were drawn."""
    heard = []
    while (state := ada.get(table))["phase"] != "over":
        heard.append((state["ply"], json.dumps([state["extra"], state["log"]])))
        ada.moves(table)
    found: list[int] = ada.get(f"{table}/record")["setup"]["stack"]
    assert all("stack" not in text and "shuffle" not in text for _ply, text in heard)
    assert "fairness" not in ada.get(f"{table}/record")
    return found


def _line(stack: list[int]) -> list[str]:
    state, _chance = make_game("feurio", mode="solo").recorded({"stack": stack})
    return [str(move) for move in foresee(state, seed=1).line]


def test_yesterdays_fire_can_be_seen_put_out(server: Server) -> None:
    ada = Human(server.url, "Ada", language="fr")
    for _try in range(20):  # while it is being worked out, the answer says so
        page = httpx.get(f"{server.url}/daily/feurio/solution", headers=ada.headers, timeout=60)
        if page.status_code != 503:
            break
    assert page.status_code == 200
    assert "Voyante" in page.text
    assert re.search("<h1[^>]*>Le feu du jour.: la solution du \\d+\u00a0\\w+</h1>", page.text)
    assert '"phase": "over"' in page.text


def test_the_pages_are_there(server: Server) -> None:
    home = httpx.get(server.url).text
    assert "/daily/feurio" in home and "/puzzle/" in home
    assert "The daily fire" in httpx.get(f"{server.url}/daily/feurio").text
    assert httpx.get(f"{server.url}/daily/fou").status_code == 404
